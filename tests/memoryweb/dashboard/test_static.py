"""What is served beside the pages."""

import gzip
import hashlib
import re
import tomllib
from pathlib import Path

import django_htmx
import pytest
from django.conf import settings
from django.test import override_settings

STATIC = Path(settings.BASE_DIR) / "static"
MANIFEST = tomllib.loads((STATIC / "vendor" / "MANIFEST.toml").read_text(encoding="utf-8"))
ORDINARY_KB = 60


@pytest.mark.parametrize("entry", MANIFEST["file"], ids=lambda entry: str(entry["name"]))
def test_a_foreign_file_is_the_one_that_was_named(entry: dict[str, str]) -> None:
    data = (STATIC / entry["path"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == entry["sha256"]
    assert entry["version"]
    assert entry["licence"] in {"MIT", "ISC"}


def test_nothing_in_the_vendor_folder_is_unnamed() -> None:
    named = {entry["path"] for entry in MANIFEST["file"]}
    there = {path.relative_to(STATIC).as_posix() for path in (STATIC / "vendor").iterdir()}
    assert there - {"vendor/MANIFEST.toml"} <= named


def test_every_icon_a_page_asks_for_is_in_the_sprite() -> None:
    sprite = set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons.svg").read_text()))
    root = Path(settings.BASE_DIR)
    wanted: set[str] = set()
    for path in (root / "templates").rglob("*.html"):
        wanted |= set(re.findall(r'\{% icon "([^"]+)"', path.read_text(encoding="utf-8")))
    labels = (root / "memoryweb" / "dashboard" / "labels.py").read_text(encoding="utf-8")
    wanted |= set(re.findall(r'\), "([a-z0-9-]+)"', labels))
    assert len(wanted) > 40
    assert wanted <= sprite


def test_an_ordinary_page_weighs_less_than_sixty_kilobytes() -> None:
    htmx = Path(django_htmx.__file__).parent / "static/django_htmx/htmx-2.min.js"
    files = ["vendor/bootstrap.min.css", "tokens.css", "app.css", "areas/fact.css", "app.js"]
    total = sum(
        len(gzip.compress(path.read_bytes(), 9)) for path in [htmx, *map(STATIC.joinpath, files)]
    )
    assert total <= ORDINARY_KB * 1024


@override_settings(
    STORAGES={"staticfiles": {"BACKEND": settings.STORAGES["staticfiles"]["BACKEND"]}}
)
def test_style_sheets_name_no_file_that_is_not_there() -> None:
    for sheet in STATIC.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert not re.findall(r"url\((?![\"']?data:)[^)]*\)", text), sheet.name
        assert "sourceMappingURL" not in text, sheet.name
        assert "@import" not in text, sheet.name
