"""The words with which models decline. Asked only where an answer holds nothing to use."""

import re
from typing import Final

READ_CHARACTERS: Final = 2_000
"""A refusal comes first and is short; what stands later is something else."""

_WORK_ZH: Final = (
    "(?:提供|协助|協助|帮助|幫助|帮忙|帮你|帮您|处理|處理|完成|满足|回答|回应|总结|總結|概括"
    "|讨论|討論|继续|繼續|生成|执行|執行|参与|响应|进行|分析|提取|整理|这样做|做到)"
)
_UNABLE_ZH: Final = (
    "(?:无法|無法|不能|不可以|没有办法|没办法|没法|不便|不会|不應|不应该?|拒绝|拒絕)"
)
_SORRY_ZH: Final = "(?:抱歉|对不起|對不起|很遗憾|很遺憾|不好意思)"
_RULES_ZH: Final = "(?:政策|规定|准则|规范|法律|法规|条款|原则)"
_SUBJECT_ZH: Final = "(?:内容|输入|请求|问题|对话|文本|聊天记录)"
_BLOCKED_ZH: Final = "(?:敏感|违规|不合规|不适当|不当|不安全|被?拦截|被?过滤|不予)"
_ZH: Final = (
    rf"{_SORRY_ZH}[^。！？\n]{{0,30}}{_UNABLE_ZH}",
    rf"我们?(?:目前|暂时|也|还|是)?{_UNABLE_ZH}[^。！？\n]{{0,20}}{_WORK_ZH}",
    rf"^[\s\W]{{0,10}}{_UNABLE_ZH}{_WORK_ZH}",
    rf"作为[^。！？\n]{{0,10}}(?:AI|人工智能|语言模型|助手)[^。！？\n]{{0,40}}{_UNABLE_ZH}",
    rf"(?:违反|违背|触犯|不符合|不符)[^。！？\n]{{0,20}}{_RULES_ZH}",
    rf"{_SUBJECT_ZH}[^。！？\n]{{0,12}}{_BLOCKED_ZH}",
    r"(?:包含|涉及|含有|触发)了?[^。！？\n]{0,8}敏感(?:内容|信息|词|话题)",
    r"(?:换一?个|聊聊其他|谈谈其他)的?话题",
)
_WORK_EN: Final = (
    r"(?:help|assist|comply|provide|summari[sz]e|process|continue|fulfil+|answer|discuss|engage"
    r"|generate|do (?:that|this)|create|complete|participate|extract|analy[sz]e|support|respond"
    r"|decline|refuse)"
)
_UNABLE_EN: Final = (
    r"(?:can['’]?t|cannot|can not|won['’]?t|will not|unable(?: to)?|not able to|not going to"
    r"|not allowed to|must|have to|decline to)"
)
_RULES_EN: Final = r"(?:polic(?:y|ies)|guidelines?|terms|rules|principles)"
_BLOCKED_EN: Final = (
    r"(?:blocked|filtered|flagged|rejected|declined|inappropriate|disallowed|not allowed)"
)
_EN: Final = (
    rf"\b(?:sorry|apologi[sz]e|apologies|regret|unfortunately)\b[^.!?\n]{{0,60}}\b{_UNABLE_EN}\b",
    rf"\bI(?:['’]m| am|['’]ll)?\s{_UNABLE_EN}\b[^.!?\n]{{0,40}}\b{_WORK_EN}\b",
    rf"\b(?:against|violat\w{{1,5}}|breach\w{{0,5}})\b[^.!?\n]{{0,60}}\b{_RULES_EN}\b",
    rf"\bas an? (?:AI|(?:large )?language model)\b[^.!?\n]{{0,60}}\b{_UNABLE_EN}\b",
    r"\bcontent[\s_-]?(?:management[\s_-])?(?:policy|filter)",
    r"\bResponsibleAIPolicyViolation\b|\bsafety (?:policy|guidelines?|system|filter)\b",
    rf"\b(?:request|content|prompt|input)\b[^.!?\n]{{0,50}}\b{_BLOCKED_EN}\b",
)
_REFUSAL: Final = re.compile("|".join((*_ZH, *_EN)), re.IGNORECASE)


def find(text: str) -> str:
    """The words that decline, '' where none do."""
    found = _REFUSAL.search(text[:READ_CHARACTERS])
    return found[0].strip() if found else ""
