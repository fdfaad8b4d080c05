"""The catalogues: whole, compiled, and nothing untranslated."""

import re
from pathlib import Path

import polib  # type: ignore[import-untyped]
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from memory_core.algorithms.vocabulary import (
    FACT_STATES,
    JOB_STATES,
    KINDS,
    ORIGINS,
    SLOTS,
    SOURCES,
)
from memoryweb.dashboard import labels

LOCALES = Path(settings.BASE_DIR) / "locale"
LANGUAGES = ["zh_Hans", "en"]
MARKS = re.compile(r"%\(\w+\)[sdr]|%%")
SOURCE_CALL = re.compile(r"\b(?:_|gettext|gettext_lazy)\(\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+)\)")


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(LOCALES / language / "LC_MESSAGES" / "django.po"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_untranslated_or_in_doubt(language: str) -> None:
    found = catalogue(language)
    assert len(found) > 300
    assert not [entry.msgid for entry in found.untranslated_entries()]
    assert not [entry.msgid for entry in found.fuzzy_entries()]
    assert not [entry.msgid for entry in found.obsolete_entries()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_words_are_those_of_the_source(language: str) -> None:
    def told(entries: polib.POFile | polib.MOFile) -> dict[tuple[str, str], object]:
        return {
            (entry.msgctxt or "", entry.msgid): entry.msgstr_plural or entry.msgstr
            for entry in entries
            if entry.msgid
        }

    compiled = polib.mofile(str(LOCALES / language / "LC_MESSAGES" / "django.mo"))
    assert told(compiled) == told(catalogue(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_holds_the_same_figures_as_its_source(language: str) -> None:
    for entry in catalogue(language):
        texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        wanted = set(MARKS.findall(entry.msgid_plural or entry.msgid))
        for text in texts:
            found = set(MARKS.findall(text))
            assert found <= wanted, entry.msgid
            assert found == wanted or entry.msgid_plural, entry.msgid


def test_every_text_of_the_code_is_in_the_catalogue() -> None:
    known = {entry.msgid for entry in catalogue("zh_Hans")}
    root = Path(settings.BASE_DIR)
    missing = []
    for package in ("memoryweb", "memory_core"):
        for path in (root / package).rglob("*.py"):
            for call in SOURCE_CALL.findall(path.read_text(encoding="utf-8")):
                text = "".join(re.findall(r"\"((?:[^\"\\]|\\.)*)\"", call))
                if text.replace('\\"', '"') not in known:
                    missing.append((path.name, text))
    for path in (root / "templates").rglob("*.html"):
        source = path.read_text(encoding="utf-8")
        for text in re.findall(r"\{%\s*trans\s+(?:\"([^\"]+)\"|'([^']+)')", source):
            if (text[0] or text[1]) not in known:
                missing.append((path.name, text[0] or text[1]))
    assert not missing


def test_every_word_of_a_closed_vocabulary_has_a_label() -> None:
    assert set(labels.STATES) == set(FACT_STATES)
    assert set(labels.KINDS) == set(KINDS)
    assert set(labels.SLOTS) == set(SLOTS)
    assert set(labels.SOURCES) == set(SOURCES)
    assert set(labels.ORIGINS) == set(ORIGINS)
    assert set(labels.JOB_STATES) == set(JOB_STATES)


def test_a_word_of_a_later_version_shows_as_itself() -> None:
    assert labels.word(labels.KINDS, "dream").text == "dream"


def test_labels_follow_the_language_of_the_moment() -> None:
    with translation.override("en"):
        assert str(labels.STATES["frozen"].text) == "Frozen"
        assert gettext("Overview") == "Overview"
    with translation.override("zh-hans"):
        assert str(labels.STATES["frozen"].text) == "冻结"
