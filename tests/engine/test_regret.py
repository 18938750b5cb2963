"""Regret graphs, error rates and cost ratios against the least cost of all thresholds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.condition import probability_cost
from costcurve_gui.engine.cost.cost_curve import (
    CostCurve,
    cost_ratio_at,
    cost_ratio_curve,
    error_rate_curve,
    lower_envelope,
    regret_curve,
)
from costcurve_gui.engine.cost.difference import cost_difference, loss_difference
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.evaluation import evaluate_scores
from costcurve_gui.engine.roc.hull import convex_hull
from costcurve_gui.engine.selection.criteria import min_cost
from tests.helpers.oracles import counts_by_definition, noisy_sample, scored_labels

Sample = tuple[np.ndarray, np.ndarray]
PRIORS = np.linspace(0, 1, 201)
COST = st.floats(1e-3, 1e6)


def curve_of(table: ThresholdTable) -> CostCurve:
    return lower_envelope(convex_hull(table))


def least_cost(table: ThresholdTable, prior: np.ndarray, fn: float, fp: float) -> np.ndarray:
    """Drummond & Holte (2006), equation 4, at every threshold."""
    missed = np.outer(prior * fn, 1 - table.tpr)
    return (missed + np.outer((1 - prior) * fp, table.fpr)).min(axis=1)


@given(scored_labels(), COST, COST)
def test_that_the_regret_is_the_least_cost_in_money_at_each_prior(
    sample: Sample, fn_cost: float, fp_cost: float
) -> None:
    table = threshold_table(*sample)
    regret = regret_curve(curve_of(table), fn_cost, fp_cost)
    expected = least_cost(table, PRIORS, fn_cost, fp_cost)
    largest = max(fn_cost, fp_cost)
    np.testing.assert_allclose(regret.value_at(PRIORS), expected, atol=1e-9 * largest)
    assert (np.diff(regret.prior) >= 0).all()
    assert regret.prior[[0, -1]].tolist() == [0, 1]


def test_that_the_regret_is_the_expected_cost_of_the_cheapest_threshold() -> None:
    y_true, y_score = noisy_sample(300)
    amounts = np.random.default_rng(3).lognormal(3, 1, y_true.size)
    payoff = PayoffMatrix(tp=5.0, fp=-2.0, fn=-amounts, tn=1.0)
    model = evaluate_scores("m", y_true, y_score, payoff)
    regret = regret_curve(model.envelope, model.means.fn_cost, model.means.fp_cost)
    for prior in (0.01, 0.2, 0.9):
        policy = min_cost(model, model.condition(prior))
        assert regret.value_at(prior) == pytest.approx(policy.expected_cost, rel=1e-9)


@given(scored_labels())
def test_that_the_error_rate_at_the_test_prior_is_the_fewest_errors_counted(
    sample: Sample,
) -> None:
    y_true, y_score = sample
    counts = counts_by_definition(y_true.tolist(), y_score.tolist())
    errors = min(fp + y_true.sum() - tp for _, fp, tp in counts)
    hull = convex_hull(threshold_table(y_true, y_score))
    rate = error_rate_curve(hull).value_at(y_true.mean().item())
    assert rate == pytest.approx(errors / y_true.size, abs=1e-12)


def test_that_the_error_rate_over_the_prior_is_the_cost_curve_of_equal_costs() -> None:
    hull = convex_hull(threshold_table(*noisy_sample(300)))
    curve, rate = lower_envelope(hull), error_rate_curve(hull)
    np.testing.assert_allclose(rate.prior, curve.pc_plus, atol=1e-16)
    np.testing.assert_allclose(rate.cost, curve.cost, atol=1e-16)


def test_that_the_loss_difference_is_the_weighted_manhattan_distance() -> None:
    # Drummond & Holte (2006), equation 7, between the best points of both curves.
    tables = [threshold_table(*noisy_sample(200, seed=seed)) for seed in (1, 2)]
    curves = [curve_of(table) for table in tables]
    loss = loss_difference(cost_difference(*curves), fn_cost=7.0, fp_cost=3.0)
    for prior in (0.1, 0.35, 0.8):
        pc = probability_cost(prior, 7.0, 3.0)
        rows = [curve.classifier_at(pc) for curve in curves]
        (fpr_1, tpr_1), (fpr_2, tpr_2) = (
            (table.fpr[row], table.tpr[row]) for table, row in zip(tables, rows, strict=True)
        )
        expected = (tpr_2 - tpr_1) * prior * 7 + (fpr_1 - fpr_2) * (1 - prior) * 3
        assert loss.value_at(prior) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("costs", [(0.0, 1.0), (1.0, -2.0), (np.inf, 1.0), (1.0, np.nan)])
def test_that_costs_that_are_none_are_refused(costs: tuple[float, float]) -> None:
    curve = curve_of(threshold_table(*noisy_sample(20)))
    with pytest.raises(ConstraintError, match="above 0 and finite"):
        regret_curve(curve, *costs)


@given(st.floats(0.001, 0.999), st.floats(1e-6, 1e6))
def test_that_a_cost_ratio_leads_back_to_its_probability_cost(prior: float, ratio: float) -> None:
    pc = np.array([probability_cost(prior, ratio, 1.0)])
    assert cost_ratio_at(pc, prior) == pytest.approx(ratio, rel=1e-6)


@pytest.mark.parametrize("prior", [0.03, 0.5, 0.9])
def test_that_the_curve_over_cost_ratios_is_the_least_normalized_cost(prior: float) -> None:
    table = threshold_table(*noisy_sample(300))
    found = cost_ratio_curve(curve_of(table), prior, lowest=0.01, highest=500)
    assert found.cost_ratio[[0, -1]] == pytest.approx([0.01, 500])
    assert (np.diff(found.cost_ratio) > 0).all()
    for ratio, cost in zip(found.cost_ratio, found.cost, strict=True):
        (least,) = least_cost(table, np.array([prior]), ratio, 1.0)
        assert cost == pytest.approx(least / (prior * ratio + 1 - prior), abs=1e-12)


def test_that_no_vertex_within_the_range_is_left_out() -> None:
    curve = curve_of(threshold_table(*noisy_sample(300)))
    found = cost_ratio_curve(curve, 0.3, lowest=0.5, highest=20)
    vertices = cost_ratio_at(curve.pc_plus, 0.3)
    inside = vertices[(vertices > 0.5) & (vertices < 20)]
    assert inside.size > 2
    assert np.isin(inside, found.cost_ratio).all()


@pytest.mark.parametrize("prior", [0.0, 1.0, np.nan])
def test_that_a_prior_without_one_of_the_classes_has_no_cost_ratio(prior: float) -> None:
    with pytest.raises(ConstraintError, match="prior above 0 and below 1"):
        cost_ratio_at(np.array([0.5]), prior)


@pytest.mark.parametrize("ends", [(0.0, 1.0), (2.0, 1.0), (1.0, np.inf)])
def test_that_a_range_of_ratios_ascends_above_0(ends: tuple[float, float]) -> None:
    curve = curve_of(threshold_table(*noisy_sample(20)))
    with pytest.raises(ConstraintError, match="ascends above 0"):
        cost_ratio_curve(curve, 0.5, *ends)
