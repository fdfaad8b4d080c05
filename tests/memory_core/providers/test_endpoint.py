import os
from pathlib import Path

import pytest
from django.conf import settings

from memory_core.ports import Denied
from memory_core.providers import endpoint
from memory_core.providers.addresses import Origin
from memory_core.providers.endpoint import BoundKey, Setup, chat_setup, embedding_setup
from tests.memory_core.providers.ends import KEY

OPENAI = Origin("https", "api.example.com", 443)
ENVIRON = {
    "MEMORYWEB_LLM_BASE_URL": " https://api.example.com/v1/ ",
    "MEMORYWEB_LLM_API_KEY": KEY,
    "MEMORYWEB_LLM_MODEL": "large",
}


def _setup(**changed: str) -> Setup:
    setup = chat_setup(environ={**ENVIRON, **changed})
    assert setup is not None
    return setup


@pytest.fixture
def key_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the key of the chat end point may lie."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    return tmp_path / "llm_key"


def _write(path: Path, text: str, *, mode: int = 0o600) -> None:
    path.write_text(text, encoding="ascii")
    path.chmod(mode)


def test_without_a_base_url_nothing_is_configured() -> None:
    assert chat_setup(environ={}) is None
    assert chat_setup(environ={"MEMORYWEB_LLM_BASE_URL": "  "}) is None
    assert embedding_setup(environ=ENVIRON) is None


def test_the_environment_gives_address_model_and_key() -> None:
    found = _setup(MEMORYWEB_LLM_TIMEOUT="300").endpoint()
    assert str(found.base) == "https://api.example.com/v1"
    assert found.model == "large"
    assert found.total_seconds == 300
    assert found.headers() == {"Authorization": f"Bearer {KEY}"}


def test_the_environment_is_read_at_each_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMORYWEB_LLM_BASE_URL", raising=False)
    assert chat_setup() is None
    for name, value in ENVIRON.items():
        monkeypatch.setenv(name, value)
    assert chat_setup() is not None


def test_the_small_model_is_the_main_one_unless_it_is_named() -> None:
    main = chat_setup(is_small=True, environ=ENVIRON)
    small = chat_setup(is_small=True, environ={**ENVIRON, "MEMORYWEB_LLM_SMALL_MODEL": "tiny"})
    assert main is not None
    assert small is not None
    assert (main.model, small.model) == ("large", "tiny")


def test_embeddings_have_variables_of_their_own() -> None:
    setup = embedding_setup(
        environ={
            "MEMORYWEB_EMBED_BASE_URL": "https://vectors.example.com/v1",
            "MEMORYWEB_EMBED_MODEL": "bge-m3",
            "MEMORYWEB_EMBED_DIMENSION": "1024",
        }
    )
    assert setup is not None
    assert setup.vector_dimension() == 1024
    assert setup.endpoint().key is None


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"MEMORYWEB_LLM_BASE_URL": "ftp://example.com"}, "MEMORYWEB_LLM_BASE_URL"),
        ({"MEMORYWEB_LLM_BASE_URL": f"https://{KEY}@example.com"}, "MEMORYWEB_LLM_BASE_URL"),
        ({"MEMORYWEB_LLM_BASE_URL": "http://127.0.0.1:11434/v1"}, "MEMORYWEB_LLM_ALLOWED_HOSTS"),
        ({"MEMORYWEB_LLM_ALLOWED_HOSTS": "other.example"}, "MEMORYWEB_LLM_ALLOWED_HOSTS"),
        ({"MEMORYWEB_LLM_MODEL": " "}, "MEMORYWEB_LLM_MODEL"),
        ({"MEMORYWEB_LLM_API_KEY": f"{KEY}\r\nX: y"}, "MEMORYWEB_LLM_API_KEY"),
        ({"MEMORYWEB_LLM_API_KEY": "sk-密钥"}, "MEMORYWEB_LLM_API_KEY"),
        ({"MEMORYWEB_LLM_TIMEOUT": "0"}, "MEMORYWEB_LLM_TIMEOUT"),
        ({"MEMORYWEB_LLM_TIMEOUT": "1e3"}, "MEMORYWEB_LLM_TIMEOUT"),
        ({"MEMORYWEB_LLM_TIMEOUT": "601"}, "MEMORYWEB_LLM_TIMEOUT"),
    ],
)
def test_a_wrong_setting_is_named_and_its_value_is_not_shown(
    changed: dict[str, str], named: str
) -> None:
    with pytest.raises(Denied) as caught:
        _setup(**changed).endpoint()
    assert named in caught.value.reason
    assert "\n" not in caught.value.reason
    assert KEY not in caught.value.reason


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "12.5", "NaN", "1e3", "16385", "999999999", "\uff11\uff12"]
)
def test_a_dimension_is_a_whole_number_a_vector_can_have(text: str) -> None:
    setup = Setup("MEMORYWEB_EMBED", base_url="https://a.example", model="m", dimension=text)
    with pytest.raises(Denied, match="MEMORYWEB_EMBED_DIMENSION"):
        setup.vector_dimension()


def test_a_key_is_shown_to_its_own_origin_alone() -> None:
    key = BoundKey(OPENAI, KEY)
    assert key.headers(OPENAI) == {"Authorization": f"Bearer {KEY}"}
    for other in (
        Origin("http", "api.example.com", 443),
        Origin("https", "api.example.com", 8443),
        Origin("https", "api.example.com.evil.example", 443),
    ):
        assert key.headers(other) == {}


def test_no_repr_holds_the_key() -> None:
    setup = _setup()
    assert KEY not in f"{setup!r} {setup.endpoint()!r} {setup.endpoint().key!r}"


def test_an_answer_that_holds_the_key_is_stored_without_it() -> None:
    assert BoundKey(OPENAI, KEY).scrub(f"your key is {KEY}!") == "your key is [key]!"
    # A key such as "x", which local servers take, is no secret and would eat every x.
    assert BoundKey(OPENAI, "x").scrub("example") == "example"


def test_a_key_may_lie_in_a_file_beside_the_end_point_it_is_for(key_file: Path) -> None:
    _write(key_file, f"https://api.example.com/v1\n{KEY}\n")
    assert _setup(MEMORYWEB_LLM_API_KEY="").endpoint().key == BoundKey(OPENAI, KEY)
    # The environment goes first.
    assert _setup(MEMORYWEB_LLM_API_KEY="sk-other").endpoint().key == BoundKey(OPENAI, "sk-other")


def test_a_base_url_moved_elsewhere_leaves_the_key_behind(key_file: Path) -> None:
    _write(key_file, f"https://api.example.com/v1\n{KEY}\n")
    for moved in (
        "http://api.example.com/v1",
        "https://api.example.com:8443/v1",
        "https://evil.example/v1",
    ):
        setup = _setup(MEMORYWEB_LLM_API_KEY="", MEMORYWEB_LLM_BASE_URL=moved)
        assert setup.endpoint().headers() == {}


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_key_file_that_others_can_read_is_refused(key_file: Path, mode: int) -> None:
    _write(key_file, f"https://api.example.com/v1\n{KEY}\n", mode=mode)
    with pytest.raises(Denied, match="chmod 600") as caught:
        _setup(MEMORYWEB_LLM_API_KEY="").endpoint()
    assert KEY not in caught.value.reason


@pytest.mark.parametrize(
    "text", ["", KEY, f"{KEY}\nhttps://api.example.com", f"https://a.example\n{KEY}\nmore\n"]
)
def test_a_key_file_of_another_shape_is_refused_without_showing_it(
    key_file: Path, text: str
) -> None:
    _write(key_file, text)
    with pytest.raises(Denied) as caught:
        _setup(MEMORYWEB_LLM_API_KEY="").endpoint()
    assert "llm_key" in caught.value.reason
    assert KEY not in caught.value.reason


def test_a_key_file_that_is_no_text_is_refused(key_file: Path) -> None:
    key_file.write_bytes(b"\xff\xfe" + os.urandom(16))
    key_file.chmod(0o600)
    with pytest.raises(Denied, match="cannot be read"):
        _setup(MEMORYWEB_LLM_API_KEY="").endpoint()


def test_no_key_at_all_is_fine(key_file: Path) -> None:
    assert not key_file.exists()
    assert endpoint.read_key_file(key_file) is None
    assert _setup(MEMORYWEB_LLM_API_KEY="").endpoint().headers() == {}
