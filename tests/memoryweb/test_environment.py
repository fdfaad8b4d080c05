"""What the environment says, and the first start on a fresh machine."""

import stat
import threading
from pathlib import Path

import pytest

from memoryweb import environment
from memoryweb.environment import Unsafe


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("BIND", "HOSTS", "URL", "DEBUG", "SECRET_KEY"):
        monkeypatch.delenv(f"MEMORYWEB_{name}", raising=False)
    monkeypatch.setenv("MEMORYWEB_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("", "127.0.0.1", 8000),
        ("0.0.0.0:80", "0.0.0.0", 80),  # noqa: S104 - an example
        ("[::1]:8001", "::1", 8001),
        ("memory.example.org:9000", "memory.example.org", 9000),
        (":8080", "127.0.0.1", 8080),
        ("8080", "127.0.0.1", 8080),
    ],
)
def test_a_bind_address_is_host_and_port(
    monkeypatch: pytest.MonkeyPatch, text: str, host: str, port: int
) -> None:
    monkeypatch.setenv("MEMORYWEB_BIND", text)
    assert environment.bind() == (host, port)


@pytest.mark.parametrize("text", ["localhost", "1.2.3.4:", "1.2.3.4:http", "1.2.3.4:0", "a:65536"])
def test_a_bind_address_without_a_port_is_refused(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("MEMORYWEB_BIND", text)
    with pytest.raises(Unsafe):
        environment.bind()


def test_hosts_are_this_machine_and_where_it_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORYWEB_BIND", "10.0.0.5:80")
    assert environment.hosts() == ["localhost", "127.0.0.1", "[::1]", "10.0.0.5"]
    monkeypatch.setenv("MEMORYWEB_HOSTS", " a.example.org, b.example.org ,")
    assert environment.hosts() == ["a.example.org", "b.example.org"]


def test_the_address_shown_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORYWEB_BIND", "[::]:8000")
    assert environment.address() == "http://[::1]:8000"
    monkeypatch.setenv("MEMORYWEB_URL", "https://memory.example.org/")
    assert environment.address() == "https://memory.example.org"


def test_the_first_start_makes_folder_and_key_and_the_second_keeps_them() -> None:
    folder = environment.prepare_data_folder()
    key = environment.secret_key()
    assert len(key) >= environment.SHORTEST_KEY
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(environment.secret_key_file().stat().st_mode) == 0o600
    environment.prepare_data_folder()
    assert environment.secret_key() == key


def test_a_key_others_could_read_is_closed() -> None:
    environment.prepare_data_folder()
    environment.secret_key_file().chmod(0o644)
    environment.prepare_data_folder()
    assert stat.S_IMODE(environment.secret_key_file().stat().st_mode) == 0o600


def test_of_many_first_starts_all_read_one_key() -> None:
    seen: list[str] = []
    gate = threading.Barrier(8)

    def start() -> None:
        gate.wait()
        environment.prepare_data_folder()
        seen.append(environment.secret_key())

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 8
    assert len(set(seen)) == 1
    assert seen[0]
