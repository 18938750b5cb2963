"""Bands of cost curves against resampling of rows that computes everything again."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine import (
    PC_GRID,
    BootstrapSpec,
    PayoffMatrix,
    RankedModel,
    cost_band,
    error_costs,
    evaluate_scores,
    rank_order,
    resampled_sample,
)
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.oracles import noisy_sample

UNIT = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
SPEC = BootstrapSpec(replicates=4000)


def costs_by_brute_force(y_true, y_score, thresholds, replicates=4000) -> np.ndarray:
    """Costs of the best of `thresholds` in each resampled sample; of each PC(+) if one per PC."""
    rng = np.random.default_rng(99)
    positives, negatives = y_score[y_true], y_score[~y_true]
    found = np.empty((replicates, PC_GRID.size))
    for replicate in range(replicates):
        drawn = rng.choice(positives, positives.size), rng.choice(negatives, negatives.size)
        tpr, fpr = ((scores[:, None] >= thresholds).mean(axis=0) for scores in drawn)
        lines = (1 - tpr) * PC_GRID[:, None] + fpr * (1 - PC_GRID[:, None])
        found[replicate] = lines.min(axis=1)
    return found


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_a_re_optimised_band_is_that_of_the_envelopes_of_resampled_rows(kind) -> None:
    y_true, y_score = noisy_sample(150, seed=5)
    sample = resampled_sample(y_true, UNIT, error_costs(UNIT, y_true))
    model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    band = cost_band(kind(sample, SPEC), model, reoptimised=True)
    every = np.append(np.inf, np.unique(y_score))
    expected = np.quantile(costs_by_brute_force(y_true, y_score, every), [0.05, 0.95], axis=0)
    np.testing.assert_allclose([band.lower, band.upper], expected, atol=0.008)
    assert band.method == "re-optimised"


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
@pytest.mark.parametrize("at", [10, 30, 50, 80])
def test_that_a_fixed_policy_keeps_the_threshold_of_the_whole_sample(kind, at: int) -> None:
    y_true, y_score = noisy_sample(150, seed=5)
    sample = resampled_sample(y_true, UNIT, error_costs(UNIT, y_true))
    model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    band = cost_band(kind(sample, SPEC), model)
    thresholds = model.table.thresholds
    threshold = thresholds[model.evaluation.envelope.classifier_at(PC_GRID[at])]
    costs = costs_by_brute_force(y_true, y_score, np.array([threshold]))
    expected = np.quantile(costs[:, at], [0.05, 0.95])
    np.testing.assert_allclose([band.lower[at], band.upper[at]], expected, atol=0.008)
    assert band.method == "fixed policy"
