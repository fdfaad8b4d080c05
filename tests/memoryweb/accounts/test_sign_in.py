"""Coming in, going out, and how often one may try."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as conf
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django.fixtures import Settings

from memory_core import clock
from memoryweb.accounts import throttle
from memoryweb.accounts.middleware import SEEN_AT, SIGNED_IN_AT
from memoryweb.accounts.models import Throttle, User
from tests.memoryweb.pages import Answer, text_of

pytestmark = pytest.mark.django_db
RIGHT = "correct horse battery"
START = datetime(2026, 3, 2, tzinfo=UTC)


def sign_in(client: Client, *, name: str = "operator", password: str = RIGHT) -> Answer:
    data = {"username": name, "password": password}
    response: Answer = client.post(reverse("accounts:login"), data)
    return response


def freeze(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
    monkeypatch.setattr(clock, "now", lambda: at)


def test_the_right_password_leads_where_one_wanted_to_go(operator: User) -> None:
    client = Client()
    wanted = client.get("/facts/?state=active").headers["Location"]
    assert wanted == "/login/?next=/facts/%3Fstate%3Dactive"
    response = client.post(
        "/login/", {"username": "operator", "password": RIGHT, "next": "/facts/?state=active"}
    )
    assert response.headers["Location"] == "/facts/?state=active"
    assert client.get("/facts/").status_code == 200


def test_one_is_never_sent_to_another_site(operator: User) -> None:
    for bad in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        response = Client().post(
            "/login/", {"username": "operator", "password": RIGHT, "next": bad}
        )
        assert response.headers["Location"] == reverse("overview:page"), bad


def test_wrong_name_wrong_password_and_too_many_tries_get_one_answer(operator: User) -> None:
    client = Client(headers={"Accept-Language": "en"})
    answers = {
        text_of(sign_in(client, password="wrong")),
        text_of(sign_in(client, name="nobody", password="wrong")),
    }
    for _try in range(25):
        answers.add(text_of(sign_in(client, password="wrong")))
    answers.add(text_of(sign_in(client)))
    bare = {answer.replace("operator", "").replace("nobody", "") for answer in answers}
    assert len(bare) == 1


def test_a_blocked_account_refuses_the_right_password_until_the_day_is_over(
    operator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    freeze(monkeypatch, START)
    for n in range(throttle.ACCOUNT_LIMIT):
        client = Client(REMOTE_ADDR=f"10.0.0.{n}")
        assert sign_in(client, password="wrong").status_code == 422
    elsewhere = Client(REMOTE_ADDR="10.0.1.1")
    assert sign_in(elsewhere).status_code == 422
    freeze(monkeypatch, START + timedelta(hours=23))
    assert sign_in(elsewhere).status_code == 422
    freeze(monkeypatch, START + timedelta(hours=24))
    assert sign_in(elsewhere).status_code == 302


def test_a_blocked_address_is_free_again_after_an_hour(
    operator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    freeze(monkeypatch, START)
    client = Client(REMOTE_ADDR="10.0.0.1")
    for n in range(throttle.ADDRESS_LIMIT):
        sign_in(client, name=f"guess{n}", password="wrong")
    assert sign_in(client).status_code == 422
    assert sign_in(Client(REMOTE_ADDR="10.0.0.2")).status_code == 302
    freeze(monkeypatch, START + timedelta(hours=1))
    assert sign_in(client).status_code == 302


def test_a_right_password_clears_the_account_and_costs_the_address_nothing(
    operator: User,
) -> None:
    for _round in range(30):
        sign_in(Client(), password=RIGHT)
    assert sign_in(Client()).status_code == 302
    assert sorted(Throttle.objects.values_list("count", flat=True)) == [0]


def test_a_forged_forwarding_header_does_not_reset_the_count(
    operator: User, settings: Settings
) -> None:
    request = RequestFactory().get(
        "/", REMOTE_ADDR="10.0.0.9", headers={"X-Forwarded-For": "1.2.3.4"}
    )
    assert throttle.client_address(request) == "10.0.0.9"
    settings.TRUSTED_PROXIES = ["10.0.0.9"]
    assert throttle.client_address(request) == "1.2.3.4"
    forged = RequestFactory().get(
        "/", REMOTE_ADDR="10.0.0.9", headers={"X-Forwarded-For": "6.6.6.6, 1.2.3.4"}
    )
    assert throttle.client_address(forged) == "1.2.3.4"


def test_a_blocked_address_cannot_fill_the_table_with_made_up_names(
    operator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    freeze(monkeypatch, START)
    client = Client(REMOTE_ADDR="10.0.0.1")
    for n in range(3 * throttle.ADDRESS_LIMIT):
        sign_in(client, name=f"made-up-{n}", password="wrong")
    assert Throttle.objects.count() == throttle.ADDRESS_LIMIT + 1
    freeze(monkeypatch, START + timedelta(days=1, minutes=1))
    sign_in(Client(REMOTE_ADDR="10.0.0.2"), password="wrong")
    assert Throttle.objects.count() == 2


def test_a_proxy_is_known_by_either_form_of_its_address(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.9"]
    request = RequestFactory().get(
        "/", REMOTE_ADDR="::ffff:10.0.0.9", headers={"X-Forwarded-For": "::ffff:1.2.3.4"}
    )
    assert throttle.client_address(request) == "1.2.3.4"


def test_no_name_that_was_typed_is_kept(operator: User) -> None:
    sign_in(Client(), name="oops-my-password", password="wrong")
    assert not Throttle.objects.filter(key__contains="oops").exists()


def test_the_session_id_changes_at_the_sign_in(operator: User) -> None:
    client = Client()
    client.get("/login/")
    client.cookies[conf.SESSION_COOKIE_NAME] = "a" * 32
    sign_in(client)
    assert client.cookies[conf.SESSION_COOKIE_NAME].value != "a" * 32


def test_going_out_ends_the_session(client_en: Client) -> None:
    assert client_en.get(reverse("accounts:logout")).status_code == 405
    assert client_en.post(reverse("accounts:logout")).headers["Location"] == "/login/"
    assert not Session.objects.exists()
    assert client_en.get("/facts/").status_code == 302


@pytest.mark.parametrize(
    ("idle", "age", "status"),
    [
        (timedelta(hours=7), timedelta(hours=7), 200),
        (timedelta(hours=8, minutes=1), timedelta(hours=9), 302),
        (timedelta(minutes=5), timedelta(hours=24, minutes=1), 302),
    ],
)
def test_a_session_ends_when_idle_for_eight_hours_or_a_day_old(
    client_en: Client, idle: timedelta, age: timedelta, status: int
) -> None:
    now = clock.now()
    session = client_en.session
    session[SIGNED_IN_AT] = (now - age).isoformat()
    session[SEEN_AT] = (now - idle).isoformat()
    session.save()
    assert client_en.get("/help/").status_code == status


def test_a_dismissed_person_is_out_at_the_next_click(client_en: Client, operator: User) -> None:
    User.objects.filter(pk=operator.pk).update(is_active=False)
    User.objects.create_superuser("other", password=RIGHT)
    assert client_en.get("/facts/").headers["Location"].startswith("/login/")


def test_the_language_is_kept_for_a_stranger_and_for_a_person(
    client_zh: Client, operator: User
) -> None:
    stranger = Client()
    response = stranger.post("/language/", {"language": "en", "next": "/login/"})
    assert response.headers["Location"] == "/login/"
    assert b'<html lang="en"' in stranger.get("/login/").content
    client_zh.post("/language/", {"language": "en"})
    operator.refresh_from_db()
    assert operator.language == "en"
    assert client_zh.post("/language/", {"language": "klingon"}).status_code == 422


def test_the_theme_is_kept(client_en: Client, operator: User) -> None:
    for theme in ("dark", "light", "auto"):
        client_en.post("/theme/", {"theme": theme})
        operator.refresh_from_db()
        assert operator.theme == theme
        assert f'data-bs-theme="{theme}"' in client_en.get("/help/").content.decode()
    assert client_en.post("/theme/", {"theme": "neon"}).status_code == 422


def test_signing_in_brings_ones_own_language_to_a_new_browser(operator: User) -> None:
    User.objects.filter(pk=operator.pk).update(language="en", theme="dark")
    client = Client()
    sign_in(client)
    assert client.cookies["django_language"].value == "en"
    assert client.cookies["theme"].value == "dark"
