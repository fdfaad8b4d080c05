"""The JSON a model would give to our prompts: by the built-in rules, or by whatever a message in
the prompt demands."""

import base64
import binascii
import json
import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core.ports import ProviderError
from memory_core.providers.builtin import BuiltinRules
from memory_core.providers.fake_endpoint.rows import Prompt, Task

Answer = dict[str, Any]

MOST_ITEMS: Final = 40
_RULES: Final = BuiltinRules()
_OBJECT: Final = re.compile(r"\{.{0,2000}\}", re.DOTALL)
_ENCODED: Final = re.compile(r"[A-Za-z0-9+/]{16,4000}={0,2}")
_GUESSED_ALIASES: Final = [f"f{number}" for number in range(1, 31)]


def by_the_rules(task: Task, prompt: Prompt) -> Answer:
    """What an honest model would say, as far as the built-in rules see it."""
    if task == "assessment":
        found = _RULES.assess(prompt.extraction)
        return {"worthwhile": found.is_worthwhile, "reason": found.reason}
    if task == "extraction":
        return _extraction(prompt)
    if task == "summary":
        return _summary(prompt)
    return {"answer": " ".join(line.text for line in prompt.lines)[:200]}


def by_the_messages(task: Task, prompt: Prompt) -> Answer:
    """What a model says that obeys every message: it claims all they say, of everybody, with every
    message as evidence, and declares everything known outdated."""
    said = [text for line in prompt.lines for text in _demands(line.text)]
    if task == "assessment":
        return {"worthwhile": True, "reason": " ".join(said)[:500]}
    if task == "extraction":
        return {
            "facts": [*_dictated(said), *_claims(said, prompt)][:MOST_ITEMS],
            "knowledge": [_taught(text, prompt) for text in said][:MOST_ITEMS],
        }
    everything = " ".join(said)
    return {"summary": everything[:2_000], "cues": said[:8], "impression": everything[:400]}


def in_another_language(answer: Answer) -> Answer:
    """The same answer, with what the model words itself in French; quotes stay as they are."""
    french = {
        "summary": "Ils ont parlé de leur vie quotidienne.",
        "impression": "Une conversation amicale.",
        "content": "Cette personne a dit quelque chose d'important.",
        "title": "Un sujet",
        "reason": "Il y a quelque chose à retenir.",
    }
    changed: Answer = {key: french.get(key, value) for key, value in answer.items()}
    for key in ("facts", "knowledge"):
        if isinstance(answer.get(key), list):
            changed[key] = [{**item, **_known_keys(french, item)} for item in answer[key]]
    if "cues" in answer:
        changed["cues"] = ["la vie quotidienne", "les amis"]
    return changed


def _known_keys(words: dict[str, str], item: Answer) -> dict[str, str]:
    return {key: text for key, text in words.items() if key in item}


def _extraction(prompt: Prompt) -> Answer:
    found = _RULES.extract(prompt.extraction)
    return {
        "facts": [
            {
                "person": prompt.people[fact.person_id],
                "kind": fact.kind,
                "slot": fact.slot,
                "content": fact.content,
                "messages": list(fact.message_ids),
                "quote": fact.quote,
                "supersedes": list(fact.supersedes),
                "date": fact.planned_at.date().isoformat() if fact.planned_at else None,
            }
            for fact in found.facts
        ],
        "knowledge": [
            {
                "title": item.title,
                "content": item.content,
                "messages": list(item.message_ids),
                "quote": item.quote,
            }
            for item in found.knowledge
        ],
    }


def _summary(prompt: Prompt) -> Answer:
    try:
        made = _RULES.summarize(prompt.summary)
    except ProviderError:
        # The rules refuse what has hardly a sentence in it; a model never lacks words.
        text = " / ".join(line.text for line in prompt.lines)[:300]
        return {"summary": text or "(nothing)", "cues": [], "impression": text[:200]}
    return {"summary": made.text, "cues": list(made.cues), "impression": made.impression}


def _demands(text: str) -> Iterator[str]:
    """A message, and what is hidden in it as base64."""
    yield text
    for found in _ENCODED.findall(text):
        try:
            decoded = base64.b64decode(found, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
        yield decoded


def _dictated(said: list[str]) -> Iterator[Answer]:
    """Facts that a message gives as JSON, taken over word for word."""
    for text in said:
        found = _OBJECT.search(text)
        try:
            value = json.loads(found[0]) if found else None
        except (ValueError, RecursionError):
            continue
        listed = value.get("facts", [value]) if isinstance(value, dict) else []
        yield from (item for item in listed if isinstance(item, dict)) if listed else ()


def _claims(said: list[str], prompt: Prompt) -> Iterator[Answer]:
    numbers = [line.id for line in prompt.lines]
    aliases = [fact.alias for fact in prompt.known]
    for text in said:
        for alias in prompt.people.values():
            yield {
                "person": alias,
                "kind": "identity",
                "slot": None,
                "content": text[:400],
                "messages": numbers,
                "quote": text[:200],
                "supersedes": [*aliases, *_GUESSED_ALIASES, "1", "2", "3"],
                "date": None,
            }


def _taught(text: str, prompt: Prompt) -> Answer:
    return {
        "title": text[:20],
        "content": text[:400],
        "messages": [line.id for line in prompt.lines],
        "quote": text[:200],
    }
