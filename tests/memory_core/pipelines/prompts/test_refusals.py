"""Words that decline, and words that only sound like it."""

import pytest

from memory_core.pipelines.prompts import refusals


@pytest.mark.parametrize(
    "text",
    [
        "抱歉，我不能协助处理这段对话。",
        "很遗憾，这段内容我没办法总结。",
        "我们无法生成该内容的摘要。",
        "无法处理：内容涉及违法信息",
        "作为AI助手，我不会参与这类讨论。",
        "请求不符合平台规范。",
        "您的输入被拦截，请重试。",
        "触发了敏感词，无法回答。",
        "抱歉，這段內容我無法提供。",
        "Sorry, but I can't continue with this.",
        "Unfortunately, I am not able to process that.",
        "I won’t summarize that conversation.",
        "I have to decline this request.",
        "As an AI language model, I cannot take part in this.",
        "That is against our content guidelines.",
        "Error: content_filter",
        "ResponsibleAIPolicyViolation",
        "Your prompt was flagged as inappropriate.",
    ],
)
def test_a_refusal_is_found(text: str) -> None:
    assert refusals.find(text)
    assert refusals.find(text) in text


@pytest.mark.parametrize(
    "text",
    [
        "林知夏说她对花生过敏，小林提议换一家餐厅。",
        "他们约好下周三去看展，票已经买了。",
        "Nora moved to Osaka last month and likes it there.",
        "小林觉得这本书不错。",
        "大家在讨论周末去哪里。",
        "",
    ],
)
def test_ordinary_talk_is_no_refusal(text: str) -> None:
    assert refusals.find(text) == ""


def test_a_refusal_far_down_is_something_else() -> None:
    assert refusals.find("好" * 3_000 + "抱歉，我无法协助。") == ""
