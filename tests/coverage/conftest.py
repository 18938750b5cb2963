"""The simulations that take minutes are asked for by hand."""

from __future__ import annotations

import os

import pytest

FULL = os.environ.get("COSTCURVE_COVERAGE") == "full"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what is slow, unless it is asked for."""
    for item in items:
        if not FULL and item.get_closest_marker("slow") and "coverage" in item.path.parts:
            item.add_marker(pytest.mark.skip(reason="set COSTCURVE_COVERAGE=full"))
