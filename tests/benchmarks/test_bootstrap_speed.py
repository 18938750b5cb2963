"""Ratios of 2,000 bootstrap replicates to a sort of the scores and to scipy's bootstrap.

The full size (a million rows) is run by ``COSTCURVE_BENCH=full pytest tests/benchmarks -s``.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.engine import (
    PC_GRID,
    BestThreshold,
    BootstrapSpec,
    Bound,
    BoundKind,
    ChosenPolicy,
    Objective,
    PayoffMatrix,
    RankedModel,
    Resampler,
    constrained_single,
    cost_band,
    error_costs,
    evaluate_scores,
    manual,
    min_cost,
    new_cases_curve,
    new_cases_estimate,
    new_cases_estimates,
    policy_intervals,
    rank_order,
    resampled_sample,
    resampler,
)
from costcurve_gui.engine.resampling.band import policy_rows
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from tests.helpers.oracles import noisy_sample
from tests.helpers.stopwatch import FULL, REPLICATES, fastest, within_goal

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

ROWS = 1_000_000 if FULL else 20_000
SPEC = BootstrapSpec(replicates=REPLICATES)
SCIPY_REPLICATES = 20 if FULL else 3

Drawn = tuple[np.ndarray, np.ndarray, Resampler, RankedModel]


def drawn(rows: int) -> Drawn:
    y_true, y_score = noisy_sample(rows)
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    return y_true, y_score, CountResampler(sample, SPEC), ranked(y_true, y_score)


def ranked(y_true: np.ndarray, y_score: np.ndarray) -> RankedModel:
    return RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))


@pytest.fixture(scope="module")
def large() -> Drawn:
    return drawn(ROWS)


def test_that_a_band_costs_a_few_sorts(benchmark: BenchmarkFixture, large: Drawn) -> None:
    _, y_score, resampler, model = large
    band, sort = fastest(lambda: cost_band(resampler, model), lambda: np.sort(y_score))
    benchmark.pedantic(cost_band, (resampler, model), rounds=1)
    assert within_goal(benchmark, band / sort, 10, "2,000 replicates of a band / np.sort")


def test_that_a_band_is_hundreds_of_times_quicker_than_scipy(
    benchmark: BenchmarkFixture, large: Drawn
) -> None:
    y_true, y_score, resampler, model = large
    thresholds = model.table.thresholds[policy_rows(model.evaluation)]
    ours = min(fastest(lambda: cost_band(resampler, model)))
    benchmark.pedantic(cost_band, (resampler, model), rounds=1)
    # However often scipy's statistic is asked for, the same work is done a replicate.
    start = time.perf_counter()
    scipy_band(y_score[y_true], y_score[~y_true], thresholds)
    theirs = (time.perf_counter() - start) * SPEC.replicates / SCIPY_REPLICATES
    assert within_goal(benchmark, 500 * ours / theirs, 1, "500 x band / scipy.stats.bootstrap")


def scipy_band(positives: np.ndarray, negatives: np.ndarray, thresholds: np.ndarray) -> object:
    def rates(scores: np.ndarray) -> np.ndarray:
        return 1 - np.searchsorted(np.sort(scores), thresholds) / scores.size

    def cost(positives: np.ndarray, negatives: np.ndarray) -> np.ndarray:
        return (1 - rates(positives)) * PC_GRID + rates(negatives) * (1 - PC_GRID)

    return stats.bootstrap(
        (positives, negatives),
        cost,
        n_resamples=SCIPY_REPLICATES,
        confidence_level=SPEC.level,
        vectorized=False,
        method="percentile",
        batch=1,
    )


def test_that_a_pair_costs_tens_of_sorts(benchmark: BenchmarkFixture, large: Drawn) -> None:
    y_true, y_score, resampler, model = large
    noise = np.random.default_rng(3).normal(0.0, 0.5, y_score.size)
    models = [model, ranked(y_true, y_score + noise)]
    rows = [policy_rows(each.evaluation) for each in models]

    def pair() -> np.ndarray:
        return collected(
            resampler.joint_rates(models, rows),
            lambda pair: np.subtract(*(one.normalized_expected_cost(PC_GRID) for one in pair)),
            SPEC,
        )

    ours, sort = fastest(pair, lambda: np.sort(y_score))
    benchmark.pedantic(pair, rounds=1)
    assert within_goal(benchmark, ours / sort, 50, "2,000 replicates of a pair / np.sort")


def test_that_more_rows_take_no_more_time(benchmark: BenchmarkFixture, large: Drawn) -> None:
    _, _, resampler, model = large
    _, _, smaller, fewer = drawn(ROWS // 10)
    many, few = fastest(lambda: cost_band(resampler, model), lambda: cost_band(smaller, fewer))
    benchmark.pedantic(cost_band, (resampler, model), rounds=1)
    assert within_goal(benchmark, many / few, 2, "band of ten times as many rows")


@pytest.mark.parametrize("varying", [False, True])
def test_that_an_estimate_for_new_cases_costs_a_few_sorts(
    benchmark: BenchmarkFixture, varying: bool
) -> None:
    y_true, y_score = noisy_sample(ROWS)
    amount = np.random.default_rng(2).lognormal(size=ROWS) if varying else 1.0
    payoff = PayoffMatrix(tp=0.0, fp=-amount, fn=-5 * amount, tn=0.0)
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    model = RankedModel(evaluate_scores("a", y_true, y_score, payoff), rank_order(y_true, y_score))
    drawing, condition = resampler(sample, BootstrapSpec(400)), model.evaluation.condition(0.1)
    given = manual(model.evaluation, condition, min_cost(model.evaluation, condition).threshold)
    for what, estimate in (
        ("new cases under a policy", partial(new_cases_estimate, drawing, model, condition)),
        ("new cases under a cost curve", partial(new_cases_curve, drawing, model)),
        (
            "a policy that was given, with its cautions",
            partial(policy_intervals, resampler(sample, SPEC), model, given, condition),
        ),
    ):
        ours, sort = fastest(estimate, lambda: np.sort(y_score))
        assert within_goal(benchmark, ours / sort, 10, f"{what} / np.sort")
    benchmark.pedantic(estimate, rounds=1)


def test_that_ten_criteria_cost_new_cases_less_than_four_by_themselves(
    benchmark: BenchmarkFixture,
) -> None:
    y_true, y_score = noisy_sample(500)
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-5.0, tn=0.0)
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    model = ranked(y_true, y_score)
    drawing, condition = resampler(sample, BootstrapSpec(400)), model.evaluation.condition(0.1)
    rules = [
        BestThreshold(objective, (Bound(BoundKind.FPR, limit),))
        for objective in (Objective.PROFIT, Objective.TPR)
        for limit in (0.1, 0.15, 0.2, 0.25, 0.3)
    ]
    policy = constrained_single(model.evaluation, condition, [Bound(BoundKind.FPR, 0.2)])
    chosen = [ChosenPolicy(policy, rule) for rule in rules]
    together, alone = fastest(
        lambda: new_cases_estimates(drawing, model, condition, chosen),
        lambda: new_cases_estimate(drawing, model, condition, choose=chosen[0]),
    )
    benchmark.pedantic(new_cases_estimates, (drawing, model, condition, chosen), rounds=1)
    assert within_goal(benchmark, together / alone, 4, "ten criteria / one")
