"""What the fake end point says: one HTTP answer, made of the shapes of the OpenAI API."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from memory_core.algorithms.budget import count_tokens

Manner = Literal["plain", "drip", "hang", "reset"]


@dataclass(frozen=True, slots=True)
class Said:
    """One answer. `manner` is how it goes over the wire."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    manner: Manner = "plain"
    tokens_out: int = 0


def completion(
    text: str | None, *, tokens_in: int = 0, finish_reason: str = "stop", refusal: str | None = None
) -> Said:
    """A chat completion with one choice."""
    tokens_out = count_tokens(text or refusal or "")
    return document(
        {
            "id": "chatcmpl-fake",
            "object": "chat.completion",
            "created": 0,
            "model": "fake",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text, "refusal": refusal},
                    "finish_reason": finish_reason,
                }
            ],
            "usage": {
                "prompt_tokens": tokens_in,
                "completion_tokens": tokens_out,
                "total_tokens": tokens_in + tokens_out,
            },
        },
        tokens_out=tokens_out,
    )


def error(
    status: int, message: str, *, code: str = "", kind: str = "", parameter: str = ""
) -> Said:
    """An error body, as the API shapes it."""
    described = {
        "message": message,
        "type": kind or "invalid_request_error",
        "param": parameter or None,
        "code": code or None,
    }
    return replace(document({"error": described}), status=status)


def document(value: Any, *, tokens_out: int = 0) -> Said:
    """Any JSON document; NaN is written as Python writes it."""
    return Said(body=json.dumps(value, ensure_ascii=False).encode(), tokens_out=tokens_out)
