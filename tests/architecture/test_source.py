"""What no file of ours may hold."""

import re
from pathlib import Path

from tests.architecture.source import literals_of, name_of, our_files, python_files

CJK = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
CHINESE_SOURCE = (
    "memory_core/pipelines/prompts/",
    "memory_core/providers/",
    "memory_core/samples/",
    "memory_core/algorithms/",
    "tests/",
)
MACHINE = re.compile(
    r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+|mnt|opt|srv)/\w"
    r"|\bregistry\.npmjs\b|\bpypi\.(?:org|python)\b|\bfiles\.pythonhosted\b"
)
LONGEST_FILE = 500
UNSAFE_TEMPLATE = re.compile(r"\|\s*safe\b|\{%\s*autoescape\s+off|\|\s*safeseq\b")
UNSAFE_PYTHON = re.compile(r"\bmark_safe\(|\bSafeString\(")
TEXT = {
    ".py",
    ".html",
    ".md",
    ".toml",
    ".txt",
    ".sh",
    ".js",
    ".css",
    ".json",
    ".jsonl",
    ".po",
    ".yml",
    "",
}


def test_no_machine_path_and_no_registry_stands_in_a_file() -> None:
    found = [
        f"{name_of(path)}: {match.group()}"
        for path in our_files()
        if path.suffix in TEXT and "vendor" not in path.parts and path != Path(__file__)
        for match in MACHINE.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert not found, found


def test_no_template_switches_escaping_off() -> None:
    templates = [path for path in our_files() if path.suffix == ".html"]
    assert templates
    found = [
        f"{name_of(path)}: {match.group()}"
        for path in templates
        for match in UNSAFE_TEMPLATE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found, found


def test_no_code_calls_text_safe_by_itself() -> None:
    found = [
        f"{name_of(path)}: {match.group()}"
        for path in python_files("memory_core/", "memoryweb/")
        for match in UNSAFE_PYTHON.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found, found


def test_chinese_literals_stand_only_where_the_language_is_the_matter() -> None:
    found = [
        f"{name_of(path)}:{line}: {text[:40]}"
        for path in python_files()
        if not name_of(path).startswith(CHINESE_SOURCE)
        for line, text in literals_of(path)
        if CJK.search(text)
    ]
    assert not found, found


def test_no_file_of_ours_is_a_heap() -> None:
    """About 400 lines is the rule (STYLE rule 8); past this a file is split by noun."""
    long = {
        name_of(path): count
        for path in python_files("memory_core/", "memoryweb/")
        if (count := path.read_text(encoding="utf-8").count("\n")) > LONGEST_FILE
    }
    assert not long, long


def test_migrations_can_be_taken_back() -> None:
    """RunSQL without reverse SQL is a one-way door."""
    one_way = [
        name_of(path)
        for path in python_files("memory_core/", "memoryweb/")
        if "migrations" in path.parts
        and (text := path.read_text(encoding="utf-8")).count("RunSQL(") > text.count("reverse_sql")
    ]
    assert not one_way, one_way
