"""A scripted end point: a real HTTP server on loopback, OpenAI-shaped, good or bad on command.

    with FakeEndpoint(mode="429") as fake:
        ...  # fake.base_url, fake.counts, fake.asks

`script` answers single requests; whatever it leaves (None) goes by `mode`.
"""

from memory_core.providers.fake_endpoint.asked import Ask
from memory_core.providers.fake_endpoint.modes import MODES, Mode
from memory_core.providers.fake_endpoint.said import Said, completion, document, error
from memory_core.providers.fake_endpoint.server import Counts, FakeEndpoint, Script

__all__ = [
    "MODES",
    "Ask",
    "Counts",
    "FakeEndpoint",
    "Mode",
    "Said",
    "Script",
    "completion",
    "document",
    "error",
]
