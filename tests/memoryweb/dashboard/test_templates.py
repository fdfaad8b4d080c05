"""What every template keeps to."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver

FOLDER = Path(settings.BASE_DIR) / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))
SOURCES = {name: (FOLDER / name).read_text(encoding="utf-8") for name in TEMPLATES}
# Forms without an address post to the page they stand on, or their buttons say where.
URL_ATTRIBUTE = re.compile(
    r'\b(hx-(?:get|post|put|patch|delete|push-url)|action|formaction)="([^"]*)"'
)
NAMED_URL = re.compile(r"\{%\s*url\s+'([^']+)'")


def url_names() -> set[str]:
    names: set[str] = set()

    def walk(patterns: list[object], prefix: str) -> None:
        for pattern in patterns:
            inner = getattr(pattern, "url_patterns", None)
            if inner is not None:
                namespace = getattr(pattern, "namespace", None)
                walk(inner, f"{prefix}{namespace}:" if namespace else prefix)
            elif getattr(pattern, "name", None):
                names.add(f"{prefix}{pattern.name}")  # type: ignore[attr-defined]

    walk(list(get_resolver().url_patterns), "")
    return names


@pytest.mark.parametrize("name", TEMPLATES)
def test_it_compiles(name: str) -> None:
    get_template(name)


def test_every_named_address_exists() -> None:
    known = url_names()
    assert "facts:list" in known
    wanted = {
        (name, found) for name, source in SOURCES.items() for found in NAMED_URL.findall(source)
    }
    assert len(wanted) > 50
    assert not [pair for pair in wanted if pair[1] not in known]


def test_every_address_of_a_form_or_fragment_is_named() -> None:
    wrong = [
        (name, attribute, value)
        for name, source in SOURCES.items()
        for attribute, value in URL_ATTRIBUTE.findall(source)
        if not _is_named(value, source)
    ]
    assert not wrong


def _is_named(value: str, source: str) -> bool:
    """A {% url %} itself, or a variable the same template got from one, to look it up once."""
    variable = re.fullmatch(r"\{\{ (\w+_url) \}\}", value)
    if variable is not None:
        return bool(re.search(rf"\{{% url '[^%]+ as {variable[1]} %\}}", source))
    return value.startswith("{% url") or value in {"true", "{{ request.path }}"}


def test_no_template_carries_script_style_or_handlers() -> None:
    forbidden = re.compile(
        r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son\w+=|hx-on|hx-vals=[\"']js:|javascript:"
        r"|hx-boost|\|\s*safe\b|autoescape|unsafe",
        re.IGNORECASE,
    )
    assert not [(name, hit[0]) for name, text in SOURCES.items() if (hit := forbidden.search(text))]


def test_every_post_form_carries_its_token() -> None:
    for name, source in SOURCES.items():
        for form in re.findall(r"<form\b.*?</form>", source, re.S):
            if re.search(r'method="post"', form):
                assert "{% csrf_token %}" in form, name


def test_every_fragment_says_what_it_is_and_what_it_needs() -> None:
    for name, source in SOURCES.items():
        head = source[:400]
        assert "{#" in head, name


def test_no_template_has_text_that_is_not_translated() -> None:
    """Letters between tags, outside of template tags: only names and signs may stand there."""
    allowed = {"memoryweb", "Ctrl", "Z", "Esc", "L1", "L2", "L3"}
    for name, source in SOURCES.items():
        bare = re.sub(r"\{#.*?#\}|<pre.*?</pre>|<svg.*?</svg>", " ", source, flags=re.S)
        bare = re.sub(r"\{%\s*blocktrans.*?endblocktrans\s*%\}", " ", bare, flags=re.S)
        bare = re.sub(r"\{[%{].*?[%}]\}", " ", bare, flags=re.S)
        bare = re.sub(r"<[^>]*>", " ", bare)
        words = set(re.findall(r"[A-Za-z]{2,}\d?", bare)) - allowed
        assert not words, (name, words)


def test_no_foreign_origin_is_named() -> None:
    for name, source in SOURCES.items():
        assert not re.search(r"(?:href|src)=\"(?:https?:)?//", source), name
