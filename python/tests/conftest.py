"""What the tests share: the command-line tool, where the environment variable ROWKEY_TOOL names it, and Ctrl-C."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    max_examples=int(os.environ.get("ROWKEY_TEST_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is no fault of the package
)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def tool() -> str:
    path = os.environ.get("ROWKEY_TOOL")
    if path is None:
        pytest.skip("ROWKEY_TOOL does not name the command-line tool, whose keys are compared")
    return path


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Lets SIGINT interrupt. A shell that starts its commands in the background has them ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
