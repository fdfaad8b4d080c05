from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage

from memory_core.providers.checks import TAG
from tests.memory_core.providers.ends import KEY


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A chat end point that is all right, and no key file."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    for name in ("API_KEY", "TIMEOUT", "ALLOWED_HOSTS"):
        monkeypatch.delenv(f"MEMORYWEB_LLM_{name}", raising=False)
    monkeypatch.delenv("MEMORYWEB_EMBED_BASE_URL", raising=False)
    monkeypatch.setenv("MEMORYWEB_LLM_BASE_URL", "https://api.example.com/v1")
    monkeypatch.setenv("MEMORYWEB_LLM_MODEL", "m")


def _messages() -> list[CheckMessage]:
    assert apps.is_installed("memoryweb.commands")
    return checks.run_checks(tags=[TAG])


def _ids() -> list[str | None]:
    return [message.id for message in _messages()]


def test_a_good_set_up_and_none_at_all_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _messages()
    monkeypatch.delenv("MEMORYWEB_LLM_BASE_URL")
    assert not _messages()


def test_a_wrong_setting_is_a_warning_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORYWEB_LLM_BASE_URL", f"https://{KEY}@api.example.com/v1")
    monkeypatch.setenv("MEMORYWEB_EMBED_BASE_URL", "https://api.example.com/v1")
    monkeypatch.setenv("MEMORYWEB_EMBED_MODEL", "m")
    found = _messages()
    assert [message.id for message in found] == ["providers.W001"] * 2
    assert "MEMORYWEB_LLM_BASE_URL" in found[0].msg
    assert "MEMORYWEB_EMBED_DIMENSION" in found[1].msg
    assert KEY not in "".join(map(str, found))
    assert not any(message.is_serious() for message in found)


def test_a_key_of_another_end_point_is_pointed_out(tmp_path: Path) -> None:
    path = tmp_path / "llm_key"
    path.write_text(f"https://api.example.org/v1\n{KEY}\n", encoding="ascii")
    path.chmod(0o600)
    assert _ids() == ["providers.W002"]
    path.write_text(f"https://api.example.com/v1\n{KEY}\n", encoding="ascii")
    assert not _ids()


@pytest.mark.parametrize(
    ("url", "ids"),
    [
        ("http://api.example.com/v1", ["providers.W003"]),
        ("http://93.184.215.14/v1", ["providers.W003"]),
        ("http://localhost:11434/v1", []),
        ("http://192.168.1.5:8000/v1", []),
        ("http://ollama:11434/v1", []),
    ],
)
def test_a_key_in_the_clear_is_pointed_out_where_it_leaves_the_house(
    monkeypatch: pytest.MonkeyPatch, url: str, ids: list[str]
) -> None:
    monkeypatch.setenv("MEMORYWEB_LLM_BASE_URL", url)
    monkeypatch.setenv("MEMORYWEB_LLM_ALLOWED_HOSTS", url.split("/")[2])
    assert not _ids()
    monkeypatch.setenv("MEMORYWEB_LLM_API_KEY", KEY)
    assert _ids() == ids
