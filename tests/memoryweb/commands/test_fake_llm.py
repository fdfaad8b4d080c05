import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command

from memoryweb import environment


@contextmanager
def _running(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The command in a process of its own, and the address it prints."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "fake_llm", "--bind", "127.0.0.1:0", *arguments],
        cwd=environment.BASE_DIR,
        env=os.environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:\d+/v1", process.stdout.readline())
        assert found
        yield found[0], process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()


def _post(url: str, payload: dict[str, object]) -> dict[str, object]:
    request = urllib.request.Request(  # noqa: S310 - the loopback
        url, json.dumps(payload).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - the loopback
        return dict(json.loads(answer.read()))


def test_it_serves_until_it_is_interrupted_and_says_how_to_use_it() -> None:
    with _running("--mode", "prose", "--dimension", "8") as (url, process):
        chat = _post(f"{url}/chat/completions", {"messages": [{"role": "user", "content": "hi"}]})
        assert chat["choices"]
        vectors = _post(f"{url}/embeddings", {"input": ["one", "two"]})
        assert [len(item["embedding"]) for item in vectors["data"]] == [8, 8]  # type: ignore[attr-defined]
        process.send_signal(signal.SIGINT)
        said = process.stdout.read() if process.stdout else ""
        assert process.wait(20) == 0
    assert f"MEMORYWEB_LLM_BASE_URL={url}" in said
    assert "MEMORYWEB_EMBED_DIMENSION=8" in said
    assert "1 chats, 1 embeddings answered." in said


@pytest.mark.parametrize("bind", ["nowhere", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:-1"])
def test_an_address_it_cannot_read_is_refused(bind: str) -> None:
    with pytest.raises(CommandError, match="--bind"):
        call_command("fake_llm", "--bind", bind)


def test_an_address_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        bind = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(CommandError, match=bind):
            call_command("fake_llm", "--bind", bind)
