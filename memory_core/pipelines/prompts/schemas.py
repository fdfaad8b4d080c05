"""What we ask models for, as JSON schemas, and what we make of it when types are off.

Unknown keys are ignored, near types are taken for what they mean, an item that cannot be is left
out and counted.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, ClassVar, Final, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from memory_core.algorithms.vocabulary import KINDS, SLOTS
from memory_core.pipelines.prompts import answers

ITEMS: Final = 40
"""Of each sort in one answer. Grounding keeps ten facts and holds the rest for review; what an
answer has beyond this is no reading of 30 messages."""
CITED: Final = 12
_KINDS_ZH: Final = {
    "身份": "identity", "日期": "date", "偏好": "preference", "喜好": "preference",
    "关系": "relation", "事件": "event", "状态": "state", "计划": "plan", "事实": "fact",
    "上下文": "context", "背景": "context", "其他": "other", "其它": "other",
}  # fmt: skip
_YES: Final = frozenset(
    ("true", "yes", "y", "1", "worthwhile", "extract", "是", "有", "值得", "真", "要")
)
_NO: Final = frozenset(
    ("false", "no", "n", "0", "none", "nothing", "skip", "否", "无", "没有", "不值得", "假", "不")
)
_NUMBER: Final = re.compile(r"(?<![0-9])[0-9]{1,6}(?![0-9])")
_DATE: Final = re.compile(r"([0-9]{4})\s*[-/.年]\s*([0-9]{1,2})\s*[-/.月]\s*([0-9]{1,2})")
_NOTHING: Final = frozenset(("", "null", "none", "nil", "n/a", "na", "-", "无", "没有", "空"))

Model = TypeVar("Model", bound=BaseModel)


def as_text(value: object) -> object:
    """A text; a number is one too, several texts are one with spaces between."""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    return value.strip() if isinstance(value, str) else value


def as_texts(value: object) -> list[str]:
    """Texts, each once; what is none is left out. One text may hold a list as JSON."""
    value = answers.decode(value) if isinstance(value, str) else value
    items = value if isinstance(value, list) else [value]
    texts = [as_text(item) for item in items]
    return list(dict.fromkeys(text for text in texts if isinstance(text, str) and text))


def as_numbers(value: object) -> list[int]:
    """Message numbers out of 3, "3", "#3", "3, 4", [3, "4"] or [{"id": 3}], each once."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int | float):
        return [int(value)] if 0 < value < 1_000_000 else []
    if isinstance(value, Mapping):
        value = value.get("id", value.get("message"))
        return [] if isinstance(value, Mapping | list) else as_numbers(value)
    if isinstance(value, list):
        found = [
            number for item in value if not isinstance(item, list) for number in as_numbers(item)
        ]
        return list(dict.fromkeys(found))[:CITED]
    return list(dict.fromkeys(int(digits) for digits in _NUMBER.findall(str(value))))[:CITED]


def as_yes_or_no(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return bool(value)
    if isinstance(value, str):
        word = value.strip().strip("。.!！").lower()
        return True if word in _YES else False if word in _NO else value
    return value


def as_kind(value: object) -> object:
    """A kind's name; grounding makes an event of one it does not know."""
    text = as_text(value)
    if not isinstance(text, str):
        return "event"
    return _KINDS_ZH.get(text, text.lower()[:20])


def as_slot(value: object) -> str | None:
    text = as_text(value)
    slot = text.lower() if isinstance(text, str) else ""
    return slot if slot in SLOTS else None


def as_day(value: object) -> date | None:
    """A day out of 2026-12-03, 2026/12/3, 2026年12月3日, with or without a time."""
    found = _DATE.search(value) if isinstance(value, str) else None
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


Text = Annotated[str, BeforeValidator(as_text)]
Texts = Annotated[list[str], BeforeValidator(as_texts)]
Numbers = Annotated[
    list[int],
    BeforeValidator(as_numbers),
    WithJsonSchema({"type": "array", "items": {"type": "integer"}}),
]
YesOrNo = Annotated[bool, BeforeValidator(as_yes_or_no)]
KindName = Annotated[
    str, BeforeValidator(as_kind), WithJsonSchema({"type": "string", "enum": list(KINDS)})
]
SlotName = Annotated[
    str | None,
    BeforeValidator(as_slot),
    WithJsonSchema({"type": ["string", "null"], "enum": [*SLOTS, None]}),
]
Day = Annotated[date | None, BeforeValidator(as_day), WithJsonSchema({"type": ["string", "null"]})]


class _Shape(BaseModel):
    """An object of an answer. Keys count in any case; `synonyms` are other words for them."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    synonyms: ClassVar[Mapping[str, str]] = {}

    @model_validator(mode="before")
    @classmethod
    def _by_name(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        named: dict[str, object] = {}
        for key, value in data.items():
            plain = str(key).strip().lower().replace("-", "_").replace(" ", "_")
            # The key we asked for counts before another word for it.
            if plain in cls.model_fields:
                named[plain] = value
            elif (name := cls.synonyms.get(plain)) is not None:
                named.setdefault(name, value)
        return named


class SummaryAnswer(_Shape):
    synonyms = {
        "text": "summary", "content": "summary", "摘要": "summary", "总结": "summary",
        "keywords": "cues", "questions": "cues", "线索": "cues", "印象": "impression",
    }  # fmt: skip
    summary: Annotated[Text, Field(min_length=1)]
    cues: Texts = []
    impression: Text = ""


class AssessmentAnswer(_Shape):
    synonyms = {
        "is_worthwhile": "worthwhile", "worth": "worthwhile", "extract": "worthwhile",
        "should_extract": "worthwhile", "值得": "worthwhile", "理由": "reason", "原因": "reason",
    }  # fmt: skip
    worthwhile: YesOrNo
    reason: Text = ""


class FactAnswer(_Shape):
    synonyms = {
        "subject": "person", "who": "person", "about": "person", "category": "kind",
        "type": "kind", "text": "content", "fact": "content", "statement": "content",
        "message_ids": "messages", "message_id": "messages", "message": "messages",
        "ids": "messages", "id": "messages", "evidence": "quote", "replaces": "supersedes",
        "planned_date": "date", "planned_at": "date",
    }  # fmt: skip
    person: Annotated[Text, Field(min_length=1)]
    kind: KindName = "event"
    slot: SlotName = None
    content: Annotated[Text, Field(min_length=1, max_length=500)]
    messages: Numbers = []
    quote: Text = ""
    supersedes: Texts = []
    date: Day = None


class KnowledgeAnswer(_Shape):
    synonyms = {
        "name": "title", "topic": "title", "text": "content", "definition": "content",
        "message_ids": "messages", "message_id": "messages", "message": "messages",
        "ids": "messages", "id": "messages", "evidence": "quote",
    }  # fmt: skip
    title: Text = ""
    content: Annotated[Text, Field(min_length=1, max_length=1_000)]
    messages: Numbers = []
    quote: Text = ""


class ExtractionAnswer(_Shape):
    facts: list[FactAnswer] = []
    knowledge: list[KnowledgeAnswer] = []


@dataclass(frozen=True, slots=True)
class Extracted:
    """The items that could be read; `dropped` could not."""

    facts: tuple[FactAnswer, ...]
    knowledge: tuple[KnowledgeAnswer, ...]
    dropped: int


def one(model: type[Model], value: object) -> Model | None:
    """The object, None where it is none."""
    try:
        return model.model_validate(value)
    except ValidationError:
        return None


def extracted(value: object) -> Extracted | None:
    """The facts and knowledge of an answer: {"facts": …, "knowledge": …}, a list of such, or a
    bare list of facts. None where it is none of these."""
    roots = value if isinstance(value, list) else [value]
    facts: list[object] = []
    knowledge: list[object] = []
    for root in roots:
        if not isinstance(root, dict):
            return None
        keys = {str(key).strip().lower(): item for key, item in root.items()}
        if "facts" in keys or "knowledge" in keys or not keys:
            facts += _listed(keys.get("facts"))
            knowledge += _listed(keys.get("knowledge"))
        elif isinstance(value, list) or one(FactAnswer, root):
            facts.append(root)
        else:
            return None
    read_facts = _read(FactAnswer, facts)
    read_texts = _read(KnowledgeAnswer, knowledge)
    dropped = len(facts) + len(knowledge) - len(read_facts) - len(read_texts)
    return Extracted(read_facts, read_texts, dropped)


def _read(model: type[Model], items: Sequence[object]) -> tuple[Model, ...]:
    return tuple(item for raw in items[:ITEMS] if (item := one(model, raw)) is not None)


def _listed(value: object) -> list[object]:
    """A list; one object alone, or a text that holds either, is one too."""
    value = answers.decode(value) if isinstance(value, str) else value
    if value is None or (isinstance(value, str) and value.strip().lower() in _NOTHING):
        return []
    return list(value) if isinstance(value, list) else [value]


def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema for an end point that holds its answers to one: every key required, no other
    allowed, nothing by reference, since not every end point resolves one."""
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    made = _strict(schema, definitions)
    if not isinstance(made, dict):
        raise TypeError("a schema is an object")
    return made


_SAID_ELSEWHERE: Final = frozenset(("title", "default", "description", "minLength", "maxLength"))


def _strict(node: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_strict(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _strict(definitions[str(node["$ref"]).rpartition("/")[2]], definitions)
    made = {
        key: {name: _strict(item, definitions) for name, item in value.items()}
        if key == "properties"
        else _strict(value, definitions)
        for key, value in node.items()
        if key not in _SAID_ELSEWHERE
    }
    if made.get("type") == "object":
        made["required"] = list(made.get("properties", {}))
        made["additionalProperties"] = False
    return made
