"""Our own source, read as text or as a tree."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from memoryweb.environment import BASE_DIR


@cache
def our_files() -> tuple[Path, ...]:
    """Every file that belongs to the project: tracked, or new and not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0:
        names = [name for name in listed.stdout.split("\0") if name]
        return tuple(BASE_DIR / name for name in sorted(names) if (BASE_DIR / name).is_file())
    # Unpacked from an archive, without Git: everything but what is made here.
    made = {".venv", "var", "node_modules", "__pycache__", ".git"}
    return tuple(
        path
        for path in sorted(BASE_DIR.rglob("*"))
        if path.is_file() and not made & set(path.relative_to(BASE_DIR).parts)
    )


def name_of(path: Path) -> str:
    return path.relative_to(BASE_DIR).as_posix()


def python_files(*under: str) -> Iterator[Path]:
    for path in our_files():
        if path.suffix == ".py" and (not under or name_of(path).startswith(under)):
            yield path


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every string literal that is no docstring; parts of f-strings too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [p.value if isinstance(p, ast.Constant) else " ? " for p in node.values]
            yield node.lineno, "".join(str(part) for part in parts)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in plain
        ):
            yield node.lineno, node.value


def literals_of(path: Path) -> Iterator[tuple[int, str]]:
    """Like `strings_of`, as written: an escape such as `\\u4e00` stays one."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    plain = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in plain:
            yield node.lineno, ast.get_source_segment(text, node) or ""
