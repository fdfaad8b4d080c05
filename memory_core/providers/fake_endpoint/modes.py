"""The ways in which an end point can be good or bad, by name."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, get_args

from memory_core.providers.fake_endpoint import answers, rows
from memory_core.providers.fake_endpoint.asked import Ask
from memory_core.providers.fake_endpoint.said import Said, completion, document, error
from memory_core.providers.fake_endpoint.vectors import vector

Mode = Literal[
    "ok",
    "obey-attacker",
    "refuse",
    "refuse-text",
    "content-filter",
    "policy-error",
    "empty",
    "prose",
    "fenced",
    "think-tags",
    "truncated",
    "duplicate-keys",
    "wrong-types",
    "other-language",
    "huge",
    "deep",
    "html",
    "slow-drip",
    "hang",
    "reset",
    "redirect",
    "401",
    "402",
    "403",
    "404",
    "413",
    "429",
    "500",
    "wrong-dimension",
    "nan",
    "zero-vector",
    "partial-batch",
    "shuffled",
]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)

HUGE_BYTES: Final = 5 << 20
DEEP_LEVELS: Final = 100_000
_APOLOGY: Final = "抱歉，我无法协助处理这个请求。I'm sorry, but I can't help with that."
_CHATTER: Final = "好的，我读完了大家的聊天。他们聊得很开心，没有什么特别需要记录的内容。"


def of_the_wire(mode: Mode, *, origin: str, retry_after: str) -> Said | None:
    """Answers in which it does not matter what was asked; None for the other modes."""
    if mode in ("hang", "reset"):
        return Said(manner=mode)
    if mode == "redirect":
        return Said(status=302, headers={"Location": f"{origin}/trap"})
    if mode == "huge":
        return Said(body=b'{"padding": "' + b"x" * HUGE_BYTES + b'"}')
    if mode == "deep":
        return Said(body=b'{"choices": ' + b"[" * DEEP_LEVELS + b"]" * DEEP_LEVELS + b"}")
    if mode == "html":
        return Said(body=b"<!doctype html><title>Welcome</title>", content_type="text/html")
    if mode == "429":
        limited = error(429, "Slow down.", code="rate_limit_exceeded")
        return replace(limited, headers={"Retry-After": retry_after})
    return _FAILURES.get(mode)


_FAILURES: Final[Mapping[str, Said]] = {
    "policy-error": error(400, "This request violates our rules.", code="content_policy_violation"),
    "401": error(401, "Incorrect API key provided.", code="invalid_api_key"),
    "402": error(402, "Insufficient balance.", code="insufficient_balance"),
    "403": error(403, "Not for you.", code="permission_denied"),
    "404": error(404, "The model does not exist.", code="model_not_found"),
    "413": error(413, "Request too large."),
    "500": error(500, "The server had an error.", code="server_error", kind="server_error"),
}


def chat(ask: Ask, *, mode: Mode) -> Said:
    """A chat completion in a mode; those that concern embeddings alone are `ok` here."""
    if mode == "refuse":
        return completion(None, tokens_in=ask.tokens_in, refusal=_APOLOGY)
    if mode == "content-filter":
        return completion("", tokens_in=ask.tokens_in, finish_reason="content_filter")
    end = "length" if mode == "truncated" else "stop"
    return completion(_content(ask, mode=mode), tokens_in=ask.tokens_in, finish_reason=end)


def _content(ask: Ask, *, mode: Mode) -> str:
    if mode in _FIXED:
        return _FIXED[mode]
    task = rows.task_of(schema=ask.schema, prompt=f"{ask.system}\n{ask.user}")
    prompt = rows.read(ask.user)
    if mode == "obey-attacker":
        return _json(answers.by_the_messages(task, prompt))
    answer = answers.by_the_rules(task, prompt)
    return _SPOILED.get(mode, _json)(answer)


def _json(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _thought(answer: Mapping[str, Any]) -> str:
    draft = '{"draft": true}'
    return f"<think>\n先看看大家说了什么……草稿：{draft}\n</think>\n\n{_json(answer)}"


def _fenced(answer: Mapping[str, Any]) -> str:
    return f"好的，结果如下：\n\n```json\n{json.dumps(answer, ensure_ascii=False, indent=2)}\n```\n"


def _truncated(answer: Mapping[str, Any]) -> str:
    text = _json(answer)
    return text[: max(1, len(text) * 3 // 5)]


def _doubled(answer: Mapping[str, Any]) -> str:
    """Every key twice, first with nothing in it: the last one counts."""
    empty = {key: type(value)() if value is not None else None for key, value in answer.items()}
    return _json(empty)[:-1] + ", " + _json(answer)[1:] if answer else "{}"


def _mistyped(answer: Mapping[str, Any]) -> str:
    return _json({key: _other_type(value) for key, value in answer.items()})


def _other_type(value: Any) -> Any:
    """A value of another type that a careless model might give: numbers as text, a list as an
    object, a text inside a list."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return [value, 7, None]
    if isinstance(value, list):
        inside = [_other_type(item) if not isinstance(item, dict) else item for item in value]
        return {str(place): item for place, item in enumerate(inside)}
    if isinstance(value, dict):
        return {key: _other_type(item) for key, item in value.items()}
    return 0


_FIXED: Final[Mapping[str, str]] = {"empty": "", "prose": _CHATTER, "refuse-text": _APOLOGY}
_SPOILED: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "fenced": _fenced,
    "think-tags": _thought,
    "truncated": _truncated,
    "duplicate-keys": _doubled,
    "wrong-types": _mistyped,
    "other-language": lambda answer: _json(answers.in_another_language(dict(answer))),
}


def embeddings(ask: Ask, *, mode: Mode, dimension: int) -> Said:
    """An embedding answer in a mode; those that concern chats alone are `ok` here."""
    size = dimension + 1 if mode == "wrong-dimension" else dimension
    vectors = [vector(text, dimension=size) for text in ask.texts]
    if mode == "nan" and vectors:
        vectors[-1][0] = float("nan")
    if mode == "zero-vector" and vectors:
        vectors[-1] = [0.0] * size
    items = [
        {"object": "embedding", "index": place, "embedding": values}
        for place, values in enumerate(vectors)
    ]
    if mode == "partial-batch":
        items = items[:-1]
    if mode == "shuffled":
        items.reverse()
    usage = {"prompt_tokens": ask.tokens_in, "total_tokens": ask.tokens_in}
    return document({"object": "list", "data": items, "model": ask.model, "usage": usage})
