"""Intervals of costs and policies hold the truth as often as they say."""

from __future__ import annotations

from tests.coverage.cost_bands import cost_coverage


def test_that_every_interval_of_costs_is_simulated() -> None:
    found = cost_coverage(samples=1, replicates=40)
    assert len({held.interval for held in found}) == 10
    assert all(0 <= held.share <= 1 for held in found)
