"""A real browser on a real house. Whatever breaks the content security policy fails the test."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.house import House, wait_for

Language = Literal["zh-hans", "en"]
Scheme = Literal["light", "dark"]
LOCALES = {"zh-hans": "zh-CN", "en": "en-US"}
PASSWORD = "a long enough secret"
AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

# The page tells us of every violation, also of those inside frames and of report-only ones.
LISTENER = """
document.addEventListener('securitypolicyviolation', event => {
  window.reportViolation(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
});
"""


def chromium() -> str:
    """The browser's program."""
    found = os.environ.get("MEMORYWEB_CHROMIUM") or next(
        filter(None, map(shutil.which, BROWSERS)), ""
    )
    assert found, f"none of {BROWSERS} is installed; `make test` says how"
    return found


def wait_until_idle(house: House) -> None:
    """Until neither the worker nor we find anything to do."""
    wait_for(
        lambda: "nothing was due" in house.manage("work", "--until-idle").stdout,
        seconds=120,
        why="the work on the sample chat never ended",
    )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium: nothing is downloaded."""
    return browser_type_launch_args | {
        "executable_path": chromium(),
        "args": [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@dataclass
class Window:
    """One browser window, and everything that went wrong in it."""

    page: Page
    faults: list[str] = field(default_factory=list)

    def axe(self) -> list[str]:
        """What axe-core finds wrong: one line a rule, with the first places."""
        if not self.page.evaluate("typeof window.axe === 'object'"):
            # evaluate() is not bound by the page's policy: axe comes in as text.
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{rule['id']} in {len(rule['nodes'])} places: {rule['help']};"
            f" {[node['target'] for node in rule['nodes'][:3]]}"
            f" {rule['nodes'][0]['failureSummary']}"
            for rule in found["violations"]
        ]


OpenWindow = Callable[..., Window]


@pytest.fixture
def open_window(browser: Browser) -> Iterator[OpenWindow]:
    """Open a window on an address; its faults are looked at when the test ends."""
    opened: list[tuple[BrowserContext, Window]] = []

    def open_window(
        address: str,
        *,
        language: Language = "en",
        scheme: Scheme = "light",
        width: int = 1280,
        state: Path | None = None,
        javascript: bool = True,
    ) -> Window:
        context = browser.new_context(
            base_url=address,
            locale=LOCALES[language],
            color_scheme=scheme,
            viewport={"width": width, "height": 900},
            storage_state=state,
            java_script_enabled=javascript,
            reduced_motion="reduce",
        )
        window = Window(context.new_page())
        context.expose_function("reportViolation", lambda text: window.faults.append(text))
        context.add_init_script(LISTENER)
        window.page.on("pageerror", lambda error: window.faults.append(f"error: {error}"))
        window.page.on(
            "console",
            lambda said: (
                window.faults.append(f"console: {said.text}") if said.type == "error" else None
            ),
        )
        opened.append((context, window))
        return window

    yield open_window
    for context, _ in opened:
        context.close()
    faults = [fault for _, window in opened for fault in window.faults]
    assert not faults, faults


@pytest.fixture(scope="session")
def settled_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running house with an account and the sample chat, all work done."""
    folder = tmp_path_factory.mktemp("settled")
    (folder / "password").write_text(PASSWORD, encoding="utf-8")
    house = House(folder / "data")
    try:
        made = house.manage(
            *("setup", "--username", "ada", "--password-file", str(folder / "password")),
            *("--language", "en", "--demo"),
        )
        assert made.returncode == 0, made.stderr
        house.start()
        wait_until_idle(house)
        yield house
    finally:
        house.kill()


@pytest.fixture(scope="session")
def signed_in(
    settled_house: House, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The cookies of a signed-in operator, as Playwright keeps them."""
    state = tmp_path_factory.mktemp("state") / "state.json"
    page = browser.new_page(base_url=settled_house.address)
    page.goto("/login/")
    page.locator("input[name=username]").fill("ada")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url("**/")
    page.context.storage_state(path=state)
    page.close()
    assert json.loads(state.read_text())["cookies"]
    return state
