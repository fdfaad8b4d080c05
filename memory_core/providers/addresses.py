"""Which end points may be called: the text of an address, the names allowed, the IPs behind them.

A base URL is a way to make this machine talk to others, so it is read by a narrow grammar instead
of a lenient parser, and every IP a name leads to is judged before a connection is opened to it
(TRUST T11). What is refused is a fault of the set-up: `Denied`, in one line that says what to do.
"""

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from memory_core.ports import Denied, Unavailable

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver = Callable[[str, int], tuple[str, ...]]
"""Host and port -> addresses as text, in order of preference. Raises OSError."""

LONGEST_HOST: Final = 253
_SPELLED: Final = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://"
    r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>(?:/[a-z0-9._~:-]+)*)/?",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?")
# What other parsers read as an IPv4 number: 2130706433, 0x7f.1, 127.1, 0177.0.0.1 (WHATWG).
_NUMBER_LIKE: Final = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


class Reach(Enum):
    """How far an address lies, and so what it needs to be called."""

    PUBLIC = "public"
    LOCAL = "local"
    NEVER = "never"


def _networks(text: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(ipaddress.ip_network(word) for word in text.split())


# This machine and the networks around it: good for a model of one's own, so only if listed.
# 198.18/15 is what proxies with invented addresses hand out; 100.64/10 is shared by carriers.
_LOCAL: Final = _networks(
    "127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 198.18.0.0/15 ::1/128"
    " fc00::/7"
)
# Unspecified, link-local (where clouds keep their credentials), documentation, relays, multicast,
# reserved; and the metadata services that hide among other addresses.
_NEVER: Final = _networks(
    "0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.51.100.0/24"
    " 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 100.100.100.200/32 168.63.129.16/32"
    " 2001::/32 2001:db8::/32 2002::/16 fd00:ec2::254/128 fd20:ce::254/128"
)
_V6_PUBLIC: Final = ipaddress.IPv6Network("2000::/3")
_V6_OF_V4: Final = _networks("::ffff:0:0/96 64:ff9b::/96")


def reach_of(address: Address) -> Reach:
    """Where an address leads. An IPv4 address inside an IPv6 one counts as what it is."""
    if isinstance(address, ipaddress.IPv6Address):
        if any(address in network for network in _V6_OF_V4):
            return reach_of(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if address.scope_id:
            return Reach.NEVER
    if any(address in network for network in _NEVER):
        return Reach.NEVER
    if any(address in network for network in _LOCAL):
        return Reach.LOCAL
    if isinstance(address, ipaddress.IPv6Address) and address not in _V6_PUBLIC:
        return Reach.NEVER
    return Reach.PUBLIC


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port: what a key is bound to. `host` is lower case, IPv6 unbracketed."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        shown = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{shown}"

    @property
    def address(self) -> Address | None:
        """The IP this origin names, None when it names a host."""
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class BaseUrl:
    """Where an API begins; `path` is '' or starts with a slash and ends without one."""

    origin: Origin
    path: str

    def __str__(self) -> str:
        return f"{self.origin}{self.path}"


def parse_base_url(text: str, *, name: str) -> BaseUrl:
    """Read a base URL; `name` is the setting that holds it. Raises `Denied`.

    The address itself never stands in an error: a password may have been typed into it.
    """
    found = _SPELLED.fullmatch(text)
    scheme = found["scheme"].lower() if found else ""
    if found is None or scheme not in _DEFAULT_PORTS:
        raise Denied(f"{name} {_what_is_wrong(text)}")
    port = int(found["port"] or _DEFAULT_PORTS[scheme])
    if not 0 < port < 65536:
        raise Denied(f"{name} names a port that does not exist.")
    path = found["path"]
    if any(set(part) == {"."} for part in path.split("/") if part):
        raise Denied(f"{name} must not step up with dots in its path.")
    return BaseUrl(Origin(scheme, _host(found["host"].lower(), name=name), port), path)


def _what_is_wrong(text: str) -> str:
    scheme, mark, rest = text.partition("://")
    if not mark or scheme.lower() not in _DEFAULT_PORTS:
        return "must begin with http:// or https://."
    if "@" in rest.partition("/")[0] or "@" in rest:
        return "must hold no user name or password; the key has a setting of its own."
    if "?" in rest or "#" in rest:
        return "must end with its path, without ? or #."
    if not text.isascii():
        return "must be plain ASCII; write an international host in its xn-- form."
    return "must look like https://api.example.com/v1."


def _host(host: str, *, name: str) -> str:
    try:
        if host.startswith("["):
            return str(ipaddress.IPv6Address(host[1:-1]))
        if _NUMBER_LIKE.fullmatch(host.rstrip(".")):
            return str(ipaddress.IPv4Address(host))
    except ValueError:
        raise Denied(f"{name} must write an IP address the plain way, like 192.168.1.5.") from None
    if len(host) > LONGEST_HOST or not all(_LABEL.fullmatch(part) for part in host.split(".")):
        raise Denied(f"{name} names a host that cannot exist.")
    return host


@dataclass(frozen=True, slots=True)
class HostPolicy:
    """`listed` holds host or host:port, as an operator allows them; empty = any public host."""

    listed: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, text: str) -> "HostPolicy":
        """A comma-separated list; IPv6 with or without brackets."""
        words = (word.strip().lower() for word in text.split(","))
        return cls(frozenset(_plain(word) for word in words if word))

    def is_listed(self, origin: Origin) -> bool:
        host = f"[{origin.host}]" if ":" in origin.host else origin.host
        return origin.host in self.listed or f"{host}:{origin.port}" in self.listed

    def check(self, origin: Origin) -> None:
        """What can be said before any look-up. Raises `Denied`."""
        if self.listed and not self.is_listed(origin):
            raise Denied(f"{origin} is not among MEMORYWEB_LLM_ALLOWED_HOSTS.")
        if origin.address is not None:
            self.check_address(origin, address=origin.address)
        elif _is_localhost(origin.host) and not self.is_listed(origin):
            raise Denied(_local(origin))

    def check_address(self, origin: Origin, *, address: Address) -> None:
        """Raises `Denied`; the address itself is not shown: it tells how a network is laid out."""
        reach = reach_of(address)
        if reach is Reach.NEVER:
            raise Denied(f"{origin} leads to an address that is never called.")
        if reach is Reach.LOCAL and not self.is_listed(origin):
            raise Denied(_local(origin))

    def addresses(self, origin: Origin, *, resolver: Resolver) -> tuple[Address, ...]:
        """The IPs to connect to, each of them judged. One bad address spoils the whole answer:
        an honest name has none. Raises `Denied`, or `Unavailable` when the name leads nowhere."""
        self.check(origin)
        if origin.address is not None:
            return (origin.address,)
        try:
            found = tuple(ipaddress.ip_address(text) for text in resolver(origin.host, origin.port))
        except (OSError, ValueError, UnicodeError):
            raise Unavailable(f"{origin}: the name could not be looked up.") from None
        if not found:
            raise Unavailable(f"{origin}: the name leads nowhere.")
        for address in found:
            self.check_address(origin, address=address)
        return found


def resolve(host: str, port: int) -> tuple[str, ...]:
    """The system's own look-up. It cannot be given a time-out; the system's is about 10 s."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return _distinct(str(entry[4][0]) for entry in found)


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))


def _plain(word: str) -> str:
    """`[::1]` -> `::1`, in the shortest spelling; a port keeps the brackets."""
    bare = word[1:-1] if word.startswith("[") and word.endswith("]") else word
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        return word


def _is_localhost(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost")


def _local(origin: Origin) -> str:
    return (
        f"{origin} is on this machine or a private network;"
        " name its host in MEMORYWEB_LLM_ALLOWED_HOSTS to allow that."
    )
