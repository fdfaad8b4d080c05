"""Server time of the facts list with 2,000 facts: the whole request in our own process."""

import statistics
import sys
import time
from dataclasses import dataclass
from datetime import UTC, timedelta

import django

django.setup()

from django.test import Client  # noqa: E402 - models need the apps

from memory_core import clock, unit  # noqa: E402
from memory_core.algorithms import tokenize  # noqa: E402
from memory_core.facts import store as facts  # noqa: E402
from memory_core.ledger import store as ledger  # noqa: E402
from memory_core.messages import store as messages  # noqa: E402
from memory_core.pipelines import ingest  # noqa: E402
from memory_core.pipelines.ingest import Incoming  # noqa: E402
from memoryweb.accounts import store as accounts  # noqa: E402
from memoryweb.commands import preparation  # noqa: E402
from tests.benchmarks.report import Figure, show  # noqa: E402

FACTS = 2_000
PEOPLE = 20
ROUNDS = 40
TARGET_MS = 50
THINGS = ("火锅", "爬山", "摄影", "围棋", "古典音乐", "猫", "咖啡", "游泳", "电影", "看书")
PAGES = {
    "first page": "/facts/",
    "a search": "/facts/?q=喜欢火锅",
    "frozen or archived": "/facts/?state=frozen&state=archived",
}


def line(person: int, number: int) -> Incoming:
    return Incoming(
        id=f"{person}-{number}",
        platform="bench",
        preset="bench",
        stream="group",
        stream_kind="group",
        stream_title="",
        speaker=f"person-{person}",
        speaker_name=f"P{person}",
        role="user",
        text=statement(number),
        time=clock.now() - timedelta(days=60) + timedelta(minutes=number),
    )


def statement(number: int) -> str:
    return f"我喜欢{THINGS[number % len(THINGS)]}，最近第{number}次去了{number % 97}号店。"


def fill() -> None:
    """2,000 facts of 20 people, each with its message, through the one way in."""
    actor = ledger.Actor(kind="system", name="bench")
    for start in range(0, FACTS, 200):
        with unit.write():
            numbers = range(start, start + 200)
            for number in numbers:
                ingest.ingest(line(number % PEOPLE, number), at=clock.now())
    stored = messages.page(1, limit=FACTS)
    prepared = [
        facts.prepare(
            facts.NewFact(
                preset_id=message.preset_id,
                stream_id=message.stream_id,
                person_id=message.person_id,
                kind="preference",
                slot=None,
                content=f"{message.speaker_name}{message.text[1:]}",
                source="extraction",
                origin="group",
                evidence=(
                    facts.Evidence(message.id, message.text, message.person_id, message.sent_at),
                ),
            )
        )
        for message in stored
    ]
    for start in range(0, FACTS, 200):
        with unit.write():
            context = facts.Context(
                batch_id=ledger.open_batch("extraction", actor=actor, at=clock.now()),
                actor=actor,
                at=clock.now(),
                isolation="preset",
                zone=UTC,
            )
            for one in prepared[start : start + 200]:
                facts.add_fact(one, context)


@dataclass(frozen=True, slots=True)
class Spent:
    """Medians in milliseconds. On a machine with other work, `wall` is more than `cpu`."""

    wall: float
    cpu: float


def spent(client: Client, path: str) -> Spent:
    wall, cpu = [], []
    for _ in range(ROUNDS):
        began, began_cpu = time.perf_counter(), time.process_time()
        response = client.get(path)
        wall.append(time.perf_counter() - began)
        cpu.append(time.process_time() - began_cpu)
        assert response.status_code == 200, response.status_code
    return Spent(statistics.median(wall) * 1000, statistics.median(cpu) * 1000)


def main() -> int:
    preparation.make_ready(say=lambda _: None)
    preparation.collect_static(say=lambda _: None)
    tokenize.load_dictionary()
    fill()
    count = facts.page(facts.FactFilter()).count
    user = accounts.add_admin(
        username="bench", password="not used here", language="zh-hans", at=clock.now()
    )
    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    is_missed = False
    assert 'id="fact-' in client.get("/facts/").content.decode()
    for name, path in PAGES.items():
        client.get(path)
        took = spent(client, path)
        figure = Figure(
            f"facts list, {count:,} facts, {name}, median",
            took.wall,
            "ms",
            TARGET_MS,
            detail=f"CPU {took.cpu:.1f} ms",
        )
        show(figure)
        is_missed |= not figure.is_met
    return int(is_missed)


if __name__ == "__main__":
    sys.exit(main())
