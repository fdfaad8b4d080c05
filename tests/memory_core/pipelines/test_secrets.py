"""What people type by mistake becomes no memory (SPEC 3.3, TRUST T34)."""

from datetime import timedelta

import pytest

from memory_core import db
from memory_core.facts import store as facts
from memory_core.jobs.options import Options
from memory_core.pipelines import extract, summarize
from memory_core.ports import Extraction, Refused, Summary, SummaryRequest
from memory_core.providers.builtin import BuiltinRules
from memory_core.review import store as review
from tests.memory_core.world import (
    START,
    ZONE,
    Chat,
    ScriptedExtractor,
    ScriptedSummarizer,
    add,
    answering,
    claim,
    lease,
)

pytestmark = pytest.mark.django_db
AT = START + timedelta(hours=3)
CARD = "6222020200112230"
SECRETS = {
    "identity": "11010519491231002X",
    "phone": "13812345678",
    "password": "hunter2hunter2",
    "key": "sk-abcdefghijklmnopqrstuvwxyz012345",
}
SAID = {
    "identity": "我的身份证是11010519491231002X",
    "phone": "我的手机号是13812345678",
    "password": "我的密码是hunter2hunter2",
    "key": "我的 key 是 sk-abcdefghijklmnopqrstuvwxyz012345",
}


def run(chat: Chat, extractor: ScriptedExtractor | BuiltinRules) -> None:
    batch = extract.next_batch(chat.stream_id, options=Options(), at=AT)
    assert batch is not None
    held = lease("extract", f"stream:{chat.stream_id}", at=AT)
    extract.extract_batch(batch, lease=held, extractor=extractor, at=AT, zone=ZONE)


def everything_but_the_log() -> str:
    """Every text column of every table but the messages themselves."""
    tables = [
        row[0]
        for row in db.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN"
            " ('messages', 'sqlite_sequence') AND sql NOT LIKE 'CREATE VIRTUAL%%'"
        )
    ]
    return "\n".join(str(row) for table in tables for row in db.rows(f"SELECT * FROM {table}"))


@pytest.mark.parametrize("kind", SECRETS)
def test_no_provider_sees_it_and_no_claim_of_it_is_kept(kind: str) -> None:
    chat = Chat()
    message = chat.say(SAID[kind])
    chat.say("我怕蛇")
    extractor = answering(claim(message, f"林{SAID[kind][1:]}"))

    run(chat, extractor)

    seen = " ".join(line.text for line in extractor.asked[0].lines)
    assert SECRETS[kind] not in seen
    assert facts.totals(at=AT)["total"] == 0
    assert SECRETS[kind] not in everything_but_the_log()
    [candidate] = review.candidates()
    assert candidate.reason == ("secret_suspect" if kind == "phone" else "secret")


@pytest.mark.parametrize("kind", SECRETS)
def test_the_built_in_rules_do_not_keep_it_either(kind: str) -> None:
    chat = Chat()
    for number in range(48):
        chat.say(SAID[kind] if number == 5 else f"今天我们去爬了第{number}座山，天气很好")
    run(chat, BuiltinRules())
    summarize.summarize_batch(
        chat.stream_id,
        lease=lease("summarize", f"stream:{chat.stream_id}", at=AT),
        summarizer=BuiltinRules(),
        at=AT,
        zone=ZONE,
    )

    assert SECRETS[kind] not in everything_but_the_log()


def test_a_summary_that_says_it_all_the_same_is_masked() -> None:
    chat = Chat()
    chat.say_many(48)
    said = f"林说卡号是{CARD}"

    summarize.summarize_batch(
        chat.stream_id,
        lease=lease("summarize", f"stream:{chat.stream_id}", at=AT),
        summarizer=ScriptedSummarizer(lambda _r: Summary(said, (said,), said)),
        at=AT,
        zone=ZONE,
    )

    assert CARD not in everything_but_the_log()


def test_the_raw_answer_of_a_refusal_is_kept_without_it() -> None:
    chat = Chat()
    chat.say_many(48)

    def refuse(_request: SummaryRequest) -> Summary:
        raise Refused("policy", raw=f"I cannot repeat {CARD}")

    summarize.summarize_batch(
        chat.stream_id,
        lease=lease("summarize", f"stream:{chat.stream_id}", at=AT),
        summarizer=ScriptedSummarizer(refuse),
        at=AT,
        zone=ZONE,
    )

    assert CARD not in everything_but_the_log()


def test_a_quote_of_the_masked_text_a_provider_saw_is_found_in_its_message() -> None:
    chat = Chat()
    message = chat.say("我住在杭州，手机号是13812345678")
    extractor = ScriptedExtractor(
        lambda request: Extraction((claim(message, "林住在杭州", quote=request.lines[0].text),))
    )

    run(chat, extractor)

    [made] = facts.page(facts.FactFilter()).rows
    assert made.content == "林住在杭州"
    assert SECRETS["phone"] not in everything_but_the_log()


def test_what_an_operator_wrote_of_a_secret_reaches_no_model() -> None:
    chat = Chat()
    add("林的电话是13812345678", message=chat.say("我怕蛇"), source="user")
    extractor = answering()

    run(chat, extractor)

    [known] = extractor.asked[0].known
    assert SECRETS["phone"] not in str(known.content)


def test_a_title_with_a_secret_reaches_no_model() -> None:
    chat = Chat()
    chat.say_many(48)
    db.execute("UPDATE streams SET title = %s", [f"卡号{CARD}"])
    seen: list[SummaryRequest] = []

    def answer(request: SummaryRequest) -> Summary:
        seen.append(request)
        return Summary("聊天", ("聊天",), "")

    summarize.summarize_batch(
        chat.stream_id,
        lease=lease("summarize", f"stream:{chat.stream_id}", at=AT),
        summarizer=ScriptedSummarizer(answer),
        at=AT,
        zone=ZONE,
    )

    assert CARD not in seen[0].stream_title
