"""The first admin: by a link that works once."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from memory_core import clock, samples
from memory_core.errors import Conflict, Invalid
from memory_core.jobs import store as jobs
from memoryweb.accounts import setup, store
from memoryweb.accounts.models import Role, User
from tests.memory_core.world import Chat
from tests.memoryweb.pages import text_of

pytestmark = pytest.mark.django_db
FORM = {
    "username": "su.bai",
    "password": "a long sentence is easy",
    "password_again": "a long sentence is easy",
    "language": "en",
}


def token_of(link: str) -> str:
    return link.rstrip("/").rpartition("/")[2]


def test_the_link_makes_the_first_admin_signs_in_and_keeps_the_language() -> None:
    client, link = Client(), setup.issue_link(clock.now())
    assert client.get(link).status_code == 200
    response = client.post(link, FORM)
    assert response.status_code == 302
    user = User.objects.get()
    assert (user.username, user.role, user.language) == ("su.bai", Role.MANAGER, "en")
    assert user.check_password(FORM["password"])
    page = client.get(response.headers["Location"])
    assert page.status_code == 200
    assert b'<html lang="en"' in page.content
    assert not samples.is_loaded()


def test_the_sample_chat_comes_along_when_wished() -> None:
    link = setup.issue_link(clock.now())
    Client().post(link, {**FORM, "has_sample": "on"})
    assert samples.is_loaded()


def test_a_sample_that_cannot_come_along_is_told_and_the_account_stands() -> None:
    """A bot of somebody's own was quicker to take its name."""
    Chat("g1", preset=samples.PRESET).say("早")
    link = setup.issue_link(clock.now())
    response = Client().post(link, {**FORM, "has_sample": "on"}, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert samples.PRESET in text_of(response)
    assert not samples.is_loaded()
    assert store.admin_exists()


def test_a_link_works_once() -> None:
    link = setup.issue_link(clock.now())
    Client().post(link, FORM)
    again = Client().post(link, {**FORM, "username": "second"})
    assert again.headers["Location"] == reverse("accounts:login")
    assert User.objects.count() == 1
    with pytest.raises(Conflict):
        setup.redeem(
            token_of(link), username="x", password="a long sentence", language="en", at=clock.now()
        )


def test_a_link_dies_after_a_day(at: datetime) -> None:
    token = token_of(setup.issue_link(at))
    assert setup.is_valid(token, at=at + timedelta(hours=23, minutes=59))
    assert not setup.is_valid(token, at=at + timedelta(hours=24))
    assert not setup.is_open(at + timedelta(hours=24))
    with pytest.raises(Conflict):
        setup.redeem(
            token,
            username="x",
            password="a long sentence",
            language="en",
            at=at + timedelta(hours=25),
        )


def test_a_newer_link_replaces_the_older_one(at: datetime) -> None:
    old, new = token_of(setup.issue_link(at)), token_of(setup.issue_link(at))
    assert not setup.is_valid(old, at=at)
    assert setup.is_valid(new, at=at)


def test_only_a_digest_is_kept(at: datetime) -> None:
    token = token_of(setup.issue_link(at))
    assert len(token) >= 43
    assert token not in jobs.meta(setup.DIGEST)
    assert len(jobs.meta(setup.DIGEST)) == 64


def test_once_an_admin_exists_no_link_is_given(operator: User, at: datetime) -> None:
    assert not setup.is_open(at)
    with pytest.raises(Conflict):
        setup.issue_link(at)


def test_a_viewer_is_no_admin() -> None:
    User.objects.create_user("viewer", password="x", role=Role.VIEWER)
    assert not store.admin_exists()
    User.objects.create_user("boss", password="x", role=Role.MANAGER)
    assert store.admin_exists()


def test_a_wrong_link_is_told_apart_from_none(at: datetime) -> None:
    setup.issue_link(clock.now())
    client = Client(headers={"Accept-Language": "en"})
    wrong = client.get(reverse("accounts:setup_link", args=["nonsense"]))
    assert wrong.status_code == 410
    assert "replaced by a newer one" in text_of(wrong)
    plain = text_of(client.get(reverse("accounts:setup")))
    assert "setup_link" in plain
    assert "replaced by a newer one" not in plain


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"password": "short", "password_again": "short"}, "at least 10 characters"),
        ({"password_again": "something else here"}, "differ"),
        ({"username": "so many words"}, "Letters, digits"),
        ({"language": "klingon"}, "klingon"),
        ({"password": "password123", "password_again": "password123"}, "too common"),
    ],
)
def test_what_cannot_be_keeps_the_form(changed: dict[str, str], told: str) -> None:
    link = setup.issue_link(clock.now())
    client = Client(headers={"Accept-Language": "en"})
    response = client.post(link, {**FORM, **changed})
    assert response.status_code == 422
    assert told in text_of(response)
    assert not store.admin_exists()


def test_from_the_command_line_the_same_rules_hold(at: datetime) -> None:
    with pytest.raises(Invalid):
        setup.create_admin(username="su", password="short", language="zh-hans", at=at)
    setup.create_admin(username="su", password="a long sentence", language="zh-hans", at=at)
    with pytest.raises(Conflict):
        setup.create_admin(username="two", password="a long sentence", language="en", at=at)


def test_after_the_set_up_its_address_leads_to_the_sign_in(operator: User) -> None:
    assert Client().get(reverse("accounts:setup")).headers["Location"] == reverse("accounts:login")


def test_a_short_password_is_refused_in_the_operators_words_and_never_shown() -> None:
    link = setup.issue_link(clock.now())
    short = {**FORM, "password": "sekret99", "password_again": "sekret99"}

    page = Client().post(link, short, headers={"accept-language": "zh-CN"}).content.decode()

    assert "密码太短：至少要 10 个字符" in page
    assert "sekret99" not in page
    assert page.count('type="password"') == 2
    assert not store.admin_exists()
