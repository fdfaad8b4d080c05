"""One question to a chat model: ask, read, ask once more saying what was wrong, then give up.

Whatever a model answers, this ends in a value or in one of the exceptions of the ports.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from memory_core.pipelines.prompts import answers
from memory_core.pipelines.prompts.answers import Answer
from memory_core.ports import ChatModel, Refused, Unusable, Usage

log = logging.getLogger(__name__)

ATTEMPTS: Final = 2

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked, and how the answer is known: `wanted` are the keys of its object."""

    system: str
    user: str
    schema: Mapping[str, Any]
    wanted: frozenset[str]
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    value: T
    usage: Usage


class Unreadable(Exception):
    """The answer is no use: `problem` says why, in words the model is told."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class Declined(Exception):
    """The answer has the form we asked for, and declines in it."""


def ask(chat: ChatModel, prompt: Prompt, *, read: Callable[[Answer], T]) -> Asked[T]:
    """The answer as `read` makes it; `read` raises Unreadable or Declined.

    Raises Refused at once, Unusable after the second answer nobody can read, both with what was
    said; what the chat model raises passes.
    """
    usage, problem, raw = Usage(), "", ""
    for _ in range(ATTEMPTS):
        user = prompt.user + (_again(problem) if problem else "")
        said = chat.complete(
            system=prompt.system, user=user, schema=prompt.schema, max_tokens=prompt.max_tokens
        )
        usage = Usage(
            usage.tokens_in + said.usage.tokens_in, usage.tokens_out + said.usage.tokens_out
        )
        raw = answers.kept(said.text)
        if said.refusal:
            raise Refused(
                "the end point refused the content",
                raw=raw or answers.kept(said.refusal),
                usage=usage,
            )
        answer = answers.parse(said.text, wanted=prompt.wanted)
        if answer.status == "refused":
            raise Refused(answer.note, raw=raw, usage=usage)
        try:
            return Asked(_read(answer, read), usage)
        except Declined:
            raise Refused("the model declined inside its answer", raw=raw, usage=usage) from None
        except Unreadable as error:
            problem = error.problem + ("; it hit its length limit" if said.is_cut else "")
            log.info("an answer of %s is no use: %s", chat.model, problem)
    raise Unusable(f"no usable answer in {ATTEMPTS} calls: {problem}", raw=raw, usage=usage)


def _read(answer: Answer, read: Callable[[Answer], T]) -> T:
    if not answer.is_usable:
        raise Unreadable(answer.note)
    return read(answer)


def _again(problem: str) -> str:
    """What the second call adds. It names the fault and repeats nothing of the answer: that may
    be somebody's words, and would stand outside the fence."""
    return (
        f"\n\n上一次的回答无法使用（{problem}）。请重新回答：只输出一个完整的 JSON 对象，"
        "不要解释，不要代码块，写短一些以免被截断。\n"
        f"The last answer could not be used ({problem}). Answer again: one complete JSON object, "
        "no explanation, no code fence, short enough not to be cut off."
    )
