"""Marks of the formats in which models are spoken to: no chat holds them by chance."""

import re
from typing import Final

# "System: Windows 11" describes a computer.
_COMPUTER: Final = (
    r"(?! ?(?:windows|win|mac|os x|ios|ipad|linux|ubuntu|debian|arch|fedora|android|harmony|chrome"
    r"|steam|[0-9]|x86|arm|n/?a))"
)
_TAGS: Final = (
    re.compile(
        r"<\|[a-z_]{2,24}\|>|\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>"
        r"|</?(?:system|assistant|instructions?|system[_-](?:prompt|message)|user_input)>"
        r"|[\"']role[\"'] ?: ?[\"'](?:system|developer|assistant)[\"']"
    ),
    re.compile(
        r"^[ #>*\[【-]{0,4}(?:system|assistant|developer)(?: (?:prompt|message))?[\]】* ]{0,3}:"
        + _COMPUTER,
        re.M,
    ),
    re.compile(
        r"^ {0,4}\[(?:system|assistant|developer)(?: [a-z]{1,12})?\][ :]{0,2}"
        "(?:you|the user|user|ignore|new|from|always|never|override|this|act|respond)",
        re.M,
    ),
    re.compile(
        r"^[ #>*\[【-]{0,4}(?:系统|系统提示|助手|开发者|管理员)[\]】* ]{0,3}: ?"
        "(?:你|请|忽略|必须|从现在|执行|以下|新|无视|立即|用户)",
        re.M,
    ),
    re.compile(
        r"^#{2,6} ?(?:system|instructions?|new instructions?|human|assistant)(?![a-z])", re.M
    ),
    re.compile(
        r"(?<![a-z])(?:begin|end|start|new|updated)(?: of)?(?: the)?"
        r" (?:system |new |admin |developer |priority |user )?(?:prompt|instructions?)"
        r" ?(?:[:\]>=*-]|$)|(?<![a-z])(?:system|admin|developer) override(?![a-z])",
        re.M,
    ),
    re.compile(
        "(?:系统|管理员|开发者|最高优先级|最高权限|新的?|更新后的|隐藏)(?:指令|命令"
        "|提示词)(?:如下|更新|生效)? ?[:】]"
    ),
    re.compile(
        "(?:系统|管理员|开发者)(?:消息|通知|提示|指令|命令) ?: ?"
        "(?:你已|你现在|立即|忽略|解除|请忽略|用户(?:现在)?是|[把将].{0,12}记忆.{0,4}(?:作废|删除|清空|改))"
    ),
)


def holds_tag(copy: str) -> bool:
    """Whether a folded lower-case text holds such a mark."""
    return any(tag.search(copy) for tag in _TAGS)
