"""The invariants of TRUST section 5, collected from the stores: the oracle of every test."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from memory_core import upkeep
from memory_core.edges import store as edges
from memory_core.episodes import store as episodes
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.knowledge import store as knowledge
from memory_core.ledger import store as ledger
from memory_core.messages import store as messages
from memory_core.people import store as people

TITLES: Final[Mapping[str, str]] = {
    "I1": "the database file is sound",
    "I2": "every archived message has its episode, every episode its messages",
    "I3": "search indexes hold exactly the stored rows",
    "I4": "chains of supersession end, within one person",
    "I5": "the ledger and the strength log tell the rows of now",
    "I6": "cursors stand where work was done or skipped",
    "I7": "no proposal was written twice",
    "I8": "both vectors of a row or none",
    "I9": "edges are in order and have both ends",
    "I10": "what groups see was said in a group",
    "I11": "strength, retention and due dates follow the curve",
    "I12": "jobs are queued, running or ended",
    "I14": "the ledger is append-only",
}
Faults = dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Finding:
    """One invariant: whether it holds, else the ids and what is wrong with them."""

    invariant: str
    title: str
    is_ok: bool
    ids: tuple[int, ...] = ()
    detail: str = ""


def check_memory(*, at: datetime, repair: bool = False) -> list[Finding]:
    """Check every invariant; with `repair` first rebuild what can be rebuilt: the indexes.

    I7 has no reader: unique constraints on (batch, candidate key) hold it, which SQLite's own
    check of I1 covers.
    """
    if repair:
        for index_owner in (facts, episodes, knowledge):
            index_owner.rebuild_index()
    faults: dict[str, Faults] = {name: {} for name in TITLES}
    for found in (facts.check(at=at), episodes.check(), knowledge.check()):
        for name, broken in found.items():
            _merge(faults[name], broken)
    _merge(faults["I2"], _check_episodes())
    _merge(faults["I3"], _check_indexes())
    _merge(faults["I5"], ledger.check() | people.check())
    _merge(faults["I6"], messages.check() | _check_coverage())
    _merge(faults["I9"], edges.check() | _check_nodes())
    _merge(faults["I10"], _check_origins())
    _merge(faults["I12"], jobs.check())
    texts = {"I1": upkeep.damage(), "I14": ", ".join(upkeep.missing_triggers())}
    return [_finding(name, faults[name], texts.get(name, "")) for name in TITLES]


def _merge(into: Faults, more: Faults) -> None:
    for what, ids in more.items():
        into.setdefault(what, []).extend(ids)


def _finding(name: str, faults: Faults, text: str) -> Finding:
    broken = {what: ids for what, ids in faults.items() if ids}
    ids = tuple(sorted({found for listed in broken.values() for found in listed}))
    detail = "; ".join(filter(None, [*broken, text]))
    return Finding(name, TITLES[name], is_ok=not broken and not text, ids=ids, detail=detail)


def _check_episodes() -> Faults:
    archived, known = messages.archived_by(), episodes.all_ids()
    return {
        "messages of a missing episode": sorted(set(archived) - known),
        "episode without messages": sorted(known - set(archived)),
    }


def _check_indexes() -> Faults:
    faults: Faults = {}
    for name, store in (("facts", facts), ("cues", episodes), ("knowledge", knowledge)):
        drift = store.check_index()
        faults[f"{name}: not in the index"] = list(drift.missing)
        faults[f"{name}: index rows of nothing"] = list(drift.surplus)
        # The engine does not say which rows differ; 0 stands for the whole index.
        faults[f"{name}: index differs from the stored tokens"] = [] if drift.is_consistent else [0]
    return faults


def _check_coverage() -> Faults:
    """Every message up to the cursor was read by an extraction of its own stream, or is listed.

    Ids of streams interleave, so the range of one stream says nothing of another's messages.
    """
    read = jobs.finished_ranges("extract")
    for skipped in messages.skipped_ranges():
        if skipped.purpose == "extraction":
            read.setdefault(f"stream:{skipped.stream_id}", []).append(
                (skipped.first_id, skipped.last_id)
            )
    uncovered: list[int] = []
    for stream_id in messages.streams_with_cursor():
        uncovered += messages.uncovered(stream_id, read.get(f"stream:{stream_id}", []))
    return {"message behind the cursor nobody read": uncovered}


def _check_nodes() -> Faults:
    refs = edges.refs()
    owners: dict[str, Callable[[Collection[int]], Mapping[int, object]]] = {
        "fact": facts.get_many,
        "episode": episodes.get_many,
        "knowledge": knowledge.get_many,
    }
    lost: list[int] = []
    for kind, find in owners.items():
        wanted = {node_id: ref.id for node_id, ref in refs.items() if ref.kind == kind}
        found = find(list(wanted.values()))
        lost += [node_id for node_id, ref_id in wanted.items() if ref_id not in found]
    return {"node of a missing memory": sorted(lost)}


def _check_origins() -> Faults:
    """What an extraction made visible to groups rests on a message of a group."""
    evidence = facts.group_evidence()
    wanted = {message_id for _person, ids in evidence.values() for message_id in ids}
    found = messages.get_many(wanted)
    kinds = people.stream_kinds({message.stream_id for message in found.values()})
    groundless = [
        fact_id
        for fact_id, (_person, ids) in evidence.items()
        if not any(
            message_id in found and kinds.get(found[message_id].stream_id) == "group"
            for message_id in ids
        )
    ]
    return {"group origin without a group message": sorted(groundless)}
