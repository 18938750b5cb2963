"""One model under one payoff matrix, and degenerate models."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs, payoff_means
from costcurve_gui.engine.counts.cost_table import rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.errors import EngineError, ZeroErrorCostError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate, evaluate_scores
from costcurve_gui.engine.progress import Cancelled, Progress
from costcurve_gui.engine.selection import criteria

LABELS = np.array([True, False, True, False, True, False, False])
SCORES = np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3])
LOSS = np.array([5.0, 0.0, 20.0, 0.0, 1.0, 0.0, 0.0])
VARYING = PayoffMatrix(tp=0.0, fp=-2.0, fn=-LOSS, tn=0.0)


def evaluated(payoff: PayoffMatrix, progress: Progress | None = None) -> ModelEvaluation:
    table = threshold_table(LABELS, SCORES)
    order = rank_order(LABELS, SCORES, table=table)
    costs, means = error_costs(payoff, LABELS), payoff_means(payoff, LABELS)
    if progress is None:
        return evaluate("m", table, order, costs, means)
    return evaluate("m", table, order, costs, means, progress=progress)


def test_that_the_short_way_gives_what_the_long_way_gives() -> None:
    long, short = evaluated(VARYING), evaluate_scores("m", LABELS, SCORES, VARYING)
    assert (long.auc, long.auciv, long.means) == (short.auc, short.auciv, short.means)
    np.testing.assert_array_equal(long.envelope.cost, short.envelope.cost)
    assert long.condition().prior == 3 / 7


def test_that_costs_that_vary_need_the_order() -> None:
    table, costs = threshold_table(LABELS, SCORES), error_costs(VARYING, LABELS)
    with pytest.raises(EngineError, match="order"):
        evaluate("m", table, None, costs, payoff_means(VARYING, LABELS))


def test_that_equal_costs_need_no_order() -> None:
    equal = PayoffMatrix(tp=0.0, fp=-2.0, fn=-1.0, tn=0.0)
    table, costs = threshold_table(LABELS, SCORES), error_costs(equal, LABELS)
    assert evaluate("m", table, None, costs, payoff_means(equal, LABELS)).rates is table


def test_that_a_missing_score_leaves_its_row_out_of_counts_and_means() -> None:
    scores = np.where(LOSS == 20, np.nan, SCORES)
    kept = ~np.isnan(scores)
    model = evaluate_scores("m", LABELS, scores, VARYING)
    without = PayoffMatrix(tp=0.0, fp=-2.0, fn=-LOSS[kept], tn=0.0)
    expected = evaluate_scores("m", LABELS[kept], SCORES[kept], without)
    assert model.means == expected.means
    assert (model.auc, model.auciv) == (expected.auc, expected.auciv)
    np.testing.assert_array_equal(model.envelope.cost, expected.envelope.cost)


def test_that_weights_do_what_repeated_rows_do() -> None:
    weight = np.array([1, 2, 3, 1, 2, 1, 4])
    again = np.repeat(np.arange(7), weight)
    repeated = PayoffMatrix(tp=0.0, fp=-2.0, fn=-LOSS[again], tn=0.0)
    model = evaluate_scores("m", LABELS, SCORES, VARYING, sample_weight=weight)
    expected = evaluate_scores("m", LABELS[again], SCORES[again], repeated)
    assert model.means == expected.means
    assert (model.auc, model.auciv) == pytest.approx((expected.auc, expected.auciv))
    grid = np.linspace(0, 1, 101)
    np.testing.assert_allclose(model.envelope.value_at(grid), expected.envelope.value_at(grid))


def test_that_a_scored_part_whose_errors_cost_nothing_is_refused() -> None:
    scores = np.where(LOSS > 1, np.nan, SCORES)
    free = PayoffMatrix(tp=0.0, fp=-2.0, fn=np.where(LOSS > 1, -LOSS, 0.0), tn=0.0)
    with pytest.raises(ZeroErrorCostError):
        evaluate_scores("m", LABELS, scores, free)


def test_that_progress_is_reported_and_can_stop_it() -> None:
    seen: list[tuple[int, int, str]] = []
    evaluated(VARYING, Progress(lambda *step: seen.append(step)))
    assert seen == [(0, 3, "m"), (1, 3, "m"), (2, 3, "m")]
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        evaluated(VARYING, progress)


def test_that_rows_that_cost_nothing_at_either_end_leave_a_sound_curve() -> None:
    # The first and the last rows of the order move no cost at all.
    free_ends = np.array([0.0, 0.0, 20.0, 0.0, 1.0, 0.0, 0.0])
    alarm = np.array([0.0, 0.0, 0.0, 3.0, 0.0, 2.0, 0.0])
    model = evaluate_scores("m", LABELS, SCORES, PayoffMatrix(0.0, -alarm, -free_ends, 0.0))
    curve = model.envelope
    assert (np.diff(curve.pc_plus) > 0).all()
    assert curve.pc_plus[[0, -1]].tolist() == [0.0, 1.0]
    grid = np.linspace(0, 1, 101)
    lines = (1 - model.rates.tpr)[:, None] * grid + model.rates.fpr[:, None] * (1 - grid)
    np.testing.assert_allclose(curve.value_at(grid), lines.min(axis=0), atol=1e-15)


def test_that_a_constant_score_is_no_better_than_the_trivial_classifiers() -> None:
    model = evaluate_scores("m", LABELS, np.full(7, 0.5), VARYING)
    assert (model.auc, model.auciv, model.envelope.operating_range) == (0.5, 0.5, None)
    assert criteria.min_cost(model, model.condition(0.01)).threshold == np.inf
    assert criteria.min_cost(model, model.condition(0.99)).threshold == 0.5


def test_that_a_perfect_model_costs_nothing_anywhere() -> None:
    model = evaluate_scores("m", LABELS, LABELS.astype(float), VARYING)
    for prior in (1e-6, 0.5, 1 - 1e-6):
        policy = criteria.min_cost(model, model.condition(prior))
        assert (policy.threshold, policy.expected_cost) == (1.0, 0.0)
    assert model.envelope.area == 0


def test_that_a_reversed_model_keeps_its_area_and_treats_none_or_all() -> None:
    model = evaluate_scores("m", LABELS, -LABELS.astype(float), VARYING)
    assert model.auc == 0.0
    for prior in (0.001, 0.3, 0.999):
        policy = criteria.min_cost(model, model.condition(prior))
        assert (policy.fpr, policy.tpr) in {(0.0, 0.0), (1.0, 1.0)}


@pytest.mark.parametrize("prior", [1e-6, 1 - 1e-6])
@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_that_extreme_conditions_stay_finite(prior: float, scale: float) -> None:
    payoff = PayoffMatrix(tp=0.0, fp=-2.0 * scale, fn=-(LOSS + 1) * scale, tn=0.0)
    model = evaluate_scores("m", LABELS, SCORES, payoff)
    condition = model.condition(prior)
    policy = criteria.min_cost(model, condition)
    costs = [
        condition.expected_cost(fpr, tpr)
        for fpr, tpr in zip(model.rates.fpr, model.rates.tpr, strict=True)
    ]
    assert policy.expected_cost == pytest.approx(min(costs), rel=1e-9, abs=0)
    assert np.isfinite(condition.slope)


def test_that_another_payoff_takes_over_what_it_does_not_change() -> None:
    before = evaluated(VARYING)
    costlier = PayoffMatrix(tp=0.0, fp=-9.0, fn=-(LOSS**2), tn=0.0)
    costs, means = error_costs(costlier, LABELS), payoff_means(costlier, LABELS)
    order = rank_order(LABELS, SCORES)
    after = evaluate("m", before.table, order, costs, means, previous=before)
    fresh = evaluate("m", before.table, order, costs, means)
    assert after.roc_hull is before.roc_hull
    assert (after.auc, after.auciv) == (fresh.auc, fresh.auciv)
    np.testing.assert_array_equal(after.envelope.cost, fresh.envelope.cost)
    other = threshold_table(LABELS, -SCORES)
    reversed_order = rank_order(LABELS, -SCORES)
    assert evaluate("m", other, reversed_order, costs, means, previous=before).auc == 1 - before.auc
