"""Erasure: what is taken out leaves every table, and a receipt of counts (SPEC 9)."""

from datetime import datetime

from memory_core import unit, upkeep
from memory_core.edges import store as edges
from memory_core.edges.store import Ref
from memory_core.episodes import store as episodes
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.knowledge import store as knowledge
from memory_core.ledger import store as ledger
from memory_core.messages import store as messages
from memory_core.people import store as people
from memory_core.review import store as review


def erase_preset(preset_id: int, *, at: datetime) -> dict[str, int]:
    """Take a preset out with all its streams, memories and history, in one transaction.

    Persons known only from there go too. Returns the receipt: rows removed per table, no text.
    """
    with unit.write(), upkeep.erasing():
        stream_ids = [stream.id for stream in people.streams(preset_id=preset_id)]
        person_ids = messages.people_of(preset_id)
        message_ids = messages.ids_of(preset_id)
        facts_gone = facts.ids_of(preset_id)
        episodes_gone = episodes.ids_of(preset_id)
        knowledge_gone = knowledge.ids_of(preset_id)
        subjects = {
            "fact": facts_gone,
            "episode": episodes_gone,
            "knowledge": knowledge_gone,
            "candidate": review.ids_of(preset_id),
        }
        subjects["edges"] = sorted(ledger.batches_of(subjects))
        gone = edges.erase(
            [
                *(Ref("fact", key) for key in facts_gone),
                *(Ref("episode", key) for key in episodes_gone),
                *(Ref("knowledge", key) for key in knowledge_gone),
            ]
        )
        gone |= facts.erase_preset(preset_id)
        gone |= knowledge.erase_preset(preset_id)
        gone |= episodes.erase_preset(preset_id)
        gone |= review.erase_preset(preset_id)
        gone |= messages.erase_preset(preset_id, stream_ids=stream_ids)
        scopes = [
            *(f"stream:{key}" for key in stream_ids),
            *(f"message:{key}" for key in message_ids),
            *(f"episode:{key}" for key in episodes_gone),
        ]
        gone |= jobs.erase_scopes(scopes, stream_ids=stream_ids)
        gone |= ledger.erase(subjects)
        gone |= people.erase_preset(preset_id, person_ids=person_ids)
        jobs.record_event("memory_erased", at=at, payload=gone)
    return gone
