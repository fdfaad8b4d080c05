"""Who may say what about whom, what may be cited, and what a change supersedes (SPEC 3.4)."""

from datetime import date

import pytest

from memory_core.algorithms.vocabulary import Kind, Slot
from memory_core.ports import KnownFact
from memory_core.providers.builtin import MODEL, BuiltinRules
from tests.memory_core.providers.builtin.talk import (
    NORA,
    NOW,
    OTHER_XIAOLIN,
    PRESENT,
    XIAOLIN,
    ZHIXIA,
    facts,
    line,
    request,
)


def known(alias: str, slot: Slot, content: str | None, *, person_id: int = ZHIXIA) -> KnownFact:
    kind: Kind = "date" if slot == "birthday" else "identity"
    return KnownFact(alias, person_id, kind, slot, content)


@pytest.mark.parametrize(
    ("text", "person_id", "content"),
    [
        ("小林不在腾讯了", XIAOLIN, "小林不在腾讯了"),
        ("小林住在苏州", XIAOLIN, "小林住在苏州"),
        ("小林对花生过敏", XIAOLIN, "小林对花生过敏"),
        ("小林的猫叫豆包", XIAOLIN, "小林的猫叫豆包"),
        ("哈哈，小林不吃辣", XIAOLIN, "小林不吃辣"),
        ("Nora lives in Osaka", NORA, "Nora lives in Osaka"),
        ("Nora's birthday is May 4", NORA, "Nora's birthday is May 4"),
        ("Nora no longer works at Nintendo", NORA, "Nora no longer works at Nintendo"),
    ],
)
def test_a_claim_about_somebody_present_is_about_that_person(
    text: str, person_id: int, content: str
) -> None:
    assert [(f.person_id, f.content) for f in facts(text)] == [(person_id, content)]


@pytest.mark.parametrize(
    "text",
    [
        "小林，你不在腾讯了吧",
        "小林你住在苏州",
        "小林 明天要加班吗",
        "小林感冒了",
        "小林昨天买了一支镜头",
        "小林可能不在腾讯了",
        "小王不在腾讯了",
        "小林说我住在苏州",
        "@小林 不在腾讯了",
        "Nora is sick",
        "Sam lives in Osaka",
        "Nora, I think you live in Osaka",
    ],
)
def test_no_claim_is_made_about_somebody_addressed_unknown_or_unsure(text: str) -> None:
    assert [f for f in facts(text) if f.person_id != ZHIXIA] == []


def test_two_persons_of_one_name_leave_it_open_who_is_meant() -> None:
    twins = [
        *PRESENT,
        line("我也在", number=103, person_id=OTHER_XIAOLIN, speaker="小林"),
    ]
    asked = request([line("小林不在腾讯了")], context=twins)
    assert BuiltinRules().extract(asked).facts == ()


def test_two_persons_of_one_name_each_speak_for_themselves() -> None:
    lines = [
        line("我对芒果过敏", number=1, person_id=XIAOLIN, speaker="小林"),
        line("我对芒果不过敏", number=2, person_id=OTHER_XIAOLIN, speaker="小林"),
    ]
    found = BuiltinRules().extract(request(lines)).facts
    assert [(f.person_id, f.content) for f in found] == [
        (XIAOLIN, "小林对芒果过敏"),
        (OTHER_XIAOLIN, "小林对芒果不过敏"),
    ]


def test_a_full_name_also_answers_to_its_given_name() -> None:
    asked = request(
        [line("知夏不在腾讯了", person_id=XIAOLIN, speaker="小林")],
        context=[line("在", number=100)],
    )
    (fact,) = BuiltinRules().extract(asked).facts
    assert (fact.person_id, fact.content, fact.slot) == (ZHIXIA, "林知夏不在腾讯了", "job")


def test_a_person_known_only_from_the_context_can_be_spoken_about() -> None:
    asked = request([line("小林住在苏州")], context=[line("嗨", person_id=XIAOLIN, speaker="小林")])
    assert [f.person_id for f in BuiltinRules().extract(asked).facts] == [XIAOLIN]


def test_the_bot_the_context_and_pending_bodies_are_never_cited() -> None:
    said = "我住在苏州"
    asked = request(
        [
            line(said, number=2, is_bot=True, speaker="小夜", person_id=9),
            line(said, number=3, is_pending=True),
        ],
        context=[line(said, number=1)],
    )
    assert BuiltinRules().extract(asked).facts == ()
    assert not BuiltinRules().assess(asked).is_worthwhile


def test_a_joke_takes_back_the_line_before_it() -> None:
    lines = [line("我住在月球路", number=1), line("开玩笑的", number=2)]
    assert BuiltinRules().extract(request(lines)).facts == ()


def test_a_joke_of_somebody_else_takes_nothing_back() -> None:
    lines = [
        line("我住在苏州", number=1),
        line("我开玩笑的", number=2, person_id=XIAOLIN, speaker="小林"),
    ]
    assert len(BuiltinRules().extract(request(lines)).facts) == 1


def test_one_thing_said_twice_is_one_fact() -> None:
    lines = [line("我住在苏州", number=1), line("我住在苏州！", number=2)]
    assert [f.message_ids for f in BuiltinRules().extract(request(lines)).facts] == [(1,)]


@pytest.mark.parametrize(
    ("text", "slot", "old"),
    [
        ("我跳槽到字节了", "job", "林知夏在腾讯上班"),
        ("我又回腾讯上班了", "job", "林知夏在字节上班"),
        ("我不在腾讯了", "job", "林知夏在腾讯上班"),
        ("我换工作了，现在在小米做产品", "job", "林知夏在腾讯上班"),
        ("我搬到苏州了", "home", "林知夏住在杭州"),
        ("我上次说错了，我生日是3月14号", "birthday", "林知夏的生日是4月13日"),
        ("I moved to Kyoto", "home", "林知夏 lives in Osaka"),
        ("I no longer work at Nintendo", "job", "林知夏 works at Nintendo"),
        ("I just joined Nintendo", "job", "林知夏 works at Sega"),
    ],
)
def test_a_marked_change_supersedes_what_was_known(text: str, slot: Slot, old: str) -> None:
    found = facts(text, known=[known("f1", slot, old)])
    assert [f.supersedes for f in found if f.slot == slot] == [("f1",)]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("我住在苏州", known("f1", "home", "林知夏住在杭州")),
        ("我生日是4月13号", known("f1", "birthday", "林知夏的生日是3月14日")),
        ("我搬到苏州了", known("f1", "home", "林知夏住在苏州")),
        ("我搬到苏州了", known("f1", "home", "林知夏住在苏州工业园区")),
        ("我搬到苏州了", known("f1", "home", None)),
        ("我搬到苏州了", known("f1", "job", "林知夏在腾讯上班")),
        ("我搬到苏州了", known("f1", "home", "小林住在杭州", person_id=XIAOLIN)),
    ],
)
def test_nothing_is_superseded_without_a_marked_change_of_that_very_thing(
    text: str, fact: KnownFact
) -> None:
    found = facts(text, known=[fact])
    assert found
    assert all(f.supersedes == () for f in found)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("其实我住在苏州，湖边", "其实我住在苏州"),
        ("早！我是绍兴人，在腾讯上班。", "我是绍兴人"),
        ("哈哈 我对花生过敏😂😂", "我对花生过敏😂😂"),
        ("Well, I'm allergic to wool, sadly", "I'm allergic to wool"),
    ],
)
def test_the_quote_is_the_clause_that_says_it(text: str, quote: str) -> None:
    assert facts(text)[0].quote == quote


def test_a_clause_without_a_subject_is_quoted_with_the_clause_that_has_it() -> None:
    quotes = [f.quote for f in facts("早！我是绍兴人，在腾讯上班。")]
    assert quotes == ["我是绍兴人", "我是绍兴人，在腾讯上班"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("我明天要去上海", date(2026, 12, 1)),
        ("我后天要交稿", date(2026, 12, 2)),
        ("我下周三要去长白山", date(2026, 12, 9)),
        ("我这周六要去徒步", date(2026, 12, 5)),
        ("我周日要去看展", date(2026, 12, 6)),
        ("我元旦要去看海", date(2027, 1, 1)),
        ("我12月25号要去听演唱会", date(2026, 12, 25)),
        ("我下个月5号要去面试", date(2026, 12, 5)),
        ("I'm leaving tomorrow morning", date(2026, 12, 1)),
        ("I'm flying to Hohhot next Friday", date(2026, 12, 11)),
        ("I'm running a race on December 20", date(2026, 12, 20)),
    ],
)
def test_a_plan_knows_the_day_it_is_for(text: str, day: date) -> None:
    (fact,) = facts(text)
    assert fact.kind == "plan"
    assert fact.planned_at is not None
    assert (fact.planned_at.date(), fact.planned_at.tzinfo) == (day, NOW.tzinfo)
    assert str(day.year) in fact.content


def test_the_rules_name_themselves_and_cost_no_tokens() -> None:
    asked = request([line("我住在苏州")])
    assert BuiltinRules().model == MODEL == "builtin-rules"
    assert BuiltinRules().extract(asked).usage.tokens_in == 0


def test_an_assessment_is_worthwhile_when_a_rule_would_fire() -> None:
    rules = BuiltinRules()
    assert rules.assess(request([line("哈哈哈")])).is_worthwhile is False
    assert rules.assess(request([line("我住在苏州")])).is_worthwhile is True
    assert rules.assess(request([line("雾凇是一种水汽直接结成的冰晶")])).is_worthwhile is True
