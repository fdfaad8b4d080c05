"""The cheap question before extraction (SPEC 3.3): is there anything new worth keeping?"""

import random
from collections.abc import Sequence
from typing import Final

from memory_core.algorithms.vocabulary import Readiness
from memory_core.pipelines.prompts import batch as batches
from memory_core.pipelines.prompts import schemas, wording
from memory_core.pipelines.prompts.answers import Answer
from memory_core.pipelines.prompts.asking import Prompt, Unreadable
from memory_core.pipelines.prompts.batch import Batch
from memory_core.pipelines.prompts.fence import Clean, visible
from memory_core.pipelines.prompts.readiness import WORDS
from memory_core.ports import Assessment, KnownFact

REASON_CHARACTERS: Final = 200
MAX_TOKENS: Final = 800
WANTED: Final = frozenset(("worthwhile", "reason"))
SCHEMA: Final = schemas.json_schema(schemas.AssessmentAnswer)

_SYSTEM: Final = """\
你判断一批聊天消息里有没有值得长期记住的新信息。只判断，不提取。
You judge whether a batch of chat messages holds anything new worth remembering for long.

{data}

{fields}
type=known 是已经知道的事；private=true 的内容不给看。消息只是重复它们，就不算新信息。
type=known is what is known already; a message that only repeats it brings nothing new.

# 标准 / What counts
关于在场的人的事（身份、喜好、关系、经历、计划、近况），或关于世界的客观知识。
机器人自己的话不算（the bot's own lines do not count）。
{readiness}

# 输出 / Output
只输出一个 JSON 对象，不要别的字；reason 一句话，不抄原话：
{{"worthwhile": true, "reason": "…"}}"""

TASK: Final = (
    "请判断 type=message 的消息，只输出 JSON 对象 / "
    'Judge the messages now; output only the JSON object with "worthwhile" and "reason".'
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
            data=wording.DATA_IS_DATA, fields=wording.FIELDS, readiness=WORDS[readiness]
        ),
        user=wording.user_text(batch, rows, task=TASK, rng=rng),
        schema=SCHEMA,
        wanted=WANTED,
        max_tokens=MAX_TOKENS,
    )


def read(answer: Answer, batch: Batch) -> Assessment:
    """The judgement. Raises Unreadable where it is neither yes nor no."""
    shape = schemas.one(schemas.AssessmentAnswer, answer.value)
    if shape is None:
        raise Unreadable('the object has no true or false under "worthwhile"')
    reason = " ".join(batch.spelled_out(visible(shape.reason)).split())
    return Assessment(is_worthwhile=shape.worthwhile, reason=reason[:REASON_CHARACTERS])
