"""Messages a second through the pipeline's `ingest`, each one in its own durable transaction."""

import sys
import time
from datetime import timedelta

import django

django.setup()

from memory_core import clock  # noqa: E402 - models need the apps
from memory_core.pipelines import ingest  # noqa: E402
from memory_core.pipelines.ingest import Incoming  # noqa: E402
from memoryweb.commands import preparation  # noqa: E402
from tests.benchmarks.report import Figure, show  # noqa: E402

MESSAGES = 3_000
TALK = "今天下班以后去吃火锅吗，我住在苏州，周末想去爬山。The bus was late again."


def message(number: int) -> Incoming:
    """One of four streams and twelve speakers, some forty characters, like people talk."""
    stream, speaker = number % 4, number % 12
    return Incoming(
        id=str(number),
        platform="bench",
        preset="bench",
        stream=f"group-{stream}",
        stream_kind="group",
        stream_title="",
        speaker=f"person-{speaker}",
        speaker_name=f"P{speaker}",
        role="user",
        text=f"{TALK[number % 20 :]} {number}",
        time=clock.now() - timedelta(hours=1) + timedelta(seconds=number),
    )


def main() -> int:
    preparation.make_ready(say=lambda _: None)
    items = [message(number) for number in range(MESSAGES)]
    for item in items[:200]:
        ingest.ingest(item, at=clock.now())
    seconds = []
    start = time.perf_counter()
    for item in items[200:]:
        began = time.perf_counter()
        ingest.ingest(item, at=clock.now())
        seconds.append(time.perf_counter() - began)
    rate = len(seconds) / (time.perf_counter() - start)
    p99 = sorted(seconds)[int(len(seconds) * 0.99)] * 1000
    figure = Figure(
        "ingest, each message durable",
        rate,
        "/s",
        300,
        is_ceiling=False,
        detail=f"p99 {p99:.1f} ms",
    )
    show(figure)
    return int(not figure.is_met)


if __name__ == "__main__":
    sys.exit(main())
