"""Writing facts: the one `add_fact` every source goes through, and the ledgered change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Literal

from django.db.models import F
from django.utils.translation import gettext as _

from memory_core.algorithms import decay, scope, similarity, tokenize
from memory_core.algorithms.vocabulary import Isolation, Kind, Origin, Slot, Source
from memory_core.errors import Conflict, Invalid
from memory_core.facts.models import Fact as FactRow
from memory_core.facts.models import FactEvidence, FactTokens
from memory_core.facts.store import strength
from memory_core.facts.store.rows import (
    INDEX,
    SCOPE_FIELDS,
    Evidence,
    Fact,
    curated,
    get,
    index_row,
    to_fact,
)
from memory_core.facts.store.strength import Curve
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor

Outcome = Literal["created", "reinforced", "richer", "held"]
HeldReason = Literal["archived_twin", "corrected_twin", "protected_twin", "third_party"]
LEXICAL_TWINS = 8


@dataclass(frozen=True, slots=True)
class NewFact:
    """A statement about `person_id`. `evidence` may be empty for what an operator types."""

    preset_id: int
    stream_id: int | None
    person_id: int
    kind: Kind
    slot: Slot | None
    content: str
    source: Source
    origin: Origin
    evidence: tuple[Evidence, ...] = ()
    planned_at: datetime | None = None
    candidate_key: str | None = None

    @property
    def told_by(self) -> tuple[int, ...]:
        return tuple(sorted({item.sender_id for item in self.evidence}))

    @property
    def is_self_told(self) -> bool:
        return self.person_id in self.told_by


@dataclass(frozen=True, slots=True)
class PreparedFact:
    """A new fact with its key and tokens: made before the transaction, jieba is slow."""

    new: NewFact
    key: str
    tokens: tokenize.IndexText
    match: str


@dataclass(frozen=True, slots=True)
class Context:
    """What a write needs besides the fact: who, when, in which batch, under which isolation.

    `is_reviewed` = a person has looked at it: nothing is held for review again.
    """

    batch_id: int
    actor: Actor
    at: datetime
    isolation: Isolation
    zone: tzinfo
    reason: str = ""
    is_reviewed: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a new fact. `held` wrote nothing: it belongs to the review queue."""

    outcome: Outcome
    fact_id: int
    held_reason: HeldReason | None = None


def prepare(new: NewFact) -> PreparedFact:
    """Invalid when nothing is left of the content once punctuation is gone."""
    key = similarity.content_key(new.content)
    if not key:
        raise Invalid(_("The fact is empty: it holds no word."), code="blank")
    return PreparedFact(
        new, key, tokenize.index_text(new.content), tokenize.match_query(new.content)
    )


# The one way in -------------------------------------------------------------------------------


def add_fact(prepared: PreparedFact, context: Context) -> Added:
    """Write, reinforce, supersede or hold one fact (SPEC 3.8), in the caller's transaction."""
    new = prepared.new
    twins = find_twins(prepared, isolation=context.isolation)
    live = [twin for twin in twins if twin.is_live and twin.corrected_at is None]
    hit = _choose(live, prepared)
    if hit is not None:
        return _repeat(hit, prepared, context)
    held = [twin for twin in twins if twin.state == "archived" or twin.corrected_at is not None]
    if held and not _is_decided(new, context):
        reason: HeldReason = "archived_twin" if held[0].state == "archived" else "corrected_twin"
        return Added("held", held[0].id, held_reason=reason)
    return Added("created", _create(prepared, context).id)


def find_twins(prepared: PreparedFact, *, isolation: Isolation) -> list[Fact]:
    """Rows that say the same (SPEC 3.8), in any state: equal keys first, then the best of the
    lexical neighbours that pass the similarity test."""
    new = prepared.new
    within = _within(new, isolation)
    exact = FactRow.objects.filter(person_id=new.person_id, content_key=prepared.key)
    twins = [fact for fact in map(to_fact, exact.order_by("-id")) if _is_inside(fact, within)]
    known = {twin.id for twin in twins}
    hits = INDEX.search(
        prepared.match,
        limit=LEXICAL_TWINS,
        scope_match=scope.scope_match(within, person_ids=[new.person_id]),
        columns=("words", "bigrams"),
    )
    near = FactRow.objects.in_bulk([hit.id for hit in hits if hit.id not in known])
    for hit in hits:
        row = near.get(hit.id)
        if row is not None and similarity.is_same(new.content, row.content):
            twins.append(to_fact(row))
    return twins


def find_equal(fact: Fact, *, isolation: Isolation) -> list[Fact]:
    """Rows of the same person with this fact's key, in any state, within the isolation."""
    within = scope.Scope(isolation, fact.preset_id, fact.stream_id, "all")
    rows = FactRow.objects.filter(person_id=fact.person_id, content_key=fact.content_key)
    return [twin for twin in map(to_fact, rows.order_by("-id")) if _is_inside(twin, within)]


def _within(new: NewFact, isolation: Isolation) -> scope.Scope:
    """De-duplication sees every origin, never beyond the isolation."""
    return scope.Scope(isolation, new.preset_id, new.stream_id, "all")


def _is_inside(fact: Fact, within: scope.Scope) -> bool:
    return scope.fact_is_visible(
        within,
        preset_id=fact.preset_id,
        stream_id=fact.stream_id,
        origin=fact.origin,
        told_by=fact.told_by,
    )


def _choose(live: Sequence[Fact], prepared: PreparedFact) -> Fact | None:
    """The live row this is a repetition of: the same origin first, then an equal key.

    A private row is none for what a third party says in a group: that becomes a row of its own,
    or the group would learn the private one (SPEC 2).
    """
    new = prepared.new
    if new.origin == "group" and not new.is_self_told:
        live = [fact for fact in live if fact.origin != "direct"]
    ranked = sorted(
        live, key=lambda fact: (fact.origin != new.origin, fact.content_key != prepared.key)
    )
    return ranked[0] if ranked else None


def _repeat(old: Fact, prepared: PreparedFact, context: Context) -> Added:
    new = prepared.new
    richer = old.content_key != prepared.key and similarity.is_richer(new.content, than=old.content)
    if not richer:
        return Added("reinforced", _reinforce(old, new, context).id)
    if _is_decided(new, context):
        return _replace_by_richer(old, prepared, context)
    if old.is_self_told and not new.is_self_told:
        return Added("held", old.id, held_reason="third_party")
    if old.is_pinned or old.source == "user":
        return Added("held", old.id, held_reason="protected_twin")
    return _replace_by_richer(old, prepared, context)


def _is_decided(new: NewFact, context: Context) -> bool:
    """Whether a person stands behind this write."""
    return new.source == "user" or context.is_reviewed


def _replace_by_richer(old: Fact, prepared: PreparedFact, context: Context) -> Added:
    new = prepared.new
    if new.origin == "direct" and old.origin != "direct":
        # Superseding it would take the group's memory away; both stay.
        return Added("created", _create(prepared, context).id)
    created = _create(prepared, context, inherit=old)
    supersede(old, by=created, context=context)
    return Added("richer", created.id)


def _create(prepared: PreparedFact, context: Context, *, inherit: Fact | None = None) -> Fact:
    """Row, index row, evidence, strength row and ledger row of a new fact, together."""
    new = prepared.new
    told_by = set(new.told_by) | set(inherit.told_by if inherit else ())
    heard_at = min(max((item.sent_at for item in new.evidence), default=context.at), context.at)
    strength_now = 1.0 if new.person_id in told_by else decay.THIRD_PARTY_CEILING
    curve = Curve(strength_now, heard_at, decay.half_life_hours(new.kind), active=True)
    fact = insert(prepared, context, curve=curve, told_by=sorted(told_by), heard_at=heard_at)
    _add_evidence(fact.id, new.evidence)
    if inherit is not None:
        copy_evidence(inherit.id, to=fact.id)
    senders = new.told_by
    operation_id = _record(context, "create", fact.id, before=None)
    strength.log(
        fact.id,
        curve,
        cause="create",
        at=context.at,
        sender_id=senders[0] if len(senders) == 1 else None,
        ref_id=operation_id,
    )
    return fact


def insert(
    prepared: PreparedFact,
    context: Context,
    *,
    curve: Curve,
    told_by: Sequence[int],
    heard_at: datetime,
) -> Fact:
    """The row and its index row, same rowid. No ledger row: the caller says what it is."""
    new = prepared.new
    row = FactRow.objects.create(
        preset_id=new.preset_id,
        stream_id=new.stream_id,
        person_id=new.person_id,
        told_by=list(told_by),
        kind=new.kind,
        slot=new.slot,
        content=new.content,
        content_key=prepared.key,
        source=new.source,
        origin=new.origin,
        half_life_hours=curve.half_life_hours,
        strength=curve.strength,
        strength_at=curve.strength_at,
        active=curve.active,
        due_at=decay.due_at(
            curve.strength,
            strength_at=curve.strength_at,
            half_life_hours=curve.half_life_hours,
            not_before=new.planned_at,
        ),
        planned_at=new.planned_at,
        heard_at=heard_at,
        created_at=context.at,
        edited_at=context.at,
        batch_id=context.batch_id,
        candidate_key=new.candidate_key,
    )
    fact = to_fact(row)
    INDEX.index(index_row(fact, prepared.tokens), tokenizer=tokenize.version())
    return fact


def _reinforce(old: Fact, new: NewFact, context: Context) -> Fact:
    """A repetition: evidence, hit count, strength once per sender and day, and the origin when
    the person says in a group what was private."""
    rises = old.origin == "direct" and new.origin == "group" and new.is_self_told
    before = curated(old)
    fields: dict[str, Any] = {"told_by": sorted(set(old.told_by) | set(new.told_by))}
    if rises:
        fields["origin"] = "group"
    operation_id = None
    if _add_evidence(old.id, new.evidence) or rises:
        operation_id = apply(
            old,
            fields,
            verb="raise_origin" if rises else "add_evidence",
            context=context,
            before=before,
        )
    fact = get(old.id)
    _count_repetition(fact, new.evidence, context, ref_id=operation_id)
    heard_at = max([fact.heard_at, *(min(item.sent_at, context.at) for item in new.evidence)])
    FactRow.objects.filter(id=old.id).update(
        heard_at=heard_at, hit_count=F("hit_count") + 1, last_hit_at=context.at
    )
    return get(old.id)


def _count_repetition(
    fact: Fact, evidence: Sequence[Evidence], context: Context, *, ref_id: int | None
) -> None:
    for item in evidence:
        heard_at = min(item.sent_at, context.at)
        entries = strength.strengths(fact.id)
        if strength.repeated_today(
            entries, sender_id=item.sender_id, heard_at=heard_at, zone=context.zone
        ):
            continue
        curve = strength.reinforced(
            strength.curve_of(fact),
            heard_at=heard_at,
            ceiling=strength.ceiling_for(
                item.sender_id, person_id=fact.person_id, ceiling=fact.ceiling
            ),
        )
        if curve != strength.curve_of(fact):
            strength.set_curve(
                fact,
                curve,
                cause="reinforce",
                at=context.at,
                sender_id=item.sender_id,
                ref_id=ref_id,
            )
            fact = get(fact.id)


def _add_evidence(fact_id: int, evidence: Sequence[Evidence]) -> bool:
    """Whether any of it is new."""
    added = False
    for item in evidence:
        _row, is_new = FactEvidence.objects.get_or_create(
            fact_id=fact_id, message_id=item.message_id, defaults={"quote": item.quote}
        )
        added = added or is_new
    return added


def copy_evidence(fact_id: int, *, to: int) -> None:
    """A newer wording rests on the same messages as the old one."""
    for message_id, quote in FactEvidence.objects.filter(fact_id=fact_id).values_list(
        "message_id", "quote"
    ):
        FactEvidence.objects.get_or_create(
            fact_id=to, message_id=message_id, defaults={"quote": quote}
        )


# Ledgered changes -----------------------------------------------------------------------------


def supersede(old: Fact, *, by: Fact, context: Context) -> None:
    """`by` stands in for `old` from now on; the old row, its index row and chain stay."""
    apply(old, {"superseded_by": by.id}, verb="supersede", context=context, related_id=by.id)


def apply(
    fact: Fact,
    fields: dict[str, Any],
    *,
    verb: str,
    context: Context,
    before: dict[str, Any] | None = None,
    related_id: int | None = None,
    undoes_id: int | None = None,
) -> int:
    """Change curated fields of a row nobody changed meanwhile, and write the ledger row.

    Returns the operation's id. Conflict "stale" when `fact` is old. `before` is given when the
    caller has changed evidence rows already.
    """
    was = curated(fact) if before is None else before
    changed = FactRow.objects.filter(id=fact.id, version=fact.version).update(
        version=F("version") + 1, edited_at=context.at, **fields
    )
    if not changed:
        raise stale(fact.id)
    if any(name in SCOPE_FIELDS and value != was[name] for name, value in fields.items()):
        reindex_scope(get(fact.id))
    return _record(context, verb, fact.id, before=was, related_id=related_id, undoes_id=undoes_id)


def _record(
    context: Context,
    verb: str,
    fact_id: int,
    *,
    before: dict[str, Any] | None,
    related_id: int | None = None,
    undoes_id: int | None = None,
) -> int:
    return ledger.record(
        context.batch_id,
        subject_kind="fact",
        subject_id=fact_id,
        verb=verb,
        before=before,
        after=curated(get(fact_id)),
        actor=context.actor,
        at=context.at,
        related_id=related_id,
        reason=context.reason,
        undoes_id=undoes_id,
    )


def record_creation(fact_id: int, *, context: Context, related_id: int | None = None) -> int:
    """The ledger row of a row made by `insert`."""
    return _record(context, "create", fact_id, before=None, related_id=related_id)


def stale(fact_id: int) -> Conflict:
    return Conflict(
        _("Fact #%(id)d was changed by somebody else meanwhile.") % {"id": fact_id},
        code="stale",
        fact_id=fact_id,
    )


def reindex_scope(fact: Fact) -> None:
    """Write the index row anew from the stored tokens, under the scope of now."""
    stored = FactTokens.objects.get(id=fact.id)
    tokens = tokenize.IndexText(stored.words, stored.bigrams, stored.characters)
    INDEX.remove(fact.id)
    INDEX.index(index_row(fact, tokens), tokenizer=stored.tokenizer)


def remove_evidence(fact_id: int, message_ids: Sequence[int]) -> None:
    FactEvidence.objects.filter(fact_id=fact_id, message_id__in=message_ids).delete()
