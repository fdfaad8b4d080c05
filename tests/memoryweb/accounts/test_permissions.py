"""Every address, for every identity (TRUST T01)."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import URLPattern, get_resolver

from memoryweb.accounts.models import Role, User
from memoryweb.accounts.permissions import Need, may

pytestmark = pytest.mark.django_db

VIEW, CURATE, MANAGE = Need.VIEW, Need.CURATE, Need.MANAGE
# What each address needs; None = open to everybody. An address that is not here fails the test.
MATRIX: dict[str, Need | None] = {
    "accounts:login": None,
    "accounts:logout": VIEW,
    "accounts:setup": None,
    "accounts:setup_link": None,
    "accounts:language": None,
    "accounts:theme": None,
    "health-live": None,
    "health-ready": None,
    "overview:page": VIEW,
    "overview:load_sample": MANAGE,
    "overview:remove_sample": MANAGE,
    "overview:allow_sweep": CURATE,
    "help:page": VIEW,
    "facts:list": VIEW,
    "facts:detail": VIEW,
    "facts:archive": CURATE,
    "facts:restore": CURATE,
    "facts:pin": CURATE,
    "facts:unpin": CURATE,
    "facts:replace": CURATE,
    "episodes:list": VIEW,
    "episodes:detail": VIEW,
    "episodes:write": CURATE,
    "episodes:retry": CURATE,
    "episodes:split": CURATE,
    "episodes:dismiss": CURATE,
    "messages:list": VIEW,
    "messages:stream": VIEW,
    "operations:list": VIEW,
    "operations:undo": CURATE,
    "operations:undo_batch": CURATE,
}


def patterns() -> Iterator[tuple[str, URLPattern, str]]:
    """Name, pattern, and an address that matches it."""

    def walk(entries: list[object], names: str, path: str) -> Iterator[tuple[str, URLPattern, str]]:
        for entry in entries:
            inner = getattr(entry, "url_patterns", None)
            here = path + str(entry.pattern)  # type: ignore[attr-defined]
            if inner is not None:
                space = getattr(entry, "namespace", None)
                yield from walk(inner, f"{names}{space}:" if space else names, here)
            elif isinstance(entry, URLPattern):
                yield f"{names}{entry.name}", entry, here

    for name, pattern, path in walk(list(get_resolver().url_patterns), "", "/"):
        address = path.replace("<str:token>", "x")
        for part in ("fact_id", "episode_id", "stream_id", "operation_id", "batch_id"):
            address = address.replace(f"<id:{part}>", "1")
        assert "<" not in address
        yield name, pattern, address


def test_every_address_is_in_the_matrix_with_the_need_its_view_states() -> None:
    stated = {name: getattr(pattern.callback, "need", None) for name, pattern, _ in patterns()}
    assert stated == MATRIX


def test_an_open_address_says_so_and_a_guarded_one_asks_for_the_sign_in() -> None:
    for name, pattern, _address in patterns():
        is_open = getattr(pattern.callback, "login_required", True) is False
        assert is_open == (MATRIX[name] is None), name


@pytest.fixture
def browser(operator: User) -> Callable[[Role | None], Client]:
    def made(role: Role | None) -> Client:
        client = Client()
        if role is not None:
            user = User.objects.create_user(f"a-{role}", password="x", role=role)
            client.force_login(user)
        return client

    return made


RANKS = {None: 0, Role.VIEWER: 1, Role.CURATOR: 2, Role.TUNER: 3, Role.MANAGER: 4}


@pytest.mark.parametrize("role", RANKS, ids=str)
def test_nobody_comes_further_than_their_role(
    browser: Callable[[Role | None], Client], role: Role | None
) -> None:
    client = browser(role)
    for name, _pattern, address in patterns():
        need = MATRIX[name]
        if name == "accounts:logout" and role is not None:
            continue
        for method in (client.get, client.post):
            response = method(address)
            to_login = response.status_code == 302 and response.headers["Location"].startswith(
                "/login/?next="
            )
            if need is None:
                assert response.status_code != 403, (name, role)
            elif role is None:
                assert to_login, name
            elif RANKS[role] < need:
                assert response.status_code == 403, (name, role)
            else:
                assert response.status_code != 403, (name, role)
                assert not to_login, name


def test_roles_are_ranks_and_a_stranger_has_none() -> None:
    for role, rank in RANKS.items():
        if role is not None:
            user = User(username="x", role=role)
            assert [may(user, need) for need in Need] == [need <= rank for need in Need]
    assert may(User(username="x", role=Role.VIEWER, is_superuser=True), Need.MANAGE)
    assert not may(User(username="x", role=Role.MANAGER, is_active=False), Need.VIEW)
    assert not may(AnonymousUser(), Need.VIEW)
