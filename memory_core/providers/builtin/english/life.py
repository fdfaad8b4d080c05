"""English rules for what somebody plans, likes, owns, does and goes through."""

from typing import Final

from memory_core.providers.builtin.english.checks import (
    ADVERB,
    BE,
    DAY,
    PET,
    rule,
    taste,
    thing,
    third_person,
)

PLANS: Final = (
    rule(
        rf"(?:I(?:'m| am) {ADVERB}(?:going to|gonna|planning to)|I(?:'ll| will| plan to| intend to"
        rf"| have to| need to| must)) (?P<x>(?=[a-z]).*{DAY}.*)",
        "plan", None, "{name} plans to {x}", days="plan",
    ),
    rule(
        rf"I(?:'m| am) {ADVERB}(?P<x>(?:flying|leaving|going|moving|starting|driving|taking"
        rf"|visiting"
        rf"|meeting|running|hosting|getting|having|heading|travel+ing|seeing|picking|giving"
        rf"|presenting"
        rf"|sitting|performing|working|baking|cooking) .*{DAY}.*)",
        "plan", None, "{name} is {x}", days="plan",
    ),
    rule(
        rf"I(?: have|'ve got| booked|'ve booked| signed up for) (?P<x>(?:a|an|my|the"
        rf"|two) .*{DAY}.*)",
        "plan", None, "{name} has {x}", days="plan",
    ),
    rule(
        rf"I(?:'m| am) {ADVERB}(?P<plan>planning|going) to (?P<x>(?:move|learn|run|apply|quit|visit"
        r"|start|study|adopt|buy|sell|write|climb|hike|travel|propose) .{3,40})",
        "plan", None, "{name} plans to {x}", days="plan",
    ),
)  # fmt: skip

TASTES: Final = (
    rule(
        rf"(?:{BE})?(?:severely |mildly |terribly )?allergic to (?P<x>.{{2,40}})",
        "fact", None, "{name} is allergic to {x}",
    ),
    rule(rf"{BE}(?P<x>(?:lactose|gluten) intolerant)", "fact", None, "{name} is {x}"),
    rule(
        r"[Mm]y (?:all-time )?fav(?:ou?rite|e)? (?P<c>[\w -]{2,30}?)(?:'s| is) (?:still "
        r"|probably )?(?P<x>.{2,50})",
        "preference", None, "{name}'s favourite {c} is {x}", refine=taste,
    ),
    rule(
        rf"I {ADVERB}(?:don't|do not|never|can't) {ADVERB}(?P<v>like|enjoy|eat|drink|stand"
        rf"|love) (?P<x>.{{2,50}})",
        "preference", None, "{name} doesn't {v} {x}", refine=taste,
    ),
    rule(
        rf"I {ADVERB}(?P<v>hate|dislike|avoid|detest) (?P<x>.{{3,50}})",
        "preference", None, "{name} {v}s {x}", refine=taste,
    ),
    rule(
        rf"I {ADVERB}(?P<v>love|like|enjoy|adore|prefer) (?P<x>.{{3,60}})",
        "preference", None, "{name} {v}s {x}", refine=taste,
    ),
    rule(
        rf"{BE}(?:(?:so |very )?into|(?:a )?(?:big|huge|massive) fan of|fond of|obsessed with"
        rf"|crazy about) (?P<x>.{{3,50}})",
        "preference", None, "{name} likes {x}", refine=taste,
    ),
    rule(
        rf"{BE}(?P<x>(?:afraid|scared|terrified) of .{{3,40}})", "preference", None, "{name} is {x}"
    ),
    rule(
        r"I (?:quit|gave up|stopped) (?P<x>smoking|drinking|coffee|sugar|caffeine|meat"
        r"|alcohol)(?: .*)?",
        "preference", None, "{name} gave up {x}",
    ),
)  # fmt: skip

THINGS: Final = (
    rule(
        rf"[Mm]y (?:\w+ )?(?P<k>{PET})(?:'s name is|(?:'s| is) (?:called"
        rf"|named)) (?P<x>[\w' -]{{2,20}})",
        "fact", None, "{name}'s {k} is called {x}",
    ),
    rule(
        rf"[Mm]y (?:\w+ )?(?P<k>{PET}(?:'s| is| likes| loves| hates| has| eats"
        rf"| sleeps)) (?P<x>.{{3,50}})",
        "fact", None, "{name}'s {k} {x}",
    ),
    rule(
        rf"I(?: have|'ve got| own|'ve had) (?P<x>(?:a|an|two|three|four|five"
        rf"|\d+) (?:[\w-]+ ){{0,4}}{PET}s?(?: .*)?)",
        "fact", None, "{name} has {x}",
    ),
    rule(
        rf"I {ADVERB}(?P<v>own|drive|ride|play|collect|speak) (?P<x>.{{3,40}})",
        "fact", None, "{name} {v}s {x}", refine=thing,
    ),
    rule(
        r"I can (?P<x>(?:speak|play|juggle|bake|knit|weld) .{2,30})",
        "fact", None, "{name} can {x}",
    ),
    rule(
        rf"I {ADVERB}shoot with (?P<x>.{{3,40}})", "fact", None, "{name} shoots with {x}"
    ),
    rule(
        r"I (?P<v>usually|always|often) (?P<x>(?:go|run|swim|cook|bake|work|wake|read|take|walk"
        r"|hike|play|shoot|cycle"
        r"|bike|sleep|drink|eat|get) .{3,50})",
        "fact", None, "{name} {v} {x}", refine=third_person,
    ),
    rule(
        r"I (?P<x>(?:go|run|swim|cook|bake|climb|hike|volunteer|cycle|dance"
        r"|practi[cs]e) .{0,30}every .{3,25})",
        "fact", None, "{name} {x}", refine=third_person,
    ),
    rule(
        rf"{BE}(?P<x>(?:learning|studying for|training for|writing|preparing for|working on"
        rf"|saving up for|looking for"
        r"|renovating|translating) .{3,50})",
        "context", None, "{name} is {x}",
    ),
)  # fmt: skip

NOW: Final = (
    rule(
        rf"{BE}(?:so |a bit |super |pretty )?(?P<x>sick|ill|exhausted|hung ?over|jet-?lagged"
        rf"|burn(?:ed|t) out|down with .{{3,20}}"
        r"|on a business trip.*|working late.*|working overtime.*|stuck (?:in|at) .{3,30}"
        r"|in (?:the )?hospital)",
        "state", None, "{name} is {x}", days="past",
    ),
    rule(
        r"I(?: have|'ve got| caught| got) (?P<x>(?:a|the) (?:(?:bad|terrible|nasty"
        r"|slight) )?(?:cold|fever|headache|migraine|sore"
        r" throat|flu|cough|stomach bug)(?: .{0,20})?)",
        "state", None, "{name} has {x}", days="past",
    ),
    rule(
        rf"I(?:'ve| have)? ?{ADVERB}(?P<x>(?:got|passed|bought|finished|broke|lost|found|ran|won"
        rf"|adopted|visited|saw|sold"
        r"|quit|left|climbed|hiked|painted|published|failed|fixed|sprained|twisted|crashed"
        r"|dropped|graduated|proposed|baked"
        r"|submitted|signed|met|photographed|shot) .{4,60})",
        "event", None, "{name} {x}", days="past", holds_now=False,
    ),
)  # fmt: skip
