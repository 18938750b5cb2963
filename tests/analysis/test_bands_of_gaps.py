"""Bands of models that did not score every row: decision 0004."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.known_results import failure, intervals_of
from costcurve_gui.analysis.intervals.requests import (
    bands_of,
    decision_intervals,
    known_difference,
    known_optimism,
)
from tests.helpers.gap_bands import KEPT, WHOLE, alone, snapshot_of, without_common_rows

GAPS, ALONE = snapshot_of(WHOLE), snapshot_of(alone())


def only(snapshot, view):
    (band,) = bands_of(snapshot, view).values()
    return band


def test_that_the_whole_file_has_other_means() -> None:
    assert GAPS.condition.means.fn_cost != pytest.approx(ALONE.condition.means.fn_cost, rel=0.01)


def test_that_the_profit_band_holds_the_profit_curve_of_the_same_rows() -> None:
    band, drawn = only(GAPS, "profit"), GAPS.models[GAPS.selected].profit
    at = np.searchsorted(band.rows, drawn.indices)
    np.testing.assert_allclose(band.estimate[at], drawn.y, atol=1e-9)
    assert np.all(band.lower <= band.estimate + 1e-9)
    assert np.all(band.estimate - 1e-9 <= band.upper)


@pytest.mark.parametrize("view", ["profit", "roc"])
def test_that_bands_are_those_of_a_file_without_the_rows(view: str) -> None:
    band, other = only(GAPS, view), only(ALONE, view)
    np.testing.assert_allclose(band.estimate, other.estimate, atol=1e-9)
    wide = float(np.mean(other.upper - other.lower))
    assert np.abs(band.lower - other.lower).mean() < 0.1 * wide
    assert np.abs(band.upper - other.upper).mean() < 0.1 * wide


def test_that_the_decision_is_as_sure_as_in_a_file_without_the_rows() -> None:
    found, other = (decision_intervals(snapshot).policy for snapshot in (GAPS, ALONE))
    for figure in ("expected_profit", "expected_cost", "normalized_expected_cost", "tpr"):
        ours, theirs = getattr(found, figure), getattr(other, figure)
        wide = theirs.high - theirs.low
        assert ours.low == pytest.approx(theirs.low, abs=0.1 * wide)
        assert ours.high == pytest.approx(theirs.high, abs=0.1 * wide)


@pytest.mark.parametrize("view", ["profit", "roc"])
def test_that_rows_without_a_score_are_not_drawn(view: str) -> None:
    """Then the replicates are those of a file without the rows, number by number."""
    band, other = only(GAPS, view), only(ALONE, view)
    np.testing.assert_allclose(band.lower, other.lower, atol=1e-9)
    np.testing.assert_allclose(band.upper, other.upper, atol=1e-9)


def test_that_a_difference_is_that_of_the_rows_that_both_scored() -> None:
    snapshot = snapshot_of(WHOLE, "b", "difference")
    competitor = snapshot.models[cost_comparisons(snapshot).comparison.competitor].info
    scores = {name: WHOLE.scores[name][KEPT] for name in ("score_b", competitor.column)}
    alone_too = replace(alone(), scores=scores)
    expected = cost_comparisons(snapshot_of(alone_too, "b")).comparison.difference
    band = known_difference(snapshot)
    np.testing.assert_allclose(band.band.estimate, expected.value_at(band.band.x), atol=1e-9)


def test_that_models_without_common_rows_have_intervals_of_their_own_only() -> None:
    snapshot = snapshot_of(without_common_rows(), "a")
    known = decision_intervals(snapshot)
    assert known.policy.expected_profit.low is not None
    assert known.lead.low is None
    assert known.lead.reason == (
        "no cases of both classes that both models scored; if they were tested on different "
        "cases, choose so in Analysis > Uncertainty"
    )


@pytest.mark.parametrize("view", ["winners", "verdicts", "difference"])
def test_that_models_without_common_rows_are_not_compared(view: str) -> None:
    snapshot = snapshot_of(without_common_rows(), "a", view)
    (wanted,) = (one for one in intervals_of(snapshot).results if one.kind == view)
    reason = (
        "No cases of both classes were scored by all of these models. "
        "If they were tested on different cases, choose so in Analysis > Uncertainty."
    )
    assert failure(snapshot, wanted) == reason


def test_that_the_out_of_bag_optimum_starts_from_the_profit_on_show() -> None:
    optimum = known_optimism(GAPS).optimum
    shown = GAPS.models[GAPS.selected].policy.expected_profit
    assert optimum.perfect_profit - optimum.apparent_cost == pytest.approx(shown)
