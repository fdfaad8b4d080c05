"""What programs ask: alive, and ready."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from memory_core import clock
from memory_core.jobs import store as jobs

pytestmark = pytest.mark.django_db


def test_alive_needs_no_admin_and_no_sign_in() -> None:
    response = Client().get("/health/live")
    assert response.status_code == 200
    assert response.json() == {"status": "ok"}


def test_ready_names_the_worker_when_it_is_silent() -> None:
    assert Client().get("/health/ready").json() == {"status": "not ready", "missing": ["worker"]}
    jobs.beat_alive("worker", at=clock.now() - timedelta(seconds=45))
    response = Client().get("/health/ready")
    assert response.status_code == 503
    assert response.json()["missing"] == ["worker"]


def test_ready_when_the_worker_was_just_heard_of() -> None:
    jobs.beat_alive("worker", at=clock.now())
    response = Client().get("/health/ready")
    assert response.status_code == 200
    assert response.json() == {"status": "ready", "missing": []}


def test_not_ready_while_a_migration_waits() -> None:
    jobs.beat_alive("worker", at=clock.now())
    call_command("migrate", "accounts", "0001", verbosity=0, fake=True)
    response = Client().get("/health/ready")
    assert response.status_code == 503
    assert response.json()["missing"] == ["migrations"]


def test_health_is_read_only_and_writes_are_refused() -> None:
    assert Client().post("/health/live").status_code == 405
