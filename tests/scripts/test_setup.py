"""scripts/setup.sh on machines where something is missing: one clear line each."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memoryweb.environment import BASE_DIR

PYTHONS = ("python3", "python3.11", "python3.12", "python3.13", "python3.14")
SetUp = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def set_up(tmp_path: Path) -> SetUp:
    """Run a copy of the script where `programs` stand before the machine's own."""
    clone, programs_folder = tmp_path / "clone", tmp_path / "bin"
    programs_folder.mkdir()
    shutil.copytree(BASE_DIR / "scripts", clone / "scripts")
    for name in ("requirements.txt", "requirements-dev.txt"):
        shutil.copy(BASE_DIR / name, clone / name)

    def set_up(mode: str, **programs: str) -> "subprocess.CompletedProcess[str]":
        for name, body in programs.items():
            program = programs_folder / name.replace("_", ".")
            program.write_text(f"#!/bin/bash\n{body}\n", encoding="utf-8")
            program.chmod(0o755)
        return subprocess.run(
            ["scripts/setup.sh", mode],
            cwd=clone,
            env={**os.environ, "PATH": f"{programs_folder}:{os.environ['PATH']}", "PYTHON": ""},
            capture_output=True,
            text=True,
            check=False,
        )

    return set_up


def everywhere(body: str) -> dict[str, str]:
    """The same fake under every name the script tries."""
    return {name.replace(".", "_"): body for name in PYTHONS}


def test_an_old_python_is_named_with_the_command_that_mends_it(set_up: SetUp) -> None:
    done = set_up("run", **everywhere("exit 1"))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Python 3.11" in done.stderr
    assert "apt-get install -y python3 python3-venv" in done.stderr


def test_a_missing_venv_module_is_named_with_the_command_that_mends_it(set_up: SetUp) -> None:
    fake = 'case "$*" in *version_info*) exit 0 ;; *) exit 1 ;; esac'
    done = set_up("run", **everywhere(fake))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "apt-get install -y python3-venv" in done.stderr


def test_an_unknown_wish_is_refused(set_up: SetUp) -> None:
    assert set_up("dance").returncode == 1
