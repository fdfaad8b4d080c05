"""Loading the sample chat as a bot would send it, and taking it out again."""

import json
from datetime import datetime

from django.utils.translation import gettext as _

from memory_core import unit
from memory_core.errors import Conflict
from memory_core.jobs import store as jobs
from memory_core.people import store as people
from memory_core.pipelines import erase, ingest
from memory_core.pipelines.ingest import IngestReport
from memory_core.samples.chat import PRESET, ZONE, sample_lines

_MARK = "sample_preset_id"


def load(*, at: datetime) -> IngestReport:
    """Send the sample chat through ingest; a second time adds nothing while it is there.

    Only the log is written: the worker makes memories of it like of any other chat. Conflict when
    somebody's own preset has the sample's name: it must not be mixed up with ours.
    """
    if people.find_preset(PRESET) is not None and not is_loaded():
        raise Conflict(
            _("There is a preset called %(name)s already; the sample chat needs that name.")
            % {"name": PRESET},
            code="preset",
        )
    items = [
        ingest.parse_line(json.dumps(line), number=number, zone=ZONE)
        for number, line in enumerate(sample_lines(at), start=1)
    ]
    with unit.write():
        report = ingest.ingest_many(items, at=at)
        jobs.set_meta(_MARK, str(people.ensure_preset(PRESET, at=at).id))
    return report


def remove(*, at: datetime) -> dict[str, int]:
    """Take the sample out with everything made of it; returns counts per table. A preset that
    was not loaded from here is never touched."""
    if not is_loaded():
        return {}
    with unit.write():
        gone = erase.erase_preset(int(jobs.meta(_MARK)), at=at)
        jobs.delete_meta(_MARK)
    return gone


def is_loaded() -> bool:
    return bool(jobs.meta(_MARK))
