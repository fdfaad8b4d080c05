"""L2, episodes and their cues: all SQL of the episodes app.

The cue index has one row a cue and the summary as one more; an episode's score is its best row.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final, Literal

from django.db.models import F
from django.utils.translation import gettext as _

from memory_core import db, unit
from memory_core.algorithms import scope, tokenize
from memory_core.algorithms.scope import Scope
from memory_core.algorithms.vocabulary import StreamKind
from memory_core.episodes.models import CueTokens, EpisodeCue
from memory_core.episodes.models import Episode as EpisodeRow
from memory_core.errors import Conflict, Missing
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor

EpisodeKind = Literal["summary", "unsummarized"]
INDEX: Final = db.SearchIndex(
    name="cues_fts",
    tokens="cues_tokens",
    columns=("words", "bigrams", "characters"),
    weights=(1.0, 1.0, 0.5),
)
CURATED: Final = ("kind", "summary", "needs_rebuild", "reason", "dismissed_reason", "model")
RAW_ANSWER_CHARACTERS: Final = 4000
REASON_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True)
class Episode:
    id: int
    stream_id: int
    preset_id: int
    kind: EpisodeKind
    summary: str
    started_at: datetime
    ended_at: datetime
    needs_rebuild: bool
    reason: str
    raw_answer: str
    dismissed_reason: str
    model: str
    created_at: datetime
    version: int

    @property
    def is_placeholder(self) -> bool:
        return self.kind == "unsummarized"


@dataclass(frozen=True, slots=True)
class Span:
    """Which run of messages an episode stands for."""

    stream_id: int
    preset_id: int
    stream_kind: StreamKind
    started_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class PreparedCue:
    """A cue and its tokens, made before the transaction."""

    text: str
    is_summary: bool
    tokens: tokenize.IndexText


_FIELDS = tuple(Episode.__dataclass_fields__)


def prepare(summary: str, cues: Sequence[str]) -> list[PreparedCue]:
    """Distinct cues in order, and the summary as one more."""
    distinct = dict.fromkeys(cue.strip() for cue in cues)
    prepared = [
        PreparedCue(cue, is_summary=False, tokens=tokenize.index_text(cue))
        for cue in distinct
        if cue
    ]
    return [*prepared, PreparedCue(summary, is_summary=True, tokens=tokenize.index_text(summary))]


def add_summary(
    span: Span,
    *,
    summary: str,
    cues: Sequence[PreparedCue],
    model: str,
    batch_id: int,
    actor: Actor,
    at: datetime,
) -> int:
    """Write an episode with its cues and their index rows, in the caller's transaction."""
    row = EpisodeRow.objects.create(
        stream_id=span.stream_id,
        preset_id=span.preset_id,
        kind="summary",
        summary=summary,
        started_at=span.started_at,
        ended_at=span.ended_at,
        model=model,
        created_at=at,
    )
    _write_cues(row.pk, span, cues)
    _record_creation(row.pk, batch_id=batch_id, actor=actor, at=at)
    return row.pk


def _write_cues(episode_id: int, span: Span, cues: Sequence[PreparedCue]) -> None:
    for cue in cues:
        row = EpisodeCue.objects.create(
            episode_id=episode_id, text=cue.text, is_summary=cue.is_summary
        )
        tokens = scope.scope_tokens(
            person_id=None,
            preset_id=span.preset_id,
            stream_id=span.stream_id,
            origin=span.stream_kind,
        )
        INDEX.index(db.IndexRow(row.pk, tokens, asdict(cue.tokens)), tokenizer=tokenize.version())


def add_placeholder(
    span: Span,
    *,
    reason: str,
    raw_answer: str,
    model: str,
    batch_id: int,
    actor: Actor,
    at: datetime,
) -> int:
    """Hold the archive position of a batch the model will not summarise: no cues, no index row."""
    row = EpisodeRow.objects.create(
        stream_id=span.stream_id,
        preset_id=span.preset_id,
        kind="unsummarized",
        started_at=span.started_at,
        ended_at=span.ended_at,
        reason=reason[:REASON_CHARACTERS],
        raw_answer=raw_answer[:RAW_ANSWER_CHARACTERS],
        model=model,
        created_at=at,
    )
    _record_creation(row.pk, batch_id=batch_id, actor=actor, at=at)
    return row.pk


def _record_creation(episode_id: int, *, batch_id: int, actor: Actor, at: datetime) -> None:
    ledger.record(
        batch_id,
        subject_kind="episode",
        subject_id=episode_id,
        verb="create",
        before=None,
        after=curated(get(episode_id)),
        actor=actor,
        at=at,
    )


def curated(episode: Episode) -> dict[str, Any]:
    """The fields the ledger holds, as they are now."""
    return {name: getattr(episode, name) for name in CURATED} | {"cues": cues(episode.id)}


# Changing -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """Who changes an episode, in which batch."""

    batch_id: int
    actor: Actor
    at: datetime
    reason: str = ""


def apply(
    episode: Episode,
    fields: Mapping[str, Any],
    *,
    cues: Sequence[PreparedCue] | None,
    stream_kind: StreamKind,
    verb: str,
    change: Change,
    related_id: int | None = None,
    undoes_id: int | None = None,
) -> int:
    """Change a row nobody changed meanwhile, with its cues when given, and write the ledger row.

    Returns the operation's id. Conflict "stale" when `episode` is old.
    """
    before = curated(episode)
    changed = EpisodeRow.objects.filter(id=episode.id, version=episode.version).update(
        version=F("version") + 1, **fields
    )
    if not changed:
        raise Conflict(
            _("Episode %(id)d was changed by somebody else meanwhile.") % {"id": episode.id},
            code="stale",
        )
    if cues is not None:
        _drop_cues(episode.id)
        _write_cues(episode.id, span_of(episode, stream_kind=stream_kind), cues)
    return ledger.record(
        change.batch_id,
        subject_kind="episode",
        subject_id=episode.id,
        verb=verb,
        before=before,
        after=curated(get(episode.id)),
        actor=change.actor,
        at=change.at,
        related_id=related_id,
        reason=change.reason,
        undoes_id=undoes_id,
    )


def span_of(episode: Episode, *, stream_kind: StreamKind) -> Span:
    return Span(
        episode.stream_id, episode.preset_id, stream_kind, episode.started_at, episode.ended_at
    )


def _drop_cues(episode_id: int) -> None:
    rows = EpisodeCue.objects.filter(episode_id=episode_id)
    for cue_id in rows.values_list("id", flat=True):
        INDEX.remove(cue_id)
    rows.delete()


def set_span(episode_id: int, *, started_at: datetime, ended_at: datetime) -> None:
    """The time its messages cover, after a split or its undo; derived, so no ledger row."""
    EpisodeRow.objects.filter(id=episode_id).update(started_at=started_at, ended_at=ended_at)


def drop_empty(episode: Episode, *, change: Change) -> None:
    """Take out a placeholder whose messages went back to the row it was split from: its creation
    is undone, and the ledger says so."""
    creation = ledger.story("episode", episode.id)[0]
    before = curated(episode)
    EpisodeRow.objects.filter(id=episode.id, kind="unsummarized").delete()
    ledger.record(
        change.batch_id,
        subject_kind="episode",
        subject_id=episode.id,
        verb="undo",
        before=before,
        after=None,
        actor=change.actor,
        at=change.at,
        reason=change.reason,
        undoes_id=creation.id,
    )


# Reading --------------------------------------------------------------------------------------


def get(episode_id: int) -> Episode:
    found = get_many([episode_id])
    if not found:
        raise Missing(_("Episode %(id)d does not exist.") % {"id": episode_id})
    return found[episode_id]


def get_many(ids: Collection[int]) -> dict[int, Episode]:
    rows = EpisodeRow.objects.filter(id__in=ids).values_list(*_FIELDS)
    return {row[0]: Episode(*row) for row in rows}


def page(
    *,
    kind: EpisodeKind | None = None,
    stream_id: int | None = None,
    before_id: int | None = None,
    limit: int = 50,
) -> list[Episode]:
    """Newest first, keyset by id."""
    rows = EpisodeRow.objects.order_by("-id")
    if kind is not None:
        rows = rows.filter(kind=kind)
    if stream_id is not None:
        rows = rows.filter(stream_id=stream_id)
    if before_id is not None:
        rows = rows.filter(id__lt=before_id)
    return [Episode(*row) for row in rows.values_list(*_FIELDS)[:limit]]


def count(*, kind: EpisodeKind | None = None) -> int:
    rows = EpisodeRow.objects.all()
    return rows.filter(kind=kind).count() if kind else rows.count()


def count_waiting() -> int:
    """Placeholders nobody has dismissed."""
    return EpisodeRow.objects.filter(kind="unsummarized", dismissed_reason="").count()


def cues(episode_id: int) -> list[str]:
    """The cues alone, without the summary."""
    rows = EpisodeCue.objects.filter(episode_id=episode_id, is_summary=False).order_by("id")
    return list(rows.values_list("text", flat=True))


def recent(*, stream_id: int, limit: int) -> list[Episode]:
    """The last summaries of a stream; placeholders and those to be rebuilt are none."""
    rows = EpisodeRow.objects.filter(stream_id=stream_id, kind="summary", needs_rebuild=False)
    return [
        Episode(*row) for row in rows.order_by("-ended_at", "-id").values_list(*_FIELDS)[:limit]
    ]


def search(
    match: str, *, within: Scope, limit: int, share_group_episodes: bool = False
) -> list[db.Hit]:
    """Best episodes by their best cue, visible from there: own stream, and group episodes of the
    preset elsewhere only when switched on."""
    conditions = ["e.kind = 'summary'", "e.needs_rebuild = 0"]
    params: list[Any] = []
    if within.isolation != "global":
        conditions.append("e.preset_id = %s")
        params.append(within.preset_id or 0)
    if within.isolation == "stream":
        conditions.append("e.stream_id = %s")
        params.append(within.stream_id or 0)
    if within.stream_kind != "all":
        own = "e.stream_id = %s"
        params.append(within.stream_id or 0)
        if share_group_episodes and within.isolation != "stream":
            # The scope column says "og" for what was said in a group.
            own = "(e.stream_id = %s OR (e.preset_id = %s AND k.scope LIKE '%% og'))"
            params.append(within.preset_id or 0)
        conditions.append(own)
    hits = INDEX.search(
        match,
        limit=limit * 8,
        join=(
            "JOIN cues_tokens AS k ON k.id = t.rowid JOIN episode_cues AS c ON c.id = t.rowid"
            " JOIN episodes AS e ON e.id = c.episode_id"
        ),
        where=" AND ".join(conditions),
        params=params,
    )
    owners = dict(
        EpisodeCue.objects.filter(id__in=[hit.id for hit in hits]).values_list("id", "episode_id")
    )
    best: dict[int, float] = {}
    for hit in hits:
        best.setdefault(owners[hit.id], hit.bm25)
    return [db.Hit(episode_id, score) for episode_id, score in list(best.items())[:limit]]


# Invariants -----------------------------------------------------------------------------------


def all_ids() -> set[int]:
    return set(EpisodeRow.objects.values_list("id", flat=True))


def ids_of(preset_id: int) -> list[int]:
    return list(EpisodeRow.objects.filter(preset_id=preset_id).values_list("id", flat=True))


def check_index() -> db.IndexDrift:
    return INDEX.check()


def rebuild_index() -> None:
    """Make token rows and index anew; the scope of a cue is kept as it was written."""
    with unit.write():
        scopes = dict(CueTokens.objects.values_list("id", "scope"))
        entries = [
            db.IndexRow(row.pk, scopes.get(row.pk, _scope_without_kind(row)), asdict(tokens))
            for row in EpisodeCue.objects.select_related("episode").order_by("id")
            for tokens in [tokenize.index_text(row.text)]
        ]
        INDEX.rebuild(entries, tokenizer=tokenize.version())


def _scope_without_kind(cue: EpisodeCue) -> str:
    """The scope of a cue whose token row is lost. The kind of its stream is not known here: it
    is taken for private, which hides it from other streams and shows it in its own."""
    return scope.scope_tokens(
        person_id=None,
        preset_id=cue.episode.preset_id,
        stream_id=cue.episode.stream_id,
        origin="direct",
    )


def check() -> dict[str, dict[str, list[int]]]:
    """Broken rows by invariant: cue index rows, ledger."""
    cue_ids = set(EpisodeCue.objects.values_list("id", flat=True))
    stored = set(CueTokens.objects.values_list("id", flat=True))
    mute = EpisodeRow.objects.filter(kind="summary").exclude(cues__is_summary=True)
    spoken = EpisodeRow.objects.filter(kind="unsummarized", cues__isnull=False)
    ids = all_ids()
    last = ledger.latest_after("episode", ids)
    drifted = [
        episode.id
        for episode in get_many(ids).values()
        if last.get(episode.id) != ledger.jsonable(curated(episode))
    ]
    return {
        "I3": {
            "cue without index text": sorted(cue_ids - stored)[:50],
            "index text of no cue": sorted(stored - cue_ids)[:50],
            "summary without index row": list(mute.values_list("id", flat=True)[:50]),
            "placeholder with cues": list(spoken.values_list("id", flat=True).distinct()[:50]),
        },
        "I5": {"ledger says otherwise": drifted[:50]},
    }


def erase_preset(preset_id: int) -> dict[str, int]:
    """Remove everything of a preset. Returns counts per table."""
    cue_rows = EpisodeCue.objects.filter(episode__preset_id=preset_id)
    cue_ids = list(cue_rows.values_list("id", flat=True))
    for cue_id in cue_ids:
        INDEX.remove(cue_id)
    cue_rows.delete()
    episodes = EpisodeRow.objects.filter(preset_id=preset_id).delete()[0]
    return {"cues_tokens": len(cue_ids), "episode_cues": len(cue_ids), "episodes": episodes}
