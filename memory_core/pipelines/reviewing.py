"""A person's word on what waited: accept, edit and accept, or reject (SPEC 3.4, 3.8, 3.10).

Each is one batch: the candidate's own operation and what it did to facts, so one undo takes all
of it back.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Any, Final

from django.utils.translation import gettext as _

from memory_core import unit
from memory_core.errors import Conflict, Invalid
from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.facts.store import Context, Evidence, NewFact
from memory_core.jobs import store as jobs
from memory_core.knowledge import store as knowledge
from memory_core.knowledge.store import NewKnowledge
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor, Operation
from memory_core.messages import store as messages
from memory_core.messages.store import Message
from memory_core.people import store as people
from memory_core.review import store as review
from memory_core.review.store import Candidate


@dataclass(frozen=True, slots=True)
class Decided:
    """The candidate as it is now. `fact_id` is what an acceptance made or changed."""

    candidate: Candidate
    fact_id: int | None
    operation_id: int
    batch_id: int


def accept(
    candidate_id: int,
    *,
    version: int,
    actor: Actor,
    at: datetime,
    zone: tzinfo,
    content: str | None = None,
    reason: str = "",
) -> Decided:
    """Let a candidate become memory, with another wording if one is given.

    Conflict when it was settled meanwhile or the memory it touches no longer allows it.
    """
    candidate = _held(candidate_id, version)
    if content is not None:
        if not content.strip():
            raise Invalid(_("The fact is empty: it holds no word."), code="blank")
        candidate = replace(candidate, payload={**candidate.payload, "content": content.strip()})
    carry_out = _plan(candidate)
    with unit.write():
        batch_id = ledger.open_batch("review", actor=actor, at=at, reason=reason)
        context = Context(
            batch_id=batch_id,
            actor=actor,
            at=at,
            isolation=jobs.load_options().isolation,
            zone=zone,
            reason=reason,
            is_reviewed=True,
        )
        fact_id = carry_out(context)
        operation_id = review.decide(
            candidate,
            state="accepted",
            fact_id=fact_id,
            verb="accept",
            batch_id=batch_id,
            actor=actor,
            at=at,
            reason=reason,
        )
    return Decided(review.get(candidate_id), fact_id, operation_id, batch_id)


def reject(
    candidate_id: int, *, version: int, actor: Actor, at: datetime, reason: str = ""
) -> Decided:
    """Turn a candidate down; it stays readable, and an undo brings it back."""
    candidate = _held(candidate_id, version)
    with unit.write():
        batch_id = ledger.open_batch("review", actor=actor, at=at, reason=reason)
        operation_id = review.decide(
            candidate,
            state="dismissed",
            fact_id=None,
            verb="reject",
            batch_id=batch_id,
            actor=actor,
            at=at,
            reason=reason,
        )
    return Decided(review.get(candidate_id), None, operation_id, batch_id)


def undo(operation: Operation, *, context: Context) -> int:
    """Bring a settled candidate back into the queue, in the caller's transaction."""
    candidate = review.get(operation.subject_id)
    ledger.require_undoable(operation, current=review.curated(candidate))
    return review.decide(
        candidate,
        state="held",
        fact_id=None,
        verb="undo",
        batch_id=context.batch_id,
        actor=context.actor,
        at=context.at,
        reason=context.reason,
        undoes_id=operation.id,
    )


# What accepting means, by the reason it waited ---------------------------------------------------


def _plan(candidate: Candidate) -> Callable[[Context], int | None]:
    """The act an acceptance stands for; everything slow (tokens) is done here, before it."""
    if candidate.kind == "knowledge":
        return _plan_knowledge(candidate)
    act = _ACTS.get(candidate.reason)
    if act is not None:
        return lambda context: act(candidate.payload, context)
    prepared = facts.prepare(_new_fact(candidate))
    return lambda context: facts.add_fact(prepared, context).fact_id


def _supersede(payload: dict[str, Any], context: Context) -> int:
    """The claim stands in for what it contradicts."""
    claim, target = facts.get(payload["fact_id"]), facts.get(payload["target_id"])
    if not claim.is_live or not target.is_live:
        raise Conflict(
            _("Fact #%(claim)d or #%(target)d is no longer live.")
            % {"claim": claim.id, "target": target.id},
            code="state",
        )
    facts.supersede(target, by=claim, context=context)
    return claim.id


def _restore(payload: dict[str, Any], context: Context) -> int:
    """What an operator had put away is said again: it comes back."""
    twin = facts.get(payload["fact_id"])
    restored = curate.restore(
        twin.id,
        version=twin.version,
        actor=context.actor,
        at=context.at,
        reason=context.reason,
        batch_id=context.batch_id,
    )
    return restored.fact.id


def _clear_mark(payload: dict[str, Any], context: Context) -> int:
    """What was marked corrected is said again and believed."""
    twin = facts.get(payload["fact_id"])
    facts.apply(twin, {"corrected_at": None}, verb="unmark", context=context)
    return twin.id


_ACTS: Final[dict[str, Callable[[dict[str, Any], Context], int]]] = {
    "third_party_supersede": _supersede,
    "supersede_over_cap": _supersede,
    "archived_twin": _restore,
    "corrected_twin": _clear_mark,
}


def _new_fact(candidate: Candidate) -> NewFact:
    cited = _cited(candidate)
    payload = candidate.payload
    planned = payload.get("planned_at")
    stream = people.get_stream(candidate.stream_id or 0)
    return NewFact(
        preset_id=candidate.preset_id or stream.preset_id,
        stream_id=stream.id,
        person_id=payload["person_id"],
        kind=facts.as_kind(payload["kind"]),
        slot=facts.as_slot(payload["slot"]),
        content=payload["content"],
        source="extraction",
        origin=stream.kind,
        evidence=tuple(
            Evidence(message.id, candidate.quote, message.person_id, message.sent_at)
            for message in cited
        ),
        planned_at=datetime.fromisoformat(planned) if planned else None,
    )


def _plan_knowledge(candidate: Candidate) -> Callable[[Context], None]:
    stream = people.get_stream(candidate.stream_id or 0)
    prepared = knowledge.prepare(
        NewKnowledge(
            preset_id=candidate.preset_id or stream.preset_id,
            stream_id=stream.id,
            origin=stream.kind,
            title=candidate.payload["title"],
            content=candidate.payload["content"],
            source="extraction",
            evidence=tuple((message.id, candidate.quote) for message in _cited(candidate)),
        )
    )

    def carry_out(context: Context) -> None:
        knowledge.add_knowledge(
            prepared,
            batch_id=context.batch_id,
            actor=context.actor,
            at=context.at,
            is_reviewed=True,
        )

    return carry_out


def _cited(candidate: Candidate) -> list[Message]:
    """The messages it rests on. That they hold the quote was seen when it was proposed; kept is
    the quote with its secrets masked, which need not be found again."""
    found = messages.get_many(candidate.message_ids).values()
    return [message for message in found if message.role == "user" and message.is_ready]


def _held(candidate_id: int, version: int) -> Candidate:
    candidate = review.get(candidate_id)
    if candidate.version != version:
        raise Conflict(
            _("Candidate %(id)d was settled by somebody else meanwhile.") % {"id": candidate_id},
            code="stale",
        )
    if candidate.state != "held":
        raise Conflict(
            _("Candidate %(id)d does not wait for a decision.") % {"id": candidate_id},
            code="state",
        )
    return candidate
