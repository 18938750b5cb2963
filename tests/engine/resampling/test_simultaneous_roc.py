"""The simultaneous band of a ROC curve where counts are small, and where groups are drawn."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from costcurve_gui.engine import BootstrapSpec, resampler, roc_band
from costcurve_gui.engine.resampling.simultaneous_roc import (
    LINES,
    ClassRate,
    freedom_of_shares,
    height_by_rates,
)
from tests.coverage.cells import Cell
from tests.helpers.examples import replicates
from tests.helpers.paired import paired

SPEC = BootstrapSpec(200)


def band(y_true: np.ndarray, y_score: np.ndarray, groups: np.ndarray | None = None):
    data = paired(y_true, y_score, groups=groups)
    return roc_band(resampler(data.sample, SPEC), data.models[0], "simultaneous")


def test_that_a_rate_moves_a_height_as_far_as_a_shifted_curve_does() -> None:
    def tpr_at(fpr: float) -> float:
        return float(norm.cdf(1.2 + norm.ppf(fpr)))

    def height(line: float, raised: float = 0.0, moved: float = 0.0) -> float:
        def beyond(fpr: float) -> float:
            return fpr + tpr_at(fpr - moved) + raised - 2 * line

        fpr = brentq(beyond, 1e-6 + moved, 1 - 1e-6)
        return 2 * (line - fpr)

    at, step = np.arange(40, 180, 10), 1e-5
    by_fpr, by_tpr = height_by_rates(np.array([0.0, *map(height, LINES[1:-1]), 0.0]))
    raised = [(height(line, raised=step) - height(line)) / step for line in LINES[at]]
    moved = [(height(line) - height(line, moved=step)) / step for line in LINES[at]]
    np.testing.assert_allclose(by_tpr[at], raised, atol=0.03)
    np.testing.assert_allclose(by_fpr[at], moved, atol=0.03)


def test_that_rows_given_twice_in_groups_say_no_more_than_once() -> None:
    drawn = Cell(60, 90).draw(np.random.default_rng(2))
    once = band(drawn.y_true, drawn.scores[0])
    twice = np.tile(np.arange(150), 2)
    again = band(drawn.y_true[twice], drawn.scores[0][twice], twice)
    np.testing.assert_allclose(again.upper, once.upper, atol=0.05)
    np.testing.assert_allclose(again.lower, once.lower, atol=0.05)


def test_that_groups_of_unlike_rows_are_worth_nearly_all_of_them() -> None:
    drawn = Cell(300, 300).draw(np.random.default_rng(4))
    alone = band(drawn.y_true, drawn.scores[0])
    groups = np.random.default_rng(5).permutation(600) % 40
    unlike = band(drawn.y_true, drawn.scores[0], groups)
    assert (unlike.upper - unlike.lower).mean() < 1.4 * (alone.upper - alone.lower).mean()


def test_that_twenty_positives_of_a_good_model_are_held() -> None:
    held, cell = [], Cell(20, 400)
    fpr, tpr = cell.rates(np.linspace(8, -8, 2001))
    for number in range(replicates(80)):
        drawn = cell.draw(np.random.default_rng((3, number)))
        found = band(drawn.y_true, drawn.scores[0])
        truth = np.interp(found.x[1:-1], fpr, tpr)
        held.append(((found.lower[1:-1] <= truth) & (truth <= found.upper[1:-1])).all())
    assert np.mean(held) >= 0.86


def test_that_the_variance_of_shares_is_as_unsure_as_that_of_drawn_ones() -> None:
    rng = np.random.default_rng(6)
    (tpr, positives), (fpr, negatives) = (0.3, 200), (0.15, 300)

    def variance(tpr: np.ndarray, fpr: np.ndarray) -> np.ndarray:
        return 0.5**2 * tpr * (1 - tpr) / positives + 1.5**2 * fpr * (1 - fpr) / negatives

    drawn = variance(
        rng.binomial(positives, tpr, 20_000) / positives,
        rng.binomial(negatives, fpr, 20_000) / negatives,
    )
    classes = [
        ClassRate(np.array([rate]), np.array([moved]), float(size), size)
        for rate, moved, size in ((tpr, 0.5, positives), (fpr, 1.5, negatives))
    ]
    (found,) = freedom_of_shares(classes, np.array([drawn.mean()]))
    assert 0.9 < found / (2 * drawn.mean() ** 2 / drawn.var()) < 1.1
