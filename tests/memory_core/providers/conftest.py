"""A running fake end point and a client that forgets everything after the test."""

from collections.abc import Iterator

import pytest

from memory_core.providers.fake_endpoint import FakeEndpoint
from tests.memory_core.providers.ends import Bench


@pytest.fixture
def fake() -> Iterator[FakeEndpoint]:
    """A scripted end point on a free port of the loopback."""
    with FakeEndpoint() as running:
        yield running


@pytest.fixture
def bench(fake: FakeEndpoint) -> Iterator[Bench]:
    """The real client beside the fake end point."""
    made = Bench(fake)
    yield made
    made.http.close()
