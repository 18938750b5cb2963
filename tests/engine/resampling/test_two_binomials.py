"""The exact cost of a fixed classifier against all pairs of error counts, and the bootstrap."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from costcurve_gui.engine import (
    PC_GRID,
    BootstrapSpec,
    ConfusionMatrix,
    PayoffMatrix,
    RankedModel,
    classifier_band,
    error_costs,
    evaluate_scores,
    evaluate_table,
    exact_cost_interval,
    family_band,
    family_table,
    rank_order,
    resampled_sample,
)
from costcurve_gui.engine.errors import ConstraintError, EngineError
from costcurve_gui.engine.resampling.bootstrap import collected, percentile_interval
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from costcurve_gui.engine.resampling.two_binomials import CostDistribution
from tests.helpers.examples import by_chance, replicates
from tests.helpers.oracles import noisy_sample

ERRORS = st.integers(1, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
SHARES = st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]) | st.floats(0, 1)


def interval_by_convolution(fn: int, p: int, fp: int, n: int, pc: float) -> np.ndarray:
    misses, alarms = np.arange(p + 1), np.arange(n + 1)
    costs = (pc * misses[:, None] / p + (1 - pc) * alarms / n).ravel()
    chances = np.outer(binom.pmf(misses, p, fn / p), binom.pmf(alarms, n, fp / n)).ravel()
    order = np.argsort(costs)
    reached = np.cumsum(chances[order])
    return costs[order][np.searchsorted(reached, np.array([0.05, 0.95]) - 1e-12)]


@given(ERRORS, ERRORS, SHARES)
def test_that_it_has_the_quantiles_of_all_pairs_of_counts(
    missed: tuple[int, int], alarms: tuple[int, int], pc: float
) -> None:
    expected = interval_by_convolution(*missed, *alarms, pc)
    np.testing.assert_allclose(exact_cost_interval(*missed, *alarms, pc), expected, atol=1e-7)


@pytest.mark.parametrize(
    ("errors", "cases"), [(1, 1), (0, 9), (1, 3), (3, 40), (500, 1000), (199_000, 200_000)]
)
def test_that_chances_of_errors_are_those_of_scipy(errors: int, cases: int) -> None:
    missed = CostDistribution.of(errors, cases, 0, 1).missed
    counts = missed.first + np.arange(missed.shares.size)
    expected = binom(cases, errors / cases)
    np.testing.assert_allclose(missed.shares, expected.pmf(counts), atol=1e-11)
    np.testing.assert_allclose(missed.cumulated, expected.cdf(counts), atol=1e-11)
    assert missed.shares.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("pc", [0.0, 0.13, 0.5, 0.87, 1.0])
def test_that_its_ends_are_costs_that_counts_add_up_to(pc: float) -> None:
    costs = pc * np.arange(21)[:, None] / 20 + (1 - pc) * np.arange(31) / 30
    for end in exact_cost_interval(fn=4, positives=20, fp=7, negatives=30, pc_plus=pc):
        assert np.abs(costs - end).min() < 1e-15


def test_that_the_cost_of_deciding_without_looking_is_certain() -> None:
    table = family_table([ConfusionMatrix("1", tp=20, fn=10, fp=15, tn=30)])
    band = family_band(evaluate_table("one", table), BootstrapSpec())
    certain = np.append(np.arange(33), np.arange(67, 101))  # range: 1/3 to 2/3
    np.testing.assert_array_equal(band.lower[certain], band.estimate[certain])
    np.testing.assert_array_equal(band.upper[certain], band.estimate[certain])


def test_that_a_bootstrap_of_a_fixed_rule_comes_to_it() -> None:
    y_true, y_score = noisy_sample(600, seed=3)
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    spec = BootstrapSpec(replicates(6000))
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    row = int(model.table.rows_at_thresholds(np.array([0.8]))[0])
    rows = np.full(PC_GRID.size, row)
    exact = classifier_band(model.evaluation, row, spec)
    assert exact.method == "two binomials, observed rates"
    for kind in (RowResampler, CountResampler):
        costs = collected(
            kind(sample, spec).rates(model, rows),
            lambda rates: rates.normalized_expected_cost(PC_GRID),
            spec,
        )
        found = percentile_interval(costs, 0.9)
        np.testing.assert_allclose(found, [exact.lower, exact.upper], atol=by_chance(0.004))


def test_that_each_classifier_of_a_family_counts_its_own_cases() -> None:
    small = ConfusionMatrix("small", tp=5, fn=5, fp=1, tn=9)
    large = ConfusionMatrix("large", tp=240, fn=60, fp=150, tn=150)
    worse = ConfusionMatrix("worse", tp=4, fn=6, fp=2, tn=8)
    evaluation = evaluate_table("family", family_table([large, worse, small]))
    band = family_band(evaluation, BootstrapSpec())
    for at, counts in ((40, (5, 10, 1, 10)), (60, (60, 300, 150, 300))):
        expected = interval_by_convolution(*counts, PC_GRID[at])
        np.testing.assert_allclose([band.lower[at], band.upper[at]], expected, atol=1e-7)


def test_that_a_classifier_without_an_error_is_not_certain() -> None:
    table = family_table([ConfusionMatrix("lucky", tp=10, fn=0, fp=0, tn=20)])
    band = family_band(evaluate_table("lucky", table), BootstrapSpec())
    assert band.method == "two binomials, observed rates, Wilson where an error was never seen"
    assert band.upper.min() > 0.05


def test_that_weights_make_no_binomials() -> None:
    y_true, y_score = noisy_sample(20)
    model = evaluate_scores("a", y_true, y_score, sample_weight=np.full(20, 0.5))
    with pytest.raises(EngineError, match="binomial"):
        family_band(model, BootstrapSpec())


@pytest.mark.parametrize("counts", [(5, 4, 1, 2), (-1, 4, 1, 2), (0, 0, 1, 2)])
def test_that_impossible_counts_are_named(counts: tuple[int, int, int, int]) -> None:
    with pytest.raises(ConstraintError, match="There cannot be"):
        exact_cost_interval(*counts, 0.5)
