"""English rules for who somebody is: name, age, work, home, the people around them."""

from typing import Final

from memory_core.providers.builtin.english.checks import (
    ADVERB,
    BE,
    DATE,
    DAY,
    KIN,
    NAME,
    OCCUPATION,
    PARTNER,
    PLACE,
    SINCE,
    age,
    place,
    rule,
)

WHO: Final = (
    rule(
        rf"[Mm]y (?:full |real )?name(?:'s| is) {NAME}",
        "identity", "name", "{name}'s name is {x}",
    ),
    rule(rf"(?:I'm|I am) called {NAME}", "identity", "name", "{name}'s name is {x}"),
    rule(
        rf"{BE}(?P<x>\d{{1,3}})(?: years old| yrs old| yo)?", "identity", "age",
        "{name} is {x} years old", refine=age,
    ),
    rule(
        rf"I {ADVERB}(?:turned|have turned) (?P<x>\d{{1,3}})(?: .*)?", "identity", "age",
        "{name} is {x} years old", refine=age,
    ),
    rule(
        rf"[Mm]y birthday(?:'s| is)(?: on)? (?P<x>{DATE})", "date", "birthday",
        "{name}'s birthday is {x}",
    ),
    rule(
        rf"[Mm]y birthday(?:'s| is) (?P<x>{DAY})", "date", "birthday",
        "{name}'s birthday is {x}", days="plan",
    ),
    rule(rf"I was born on (?P<x>{DATE})(?: .*)?", "date", "birthday", "{name}'s birthday is {x}"),
    rule(
        rf"{BE}(?:a |an )?(?P<x>vegetarian|vegan|pescatarian|introvert|extrovert|night owl"
        r"|morning person|early bird|left-handed|lefty|colou?r-?blind|only child)",
        "identity", None, "{name} is {x}",
    ),
)  # fmt: skip

WORK: Final = (
    rule(
        r"I (?:no longer work|don't work|do not work) (?:at"
        r"|for) (?P<x>[\w&' -]{2,30}?)(?: any ?more)?",
        "identity", "job", "{name} no longer works at {x}",
    ),
    rule(
        rf"I {ADVERB}(?:switched jobs to|joined|moved over to|started (?:a new job |working )?at"
        r"|got a (?:new )?job at|switched to) (?P<x>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*){0,3})(?: .*)?",
        "identity", "job", "{name} works at {x}",
    ),
    rule(
        rf"(?:I(?:'m| am|'ve gone| went) {ADVERB}back (?:at|to)(?: work(?:ing)? (?:at|for))?) "
        r"(?P<x>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*){0,3})",
        "identity", "job", "{name} works at {x}",
    ),
    rule(
        rf"I {ADVERB}work(?:ed)?(?<!ed) (?:at"
        rf"|for) (?P<x>[\w&' -]{{2,40}}?) as (?P<y>an? [\w -]{{3,30}})",
        "identity", "job", "{name} works at {x} as {y}",
    ),
    rule(
        rf"I {ADVERB}work (?:at|for) (?!(?:a|my|the|this|some) company\b)"
        rf"(?P<x>[\w&'. -]{{2,40}}?){SINCE}",
        "identity", "job", "{name} works at {x}",
    ),
    rule(
        rf"{BE}working (?:at|for) (?!(?:a|my|the|this|some) company\b)"
        rf"(?P<x>[\w&'. -]{{2,40}}?){SINCE}",
        "identity", "job", "{name} works at {x}",
    ),
    rule(
        rf"(?:I {ADVERB}work|{BE}working) as (?P<x>an? [\w -]{{3,40}}?){SINCE}",
        "identity", "job", "{name} works as {x}",
    ),
    rule(
        rf"{BE}(?P<x>an? (?:[\w-]+ ){{0,3}}{OCCUPATION}(?: (?:at|for|in"
        rf"|with) [\w&' -]{{2,30}})?){SINCE}",
        "identity", "job", "{name} is {x}",
    ),
    rule(
        r"[Mm]y (?:job|day job) is (?P<x>(?:an? |\w+ing\b).{2,40})",
        "identity", "job", "{name}'s job is {x}",
    ),
)  # fmt: skip

HOME: Final = (
    rule(
        rf"I {ADVERB}live (?:in|near|at) {PLACE}{SINCE}",
        "identity", "home", "{name} lives in {x}", refine=place,
    ),
    rule(
        rf"{BE}(?:living|based|settled) in {PLACE}{SINCE}",
        "identity", "home", "{name} lives in {x}", refine=place,
    ),
    rule(
        rf"I(?:'ve| have)? ?{ADVERB}moved (?:back )?(?:to|into) {PLACE}{SINCE}(?: .*)?",
        "identity", "home", "{name} lives in {x}", refine=place,
    ),
    rule(
        rf"{BE}(?:originally )?from {PLACE}(?: originally)?",
        "identity", "hometown", "{name} is from {x}", refine=place,
    ),
    rule(
        rf"I (?:grew up|was born|was raised|was born and raised) in {PLACE}{SINCE}",
        "identity", "hometown", "{name} grew up in {x}", refine=place, holds_now=False,
    ),
    rule(
        rf"[Mm]y home ?town is {PLACE}", "identity", "hometown", "{name} is from {x}", refine=place
    ),
    rule(
        rf"(?:I {ADVERB}(?:study|am studying)"
        rf"|{BE}studying) (?P<y>[\w -]{{3,30}}) at (?P<x>[\w' -]{{3,40}})",
        "identity", "school", "{name} studies {y} at {x}",
    ),
    rule(
        rf"(?:I {ADVERB}(?:go to|study at)|{BE}(?:studying at"
        rf"|a student at)) (?P<x>[\w' -]*(?:University|College"
        r"|School|Academy|Institute|Tech)[\w' -]*)",
        "identity", "school", "{name} studies at {x}",
    ),
    rule(
        r"I (?:just )?graduated from (?P<x>[A-Z][\w' -]{2,40}?)(?: (?:in|last|this) .*)?",
        "identity", "school", "{name} graduated from {x}", holds_now=False,
    ),
    rule(
        r"I (?:major(?:ed)?|'m majoring) in (?P<x>[\w -]{3,40})",
        "identity", None, "{name}'s major is {x}", holds_now=False,
    ),
)  # fmt: skip

PEOPLE: Final = (
    rule(
        rf"[Mm]y (?P<k>{PARTNER})(?:'s name is|(?:'s| is) (?:called|named)) {NAME}",
        "relation", "partner", "{name}'s {k} is called {x}",
    ),
    rule(
        rf"I(?:'m| am) {ADVERB}(?P<x>single|married|divorced|engaged)(?: to .*)?",
        "relation", "partner", "{name} is {x}",
    ),
    rule(
        rf"[Mm]y (?:(?:little|big|younger|older|twin) )?(?P<k>(?:{KIN}|{PARTNER})(?:'s| is| works"
        rf"| lives| likes| loves| hates"
        r"| teaches| runs| plays| has| owns| speaks| retired| studies| was| got"
        r"| had)) (?P<x>.{3,60})",
        "relation", None, "{name}'s {k} {x}", holds_now=False,
    ),
    rule(
        r"I(?: have|'ve got) (?P<x>(?:a|an|one|two|three|four) (?:[\w-]+ ){0,2}(?:sisters?"
        r"|brothers?|kids?|sons?"
        r"|daughters?|siblings?|twins?)(?: .*)?)",
        "relation", None, "{name} has {x}",
    ),
)  # fmt: skip
