"""Every page of this version: nothing breaks the policy, axe-core finds nothing, nothing spills."""

import re
from pathlib import Path

import pytest

from tests.browser.conftest import Language, OpenWindow, Scheme
from tests.house import House

PAGES = {
    "overview": "/",
    "facts": "/facts/",
    "facts filtered": "/facts/?state=frozen&state=superseded",
    "facts none": "/facts/?q=nothing-of-the-kind",
    "facts in conflict": "/facts/?conflict=yes",
    "fact": "first of /facts/",
    "fact superseded": "first of /facts/?state=superseded",
    "replace": "first of /facts/ then replace/",
    "episodes": "/episodes/",
    "placeholders": "/episodes/?kind=unsummarized",
    "episode": "first of /episodes/",
    "placeholder": "first of /episodes/?kind=unsummarized",
    "streams": "/messages/",
    "messages": "first of /messages/",
    "operations": "/operations/",
    "help": "/help/",
    "not found": "/facts/999999/",
}
LOOKS: list[tuple[Scheme, int]] = [("light", 360), ("light", 1280), ("dark", 360), ("dark", 1280)]


def address_of(house: House, wanted: str, window_state: Path, open_window: OpenWindow) -> str:
    """A path, or the first entry a list links to."""
    if not wanted.startswith("first of "):
        return wanted
    listed, _, tail = wanted.removeprefix("first of ").partition(" then ")
    window = open_window(house.address, state=window_state)
    window.page.goto(listed)
    links = window.page.locator("main a").evaluate_all("all => all.map(a => a.pathname)")
    base = listed.partition("?")[0]
    found = next(link for link in links if re.fullmatch(rf"{base}\d+/", link))
    return f"{found}{tail}"


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_sound_in_every_look(
    settled_house: House,
    signed_in: Path,
    open_window: OpenWindow,
    name: str,
    language: Language,
) -> None:
    path = address_of(settled_house, PAGES[name], signed_in, open_window)
    window = open_window(settled_house.address, state=signed_in)
    page = window.page
    page.goto("/help/")
    page.evaluate(
        "code => document.querySelector(`button[name=language][value='${code}']`).click()", language
    )
    page.wait_for_function(
        "code => document.documentElement.lang.toLowerCase() === code", arg=language
    )
    for scheme, width in LOOKS:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(path)
        found = window.axe()
        assert not found, f"{name} {language} {scheme} {width}: " + "\n".join(found)
        spill = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert spill <= 0, f"{name} is {spill} px wider than {width}"
    window.faults[:] = [
        fault for fault in window.faults if name != "not found" or "404" not in fault
    ]


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_pages_before_signing_in_are_sound(
    settled_house: House, open_window: OpenWindow, language: Language
) -> None:
    for scheme, width in LOOKS:
        window = open_window(settled_house.address, language=language, scheme=scheme, width=width)
        window.page.goto("/login/")
        assert not window.axe()


def test_no_page_asks_another_host_for_anything(
    settled_house: House, signed_in: Path, open_window: OpenWindow
) -> None:
    window = open_window(settled_house.address, state=signed_in)
    asked: set[str] = set()
    window.page.on("request", lambda request: asked.add(request.url))
    for path in ("/", "/facts/", "/episodes/", "/messages/", "/operations/", "/help/"):
        window.page.goto(path)
    assert asked
    foreign = {
        url
        for url in asked
        if not url.startswith(settled_house.address) and not url.startswith("data:")
    }
    assert not foreign
