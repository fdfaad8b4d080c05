"""Whatever stands in an address, no page breaks."""

import time
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import get_resolver

from memory_core.facts import store as facts
from memory_core.facts.store import FactFilter
from memoryweb.dashboard import filters
from tests.memoryweb.accounts.test_permissions import patterns
from tests.memoryweb.pages import Memory

KEYS = {
    "/facts/": list(filters.FACT_FIELDS),
    "/episodes/": ["kind", "stream", "before"],
    "/operations/": ["who", "verb", "subject", "id", "batch", "before"],
    "/messages/{stream}/": ["before", "from"],
    "/login/": ["next"],
}
NUMBERS = [
    *("0", "-1", "+1", "1.5", "1e9", "0x10", "NaN", "\uff11\uff12", "٣", "²", "1_000", "007"),
    *(str(2**63 - 1), str(2**63), "9" * 18, "9" * 19, "9" * 200, "-" + "9" * 30),
]
TEXTS = [
    *("\0", "a\0b", "NEAR(", "NEAR(a b, 2)", '"', '""', '"open', "*", "^a", "a AND", "NOT", "((("),
    *("{words} : x", "'; DROP TABLE facts;--", "%", "%s", "{0}", "\\", "\ufffd", "😀" * 50),
    *("\u202e", "\u200b", "\ufeff", "\uffff", "的" * 200, "#" + "9" * 40, "#1#2", "#", "#x", "~"),
    *("2026-01-01~" + "9" * 30, "x~1", "\0~1", "2026-01-01 00:00:00~1", "[", "http://[", "ﬃ"),
    *("1" * 190 + "x", "#" + "1" * 190 + "x", "1 " * 90 + "x", "x" * 5000),
]


def test_no_value_of_any_key_breaks_a_list(client_en: Client, memory: Memory) -> None:
    for path, keys in KEYS.items():
        address = path.format(stream=memory.group.stream_id)
        for key in keys:
            for value in (*NUMBERS, *TEXTS):
                response = client_en.get(f"{address}?{urlencode({key: value})}")
                assert response.status_code in {200, 302}, (address, key, value)


@pytest.mark.parametrize(
    "query", ["%", "%zz", "%ff%fe", "%ed%a0%80", "q=%00", "&&&=", "a[]=1", "=x", "q=1&q=2&q=%C0"]
)
def test_no_broken_query_breaks_a_list(client_en: Client, memory: Memory, query: str) -> None:
    for path in ("/facts/", "/episodes/", "/operations/", f"/messages/{memory.group.stream_id}/"):
        assert client_en.get(f"{path}?{query}").status_code == 200


@pytest.mark.parametrize("number", [0, 2**63 - 1, 2**63, 10**40])
def test_a_row_of_any_number_is_only_not_there(client_en: Client, number: int) -> None:
    for _name, pattern, address in patterns():
        if "<id:" not in str(pattern.pattern):
            continue
        address = address.replace("/1/", f"/{number}/")
        told = {"version": 1, "content": "x", "kind": "fact", "summary": "x", "reason": "x"}
        assert client_en.get(address).status_code in {404, 405}, address
        assert client_en.post(address, told).status_code in {404, 405}, address


def test_addresses_take_ids_that_a_row_can_have() -> None:
    """`<int:…>` takes numbers no row can have, which SQLite answers with an error."""
    assert get_resolver().url_patterns
    assert not [address for _name, _pattern, address in patterns() if "<int:" in address]


@pytest.mark.parametrize(
    "text", ["1" * 199 + "x", "#" + "1" * 198 + "x", "1," * 99 + "x", "#1" * 99]
)
def test_reading_a_search_takes_no_time(text: str) -> None:
    started = time.perf_counter()
    asked = filters.Asked({"q": (text,)})
    filters._ids(asked.one("q"))
    assert time.perf_counter() - started < 0.1


@pytest.mark.django_db
@pytest.mark.parametrize("cursor", ["x~" + "9" * 30, "~1", "x~", "~", "x~\uff11", "\0~1"])
def test_any_cursor_gives_a_page(cursor: str) -> None:
    assert facts.page(FactFilter(), cursor=cursor).count == 0


def test_a_cursor_no_page_wrote_is_told_and_left_out(client_en: Client, memory: Memory) -> None:
    response = client_en.get("/facts/?cursor=elsewhere")
    assert "cursor=elsewhere" in response.content.decode()
    assert "fact-" in response.content.decode()
