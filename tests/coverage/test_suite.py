"""The table of coverage is made of every simulation; the full suite is asked for by hand.

``pytest tests/coverage -m slow -o faulthandler_timeout=0`` runs it and takes half an hour.
"""

from __future__ import annotations

import pytest

from tests.coverage.held import Held
from tests.coverage.optimism import optimum_coverage
from tests.coverage.suite import (
    KNOWN_MISSES,
    PARTS,
    REPLICATES,
    SAMPLES,
    Part,
    for_contrast,
    table,
)

NAMES = {
    "gain, 2 to 10 cases": False,
    "gain, under 2 cases": True,
    "one rate, Wilson, 2 to 10 cases": True,
    "difference of area, costs vary": False,
    "difference of area, costs with a heavy tail": True,
    "re-optimised cost band": True,
    "cost, tree, lognormal costs": False,
    "cost, tree, lognormal costs, cautioned": True,
}


def test_that_the_best_threshold_and_groups_are_simulated() -> None:
    found = optimum_coverage(samples=2, replicates=40)
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


def test_that_rows_for_contrast_are_told_by_their_names() -> None:
    named = {name: for_contrast(Held(name, 100, 200, 400, 0.5)) for name in NAMES}
    assert named == NAMES


@pytest.mark.slow
@pytest.mark.parametrize("title", PARTS)
def test_that_intervals_hold_the_truth_as_often_as_docs_coverage_says(title: str) -> None:
    part: Part = PARTS[title]
    found = part.simulate(SAMPLES, REPLICATES)
    missing = [held for held in found if not (part.keeps(held) or for_contrast(held))]
    assert {held.interval for held in missing} <= KNOWN_MISSES
