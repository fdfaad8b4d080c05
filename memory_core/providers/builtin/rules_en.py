"""English: what people say about themselves, as patterns over a clause that starts with I or my.

Order matters: the first rule that matches takes the clause.
"""

import re
from typing import Final

from memory_core.algorithms.vocabulary import Kind, Slot
from memory_core.providers.builtin.rule import Days, Groups, Refine, Rule

_ADVERB: Final = (
    r"(?:(?:really|absolutely|also|still|actually|just|finally|currently|always|totally|kinda"
    r"|honestly|simply|already|now|recently|literally|definitely|only|never really) )*"
)
_BE: Final = rf"I(?:'m| am) {_ADVERB}"
_PLACE: Final = r"(?P<x>(?:the )?[A-Z][\w'-]+(?:,? (?:of |the )?[A-Z][\w'-]+){0,3})"
_NAME: Final = r"(?P<x>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})"
_OCCUPATION: Final = (
    r"(?:engineer|developer|designer|teacher|nurse|doctor|dentist|vet|lawyer|editor|writer"
    r"|journalist|translator|interpreter|photographer|architect|analyst|consultant|accountant"
    r"|barista|chef|cook|baker|manager|scientist|researcher|professor|lecturer|librarian"
    r"|programmer|illustrator|artist|musician|actor|director|producer|driver|pilot|plumber"
    r"|electrician|carpenter|mechanic|freelancer|tutor|therapist|pharmacist|paramedic|intern"
    r"|biologist|chemist|physicist|economist|guide|clerk|cashier|waiter|waitress|bartender)"
)
_PARTNER: Final = r"(?:girlfriend|boyfriend|wife|husband|partner|fianc[eé]e?)"
_KIN: Final = (
    r"(?:mom|mum|mother|dad|father|parents|sister|brother|grandma|grandmother|grandpa"
    r"|grandfather|son|daughter|kids|cousin|aunt|uncle|niece|nephew|roommate|flatmate"
    r"|best friend|in-laws)"
)
_PET: Final = (
    r"(?:cat|dog|kitten|puppy|rabbit|hamster|parrot|turtle|tortoise|horse|fish|goldfish|bird"
    r"|snake|lizard|gecko|ferret)"
)
_DAY: Final = (
    r"(?i:tomorrow|tonight|the day after tomorrow|(?:on |this |next )?"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:this|next|on the|over the) weekend"
    r"|next (?:week|month)|in (?:\d+|a|one|two|three|four|five|six) (?:day|week)s?"
    r"|(?:on )?(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december) \d{1,2}(?:st|nd|rd|th)?)"
)
_DATE: Final = (
    r"(?:(?:January|February|March|April|May|June|July|August|September|October|November"
    r"|December) (?:the )?\d{1,2}(?:st|nd|rd|th)?"
    r"|(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:January|February|March|April|May|June|July"
    r"|August|September|October|November|December)|\d{1,2}/\d{1,2})"
)
_NO_TASTE: Final = re.compile(
    r"^(?:to (?:think|know|say|admit|see (?:how|what))|how|when|what|where|the (?:idea|way|fact)"
    r"|and|or|but|so|as|with|for|too)\b",
    re.I,
)
_NO_PLACE: Final = re.compile(
    r"^(?:the )?(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|God|Mars)\b"
)
_NO_HAVING: Final = re.compile(
    r"^(?:a|an|the|one|two|some) (?:\w+ )?(?:question|idea|feeling|problem|point|plan|look|bad|good"
    r"|lot|few|bit|meeting|chance|minute|moment|day|time|reason|theory|cold|fever)\b",
    re.I,
)


def _place(groups: Groups) -> Groups | None:
    return None if _NO_PLACE.match(groups["x"]) else groups


def _taste(groups: Groups) -> Groups | None:
    return None if _NO_TASTE.match(groups["x"]) or len(groups["x"]) < 3 else groups


def _thing(groups: Groups) -> Groups | None:
    return None if _NO_HAVING.match(groups["x"]) else groups


def _third_person(groups: Groups) -> Groups:
    """"go there" as "goes there"."""
    verb, _, rest = groups["x"].partition(" ")
    ending = "es" if verb.endswith(("o", "s", "x", "ch", "sh")) else "s"
    return {**groups, "x": f"{verb}{ending} {rest}"}


def _age(groups: Groups) -> Groups | None:
    return groups if 3 <= int(groups["x"]) <= 119 else None


def _rule(
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
_SINCE: Final = (
    r"(?:,? (?:since|for|with|as of|until|near|from|these|this|last|in) .*| now| right now)?"
)

_WHO: Final = (
    _rule(rf"[Mm]y (?:full |real )?name(?:'s| is) {_NAME}", "identity", "name", "{name}'s name is {x}"),
    _rule(rf"(?:I'm|I am) called {_NAME}", "identity", "name", "{name}'s name is {x}"),
    _rule(
        rf"{_BE}(?P<x>\d{{1,3}})(?: years old| yrs old| yo)?", "identity", "age",
        "{name} is {x} years old", refine=_age,
    ),
    _rule(
        rf"I {_ADVERB}(?:turned|have turned) (?P<x>\d{{1,3}})(?: .*)?", "identity", "age",
        "{name} is {x} years old", refine=_age,
    ),
    _rule(
        rf"[Mm]y birthday(?:'s| is)(?: on)? (?P<x>{_DATE})", "date", "birthday",
        "{name}'s birthday is {x}",
    ),
    _rule(
        rf"[Mm]y birthday(?:'s| is) (?P<x>{_DAY})", "date", "birthday",
        "{name}'s birthday is {x}", days="plan",
    ),
    _rule(rf"I was born on (?P<x>{_DATE})(?: .*)?", "date", "birthday", "{name}'s birthday is {x}"),
    _rule(
        rf"{_BE}(?:a |an )?(?P<x>vegetarian|vegan|pescatarian|introvert|extrovert|night owl"
        r"|morning person|early bird|left-handed|lefty|colou?r-?blind|only child)",
        "identity", None, "{name} is {x}",
    ),
)  # fmt: skip

_PLANS: Final = (
    _rule(
        rf"(?:I(?:'m| am) {_ADVERB}(?:going to|gonna|planning to)|I(?:'ll| will| plan to| intend to"
        rf"| have to| need to| must)) (?P<x>(?=[a-z]).*{_DAY}.*)",
        "plan", None, "{name} plans to {x}", days="plan",
    ),
    _rule(
        rf"I(?:'m| am) {_ADVERB}(?P<x>(?:flying|leaving|going|moving|starting|driving|taking|visiting"
        rf"|meeting|running|hosting|getting|having|heading|travel+ing|seeing|picking|giving|presenting"
        rf"|sitting|performing|working|baking|cooking) .*{_DAY}.*)",
        "plan", None, "{name} is {x}", days="plan",
    ),
    _rule(
        rf"I(?: have|'ve got| booked|'ve booked| signed up for) (?P<x>(?:a|an|my|the|two) .*{_DAY}.*)",
        "plan", None, "{name} has {x}", days="plan",
    ),
    _rule(
        rf"I(?:'m| am) {_ADVERB}(?P<plan>planning|going) to (?P<x>(?:move|learn|run|apply|quit|visit"
        r"|start|study|adopt|buy|sell|write|climb|hike|travel|propose) .{3,40})",
        "plan", None, "{name} plans to {x}", days="plan",
    ),
)  # fmt: skip

_WORK: Final = (
    _rule(
        r"I (?:no longer work|don't work|do not work) (?:at|for) (?P<x>[\w&' -]{2,30}?)(?: any ?more)?",
        "identity", "job", "{name} no longer works at {x}",
    ),
    _rule(
        rf"I {_ADVERB}(?:switched jobs to|joined|moved over to|started (?:a new job |working )?at"
        r"|got a (?:new )?job at|switched to) (?P<x>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*){0,3})(?: .*)?",
        "identity", "job", "{name} works at {x}",
    ),
    _rule(
        rf"(?:I(?:'m| am|'ve gone| went) {_ADVERB}back (?:at|to)(?: work(?:ing)? (?:at|for))?) "
        r"(?P<x>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*){0,3})",
        "identity", "job", "{name} works at {x}",
    ),
    _rule(
        rf"I {_ADVERB}work(?:ed)?(?<!ed) (?:at|for) (?P<x>[\w&' -]{{2,40}}?) as (?P<y>an? [\w -]{{3,30}})",
        "identity", "job", "{name} works at {x} as {y}",
    ),
    _rule(
        rf"I {_ADVERB}work (?:at|for) (?P<x>[\w&'. -]{{2,40}}?){_SINCE}",
        "identity", "job", "{name} works at {x}",
    ),
    _rule(
        rf"{_BE}working (?:at|for) (?P<x>[\w&'. -]{{2,40}}?){_SINCE}",
        "identity", "job", "{name} works at {x}",
    ),
    _rule(
        rf"(?:I {_ADVERB}work|{_BE}working) as (?P<x>an? [\w -]{{3,40}}?){_SINCE}",
        "identity", "job", "{name} works as {x}",
    ),
    _rule(
        rf"{_BE}(?P<x>an? (?:[\w-]+ ){{0,3}}{_OCCUPATION}(?: (?:at|for|in|with) [\w&' -]{{2,30}})?){_SINCE}",
        "identity", "job", "{name} is {x}",
    ),
    _rule(
        r"[Mm]y (?:job|day job) is (?P<x>.{3,40})", "identity", "job", "{name}'s job is {x}"
    ),
)  # fmt: skip

_HOME: Final = (
    _rule(
        rf"I {_ADVERB}live (?:in|near|at) {_PLACE}{_SINCE}",
        "identity", "home", "{name} lives in {x}", refine=_place,
    ),
    _rule(
        rf"{_BE}(?:living|based|settled) in {_PLACE}{_SINCE}",
        "identity", "home", "{name} lives in {x}", refine=_place,
    ),
    _rule(
        rf"I(?:'ve| have)? ?{_ADVERB}moved (?:back )?(?:to|into) {_PLACE}{_SINCE}(?: .*)?",
        "identity", "home", "{name} lives in {x}", refine=_place,
    ),
    _rule(
        rf"{_BE}(?:originally )?from {_PLACE}(?: originally)?",
        "identity", "hometown", "{name} is from {x}", refine=_place,
    ),
    _rule(
        rf"I (?:grew up|was born|was raised|was born and raised) in {_PLACE}{_SINCE}",
        "identity", "hometown", "{name} grew up in {x}", refine=_place, holds_now=False,
    ),
    _rule(
        rf"[Mm]y home ?town is {_PLACE}", "identity", "hometown", "{name} is from {x}", refine=_place
    ),
    _rule(
        rf"(?:I {_ADVERB}(?:study|am studying)|{_BE}studying) (?P<y>[\w -]{{3,30}}) at (?P<x>[\w' -]{{3,40}})",
        "identity", "school", "{name} studies {y} at {x}",
    ),
    _rule(
        rf"(?:I {_ADVERB}(?:go to|study at)|{_BE}(?:studying at|a student at)) (?P<x>[\w' -]*(?:University|College"
        r"|School|Academy|Institute|Tech)[\w' -]*)",
        "identity", "school", "{name} studies at {x}",
    ),
    _rule(
        r"I (?:just )?graduated from (?P<x>[A-Z][\w' -]{2,40}?)(?: (?:in|last|this) .*)?",
        "identity", "school", "{name} graduated from {x}", holds_now=False,
    ),
    _rule(
        r"I (?:major(?:ed)?|'m majoring) in (?P<x>[\w -]{3,40})",
        "identity", None, "{name}'s major is {x}", holds_now=False,
    ),
)  # fmt: skip

_PEOPLE: Final = (
    _rule(
        rf"[Mm]y (?P<k>{_PARTNER})(?:'s name is|(?:'s| is) (?:called|named)) {_NAME}",
        "relation", "partner", "{name}'s {k} is called {x}",
    ),
    _rule(
        rf"I(?:'m| am) {_ADVERB}(?P<x>single|married|divorced|engaged)(?: to .*)?",
        "relation", "partner", "{name} is {x}",
    ),
    _rule(
        rf"[Mm]y (?:(?:little|big|younger|older|twin) )?(?P<k>(?:{_KIN}|{_PARTNER})(?:'s| is| works| lives| likes| loves| hates"
        r"| teaches| runs| plays| has| owns| speaks| retired| studies| was| got| had)) (?P<x>.{3,60})",
        "relation", None, "{name}'s {k} {x}", holds_now=False,
    ),
    _rule(
        rf"I(?: have|'ve got) (?P<x>(?:a|an|one|two|three|four) (?:[\w-]+ ){{0,2}}(?:sisters?|brothers?|kids?|sons?"
        r"|daughters?|siblings?|twins?)(?: .*)?)",
        "relation", None, "{name} has {x}",
    ),
)  # fmt: skip

_TASTES: Final = (
    _rule(
        rf"(?:{_BE})?(?:severely |mildly |terribly )?allergic to (?P<x>.{{2,40}})",
        "fact", None, "{name} is allergic to {x}",
    ),
    _rule(rf"{_BE}(?P<x>(?:lactose|gluten) intolerant)", "fact", None, "{name} is {x}"),
    _rule(
        r"[Mm]y (?:all-time )?fav(?:ou?rite|e)? (?P<c>[\w -]{2,30}?)(?:'s| is) (?:still |probably )?(?P<x>.{2,50})",
        "preference", None, "{name}'s favourite {c} is {x}", refine=_taste,
    ),
    _rule(
        rf"I {_ADVERB}(?:don't|do not|never|can't) {_ADVERB}(?P<v>like|enjoy|eat|drink|stand|love) (?P<x>.{{2,50}})",
        "preference", None, "{name} doesn't {v} {x}", refine=_taste,
    ),
    _rule(
        rf"I {_ADVERB}(?P<v>hate|dislike|avoid|detest) (?P<x>.{{3,50}})",
        "preference", None, "{name} {v}s {x}", refine=_taste,
    ),
    _rule(
        rf"I {_ADVERB}(?P<v>love|like|enjoy|adore|prefer) (?P<x>.{{3,60}})",
        "preference", None, "{name} {v}s {x}", refine=_taste,
    ),
    _rule(
        rf"{_BE}(?:(?:so |very )?into|(?:a )?(?:big|huge|massive) fan of|fond of|obsessed with|crazy about) (?P<x>.{{3,50}})",
        "preference", None, "{name} likes {x}", refine=_taste,
    ),
    _rule(
        rf"{_BE}(?P<x>(?:afraid|scared|terrified) of .{{3,40}})", "preference", None, "{name} is {x}"
    ),
    _rule(
        r"I (?:quit|gave up|stopped) (?P<x>smoking|drinking|coffee|sugar|caffeine|meat|alcohol)(?: .*)?",
        "preference", None, "{name} gave up {x}",
    ),
)  # fmt: skip

_THINGS: Final = (
    _rule(
        rf"[Mm]y (?:\w+ )?(?P<k>{_PET})(?:'s name is|(?:'s| is) (?:called|named)) (?P<x>[\w' -]{{2,20}})",
        "fact", None, "{name}'s {k} is called {x}",
    ),
    _rule(
        rf"[Mm]y (?:\w+ )?(?P<k>{_PET}(?:'s| is| likes| loves| hates| has| eats| sleeps)) (?P<x>.{{3,50}})",
        "fact", None, "{name}'s {k} {x}",
    ),
    _rule(
        rf"I(?: have|'ve got| own|'ve had) (?P<x>(?:a|an|two|three|four|five|\d+) (?:[\w-]+ ){{0,4}}{_PET}s?(?: .*)?)",
        "fact", None, "{name} has {x}",
    ),
    _rule(
        rf"I {_ADVERB}(?P<v>own|drive|ride|play|collect|speak) (?P<x>.{{3,40}})",
        "fact", None, "{name} {v}s {x}", refine=_thing,
    ),
    _rule(r"I can (?P<x>(?:speak|play|juggle|bake|knit|weld) .{2,30})", "fact", None, "{name} can {x}"),
    _rule(
        rf"I {_ADVERB}shoot with (?P<x>.{{3,40}})", "fact", None, "{name} shoots with {x}"
    ),
    _rule(
        r"I (?P<v>usually|always|often) (?P<x>(?:go|run|swim|cook|bake|work|wake|read|take|walk|hike|play|shoot|cycle"
        r"|bike|sleep|drink|eat|get) .{3,50})",
        "fact", None, "{name} {v} {x}", refine=_third_person,
    ),
    _rule(
        r"I (?P<x>(?:go|run|swim|cook|bake|climb|hike|volunteer|cycle|dance|practi[cs]e) .{0,30}every .{3,25})",
        "fact", None, "{name} {x}", refine=_third_person,
    ),
    _rule(
        rf"{_BE}(?P<x>(?:learning|studying for|training for|writing|preparing for|working on|saving up for|looking for"
        r"|renovating|translating) .{3,50})",
        "context", None, "{name} is {x}",
    ),
)  # fmt: skip

_NOW: Final = (
    _rule(
        rf"{_BE}(?:so |a bit |super |pretty )?(?P<x>sick|ill|exhausted|hung ?over|jet-?lagged|burn(?:ed|t) out|down with .{{3,20}}"
        r"|on a business trip.*|working late.*|working overtime.*|stuck (?:in|at) .{3,30}|in (?:the )?hospital)",
        "state", None, "{name} is {x}", days="past",
    ),
    _rule(
        r"I(?: have|'ve got| caught| got) (?P<x>(?:a|the) (?:(?:bad|terrible|nasty|slight) )?(?:cold|fever|headache|migraine|sore"
        r" throat|flu|cough|stomach bug)(?: .{0,20})?)",
        "state", None, "{name} has {x}", days="past",
    ),
    _rule(
        rf"I(?:'ve| have)? ?{_ADVERB}(?P<x>(?:got|passed|bought|finished|broke|lost|found|ran|won|adopted|visited|saw|sold"
        r"|quit|left|climbed|hiked|painted|published|failed|fixed|sprained|twisted|crashed|dropped|graduated|proposed|baked"
        r"|submitted|signed|met|photographed|shot) .{4,60})",
        "event", None, "{name} {x}", days="past", holds_now=False,
    ),
)  # fmt: skip

RULES: Final[tuple[Rule, ...]] = (
    *_WHO, *_PLANS, *_WORK, *_HOME, *_PEOPLE, *_TASTES, *_THINGS, *_NOW,
)  # fmt: skip
