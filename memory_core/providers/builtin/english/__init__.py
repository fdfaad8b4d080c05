"""The English rules in the order in which they are tried: the first match takes the clause."""

from typing import Final

from memory_core.providers.builtin.english import life, person
from memory_core.providers.builtin.rule import Rule

__all__ = ["RULES"]

RULES: Final[tuple[Rule, ...]] = (
    *person.WHO,
    *life.PLANS,
    *person.WORK,
    *person.HOME,
    *person.PEOPLE,
    *life.TASTES,
    *life.THINGS,
    *life.NOW,
)
