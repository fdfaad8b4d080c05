"""When something is wrong: what is told, and what is not."""

import re

import pytest
from django.test import Client

from tests.memoryweb.pages import text_of

BROKEN = "tests.memoryweb.dashboard.broken_urls"


@pytest.mark.urls(BROKEN)
def test_a_broken_page_names_an_id_and_no_private_word(
    client_en: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client_en.raise_request_exception = False
    response = client_en.get("/broken/")
    assert response.status_code == 500
    told = text_of(response)
    found = re.search(r"\b[0-9a-f]{12}\b", told)
    assert found is not None
    assert "private words" not in told
    assert any(found[0] in record.getMessage() for record in caplog.records)


@pytest.mark.urls(BROKEN)
def test_a_database_somebody_else_holds_is_a_503_with_a_time_to_try_again(
    client_en: Client,
) -> None:
    client_en.raise_request_exception = False
    response = client_en.get("/locked/")
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) > 0
    assert "Nothing was lost" in text_of(response)


def test_a_page_that_is_not_there_says_so_in_english(client_en: Client) -> None:
    response = client_en.get("/nothing/")
    assert response.status_code == 404
    assert "There is nothing here" in text_of(response)


def test_a_page_that_is_not_there_says_so_in_chinese(client_zh: Client) -> None:
    assert "这里什么都没有" in text_of(client_zh.get("/nothing/"))
