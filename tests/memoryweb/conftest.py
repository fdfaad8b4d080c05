"""Fixtures of the web's tests, beside those of tests/conftest.py."""

import pytest
from django.test import Client

from memoryweb.accounts.models import Role, User
from tests.memoryweb.pages import Memory, remember


@pytest.fixture
def memory(db: None) -> Memory:
    return remember()


def make_user(name: str, *, role: Role) -> User:
    return User.objects.create_user(
        name, password="correct horse battery", role=role, language="en"
    )


@pytest.fixture
def viewer_client(operator: User) -> Client:
    client = Client()
    client.force_login(make_user("viewer", role=Role.VIEWER))
    return client


@pytest.fixture
def curator_client(operator: User) -> Client:
    client = Client()
    client.force_login(make_user("curator", role=Role.CURATOR))
    return client
