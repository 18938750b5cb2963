"""The table of coverage is made of every simulation; the full suite is asked for by hand.

``COSTCURVE_COVERAGE=full pytest tests/coverage -o faulthandler_timeout=0`` runs it and takes a
quarter of an hour.
"""

from __future__ import annotations

import os

import pytest

from tests.coverage.held import Held
from tests.coverage.honest import honest_coverage
from tests.coverage.suite import FOR_CONTRAST, KNOWN_MISSES, PARTS, SAMPLES, Part, table

FULL = os.environ.get("COSTCURVE_COVERAGE") == "full"


def test_that_the_best_threshold_and_groups_are_simulated() -> None:
    found = honest_coverage(samples=2, replicates=40)
    assert len({held.interval for held in found}) == 3
    assert all(0 <= held.share <= 1 for held in found)


def test_that_a_share_beyond_chance_is_called_so() -> None:
    part = PARTS["Costs and policies"]
    for share, said in (
        (0.9, "kept"),
        (0.86, "within chance"),
        (0.8, "too low"),
        (0.97, "too high"),
    ):
        held = Held("cost", 100, 200, 400, share)
        line = table("Costs", part, [held]).splitlines()[-1]
        assert line.startswith("| cost | 100 | 200 | ")
        assert line.endswith(f"| 88 \u2013 92 % | {said} |")
    assert not part.keeps(Held("cost", 100, 200, 10_000, 0.93))
    assert part.keeps(Held("ROC, simultaneous", 100, 200, 10_000, 0.93))


@pytest.mark.skipif(not FULL, reason="set COSTCURVE_COVERAGE=full; takes a quarter of an hour")
@pytest.mark.parametrize("title", PARTS)
def test_that_intervals_hold_the_truth_as_often_as_docs_coverage_says(title: str) -> None:
    part: Part = PARTS[title]
    missing = [held for held in part.simulate(SAMPLES, 400) if not part.keeps(held)]
    assert {held.interval for held in missing} <= KNOWN_MISSES | FOR_CONTRAST
