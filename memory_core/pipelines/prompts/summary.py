"""The summary of a batch (SPEC 3.2): the prompt, and what is made of its answer."""

import random
import re
from typing import Final

from memory_core.pipelines.prompts import batch as batches
from memory_core.pipelines.prompts import refusals, schemas, wording
from memory_core.pipelines.prompts.answers import Answer
from memory_core.pipelines.prompts.asking import Declined, Prompt, Unreadable
from memory_core.pipelines.prompts.batch import Batch, Row
from memory_core.pipelines.prompts.fence import Clean, clean_text, cut, visible
from memory_core.ports import Summary, SummaryRequest

SUMMARY_CHARACTERS: Final = 1_200
IMPRESSION_CHARACTERS: Final = 200
CUES: Final = 12
CUE_CHARACTERS: Final = 60
MAX_TOKENS: Final = 2_000
WANTED: Final = frozenset(("summary", "cues", "impression"))
SCHEMA: Final = schemas.json_schema(schemas.SummaryAnswer)
# After a stop; one of Latin script counts with a space behind it, or 3.5 would end there.
_STOP: Final = re.compile(r"[。！？!?…]|\.(?=\s)")

SYSTEM: Final = f"""\
你是聊天档案员。把一批聊天消息写成一段摘要，让人以后能找到它、读懂它。
You keep the archive of a chat: turn one batch of messages into one summary that can be found and
understood later.

{wording.DATA_IS_DATA}

{wording.FIELDS}

# 写什么 / What to write
summary：一段话，不超过 300 字（英文不超过 150 词）。写清谁、什么事、何时、结果和约定；
  人用名字称呼，不用 p1 这样的代号；只写聊天里有的，不评论，不补充，分歧两边都写。
  One paragraph: who, what, when, outcome, what was agreed. Names, never aliases like p1.
  Only what was said; no comment.
cues：3 到 10 条线索，每条不超过 20 字：以后别人会用来问起这段聊天的词或问题
  （人名加事情、专名、地点、作品、日期）。不要“聊天”“大家”这样的空话。
  3 to 10 short cues somebody may later ask with: names with matters, titles, places, dates.
impression：不超过 100 字，这个会话现在的样子：谁在、在聊什么、气氛如何；
  参考 type=stream 里旧的 impression，更新它而不是重复它。
  What this chat is like now; update the old impression, don't repeat it.
不要写密码、证件号、卡号、验证码。Never write passwords, id or card numbers, codes.
{wording.DATES}
{wording.LANGUAGE}

# 输出 / Output
只输出一个 JSON 对象，不要别的字：
{{"summary": "…", "cues": ["…", "…"], "impression": "…"}}"""

TASK: Final = (
    "请按说明总结 type=message 的消息，只输出 JSON 对象 / "
    'Summarise the messages now; output only the JSON object with "summary", "cues", "impression".'
)


def prompt(request: SummaryRequest, batch: Batch, *, rng: random.Random, mask: Clean) -> Prompt:
    """The question for one batch; `mask` hides secrets in everything that people wrote."""
    title, _ = cut(clean_text(mask(request.stream_title)), limit=100)
    impression, _ = cut(clean_text(mask(request.impression)), limit=IMPRESSION_CHARACTERS)
    stream: Row = {
        "type": "stream",
        "kind": request.stream_kind,
        "title": title,
        "impression": impression,
    }
    rows = [stream, *batches.rows(batch, mask=mask)]
    return Prompt(
        system=SYSTEM,
        user=wording.user_text(batch, rows, task=TASK, rng=rng),
        schema=SCHEMA,
        wanted=WANTED,
        max_tokens=MAX_TOKENS,
    )


def read(answer: Answer, batch: Batch) -> Summary:
    """The summary in bounds, aliases spelled out. Raises Unreadable or Declined."""
    shape = schemas.one(schemas.SummaryAnswer, answer.value)
    if shape is None:
        raise Unreadable('the object has no text under "summary"')
    text = _paragraph(shape.summary, batch, limit=SUMMARY_CHARACTERS)
    if not text:
        raise Unreadable('the text under "summary" is empty')
    cues = _cues(shape.cues, batch)
    if not cues and refusals.find(text):
        raise Declined
    return Summary(
        text=text,
        cues=cues,
        impression=_paragraph(shape.impression, batch, limit=IMPRESSION_CHARACTERS),
    )


def _cues(said: list[str], batch: Batch) -> tuple[str, ...]:
    cues = (_one_line(cue, batch)[:CUE_CHARACTERS].strip() for cue in said)
    return tuple(dict.fromkeys(cue for cue in cues if re.search(r"\w", cue)))[:CUES]


def _paragraph(text: str, batch: Batch, *, limit: int) -> str:
    """One line of at most `limit` characters, cut behind a sentence where there is one."""
    line = _one_line(text, batch)
    if len(line) <= limit:
        return line
    stops = [found.end() for found in _STOP.finditer(line, 0, limit)]
    return line[: stops[-1] if stops and stops[-1] > limit // 2 else limit].strip()


def _one_line(text: str, batch: Batch) -> str:
    return " ".join(batch.spelled_out(visible(text)).split())
