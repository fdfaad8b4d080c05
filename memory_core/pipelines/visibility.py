"""From where somebody looks: the scope of a stream under the isolation of now."""

from collections.abc import Iterable

from memory_core.algorithms.scope import Scope
from memory_core.algorithms.vocabulary import Isolation
from memory_core.jobs import store as jobs
from memory_core.people import store as people
from memory_core.people.store import Stream


def scope_of_stream(stream_id: int) -> Scope:
    """What may be seen in this stream (SPEC 2)."""
    return scope_of(people.get_stream(stream_id))


def scope_of(stream: Stream) -> Scope:
    return _scope(stream, isolation=jobs.load_options().isolation)


def scopes_of(streams: Iterable[Stream]) -> list[Scope]:
    """What may be seen in each of these streams, the settings read once."""
    isolation = jobs.load_options().isolation
    return [_scope(stream, isolation=isolation) for stream in streams]


def _scope(stream: Stream, *, isolation: Isolation) -> Scope:
    return Scope(
        isolation=isolation,
        preset_id=stream.preset_id,
        stream_id=stream.id,
        stream_kind=stream.kind,
        partner_id=stream.partner_id,
    )
