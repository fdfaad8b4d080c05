"""A bot that sends markup in every field it has: nothing of it runs, loads, or breaks a page."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page

from tests.browser.conftest import PASSWORD, OpenWindow, Window, wait_until_idle
from tests.browser.payloads import PAYLOADS
from tests.house import House

START = datetime(2026, 11, 1, 8, tzinfo=UTC)
SENTENCES = (
    "我叫{}",
    "我住在{}",
    "我喜欢{}",
    "我在{}上班",
    "我对{}过敏",
    "I live in {}",
    "I like {}",
    "{}",
)
ROOMS = ("/", "/facts/", "/episodes/", "/episodes/?kind=unsummarized", "/messages/", "/operations/")
# Addresses hold what somebody typed.
ADDRESSES = (
    "/facts/?q={}",
    "/facts/?person={}&nobody={}",
    "/operations/?who={}",
    "/login/?next={}",
    "/episodes/?stream={}&x={}",
)
A_KIND = 6
"""Pages of one kind that are looked at, besides the six rooms."""

# Everything our own templates are made of; what else stands in a page came out of a text.
LOOK = """() => {
  const known = new Set(`HTML HEAD TITLE META LINK SCRIPT BODY A HEADER BUTTON SVG USE SPAN DETAILS
    SUMMARY FORM INPUT NAV DIV UL OL LI P MAIN H1 H2 H3 SECTION TEMPLATE TABLE THEAD TBODY TR TH TD
    SELECT OPTION LABEL DL DT DD B SMALL KBD TIME CODE PRE FIGURE FIGCAPTION BLOCKQUOTE MARK DEL INS
    TEXTAREA FIELDSET LEGEND ARTICLE FOOTER PATH RECT LINE TEXT CIRCLE BR`.split(/\\s+/));
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    if (!known.has(element.tagName.toUpperCase())) found.push(`<${element.tagName}>`);
    for (const {name, value} of element.attributes) {
      if (/^on/i.test(name) || name === "style" || /hx-on/i.test(name)) found.push(name);
      const leads = /^(data-)?(href|src|action|formaction|srcdoc|ping|hx-get|hx-post)$/i.test(name);
      if (leads && !/^(\\/(?!\\/)|[?#])/.test(value)) found.push(`${name}=${value}`);
      if (leads && value.startsWith("/trap")) found.push(`${name}=${value}`);
    }
  }
  for (const script of document.scripts) if (!script.src) found.push("inline script");
  const root = document.documentElement;
  const spill = root.scrollWidth - root.clientWidth;
  if (spill > 0) found.push(`${spill} px too wide`);
  return [...new Set(found)];
}"""


def lines() -> Iterator[str]:
    """Two groups and a private chat; each payload is a name, an id, a title and a sentence."""
    assert len(PAYLOADS) >= 120
    for stream, kind in enumerate(("group", "group", "direct")):
        for n, payload in enumerate(PAYLOADS):
            text = SENTENCES[n % len(SENTENCES)].format(payload)
            speaker = "one" if kind == "direct" else f"{payload}{stream}"
            yield json.dumps(
                {
                    "id": f"{payload}{n}",
                    "platform": PAYLOADS[stream][:40],
                    "preset": PAYLOADS[stream + 3][:80],
                    "stream": f"{stream}{PAYLOADS[stream + 7]}",
                    "stream_kind": kind,
                    "stream_title": (PAYLOADS[-3] if stream else PAYLOADS[13]) * 2,
                    "speaker": speaker[:200],
                    "speaker_name": payload[:120],
                    "role": "user",
                    "text": f"{text} {payload}",
                    "time": (START + timedelta(minutes=5 * n)).isoformat(),
                }
            )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("hostile")
    (folder / "password").write_text(PASSWORD, encoding="utf-8")
    (folder / "chat.jsonl").write_text("\n".join(lines()), encoding="utf-8")
    made = House(folder / "data")
    try:
        account = ("--username", "ada", "--password-file", str(folder / "password"))
        for command in (("setup", *account, "--language", "en"), ("ingest", folder / "chat.jsonl")):
            done = made.manage(*map(str, command))
            assert done.returncode == 0, done.stderr
        made.start()
        wait_until_idle(made)
        yield made
    finally:
        made.kill()


def sign_in(page: Page) -> None:
    page.goto("/login/")
    page.locator("input[name=username]").fill("ada")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url("**/")


def note_dialogs(page: Page) -> list[str]:
    """What dialogs say; an open one would stop the page."""
    said: list[str] = []

    def note(dialog: Dialog) -> None:
        said.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    return said


def open_all(window: Window, paths: list[str]) -> dict[str, list[str]]:
    """Open these and the pages they lead to, a few of a kind; what is wrong with each."""
    todo, seen, kinds, wrong = list(paths), set(), dict[str, int](), dict[str, list[str]]()
    while todo:
        path = todo.pop(0).partition("#")[0]
        kind = re.sub(r"\d+", "0", path.partition("?")[0])
        if path in seen or (path not in paths and kinds.get(kind, 0) >= A_KIND):
            continue
        seen.add(path)
        kinds[kind] = kinds.get(kind, 0) + 1
        window.page.goto(path)
        if found := window.page.evaluate(LOOK):
            wrong[path] = found
        links = window.page.locator("main a[href^='/']").evaluate_all(
            "all => all.map(a => a.getAttribute('href'))"
        )
        todo += links
    assert {"/facts/0/", "/facts/0/replace/", "/episodes/0/", "/messages/0/"} <= set(kinds)
    return wrong


@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_runs_loads_or_is_broken_by_what_a_bot_sent(
    house: House, open_window: OpenWindow, width: int
) -> None:
    window = open_window(house.address, width=width)
    page = window.page
    dialogs = note_dialogs(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sign_in(page)
    wrong = open_all(window, list(ROOMS))
    assert not wrong
    assert not dialogs
    foreign = {
        url for url in asked if not url.startswith((f"{house.address}/", "data:")) or "/trap" in url
    }
    assert not foreign


def test_no_address_runs_loads_or_is_broken_by_what_somebody_typed(
    house: House, open_window: OpenWindow
) -> None:
    window = open_window(house.address, width=360)
    page = window.page
    dialogs = note_dialogs(page)
    sign_in(page)
    wrong = {}
    for n, payload in enumerate(PAYLOADS):
        typed = page.evaluate("encodeURIComponent", payload.replace("\ud7ff", ""))
        path = ADDRESSES[n % len(ADDRESSES)].replace("{}", typed)
        page.goto(path)
        if found := page.evaluate(LOOK):
            wrong[path] = found
    assert not wrong
    assert not dialogs
