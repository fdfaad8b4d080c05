"""What the English rules share: how a rule is written and which captured words it accepts.

A rule is a pattern over a clause that starts with "I" or "my". A check takes the captured groups
and gives them back, reworded perhaps, or None to refuse the match.
"""

import re
from typing import Final

from memory_core.algorithms.vocabulary import Kind, Slot
from memory_core.providers.builtin.rule import Days, Groups, Refine, Rule

ADVERB: Final = (
    r"(?:(?:really|absolutely|also|still|actually|just|finally|currently|always|totally|kinda"
    r"|honestly|simply|already|now|recently|literally|definitely|only|never really) )*"
)
BE: Final = rf"I(?:'m| am) {ADVERB}"
PLACE: Final = r"(?P<x>(?:the )?[A-Z][\w'-]+(?:,? (?:of |the )?[A-Z][\w'-]+){0,3})"
NAME: Final = r"(?P<x>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})"
OCCUPATION: Final = (
    r"(?:engineer|developer|designer|teacher|nurse|doctor|dentist|vet|lawyer|editor|writer"
    r"|journalist|translator|interpreter|photographer|architect|analyst|consultant|accountant"
    r"|barista|chef|cook|baker|manager|scientist|researcher|professor|lecturer|librarian"
    r"|programmer|illustrator|artist|musician|actor|director|producer|driver|pilot|plumber"
    r"|electrician|carpenter|mechanic|freelancer|tutor|therapist|pharmacist|paramedic|intern"
    r"|biologist|chemist|physicist|economist|guide|clerk|cashier|waiter|waitress|bartender)"
)
PARTNER: Final = r"(?:girlfriend|boyfriend|wife|husband|partner|fianc[eé]e?)"
KIN: Final = (
    r"(?:mom|mum|mother|dad|father|parents|sister|brother|grandma|grandmother|grandpa"
    r"|grandfather|son|daughter|kids|cousin|aunt|uncle|niece|nephew|roommate|flatmate"
    r"|best friend|in-laws)"
)
PET: Final = (
    r"(?:cat|dog|kitten|puppy|rabbit|hamster|parrot|turtle|tortoise|horse|fish|goldfish|bird"
    r"|snake|lizard|gecko|ferret)"
)
DAY: Final = (
    r"(?i:tomorrow|tonight|the day after tomorrow|(?:on |this |next )?"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:this|next|on the|over the) weekend"
    r"|next (?:week|month)|in (?:\d+|a|one|two|three|four|five|six) (?:day|week)s?"
    r"|(?:on )?(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december) \d{1,2}(?:st|nd|rd|th)?)"
)
DATE: Final = (
    r"(?:(?:January|February|March|April|May|June|July|August|September|October|November"
    r"|December) (?:the )?\d{1,2}(?:st|nd|rd|th)?"
    r"|(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:January|February|March|April|May|June|July"
    r"|August|September|October|November|December)|\d{1,2}/\d{1,2})"
)
NO_TASTE: Final = re.compile(
    r"^(?:to (?:think|know|say|admit|see (?:how|what))|how|when|what|where|the (?:idea|way|fact)"
    r"|and|or|but|so|as|with|for|too)\b",
    re.I,
)
NO_PLACE: Final = re.compile(
    r"^(?:the )?(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|God|Mars)\b"
)
NO_HAVING: Final = re.compile(
    r"^(?:a|an|the|one|two|some) (?:\w+ )?(?:question|idea|feeling|problem|point|plan|look|bad|good"
    r"|lot|few|bit|meeting|chance|minute|moment|day|time|reason|theory|cold|fever)\b",
    re.I,
)


def place(groups: Groups) -> Groups | None:
    return None if NO_PLACE.match(groups["x"]) else groups


def taste(groups: Groups) -> Groups | None:
    return None if NO_TASTE.match(groups["x"]) or len(groups["x"]) < 3 else groups


def thing(groups: Groups) -> Groups | None:
    return None if NO_HAVING.match(groups["x"]) else groups


def third_person(groups: Groups) -> Groups:
    """ "go there" as "goes there"."""
    verb, _, rest = groups["x"].partition(" ")
    ending = "es" if verb.endswith(("o", "s", "x", "ch", "sh")) else "s"
    return {**groups, "x": f"{verb}{ending} {rest}"}


def age(groups: Groups) -> Groups | None:
    return groups if 3 <= int(groups["x"]) <= 119 else None


def rule(
    pattern: str,
    kind: Kind,
    slot: Slot | None,
    render: str,
    *,
    refine: Refine | None = None,
    days: Days = "keep",
    needs_subject: bool = True,
    holds_now: bool = True,
) -> Rule:
    return Rule(
        re.compile(rf"(?:{pattern})$"), kind, slot, render,
        refine=refine, days=days, needs_subject=needs_subject, holds_now=holds_now,
    )  # fmt: skip


# "Since last year", "for three years": said with the fact, no part of it.
SINCE: Final = (
    r"(?:,? (?:since|for|with|as of|until|near|from|these|this|last|in) .*| now| right now)?"
)
