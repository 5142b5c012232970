"""What the tests share: the command-line tool, where the environment variable ROWKEY_TOOL names it."""

from __future__ import annotations

import os

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
