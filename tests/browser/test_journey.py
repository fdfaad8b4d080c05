"""The main job in a browser: set up, load the sample, find a fact, archive it, undo it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PASSWORD, Language, OpenWindow
from tests.house import House

WORD = "香菜"
FACT = "陈澈讨厌香菜"


@dataclass(frozen=True, slots=True)
class Words:
    """What the operator reads and clicks, in one language."""

    language: str
    archive: str
    archived: str
    undo: str
    operations: str
    undone: str
    remove: str


WORDS: dict[Language, Words] = {
    "zh-hans": Words(
        language="简体中文",
        archive="归档",
        archived="已归档",
        undo="撤销",
        operations="操作",
        undone="撤销",
        remove="移除示例聊天",
    ),
    "en": Words(
        language="English",
        archive="Archive",
        archived="Archived",
        undo="Undo",
        operations="Operations",
        undone="undone",
        remove="Remove the sample chat",
    ),
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house that starts empty."""
    made = House(tmp_path / "data")
    try:
        yield made.start()
    finally:
        made.kill()


def set_up(page: Page, house: House, words: Words) -> None:
    """By the one-time link: the first account, the language, the sample chat."""
    page.goto("/facts/")
    assert "/setup/" in page.url
    page.goto(house.setup_link)
    page.get_by_label(words.language).check()
    page.locator("input[name=username]").fill("ada")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password_again]").fill(PASSWORD)
    page.locator("input[name=has_sample]").check()
    page.locator("main button.btn-primary[type=submit]").click()
    page.wait_for_url(f"{house.address}/")


def find_the_fact(page: Page) -> None:
    """The worker may still be at it: look again until the fact is there."""
    for _ in range(60):
        page.goto("/facts/")
        page.locator("#fact-q").fill(WORD)
        page.locator("#fact-q").press("Enter")
        page.wait_for_url("**/facts/?*q=*")
        if page.get_by_text(FACT).count():
            return
        page.wait_for_timeout(500)
    raise AssertionError(f"{FACT} never came up")


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("javascript", [True, False], ids=["with script", "without script"])
def test_a_fact_of_the_sample_is_found_archived_and_brought_back(
    house: House, open_window: OpenWindow, language: Language, *, javascript: bool
) -> None:
    words = WORDS[language]
    # Without a choice of the operator's own the browser's language counts: begin in the other one.
    other: Language = "en" if language == "zh-hans" else "zh-hans"
    page = open_window(house.address, language=other, javascript=javascript).page
    set_up(page, house, words)
    assert (page.locator("html").get_attribute("lang") or "").lower() == language
    find_the_fact(page)

    row = page.locator("tr[id^=fact-]", has_text=FACT)
    row.get_by_role("button", name=words.archive).click()
    toast = page.locator("[data-toast]")
    expect(toast).to_contain_text(words.archived)
    expect(row).to_have_class("is-gone")

    toast.get_by_role("button", name=words.undo).click()
    expect(page.locator("tr[id^=fact-]", has_text=FACT)).not_to_have_class("is-gone")

    page.goto("/operations/")
    expect(page.locator("h1")).to_contain_text(words.operations)
    expect(page.locator("main")).to_contain_text(FACT)


def test_ctrl_z_takes_the_last_step_back(
    settled_house: House, signed_in: Path, open_window: OpenWindow
) -> None:
    page = open_window(settled_house.address, state=signed_in).page
    page.goto(f"/facts/?q={WORD}")
    row = page.locator("tr[id^=fact-]", has_text=FACT)
    row.get_by_role("button", name="Archive").click()
    expect(row).to_have_class("is-gone")
    page.keyboard.press("Control+z")
    expect(row).not_to_have_class("is-gone")


def test_a_stale_tab_is_told_what_happened_meanwhile(
    settled_house: House, signed_in: Path, open_window: OpenWindow
) -> None:
    window = open_window(settled_house.address, state=signed_in)
    first, second = window.page, window.page.context.new_page()
    for page in (first, second):
        page.goto("/facts/?q=Turner")
    for page in (first, second):
        page.locator("tr[id^=fact-]").first.get_by_role("button", name="Pin").click()
        page.wait_for_load_state("networkidle")
    expect(second.locator("body")).to_contain_text("meanwhile")
    # The refusal is an answer like any other; the browser notes its status as an error.
    window.faults[:] = [fault for fault in window.faults if "409" not in fault]
