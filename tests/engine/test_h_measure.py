"""Hand's H against numerical integration over every threshold, and its identities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.measures import h_measure, hand_weight
from costcurve_gui.engine.roc.hull import convex_hull
from tests.helpers.oracles import (
    FIGURE_3_LABELS,
    FIGURE_3_SCORES,
    counts_by_definition,
    noisy_sample,
    scored_labels,
)


def h_of(
    y_true: np.ndarray,
    y_score: np.ndarray,
    weight: BetaBelief | None = None,
    sample_weight: np.ndarray | None = None,
) -> float:
    table = threshold_table(y_true, y_score, sample_weight=sample_weight)
    prevalence = table.positives / (table.positives + table.negatives)
    return h_measure(convex_hull(table), prevalence, weight)


def h_by_integration(y_true: np.ndarray, y_score: np.ndarray, shape: tuple[float, float]) -> float:
    """Integrate the least loss of all thresholds, and that of guessing, over fine steps of c.

    Gauss and Legendre's five points a step: only the few steps with a kink are not exact.
    """
    table = counts_by_definition(y_true.tolist(), y_score.tolist())
    n, (_, negatives, positives) = y_true.size, table[-1]
    fp, fn = (np.array([row[1] for row in table]), positives - np.array([row[2] for row in table]))
    nodes, weights = np.polynomial.legendre.leggauss(5)
    starts = np.arange(2000)[:, None] / 2000
    c = (starts + (nodes + 1) / 4000).ravel()
    weight = np.tile(weights, starts.size) * stats.beta(*shape).pdf(c)
    loss = (c[:, None] * fp / n + (1 - c[:, None]) * fn / n).min(axis=1)
    guess = np.minimum(c * negatives / n, (1 - c) * positives / n)
    return float(1 - (weight @ loss) / (weight @ guess))


def test_that_h_is_one_minus_the_mean_loss_over_that_of_guessing() -> None:
    shape = (1.5, 1.5)  # 10 of 20 are positive
    expected = h_by_integration(FIGURE_3_LABELS, FIGURE_3_SCORES, shape)
    assert h_of(FIGURE_3_LABELS, FIGURE_3_SCORES) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("shape", [None, (2.0, 2.0), (1.0, 1.0), (3.0, 8.0)])
def test_that_h_is_that_integral_for_rare_positives_and_other_weights(
    shape: tuple[float, float] | None,
) -> None:
    y_true, y_score = noisy_sample(60, levels=30)
    share = y_true.mean()
    expected = h_by_integration(y_true, y_score, shape or (1 + share, 2 - share))
    weight = BetaBelief(*shape) if shape else None
    assert h_of(y_true, y_score, weight) == pytest.approx(expected, abs=1e-5)


def test_that_the_weight_is_highest_where_the_cost_ratio_undoes_the_class_ratio() -> None:
    grid = np.linspace(0, 1, 1001)
    for share in (0.1, 0.5, 0.7):
        density = hand_weight(share).density(grid)
        assert grid[density.argmax()] == pytest.approx(share)


def test_that_perfect_separation_has_an_h_of_1() -> None:
    assert h_of(np.array([True, False, False]), np.array([3.0, 2.0, 1.0])) == 1


def test_that_a_constant_score_and_a_reversed_one_have_an_h_of_0() -> None:
    y_true = np.array([True, True, False, False, False])
    assert h_of(y_true, np.ones(5)) == 0
    assert h_of(y_true, np.arange(5.0)) == 0


def test_that_one_threshold_between_equal_classes_saves_what_its_line_lies_below() -> None:
    # fpr 0 and tpr 1/2: losses (1 - c) / 4 for the threshold, c / 2 for "always positive".
    y_true, y_score = np.array([True, True, False, False]), np.array([1.0, 0.0, 0.0, 0.0])
    below, above = (1 / 3) ** 2 / 4, (2 / 3) ** 2 / 8  # they cross at c = 1/3
    expected = 1 - (below + above) / (1 / 8)
    assert h_of(y_true, y_score, BetaBelief(1, 1)) == pytest.approx(expected)


@given(scored_labels())
def test_that_h_lies_within_0_and_1_and_is_the_same_seen_from_the_other_class(
    sample: tuple[np.ndarray, np.ndarray],
) -> None:
    y_true, y_score = sample
    found = h_of(y_true, y_score)
    assert 0 <= found <= 1
    assert h_of(~y_true, -y_score) == pytest.approx(found, abs=1e-12)


@given(scored_labels())
def test_that_counting_every_row_three_times_changes_nothing(
    sample: tuple[np.ndarray, np.ndarray],
) -> None:
    y_true, y_score = sample
    weights = np.full(y_true.size, 3.0)
    assert h_of(y_true, y_score, sample_weight=weights) == pytest.approx(
        h_of(y_true, y_score), abs=1e-12
    )


def test_that_weights_count_as_repeated_rows() -> None:
    y_true, y_score = noisy_sample(50, levels=10)
    weights = np.random.default_rng(2).integers(1, 5, y_true.size)
    repeated = np.repeat(y_true, weights), np.repeat(y_score, weights)
    weighted = h_of(y_true, y_score, sample_weight=weights.astype(float))
    assert weighted == pytest.approx(h_of(*repeated), abs=1e-12)


@pytest.mark.parametrize("prevalence", [0.0, 1.0, float("nan")])
def test_that_a_sample_of_one_class_is_refused(prevalence: float) -> None:
    hull = convex_hull(threshold_table([True, False], [1.0, 0.0]))
    with pytest.raises(ConstraintError, match="positives and negatives"):
        h_measure(hull, prevalence, BetaBelief(2, 2))
