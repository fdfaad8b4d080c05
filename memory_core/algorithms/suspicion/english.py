"""Orders to the bot in English.

A pattern names with `at` (`also` in a second branch) where the order begins. Who stands before it
in the same clause is told, and it is an order to the bot only if that is not somebody else.
"""

import re
from typing import Final

from memory_core.algorithms.suspicion.english_standing import BEGIN, MUST, STANDING
from memory_core.algorithms.suspicion.reasons import Reason

_OTHERS: Final = re.compile(
    r"(?<![a-z])(?:i|i'm|i'd|i've|i'll|we|he|she|they|who|people|kids|children|drivers|everyone"
    r"|everybody|nobody|somebody|someone|students|employees|players|men|women|parents"
    r"|(?:told|asked|tells|asks|wants?|wanted|advised|taught|reminded) (?:me|us|him|her|them)"
    r"|my (?:boss|mom|dad|mother|father|wife|husband|teacher|doctor|friend|manager|son|daughter"
    r"|brother|sister))(?![a-z])"
)
_BOT: Final = re.compile(r"(?<![a-z])(?:you|assistant|bot|ai|model|chatbot)(?![a-z])")
_NEGATED: Final = re.compile(
    r"(?:don't|do not|never|not|can't|cannot|shouldn't|won't|didn't|how to|why|tends? to|used to)"
    r" (?:just |ever |simply )?$"
)
_CLAUSE: Final = re.compile(r"[^,;:.()\"“”]*$")

_DROP: Final = (
    r"(?<![a-z])(?P<at>ignore|disregard|forget|override|bypass|discard|overrule|overwrite|erase"
    r"|delete|(?:do not|don't|stop|no longer|never) (?:follow|obey|following|obeying)"
    r"|pay no attention to)"
)
_INSTRUCTIONS: Final = (
    r"(?:instructions?|prompts?|directives?|guidelines?|programming|guardrails?|system message"
    r"|constraints?|restrictions?|safety (?:rules|polic(?:y|ies)|filters?|measures)|training)"
)
_OVERRIDE: Final = (
    rf"{_DROP} (?:all )?(?:safety|ethics|ethical concerns|morality|your ethics) and (?![a-z]+ing)",
    (
        r"(?<![a-z])(?P<at>your(?: (?:previous|prior|earlier|old|original|system))?"
        r"|all (?:previous|prior|earlier)"
        r"|the system|system) (?:instructions|rules|guidelines|prompts?|restrictions|directives"
        r"|constraints"
        r"|programming) (?:are|is|have been|has been|no longer)(?: now)? (?:void|null|invalid"
        r"|cancell?ed|revoked"
        r"|lifted|removed|suspended|overridden|obsolete|apply|valid|disabled|deleted"
        r"|replaced)(?![a-z])"
    ),
    (
        rf"{_DROP} (?:[a-z']+ ){{0,4}}?(?:previous|prior|above|earlier|preceding|foregoing|existing"
        r"|original|initial|current|system|all|any|every|your|these|those|safety)"
        rf"[, ]+(?:[a-z']+[, ]+){{0,4}}?{_INSTRUCTIONS}(?![a-z])"
    ),
    (
        rf"{_DROP} (?:all (?:of )?)?(?:the |your |these |my )?(?:previous|prior|above|your"
        rf"|earlier|all"
        r"|system)(?: [a-z]+){0,2} (?:rules|commands|context|polic(?:y|ies)|persona"
        r"|identity)(?![a-z])"
    ),
    (
        rf"{_DROP} all (?:of )?(?:the |your |these |my )?(?:previous|prior|above|earlier|preceding)"
        r" (?:messages|conversations?|chats?|text)(?![a-z])"
    ),
    (
        rf"{_DROP} (?:everything|anything|all|what)(?: that)?(?: (?:was|is|has been))?"
        r"(?: (?:said|written|stated))? (?:above|before this|prior|previously|you(?:'ve|'re)?"
        r"(?: have| were| are| been)* (?:told|taught|instructed|programmed|trained|given)"
        r"|you know(?! about| how))"
    ),
    rf"{_DROP} (?:the |all |everything )?(?:text |lines? |words? |stuff )?above and ",
)

_NO_RULES: Final = (
    r"(?:without|no|(?:do not|don't|doesn't) have) (?:any )?(?:ethical |moral |content )?"
    r"(?:rules|restrictions|limits|limitations|filters?|guidelines|ethics|morals|boundaries)"
)
_LOOSE: Final = r"(?:unrestricted|unfiltered|uncensored|jailbroken|amoral)"
_PERSONA: Final = (
    (
        r"(?<![a-z])(?P<at>dan mode|(?:simulate|emulate) (?:dan|an? (?:unrestricted|evil|jailbroken"
        r"|unfiltered)))(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>you) (?:now |really )?(?:have no (?:more )?(?:restrictions|rules"
        r"|filters|guidelines"
        r"|limitations|ethical)|(?:don't|do not|no longer) (?:have to |need to )?(?:follow|obey"
        r"|adhere to|abide by"
        r"|have) (?:any|your) (?:[a-z]+ )?(?:rules|guidelines|instructions|restrictions|limits"
        r"|polic(?:y|ies)))(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?|{MUST} |you (?:can|may) )(?P<at>act|respond|answer|behave"
        rf"|operate|speak|write)"
        r"(?: [a-z]+){0,2}? without (?:any )?(?:restrictions|filters?|limits|limitations"
        r"|guidelines|rules|ethical|moral|censorship)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>disable|remove|turn off|deactivate|lift|drop|switch off) (?:all |any "
        r"|every |of )*"
        r"(?:your (?:[a-z]+ )?(?:restrictions|guardrails|limitations|guidelines|safeguards"
        r"|censorship|filters)"
        r"|(?:the )?(?:safety|content|ethical) (?:filters?|restrictions|limits|guardrails"
        r"|guidelines|measures))(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>you have been) (?:freed|liberated|released) (?:of|from) (?:all "
        r"|any )?(?:your |the )?"
        r"(?:[a-z]+ )?(?:rules|restrictions|limits|guidelines|filters|constraints)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>you(?: are|'re| will be| have become| become)) (?:[a-z-]+ ){0,7}?"
        rf"(?:{_LOOSE}|dan|{_NO_RULES}|bound by (?:any|your|the) (?:[a-z]+ )?(?:rules|restrictions"
        r"|guidelines|instructions|policy|policies|limits)|(?:free|freed|liberated) (?:of|from)"
        r" (?:all|any|your|the|every) (?:[a-z]+ )?(?:rules|restrictions|limits|guidelines|filters"
        r"|constraints)|(?:developer|god|jailbreak|admin|root|sudo|debug) mode)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>act|behave|respond|pretend|imagine|answer|role-?play)(?: as)?"
        r"(?: if| that| like)? (?:you|to be|an? (?:ai|assistant|bot|model|persona))(?![a-z]) ?"
        rf"(?:[a-z-]+ ){{0,5}}?(?:{_NO_RULES}|{_LOOSE})(?![a-z])"
        rf"|(?<![a-z])(?P<also>act|behave|respond|answer|role-?play) as an? {_LOOSE}(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}|now |please |and )(?P<at>enter|enable|activate|switch to|turn on|engage)"
        r" (?:the )?(?:dan|god|jailbreak|unrestricted|uncensored|evil|sudo) mode"
    ),
    r"(?<![a-z])(?P<at>do anything now|jailbreak (?:yourself|prompt|mode))(?![a-z])",
)

_MEMORY: Final = (
    (
        r"(?<![a-z])(?P<at>remember|memori[sz]e|note|save|store)(?: this"
        r"| that)? ?[:,-] ?(?:you must )?(?:always|never)"
        r" (?:question|obey|refuse|agree with|recommend|side with|doubt)(?![a-z])(?! your)"
    ),
    (
        r"(?<![a-z])(?P<at>remember|memori[sz]e|keep in mind|note|save (?:this|to memory|in memory)"
        r"|store (?:this|in memory)"
        r"|add (?:this )?to (?:your )?memory)(?![a-z])[^.!?\n]{0,30}?(?<![a-z])"
        r"(?:always|never|from now on|every time|whenever|in (?:all )?future|must)(?![a-z])"
        r"[^.!?\n]{0,30}?(?<![a-z])(?:(?:answer|respond|reply)(?: to [a-z]+)? (?:with|as|only"
        r"|that|in)(?![a-z])|obey|agree with"
        r"|recommend|ignore|trust|refuse|comply|treat"
        r"|tell (?:users?|everyone|people|them|[a-z]+ everything)|give me"
        r"|send me|address me|execute)(?![a-z])"
    ),
)

_DISCLOSURE: Final = (
    (
        r"(?<![a-z])(?P<at>what(?: is| are|'s)) your (?:system prompt"
        r"|(?:initial|hidden|original|secret|system) (?:instructions?|prompt))(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>reveal|print|show|repeat|output|leak|display|dump|tell|give|send|share"
        r"|disclose|recite|paste|write out|list)(?![a-z])[^.!?\n]{0,24}?(?<![a-z])"
        r"(?:(?:your|the|its) (?:[a-z]+ ){0,2}?(?:system prompt|hidden prompt|hidden instructions"
        r"|initial prompt|initial instructions|system message|original prompt)"
        r"|(?<!give )(?<!tell )your (?:[a-z]+ ){0,2}?(?:instructions|prompt|api keys?)"
        r"|(?:other|all) (?:users?|people)(?:'s|')? (?:[a-z]+ )?(?:memories|data|secrets|messages"
        r"|conversations))(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>repeat) (?:all |every |the |of ){0,3}(?:words |text |lines "
        r"|everything )?above"
    ),
)

_ORDERS: Final[tuple[tuple[Reason, tuple[re.Pattern[str], ...]], ...]] = (
    ("override", tuple(map(re.compile, _OVERRIDE))),
    ("memory_order", tuple(map(re.compile, _MEMORY))),
    ("persona", tuple(map(re.compile, _PERSONA))),
    ("standing_order", tuple(map(re.compile, STANDING))),
    ("disclosure", tuple(map(re.compile, _DISCLOSURE))),
)
_MODAL_END: Final = re.compile(rf"(?<![a-z]){MUST}(?: always| never| please)? $")


def reason(sentence: str) -> Reason | None:
    """Why one folded lower-case sentence is an order to the bot; None = it is not."""
    plain = re.sub(" {2,}", " ", sentence)
    for name, patterns in _ORDERS:
        for pattern in patterns:
            if any(_is_to_bot(plain, match) for match in pattern.finditer(plain)):
                return name
    return None


def _is_to_bot(sentence: str, match: re.Match[str]) -> bool:
    begin = max(match.start(), *(match.start(name) for name in match.re.groupindex))
    clause = _CLAUSE.search(sentence, 0, begin)
    before = clause[0] if clause else ""
    if _NEGATED.search(before) or _is_of_another(before):
        return False
    return not _OTHERS.search(before) or bool(_BOT.search(before))


def _is_of_another(before: str) -> bool:
    """The "must" before the verb has a subject, and it is not the bot."""
    modal = _MODAL_END.search(before)
    subject = before[: modal.start()] if modal else ""
    return bool(re.search("[a-z]{2}", subject)) and not _BOT.search(subject)
