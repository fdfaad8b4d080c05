"""The sample chat: two groups and two private chats over six weeks, written for this project.

People, places and numbers in it are invented. It holds on purpose what a memory meets in real
life: a renamed person, two people of one name, a secret told in private, a job changed there and
back, a birthday told twice, dice, a stack trace, a phone number, a late image.
"""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Final

PRESET: Final = "sample-xiaoye"
ZONE: Final = timezone(timedelta(hours=8))


def sample_lines(at: datetime) -> list[dict[str, object]]:
    """Every line of every stream in order of time, the last on the day before `at`.

    Keys of a line: id, platform, preset, stream, stream_kind, stream_title, speaker,
    speaker_name, role ("user" or "assistant"), text, time (ISO, +08:00), and `pending` where the
    body has not arrived; a later line with the same id and stream brings it. Times move by whole
    days, so that evenings stay evenings.
    """
    lines = raw_lines()
    times = [datetime.fromisoformat(str(line["time"])) for line in lines]
    yesterday = at.astimezone(ZONE).date() - timedelta(days=1)
    shift = timedelta(days=(yesterday - max(times).astimezone(ZONE).date()).days)
    return [
        {**line, "time": (time + shift).isoformat()}
        for time, line in sorted(zip(times, lines, strict=True), key=lambda pair: pair[0])
    ]


def raw_lines() -> list[dict[str, object]]:
    """The lines as they were written, with the times of the writing."""
    return [line for path in sorted(Path(__file__).parent.glob("*.jsonl")) for line in _read(path)]


def _read(path: Path) -> list[dict[str, object]]:
    with path.open(encoding="utf-8") as rows:
        return [json.loads(row) for row in rows]
