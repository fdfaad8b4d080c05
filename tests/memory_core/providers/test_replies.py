import json
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.ports import Denied, ProviderError, Refused, TooLarge, Unavailable, Unusable
from memory_core.providers.addresses import Origin
from memory_core.providers.replies import (
    LONGEST_RETRY_SECONDS,
    NotJson,
    Reply,
    check,
    complaint_of,
    parse_json,
    retry_after,
)

ORIGIN = Origin("https", "api.example.com", 443)
AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SECRET = "the body of a page on another machine"


def _error(**fields: object) -> dict[str, Any]:
    return {"error": {"message": SECRET, **fields}}


def _raised(reply: Reply) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        check(reply, origin=ORIGIN, at=AT)
    error = caught.value
    assert SECRET not in f"{error!r} {error.reason} {error.raw}"
    return error


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        *((status, Denied) for status in (301, 302, 303, 307, 308, 401, 402, 403, 404, 405)),
        *((status, TooLarge) for status in (400, 413, 414, 422, 431)),
        *((status, Unavailable) for status in (408, 409, 425, 429, 500, 502, 503, 504, 529)),
        (451, Refused),
    ],
)
@pytest.mark.parametrize("document", [None, {}, [], "x", _error(), {"error": SECRET}, {"error": 7}])
def test_a_status_has_one_meaning_whatever_the_body(
    status: int, kind: type[ProviderError], document: object
) -> None:
    error = _raised(Reply(status, document))
    assert type(error) is kind
    assert str(ORIGIN) in error.reason


@pytest.mark.parametrize(
    "document",
    [
        _error(code="content_filter"),
        _error(code="content_policy_violation", type="image_generation_user_error"),
        _error(type="content_filter"),
        _error(code=None, innererror={"code": "ResponsibleAIPolicyViolation"}),
        _error(code="data_inspection_failed"),
        _error(code="1301"),
        _error(code="SensitiveContentDetected.Text"),
        _error(code="censorship_blocked"),
        {
            "code": "DataInspectionFailed",
            "message": "Input data may contain inappropriate content.",
        },
        {"error": {"message": "Content Exists Risk", "type": "invalid_request_error"}},
        {"error": {"message": "系统检测到输入或生成内容可能包含不安全或敏感内容", "code": "x"}},
        {"error": "This request was flagged by our safety system."},
    ],
)
@pytest.mark.parametrize("status", [200, 400, 403, 422, 429, 500])
def test_a_content_filter_is_a_refusal_under_any_status(status: int, document: object) -> None:
    assert type(_raised(Reply(status, document))) is Refused


@pytest.mark.parametrize(
    ("status", "document"),
    [
        (429, _error(code="insufficient_quota")),
        (400, _error(code="model_not_found")),
        (400, {"error": {"message": "Model Not Exist", "type": "invalid_request_error"}}),
        (400, {"error": {"message": "The model `gpt-x` does not exist"}}),
        (400, {"error": {"message": "model 'llama9' not found, try pulling it first"}}),
        (400, {"error": {"message": "Incorrect API key provided"}}),
        (400, {"code": "Arrearage", "message": "Access denied"}),
    ],
)
def test_a_wrong_set_up_blames_no_batch_under_any_status(status: int, document: object) -> None:
    assert type(_raised(Reply(status, document))) is Denied


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        ({"error": {"code": 429, "message": "x"}}, Unavailable),
        ({"error": {"code": 502, "message": "x"}}, Unavailable),
        ({"error": {"code": 401, "message": "x"}}, Denied),
        ({"error": {"code": 400, "message": "x"}}, TooLarge),
        ({"error": "out of memory"}, Unavailable),
    ],
)
def test_an_error_inside_a_good_status_is_an_error(
    document: object, kind: type[ProviderError]
) -> None:
    assert type(_raised(Reply(200, document))) is kind


def test_an_error_beside_an_answer_leaves_the_answer() -> None:
    document = {"choices": [{"message": {"content": "hi"}}], "error": {"code": 500}}
    assert check(Reply(200, document), origin=ORIGIN, at=AT) == document
    assert check(Reply(200, {"data": [1], "error": None}), origin=ORIGIN, at=AT)


def test_a_web_page_in_place_of_an_api_is_a_wrong_address() -> None:
    error = _raised(Reply(200, None, content_type="text/html; charset=utf-8"))
    assert isinstance(error, Denied)
    assert "base URL" in error.reason


def test_what_is_no_json_is_an_answer_nobody_can_read() -> None:
    assert isinstance(_raised(Reply(200, None)), Unusable)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0.0),
        ("7", 7.0),
        (" 7 ", 7.0),
        ("1.5", 1.5),
        ("999999", LONGEST_RETRY_SECONDS),
        ("-1", None),
        ("", None),
        ("soon", None),
        ("1e9", None),
        ("NaN", None),
        ("Mon, 99 Nov 2026 12:00:00 GMT", None),
        (format_datetime(AT + timedelta(seconds=90), usegmt=True), 90.0),
        (format_datetime(AT - timedelta(days=1), usegmt=True), 0.0),
        (format_datetime(AT + timedelta(days=9), usegmt=True), LONGEST_RETRY_SECONDS),
        ("Mon, 30 Nov 2026 20:00:30 +0800", 30.0),
        ("Mon, 30 Nov 2026 12:00:30 -0000", 30.0),
    ],
)
def test_retry_after_is_seconds_or_a_date_up_to_an_hour(text: str, seconds: float | None) -> None:
    assert retry_after(text, at=AT) == seconds


def test_the_wait_asked_for_reaches_the_job() -> None:
    error = _raised(Reply(429, _error(), retry_after="30"))
    assert isinstance(error, Unavailable)
    assert error.retry_after_seconds == 30.0


@given(st.text(max_size=40))
def test_any_retry_after_is_a_wait_or_none(text: str) -> None:
    found = retry_after(text, at=AT)
    assert found is None or 0 <= found <= LONGEST_RETRY_SECONDS


def test_depth_counts_brackets_outside_of_texts_alone() -> None:
    deep = "[" * 32 + "]" * 32
    assert parse_json(deep.encode()) is not None
    for body in (f"[{deep}]", "[" * 100_000, '{"a":' * 33 + "1" + "}" * 33):
        with pytest.raises(NotJson):
            parse_json(body.encode())
    quoted = json.dumps({"text": "[{" * 5_000 + '"\\' + "[" * 100})
    assert parse_json(quoted.encode()) == json.loads(quoted)


@pytest.mark.parametrize(
    "body", [b"", b"\xff\xfe", b"{", b"{'a': 1}", b"nul", b"[1,]", b"1" * 5_000, b"\x00"]
)
def test_what_is_not_json_is_said_to_be_none(body: bytes) -> None:
    with pytest.raises(NotJson):
        parse_json(body)


def test_a_byte_order_mark_is_no_fault() -> None:
    assert parse_json(b"\xef\xbb\xbf{}") == {}


@pytest.mark.parametrize(
    "text", ['"' + '\\"' * 500_000, '"' * 1_000_001, "\\" * 1_000_000, '"' + "\\" * 999_999]
)
def test_a_hostile_mebibyte_is_judged_in_linear_time(text: str) -> None:
    started = time.process_time()
    with pytest.raises(NotJson):
        parse_json(text.encode())
    # Quadratic time would take minutes.
    assert time.process_time() - started < 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["error", "code", "type", "message", "param", "detail", "innererror"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(status=st.integers(100, 599), document=JSON)
def test_any_reply_is_a_document_or_an_exception_of_the_ports(status: int, document: Any) -> None:
    complaint_of(document)
    try:
        check(Reply(status, document), origin=ORIGIN, at=AT)
    except ProviderError:
        return
    assert 200 <= status < 300
