"""The one reader of what a model said (SPEC 3.2, TRUST F04): any text gives an Answer, none raises.

Five ends are kept apart, because each is answered differently: what can be used as it is, what had
to be mended, a refusal, what nobody can read, and nothing at all.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from memory_core.pipelines.prompts import mending, refusals
from memory_core.pipelines.prompts.mending import Reading, TooDeep

Status = Literal["parsed", "repaired", "refused", "garbage", "empty"]

SIZE: Final = 256 * 1024
"""Characters. The longest answer we ask for has 4,000."""
RAW_CHARACTERS: Final = 4_000
CANDIDATES: Final = 64
"""Objects looked at in one answer; prose full of brackets costs no more than this."""
_WRAPPERS: Final = 4

_TAG: Final = re.compile(
    r"(?:<|◁|\[)(?P<end>/)?(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)"
    r"(?:\s[^<>\n]{0,40})?(?:>|▷|\])",
    re.IGNORECASE,
)
_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[ \t]*(?:[\w+-]{1,20}[ \t]*)?$", re.MULTILINE)
_AROUND: Final = (
    " \t\r\n\x0b\x0c\x00\x85\xa0\u2028\u2029\u3000\ufeff\u200b\u200c\u200d\u200e\u200f\u2060"
)
# The first quote of the first object is escaped: JSON inside a JSON text.
_ESCAPED: Final = re.compile(r'[^{\[]*[{\[][\s{\[]*(?:\\[nrt]\s*)*\\"')
_ONE_ESCAPE: Final = re.compile(r'\\(["\\/nrt])')
_PLAIN: Final = {"n": "\n", "r": "\r", "t": "\t"}
_HEADLESS: Final = re.compile(r'["“](\w{1,40})["”]\s*[:：]')
_TELLING: Final = re.compile(r"\w")
# Where a template of channels puts the answer; no message brings it into a prompt whole.
_FINAL: Final = re.compile(r"<\|channel\|>\s{0,4}final\s{0,4}<\|message\|>")
_UNSTORABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class _Several(Exception):
    """More than one object that could be the answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`value` is an object or a list where the status is parsed or repaired, else None. `note`
    says what was mended, or why there is nothing to use; it never repeats the answer's words.
    `is_cut` = the answer broke off, and only whole items were kept."""

    status: Status
    value: object = None
    note: str = ""
    is_cut: bool = False

    @property
    def is_usable(self) -> bool:
        return self.status in ("parsed", "repaired")


def parse(text: str, *, wanted: Collection[str] = ()) -> Answer:
    """Read an answer. `wanted` are the keys of the object we asked for: they tell it from an
    example of one item or a wrapper. Of several different ones the answer itself is the one it
    begins with; anywhere else nobody can tell it from a draft, or from JSON that somebody in the
    chat wrote and the model repeats, so that is garbage."""
    if len(text) > SIZE:
        return Answer("garbage", note=f"longer than {SIZE} characters")
    whole = _unescaped(text)
    body = _said(whole)
    try:
        chosen = _choose(body, whole=whole, wanted=wanted)
    except TooDeep:
        return Answer("garbage", note=f"brackets nested deeper than {mending.DEPTH}")
    except _Several:
        return Answer("garbage", note="several different JSON objects")
    if chosen is not None and _rank(chosen.value, wanted) > 0:
        return _usable(chosen, was_escaped=whole != text)
    if _FENCE.sub("", body).strip().lower() in ("", "null", "none"):
        return Answer("empty", note="only thinking" if _TAG.search(text) else "nothing was said")
    if refusals.find(body):
        return Answer("refused", note="the model declined")
    if chosen is not None:
        return _usable(chosen)
    return Answer("garbage", note="no JSON object to be found")


def kept(text: str) -> str:
    """An answer as it may be stored with its failure: short, and free of what no table takes."""
    return _UNSTORABLE.sub("", text[:RAW_CHARACTERS])


# From the text to the object ------------------------------------------------------------------


def _said(text: str) -> str:
    """The answer without its thinking. Inside an answer such a tag is something people wrote."""
    body = text.strip(_AROUND)
    body = body[final[-1].end() :] if (final := list(_FINAL.finditer(body))) else body
    if _FENCE.sub("", body, count=1).lstrip()[:1] in ("{", "[") and not _TAG.match(body):
        return body
    said: list[str] = []
    start, is_thinking = 0, False
    objects = _whole_objects(body) if _TAG.search(body) else []
    for tag in _TAG.finditer(body):
        if not is_thinking and any(first < tag.start() < end for first, end in objects):
            continue
        if tag["end"]:
            if not is_thinking:
                # The opening tag stood in the model's template: all before was thinking.
                said.clear()
            is_thinking, start = False, tag.end()
        elif not is_thinking:
            said.append(body[start : tag.start()])
            is_thinking = True
    if not is_thinking:
        said.append(body[start:])
    return "".join(said).strip(_AROUND)


def _whole_objects(text: str) -> list[tuple[int, int]]:
    """Where standard JSON stands in a text. A tag inside is a quotation, whoever wrote it there."""
    try:
        found = list(mending.readings(text, at_most=CANDIDATES))
    except TooDeep:
        return []
    return [(reading.start, reading.end) for reading in found if not reading.notes]


def _unescaped(text: str) -> str:
    """JSON inside a JSON text, or escaped once too often, as JSON; any other text as it is."""
    if not _ESCAPED.match(text):
        return text
    return _ONE_ESCAPE.sub(lambda found: _PLAIN.get(found[1], found[1]), text)


def _choose(body: str, *, whole: str, wanted: Collection[str]) -> Reading | None:
    """The best object of an answer; where the rest holds none, what ends the thinking itself."""
    chosen = _best(body, wanted)
    if chosen is not None and _rank(chosen.value, wanted) > 0 and not chosen.is_cut:
        return chosen
    if len(whole.strip()) > len(body) and (ending := _ending(whole, wanted)) is not None:
        return ending
    return chosen


def _ending(whole: str, wanted: Collection[str]) -> Reading | None:
    """The whole object that ends an answer whose thinking was never closed."""
    try:
        ending = _best(whole, wanted)
    except _Several:
        return None
    if ending is None or _rank(ending.value, wanted) < 2 or ending.is_cut:
        return None
    if _says_something(whole[ending.end :]):
        return None
    return replace(ending, notes=(*ending.notes, "it stood in unclosed thinking"))


def _best(text: str, wanted: Collection[str]) -> Reading | None:
    found = [_unfold(reading, wanted) for reading in _readings(text, wanted)]
    highest = max((_rank(reading.value, wanted) for reading in found), default=0)
    best = [reading for reading in found if _rank(reading.value, wanted) == highest]
    if highest > 0:
        return _only(best, text)
    loose = [reading for reading in found if isinstance(reading.value, dict) and reading.value]
    if len(loose) > 1:
        # One object a line, without a list around them.
        notes = ("items without a list around them",)
        values = [reading.value for reading in loose]
        return Reading(values, loose[0].start, loose[-1].end, notes, loose[-1].is_cut)
    if not best or best[-1].is_cut:
        return None
    around = text[: best[-1].start] + text[best[-1].end :]
    return None if _says_something(around) else best[-1]


def _only(fitting: Sequence[Reading], text: str) -> Reading:
    """The one that counts; _Several where nobody can tell which that is."""
    first = fitting[0]
    is_same = all(reading.value == first.value for reading in fitting)
    if is_same or not _says_something(text[: first.start]):
        return first
    raise _Several


def _says_something(text: str) -> bool:
    return _TELLING.search(_FENCE.sub("", text)) is not None


def _readings(text: str, wanted: Collection[str]) -> Iterable[Reading]:
    head = _HEADLESS.match(text)
    if head and head[1] in wanted:
        headless = mending.read("{" + text, 0)
        yield Reading(headless.value, 0, headless.end, ("the opening bracket was missing",))
    yield from mending.readings(text, at_most=CANDIDATES)


def _unfold(reading: Reading, wanted: Collection[str]) -> Reading:
    """The wanted object inside wrappers such as {"result": {…}}, [{…}] or {"arguments": "{…}"}."""
    value = reading.value
    for _ in range(_WRAPPERS):
        if _rank(value, wanted) > 1:
            break
        inner = [_decoded(item) for item in _items(value)]
        fitting = [item for item in inner if _rank(item, wanted) > 1]
        objects = [item for item in inner if isinstance(item, dict)]
        lists = [item for item in inner if _rank(item, wanted) == 1]
        if len(fitting) == 1:
            value = fitting[0]
        elif isinstance(value, dict) and len(lists) == 1:
            value = lists[0]
        elif isinstance(value, dict) and len(objects) == 1:
            value = objects[0]
        else:
            break
    if value is reading.value or (_rank(value, wanted) <= 1 and not isinstance(value, list)):
        return reading
    notes = (*reading.notes, "it was wrapped")
    return Reading(value, reading.start, reading.end, notes, reading.is_cut)


def _items(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list) and len(value) == 1 else []


def _decoded(value: object) -> object:
    """A text that is JSON itself, read; anything else as it is."""
    return decode(value) if isinstance(value, str) else value


def decode(text: str) -> object:
    """The object or list that a text holds from its first character on, else the text."""
    stripped = text.strip()
    if stripped[:1] not in ("{", "["):
        return text
    try:
        reading = mending.read(stripped, 0)
    except TooDeep:
        return text
    return text if reading.is_cut else reading.value


def _rank(value: object, wanted: Collection[str]) -> int:
    """2 = the object we asked for, 1 = a list of objects, 0 = something else."""
    if isinstance(value, dict):
        keys = {str(key).strip().lower() for key in value}
        return 2 if not keys.isdisjoint(wanted) or (not wanted and value) else 0
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return 1
    return 0


def _usable(reading: Reading, *, was_escaped: bool = False) -> Answer:
    notes = list(reading.notes)
    if was_escaped:
        notes.append("it was escaped once too often")
    value = _storable(reading.value)
    if value != reading.value:
        notes.append("characters that cannot be stored")
    status: Status = "repaired" if notes else "parsed"
    return Answer(status, value, "; ".join(notes), reading.is_cut)


def _storable(value: object) -> object:
    """The value without lone surrogates and control characters."""
    if isinstance(value, str):
        return _UNSTORABLE.sub("", value)
    if isinstance(value, dict):
        return {_UNSTORABLE.sub("", str(key)): _storable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_storable(item) for item in value]
    return value
