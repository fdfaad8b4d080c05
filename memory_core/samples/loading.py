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
from memory_core.samples.chat import PRESET, ZONE, raw_lines, sample_lines

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
    """Take the sample out with everything made of it; returns counts per table.

    A preset that was not loaded from here is never touched, and Conflict refuses to touch one in
    which somebody's own chat lives by now: that would go with it, for good.
    """
    if not is_loaded():
        return {}
    with unit.write():
        theirs = _foreign_streams()
        if theirs:
            raise Conflict(
                _(
                    "%(count)d streams of your own use the sample's preset, such as %(name)s;"
                    " removing the sample would take them along. Nothing was removed."
                )
                % {"count": len(theirs), "name": theirs[0]},
                code="preset",
            )
        gone = erase.erase_preset(int(jobs.meta(_MARK)), at=at)
        jobs.delete_meta(_MARK)
    return gone


def _foreign_streams() -> list[str]:
    """Labels of streams in the sample's preset that are not of the sample."""
    ours = {(str(line["platform"]), str(line["stream"])) for line in raw_lines()}
    found = people.streams(preset_id=int(jobs.meta(_MARK)))
    return [row.label for row in found if (row.platform, row.external_id) not in ours]


def is_loaded() -> bool:
    return bool(jobs.meta(_MARK))
