"""Loading the sample chat as a bot would send it, and taking it out again."""

import json
from datetime import datetime

from memory_core.people import store as people
from memory_core.pipelines import erase, ingest
from memory_core.pipelines.ingest import IngestReport
from memory_core.samples.chat import PRESET, ZONE, sample_lines


def load(*, at: datetime) -> IngestReport:
    """Send the sample chat through ingest; a second time adds nothing while it is there.

    Only the log is written: the worker makes memories of it like of any other chat.
    """
    items = [
        ingest.parse_line(json.dumps(line), number=number, zone=ZONE)
        for number, line in enumerate(sample_lines(at), start=1)
    ]
    return ingest.ingest_many(items, at=at)


def remove(*, at: datetime) -> dict[str, int]:
    """Take the sample out with everything made of it; returns counts per table."""
    preset = people.find_preset(PRESET)
    return erase.erase_preset(preset.id, at=at) if preset else {}


def is_loaded() -> bool:
    return people.find_preset(PRESET) is not None
