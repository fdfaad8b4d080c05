"""How often somebody may try to sign in: 20 an hour from one address, 20 a day on one account
(TRUST T08). A try counts before the password is looked at, so that fifty tries at once cannot
slip through together."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest

from memoryweb.accounts import store

ADDRESS_LIMIT = 20
ADDRESS_WINDOW = timedelta(hours=1)
ACCOUNT_LIMIT = 20
ACCOUNT_WINDOW = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Try:
    """One try to sign in: whether the password may be looked at at all."""

    address_key: str
    account_key: str
    is_allowed: bool


def begin(request: HttpRequest, *, username: str, at: datetime) -> Try:
    address_key = f"address:{client_address(request)}"
    # Digested, because people type their password into the name field.
    account_key = f"account:{sha256(username.strip().casefold().encode()).hexdigest()}"
    store.forget_old_tries(before=at - max(ADDRESS_WINDOW, ACCOUNT_WINDOW))
    is_allowed = store.count_try(address_key, window=ADDRESS_WINDOW, at=at) <= ADDRESS_LIMIT
    # A blocked address counts against no account: it could fill the table with made-up names.
    if is_allowed:
        is_allowed = store.count_try(account_key, window=ACCOUNT_WINDOW, at=at) <= ACCOUNT_LIMIT
    return Try(address_key=address_key, account_key=account_key, is_allowed=is_allowed)


def succeed(attempt: Try) -> None:
    """A right password: this try costs the address nothing and clears the account."""
    store.take_back_try(attempt.address_key)
    store.forget_tries(attempt.account_key)


def client_address(request: HttpRequest) -> str:
    """The peer; behind a configured proxy the last address that is not a proxy of ours.

    Anybody can send X-Forwarded-For, so from any other peer it is not read.
    """
    peer = _address(request.META.get("REMOTE_ADDR", ""))
    proxies = {_address(proxy) for proxy in settings.TRUSTED_PROXIES}
    if peer not in proxies:
        return peer
    chain = [_address(part) for part in request.headers.get("X-Forwarded-For", "").split(",")]
    return next((hop for hop in reversed(chain) if hop and hop not in proxies), peer)


def _address(text: str) -> str:
    """One form of an address: a socket for both families shows 10.0.0.1 as ::ffff:10.0.0.1."""
    try:
        address = ip_address(text.strip())
    except ValueError:
        return ""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)
