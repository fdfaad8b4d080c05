"""Secrets made for machines: keys, tokens, log-ins inside addresses (TRUST T34).

Their makers gave most a mark of their own, so that leaks can be found. Patterns read a folded copy;
each begins with fixed letters and repeats one class of characters, possessively: linear.
"""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.algorithms.secrets.kinds import Secret

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
    r"(?>(?:\s|\\[nr])*+(?:[A-Z][A-Za-z-]{2,20}: [^\n\\-]*+(?=\n|\\n)|[A-Za-z0-9+/=]{16,}+"
    r"|[A-Za-z0-9+/=]{1,15}+(?=(?:\s|\\[nr])*+-----END)))*+"
    r"(?:(?:\s|\\[nr])*+-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?"
)
_BEARER: Final = re.compile(
    r"(?<![a-z])(?:authorization[\"']? ?[:=] ?[\"']?"
    r"(?:(?:bearer|basic|token|digest) )?+(?P<header>[!#-&(-+./0-9:<-~-]{6,}+)"
    r"|bearer (?P<bearer>(?=[^\s]{0,64}[0-9_.-])[A-Za-z0-9._~+/=-]{12,}+))",
    re.I | re.A,
)
_ASSIGNED: Final = re.compile(
    r"(?:(?:api|access|secret|private|auth|app|client|encryption|signing|master|deploy)[ _-]?"
    r"(?:key|token|secret)(?:[ _-]?id)?(?!s)"
    r"|(?<![a-z])(?:token|secret|sessdata|session_?id)(?!s)"
    r"|密钥|秘钥|令牌|私钥)"
    r"[\"']? ?(?:(?:是|为|is)?(?: ?[:=])?|[:=]) ?[\"'`「“]?"
    r"(?P<value>(?=[^\s]{0,40}[0-9])(?=[^\s]{0,40}[A-Za-z])[A-Za-z0-9_./+=%-]{8,}+)",
    re.I | re.A,
)
# "git@" names a program, but a name before a web address is a log-in.
_USERINFO: Final = re.compile(
    r"://(?P<pair>[^\s/@:?#\"'<>\ufdd0]{0,64}:[^\s/?#\"'<>\ufdd0]{1,128}(?=@))"
    r"|https?://(?P<name>[^\s/@:?#\"'<>\ufdd0]{1,128}(?=@))",
    re.I | re.A,
)


def find(text: str) -> Iterator[Secret]:
    """Every key, token and log-in in a folded text; overlaps are the caller's."""
    for pattern in (_MARKED, _PEM):
        for match in pattern.finditer(text):
            yield Secret(match.start(), match.end(), "key")
    for pattern in (_BEARER, _ASSIGNED):
        for match in pattern.finditer(text):
            group = match.lastgroup or "value"
            yield Secret(match.start(group), match.end(group), "key")
    for match in _USERINFO.finditer(text):
        group = match.lastgroup or "pair"
        yield Secret(match.start(group), match.end(group), "userinfo")
