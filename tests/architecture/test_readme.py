"""What the two READMEs show works as shown, and both say the same."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from memoryweb.environment import BASE_DIR
from tests.house import House

READMES = ("README.md", "README.zh-CN.md")


def text_of(name: str) -> str:
    return (BASE_DIR / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text_of(name), re.DOTALL)


@pytest.mark.parametrize("name", READMES)
def test_the_python_of_a_bot_stores_its_message(name: str, tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    assert house.manage("prepare").returncode == 0
    (code,) = blocks(name, "python")
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=BASE_DIR,
        env=house.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (line,) = blocks(name, "json")
    (tmp_path / "chat.jsonl").write_text(line, encoding="utf-8")
    # The same id in the same stream: the file brings what Python has stored already.
    said = house.manage("ingest", str(tmp_path / "chat.jsonl"))
    assert "0 messages new, 0 filled, 1 already here" in said.stdout, said.stderr


def test_every_variable_in_the_tables_is_read_and_every_one_read_is_in_the_tables() -> None:
    read = set()
    for path in (BASE_DIR / "memoryweb" / name for name in ("environment.py", "settings.py")):
        read |= set(re.findall(r'"((?:MEMORYWEB|REDIS|TIME)_[A-Z_]+)"', path.read_text("utf-8")))
    # Set by the supervisor for its children, or for work on the code.
    read -= {"MEMORYWEB_DB_TIMEOUT", "MEMORYWEB_DEBUG", "MEMORYWEB_SUPERVISED"}
    endpoint = (BASE_DIR / "memory_core/providers/endpoint.py").read_text("utf-8")
    for name in READMES:
        cells = re.findall(r"^\| ([^|]+) \|", text_of(name), re.MULTILINE)
        told = {found for cell in cells for found in re.findall(r"`([A-Z]+_[A-Z_]+)`", cell)}
        # Those of an end point are put together from the service and a part.
        parts = {found for found in told if re.match("MEMORYWEB_(LLM|EMBED)_", found)}
        assert told - parts == read
        assert len(parts) == 9
        for part in parts:
            assert part in endpoint or f"_{part.split('_', 2)[2]}" in endpoint


def test_both_languages_show_the_same_commands() -> None:
    shown = [
        [re.sub(r"\s+#.*", "", line) for block in blocks(name, "sh") for line in block.splitlines()]
        for name in READMES
    ]
    assert len(shown[0]) == len(shown[1]) >= 5
    assert [line.replace("zh-hans", "en") for line in shown[1]] == shown[0]


@pytest.mark.parametrize("name", READMES)
def test_every_link_into_the_project_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", text_of(name))
    assert links
    assert not [link for link in links if not (BASE_DIR / link).is_file()]
