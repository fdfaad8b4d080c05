"""Makes the pictures of the READMEs anew, from the real product.

usage: python -m tests.browser.screenshots
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from memoryweb.environment import BASE_DIR
from tests.browser.conftest import LOCALES, PASSWORD, Language, chromium, wait_until_idle
from tests.house import House

PICTURES: dict[str, Language] = {
    "screenshot-facts-en.png": "en",
    "screenshot-facts-zh.png": "zh-hans",
}


def take(house: House, folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, language in PICTURES.items():
            page = browser.new_page(
                base_url=house.address,
                locale=LOCALES[language],
                viewport={"width": 1280, "height": 800},
            )
            page.goto("/login/")
            page.locator("input[name=username]").fill("ada")
            page.locator("input[name=password]").fill(PASSWORD)
            page.locator("input[name=password]").press("Enter")
            page.wait_for_url("**/")
            page.evaluate(
                "code => document.querySelector(`button[value='${code}']`).click()", language
            )
            page.wait_for_load_state("networkidle")
            page.goto("/facts/")
            page.screenshot(path=folder / name)
            sys.stdout.write(f"{folder / name}\n")
        browser.close()


def main() -> None:
    folder = BASE_DIR / "docs"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        house = House(Path(scratch) / "data")
        (Path(scratch) / "password").write_text(PASSWORD, encoding="utf-8")
        try:
            house.manage(
                *("setup", "--username", "ada", "--demo"),
                *("--password-file", f"{scratch}/password"),
            )
            house.start()
            wait_until_idle(house)
            take(house, folder)
        finally:
            house.kill()


if __name__ == "__main__":
    main()
