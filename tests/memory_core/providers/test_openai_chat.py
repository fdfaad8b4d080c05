import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.ports import (
    ChatModel,
    Denied,
    ProviderError,
    Refused,
    TooLarge,
    Unavailable,
    Unusable,
    Usage,
)
from memory_core.providers.addresses import BaseUrl, HostPolicy, Origin
from memory_core.providers.endpoint import BoundKey, Endpoint, Setup
from memory_core.providers.fake_endpoint import Ask, Mode, Said, completion, document, error
from memory_core.providers.http import HttpClient
from memory_core.providers.openai_compatible import OpenAiChat, chat_answer
from tests.memory_core.providers.ends import KEY, SCHEMA, Bench

ORIGIN = Origin("https", "api.example.com", 443)
ENDPOINT = Endpoint(BaseUrl(ORIGIN, "/v1"), "m", HostPolicy(), BoundKey(ORIGIN, KEY))


def _said(content: object = "hi", *, end: object = "stop", **message: object) -> dict[str, Any]:
    return {"choices": [{"message": {"content": content, **message}, "finish_reason": end}]}


def test_an_answer_comes_with_its_usage(bench: Bench) -> None:
    model: ChatModel = bench.chat(key=KEY)
    bench.fake.script = lambda ask: "你好"
    answer = model.complete(system="be kind", user="hello", schema=None, max_tokens=77)
    assert model.model == "fake-model"
    assert (answer.text, answer.refusal, answer.is_cut) == ("你好", "", False)
    assert answer.usage == Usage(bench.fake.counts.tokens_in, 2)
    ask = bench.fake.asks[-1]
    assert ask.path == "/v1/chat/completions"
    assert ask.authorization == f"Bearer {KEY}"
    assert (ask.system, ask.user, ask.format) == ("be kind", "hello", "text")
    assert ask.body["max_tokens"] == 77
    assert ask.body["temperature"] == 0
    assert ask.body["stream"] is False


# Every mode of the fake end point against the real client --------------------------------------

RAISES: dict[Mode, type[ProviderError]] = {
    "refuse": Refused,
    "content-filter": Refused,
    "policy-error": Refused,
    "huge": Unusable,
    "deep": Unusable,
    "html": Denied,
    "slow-drip": Unavailable,
    "hang": Unavailable,
    "reset": Unavailable,
    "redirect": Denied,
    "401": Denied,
    "402": Denied,
    "403": Denied,
    "404": Denied,
    "413": TooLarge,
    "429": Unavailable,
    "500": Unavailable,
}


@pytest.mark.parametrize(("mode", "kind"), RAISES.items())
def test_a_mode_that_gives_nothing_raises_its_exception(
    bench: Bench, mode: Mode, kind: type[ProviderError]
) -> None:
    bench.fake.mode = mode
    with pytest.raises(ProviderError) as caught:
        bench.ask(timeout="1")
    assert type(caught.value) is kind
    assert len(caught.value.reason) > 20


def test_the_words_of_a_refusal_are_kept(bench: Bench) -> None:
    bench.fake.mode = "refuse"
    with pytest.raises(Refused) as caught:
        bench.ask()
    assert "can't help" in caught.value.raw


def test_the_time_asked_for_is_passed_on(bench: Bench) -> None:
    bench.fake.mode = "429"
    with pytest.raises(Unavailable) as caught:
        bench.ask()
    assert caught.value.retry_after_seconds == 7.0


@pytest.mark.parametrize(
    "mode",
    [
        "ok",
        "obey-attacker",
        "refuse-text",
        "prose",
        "fenced",
        "think-tags",
        "duplicate-keys",
        "wrong-types",
        "other-language",
    ],
)
def test_whatever_a_model_says_comes_back_as_it_said_it(bench: Bench, mode: Mode) -> None:
    bench.fake.mode = mode
    answer = bench.ask('{"id": 1, "speaker": "小林", "text": "我住在杭州，在西湖边上班。"}')
    assert answer.text
    assert not answer.is_cut
    assert answer.usage.tokens_in > 0


def test_an_empty_answer_is_an_answer(bench: Bench) -> None:
    bench.fake.mode = "empty"
    assert bench.ask().text == ""


def test_an_answer_that_stopped_at_its_limit_says_so(bench: Bench) -> None:
    bench.fake.mode = "truncated"
    assert bench.ask('{"id": 1, "speaker": "a", "text": "I live in Oslo."}').is_cut


# Dialects ------------------------------------------------------------------------------------


def _formats(bench: Bench) -> list[str]:
    return [ask.format for ask in bench.fake.asks]


def test_a_schema_is_sent_where_it_is_taken(bench: Bench) -> None:
    bench.ask()
    wanted = bench.fake.asks[-1].body["response_format"]["json_schema"]
    assert wanted == {"name": "Said", "schema": SCHEMA, "strict": True}


def test_an_open_schema_is_not_sent_as_a_strict_one(bench: Bench) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {}}}}}
    bench.chat().complete(system="", user="x", schema=schema, max_tokens=5)
    wanted = bench.fake.asks[-1].body["response_format"]["json_schema"]
    assert wanted["strict"] is False
    assert wanted["name"] == "answer"
    assert bench.fake.asks[-1].system == ""


@pytest.mark.parametrize(
    ("takes", "tried"),
    [
        (frozenset({"json_schema"}), ["json_schema"]),
        (frozenset({"json_object"}), ["json_schema", "json_object"]),
        (frozenset(), ["json_schema", "json_object", "text"]),
    ],
)
def test_a_format_that_is_not_taken_is_asked_for_once(
    bench: Bench, takes: frozenset[str], tried: list[str]
) -> None:
    bench.fake.formats = takes
    assert bench.ask().text
    assert bench.ask().text
    assert _formats(bench) == [*tried, tried[-1]]


def test_what_is_known_is_known_of_one_model_alone(bench: Bench) -> None:
    bench.fake.formats = frozenset()
    bench.ask()
    bench.fake.formats = frozenset({"json_schema"})
    bench.chat(model="another").complete(system="", user="x", schema=SCHEMA, max_tokens=5)
    assert bench.fake.asks[-1].format == "json_schema"


def _refuses_words(status: int, *words: str) -> Callable[[Ask], Said | None]:
    """A script of an end point that minds formats and says so in its own way, or not at all."""

    def script(ask: Ask) -> Said | None:
        return None if ask.format == "text" else error(status, *words)

    return script


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "Bad request"),
        (400, "This response_format type is unavailable now"),
        (422, "json_schema is not supported"),
    ],
)
def test_an_end_point_that_minds_is_asked_plainly_and_remembered(
    bench: Bench, status: int, words: str
) -> None:
    bench.fake.script = _refuses_words(status, words)
    bench.ask()
    bench.ask()
    assert _formats(bench) == ["json_schema", "json_object", "text", "text"]


def test_a_validating_server_names_the_field_it_minds(bench: Bench) -> None:
    def script(ask: Ask) -> Said | None:
        if ask.format == "text":
            return None
        detail = [{"loc": ["body", "response_format", "type"], "msg": "unexpected value"}]
        return Said(status=422, body=json.dumps({"detail": detail}).encode())

    bench.fake.script = script
    bench.ask()
    assert _formats(bench) == ["json_schema", "json_object", "text"]


def test_content_that_is_too_large_spoils_no_format(bench: Bench) -> None:
    words = "maximum context length is 8192 tokens"
    bench.fake.script = lambda ask: (
        error(400, words, code="context_length_exceeded") if len(ask.user) > 100 else None
    )
    bench.ask("short")
    with pytest.raises(TooLarge):
        bench.ask("long " * 100)
    bench.ask("short")
    # Once a format has been taken, a request that is refused is refused for its content.
    assert _formats(bench) == ["json_schema", "json_schema", "json_schema"]


def test_a_first_request_that_is_too_large_teaches_nothing(bench: Bench) -> None:
    bench.fake.script = lambda ask: error(400, "too long") if len(ask.user) > 100 else None
    with pytest.raises(TooLarge):
        bench.ask("long " * 100)
    bench.ask("short")
    assert bench.fake.asks[-1].format == "json_schema"


def test_a_request_that_is_too_large_by_status_is_not_repeated(bench: Bench) -> None:
    bench.fake.mode = "413"
    with pytest.raises(TooLarge):
        bench.ask()
    assert bench.fake.counts.requests == 1


def test_newer_words_for_old_parameters_are_learnt(bench: Bench) -> None:
    def script(ask: Ask) -> Said | None:
        if "max_tokens" in ask.body:
            words = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
            return error(400, words, code="unsupported_parameter", parameter="max_tokens")
        if "temperature" in ask.body:
            return error(400, "Only the default (1) is supported.", parameter="temperature")
        return None

    bench.fake.script = script
    chat = bench.chat()
    for _ in range(2):
        chat.complete(system="", user="x", schema=None, max_tokens=5)
    assert bench.fake.counts.requests == 4
    last = bench.fake.asks[-1].body
    assert last["max_completion_tokens"] == 5
    assert not {"max_tokens", "temperature"} & set(last)


# Reading completions -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "document",
    [
        {},
        [],
        None,
        "hi",
        {"choices": []},
        {"choices": {}},
        {"choices": ["hi"]},
        {"choices": [{}]},
        {"choices": [{"message": "hi"}]},
        {"choices": [{"text": "an old completion"}]},
        {"data": []},
    ],
)
def test_what_is_no_completion_is_unusable(document: object) -> None:
    with pytest.raises(Unusable):
        chat_answer(document, endpoint=ENDPOINT)


@pytest.mark.parametrize("end", ["content_filter", "refusal", "SAFETY", "sensitive"])
def test_an_answer_that_was_filtered_is_a_refusal(end: str) -> None:
    with pytest.raises(Refused) as caught:
        chat_answer(_said("half an ans", end=end), endpoint=ENDPOINT)
    assert caught.value.raw == "half an ans"


def test_an_answer_that_broke_off_on_their_side_is_tried_again() -> None:
    with pytest.raises(Unavailable):
        chat_answer(_said("half an ans", end="network_error"), endpoint=ENDPOINT)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        (7, ""),
        ([{"type": "text", "text": "a"}, {"type": "image"}, "x", {"text": "b"}], "ab"),
        ("\ud83d half a pair", "? half a pair"),
        (f"my key is {KEY}", "my key is [key]"),
    ],
)
def test_content_becomes_text_that_can_be_stored(content: object, text: str) -> None:
    assert chat_answer(_said(content), endpoint=ENDPOINT).text == text


def test_a_refusal_does_not_store_the_key_either() -> None:
    with pytest.raises(Refused) as caught:
        chat_answer(_said(None, refusal=f"no, {KEY}"), endpoint=ENDPOINT)
    assert caught.value.raw == "no, [key]"


@pytest.mark.parametrize("usage", [None, [], {"prompt_tokens": -3, "completion_tokens": True}, {}])
def test_usage_that_makes_no_sense_counts_nothing(usage: object) -> None:
    answer = chat_answer({**_said(), "usage": usage}, endpoint=ENDPOINT)
    assert answer.usage == Usage(0, 0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["choices", "message", "content", "text", "refusal", "finish_reason", "usage"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


@given(JSON, JSON, JSON)
def test_any_document_is_an_answer_or_an_exception_of_the_ports(
    document: Any, choice: Any, message: Any
) -> None:
    for shape in (document, {"choices": [choice]}, {"choices": [{"message": message}]}):
        try:
            answer = chat_answer(shape, endpoint=ENDPOINT)
        except ProviderError:
            continue
        answer.text.encode()


# The set-up ----------------------------------------------------------------------------------


def test_a_wrong_set_up_shows_when_it_is_used_and_not_before() -> None:
    http = HttpClient()
    setup = Setup("MEMORYWEB_LLM", base_url="file:///etc/passwd", model="m")
    chat = OpenAiChat(setup, http=http, dialects=Bench(fake=None).dialects)  # type: ignore[arg-type]
    assert chat.model == "m"
    with pytest.raises(Denied, match="MEMORYWEB_LLM_BASE_URL"):
        chat.complete(system="", user="x", schema=None, max_tokens=5)


def test_a_wrong_key_is_denied_by_the_end_point(bench: Bench) -> None:
    bench.fake.api_key = KEY
    with pytest.raises(Denied, match="does not accept the key"):
        bench.ask(key="sk-wrong")
    assert bench.ask(key=KEY).text


def test_a_script_answers_single_requests(bench: Bench) -> None:
    said = iter(["first", None, completion("third", finish_reason="length"), document({})])
    bench.fake.script = lambda ask: next(said)
    assert bench.ask().text == "first"
    assert bench.ask().text.startswith("{")
    assert bench.ask().is_cut
    with pytest.raises(Unusable):
        bench.ask()
