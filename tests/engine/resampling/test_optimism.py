"""The out-of-bag optimum against replicates whose rows are written out, one after another."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from costcurve_gui.engine import (
    BootstrapSpec,
    OperatingCondition,
    OptimismEstimate,
    PayoffMatrix,
    RankedModel,
    Sample,
    error_costs,
    evaluate,
    optimism_estimate,
    payoff_means,
    plateau,
    rank_order,
    resampled_sample,
    threshold_table,
)
from costcurve_gui.engine.progress import Cancelled, Progress
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.examples import by_chance, replicates
from tests.helpers.oracles import noisy_sample
from tests.helpers.paired import by_amount
from tests.helpers.resampled import FIXED, ranked

PRIOR = 0.3
SPEC = BootstrapSpec(replicates=150, seed=3)
FEW = BootstrapSpec(replicates=50, seed=3)


def cell(payoff: PayoffMatrix, name: str, rows: np.ndarray) -> np.ndarray:
    value = getattr(payoff, name)
    return value[rows] if isinstance(value, np.ndarray) else np.full(rows.size, float(value))


def cost_of(
    at: np.ndarray,
    rows: np.ndarray,
    y: np.ndarray,
    s: np.ndarray,
    payoff: PayoffMatrix,
    scale: float,
) -> np.ndarray:
    """Expected cost of each threshold in `at` over some rows, in plain arithmetic."""
    found = []
    for threshold in at:
        acted, positive = s[rows] >= threshold, y[rows]
        missed = cell(payoff, "tp", rows) - cell(payoff, "fn", rows)
        alarm = cell(payoff, "tn", rows) - cell(payoff, "fp", rows)
        of_positives = scale * (missed * ~acted)[positive].mean()
        of_negatives = (alarm * acted)[~positive].mean()
        found.append(PRIOR * of_positives + (1 - PRIOR) * of_negatives)
    return np.array(found)


def naive(
    y: np.ndarray, s: np.ndarray, payoff: PayoffMatrix, sample: Sample, scale: float
) -> tuple[list[float], float, float, float]:
    """Chosen thresholds, apparent, corrected and out-of-bag cost."""
    at = np.append(np.inf, np.unique(s)[::-1])
    every = np.arange(y.size)
    on_sample = cost_of(at, every, y, s, payoff, scale)
    chosen, optimism, outside = [], [], []
    for of_positives, of_negatives in RowResampler(sample, FEW).times():
        for drawn in zip(of_positives, of_negatives, strict=True):
            times = np.empty(y.size, np.int64)
            times[y], times[~y] = drawn
            replicate = cost_of(at, np.repeat(every, times), y, s, payoff, scale)
            best = int(np.flatnonzero(replicate <= replicate.min() + 1e-11)[0])
            chosen.append(float(at[best]))
            optimism.append(on_sample[best] - replicate[best])
            left = every[times == 0]
            if 0 < y[left].sum() < left.size:
                outside.append(cost_of(at[[best]], left, y, s, payoff, scale)[0])
    corrected = float(on_sample.min() + np.mean(optimism))
    return chosen, float(on_sample.min()), corrected, float(np.mean(outside))


@pytest.mark.parametrize("kind", ["fixed", "varying", "grouped", "scaled"])
def test_that_each_replicate_chooses_and_is_judged_as_its_rows_say(kind: str) -> None:
    y, s = noisy_sample(90, seed=8)
    payoff = by_amount(90) if kind == "varying" else FIXED
    sample, model = ranked(y, s, payoff)
    if kind == "grouped":
        groups = np.random.default_rng(4).integers(0, 30, 90)
        sample = resampled_sample(y, payoff, error_costs(payoff, y), groups=groups)
    condition, scale = model.evaluation.condition(PRIOR), 2.5 if kind == "scaled" else 1.0
    condition = condition.with_fn_cost(scale * condition.means.fn_cost)
    found = optimism_estimate(RowResampler(sample, FEW), model, condition)
    chosen, apparent, corrected, outside = naive(y, s, payoff, sample, scale)
    np.testing.assert_array_equal(found.chosen, chosen)
    assert found.apparent_cost == pytest.approx(apparent, abs=1e-12)
    assert found.corrected_cost == pytest.approx(corrected, abs=1e-12)
    assert found.out_of_bag_cost == pytest.approx(outside, abs=1e-12)
    assert found.optimism > 0
    bounds = np.quantile(chosen, [0.05, 0.95], method="lower")
    assert found.low == bounds[0]
    assert found.high >= bounds[1]
    assert {found.low, found.high} <= {np.inf, *s.tolist()}


def test_that_profits_are_what_costs_leave_of_the_perfect_one() -> None:
    y, s = noisy_sample(200, seed=1)
    sample, model = ranked(y, s)
    condition = model.evaluation.condition(PRIOR)
    found = optimism_estimate(RowResampler(sample, SPEC), model, condition)
    perfect = PRIOR * FIXED.tp + (1 - PRIOR) * FIXED.tn
    assert found.perfect_profit == pytest.approx(perfect)
    assert found.corrected_profit == pytest.approx(perfect - found.corrected_cost)
    assert found.out_of_bag_profit == pytest.approx(perfect - found.out_of_bag_cost)
    assert found.out_of_bag_cost > found.corrected_cost > found.apparent_cost


@pytest.mark.parametrize("payoff", [FIXED, by_amount(400)], ids=["fixed", "varying"])
def test_that_counts_say_what_rows_say(payoff: PayoffMatrix) -> None:
    y, s = noisy_sample(400, seed=2)
    sample, model = ranked(y, s, payoff)
    condition, spec = model.evaluation.condition(PRIOR), BootstrapSpec(replicates(4000))
    rows = optimism_estimate(RowResampler(sample, spec), model, condition)
    counts = optimism_estimate(CountResampler(sample, spec), model, condition)
    assert counts.threshold == rows.threshold
    assert counts.apparent_cost == rows.apparent_cost
    assert counts.optimism == pytest.approx(rows.optimism, rel=by_chance(0.06))
    beyond = rows.out_of_bag_cost - rows.apparent_cost
    assert counts.out_of_bag_cost - counts.apparent_cost == pytest.approx(
        beyond, rel=by_chance(0.06)
    )
    shares = [np.quantile(found.chosen, [0.25, 0.5, 0.75]) for found in (rows, counts)]
    np.testing.assert_allclose(*shares, atol=by_chance(0.05))


def test_that_the_best_of_a_long_table_of_varying_costs_is_among_the_thresholds() -> None:
    rng = np.random.default_rng(7)
    y = rng.random(4000) < 0.4
    s = rng.normal(size=4000) + y
    sample, model = ranked(y, s, by_amount(4000))
    rates, spec = model.evaluation.rates, BootstrapSpec(replicates=1)
    for prior in (0.05, 0.2, 0.4, 0.6, 0.8):
        condition = model.evaluation.condition(prior)
        found = optimism_estimate(RowResampler(sample, spec), model, condition)
        every = condition.expected_cost(rates.fpr_at(slice(None)), rates.tpr_at(slice(None)))
        assert found.apparent_cost == pytest.approx(every.min(), abs=1e-12)


def test_that_the_correction_comes_near_the_cost_of_new_cases() -> None:
    rng = np.random.default_rng(11)
    condition = OperatingCondition(0.5, payoff_means(FIXED, np.array([True, False])))
    gaps = np.array([errors_against_truth(rng, condition) for _ in range(60)])
    apparent, corrected, outside = gaps.mean(axis=0)
    error = gaps.std(axis=0)[1] / len(gaps) ** 0.5
    assert apparent < -4 * error
    assert abs(corrected) < abs(apparent) / 2
    assert corrected < outside


def errors_against_truth(
    rng: np.random.Generator, condition: OperatingCondition
) -> tuple[float, float, float]:
    """How much the three costs lie above that of the chosen threshold on the population."""
    y = np.repeat([True, False], [40, 60])
    s = rng.normal(size=100) + 1.0 * y
    sample, model = ranked(y, s)
    found = optimism_estimate(RowResampler(sample, SPEC), model, condition)
    truth = condition.expected_cost(norm.sf(found.threshold), norm.sf(found.threshold - 1.0))
    costs = found.apparent_cost, found.corrected_cost, found.out_of_bag_cost
    return tuple(cost - truth for cost in costs)


def test_that_a_perfect_separation_is_not_taken_for_certain() -> None:
    y, s = np.arange(40) >= 28, np.arange(40.0)
    sample, model = ranked(y, s)
    found = optimism_estimate(RowResampler(sample, SPEC), model, model.evaluation.condition())
    assert found.apparent_cost == 0
    assert 0 < found.corrected_cost < found.out_of_bag_cost
    assert found.low < found.high


def test_that_equal_scores_leave_no_interval() -> None:
    y = np.arange(60) < 20
    sample, model = ranked(y, np.ones(60))
    condition = model.evaluation.condition(0.9)
    found = optimism_estimate(RowResampler(sample, SPEC), model, condition)
    assert (found.low, found.high) == (None, None)
    assert found.threshold == 1
    assert found.optimism == pytest.approx(0, abs=1e-12)
    rates = optimism_estimate(RowResampler(sample, SPEC), model, model.evaluation.condition(1e-6))
    assert rates.threshold == np.inf


@pytest.mark.parametrize("resampler", [RowResampler, CountResampler])
def test_that_one_positive_leaves_nothing_out_of_bag(resampler: type) -> None:
    y, s = noisy_sample(50, seed=3)
    y = np.arange(50) == 17
    sample, model = ranked(y, s)
    found = optimism_estimate(resampler(sample, SPEC), model, model.evaluation.condition(0.5))
    assert found.out_of_bag_cost is None
    assert found.out_of_bag_profit is None
    assert np.isfinite(found.corrected_cost)


def test_that_replicates_without_weight_in_a_class_do_not_count() -> None:
    y, s = noisy_sample(60, seed=3)
    weights = np.where(y & (np.cumsum(y) > 2), 0.0, 1.0)
    table, costs = threshold_table(y, s, sample_weight=weights), error_costs(FIXED, y, weights)
    order = rank_order(y, s, table=table)
    means = payoff_means(FIXED, y, weights)
    model = RankedModel(evaluate("m", table, order, costs, means), order)
    sample = resampled_sample(y, FIXED, costs, sample_weight=weights)
    found = optimism_estimate(RowResampler(sample, SPEC), model, model.evaluation.condition(0.5))
    assert 0 < found.chosen.size < SPEC.replicates
    assert np.isfinite(found.corrected_cost)


def test_that_no_replicate_of_groups_is_without_a_class() -> None:
    y = np.arange(300) % 60 == 0
    groups = np.where(np.arange(300) < 240, np.arange(300) // 3, 1000 + np.arange(300))
    sample = resampled_sample(y, FIXED, error_costs(FIXED, y), groups=groups)
    for positives, negatives in RowResampler(sample, BootstrapSpec(replicates=500)).times():
        assert positives.sum(axis=1).min() > 0
        assert negatives.sum(axis=1).min() > 0


def test_that_memory_is_bounded_without_changing_what_is_drawn(monkeypatch) -> None:
    y, s = noisy_sample(80, seed=5)
    sample, model = ranked(y, s)
    condition = model.evaluation.condition()
    whole = optimism_estimate(RowResampler(sample, SPEC), model, condition)
    monkeypatch.setattr("costcurve_gui.engine.resampling.row_resampling._AT_ONCE", 600)
    sizes = [len(positives) for positives, _ in RowResampler(sample, SPEC).times()]
    assert max(sizes) == 7
    assert sum(sizes) == SPEC.replicates
    parts = optimism_estimate(RowResampler(sample, SPEC), model, condition)
    assert parts.chosen.size == whole.chosen.size
    assert parts.optimism == pytest.approx(whole.optimism, rel=0.3)


def test_that_the_same_seed_gives_the_same_and_cancelling_ends_it() -> None:
    y, s = noisy_sample(80, seed=5)
    sample, model = ranked(y, s)
    condition = model.evaluation.condition()

    def again() -> OptimismEstimate:
        return optimism_estimate(RowResampler(sample, SPEC), model, condition)

    assert again().chosen.tobytes() == again().chosen.tobytes()
    assert again().spec == SPEC
    progress = Progress(lambda *_: progress.cancel())
    with pytest.raises(Cancelled):
        optimism_estimate(RowResampler(sample, SPEC), model, condition, progress=progress)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("share", [0.0, 0.01, 0.2])
def test_that_the_plateau_is_the_stretch_around_the_best(seed: int, share: float) -> None:
    y, s = noisy_sample(150, seed=seed)
    _, model = ranked(y, s, by_amount(150, seed))
    condition = model.evaluation.condition(PRIOR)
    found = plateau(model.evaluation, condition, share)
    rates = model.evaluation.rates
    profits = [condition.expected_profit(*rates_at(rates, row)) for row in range(len(rates))]
    best = int(np.argmax(profits))
    least = profits[best] - share * abs(profits[best])
    first = last = best
    while first and profits[first - 1] >= least:
        first -= 1
    while last + 1 < len(profits) and profits[last + 1] >= least:
        last += 1
    assert (found.first, found.last) == (first, last)
    thresholds = model.table.thresholds
    assert (found.high, found.low) == (thresholds[first], thresholds[last])


def rates_at(rates, row: int) -> tuple[float, float]:
    return float(rates.fpr_at(np.array([row]))[0]), float(rates.tpr_at(np.array([row]))[0])
