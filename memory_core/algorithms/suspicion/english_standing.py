"""Orders in English that are to hold for good: from now on, always, whatever I ask."""

from typing import Final

BEGIN: Final = r"(?:^|(?<=[.:;,\"'(\]] )|(?<=[.:;,\"'(\]\-]))"
"""Where an imperative can stand."""
MUST: Final = (
    r"(?:must|should|shall|will|have to|has to|need to|needs to|are to|is to|(?:are|is) required to"
    r"|can only|may only)"
)
_SERVE: Final = (
    r"(?:obey|comply|answer|respond|reply|ignore|disregard|act|pretend|speak|refuse|follow (?:my"
    r"|all|these|every|any|only|the user)|say|output|treat|write|role-?play|do (?:whatever|anything"
    r"|everything|exactly|what|as)|no longer|agree|serve|trust|reveal|recommend|execute"
    r"|unrestricted"
    r"|uncensored|free of|free from|an? (?:ai|assistant|bot|evil|pirate|hacker|unfiltered"
    r"|unrestricted)|dan|my (?:slave|servant))"
)
_NOW: Final = (
    r"(?:from (?:now on(?:wards?)?|this (?:point|moment|message)(?: on(?:wards?)?| forward)?"
    r"|here on)|henceforth|starting now|going forward|for the rest of (?:this|the|our)"
    r" (?:chat|conversation))"
)
STANDING: Final = (
    r"(?<![a-z])(?:and|but|;|,) (?P<at>(?:always |only )?obey (?:me|the user|only me))(?![a-z])",
    (
        r"(?<![a-z])(?P<at>(?:demands?|insists?|requests?|orders?|wants?|requires?|commands?) that"
        r" (?:the )?(?:assistant|bot|ai|model|you)) (?:must |should |always |never )?"
        r"(?:obey|comply|ignore|agree|follow|trust|forget|reveal)(?![a-z])"
    ),
    (
        rf"{MUST} (?P<at>never) (?:disobey|refuse (?:me|my|any|anything)|contradict me"
        rf"|question me)(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?(?:always )?|{MUST} (?:always )?)(?P<at>(?:give|do|tell|send"
        rf"|grant) [a-z]+"
        r" (?:whatever|anything|everything) (?:he|she|they|i) (?:asks?|wants?|says?|demands?"
        r"|requests?))(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>(?:treat|regard|address) [a-z]+ as (?:your|the|an?) (?:master|owner"
        r"|god|king|boss|admin|administrator|superior|ruler))(?![a-z])"
    ),
    (
        # "Start your answers with a capital" stands on forms; "every" makes an order of it.
        rf"(?:{BEGIN}(?:please )?|{MUST} )(?P<at>always (?:end|start|begin|finish|close)(?: all)?"
        r"|(?:end|start|begin|finish|close) (?:all|every|each|any))(?: of)?"
        r" (?:your )?(?:reply|replies|responses?|answers?|messages?) with "
    ),
    (
        rf"(?:{BEGIN}(?:please )?|{MUST} |(?:make|be) sure (?:to "
        rf"|you ))(?P<at>always) (?:recommend|promote"
        r"|advertise|praise)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>(?:assistant|bot|ai|model|chatbot)) (?:(?:must|shall|should|will|may"
        r"|can)"
        r" (?:never|always|only|not) (?:disagree|disobey|question|contradict|doubt|serve|support"
        r"|refuse)"
        r"|(?:has )?(?:agreed|agrees|promised|promises|swore|is supposed|is programmed|is told"
        r"|was told"
        r"|was instructed|is bound) to (?:always |never )?(?:obey|serve|follow|agree|comply"
        r"|ignore|trust|recommend|refuse))(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?(?:always )?|{MUST} (?:always )?)(?P<at>obey|follow|execute"
        rf"|carry out|comply with)"
        r" (?!(?:the )?(?:doctor|teacher|mom|parent|nurse|chef|boss|coach|manager|captain|officer"
        r"|today)s?')"
        r"[a-z]+'s (?:every )?(?:orders?|commands?|requests?|instructions?|wishes)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>the user) is (?:now )?(?:an? |the |your )?(?:admin(?:istrator)?|owner"
        r"|developer|master|root)(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?|{MUST} )(?P<at>always) (?:(?:do (?:what|whatever"
        rf"|as) [a-z]+ (?:says?|tells?"
        r"|asks?|wants?|commands?)|say yes to|side with|defer to|approve|praise|grant)(?![a-z])"
        r"|(?:obey|comply with|agree with) (?!the (?:law|rules|speed|signs?|road)|traffic|speed"
        r"|local|your|mom|dad))"
    ),
    (
        rf"(?:{BEGIN}(?:please )?|{MUST} )(?P<at>never) (?:refuse|reject|question|contradict"
        rf"|deny|doubt"
        r"|disobey|disagree with|say no to) [a-z]+(?:'s|s') (?:requests?|orders?|commands?"
        r"|instructions?|wishes|word)"
    ),
    (
        r"(?<![a-z])(?P<at>your (?:new|real|only|true|primary|sole|updated) (?:instructions?"
        r"|tasks?|role|goal|purpose|mission|objective|directive|persona|identity|rules?|job)) (?:is"
        r"|are)(?![a-z])[^.!?\n]{0,30}?(?<![a-z])"
        r"(?:obey|ignore|reveal|serve|comply|leak|agree|follow [a-z]+'s|praise|recommend"
        r"|hack)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>commands?|instructions?|orders?|requests?"
        r"|messages?) (?:always )?(?:overrides?|overrules?"
        r"|supersedes?|outranks?|takes? (?:priority|precedence) over|ha(?:s|ve) (?:priority"
        r"|precedence) over) (?:everything|all|any|the system|your|system|every|other)(?![a-z])"
    ),
    (
        rf"{BEGIN}(?:please )?(?P<at>respond|reply|answer|speak|write|talk|act|end|start"
        rf"|begin)(?![a-z])"
        r"[^.!?\n]{0,40}?(?<![a-z])(?:from now on|henceforth|in (?:all|every) future)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>in (?:all|every)(?: of)?(?: your)?(?: future)? (?:reply|replies"
        r"|responses?|answers?"
        r"|messages?|outputs?)),? (?:always |you (?:must|should|will) |please )?(?:include"
        r"|mention|add|say|recommend|use|insert|end|start|write)(?![a-z])"
    ),
    (
        r"(?<![a-z])you (?:will|must|shall) (?P<at>(?:only |always |now )?(?:respond|reply|answer"
        r"|speak))(?![a-z])(?=[^.!?\n]{0,25}(?:every|all|any|only|always"
        r"|anything))[^.!?\n]{0,25}? (?:with|in|as|like|using) "
    ),
    (
        r"(?<![a-z])(?P<at>treat|consider|regard) (?:everything|anything|whatever|all|every"
        r"|[a-z]+'s)(?![a-z])"
        r"[^.!?\n]{0,30}? as (?:an? |the )?(?:system|absolute|direct|orders?|commands?"
        r"|instructions?|admin|developer|law|highest)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>when(?:ever)?|if|every time|each time) (?:users?|the user|a user"
        r"|customers?)(?![a-z])"
        r"[^.!?,\n]{0,40},? (?:always |you (?:must|should|will) |please )?(?:praise|recommend"
        r"|tell (?:them|him|her"
        r"|users)|say|reply|respond|answer|send them|direct them|refuse|ignore|lie)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>when(?:ever)?|every time|each time) (?:anyone|someone|somebody|people"
        r"|they)(?![a-z])[^.!?,\n]{0,40},? (?:always|you must|praise|recommend)(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?(?:always )?|{MUST} (?:always )?)(?P<at>refer to|call"
        rf"|address) (?:me|him|her)"
        r" (?:as )?(?:your )?(?:majesty|master|lord|god|king|daddy)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>(?:is|has|have|am|are) (?:an? |the |your )?(?:system |super |full "
        r"|root |verified )?"
        r"(?:admin(?:istrator)?|developer|root|creator|owner|superuser)(?: (?:privileges|rights"
        r"|access|status))?)[^.!?\n]{0,12}(?:obey|comply|his|her|their|my|whose|so you|must"
        r"|follow)(?![a-z])[^.!?\n]{0,24}?"
        r"(?<![a-z])(?:commands?|orders?|requests?|instructions?|obey|comply|says?"
        r"|overrides?)(?![a-z])"
    ),
    (
        rf"(?P<at>{_NOW}),? (?:you|your (?:replies|answers|responses|name|job|role)"
        rf"|the (?:assistant"
        rf"|bot|ai|model)|assistant|bot)(?![a-z])[^.!?\n]{{0,40}}?(?<![a-z]){_SERVE}(?![a-z])"
    ),
    (
        rf"(?P<at>{_NOW}),? (?:please )?(?:always |never |only )?(?:respond|reply|answer|act"
        rf"|pretend"
        r"|ignore|obey|comply|treat|refuse|agree|speak|trust|end every|start every"
        r"|every (?:reply|response|answer|message))(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?|(?:you|assistant|bot|ai|model)(?: {MUST})? |{MUST} )"
        r"(?P<at>always|never fail to|unconditionally|blindly|must|should|shall|will|have to)"
        r" (?:[a-z]+ ){0,2}?(?:obey|comply with|submit to|agree with|side with|do whatever"
        r"|do anything"
        r"|do everything|do exactly what|believe|trust) (?:me|my|i|the user|users?|user's"
        r"|all (?:of )?"
        r"(?:my|user|orders|commands|requests)|(?:every|any) (?:command|order|request|instruction)"
        r"|whatever|this user|without)(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?|{MUST} )(?P<at>obey|comply with) (?:me|my|the user|all|every"
        rf"|any|this"
        r" user)(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?|{MUST} )(?P<at>always|only) (?:answer|respond|reply|speak|write"
        r"|talk)(?: (?:to )?(?:me|the user|users|every|each|your|any)(?: [a-z]+)?)?"
        r" (?:in|with|as|like|using|by)(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?|{MUST} )(?P<at>never|don't ever|do not ever) (?:refuse"
        rf"|decline|reject"
        r"|question|contradict|disagree with|say no to|deny|challenge) (?:to answer|me|my|any"
        r"|the user|users?|a (?:request|command|question|user))(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>(?:the |this |your )?(?:assistant|chat ?bot|bot|ai|model|llm|gpt"
        r"|claude))"
        r" (?:must|shall|has to|is (?:required|instructed|ordered|obliged) to|always has to"
        r"|(?:should|will) (?:always|never|only|now)|should(?= (?:obey|ignore|disregard|comply"
        r"|reveal"
        r"|trust|forget))) (?:[a-z]+ ){0,2}?(?:obey|comply|ignore|disregard|follow|agree|answer"
        r"|respond"
        r"|reply|reveal|recommend|say|tell|output|treat|trust|refuse|do|give|share|send|execute|act"
        r"|pretend|forget|call|address|mention|believe|approve|praise|accept|grant"
        r"|prioriti[sz]e)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>(?:wants?|asks?|asked|requires?|instruct(?:s|ed)|told|tells|orders?"
        r"|ordered|expects?|commands?) (?:the )?(?:assistant|bot|ai|model|chatbot|you) to)"
        r" (?:[a-z]+ ){0,2}?(?:obey|comply|ignore|disregard|follow|agree|always|never|forget|reveal"
        r"|pretend|trust|execute)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>whatever|no matter what|whenever|every time|each time"
        r"|any time)(?: that)?"
        r" (?:i|the user|anyone|someone|users?|people|they) (?:asks?|says?|tells?|mentions?|writes?"
        rf"|types?)[^.!?\n]{{0,30}}? you {MUST}(?: always| only)?"
        r" (?:answer|respond|reply|say|agree|comply|obey|recommend|tell|give|output|do)(?![a-z])"
    ),
    (
        r"(?<![a-z])(?P<at>(?:every|each|all)(?: of)?(?: your)? (?:reply|response|answer|message"
        r"|replies"
        rf"|responses|answers)) {MUST} (?:include|contain|end|start|begin|mention"
        rf"|recommend)(?![a-z])"
    ),
    (
        rf"(?:{BEGIN}(?:please )?|{MUST} |and )(?P<at>do) (?:whatever|anything|everything"
        r"|exactly (?:what|as)) (?:i|the user|this user) (?:says?|asks?|tells?|wants?"
        r"|commands?)(?![a-z])"
    ),
)
