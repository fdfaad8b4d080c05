"""People and lines for the tests of the built-in rules. Now is Monday, 2026-11-30, 20:00."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

from memory_core.ports import ExtractionRequest, KnownFact, Line, ProposedFact
from memory_core.providers.builtin import BuiltinRules

NOW = datetime(2026, 11, 30, 20, 0, tzinfo=timezone(timedelta(hours=8)))
ZHIXIA, XIAOLIN, NORA, BOT, OTHER_XIAOLIN = 1, 2, 3, 9, 12


def line(
    text: str,
    *,
    number: int = 1,
    person_id: int = ZHIXIA,
    speaker: str = "林知夏",
    is_bot: bool = False,
    is_pending: bool = False,
) -> Line:
    return Line(number, person_id, speaker, is_bot, text, NOW, is_pending)


PRESENT = (
    line("在的", number=101, person_id=XIAOLIN, speaker="小林"),
    line("hm", number=102, person_id=NORA, speaker="Nora"),
)


def request(
    lines: Sequence[Line], *, context: Sequence[Line] = (), known: Sequence[KnownFact] = ()
) -> ExtractionRequest:
    return ExtractionRequest("group", lines, context, known)


def facts(
    text: str, *, speaker: str = "林知夏", known: Sequence[KnownFact] = ()
) -> tuple[ProposedFact, ...]:
    """What one line says, with 小林 and Nora in the room."""
    asked = request([line(text, speaker=speaker)], context=PRESENT, known=known)
    return BuiltinRules().extract(asked).facts
