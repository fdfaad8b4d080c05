"""One of many workers on one database: slow answers, small batches, no mercy.

usage: python -m tests.faults.crowd prepare STREAMS BATCHES | work SEED
"""

import random
import sys
import time
from datetime import UTC, datetime, timedelta

import django

django.setup()

from memory_core import clock, tasks  # noqa: E402 - models need the apps
from memory_core.algorithms import tokenize  # noqa: E402
from memory_core.jobs import store as jobs  # noqa: E402
from memory_core.pipelines import ingest  # noqa: E402
from memory_core.pipelines.ingest import Incoming  # noqa: E402
from memory_core.ports import Extraction, ExtractionRequest, ProposedFact  # noqa: E402
from memory_core.providers import Providers  # noqa: E402
from memory_core.tasks import kinds  # noqa: E402
from memoryweb.commands import preparation  # noqa: E402
from tests.memory_core.world import ScriptedExtractor, ScriptedSummarizer  # noqa: E402

WINDOW = 30


def prepare(streams: int, batches: int) -> None:
    """Streams in which the first line of every window says something worth keeping."""
    preparation.make_ready(say=lambda _text: None)
    at = datetime.now(UTC) - timedelta(days=1)
    for stream in range(streams):
        ingest.ingest_many(
            [
                Incoming(
                    id=f"m{number}",
                    platform="qq",
                    preset="crowd",
                    stream=f"s{stream}",
                    stream_kind="group",
                    stream_title="",
                    speaker=f"u{stream}",
                    speaker_name=f"u{stream}",
                    role="user",
                    text=f"我喜欢第{number // WINDOW}首歌" if number % WINDOW == 0 else "嗯嗯",
                    time=at + timedelta(seconds=number),
                )
                for number in range(batches * WINDOW)
            ],
            at=at,
        )


def work(seed: int) -> None:
    """Work like everybody else until nothing is due and nobody works any more."""
    dice = random.Random(seed)  # noqa: S311 - no secret
    tokenize.load_dictionary()
    kinds.AT_ONCE["extract"] = 8

    def answer(request: ExtractionRequest) -> Extraction:
        time.sleep(dice.uniform(0.0, 0.05))
        line = request.lines[0]
        stream = line.speaker
        content = f"{stream}{line.text[1:]}"
        return Extraction(
            (ProposedFact(line.person_id, "fact", None, content, (line.id,), line.text),)
        )

    providers = Providers(
        ScriptedSummarizer(lambda _r: sys.exit("nothing to summarise")), ScriptedExtractor(answer)
    )
    quiet = 0
    while quiet < 20:
        tasks.open_due_work(providers)
        report = tasks.WorkReport()
        ready = jobs.due(at=clock.now(), limit=50)
        dice.shuffle(ready)
        for key in ready:
            if jobs.get(key).kind == "extract":
                tasks.run_job(key, providers=providers, report=report)
        quiet = 0 if report.done["extract"] else quiet + 1
        time.sleep(dice.uniform(0.0, 0.05))


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(int(sys.argv[2]), int(sys.argv[3]))
    else:
        work(int(sys.argv[2]))
