"""The simulations of differences on independent samples run, and come out roughly right."""

from __future__ import annotations

from tests.coverage.independent_differences import independent_alarms, independent_coverage


def test_that_few_simulations_on_different_cases_hold_most_truths() -> None:
    held = independent_coverage(6, replicates=100)
    assert len({row.interval for row in held}) == 4
    assert sum(row.share for row in held) / len(held) > 0.6
    alarms = independent_alarms(6, replicates=100)
    assert sum(row.share for row in alarms) / len(alarms) < 0.4
