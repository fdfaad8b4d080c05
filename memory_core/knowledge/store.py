"""Objective knowledge, its index, its concepts and their co-occurrence: all SQL of the app."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import combinations
from typing import Any, Final, Literal

from django.utils.translation import gettext as _

from memory_core import db, unit
from memory_core.algorithms import scope, similarity, tokenize
from memory_core.algorithms.vocabulary import Origin, Source
from memory_core.errors import Invalid, Missing
from memory_core.knowledge.models import Concept, KnowledgeConcept, KnowledgeEvidence
from memory_core.knowledge.models import Knowledge as KnowledgeRow
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor

INDEX: Final = db.SearchIndex(
    name="knowledge_fts",
    tokens="knowledge_tokens",
    columns=("title", "words", "bigrams", "characters"),
    weights=(2.0, 1.0, 1.0, 0.5),
)
VECTORS: Final = db.VectorTables(
    sq8="knowledge_vectors", f32="knowledge_vectors_f32", owner="knowledge_id"
)
CURATED: Final = (
    "preset_id",
    "stream_id",
    "origin",
    "title",
    "content",
    "content_key",
    "source",
    "approved_at",
    "archived_at",
    "evidence",
)
# A text is about a dozen things at most; more concepts would join everything with everything.
CONCEPTS_PER_TEXT: Final = 12
CONCEPT_CHARACTERS: Final = 80
TITLE_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True)
class Knowledge:
    id: int
    preset_id: int
    stream_id: int | None
    origin: Origin
    title: str
    content: str
    content_key: str
    source: Source
    approved_at: datetime | None
    archived_at: datetime | None
    created_at: datetime
    edited_at: datetime
    batch_id: int
    version: int


@dataclass(frozen=True, slots=True)
class NewKnowledge:
    preset_id: int
    stream_id: int | None
    origin: Origin
    title: str
    content: str
    source: Source
    evidence: tuple[tuple[int, str], ...] = ()
    candidate_key: str | None = None


@dataclass(frozen=True, slots=True)
class PreparedKnowledge:
    """New knowledge with key, tokens and concepts, made before the transaction."""

    new: NewKnowledge
    key: str
    title_tokens: str
    tokens: tokenize.IndexText
    concepts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddedKnowledge:
    """`held` wrote nothing: an operator archived the same text."""

    outcome: Literal["created", "repeated", "held"]
    knowledge_id: int


_FIELDS = tuple(Knowledge.__dataclass_fields__)


def prepare(new: NewKnowledge) -> PreparedKnowledge:
    """Invalid when the text holds no word."""
    key = similarity.content_key(new.content)
    if not key:
        raise Invalid(_("The knowledge is empty: it holds no word."), code="blank")
    words = tokenize.content_words(f"{new.title} {new.content}")
    concepts = list(dict.fromkeys(word[:CONCEPT_CHARACTERS] for word in words))
    return PreparedKnowledge(
        new,
        key,
        _title_tokens(new.title),
        tokenize.index_text(new.content),
        tuple(concepts[:CONCEPTS_PER_TEXT]),
    )


def add_knowledge(
    prepared: PreparedKnowledge,
    *,
    batch_id: int,
    actor: Actor,
    at: datetime,
    is_reviewed: bool = False,
) -> AddedKnowledge:
    """Write one text, or add its evidence to the one that says it already (SPEC 3.5).

    `is_reviewed` = a person has looked at it: nothing is held for review again.
    """
    new = prepared.new
    twins = KnowledgeRow.objects.filter(
        preset_id=new.preset_id, origin=new.origin, content_key=prepared.key
    )
    live = twins.filter(archived_at__isnull=True).first()
    if live is not None:
        _repeat(live, new, batch_id=batch_id, actor=actor, at=at)
        return AddedKnowledge("repeated", live.pk)
    dead = twins.order_by("-id").values_list("id", flat=True).first()
    if dead is not None and new.source != "user" and not is_reviewed:
        return AddedKnowledge("held", dead)
    return AddedKnowledge("created", _create(prepared, batch_id=batch_id, actor=actor, at=at))


def _create(prepared: PreparedKnowledge, *, batch_id: int, actor: Actor, at: datetime) -> int:
    new = prepared.new
    row = KnowledgeRow.objects.create(
        preset_id=new.preset_id,
        stream_id=new.stream_id,
        origin=new.origin,
        title=new.title[:TITLE_CHARACTERS],
        content=new.content,
        content_key=prepared.key,
        source=new.source,
        created_at=at,
        edited_at=at,
        batch_id=batch_id,
        candidate_key=new.candidate_key,
    )
    INDEX.index(
        _index_row(get(row.pk), prepared.title_tokens, prepared.tokens),
        tokenizer=tokenize.version(),
    )
    _add_evidence(row.pk, new.evidence)
    _link_concepts(row.pk, prepared.concepts)
    _record(row.pk, "create", before=None, batch_id=batch_id, actor=actor, at=at)
    return row.pk


def _title_tokens(title: str) -> str:
    tokens = tokenize.index_text(title)
    return f"{tokens.words} {tokens.bigrams}".strip()


def _index_row(item: Knowledge, title_tokens: str, tokens: tokenize.IndexText) -> db.IndexRow:
    tokens_of_scope = scope.scope_tokens(
        person_id=None, preset_id=item.preset_id, stream_id=item.stream_id, origin=item.origin
    )
    return db.IndexRow(item.id, tokens_of_scope, {"title": title_tokens, **asdict(tokens)})


def _repeat(
    row: KnowledgeRow, new: NewKnowledge, *, batch_id: int, actor: Actor, at: datetime
) -> None:
    before = curated(get(row.pk))
    if _add_evidence(row.pk, new.evidence):
        _bump(row.pk, at=at)
        _record(row.pk, "add_evidence", before=before, batch_id=batch_id, actor=actor, at=at)


def _add_evidence(knowledge_id: int, evidence: Iterable[tuple[int, str]]) -> bool:
    added = False
    for message_id, quote in evidence:
        _row, is_new = KnowledgeEvidence.objects.get_or_create(
            knowledge_id=knowledge_id, message_id=message_id, defaults={"quote": quote}
        )
        added = added or is_new
    return added


def _bump(knowledge_id: int, *, at: datetime) -> None:
    db.execute(
        "UPDATE knowledge SET version = version + 1, edited_at = %s WHERE id = %s",
        [db.instant(at), knowledge_id],
    )


def _record(
    knowledge_id: int,
    verb: str,
    *,
    before: dict[str, Any] | None,
    batch_id: int,
    actor: Actor,
    at: datetime,
    reason: str = "",
    undoes_id: int | None = None,
) -> int:
    return ledger.record(
        batch_id,
        subject_kind="knowledge",
        subject_id=knowledge_id,
        verb=verb,
        before=before,
        after=curated(get(knowledge_id)),
        actor=actor,
        at=at,
        reason=reason,
        undoes_id=undoes_id,
    )


def curated(knowledge: Knowledge) -> dict[str, Any]:
    """The fields the ledger holds, as they are now."""
    values = {name: getattr(knowledge, name) for name in CURATED if name != "evidence"}
    return {**values, "evidence": evidence_ids(knowledge.id)}


def evidence_ids(knowledge_id: int) -> list[int]:
    rows = KnowledgeEvidence.objects.filter(knowledge_id=knowledge_id).order_by("message_id")
    return list(rows.values_list("message_id", flat=True))


# Undo -----------------------------------------------------------------------------------------


def undo(operation: ledger.Operation, *, batch_id: int, actor: Actor, at: datetime) -> int:
    """Take back a creation (archives it) or added evidence, in the caller's transaction."""
    knowledge = get(operation.subject_id)
    before = curated(knowledge)
    ledger.require_undoable(operation, current=before)
    if operation.before is None:
        archive(knowledge.id, at=at)
    else:
        gained = set((operation.after or {})["evidence"]) - set(operation.before["evidence"])
        KnowledgeEvidence.objects.filter(knowledge_id=knowledge.id, message_id__in=gained).delete()
        _bump(knowledge.id, at=at)
    return _record(
        knowledge.id,
        "undo",
        before=before,
        batch_id=batch_id,
        actor=actor,
        at=at,
        undoes_id=operation.id,
    )


def archive(knowledge_id: int, *, at: datetime) -> None:
    """Put a text away; its concepts no longer count together."""
    changed = KnowledgeRow.objects.filter(id=knowledge_id, archived_at__isnull=True).update(
        archived_at=at
    )
    if changed:
        _bump(knowledge_id, at=at)
        _unlink_concepts([knowledge_id])


# Concepts -------------------------------------------------------------------------------------


def _link_concepts(knowledge_id: int, names: Sequence[str]) -> None:
    """Count every pair of the text's concepts once more."""
    Concept.objects.bulk_create([Concept(name=name) for name in names], ignore_conflicts=True)
    ids = sorted(Concept.objects.filter(name__in=names).values_list("id", flat=True))
    KnowledgeConcept.objects.bulk_create(
        [KnowledgeConcept(knowledge_id=knowledge_id, concept_id=concept_id) for concept_id in ids]
    )
    db.execute_many(
        "INSERT INTO knowledge_edges (low_id, high_id, count) VALUES (%s, %s, 1)"
        " ON CONFLICT (low_id, high_id) DO UPDATE SET count = count + 1",
        list(combinations(ids, 2)),
    )


def _unlink_concepts(knowledge_ids: Sequence[int]) -> None:
    for knowledge_id in knowledge_ids:
        links = KnowledgeConcept.objects.filter(knowledge_id=knowledge_id)
        ids = sorted(links.values_list("concept_id", flat=True))
        db.execute_many(
            "UPDATE knowledge_edges SET count = count - 1 WHERE low_id = %s AND high_id = %s",
            list(combinations(ids, 2)),
        )
        links.delete()
    db.execute("DELETE FROM knowledge_edges WHERE count <= 0")


# Reading --------------------------------------------------------------------------------------


def get(knowledge_id: int) -> Knowledge:
    found = get_many([knowledge_id])
    if not found:
        raise Missing(_("Knowledge %(id)d does not exist.") % {"id": knowledge_id})
    return found[knowledge_id]


def get_many(ids: Collection[int]) -> dict[int, Knowledge]:
    rows = KnowledgeRow.objects.filter(id__in=ids).values_list(*_FIELDS)
    return {row[0]: Knowledge(*row) for row in rows}


def count(*, live_only: bool = True) -> int:
    rows = KnowledgeRow.objects.all()
    return (rows.filter(archived_at__isnull=True) if live_only else rows).count()


# Vectors --------------------------------------------------------------------------------------


def without_vector(*, space_id: int, exclude: Collection[int] = (), limit: int) -> dict[int, str]:
    """Live texts that have no vector in this space: title and content by id, oldest first."""
    listed = list(exclude)
    hidden = f" AND k.id NOT IN ({db.marks(listed)})" if listed else ""
    found = db.rows(
        "SELECT k.id FROM knowledge AS k LEFT JOIN knowledge_vectors AS v"  # noqa: S608
        " ON v.knowledge_id = k.id AND v.space_id = %s"
        f" WHERE v.id IS NULL AND k.archived_at IS NULL{hidden} ORDER BY k.id LIMIT %s",
        [space_id, *listed, limit],
    )
    return texts([row[0] for row in found])


def texts(ids: Collection[int]) -> dict[int, str]:
    return {item.id: f"{item.title}\n{item.content}".strip() for item in get_many(ids).values()}


def put_vectors(vectors: Sequence[db.NewVector], *, space_id: int) -> None:
    """Write both forms, in the caller's transaction; triggers move the revision."""
    VECTORS.put(vectors, space_id=space_id)


def changed_vectors(*, since: int) -> set[int]:
    """Ids whose vectors were written or dropped after that revision."""
    found = db.rows("SELECT knowledge_id FROM knowledge_changes WHERE revision > %s", [since])
    return {row[0] for row in found}


def forget_changes(*, keep: int) -> int:
    """Shorten the change log to its last `keep` revisions; slow readers then load it all."""
    return db.execute(
        "DELETE FROM knowledge_changes WHERE revision <="
        " (SELECT MAX(revision) FROM knowledge_changes) - %s",
        [keep],
    )


def first_change() -> int:
    """The oldest revision the change log still holds; 0 when it is empty."""
    return int(db.scalar("SELECT MIN(revision) FROM knowledge_changes") or 0)


# Invariants -----------------------------------------------------------------------------------


def ids_of(preset_id: int) -> list[int]:
    return list(KnowledgeRow.objects.filter(preset_id=preset_id).values_list("id", flat=True))


def check_index() -> db.IndexDrift:
    return INDEX.check()


def rebuild_index() -> None:
    """Make token rows and index anew: texts of now, scopes of now, this tokenizer."""
    with unit.write():
        items = get_many(list(KnowledgeRow.objects.values_list("id", flat=True))).values()
        entries = (
            _index_row(item, _title_tokens(item.title), tokenize.index_text(item.content))
            for item in items
        )
        INDEX.rebuild(entries, tokenizer=tokenize.version())


def check() -> dict[str, dict[str, list[int]]]:
    """Broken rows by invariant: index text, ledger, vectors, concept counts."""
    ids = set(KnowledgeRow.objects.values_list("id", flat=True))
    stored = {row[0] for row in db.rows("SELECT id FROM knowledge_tokens")}
    last = ledger.latest_after("knowledge", ids)
    drifted = [
        item.id
        for item in get_many(ids).values()
        if last.get(item.id) != ledger.jsonable(curated(item))
    ]
    return {
        "I3": {
            "knowledge without index text": sorted(ids - stored)[:50],
            "index text of no knowledge": sorted(stored - ids)[:50],
        },
        "I5": {"ledger says otherwise": drifted[:50]},
        "I8": {"one of two vectors": VECTORS.halves()[:50]},
        "I9": {"concept edge off its count": _check_concepts()},
    }


def _check_concepts() -> list[int]:
    """Edges whose count is not the number of texts that hold both concepts."""
    found = db.rows(
        "SELECT e.id FROM knowledge_edges AS e LEFT JOIN"
        " (SELECT a.concept_id AS low, b.concept_id AS high, COUNT(*) AS n"
        "  FROM knowledge_concepts AS a JOIN knowledge_concepts AS b"
        "  ON a.knowledge_id = b.knowledge_id AND a.concept_id < b.concept_id GROUP BY 1, 2) AS t"
        " ON t.low = e.low_id AND t.high = e.high_id WHERE e.count <> COALESCE(t.n, 0)"
    )
    return [row[0] for row in found[:50]]


def erase_preset(preset_id: int) -> dict[str, int]:
    """Remove everything of a preset. Returns counts per table."""
    ids = list(KnowledgeRow.objects.filter(preset_id=preset_id).values_list("id", flat=True))
    for knowledge_id in ids:
        INDEX.remove(knowledge_id)
    _unlink_concepts(ids)
    evidence = KnowledgeEvidence.objects.filter(knowledge_id__in=ids).delete()[0]
    for table in ("knowledge_vectors", "knowledge_vectors_f32"):
        for knowledge_id in ids:
            db.execute(f"DELETE FROM {table} WHERE knowledge_id = %s", [knowledge_id])  # noqa: S608
    # A concept is a word of the text: none may outlive the last text that holds it.
    unused = db.execute(
        "DELETE FROM concepts WHERE id NOT IN (SELECT concept_id FROM knowledge_concepts)"
    )
    return {
        "knowledge_tokens": len(ids),
        "knowledge_evidence": evidence,
        "concepts": unused,
        "knowledge": KnowledgeRow.objects.filter(id__in=ids).delete()[0],
    }
