"""The score interval of an AUC against its equation, solved by others, and against samples."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import multivariate_normal, norm, t

from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.resampling.auc_interval import auc_interval
from costcurve_gui.engine.resampling.auc_score_interval import normal_placement_variance
from tests.coverage.cells import Cell
from tests.helpers.examples import by_chance, replicates

ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=6, max_size=40).filter(
    lambda rows: 2 <= sum(row[0] for row in rows) <= len(rows) - 2
)


def both_beyond(auc: float) -> float:
    """Return the variance of placements of normal scores, from the normal in two dimensions."""
    deviate = norm.ppf(auc)
    together = multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]]).cdf([deviate, deviate])
    return float(together) - auc**2


@pytest.mark.parametrize("auc", [0.02, 0.3, 0.5, 0.77, 0.98, 0.9999])
def test_that_the_variance_of_normal_scores_is_that_of_two_that_share_a_case(auc: float) -> None:
    assert normal_placement_variance(auc) == pytest.approx(both_beyond(auc), abs=1e-8)


def test_that_the_ends_lie_as_far_as_student_allows_by_their_own_variance() -> None:
    rng = np.random.default_rng(3)
    y_true = np.arange(60) < 25
    y_score = rng.normal(size=60) + 2 * y_true
    pairs = y_score[y_true][:, None] - y_score[~y_true][None, :]
    kernel = (pairs > 0) + (pairs == 0) / 2
    area, sizes = kernel.mean(), kernel.shape
    ratios = []
    for axis in (1, 0):
        placed = kernel.mean(axis=axis)
        wrong = 1 - placed
        counted = wrong.size * wrong.mean() ** 2 / (wrong.mean() ** 2 + placed.var(ddof=1))
        ratio = placed.var(ddof=1) / both_beyond(area)
        ratios.append((counted * ratio + 5) / (counted + 5))

    def beyond(other: float) -> float:
        of_pairs = other * (1 - other)
        of_classes = (sizes[1] - 1) * ratios[0] + (sizes[0] - 1) * ratios[1]
        variance = (of_pairs + of_classes * both_beyond(other)) / (sizes[0] * sizes[1])
        return (area - other) ** 2 - t.ppf(0.95, 24) ** 2 * variance

    found = auc_interval(threshold_table(y_true, y_score)).of_score
    assert found.low == pytest.approx(brentq(beyond, 0.01, area), abs=1e-6)
    assert found.high == pytest.approx(brentq(beyond, area, 0.9999), abs=1e-6)
    assert found.method == "score, Student"


@given(ROWS)
def test_that_reversed_scores_have_the_interval_reversed(rows: list[tuple[bool, int]]) -> None:
    labels = np.array([row[0] for row in rows])
    scores = np.array([row[1] for row in rows], dtype=float)
    found, turned = (
        auc_interval(threshold_table(labels, sign * scores)).of_score for sign in (1, -1)
    )
    if found.low is None or found.high is None:
        assert turned.low is None
        return
    assert 0 <= found.low <= found.auc <= found.high <= 1
    assert (turned.low, turned.high) == pytest.approx((1 - found.high, 1 - found.low), abs=1e-9)


def test_that_a_large_sample_has_delongs_interval() -> None:
    drawn = Cell(20_000, 20_000).draw(np.random.default_rng(5))
    found = auc_interval(threshold_table(drawn.y_true, drawn.scores[0]))
    score = found.of_score
    assert (score.low, score.high) == pytest.approx((found.low, found.high), abs=1e-4)
    assert found.at(0.99).of_score.high > score.high


def test_that_separated_classes_have_a_score_interval_and_a_lone_positive_has_none() -> None:
    y_true = np.arange(2020) < 20
    found = auc_interval(threshold_table(y_true, y_true.astype(float))).of_score
    assert found.low == pytest.approx(0.976, abs=5e-4)
    assert (found.high, found.reason) == (1.0, "")
    assert auc_interval(threshold_table([True, False, False], [2.0, 1.0, 0.0])).of_score.low is None
    weights = [1.0, 2.0, 1.0, 1.0]
    weighted = threshold_table([True, True, False, False], [4, 3, 2, 1], sample_weight=weights)
    assert "weights" in auc_interval(weighted).of_score.reason


def test_that_it_holds_an_excellent_area_of_few_positives_where_delongs_does_not() -> None:
    cell, truth = Cell(20, 2000, "excellent"), norm.cdf(3.37 / np.hypot(1, 1.3))
    held = []
    for number in range(replicates(240)):
        drawn = cell.draw(np.random.default_rng((9, number)))
        delong = auc_interval(threshold_table(drawn.y_true, drawn.scores[0]))
        held.append(
            [(one.low or 1) <= truth <= (one.high or 1) for one in (delong, delong.of_score)]
        )
    shares = np.mean(held, axis=0)
    assert shares[0] < 0.8
    assert shares[1] == pytest.approx(0.89, abs=by_chance(0.05))
