import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from memory_core.messages import store as messages
from memory_core.people import store as people
from tests.memoryweb.commands.conftest import Run

LINE: dict[str, Any] = {
    "id": "1",
    "platform": "qq",
    "preset": "xiaoye",
    "stream": "group-1",
    "stream_kind": "group",
    "speaker": "u1",
    "speaker_name": "林知夏",
    "role": "user",
    "text": "我住在苏州。",
    "time": "2026-01-05T20:00:00+08:00",
}


def chat(path: Path, *lines: Mapping[str, Any] | str) -> str:
    """A file of these lines; a text stands for itself."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return str(path)


def stored() -> int:
    return sum(count.total for count in messages.counts().values())


def test_a_chat_comes_in_and_a_second_run_adds_nothing(run: Run, tmp_path: Path) -> None:
    file = chat(tmp_path / "a.jsonl", LINE, LINE | {"id": "2", "text": "你好"})
    assert run("ingest", file).out == "2 messages new, 0 filled, 0 already here, 0 skipped.\n"
    assert run("ingest", file).out == "0 messages new, 0 filled, 2 already here, 0 skipped.\n"
    assert stored() == 2


def test_a_later_body_fills_its_message(run: Run, tmp_path: Path) -> None:
    pending = LINE | {"text": "[图片]", "pending": True}
    file = chat(tmp_path / "a.jsonl", pending, LINE | {"text": "一只猫"})
    assert "1 messages new, 1 filled" in run("ingest", file).out


def test_blank_lines_and_a_byte_order_mark_are_no_fault(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(LINE).encode() + b"\r\n\r\n\n")
    assert "1 messages new" in run("ingest", str(path)).out


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("{not json", "Line 2"),
        ("[1, 2]", "Line 2"),
        ("[" * 100_000, "Line 2"),
        ({k: v for k, v in LINE.items() if k != "speaker"}, "Line 2, field speaker"),
        (LINE | {"id": "2", "time": "yesterday"}, "Line 2, field time"),
        (LINE | {"id": "2", "stream_kind": "channel"}, "Line 2, field stream_kind"),
        (LINE | {"id": "2", "stream_kind": "direct"}, "Line 2, field stream_kind"),
        (LINE | {"id": "2", "preset": "another"}, "Line 2, field preset"),
        (LINE | {"id": "2", "role": "system"}, "Line 2, field role"),
        (LINE | {"id": "2", "text": 5}, "Line 2, field text"),
        (LINE | {"id": "2", "text": "x" * 300_000}, "Line 2, field text"),
        (LINE | {"id": "2", "colour": "red"}, "Line 2, field colour"),
    ],
)
def test_one_bad_line_is_named_and_nothing_is_written(
    run: Run, tmp_path: Path, bad: dict[str, Any] | str, words: str
) -> None:
    file = chat(tmp_path / "a.jsonl", LINE, bad, LINE | {"id": "3"})
    with pytest.raises(CommandError, match=words):
        run("ingest", file)
    assert stored() == 0
    assert not people.streams()


def test_skip_bad_leaves_out_and_names_every_bad_line(run: Run, tmp_path: Path) -> None:
    file = chat(
        tmp_path / "a.jsonl",
        LINE,
        "{not json",
        LINE | {"id": "3", "preset": "another"},
        LINE | {"id": "4", "preset": "another"},
        LINE | {"id": "5", "text": " "},
        LINE | {"id": "6"},
    )
    said = run("ingest", file, "--skip-bad")
    assert said.out == "2 messages new, 0 filled, 0 already here, 4 skipped.\n"
    assert [line.split(":")[1].split(",")[0] for line in said.err.splitlines()] == [
        " Line 2",
        " Line 3",
        " Line 4",
        " Line 5",
    ]
    assert stored() == 2


def test_a_file_in_another_encoding_is_refused_by_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(json.dumps(LINE | {"text": "你好"}, ensure_ascii=False).encode("gbk"))
    with pytest.raises(CommandError, match=r"1.*UTF-8"):
        run("ingest", str(path))
    assert people.streams() == []


def test_a_missing_file_is_one_line(run: Run, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run("ingest", str(tmp_path / "none.jsonl"))
