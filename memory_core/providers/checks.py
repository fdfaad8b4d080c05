"""What `manage.py check` and a start say about the end points. Warnings only: pages, messages and
the built-in rules work without any model."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning, register

from memory_core.ports import Denied
from memory_core.providers.addresses import Origin, Reach, reach_of
from memory_core.providers.endpoint import Setup, chat_setup, embedding_setup, read_key_file

TAG = "providers"


@register(TAG)
def check_endpoints(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Every configured end point, looked at without calling it."""
    setups = [setup for setup in (chat_setup(), embedding_setup()) if setup is not None]
    return [message for setup in setups for message in _of(setup)]


def _of(setup: Setup) -> Iterator[CheckMessage]:
    try:
        endpoint = setup.endpoint()
        if setup.prefix == "MEMORYWEB_EMBED":
            setup.vector_dimension()
        filed = read_key_file(setup.key_file) if setup.key_file else None
    except Denied as denied:
        yield Warning(denied.reason, hint="Until then no call is made.", id="providers.W001")
        return
    if endpoint.key is None and filed is not None:
        yield Warning(
            f"The key in {setup.prefix}'s key file is for another end point than"
            f" {endpoint.origin} and is not sent.",
            hint="Write this end point into its first line, and its key into the second.",
            id="providers.W002",
        )
    if (
        endpoint.key is not None
        and endpoint.origin.scheme == "http"
        and not _is_near(endpoint.origin)
    ):
        yield Warning(
            f"The key for {endpoint.origin} goes over the network unencrypted.",
            hint="Use https.",
            id="providers.W003",
        )


def _is_near(origin: Origin) -> bool:
    """On this machine, or at an address of a network around it. A name is not looked up here."""
    if origin.address is not None:
        return reach_of(origin.address) is Reach.LOCAL
    return origin.host == "localhost" or "." not in origin.host
