"""Bands of cost curves against resampling of rows that computes everything again."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.engine import (
    PC_GRID,
    BootstrapSpec,
    Cancelled,
    PayoffMatrix,
    Progress,
    RankedModel,
    Sample,
    classifier_band,
    cost_band,
    error_costs,
    evaluate_scores,
    policy_band,
    rank_order,
    resampled_sample,
)
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.resampling.band import policy_rows
from costcurve_gui.engine.resampling.cost_bands import CORRECTED, FIXED_POLICY, RE_OPTIMISED
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.examples import by_chance, replicates
from tests.helpers.oracles import noisy_sample

UNIT = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
SPEC = BootstrapSpec(replicates(4000))
SAMPLE = noisy_sample(150, seed=5)


def unit_sample(y_true: np.ndarray, spec: BootstrapSpec = SPEC) -> tuple[Sample, BootstrapSpec]:
    return resampled_sample(y_true, UNIT, error_costs(UNIT, y_true)), spec


def ranked(y_true: np.ndarray, y_score: np.ndarray) -> RankedModel:
    return RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))


def costs_of(thresholds: np.ndarray, positives: np.ndarray, negatives: np.ndarray) -> np.ndarray:
    """Cost of each threshold (columns) at each PC(+) (rows)."""
    tpr, fpr = ((s[:, None] >= thresholds).mean(axis=0) for s in (positives, negatives))
    return (1 - tpr) * PC_GRID[:, None] + fpr * (1 - PC_GRID[:, None])


@cache
def chosen_again() -> tuple[np.ndarray, np.ndarray]:
    """Ends of the least costs of rows drawn again, and of those costs corrected for optimism."""
    y_true, y_score = SAMPLE
    every = np.append(np.inf, np.unique(y_score)[::-1])
    rng = np.random.default_rng(99)
    estimate, least, optimism = costs_of(every, y_score[y_true], y_score[~y_true]), [], []
    for _ in range(replicates(1000)):
        drawn = [rng.choice(scores, scores.size) for scores in (y_score[y_true], y_score[~y_true])]
        costs = costs_of(every, *drawn)
        chosen = costs.argmin(axis=1)
        least.append(costs.min(axis=1))
        optimism.append((estimate - costs)[np.arange(101), chosen])
    shifted = (estimate.min(axis=1) + np.array(optimism)).clip(0.0)
    best, corrected = (np.quantile(drawn, [0.05, 0.95], axis=0) for drawn in (least, shifted))
    return best, corrected


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_replicates_choose_their_own_thresholds(kind) -> None:
    y_true, y_score = SAMPLE
    model = ranked(y_true, y_score)
    best, corrected = (
        cost_band(kind(*unit_sample(y_true)), model, policy=policy)
        for policy in (RE_OPTIMISED, CORRECTED)
    )
    seen = slice(25, 75)
    for band, expected in zip((best, corrected), chosen_again(), strict=True):
        found = np.array([band.lower, band.upper])
        np.testing.assert_allclose(found[:, seen], expected[:, seen], atol=by_chance(0.012))
    assert best.method == "re-optimised, Wilson where an error was never seen"
    assert corrected.method == "corrected for optimism, Wilson where an error was never seen"


def test_that_an_unknown_policy_is_refused() -> None:
    y_true, y_score = noisy_sample(20)
    with pytest.raises(ConstraintError, match="fixed policy, re-optimised, corrected"):
        cost_band(RowResampler(*unit_sample(y_true)), ranked(y_true, y_score), policy="any")


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
def test_that_deciding_without_looking_costs_what_is_estimated(kind) -> None:
    rng = np.random.default_rng(6)
    y_true, amount = rng.random(150) < 0.3, rng.lognormal(3, 1, 150)
    payoff = PayoffMatrix(tp=0.0, fp=-0.1 * amount, fn=-amount, tn=0.0)
    costs = error_costs(payoff, y_true)
    y_score = (rng.integers(0, 6, 150) + y_true).clip(1, 5)
    order = rank_order(y_true, y_score)
    model = RankedModel(evaluate_scores("a", y_true, y_score, payoff), order)
    band = cost_band(kind(resampled_sample(y_true, payoff, costs), SPEC), model)
    certain = band.lower == band.upper
    assert certain.sum() > 5
    np.testing.assert_array_equal(band.estimate[certain], band.lower[certain])


@pytest.mark.parametrize("kind", [RowResampler, CountResampler])
@pytest.mark.parametrize("at", [30, 50, 65])
def test_that_a_fixed_policy_keeps_the_threshold_of_the_whole_sample(kind, at: int) -> None:
    y_true, y_score = noisy_sample(150, seed=5)
    model = ranked(y_true, y_score)
    band = cost_band(kind(*unit_sample(y_true)), model)
    threshold = model.table.thresholds[model.evaluation.envelope.classifier_at(PC_GRID[at])]

    def cost(misses: np.ndarray, alarms: np.ndarray, axis: int = -1) -> np.ndarray:
        return PC_GRID[at] * misses.mean(axis=axis) + (1 - PC_GRID[at]) * alarms.mean(axis=axis)

    called = y_score >= threshold
    expected = stats.bootstrap(
        (~called[y_true], called[~y_true]),
        cost,
        n_resamples=replicates(4000),
        confidence_level=0.9,
        method="percentile",
        rng=np.random.default_rng(8),
    ).confidence_interval
    np.testing.assert_allclose([band.lower[at], band.upper[at]], expected, atol=by_chance(0.008))
    assert band.method.startswith("fixed policy")


@pytest.mark.parametrize("policy", [FIXED_POLICY, RE_OPTIMISED, CORRECTED])
def test_that_perfect_separation_is_not_taken_for_certain(policy: str) -> None:
    y_true = np.arange(60) < 20
    band = cost_band(
        RowResampler(*unit_sample(y_true, BootstrapSpec(200))),
        ranked(y_true, y_true.astype(float)),
        policy=policy,
    )
    high = 1.6448536**2 / (40 + 1.6448536**2)  # Wilson's upper bound of 0 of 40
    assert band.upper[0] == pytest.approx(high)
    assert band.upper.min() > 0
    assert not band.lower.any()
    assert "Wilson" in band.method


def test_that_a_constant_score_has_the_certain_costs_of_the_trivial_classifiers() -> None:
    y_true = np.arange(60) < 20
    band = cost_band(RowResampler(*unit_sample(y_true)), ranked(y_true, np.zeros(60)))
    for edge in (band.lower, band.estimate, band.upper):
        np.testing.assert_allclose(edge, np.minimum(PC_GRID, 1 - PC_GRID))
    assert band.method == "fixed policy"


def test_that_a_cancelled_band_stops_between_batches() -> None:
    y_true, y_score = noisy_sample(150)
    seen: list[int] = []
    progress = Progress(lambda done, _total, _text: seen.append(done) or progress.cancel())
    with pytest.raises(Cancelled):
        cost_band(RowResampler(*unit_sample(y_true)), ranked(y_true, y_score), progress=progress)
    assert seen == [0]


def test_that_unlike_costs_and_groups_leave_fewer_independent_errors() -> None:
    y_true = np.arange(60) < 20
    model = ranked(y_true, y_true.astype(float))
    widths = []
    for amount, groups in (
        (np.ones(60), None),
        (np.where(np.arange(60) % 10 == 0, 30.0, 1.0), None),
        (np.ones(60), np.arange(60) // 4),
    ):
        payoff = PayoffMatrix(tp=0.0, fp=-amount, fn=-amount, tn=0.0)
        sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true), groups=groups)
        widths.append(cost_band(RowResampler(sample, BootstrapSpec(100)), model).upper[50])
    assert widths[0] < widths[1]
    assert widths[0] < widths[2]


def test_that_a_given_policy_of_one_threshold_has_the_interval_of_two_binomials() -> None:
    y_true, y_score = noisy_sample(400, seed=5)
    model = ranked(y_true, y_score)
    row = len(model.table) // 3
    exact = classifier_band(model.evaluation, row, SPEC)
    for kind in (RowResampler, CountResampler):
        band = policy_band(kind(*unit_sample(y_true)), model, np.full(101, row))
        for end in ("lower", "estimate", "upper"):
            found, expected = getattr(band, end), getattr(exact, end)
            np.testing.assert_allclose(found, expected, atol=by_chance(0.004))
        assert band.method == "given policy"


def test_that_the_policy_of_the_sample_has_the_same_band_if_it_is_given() -> None:
    y_true, y_score = noisy_sample(150, seed=5)
    model, drawn = ranked(y_true, y_score), RowResampler(*unit_sample(y_true))
    given, fixed = policy_band(drawn, model, policy_rows(model.evaluation)), cost_band(drawn, model)
    for end in ("lower", "estimate", "upper"):
        np.testing.assert_allclose(getattr(given, end), getattr(fixed, end), atol=1e-12)


@pytest.mark.parametrize("grouped", [False, True])
def test_that_unlike_costs_and_groups_widen_a_given_policy_as_students_t(grouped: bool) -> None:
    rng = np.random.default_rng(7)
    y_true, y_score = np.arange(160) < 20, rng.normal(size=160) + (np.arange(160) < 20)
    amount = np.ones(160) if grouped else rng.lognormal(0, 1, 160)
    payoff = PayoffMatrix(tp=0.0, fp=-amount, fn=-amount, tn=0.0)
    model = RankedModel(evaluate_scores("a", y_true, y_score, payoff), rank_order(y_true, y_score))
    groups = np.arange(160) % 8 if grouped else None
    costs = error_costs(payoff, y_true)
    sample = resampled_sample(y_true, payoff, costs, groups=groups)
    row = len(model.table) // 3
    band = policy_band(RowResampler(sample, SPEC), model, np.full(101, row))
    called = y_score >= model.table.thresholds[row]

    def moments(of: np.ndarray, wrong: np.ndarray) -> tuple[float, float, float]:
        share = amount[of & wrong].sum() / amount[of].sum()
        cases, known = (amount[of] ** power for power in (1, 2))
        sizes = [8 if grouped else one.sum() ** 2 / (one**2).sum() for one in (cases, known)]
        return share, share * (1 - share) / sizes[0], sizes[1] - 1

    (_, miss, misses), (_, alarm, alarms) = moments(y_true, ~called), moments(~y_true, called)
    freedom = (miss + alarm) ** 2 / (miss**2 / misses + alarm**2 / alarms)
    wider = stats.t(freedom).ppf(0.95) / stats.norm.ppf(0.95)
    sums = (
        np.array([amount[of & wrong].sum() / amount[of].sum()])
        for of, wrong in ((y_true, ~called), (~y_true, called))
    )
    assert band.estimate[50] == pytest.approx(sum(one[0] for one in sums) / 2)
    drawn = RowResampler(sample, SPEC).rates(model, np.array([row]))
    replicated = np.concatenate([one.normalized_expected_cost(0.5)[:, 0] for one in drawn])
    ends = np.quantile(replicated, [0.05, 0.95])
    expected = band.estimate[50] + (ends - band.estimate[50]) * wider
    np.testing.assert_allclose([band.lower[50], band.upper[50]], expected, rtol=0.02)
    assert wider > 1.03
