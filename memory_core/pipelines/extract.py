"""L3: facts and knowledge out of the log, with a cursor of its own (SPEC 3.3 to 3.9)."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from itertools import zip_longest
from typing import Any, Final, Literal

from memory_core import unit
from memory_core.algorithms import secrets, tokenize
from memory_core.algorithms.scope import Scope
from memory_core.edges import store as edges
from memory_core.edges.store import Ref
from memory_core.facts import store as facts
from memory_core.facts.store import Fact, NewFact
from memory_core.jobs import store as jobs
from memory_core.jobs.options import Options
from memory_core.jobs.store import Lease
from memory_core.knowledge import store as knowledge
from memory_core.knowledge.store import NewKnowledge
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor
from memory_core.messages import store as messages
from memory_core.messages.store import Message
from memory_core.people import store as people
from memory_core.people.store import Stream
from memory_core.pipelines import grounding
from memory_core.pipelines.calls import call
from memory_core.pipelines.grounding import Grounded, GroundedFact, GroundedKnowledge
from memory_core.pipelines.lines import as_lines
from memory_core.ports import ExtractionRequest, Extractor, KnownFact, ProposedFact
from memory_core.review import store as review

ACTOR: Final = Actor("job", "extract")


@dataclass(frozen=True, slots=True)
class Batch:
    """What one extraction reads. `expected` is where the cursor stood; None = it stays put
    (a late body, extracted on its own)."""

    stream: Stream
    messages: tuple[Message, ...]
    context: tuple[Message, ...]
    expected: int | None

    def first_half(self) -> "Batch":
        """For an end point that finds the whole too large; the cursor then stops in the middle."""
        return replace(self, messages=self.messages[: len(self.messages) // 2])

    def first_message(self) -> "Batch":
        """What is left to blame when halves were too large down to the single message."""
        return replace(self, messages=self.messages[:1])

    @property
    def range(self) -> dict[str, int]:
        return {"first_id": self.messages[0].id, "last_id": self.messages[-1].id}


@dataclass(frozen=True, slots=True)
class ExtractResult:
    """What one run did, in counts; `detail` goes onto the job row."""

    outcome: Literal["extracted", "nothing_new", "skipped"]
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """Everything slow is done before the transaction: tokens of all that may be written."""

    facts: tuple[tuple[GroundedFact, facts.PreparedFact], ...]
    knowledge: tuple[knowledge.PreparedKnowledge, ...]


# The use case ---------------------------------------------------------------------------------


def next_batch(stream_id: int, *, options: Options, at: datetime) -> Batch | None:
    """The messages behind the cursor, at most a window, up to a body still awaited."""
    position = messages.cursor(stream_id, "extraction")
    waiting = messages.after(stream_id, position=position, limit=options.extraction_window)
    ready = messages.ready_prefix(
        waiting, at=at, patience=timedelta(minutes=options.pending_body_minutes)
    )
    if not ready:
        return None
    context = messages.before(stream_id, position=position, limit=options.extraction_context)
    return Batch(people.get_stream(stream_id), tuple(ready), tuple(context), position)


def late_batch(message_id: int, *, options: Options) -> Batch | None:
    """One message whose body came after its batch; None when the cursor has yet to pass it."""
    message = messages.get(message_id)
    if not message.is_ready or messages.cursor(message.stream_id, "extraction") < message_id:
        return None
    context = messages.before(
        message.stream_id, position=message_id - 1, limit=options.extraction_context
    )
    return Batch(people.get_stream(message.stream_id), (message,), tuple(context), None)


def extract_batch(
    batch: Batch, *, lease: Lease, extractor: Extractor, at: datetime, zone: tzinfo
) -> ExtractResult:
    """Assess, extract, ground and store one batch, and end the job with it.

    Provider errors pass to the caller: the cursor has not moved. LeaseLost or a moved cursor
    roll everything back.
    """
    options = jobs.load_options()
    known = known_facts(batch, options=options, at=at)
    request = ExtractionRequest(
        stream_kind=batch.stream.kind,
        lines=as_lines(batch.messages, zone=zone),
        context=as_lines(batch.context, zone=zone),
        known=[_known(alias, fact, batch) for alias, fact in known.items()],
    )
    assessment = call(
        lambda: extractor.assess(request),
        model=extractor.model,
        purpose="assess",
        job_id=lease.job_id,
        at=at,
    )
    if not assessment.is_worthwhile:
        return _pass_by(batch, lease=lease, reason=assessment.reason, at=at)
    answer = call(
        lambda: extractor.extract(request),
        model=extractor.model,
        purpose="extract",
        job_id=lease.job_id,
        at=at,
    )
    grounded = grounding.ground(answer.facts, answer.knowledge, rules=_rules(batch, known, options))
    prepared = _prepare(batch, grounded)
    return _store(batch, grounded, prepared, lease=lease, options=options, at=at, zone=zone)


def step_past(batch: Batch, *, lease: Lease, reason: str, at: datetime) -> ExtractResult:
    """Give up on a batch that failed too often, so that it does not block the rest; the range is
    listed for an operator."""
    result = ExtractResult("skipped", {**batch.range, "reason": reason})
    with unit.write():
        jobs.hold(lease)
        _advance(batch, at=at)
        _finish(lease, result, at=at)
        messages.skip(
            batch.stream.id,
            purpose="extraction",
            first_id=batch.messages[0].id,
            last_id=batch.messages[-1].id,
            reason=reason,
            job_id=lease.job_id,
            at=at,
        )
    return result


# Known facts ----------------------------------------------------------------------------------


def known_facts(batch: Batch, *, options: Options, at: datetime) -> dict[str, Fact]:
    """Facts about everybody who speaks in the batch, under the aliases f1, f2, …

    Best lexical match to the batch first, then the firmest; read past the origin gate, since
    de-duplication must see private facts too (SPEC 3.4).
    """
    scope = Scope(options.isolation, batch.messages[0].preset_id, batch.stream.id, "all")
    talk = "\n".join(message.text for message in batch.messages if message.is_ready)
    match = tokenize.match_query(talk)
    speaking = [message.person_id for message in batch.messages if message.role == "user"]
    limit = options.known_facts_per_person
    matched: list[tuple[float, Fact]] = []
    firmest: list[list[Fact]] = []
    for person_id in list(dict.fromkeys(speaking))[: options.known_persons]:
        hits = facts.search(match, within=scope, person_ids=[person_id], limit=limit)
        rows = facts.get_many([hit.id for hit in hits])
        matched += [(hit.bm25, rows[hit.id]) for hit in hits]
        top = facts.top_facts(within=scope, person_id=person_id, at=at, limit=limit)
        firmest.append([fact for fact in top if fact.id not in rows][: limit - len(rows)])
    best = [fact for _bm25, fact in sorted(matched, key=lambda pair: pair[0])]
    # Each one's firmest before anybody's second: the first speakers must not take every place.
    others = [fact for row in zip_longest(*firmest) for fact in row if fact is not None]
    listed = [*best, *others][: options.known_facts]
    return {f"f{number}": fact for number, fact in enumerate(listed, start=1)}


def _known(alias: str, fact: Fact, batch: Batch) -> KnownFact:
    """In a group a private fact is alias and kind only: its text must not reach the prompt (H1)."""
    hidden = batch.stream.kind == "group" and fact.origin == "direct"
    return KnownFact(
        alias=alias,
        person_id=fact.person_id,
        kind=fact.kind,
        slot=None if hidden else fact.slot,
        content=None if hidden else _masked(fact.content),
    )


def _rules(batch: Batch, known: dict[str, Fact], options: Options) -> grounding.Rules:
    return grounding.Rules(
        messages={message.id: message for message in batch.messages},
        persons=people.people_of(batch.stream.id),
        known=known,
        stream_kind=batch.stream.kind,
        facts_per_batch=options.facts_per_batch,
        supersedes_per_batch=options.supersedes_per_batch,
    )


# Preparing and storing ------------------------------------------------------------------------


def _prepare(batch: Batch, grounded: Grounded) -> _Prepared:
    first = batch.messages[0]
    return _Prepared(
        facts=tuple(
            (fact, facts.prepare(_new_fact(fact, first, batch.stream, number)))
            for number, fact in enumerate(grounded.facts)
        ),
        knowledge=tuple(
            knowledge.prepare(_new_knowledge(item, first, batch.stream, number))
            for number, item in enumerate(grounded.knowledge)
        ),
    )


def _new_fact(fact: GroundedFact, first: Message, stream: Stream, number: int) -> NewFact:
    return NewFact(
        preset_id=first.preset_id,
        stream_id=stream.id,
        person_id=fact.proposed.person_id,
        kind=fact.kind,
        slot=fact.slot,
        content=_masked(fact.proposed.content.strip()),
        source="extraction",
        origin=stream.kind,
        evidence=tuple(replace(item, quote=_masked(item.quote)) for item in fact.evidence),
        planned_at=fact.proposed.planned_at,
        candidate_key=f"f{number}",
    )


def _new_knowledge(
    item: GroundedKnowledge, first: Message, stream: Stream, number: int
) -> NewKnowledge:
    return NewKnowledge(
        preset_id=first.preset_id,
        stream_id=stream.id,
        origin=stream.kind,
        title=_masked(item.proposed.title.strip()),
        content=_masked(item.proposed.content.strip()),
        source="extraction",
        evidence=tuple((key, _masked(quote)) for key, quote in item.evidence),
        candidate_key=f"k{number}",
    )


def _store(
    batch: Batch,
    grounded: Grounded,
    prepared: _Prepared,
    *,
    lease: Lease,
    options: Options,
    at: datetime,
    zone: tzinfo,
) -> ExtractResult:
    """One transaction: facts, knowledge, evidence, edges, ledger, candidates and cursor."""
    with unit.write():
        jobs.hold(lease)
        _advance(batch, at=at)
        batch_id = ledger.open_batch("extract", actor=ACTOR, at=at, job_id=lease.job_id)
        context = facts.Context(
            batch_id=batch_id, actor=ACTOR, at=at, isolation=options.isolation, zone=zone
        )
        refs: list[Ref] = []
        outcomes: dict[str, int] = {}
        for fact, ready in prepared.facts:
            added = facts.add_fact(ready, context)
            outcomes[added.outcome] = outcomes.get(added.outcome, 0) + 1
            if added.outcome == "held":
                _hold(batch, fact, str(added.held_reason), lease, at, fact_id=added.fact_id)
                continue
            refs.append(Ref("fact", added.fact_id))
            _supersede(batch, fact, added.fact_id, context=context, lease=lease)
        for text in prepared.knowledge:
            made = knowledge.add_knowledge(text, batch_id=batch_id, actor=ACTOR, at=at)
            outcomes[f"knowledge_{made.outcome}"] = outcomes.get(f"knowledge_{made.outcome}", 0) + 1
            if made.outcome == "held":
                _hold_knowledge(batch, text.new, lease, at)
                continue
            refs.append(Ref("knowledge", made.knowledge_id))
        linked = edges.link_together(refs, batch_id=batch_id, actor=ACTOR, at=at)
        for item in grounded.rejected:
            _keep_rejected(batch, item, lease, at)
        detail = {
            **batch.range,
            **outcomes,
            "batch_id": batch_id,
            "edges": linked,
            "rejected": len(grounded.rejected),
        }
        result = ExtractResult("extracted", detail)
        _finish(lease, result, at=at)
    return result


def _supersede(
    batch: Batch,
    fact: GroundedFact,
    fact_id: int,
    *,
    context: facts.Context,
    lease: Lease,
) -> None:
    """Carry out what the claim may do to other facts; what it may not goes to review or is noted.

    Targets are read again: an earlier fact of this batch may have changed them.
    """
    for target in fact.targets:
        current = facts.get(target.id)
        if current.is_live and current.id != fact_id and not current.is_pinned:
            facts.supersede(current, by=facts.get(fact_id), context=context)
    for target in fact.doubtful:
        reason = "supersede_over_cap" if fact.is_self_told else "third_party_supersede"
        _hold(batch, fact, reason, lease, context.at, fact_id=fact_id, target_id=target.id)
    if fact.invalid:
        jobs.record_event(
            "memory_supersede_invalid",
            at=context.at,
            stream_id=batch.stream.id,
            payload={"aliases": len(fact.invalid), "fact_id": fact_id, "job_id": lease.job_id},
        )


def _advance(batch: Batch, *, at: datetime) -> None:
    """Move the cursor in the same transaction; placeholders taken now are marked as such."""
    messages.mark_placeholders([message.id for message in batch.messages])
    unread = [message.id for message in batch.messages if not message.is_ready]
    for message in messages.get_many(unread).values():
        if message.is_ready:
            # Its body came while the model was at work: nobody has read it, and nobody else will.
            jobs.enqueue("extract", scope=f"message:{message.id}", trigger="late_body", at=at)
    if batch.expected is not None:
        messages.advance(
            batch.stream.id,
            purpose="extraction",
            expected=batch.expected,
            position=batch.messages[-1].id,
        )


def _pass_by(batch: Batch, *, lease: Lease, reason: str, at: datetime) -> ExtractResult:
    """Nothing lasting in it: the cursor moves on, and that is recorded."""
    result = ExtractResult("nothing_new", {**batch.range, "reason": reason})
    with unit.write():
        jobs.hold(lease)
        _advance(batch, at=at)
        _finish(lease, result, at=at)
    return result


def _finish(lease: Lease, result: ExtractResult, *, at: datetime) -> None:
    jobs.finish(
        lease, state="succeeded", at=at, result={"outcome": result.outcome, **result.detail}
    )


def _hold(
    batch: Batch,
    fact: GroundedFact,
    reason: str,
    lease: Lease,
    at: datetime,
    *,
    fact_id: int,
    target_id: int | None = None,
) -> None:
    payload = _payload(fact.proposed) | {"fact_id": fact_id, "target_id": target_id}
    review.add(
        kind="fact",
        state="held",
        reason=reason,
        payload=payload,
        quote=_masked(fact.proposed.quote),
        message_ids=[item.message_id for item in fact.evidence],
        preset_id=batch.messages[0].preset_id,
        stream_id=batch.stream.id,
        job_id=lease.job_id,
        at=at,
    )


def _hold_knowledge(batch: Batch, new: NewKnowledge, lease: Lease, at: datetime) -> None:
    """An operator put the same text away: only a person's word brings it back."""
    review.add(
        kind="knowledge",
        state="held",
        reason="archived_twin",
        payload={"title": new.title, "content": new.content},
        quote=new.evidence[0][1] if new.evidence else "",
        message_ids=[message_id for message_id, _quote in new.evidence],
        preset_id=new.preset_id,
        stream_id=batch.stream.id,
        job_id=lease.job_id,
        at=at,
    )


def _keep_rejected(batch: Batch, item: grounding.Rejected, lease: Lease, at: datetime) -> None:
    proposed = item.proposed
    review.add(
        kind="fact" if isinstance(proposed, ProposedFact) else "knowledge",
        state="held" if item.is_held else "rejected",
        reason=item.reason,
        payload=_payload(proposed)
        if isinstance(proposed, ProposedFact)
        else {"title": _masked(proposed.title), "content": _masked(proposed.content)},
        quote=_masked(proposed.quote),
        message_ids=item.message_ids,
        preset_id=batch.messages[0].preset_id,
        stream_id=batch.stream.id,
        job_id=lease.job_id,
        at=at,
    )


def _masked(text: str) -> str:
    """What is kept of a proposal must not keep the secret it was turned down for."""
    return secrets.mask(text).text


def _payload(proposed: ProposedFact) -> dict[str, Any]:
    return {
        "person_id": proposed.person_id,
        "kind": proposed.kind,
        "slot": proposed.slot,
        "content": _masked(proposed.content),
        "planned_at": proposed.planned_at.isoformat() if proposed.planned_at else None,
    }
