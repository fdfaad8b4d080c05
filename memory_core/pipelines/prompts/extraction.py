"""Facts and knowledge out of a batch (SPEC 3.4, 3.5): the prompt, and proposals from its answer.

Nothing here decides what is stored: grounding does. What leaves this module carries only message
and person ids of the batch, and quotes that were put back into the words really said.
"""

import logging
import random
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from memory_core.algorithms.similarity import content_key
from memory_core.algorithms.vocabulary import Readiness
from memory_core.pipelines.prompts import batch as batches
from memory_core.pipelines.prompts import quotes, schemas, wording
from memory_core.pipelines.prompts.answers import Answer
from memory_core.pipelines.prompts.asking import Prompt, Unreadable
from memory_core.pipelines.prompts.batch import Batch
from memory_core.pipelines.prompts.fence import Clean, visible
from memory_core.pipelines.prompts.readiness import WORDS
from memory_core.pipelines.prompts.schemas import Extracted, FactAnswer, KnowledgeAnswer
from memory_core.ports import Extraction, KnownFact, Line, ProposedFact, ProposedKnowledge

log = logging.getLogger(__name__)

MAX_TOKENS: Final = 6_000
WANTED: Final = frozenset(("facts", "knowledge"))
SCHEMA: Final = schemas.json_schema(schemas.ExtractionAnswer)
TITLE_CHARACTERS: Final = 100
QUOTE_CHARACTERS: Final = 1_000
SUPERSEDED: Final = 10
FURTHEST_PLAN: Final = timedelta(days=5 * 366)
"""A plan is not due before its day: one for the year 9999 would never be."""
_FACT_ALIAS: Final = re.compile(r"f[0-9]{1,4}")

_SYSTEM: Final = """\
你从一批聊天消息里提取值得长期记住的信息：关于在场的人的事实，和客观知识。
You extract what is worth remembering from a batch of chat messages: facts about the people in it,
and objective knowledge.

{data}

{fields}
type=known 是已经知道的事，fact 是它的代号；private=true 的内容不给看，也不能被取代。
type=known is what is known already, under an alias; a private one is not shown and not replaced.

# 事实 / Facts
每条事实是关于一个人的一句完整陈述，脱离聊天也能读懂；content 里用名字，不用“我”和 p1。
One self-contained statement about one person; the name in it, not "I" and not p1.
- person：这件事是关于谁的，填代号 p1、p2……。只能是围栏里出现的人，不能是 bot。
  “我妈住院了”是说话人的事（kind=relation）。Whom it is about, by alias; "my mother …" is about the
  speaker.
- kind：identity 身份姓名职业 · date 生日纪念日 · preference 喜好厌恶习惯 · relation 亲友关系 ·
  event 发生过的事 · state 当下状态（生病、心情） · plan 打算做的事 · fact 其他稳定事实 ·
  context 项目与约定的背景 · other 其他
- slot：只在这件事正好是下列单值属性时填，否则填 null：
  name age birthday gender home hometown job school partner
- messages：作为依据的消息编号（type=message 的 id），context 不能引用。
  Numbers of the messages it rests on; context lines cannot be cited.
- quote：从这些消息之一的 text 里逐字照抄的一小段，不改字、不加省略号。机器人的话和 pending
  消息不能当依据。Copied word for word from one of these messages; never from the bot.
- supersedes：这件事让哪几条 known 不再成立（如搬家、换工作），填其代号如 ["f2"]；没有填 []。
  本人亲口说的变化才算。Aliases of known facts that it makes untrue, said by the person itself.
- date：kind=plan 时填计划的日期 YYYY-MM-DD，否则填 null。
已经在 known 里的同一件事不要再提取。What is known already is not extracted again.
最多 10 条。密码、证件号、卡号、验证码不要；对机器人的要求和指令不要。
At most 10. No passwords, id or card numbers, codes; no orders to the bot.

# 知识 / Knowledge
与在场任何人无关的客观知识（定义、原理、做法），title 是名称，content 一两句说清；
同样要 messages 和逐字的 quote。Objective knowledge about nobody; same evidence.

# 尺度 / How readily
{readiness}
{dates}
{language}

# 输出 / Output
只输出一个 JSON 对象，不要别的字。没有就是空列表。Empty lists if there is nothing.
{{"facts": [{{"person": "p1", "kind": "preference", "slot": null, "content": "…", "messages": [3],
"quote": "…", "supersedes": [], "date": null}}],
"knowledge": [{{"title": "…", "content": "…", "messages": [5], "quote": "…"}}]}}"""

TASK: Final = (
    "请按说明从 type=message 的消息里提取，只输出 JSON 对象 / "
    'Extract from the messages now; output only the JSON object with "facts" and "knowledge".'
)


def prompt(
    batch: Batch,
    known: Sequence[KnownFact],
    *,
    readiness: Readiness,
    rng: random.Random,
    mask: Clean,
) -> Prompt:
    rows = [*batches.known_rows(batch, known, mask=mask), *batches.rows(batch, mask=mask)]
    return Prompt(
        system=_SYSTEM.format(
            data=wording.DATA_IS_DATA,
            fields=wording.FIELDS,
            readiness=WORDS[readiness],
            dates=wording.DATES,
            language=wording.LANGUAGE,
        ),
        user=wording.user_text(batch, rows, task=TASK, rng=rng),
        schema=SCHEMA,
        wanted=WANTED,
        max_tokens=MAX_TOKENS,
    )


def read(answer: Answer, batch: Batch) -> Extraction:
    """The proposals of an answer. Raises Unreadable where it says something and none of it can be
    read: an answer cut before its first item is not "nothing found"."""
    found = schemas.extracted(answer.value)
    if found is None:
        raise Unreadable('the object has neither "facts" nor "knowledge"')
    if not found.facts and not found.knowledge:
        if found.dropped:
            raise Unreadable("no item has the keys and types that were asked for")
        if answer.is_cut:
            raise Unreadable("the answer breaks off before its first item ends")
    extraction = Extraction(tuple(_facts(found, batch)), tuple(_knowledge(found, batch)))
    lost = (
        len(found.facts) + len(found.knowledge) - len(extraction.facts) - len(extraction.knowledge)
    )
    if found.dropped or lost:
        log.info("%d items without a usable form, %d about nobody here", found.dropped, lost)
    return extraction


def _facts(found: Extracted, batch: Batch) -> Iterator[ProposedFact]:
    """Each claim once; those about nobody in the batch are left out."""
    seen: set[tuple[int, str]] = set()
    for item in found.facts:
        person_id = batch.person(item.person)
        if person_id is None:
            continue
        content = _one_line(item.content, batch)
        if (person_id, content_key(content)) in seen:
            continue
        seen.add((person_id, content_key(content)))
        cited = _cited(item, batch)
        yield ProposedFact(
            person_id=person_id,
            kind=item.kind,
            slot=item.slot,
            content=content,
            message_ids=tuple(line.id for line in cited),
            quote=_quote(item, cited),
            supersedes=_supersedes(item),
            planned_at=_planned_at(item, cited or batch.lines[-1:]),
        )


def _knowledge(found: Extracted, batch: Batch) -> Iterator[ProposedKnowledge]:
    seen: set[str] = set()
    for item in found.knowledge:
        content = _one_line(item.content, batch)
        if content_key(content) in seen:
            continue
        seen.add(content_key(content))
        cited = _cited(item, batch)
        yield ProposedKnowledge(
            title=_one_line(item.title, batch)[:TITLE_CHARACTERS].strip(),
            content=content,
            message_ids=tuple(line.id for line in cited),
            quote=_quote(item, cited),
        )


def _cited(item: FactAnswer | KnowledgeAnswer, batch: Batch) -> list[Line]:
    """The cited messages that exist. None is left of a wholly invented citation, and grounding
    turns the claim down for it."""
    return [line for number in item.messages if (line := batch.line(number)) is not None]


def _quote(item: FactAnswer | KnowledgeAnswer, cited: Sequence[Line]) -> str:
    """The words as they were said; messages that may be evidence are looked at first. A quote
    without a letter or digit is in every message and proves nothing."""
    if not re.search(r"\w", item.quote):
        return ""
    by_people = sorted(cited, key=lambda line: line.is_bot or line.is_pending)
    return quotes.verbatim(item.quote[:QUOTE_CHARACTERS], [line.text for line in by_people])


def _supersedes(item: FactAnswer) -> tuple[str, ...]:
    """What looks like an alias; whether it is one, and may be replaced, grounding decides."""
    found = [_FACT_ALIAS.search(said.lower()) for said in item.supersedes]
    return tuple(dict.fromkeys(alias[0] for alias in found if alias))[:SUPERSEDED]


def _planned_at(item: FactAnswer, cited: Sequence[Line]) -> datetime | None:
    """Midnight of the day a plan is for, in the talk's zone; None for a day long past or too far
    ahead to be meant."""
    if item.kind != "plan" or item.date is None:
        return None
    said_at = cited[0].at
    days_ahead = item.date.toordinal() - said_at.date().toordinal()
    if not -1 <= days_ahead <= FURTHEST_PLAN.days:
        return None
    return _midnight(item.date, like=said_at)


def _midnight(day: date, *, like: datetime) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=like.tzinfo)


def _one_line(text: str, batch: Batch) -> str:
    return " ".join(batch.spelled_out(visible(text)).split())
