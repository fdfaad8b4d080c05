"""The words and icons of every closed vocabulary (mockups/README "States")."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from memory_core.facts.store import Fact

NOTHING = "\N{EN DASH}"
UNKNOWN_ICON = "circle-dashed"


@dataclass(frozen=True, slots=True)
class Label:
    """A word, its icon, and the state class that gives it its colour ("" = none)."""

    text: Any
    icon: str = ""
    css: str = ""


STATES = {
    "active": Label(_("Active"), "leaf", "is-active"),
    "frozen": Label(_("Frozen"), "snowflake", "is-frozen"),
    "superseded": Label(_("Superseded"), "replace", "is-superseded"),
    "archived": Label(_("Archived"), "archive", "is-archived"),
}
PINNED = Label(_("Pinned"), "pin", "is-pinned")
CONFLICT = Label(_("Conflict"), "split", "is-conflict")

KINDS = {
    "identity": Label(_("Identity")),
    "date": Label(_("Date")),
    "preference": Label(_("Preference")),
    "relation": Label(_("Relation")),
    "event": Label(_("Event")),
    "state": Label(pgettext_lazy("kind of fact", "State")),
    "plan": Label(_("Plan")),
    "fact": Label(pgettext_lazy("kind of fact", "Fact")),
    "context": Label(_("Context")),
    "other": Label(_("Other")),
}
EPISODE_KINDS = {
    "summary": Label(_("Summary")),
    "unsummarized": Label(_("Placeholder")),
}
SLOTS = {
    "name": Label(pgettext_lazy("slot", "Name")),
    "age": Label(pgettext_lazy("slot", "Age")),
    "birthday": Label(pgettext_lazy("slot", "Birthday")),
    "gender": Label(pgettext_lazy("slot", "Gender")),
    "home": Label(pgettext_lazy("slot", "Home")),
    "hometown": Label(pgettext_lazy("slot", "Home town")),
    "job": Label(pgettext_lazy("slot", "Job")),
    "school": Label(pgettext_lazy("slot", "School")),
    "partner": Label(pgettext_lazy("slot", "Partner")),
}
SOURCES = {
    "user": Label(pgettext_lazy("source", "Operator"), "user-pen"),
    "model": Label(pgettext_lazy("source", "Model"), "bot"),
    "extraction": Label(pgettext_lazy("source", "Extraction"), "filter"),
    "consolidation": Label(pgettext_lazy("source", "Consolidation"), "moon-star"),
    "import": Label(pgettext_lazy("source", "Import"), "import"),
    "character": Label(pgettext_lazy("source", "Character"), "drama"),
}
ORIGINS = {
    "group": Label(_("Group chat"), "users"),
    "direct": Label(_("Private chat"), "lock"),
    "legacy": Label(_("Old data"), "history"),
}
VERBS = {
    "create": Label(pgettext_lazy("operation", "Created"), "plus"),
    "archive": Label(pgettext_lazy("operation", "Archived"), "archive"),
    "restore": Label(pgettext_lazy("operation", "Restored"), "rotate-ccw"),
    "pin": Label(pgettext_lazy("operation", "Pinned"), "pin"),
    "unpin": Label(pgettext_lazy("operation", "Unpinned"), "minus"),
    "replace": Label(pgettext_lazy("operation", "Replaced"), "pencil"),
    "supersede": Label(pgettext_lazy("operation", "Superseded"), "replace"),
    "raise_origin": Label(pgettext_lazy("operation", "Heard in a group as well"), "users"),
    "add_evidence": Label(pgettext_lazy("operation", "Said again"), "zap"),
    "link": Label(pgettext_lazy("operation", "Linked"), "waypoints"),
    "write": Label(pgettext_lazy("operation", "Summary by hand"), "pen-line"),
    "summarize": Label(pgettext_lazy("operation", "Summarised"), "book-open-text"),
    "split": Label(pgettext_lazy("operation", "Split"), "scissors"),
    "dismiss": Label(pgettext_lazy("operation", "Left without a summary"), "square-dashed"),
    "undo": Label(pgettext_lazy("operation", "Undone"), "undo-2"),
}
BATCHES = {
    **VERBS,
    "extract": Label(_("Extraction"), "filter"),
    "summarize": Label(_("Summary"), "book-open-text"),
}
WISHES = {
    "archive": Label(_("Archive"), "archive"),
    "restore": Label(_("Restore"), "rotate-ccw"),
    "pin": Label(_("Pin"), "pin"),
    "unpin": Label(_("Unpin"), "pin"),
}
CAUSES = {
    "create": Label(_("written")),
    "reinforce": Label(_("said again")),
    "use": Label(_("used in a reply")),
    "sweep": Label(_("froze")),
    "kind": Label(_("another kind")),
    "freeze": Label(_("frozen by hand")),
    "revive": Label(_("came back")),
    "pin": Label(_("pinned")),
    "unpin": Label(_("unpinned")),
    "undo": Label(_("undone")),
}
SUBJECTS = {
    "fact": Label(_("Fact"), "notebook-pen", "#"),
    "episode": Label(_("Episode"), "book-open-text", "E"),
    "knowledge": Label(_("Knowledge"), "library", "K"),
    "edges": Label(_("Links"), "waypoints", "L"),
    "candidate": Label(_("Candidate"), "hourglass", "C"),
    "person": Label(_("Person"), "contact", "P"),
}
STREAM_KINDS = {
    "group": Label(_("Group chat"), "users"),
    "direct": Label(_("Private chat"), "lock"),
}
ACTORS = {
    "user": Label(_("Operator"), "user"),
    "job": Label(_("Background job"), "cpu"),
    "api": Label(_("Program"), "braces"),
    "system": Label(_("The program itself"), "settings"),
}
JOB_STATES = {
    "queued": Label(_("Waiting"), "hourglass", "is-idle"),
    "running": Label(_("Running"), "loader", "is-ok"),
    "succeeded": Label(_("Done"), "circle-check", "is-ok"),
    "failed": Label(_("Failed"), "circle-x", "is-bad"),
    "skipped": Label(_("Skipped"), "circle-slash", "is-warn"),
    "cancelled": Label(_("Cancelled"), "circle-slash", "is-idle"),
}
JOB_KINDS = {
    "summarize": Label(_("Summary"), "book-open-text"),
    "resummarize": Label(_("Another try at a summary"), "refresh-cw"),
    "extract": Label(_("Extraction"), "filter"),
    "assess": Label(_("Assessment"), "gauge"),
    "embed": Label(_("Vectors"), "waypoints"),
    "sweep": Label(_("Forgetting"), "snowflake"),
    "decay_edges": Label(_("Fading of links"), "waypoints"),
    "backup": Label(_("Backup"), "hard-drive-download"),
    "tidy": Label(_("Tidying up"), "list-checks"),
    "retrieve": Label(_("Retrieval"), "scan-search"),
    "consolidate": Label(_("Consolidation"), "moon-star"),
}


def of_fact(fact: Fact, *, is_in_conflict: bool = False) -> Label:
    """The badge: what waits for a person comes before what merely is."""
    if fact.state == "active" and is_in_conflict:
        return CONFLICT
    if fact.state == "active" and fact.is_pinned:
        return PINNED
    return STATES[fact.state]


def word(vocabulary: dict[str, Label], key: str | None) -> Label:
    """A label also for words a later version brings: the word itself."""
    return vocabulary.get(key or "") or Label(key or NOTHING, UNKNOWN_ICON)
