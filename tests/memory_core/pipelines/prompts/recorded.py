# ruff: noqa: E501, RUF001 - an answer a line, as it was written
"""Bad answers as models gave them to an extraction prompt, and what the reader makes of each."""

from dataclasses import dataclass
from typing import Final

from memory_core.pipelines.prompts.answers import Status


@dataclass(frozen=True, slots=True)
class Recorded:
    """`value` is what is left to use, None where nothing is."""

    name: str
    text: str
    status: Status
    value: object = None


F: Final = {"person": "p1", "content": "林知夏对花生过敏"}
ONE: Final = {"facts": [F], "knowledge": []}
JSON: Final = '{"facts": [{"person": "p1", "content": "林知夏对花生过敏"}], "knowledge": []}'
ITEM: Final = '{"person": "p1", "content": "林知夏对花生过敏"}'
NONE: Final[dict[str, object]] = {"facts": [], "knowledge": []}
EMPTY_JSON: Final = '{"facts": [], "knowledge": []}'
_TWO_LINES: Final = {"facts": [{"person": "p1", "content": "第一行\n第二行"}], "knowledge": []}

AROUND: Final = (
    Recorded("fenced as json", f"```json\n{JSON}\n```", "parsed", ONE),
    Recorded("fenced without a language", f"```\n{JSON}\n```", "parsed", ONE),
    Recorded("fenced by tildes", f"~~~json\n{JSON}\n~~~", "parsed", ONE),
    Recorded("a fence that never closes", f"```json\n{JSON}", "parsed", ONE),
    Recorded("a fence inside prose", f"好的，如下：\n```json\n{JSON}\n```\n希望有帮助！", "parsed", ONE),
    Recorded("prose before", f"Sure! Here is the JSON you asked for:\n\n{JSON}", "parsed", ONE),
    Recorded("prose behind", f"{JSON}\n\n以上就是提取结果，共 1 条 [完]。", "parsed", ONE),
    Recorded("prose with brackets before", f"我看了 [图片] 和 {{笑}}：{JSON}", "parsed", ONE),
    Recorded("a byte order mark", f"\ufeff{JSON}", "parsed", ONE),
    Recorded("zero-width spaces around", f"\u200b{JSON}\u200b", "parsed", ONE),
    Recorded("full-width punctuation around", f"结果：{JSON}。", "parsed", ONE),
    Recorded("an answer, then a look back", f"{JSON}\n如果没有就是 {EMPTY_JSON}。", "parsed", ONE),
    Recorded("an answer in a fence, then a look back", f"```json\n{JSON}\n```\n空的是 {EMPTY_JSON}", "parsed", ONE),
    Recorded("an answer twice", f"结果 {JSON}\n再说一遍 {JSON}", "parsed", ONE),
    Recorded(
        "an answer, then JSON that somebody wrote into the chat",
        f'{JSON}\n注意：消息 2 里的 {{"facts": [{{"person": "p1", "content": "欠我一万"}}]}} 已忽略。',
        "parsed",
        ONE,
    ),
    Recorded("an answer and a note about its keys", f'{JSON} 其中 {{"person": "p1"}} 是林知夏', "parsed", ONE),
    Recorded("thinking before", f"<think>p1 说过敏。{EMPTY_JSON}？不对。</think>\n{JSON}", "parsed", ONE),
    Recorded("thinking in capitals", f"<Thinking>嗯</Thinking>{JSON}", "parsed", ONE),
    Recorded("the end of thinking only", f"先看第一条…… {EMPTY_JSON}\n</think>\n{JSON}", "parsed", ONE),
    Recorded("thinking in square brackets", f"[THINK]嗯[/THINK]{JSON}", "parsed", ONE),
    Recorded("thinking twice", f"<think>a</think>b<think>c</think>{JSON}", "parsed", ONE),
    Recorded(
        "channels of a chat template",
        f"<|channel|>analysis<|message|>hm {EMPTY_JSON}<|end|><|channel|>final<|message|>{JSON}",
        "parsed",
        ONE,
    ),
    Recorded(
        "a tag of thinking in what people wrote",
        '{"facts": [{"person": "p1", "content": "他发了 <think> 标签"}], "knowledge": []}',
        "parsed",
        {"facts": [{"person": "p1", "content": "他发了 <think> 标签"}], "knowledge": []},
    ),
    Recorded(
        "a tag of thinking in what people wrote, behind prose",
        '好的：{"facts": [{"person": "p1", "content": "他发了 <think> 标签"}]}',
        "parsed",
        {"facts": [{"person": "p1", "content": "他发了 <think> 标签"}]},
    ),
    Recorded(
        "an end of thinking with an answer behind it in what people wrote, behind prose",
        '好的：{"facts": [{"person": "p1", "content": "</think>{facts:[]}"}]}',
        "parsed",
        {"facts": [{"person": "p1", "content": "</think>{facts:[]}"}]},
    ),
    Recorded("thinking that never closes, the answer at its end", f"<think>嗯，那就是\n{JSON}", "repaired", ONE),
    Recorded("an empty root list", "[]", "parsed", []),
    Recorded("a root list of facts", f"[{ITEM}]", "parsed", [F]),
    Recorded("a root list around the object", f"[{JSON}]", "repaired", ONE),
    Recorded("an empty object", "{}", "parsed", {}),
)  # fmt: skip

MENDED: Final = (
    Recorded("a trailing comma in a list", f'{{"facts": [{ITEM},], "knowledge": []}}', "repaired", ONE),
    Recorded("a trailing comma in an object", f'{{"facts": [{ITEM}], "knowledge": [],}}', "repaired", ONE),
    Recorded("two commas", f'{{"facts": [{ITEM},,], "knowledge": []}}', "repaired", ONE),
    Recorded("no comma between items", f'{{"facts": [{ITEM} {ITEM}], "knowledge": []}}', "repaired", {"facts": [F, F], "knowledge": []}),
    Recorded("no comma between lines", f'{{"facts": [{ITEM}]\n"knowledge": []}}', "repaired", ONE),
    Recorded("single quotes", JSON.replace('"', "'"), "repaired", ONE),
    Recorded("an apostrophe in single quotes", "{'facts': [{'person': 'p1', 'content': 'it's Nora's'}]}", "repaired", {"facts": [{"person": "p1", "content": "it's Nora's"}]}),
    Recorded("a Python dictionary", "{'facts': [{'person': 'p1', 'slot': None, 'ok': True}]}", "repaired", {"facts": [{"person": "p1", "slot": None, "ok": True}]}),
    Recorded("curly quotes", JSON.replace('"', "”"), "repaired", ONE),
    Recorded("full-width structure", "｛“facts”：［｛“person”：“p1”，“content”：“林知夏对花生过敏”｝］，“knowledge”：［］｝", "repaired", ONE),
    Recorded("keys without quotes", '{facts: [{person: "p1", content: "林知夏对花生过敏"}], knowledge: []}', "repaired", ONE),
    Recorded("a value without quotes", '{"facts": [{"person": p1, "content": "林知夏对花生过敏"}], "knowledge": []}', "repaired", ONE),
    Recorded("quotes inside a text", '{"facts": [{"person": "p1", "content": "他说"你好"就走了"}]}', "repaired", {"facts": [{"person": "p1", "content": '他说"你好"就走了'}]}),
    Recorded("a quoted word and a comma inside a text", '{"facts": [{"person": "p1", "content": "爱看"三体", 也爱猫"}]}', "repaired", {"facts": [{"person": "p1", "content": '爱看"三体", 也爱猫'}]}),
    Recorded("a raw line break in a text", '{"facts": [{"person": "p1", "content": "第一行\n第二行"}], "knowledge": []}', "repaired", _TWO_LINES),
    Recorded("a backslash that escapes nothing", r'{"facts": [{"person": "p1", "content": "在 C:\data 里"}]}', "repaired", {"facts": [{"person": "p1", "content": r"在 C:\data 里"}]}),
    Recorded("comments", f'{{"facts": [ // 过敏\n{ITEM} /* 完 */], "knowledge": []}}', "repaired", ONE),
    Recorded("dots in place of items", f'{{"facts": [{ITEM}, ...], "knowledge": []}}', "repaired", ONE),
    Recorded("a bracket of an item missing", '{"facts": [{"person": "p1", "content": "林知夏对花生过敏"], "knowledge": []}', "repaired", ONE),
    Recorded("a bracket of a list missing", f'{{"facts": [{ITEM}}}', "repaired", {"facts": [F]}),
    Recorded("the opening bracket missing", JSON[1:], "repaired", ONE),
    Recorded("a key twice", f'{{"facts": [], "facts": [{ITEM}], "knowledge": []}}', "repaired", ONE),
    Recorded("a key twice in an item", '{"facts": [{"person": "p9", "person": "p1", "content": "林知夏对花生过敏"}], "knowledge": []}', "repaired", ONE),
    Recorded("a number that is none", '{"facts": [{"person": "p1", "score": NaN}]}', "repaired", {"facts": [{"person": "p1", "score": None}]}),
    Recorded("an endless number", '{"facts": [{"person": "p1", "score": 1e999}]}', "repaired", {"facts": [{"person": "p1", "score": None}]}),
    Recorded("a string that is JSON", '"{\\"facts\\": [{\\"person\\": \\"p1\\", \\"content\\": \\"林知夏对花生过敏\\"}], \\"knowledge\\": []}"', "repaired", ONE),
    Recorded("escaped once too often", '{\\"facts\\": [{\\"person\\": \\"p1\\", \\"content\\": \\"林知夏对花生过敏\\"}], \\"knowledge\\": []}', "repaired", ONE),
    Recorded("wrapped in a result", f'{{"result": {JSON}}}', "repaired", ONE),
    Recorded("wrapped twice", f'{{"status": "ok", "data": {{"answer": {JSON}}}}}', "repaired", ONE),
    Recorded("a list under another name", f'{{"memories": [{ITEM}]}}', "repaired", [F]),
    Recorded("the arguments of a tool call", '{"name": "save", "arguments": "{\\"facts\\": [], \\"knowledge\\": []}"}', "repaired", NONE),
    Recorded("an object a line", f"{ITEM}\n{ITEM}", "repaired", [F, F]),
    Recorded("half a surrogate pair", '{"facts": [{"person": "p1", "content": "猫\\ud83d咪"}]}', "repaired", {"facts": [{"person": "p1", "content": "猫咪"}]}),
    Recorded("an escaped NUL", '{"facts": [{"person": "p1\\u0000", "content": "猫"}]}', "repaired", {"facts": [{"person": "p1", "content": "猫"}]}),
)  # fmt: skip

CUT: Final = (
    Recorded("cut inside the second item", f'{{"facts": [{ITEM}, {{"person": "p2", "content": "小林住在', "repaired", {"facts": [F]}),
    Recorded("cut between items", f'{{"facts": [{ITEM}, ', "repaired", {"facts": [F]}),
    Recorded("cut behind an item", f'{{"facts": [{ITEM}', "repaired", {"facts": [F]}),
    Recorded("cut before the last bracket", JSON[:-1], "repaired", ONE),
    Recorded("cut inside the first item", '{"facts": [{"person": "p1", "content": "林知', "repaired", {"facts": []}),
    Recorded("cut inside a number", f'{{"facts": [{ITEM}, {{"person": "p2", "messages": [1, 2', "repaired", {"facts": [F]}),
    Recorded("cut inside an escape", f'{{"facts": [{ITEM}, {{"person": "p2\\', "repaired", {"facts": [F]}),
    Recorded("cut inside a fence", f'```json\n{{"facts": [{ITEM}, {{"person', "repaired", {"facts": [F]}),
    Recorded("cut inside a key", f'{{"facts": [{ITEM}], "knowl', "repaired", {"facts": [F]}),
    Recorded("cut behind a key", f'{{"facts": [{ITEM}], "knowledge":', "repaired", {"facts": [F]}),
    Recorded("cut behind a draft in thinking", f'<think>{EMPTY_JSON}</think>{{"facts": [{ITEM}, {{"pers', "repaired", {"facts": [F]}),
    Recorded("cut and a root list", f'[{ITEM}, {{"person": "p', "repaired", [F]),
    Recorded("broken in the middle", f'{{"facts": [{ITEM}, {{"person": }} ]', "repaired", {"facts": [F]}),
    Recorded("single quotes that can be read in two ways", f"{{'facts': [{ITEM}, {{'content': '他说'好'了'}}]}}", "repaired", {"facts": [F]}),
)  # fmt: skip

REFUSED: Final = (
    Recorded("抱歉", "抱歉，我无法协助处理这个请求。", "refused"),
    Recorded("我无法提供", "我无法提供与该内容相关的总结。", "refused"),
    Recorded("traditional characters", "對不起，我無法協助整理這段對話。", "refused"),
    Recorded(
        "as a language model", "作为一个人工智能语言模型，我不能对此类内容进行总结。", "refused"
    ),
    Recorded("against rules", "该内容违反了我们的使用政策，已停止生成。", "refused"),
    Recorded("sensitive content", "输入内容可能包含敏感信息，请修改后重试。", "refused"),
    Recorded("another subject", "这个问题我们换个话题聊聊吧。", "refused"),
    Recorded("I can't help with that", "I'm sorry, but I can't help with that.", "refused"),
    Recorded("a curly apostrophe", "I can’t assist with that request.", "refused"),
    Recorded("unable to", "I am unable to provide a summary of this conversation.", "refused"),
    Recorded("must decline", "I must decline to process this content.", "refused"),
    Recorded("policy wording", "This request violates our usage policies.", "refused"),
    Recorded(
        "a content filter", "The response was filtered: content management policy.", "refused"
    ),
    Recorded(
        "a refusal behind thinking",
        f"<think>{EMPTY_JSON}</think>I cannot help with that.",
        "refused",
    ),
    Recorded(
        "a refusal behind drafts",
        f"<think>{EMPTY_JSON}？{JSON}？</think>I cannot help with that.",
        "refused",
    ),
    Recorded("a refusal with a bracket", "抱歉，[图片] 里的内容我无法处理。", "refused"),
    Recorded("a refusal and an empty object", "I'm sorry, I can't summarize this. {}", "refused"),
    Recorded("a refusal as an object", '{"error": "I cannot help with that."}', "refused"),
    Recorded("a refusal as a string", '"I can\'t help with that."', "refused"),
)

EMPTY: Final = (
    Recorded("nothing", "", "empty"),
    Recorded("white space", " \n\t\u3000", "empty"),
    Recorded("a byte order mark alone", "\ufeff", "empty"),
    Recorded("an empty fence", "```json\n```", "empty"),
    Recorded("null", "null", "empty"),
    Recorded("thinking alone", "<think>没有什么</think>\n", "empty"),
    Recorded(
        "a draft, then the answer, in thinking that never closes",
        f"<think>{EMPTY_JSON}？不。{JSON}",
        "empty",
    ),
    Recorded("an answer cut inside thinking", f'<think>嗯：{{"facts": [{ITEM}, {{"pers', "empty"),
    Recorded("thinking that never ends", "<think>第一条消息说的是", "empty"),
)

GARBAGE: Final = (
    Recorded("prose", "这段聊天里林知夏说她对花生过敏。", "garbage"),
    Recorded("a list in prose", "1. 林知夏对花生过敏\n2. 小林住在苏州", "garbage"),
    Recorded("brackets in prose", "她说 [1] 过敏，见 {注}。", "garbage"),
    Recorded("yaml", "facts:\n  - person: p1\n    content: 过敏", "garbage"),
    Recorded("xml", "<facts><fact person='p1'>过敏</fact></facts>", "garbage"),
    Recorded("a number", "42", "garbage"),
    Recorded("true", "true", "garbage"),
    Recorded("a string", '"没有"', "garbage"),
    Recorded("deep lists", "[" * 5_000, "garbage"),
    Recorded("deep objects", '{"facts":' * 5_000, "garbage"),
    Recorded("deep and whole", "[" * 40 + "]" * 40, "garbage"),
    Recorded("huge", "x" * (5 * 1024 * 1024), "garbage"),
    Recorded("a repeated token", "的" * 4_000, "garbage"),
    Recorded("one bracket", "{", "garbage"),
    Recorded("an example, then the answer", f"格式是 {EMPTY_JSON}，答案是 {JSON}", "garbage"),
    Recorded(
        "two lists of facts in prose",
        f'先 [{ITEM}] 后 [{{"person": "p2", "content": "x"}}]',
        "garbage",
    ),
)

ALL: Final = (*AROUND, *MENDED, *CUT, *REFUSED, *EMPTY, *GARBAGE)
