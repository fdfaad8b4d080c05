"""Small worlds and one write path each, for faults at every point of it.

A scenario prepares a database and has an operation. `finish` brings the work to its end after a
fault, as the product does by itself: the sweeper takes back what was held, the queue goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from memory_core import clock, tasks, unit
from memory_core.edges import store as edges
from memory_core.episodes import store as episodes
from memory_core.errors import Problem
from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.knowledge import store as knowledge
from memory_core.ledger import store as ledger
from memory_core.messages import store as messages
from memory_core.people import store as people
from memory_core.pipelines import curate as undoing
from memory_core.pipelines import erase, placeholders, reviewing
from memory_core.ports import (
    Extraction,
    ExtractionRequest,
    ProposedFact,
    ProposedKnowledge,
    Refused,
    Summary,
    SummaryRequest,
)
from memory_core.providers import Providers
from memory_core.review import store as review
from tests.faults.points import Points
from tests.memory_core.world import (
    JOB,
    OPERATOR,
    ZONE,
    Chat,
    ScriptedEmbedder,
    ScriptedExtractor,
    ScriptedSummarizer,
    add,
    fact,
)

Reach = Callable[[str], None]


@dataclass(frozen=True)
class Scenario:
    """`is_redone` = after a fault the queue ends as if nothing had been; else the act is there
    whole or not at all."""

    name: str
    prepare: Callable[[], None]
    operate: Callable[[Points], None]
    is_redone: bool = True


def nothing(_name: str) -> None:
    """No fault here."""


def _providers(reach: Reach, *, refuses: bool = False, embeds: bool = False) -> Providers:
    def summarize(request: SummaryRequest) -> Summary:
        reach("before the summary")
        if refuses:
            raise Refused("policy", raw="no")
        reach("after the summary")
        return Summary(f"{len(request.lines)} 句闲话", ("闲话", "徒步"), "一个群")

    def extract(request: ExtractionRequest) -> Extraction:
        reach("before the extraction")
        if refuses:
            raise Refused("policy", raw="no")
        claims = [
            ProposedFact(
                line.person_id,
                "identity" if "住在" in line.text else "fact",
                "home" if "住在" in line.text else None,
                line.text.replace("我", line.speaker),
                (line.id,),
                line.text,
                tuple(
                    item.alias
                    for item in request.known
                    if "搬" in line.text and item.slot == "home"
                ),
            )
            for line in request.lines
            if line.text.startswith("我")
        ]
        texts = [
            ProposedKnowledge("", line.text, (line.id,), line.text)
            for line in request.lines
            if "是一种" in line.text
        ]
        reach("after the extraction")
        return Extraction(tuple(claims), tuple(texts))

    def embedded(rows: list[list[float]]) -> list[list[float]]:
        reach("after the vectors")
        return rows

    return Providers(
        ScriptedSummarizer(summarize),
        ScriptedExtractor(extract),
        ScriptedEmbedder(embedded) if embeds else None,
    )


def work(reach: Reach, *, kinds: frozenset[str], **how: bool) -> None:
    """The queue, with jobs of these kinds only, until nothing moves."""
    providers = _providers(reach, **how)
    report = tasks.WorkReport()
    moved = True
    while moved:
        tasks.open_due_work(providers)
        ready = [key for key in jobs.due(at=clock.now()) if jobs.get(key).kind in kinds]
        # All of them are run, then it is seen whether one moved.
        ran = [tasks.run_job(key, providers=providers, report=report) for key in ready]
        moved = any(ran)


def _working(*kinds: str, **how: bool) -> Callable[[Points], None]:
    return lambda points: work(points.reach, kinds=frozenset(kinds), **how)


def _acting(*steps: Callable[[], Any]) -> Callable[[Points], None]:
    def operate(_points: Points) -> None:
        for step in steps:
            try:
                step()
            except Problem:
                # Done already before the fault; the next step goes on from there.
                continue

    return operate


# Worlds -----------------------------------------------------------------------------------------


def _long_talk() -> None:
    Chat(at=clock.now() - timedelta(days=1)).say_many(48)


def _short_talk() -> None:
    chat = Chat(at=clock.now() - timedelta(days=1))
    for text in ("我怕蛇", "我住在杭州", "雾凇是一种冰晶", "哈哈"):
        chat.say(text)


def _read_already(chat: Chat) -> None:
    """Put the cursor behind all there is, as a range that was stepped past."""
    read = messages.after(chat.stream_id, position=0, limit=99)
    messages.advance(chat.stream_id, purpose="extraction", expected=0, position=read[-1].id)
    messages.skip(
        chat.stream_id,
        purpose="extraction",
        first_id=read[0].id,
        last_id=read[-1].id,
        reason="prepared",
        job_id=None,
        at=clock.now(),
    )


def _moving_house() -> None:
    chat = Chat(at=clock.now() - timedelta(days=1))
    fact("lin住在杭州", message=chat.say("我住在杭州"), kind="identity", slot="home")
    fact("lin怕蛇", message=chat.say("我怕蛇"))
    _read_already(chat)
    for text in ("我搬到苏州，现在住在苏州", "我怕蛇"):
        chat.say(text)


def _late_image() -> None:
    chat = Chat(at=clock.now() - timedelta(days=1))
    chat.say("[图片]", pending=True, id="image")
    chat.say("好看")
    work(nothing, kinds=frozenset({"extract"}))


def _without_vectors() -> None:
    chat = Chat(at=clock.now() - timedelta(days=1))
    for number in range(45):
        add(f"林喜欢第{number}首歌", message=chat.say(f"我喜欢第{number}首歌"))


def _due() -> None:
    chat = Chat(at=clock.now() - timedelta(days=30))
    for number in range(6):
        fact(f"林感冒了第{number}次", message=chat.say(f"我感冒了第{number}次"), kind="state")


def _old_edges() -> None:
    chat = Chat(at=clock.now() - timedelta(days=1))
    made = [add(f"林喜欢{name}", message=chat.say(f"我喜欢{name}")).fact_id for name in "猫狗鱼"]
    refs = [edges.Ref("fact", key) for key in made]
    with unit.write():
        long_ago = clock.now() - timedelta(days=400)
        edges.link_together(refs, batch_id=None, actor=JOB, at=long_ago)


def _one_fact() -> None:
    fact("林怕蛇", message=Chat(at=clock.now() - timedelta(hours=2)).say("我怕蛇"))


def _refused_talk() -> None:
    _long_talk()
    work(nothing, kinds=frozenset({"summarize"}), refuses=True)


def _over_the_cap() -> None:
    chat = Chat(at=clock.now() - timedelta(days=1))
    for name in "猫狗鱼鸟虎龙马羊猴鸡猪":
        chat.say(f"我喜欢{name}")
    work(nothing, kinds=frozenset({"extract"}))


# Acts -------------------------------------------------------------------------------------------


def _say_hello() -> None:
    chat = Chat(at=clock.now() - timedelta(hours=1))
    chat.say("大家好", by="5", name="程米")
    chat.say("[图片]", by="5", name="程米", pending=True, id="late")
    chat.say("改名了", by="5", name="米米子")
    chat.say("[图片] 一只猫", by="5", name="米米子", id="late")


def _fill_image() -> None:
    now = clock.now()
    # Arrived now, not a minute later: its job would not be due and never run here.
    Chat(at=now).say("我养了一缸孔雀鱼", id="image", at=now)


def _newest() -> facts.Fact:
    return facts.page(facts.FactFilter()).rows[0]


def _curate(verb: str) -> Callable[[], Any]:
    def act() -> None:
        current = _newest()
        acts: dict[str, Callable[..., Any]] = {
            "archive": curate.archive,
            "restore": curate.restore,
            "pin": curate.pin,
            "unpin": curate.unpin,
        }
        acts[verb](current.id, version=current.version, actor=OPERATOR, at=clock.now())

    return act


def _replace() -> None:
    current = _newest()
    curate.replace_fact(
        current.id, content="林怕大蛇", version=current.version, actor=OPERATOR, at=clock.now()
    )


def _undo_last() -> None:
    for operation in ledger.operations(limit=5):
        if operation.undone_by_id is None and operation.undoes_id is None and operation.before:
            undoing.undo(operation.id, actor=OPERATOR, at=clock.now())
            return


def _placeholder(verb: str) -> Callable[[], Any]:
    def act() -> None:
        episode = episodes.page(kind="unsummarized")[-1]
        at = clock.now()
        if verb == "write":
            placeholders.write_by_hand(
                episode.id, summary="骰子", cues=["骰子"], version=episode.version,
                actor=OPERATOR, at=at,
            )  # fmt: skip
        elif verb == "dismiss":
            placeholders.dismiss(
                episode.id, reason="骰子", version=episode.version, actor=OPERATOR, at=at
            )
        else:
            placeholders.split(episode.id, version=episode.version, actor=OPERATOR, at=at)

    return act


def _review(verb: str) -> Callable[[], Any]:
    def act() -> None:
        [candidate] = review.candidates(state="held")
        if verb == "accept":
            reviewing.accept(
                candidate.id, version=candidate.version, actor=OPERATOR, at=clock.now(), zone=ZONE
            )
        else:
            reviewing.reject(
                candidate.id, version=candidate.version, actor=OPERATOR, at=clock.now()
            )

    return act


def _undo_newest_batch() -> None:
    newest = ledger.operations(limit=1)[0].batch_id
    undoing.undo_batch(newest, actor=OPERATOR, at=clock.now())


def _erase() -> None:
    preset = people.find_preset("xiaoye")
    if preset is not None:
        erase.erase_preset(preset.id, at=clock.now())


SCENARIOS = (
    Scenario("ingest", lambda: None, _acting(_say_hello)),
    Scenario(
        "late body",
        _late_image,
        lambda points: (_acting(_fill_image)(points), _working("extract")(points))[-1],
    ),
    Scenario("summarise", _long_talk, _working("summarize")),
    Scenario("placeholder", _long_talk, _working("summarize", refuses=True)),
    Scenario("extract", _short_talk, _working("extract")),
    Scenario("supersede", _moving_house, _working("extract")),
    Scenario("step past", _short_talk, _working("extract", refuses=True)),
    Scenario("back-fill", _without_vectors, _working("embed", embeds=True)),
    Scenario("sweep", _due, _working("sweep")),
    Scenario("edge decay", _old_edges, _working("decay_edges")),
    Scenario(
        "curate",
        _one_fact,
        _acting(
            _curate("pin"), _curate("unpin"), _replace, _undo_last, _curate("restore"), _undo_last
        ),
        is_redone=False,
    ),
    Scenario(
        "placeholder actions",
        _refused_talk,
        _acting(
            _placeholder("split"),
            _undo_last,
            _placeholder("dismiss"),
            _undo_last,
            _placeholder("write"),
            _undo_last,
        ),
        is_redone=False,
    ),
    Scenario(
        "review",
        _over_the_cap,
        _acting(_review("accept"), _undo_last, _review("reject"), _undo_last, _undo_newest_batch),
        is_redone=False,
    ),
    Scenario("erase", _over_the_cap, _acting(_erase)),
)


def outcome() -> tuple[object, ...]:
    """What people would see, without ids and times: equal for equal work."""
    listed = facts.page(facts.FactFilter(), limit=500).rows
    return (
        sorted(
            (row.content, row.state, row.origin, len(facts.evidence_ids(row.id))) for row in listed
        ),
        sorted((episode.kind, episode.summary) for episode in episodes.page(limit=500)),
        knowledge.count(live_only=False),
        edges.count(),
        sorted((count.total, count.unarchived) for count in messages.counts().values()),
        len(people.people()),
    )
