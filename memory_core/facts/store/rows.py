"""Facts as the rest of the engine sees them: small frozen rows."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final, Literal

from django.utils.translation import gettext as _

from memory_core import db
from memory_core.algorithms import decay, scope
from memory_core.algorithms.tokenize import IndexText
from memory_core.algorithms.vocabulary import SLOTS, FactState, Kind, Origin, Slot, Source
from memory_core.errors import Missing
from memory_core.facts.models import Fact as FactRow
from memory_core.facts.models import FactEvidence

INDEX: Final = db.SearchIndex(
    name="facts_fts",
    tokens="facts_tokens",
    columns=("words", "bigrams", "characters"),
    weights=(1.0, 1.0, 0.5),
)

# What the ledger keeps of a fact: everything but its strength, which has a log of its own.
CURATED: Final = (
    "preset_id",
    "stream_id",
    "person_id",
    "told_by",
    "kind",
    "slot",
    "content",
    "content_key",
    "source",
    "origin",
    "half_life_hours",
    "planned_at",
    "superseded_by",
    "corrected_at",
    "evidence",
)
_SLOTS: Final[dict[str, Slot]] = {str(slot): slot for slot in SLOTS}
SCOPE_FIELDS: Final = frozenset({"preset_id", "stream_id", "person_id", "origin"})

Cause = Literal[
    "create", "reinforce", "use", "sweep", "pin", "unpin", "kind", "freeze", "revive", "undo"
]


@dataclass(frozen=True, slots=True)
class Fact:
    id: int
    preset_id: int
    stream_id: int | None
    person_id: int
    told_by: tuple[int, ...]
    kind: Kind
    slot: Slot | None
    content: str
    content_key: str
    source: Source
    origin: Origin
    half_life_hours: float
    strength: float
    strength_at: datetime
    due_at: datetime
    planned_at: datetime | None
    active: bool
    superseded_by: int | None
    corrected_at: datetime | None
    hit_count: int
    last_hit_at: datetime | None
    heard_at: datetime
    created_at: datetime
    edited_at: datetime
    batch_id: int
    version: int

    @property
    def state(self) -> FactState:
        """Derived in this order (SPEC 2)."""
        if self.superseded_by is not None:
            return "archived" if self.superseded_by == self.id else "superseded"
        return "active" if self.active else "frozen"

    @property
    def is_live(self) -> bool:
        return self.superseded_by is None

    @property
    def is_pinned(self) -> bool:
        return decay.is_pinned(self.half_life_hours)

    @property
    def is_self_told(self) -> bool:
        """Whether the person it is about said it."""
        return self.person_id in self.told_by

    @property
    def ceiling(self) -> float:
        """How firm it can become: what others say of a person stays below certainty."""
        return 1.0 if self.is_self_told else decay.THIRD_PARTY_CEILING

    def retention(self, at: datetime) -> float:
        return decay.retention(
            self.strength,
            hours=decay.hours_between(self.strength_at, at),
            half_life_hours=self.half_life_hours,
        )


@dataclass(frozen=True, slots=True)
class Evidence:
    """A message a fact rests on, the words in it, who said it, when."""

    message_id: int
    quote: str
    sender_id: int
    sent_at: datetime


def to_fact(row: FactRow) -> Fact:
    values = {name: getattr(row, name) for name in Fact.__dataclass_fields__}
    return Fact(**{**values, "told_by": tuple(row.told_by)})


def scope_tokens(fact: Fact) -> str:
    """The scope column of this fact's index row."""
    return scope.scope_tokens(
        person_id=fact.person_id,
        preset_id=fact.preset_id,
        stream_id=fact.stream_id,
        origin=fact.origin,
    )


def index_row(fact: Fact, tokens: IndexText) -> db.IndexRow:
    return db.IndexRow(fact.id, scope_tokens(fact), asdict(tokens))


def get(fact_id: int) -> Fact:
    row = FactRow.objects.filter(id=fact_id).first()
    if row is None:
        raise Missing(_("Fact #%(id)d does not exist.") % {"id": fact_id})
    return to_fact(row)


def evidence_ids(fact_id: int) -> list[int]:
    rows = FactEvidence.objects.filter(fact_id=fact_id).order_by("message_id")
    return list(rows.values_list("message_id", flat=True))


def curated(fact: Fact) -> dict[str, Any]:
    """The fields the ledger holds, as they are now."""
    values = {name: getattr(fact, name) for name in CURATED if name != "evidence"}
    return {**values, "told_by": list(fact.told_by), "evidence": evidence_ids(fact.id)}


def as_slot(slot: str | None) -> Slot | None:
    """A slot of the fixed vocabulary, else none (SPEC 1)."""
    return _SLOTS.get(slot or "")


def as_kind(kind: str) -> Kind:
    """A known kind; anything else is an event (SPEC 2)."""
    return kind if kind in decay.HALF_LIFE_HOURS else "event"
