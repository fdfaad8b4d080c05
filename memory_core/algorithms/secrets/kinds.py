"""The classes of secrets: how a mask names each, and what becomes of a memory that held one."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

Kind = Literal["key", "userinfo", "identity", "card", "password", "code", "phone"]
Policy = Literal["mask", "review", "drop"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""Surest first: where two finds overlap, the earlier kind names the whole."""

POLICY: Final[Mapping[Kind, Policy]] = MappingProxyType(
    {
        "key": "drop",  # nothing but the key was said
        "userinfo": "mask",  # the address around it stays worth knowing
        "identity": "drop",
        "card": "drop",
        "password": "drop",
        "code": "drop",  # void in minutes anyway
        "phone": "review",  # the widest net; a person sees whether the rest is worth keeping
    }
)
"""What a candidate that held one becomes. Its text is masked under every policy: `mask` keeps it
so, `review` lets it wait for a person, `drop` makes no memory of it. Messages sent to a model are
masked whatever the kind (TRUST T34)."""

LABELS_ZH: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "key": "[密钥]",
        "userinfo": "[登录信息]",
        "identity": "[身份证号]",
        "card": "[银行卡号]",
        "password": "[密码]",
        "code": "[验证码]",
        "phone": "[电话号码]",
    }
)
LABELS_EN: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "key": "[key]",
        "userinfo": "[login]",
        "identity": "[identity number]",
        "card": "[card number]",
        "password": "[password]",
        "code": "[code]",
        "phone": "[phone number]",
    }
)


@dataclass(frozen=True, slots=True, order=True)
class Secret:
    """text[start:end] is a secret of this kind."""

    start: int
    end: int
    kind: Kind
