"""The settings as Django's own deployment check sees them (TRUST T15)."""

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import House, wait_for


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(
        tmp_path / "data",
        env={
            "MEMORYWEB_URL": "https://memory.example.org",
            "MEMORYWEB_HOSTS": "memory.example.org",
        },
    )
    try:
        yield made
    finally:
        made.kill()


def ask(house: House, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=5)
    connection.request("GET", path, headers={"Host": "memory.example.org", **headers})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def test_the_deployment_check_has_nothing_to_say(house: House) -> None:
    assert house.manage("prepare").returncode == 0
    done = house.manage("check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr


def test_behind_a_proxy_with_a_certificate_everything_is_https(house: House) -> None:
    house.begin()
    wait_for(lambda: house.get("/health/live")[0], seconds=60, why="the house is silent")
    plain = ask(house, "/login/")
    assert plain.status == 301
    assert plain.headers["Location"] == "https://memory.example.org/login/"
    assert ask(house, "/health/live").status == 200
    secure = ask(house, "/login/", **{"X-Forwarded-Proto": "https"})
    assert secure.status in {200, 302}
    assert "max-age=31536000" in secure.headers["Strict-Transport-Security"]


def test_another_host_name_is_refused(house: House) -> None:
    house.begin()
    wait_for(lambda: house.get("/health/live")[0], seconds=60, why="the house is silent")
    assert ask(house, "/login/", Host="evil.example.org").status == 400
