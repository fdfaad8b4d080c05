"""The closed vocabularies of the engine (SPEC 1 and 2). Pure names, no behaviour."""

from typing import Final, Literal, get_args

Kind = Literal[
    "identity", "date", "preference", "relation", "event",
    "state", "plan", "fact", "context", "other",
]  # fmt: skip
Slot = Literal["name", "age", "birthday", "gender", "home", "hometown", "job", "school", "partner"]
Source = Literal["user", "model", "extraction", "consolidation", "import", "character"]
Origin = Literal["direct", "group", "legacy"]
StreamKind = Literal["group", "direct"]
Role = Literal["user", "assistant"]
BodyState = Literal["ready", "pending", "placeholder"]
FactState = Literal["active", "frozen", "superseded", "archived"]
Isolation = Literal["global", "preset", "stream"]
JobState = Literal["queued", "running", "succeeded", "failed", "skipped", "cancelled"]
Readiness = Literal["sparing", "balanced", "eager"]
Purpose = Literal["summary", "extraction"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
SLOTS: Final[tuple[Slot, ...]] = get_args(Slot)
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)
STREAM_KINDS: Final[tuple[StreamKind, ...]] = get_args(StreamKind)
ROLES: Final[tuple[Role, ...]] = get_args(Role)
FACT_STATES: Final[tuple[FactState, ...]] = get_args(FactState)
ISOLATIONS: Final[tuple[Isolation, ...]] = get_args(Isolation)
JOB_STATES: Final[tuple[JobState, ...]] = get_args(JobState)
