"""L3: extraction, with its own cursor, grounded in what people said (SPEC 3.3 to 3.9)."""

from datetime import timedelta

import pytest

from memory_core import clock, tasks
from memory_core.edges import store as edges
from memory_core.errors import Conflict, LeaseLost
from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.jobs.options import Options
from memory_core.knowledge import store as knowledge
from memory_core.ledger import store as ledger
from memory_core.messages import store as messages
from memory_core.people import store as people
from memory_core.pipelines import check, extract, summarize
from memory_core.pipelines import curate as undoing
from memory_core.ports import (
    Extraction,
    ExtractionRequest,
    ProposedFact,
    ProposedKnowledge,
    Refused,
    Summary,
)
from memory_core.providers import Providers
from memory_core.review import store as review
from tests.memory_core.world import (
    OPERATOR,
    START,
    ZONE,
    Chat,
    ScriptedExtractor,
    ScriptedSummarizer,
    add,
    answering,
    claim,
    fact,
    lease,
    person,
)

pytestmark = pytest.mark.django_db
AT = START + timedelta(hours=3)


def run(chat: Chat, extractor: ScriptedExtractor) -> extract.ExtractResult:
    batch = extract.next_batch(chat.stream_id, options=Options(), at=AT)
    assert batch is not None
    held = lease("extract", f"stream:{chat.stream_id}", at=AT)
    return extract.extract_batch(batch, lease=held, extractor=extractor, at=AT, zone=ZONE)


def stored() -> list[str]:
    return [row.content for row in facts.page(facts.FactFilter()).rows]


def test_facts_evidence_edges_ledger_and_cursor_come_together() -> None:
    chat = Chat()
    one, two = chat.say("我怕蛇"), chat.say("我住在苏州")

    done = run(chat, answering(claim(one, "林怕蛇"), claim(two, "林住在苏州", slot="home")))

    assert done.outcome == "extracted"
    assert sorted(stored()) == sorted(["林怕蛇", "林住在苏州"])
    assert messages.cursor(chat.stream_id, "extraction") == two.id
    assert edges.count() == 1
    [job] = jobs.jobs(states=["succeeded"])
    assert job.result["created"] == 2
    batch = ledger.get_batch(job.result["batch_id"])
    assert (batch.kind, batch.job_id) == ("extract", job.id)


def test_the_window_is_thirty_and_ten_before_are_context_that_may_not_be_cited() -> None:
    chat = Chat()
    sent = chat.say_many(35)
    run(chat, answering())
    late = answering(claim(sent[29], "林说了闲话"))

    run(chat, late)

    request = late.asked[0]
    assert [line.id for line in request.context] == [message.id for message in sent[20:30]]
    assert [line.id for line in request.lines] == [message.id for message in sent[30:]]
    assert stored() == []
    assert review.candidates(state="rejected")[0].reason == "no_such_message"


def test_summaries_and_extraction_do_not_take_each_others_messages() -> None:
    chat = Chat()
    sent = chat.say_many(48)
    summarize.summarize_batch(
        chat.stream_id,
        lease=lease("summarize", f"stream:{chat.stream_id}", at=AT),
        summarizer=ScriptedSummarizer(lambda _r: Summary("闲话", ("闲话",), "")),
        at=AT,
        zone=ZONE,
    )
    extractor = answering()

    run(chat, extractor)

    assert [line.id for line in extractor.asked[0].lines] == [message.id for message in sent[:30]]


def test_nothing_worthwhile_moves_the_cursor_and_says_so() -> None:
    chat = Chat()
    last = chat.say_many(3)[-1]

    done = run(chat, ScriptedExtractor(lambda _r: Extraction(), worthwhile=False))

    assert done.outcome == "nothing_new"
    assert messages.cursor(chat.stream_id, "extraction") == last.id
    assert jobs.jobs()[0].result["reason"] == "scripted"


REJECTED = {
    "blank": lambda m, b, p: claim(m, "！！"),
    "quote_not_found": lambda m, b, p: claim(m, "林住在北京", quote="我住在北京"),
    "no_evidence_by_people": lambda m, b, p: claim(b, "小夜怕蛇", about=m.person_id),
    "not_in_stream": lambda m, b, p: claim(m, "路人怕蛇", about=99_999),
    "no_such_message": lambda m, b, p: ProposedFact(
        m.person_id, "fact", None, "林怕蛇", (m.id, 99_999), m.text
    ),
}


@pytest.mark.parametrize("reason", REJECTED)
def test_a_groundless_claim_is_rejected_with_its_reason(reason: str) -> None:
    chat = Chat()
    message = chat.say("我怕蛇")
    bot = chat.say("小夜也怕蛇", by="bot", role="assistant")
    pending = chat.say("[图片]", pending=True, at=START)

    run(chat, answering(REJECTED[reason](message, bot, pending)))

    assert stored() == []
    [candidate] = review.candidates(state="rejected")
    assert candidate.reason == reason


def test_a_body_that_has_not_arrived_is_no_evidence() -> None:
    chat = Chat()
    pending = chat.say("[图片] 我怕蛇", pending=True, at=START)

    run(chat, answering(claim(pending, "林怕蛇")))

    assert stored() == []


def test_known_facts_are_of_everybody_who_speaks_the_best_matches_first() -> None:
    chat = Chat()
    for speaker in "abcdefgh":
        for name in ("猫", "狗", "鱼", "鸟", "虎", "龙"):
            fact(f"{speaker}喜欢{name}", message=chat.say(f"我喜欢{name}", by=speaker))
    last = fact("h对花生过敏", message=chat.say("我对花生过敏", by="h"))
    other = Chat("g2")
    for speaker in "abcdefgh":
        other.say("花生过敏要紧吗", by=speaker)
    batch = extract.next_batch(other.stream_id, options=Options(), at=AT)
    assert batch is not None

    known = list(extract.known_facts(batch, options=Options(), at=AT).values())

    assert known[0].id == last.id
    assert len(known) == 30
    told_of = {
        person_id: sum(row.person_id == person_id for row in known)
        for person_id in {row.person_id for row in known}
    }
    assert len(told_of) == 8
    assert max(told_of.values()) <= 6


def test_a_late_body_is_extracted_as_a_batch_of_its_own() -> None:
    chat = Chat()
    chat.say("[图片]", pending=True, id="img", at=START)
    chat.say("好看")
    run(chat, answering())
    filled = chat.say("[图片] 我养了一缸孔雀鱼", id="img", at=AT)
    extractor = ScriptedExtractor(lambda request: Extraction((claim(filled, "林养了一缸孔雀鱼"),)))

    work(extractor)

    assert stored() == ["林养了一缸孔雀鱼"]
    assert [line.id for line in extractor.asked[0].lines] == [filled.id]


def test_a_body_that_comes_while_the_model_reads_its_placeholder_is_extracted_too() -> None:
    chat = Chat()
    chat.say("[图片]", pending=True, id="img", at=START)
    chat.say("好看")

    def answer(_request: ExtractionRequest) -> Extraction:
        chat.say("[图片] 我养了一缸孔雀鱼", id="img", at=AT)
        return Extraction()

    run(chat, ScriptedExtractor(answer))
    image = messages.page(chat.stream_id)[0]
    work(answering(claim(image, "林养了一缸孔雀鱼")))

    assert stored() == ["林养了一缸孔雀鱼"]


def test_more_than_ten_facts_of_a_batch_wait_for_a_person() -> None:
    chat = Chat()
    sent = [chat.say(f"我喜欢{name}") for name in "猫狗鱼鸟虎龙马羊猴鸡猪牛"]

    run(chat, answering(*(claim(m, f"林{m.text[1:]}") for m in sent)))

    assert len(stored()) == 10
    assert [row.reason for row in review.candidates(state="held")] == ["over_cap", "over_cap"]


def known(extractor: ScriptedExtractor) -> dict[str, str | None]:
    return {item.alias: item.content for item in extractor.asked[0].known}


def test_known_facts_come_under_aliases_and_private_ones_without_text_in_a_group() -> None:
    private, group = Chat("d1", "direct"), Chat("g1")
    add("林要辞职", message=private.say("我要辞职"))
    add("林怕蛇", message=group.say("我怕蛇"))
    extractor = answering()

    run(group, extractor)

    assert set(known(extractor)) == {"f1", "f2"}
    assert sorted(known(extractor).values(), key=str) == [None, "林怕蛇"]


def alias_of(request: ExtractionRequest, content: str) -> str:
    return next(item.alias for item in request.known if item.content == content)


def superseding(old: str, *claims: ProposedFact) -> ScriptedExtractor:
    """Claims that each say they supersede the known fact `old`."""

    def answer(request: ExtractionRequest) -> Extraction:
        alias = alias_of(request, old)
        return Extraction(
            tuple(
                ProposedFact(
                    item.person_id,
                    item.kind,
                    item.slot,
                    item.content,
                    item.message_ids,
                    item.quote,
                    (alias,),
                )
                for item in claims
            )
        )

    return ScriptedExtractor(answer)


def test_the_person_itself_supersedes_what_it_said() -> None:
    chat = Chat()
    old = fact("林住在杭州", message=chat.say("我住在杭州"), kind="identity", slot="home")
    new = chat.say("我搬到苏州了")

    run(chat, superseding("林住在杭州", claim(new, "林住在苏州", slot="home")))

    assert facts.get(old.id).state == "superseded"
    assert facts.conflict_groups() == []


def test_a_third_party_cannot_supersede_and_its_claim_stands_beside() -> None:
    chat = Chat()
    old = fact("林住在杭州", message=chat.say("我住在杭州"), kind="identity", slot="home")
    new = chat.say("林早就不住杭州了，住苏州", by="chen")

    run(chat, superseding("林住在杭州", claim(new, "林住在苏州", about=person("lin"))))

    assert facts.get(old.id).state == "active"
    [group] = facts.conflict_groups()
    assert old.id in group.fact_ids
    [held] = review.candidates(state="held")
    assert (held.reason, held.payload["target_id"]) == ("third_party_supersede", old.id)


@pytest.mark.parametrize("guard", ["pinned", "operator"])
def test_pinned_and_operator_written_facts_are_not_superseded(guard: str) -> None:
    chat = Chat()
    old = fact("林住在杭州", message=chat.say("我住在杭州"), kind="identity", slot="home")
    if guard == "pinned":
        curate.pin(old.id, version=1, actor=OPERATOR, at=START)
        kept = old.id
    else:
        done = curate.replace_fact(
            old.id, content="林住在杭州滨江", slot="home", version=1, actor=OPERATOR, at=START
        )
        kept = done.fact.id
    new = chat.say("我搬到苏州了")

    run(chat, superseding(facts.get(kept).content, claim(new, "林住在苏州", slot="home")))

    assert facts.get(kept).state == "active"
    assert jobs.count_events("memory_supersede_invalid", since=START) == 1
    assert "林住在苏州" in stored()


def test_an_alias_nobody_gave_is_dropped_and_the_fact_is_written() -> None:
    chat = Chat()
    message = chat.say("我怕蛇")

    run(chat, answering(claim(message, "林怕蛇", supersedes=["f99"])))

    assert stored() == ["林怕蛇"]
    assert jobs.count_events("memory_supersede_invalid", since=START) == 1


def test_a_private_chat_does_not_take_a_fact_from_the_group() -> None:
    private, group = Chat("d1", "direct"), Chat("g1")
    old = fact("林住在杭州", message=group.say("我住在杭州"), kind="identity", slot="home")
    new = private.say("我搬到苏州了")

    run(private, superseding("林住在杭州", claim(new, "林住在苏州", slot="home")))

    assert facts.get(old.id).state == "active"


def test_at_most_three_supersedes_a_batch() -> None:
    chat = Chat()
    olds = [
        fact(f"林喜欢{name}", message=chat.say(f"我喜欢{name}"))
        for name in ("猫", "狗", "鱼", "鸟")
    ]
    new = chat.say("我现在什么都不喜欢了")

    def answer(request: ExtractionRequest) -> Extraction:
        aliases = [item.alias for item in request.known]
        return Extraction((claim(new, "林现在什么都不喜欢了", supersedes=aliases),))

    run(chat, ScriptedExtractor(answer))

    assert sum(facts.get(old.id).state == "superseded" for old in olds) == 3
    assert review.candidates(state="held")[0].reason == "supersede_over_cap"


def test_knowledge_is_unique_by_its_key_in_its_preset() -> None:
    chat = Chat()
    one = chat.say("雾凇是一种冰晶")
    proposal = ProposedKnowledge("雾凇", "雾凇是一种冰晶", (one.id,), one.text)
    run(chat, answering(knowledge=[proposal]))
    two = chat.say("雾凇是一种冰晶")

    run(
        chat,
        answering(knowledge=[ProposedKnowledge("雾凇", "雾凇是一种冰晶。", (two.id,), two.text)]),
    )

    assert knowledge.count() == 1


def test_a_worker_that_lost_its_lease_writes_nothing() -> None:
    chat = Chat()
    message = chat.say("我怕蛇")
    batch = extract.next_batch(chat.stream_id, options=Options(), at=AT)
    assert batch is not None
    held = lease("extract", f"stream:{chat.stream_id}", at=AT)
    assert jobs.requeue(held.job_id, fence=held.fence, at=AT)

    with pytest.raises(LeaseLost):
        extract.extract_batch(
            batch, lease=held, extractor=answering(claim(message, "林怕蛇")), at=AT, zone=ZONE
        )

    assert stored() == []
    assert messages.cursor(chat.stream_id, "extraction") == 0


def test_the_same_batch_is_not_stored_twice() -> None:
    chat = Chat()
    message = chat.say("我怕蛇")
    batch = extract.next_batch(chat.stream_id, options=Options(), at=AT)
    assert batch is not None
    extractor = answering(claim(message, "林怕蛇"))
    first = lease("extract", f"stream:{chat.stream_id}", at=AT)
    extract.extract_batch(batch, lease=first, extractor=extractor, at=AT, zone=ZONE)
    second = lease("extract", "stream:again", at=AT)

    with pytest.raises(Conflict):
        extract.extract_batch(batch, lease=second, extractor=extractor, at=AT, zone=ZONE)

    assert facts.strengths(facts.page(facts.FactFilter()).rows[0].id)[0].cause == "create"
    assert len(stored()) == 1


def work(extractor: ScriptedExtractor) -> tasks.WorkReport:
    """One round of the real queue."""
    report = tasks.WorkReport()
    summarizer = ScriptedSummarizer(lambda _r: pytest.fail("nothing to summarise"))
    providers = Providers(summarizer, extractor)
    tasks.open_due_work(providers)
    for job_id in jobs.due(at=clock.now()):
        tasks.run_job(job_id, providers=providers, report=report)
    return report


def test_a_batch_refused_three_times_is_stepped_past_listed_and_the_rest_goes_on() -> None:
    chat = Chat()
    sent = chat.say_many(31)

    def refuse_first(request: ExtractionRequest) -> Extraction:
        if request.lines[0].id == sent[0].id:
            raise Refused("content policy")
        return Extraction((claim(sent[30], "林说了闲话"),))

    extractor = ScriptedExtractor(refuse_first)
    for _ in range(3):
        assert messages.cursor(chat.stream_id, "extraction") == 0
        work(extractor)
    work(extractor)

    [skipped] = messages.skipped_ranges(stream_id=chat.stream_id)
    assert (skipped.first_id, skipped.last_id) == (sent[0].id, sent[29].id)
    assert skipped.reason == "content policy"
    assert stored() == ["林说了闲话"]
    assert len(extractor.asked) == 4


def test_undoing_an_extraction_takes_back_all_it_made_and_leaves_the_cursor() -> None:
    chat = Chat()
    old = fact("林住在杭州", message=chat.say("我住在杭州"), kind="identity", slot="home")
    one, two = chat.say("我搬到苏州了"), chat.say("我怕蛇")
    done = run(
        chat,
        ScriptedExtractor(
            lambda request: Extraction(
                (
                    claim(one, "林住在苏州", slot="home", supersedes=[request.known[0].alias]),
                    claim(two, "林怕蛇"),
                )
            )
        ),
    )

    preview = undoing.preview_undo_batch(done.detail["batch_id"], actor=OPERATOR, at=AT)
    assert facts.get(old.id).state == "superseded"
    undone = undoing.undo_batch(done.detail["batch_id"], actor=OPERATOR, at=AT)

    assert (undone.undone, undone.held) == (preview.undone, preview.held)
    assert undone.held == ()
    assert facts.get(old.id).state == "active"
    live = [row.content for row in facts.page(facts.FactFilter(states=("active",))).rows]
    assert live == ["林住在杭州"]
    assert edges.count() == 0
    assert messages.cursor(chat.stream_id, "extraction") == two.id
    with pytest.raises(Conflict):
        undoing.undo_batch(done.detail["batch_id"], actor=OPERATOR, at=AT)


def test_undoing_a_batch_lists_what_later_changes_hold() -> None:
    chat = Chat()
    one, two = chat.say("我怕蛇"), chat.say("我住在苏州")
    done = run(chat, answering(claim(one, "林怕蛇"), claim(two, "林住在苏州")))
    touched = next(row for row in facts.page(facts.FactFilter()).rows if row.content == "林怕蛇")
    curate.archive(touched.id, version=1, actor=OPERATOR, at=AT)

    undone = undoing.undo_batch(done.detail["batch_id"], actor=OPERATOR, at=AT)

    assert [operation.subject_id for operation in undone.held] == [touched.id]
    assert len(undone.why) == 1


def test_no_person_without_an_identity_in_the_stream_is_spoken_of() -> None:
    chat, elsewhere = Chat("g1"), Chat("g2")
    elsewhere.say("我在别的群", by="zhou")
    message = chat.say("周怕蛇")

    run(chat, answering(claim(message, "周怕蛇", about=person("zhou"))))

    assert stored() == []
    assert people.people_of(chat.stream_id) == {message.person_id}


def test_the_invariants_see_a_cursor_that_passed_unread_messages() -> None:
    chat = Chat()
    sent = chat.say_many(2)
    messages.advance(chat.stream_id, purpose="extraction", expected=0, position=sent[1].id)

    found = {item.invariant: item for item in check.check_memory(at=AT)}["I6"]

    assert not found.is_ok
    assert found.ids == (sent[0].id, sent[1].id)
    messages.skip(
        chat.stream_id,
        purpose="extraction",
        first_id=sent[0].id,
        last_id=sent[1].id,
        reason="test",
        job_id=None,
        at=AT,
    )
