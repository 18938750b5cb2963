from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine import convex_hull, cost_table, decimate, rank_order, threshold_table
from costcurve_gui.engine.errors import ConstraintError
from tests.helpers.oracles import noisy_sample


def curves():
    y_true, y_score = noisy_sample(60_000)
    table = threshold_table(y_true, y_score)
    costs = np.random.default_rng(9).lognormal(sigma=2, size=60_000)
    rare = threshold_table(np.arange(50_000) % 997 == 5, np.sin(np.arange(50_000)))
    return {
        "counts": table,
        "costs": cost_table(table, rank_order(y_true, y_score), costs, costs),
        "rare positives": rare,
    }


def distances_to_line(rates, drawn) -> np.ndarray:
    """Distance of every row to the segment of drawn rows that it lies between."""
    x, y = rates.fpr, rates.tpr
    segment = np.searchsorted(drawn, np.arange(len(rates)), side="right") - 1
    a = drawn[segment.clip(max=drawn.size - 2)]
    b = drawn[(segment + 1).clip(max=drawn.size - 1)]
    along = np.hypot(x[b] - x[a], y[b] - y[a])
    area = np.abs((x[b] - x[a]) * (y - y[a]) - (y[b] - y[a]) * (x - x[a]))
    return np.divide(area, along, out=np.zeros_like(area), where=along > 0)


@pytest.mark.parametrize("name", curves())
def test_that_no_point_is_farther_than_the_stated_error(name: str) -> None:
    rates = curves()[name]
    few = decimate(rates, max_points=2_000)
    assert few.indices.size < 3_000
    assert distances_to_line(rates, few.indices).max() <= few.max_error + 1e-15
    assert few.max_error < 1 / 400


def test_that_vertices_ends_and_wanted_rows_are_drawn() -> None:
    rates = curves()["counts"]
    few = decimate(rates, max_points=400, keep=[12_345])
    assert np.isin(convex_hull(rates).indices, few.indices).all()
    assert np.isin([0, 12_345, len(rates) - 1], few.indices).all()
    assert (np.diff(few.indices) > 0).all()


def test_that_the_steep_start_of_the_curve_is_drawn() -> None:
    # Half of the positives come before the first negative.
    y_true = np.r_[np.ones(500, bool), np.zeros(100_000, bool), np.ones(500, bool)]
    rates = threshold_table(y_true, -np.arange(y_true.size))
    few = decimate(rates, max_points=100)
    assert rates.tpr[few.indices[rates.fpr[few.indices] == 0]].max() == 0.5


def test_that_a_short_curve_is_drawn_whole() -> None:
    rates = threshold_table([True, False, True], [3, 2, 1])
    few = decimate(rates)
    assert few.indices.tolist() == [0, 1, 2, 3]
    assert few.max_error == 0


def test_that_fewer_than_four_points_are_refused() -> None:
    with pytest.raises(ConstraintError, match="at least 4"):
        decimate(threshold_table([True, False], [2, 1]), max_points=3)


def test_that_both_sides_of_a_large_tie_are_drawn() -> None:
    # One score holds half of the rows; the curve before it must not be cut off by its long chord.
    y_true, y_score = noisy_sample(40_000)
    rates = threshold_table(y_true, np.where(np.abs(y_score) < 0.6, 0.0, y_score))
    tie = int(np.argmax(rates.thresholds == 0))
    few = decimate(rates, max_points=400)
    assert np.isin([tie - 1, tie], few.indices).all()
    assert few.max_error < 1 / 100
