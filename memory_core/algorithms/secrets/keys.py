"""Secrets made for machines: keys, tokens, log-ins inside addresses (TRUST T34).

Their makers gave most a mark of their own, so that leaks can be found. What has one is looked for
in the folded copy as it was written; what a word announces, in its lower-case twin.
"""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.algorithms.secrets.kinds import Secret
from memory_core.algorithms.secrets.patterns import WALL

# Only a run as long as this can hold one; shorter words are passed over fast.
_TOKEN: Final = re.compile("[A-Za-z0-9_.:+/=-]{14,}+")
_MARKED: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-[A-Za-z0-9_-]{16,}+"  # OpenAI, Anthropic (sk-ant-), DeepSeek, Moonshot, OpenRouter …
    r"|[sprw]k_(?:live|test)_[A-Za-z0-9]{10,}+|whsec_[A-Za-z0-9]{16,}+"  # Stripe
    r"|(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}"  # AWS
    r"|gh[opsur]_[A-Za-z0-9]{20,}+|github_pat_[A-Za-z0-9_]{20,}+"
    r"|gl(?:pat|ptt|dt|rt)-[A-Za-z0-9_-]{16,}+"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}+|xapp-[A-Za-z0-9-]{10,}+"  # Slack
    r"|AIza[0-9A-Za-z_-]{30,}+|ya29\.[0-9A-Za-z_-]{20,}+|GOCSPX-[0-9A-Za-z_-]{20,}+"  # Google
    r"|LTAI[0-9A-Za-z]{12,}+|AKID[0-9A-Za-z]{13,}+"  # Aliyun, Tencent Cloud
    r"|hf_[A-Za-z0-9]{20,}+|gsk_[A-Za-z0-9]{20,}+|r8_[A-Za-z0-9]{20,}+|npm_[A-Za-z0-9]{20,}+"
    r"|pypi-[A-Za-z0-9_-]{20,}+|dop_v1_[a-f0-9]{32,}+|tvly-[A-Za-z0-9-]{16,}+|xai-[A-Za-z0-9]{20,}+"
    r"|SG\.[A-Za-z0-9_-]{16,}+\.[A-Za-z0-9_-]{16,}+"  # SendGrid
    r"|eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{4,}+(?:\.[A-Za-z0-9_-]*+)?"  # JWT
    r"|[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}+"  # Telegram
    r")"
)
# Lines of base64, with the headers of older keys; the end may have been cut off.
_PEM: Final = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?>(?:\s|\\[nr])*+(?:[A-Z][A-Za-z-]{2,20}: [^\n\\]*+(?=\n|\\n)|[A-Za-z0-9+/=]{16,}+"
    r"|[A-Za-z0-9+/=]{1,15}+(?=(?:\s|\\[nr])*+-----END)))*+"
    r"(?:(?:\s|\\[nr])*+-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?"
)
_HEADER: Final = re.compile(
    r"authorization[\"']? ?[:=] ?[\"']?(?:(?:bearer|basic|token|digest) )?+"
    r"(?P<header>[!#-&(-+./0-9:<-~-]{6,}+)"
    r"|b(?<![a-z]b)earer (?P<bearer>(?=[!-~]{0,64}[0-9_.-])[a-z0-9._~+/=-]{12,}+)"
)
_ASSIGNED: Final = re.compile(
    r"(?:(?:api|access|secret|private|auth|app|client|encryption|signing|master|deploy)[ _-]?"
    r"(?:key|token|secret)(?:[ _-]?id)?(?!s)"
    r"|(?:t(?<![a-z]t)oken|s(?<![a-z]s)(?:ecret|essdata|ession_?id))(?!s)"
    r"|密钥|密鑰|秘钥|令牌|私钥)"
    r"[\"']? ?(?:(?:是|为|is)?(?: ?[:=])?|[:=]) ?[\"'`「“]?"
    r"(?P<value>(?=[!-~]{0,40}[0-9])(?=[!-~]{0,40}[a-z])[a-z0-9_./+=%-]{8,}+)"
)
# "git@" names a program, but a name before a web address is a log-in.
_USERINFO: Final = re.compile(
    rf"://(?:(?P<pair>[^\s/@:?#\"'<>{WALL}]{{0,64}}:[^\s/?#\"'<>{WALL}]{{1,128}}(?=@))"
    rf"|(?:(?<=http://)|(?<=https://))(?P<name>[^\s/@:?#\"'<>{WALL}]{{1,128}}(?=@)))"
)


def find(text: str, *, lower: str) -> Iterator[Secret]:
    """Every key, token and log-in in a folded text; overlaps are the caller's."""
    for token in _TOKEN.finditer(text):
        for match in _MARKED.finditer(text, token.start(), token.end()):
            yield Secret(*match.span(), "key")
    for match in _PEM.finditer(text):
        yield Secret(*match.span(), "key")
    for pattern in (_HEADER, _ASSIGNED):
        for match in pattern.finditer(lower):
            yield Secret(*match.span(match.lastgroup or "value"), "key")
    for match in _USERINFO.finditer(lower):
        yield Secret(*match.span(match.lastgroup or "pair"), "userinfo")
