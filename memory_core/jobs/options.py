"""The settings an operator may change, with defaults and limits. Environment > table > default."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from django.utils.translation import gettext as _

from memory_core.algorithms.vocabulary import Isolation, Readiness
from memory_core.errors import Invalid


@dataclass(frozen=True, slots=True)
class Options:
    """Every setting with its default (SPEC 2, 3, 4). Counts are rows, times minutes."""

    isolation: Isolation = "preset"
    extraction_readiness: Readiness = "balanced"
    share_group_episodes: bool = False
    working_memory_limit: int = 40
    summary_threshold: int = 48
    summary_batch: int = 16
    summary_characters: int = 12_000
    extraction_window: int = 30
    extraction_context: int = 10
    extraction_idle_minutes: int = 30
    pending_body_minutes: int = 10
    known_persons: int = 12
    known_facts_per_person: int = 6
    known_facts: int = 30
    facts_per_batch: int = 10
    supersedes_per_batch: int = 3
    deterministic_failures: int = 3
    index_token_budget: int = 1500
    daily_token_cap: int = 0
    daily_cost_cap: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that would starve the working window or overflow it (SPEC 3.2)."""
        kept = self.summary_threshold - self.summary_batch
        if not 24 <= kept <= self.working_memory_limit:
            raise Invalid(
                _(
                    "summary_threshold minus summary_batch is what stays in the window: it must be"
                    " between 24 and working_memory_limit (%(limit)d), not %(kept)d."
                )
                % {"limit": self.working_memory_limit, "kept": kept},
                code="window",
            )


CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "isolation": get_args(Isolation),
    "extraction_readiness": get_args(Readiness),
}
LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    "working_memory_limit": (24, 400),
    "summary_threshold": (25, 400),
    "summary_batch": (1, 200),
    "summary_characters": (500, 100_000),
    "extraction_window": (1, 200),
    "extraction_context": (0, 50),
    "extraction_idle_minutes": (1, 24 * 60),
    "pending_body_minutes": (1, 24 * 60),
    "known_persons": (1, 50),
    "known_facts_per_person": (0, 50),
    "known_facts": (0, 200),
    "facts_per_batch": (1, 100),
    "supersedes_per_batch": (0, 30),
    "deterministic_failures": (1, 20),
    "index_token_budget": (100, 20_000),
    "daily_token_cap": (0, 10_000_000_000),
    "daily_cost_cap": (0, 1_000_000),
}


def parse(key: str, value: Any) -> Any:
    """One setting from the environment (text), a form or the table; Invalid names what is wrong."""
    if key in CHOICES:
        if value not in CHOICES[key]:
            raise Invalid(
                _("%(key)s must be one of %(choices)s, not %(value)r.")
                % {"key": key, "choices": ", ".join(CHOICES[key]), "value": value}
            )
        return value
    if key == "share_group_episodes":
        if isinstance(value, bool):
            return value
        return str(value).strip().lower() in {"1", "true", "yes", "on"}
    if key not in LIMITS:
        raise Invalid(_("There is no setting called %(key)s.") % {"key": key})
    low, high = LIMITS[key]
    try:
        number = int(str(value))
    except ValueError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        raise Invalid(
            _("%(key)s must be a whole number from %(low)d to %(high)d, not %(value)r.")
            % {"key": key, "low": low, "high": high, "value": value}
        )
    return number


def from_environment() -> dict[str, Any]:
    """Settings the environment fixes, as MEMORYWEB_<NAME>; shown locked in the browser."""
    found = {}
    for key in Options.__dataclass_fields__:
        value = os.environ.get(f"MEMORYWEB_{key.upper()}")
        if value:
            found[key] = parse(key, value)
    return found
