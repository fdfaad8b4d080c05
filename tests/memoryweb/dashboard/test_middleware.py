"""Headers, language, and what leads to the set-up."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from memoryweb.accounts.models import User
from memoryweb.dashboard.middleware import CONTENT_SECURITY_POLICY
from tests.memoryweb.pages import text_of


@pytest.mark.django_db
def test_static_files_carry_the_policy_too(settings: Settings) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    response = Client().get("/static/app.css")
    assert response.status_code == 200
    assert b"mw-top" in b"".join(response)
    assert response.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    response.close()


@pytest.mark.parametrize("status", [400, 403, 404, 405, 500])
@pytest.mark.urls("tests.memoryweb.dashboard.broken_urls")
def test_refusals_carry_the_policy(client_en: Client, status: int) -> None:
    client_en.raise_request_exception = False
    responses = {
        400: lambda: client_en.get("/", headers={"Host": "evil.example"}),
        403: lambda: client_en.post("/theme/", headers={"Sec-Fetch-Site": "cross-site"}),
        404: lambda: client_en.get("/no/such/page/"),
        405: lambda: client_en.get("/logout/"),
        500: lambda: client_en.get("/broken/"),
    }
    response = responses[status]()
    assert response.status_code == status
    assert response.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert "<style" not in response.content.decode()
    assert "Traceback" not in response.content.decode()


@pytest.mark.parametrize(
    ("accepted", "cookie", "spoken"),
    [
        ("en", "", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "", "zh-Hans"),
        ("fr", "", "zh-Hans"),
        ("fr, en;q=0.5", "", "en"),
        ("en", "zh-hans", "zh-Hans"),
        ("zh", "klingon", "zh-Hans"),
    ],
)
def test_a_stranger_is_answered_in_the_language_they_wish(
    operator: User, accepted: str, cookie: str, spoken: str
) -> None:
    client = Client()
    if cookie:
        client.cookies["django_language"] = cookie
    response = client.get(reverse("accounts:login"), headers={"Accept-Language": accepted})
    assert f'<html lang="{spoken}"' in response.content.decode()


def test_a_persons_own_language_comes_before_the_browsers(client_zh: Client) -> None:
    client_zh.cookies["django_language"] = "en"
    response = client_zh.get(reverse("help:page"), headers={"Accept-Language": "en"})
    assert b'<html lang="zh-Hans"' in response.content


def test_error_pages_speak_the_language_of_the_one_who_asked(operator: User) -> None:
    client = Client()
    client.get(reverse("accounts:login"), headers={"Accept-Language": "zh-CN"})
    told = text_of(client.get("/", headers={"Host": "evil.example", "Accept-Language": "en"}))
    assert "This request cannot be read" in told
    told = text_of(client.get("/", headers={"Host": "evil.example", "Accept-Language": "zh-CN"}))
    assert "读不懂这个请求" in told


@pytest.mark.parametrize("path", ["/", "/facts/", "/login/", "/operations/?verb=pin", "/help/"])
@pytest.mark.django_db
def test_without_an_admin_every_page_leads_to_the_set_up(path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 302
    assert response.headers["Location"] == reverse("accounts:setup")


def test_a_fragment_request_after_the_session_ended_sends_the_whole_page_to_the_sign_in(
    operator: User,
) -> None:
    response = Client().get(
        "/facts/",
        headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/facts/?state=active"},
    )
    assert response.status_code == 401
    assert response.headers["HX-Redirect"] == "/login/?next=/facts/%3Fstate%3Dactive"


@pytest.mark.parametrize("path", ["/logout/", "/facts/1/archive/", "/sample/load/", "/language/"])
def test_an_action_opened_like_a_page_says_what_it_is(client_en: Client, path: str) -> None:
    response = client_en.get(path)
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"
    assert "It belongs to a button" in text_of(response)
