"""The simulations of paired differences run, and come out roughly as they should."""

from __future__ import annotations

from tests.coverage.paired_differences import false_alarms, paired_coverage


def test_that_few_simulations_hold_most_truths() -> None:
    held = paired_coverage(3, replicates=100)
    assert {row.interval for row in held} >= {"difference of costs", "difference of AUCIV"}
    assert sum(row.share for row in held) / len(held) > 0.6
    alarms = false_alarms(3, replicates=100)
    assert sum(row.share for row in alarms) / len(alarms) < 0.4
