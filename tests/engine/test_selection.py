"""Criteria against a linear programme and against every threshold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from costcurve_gui.engine.cost.condition import OperatingCondition
from costcurve_gui.engine.cost.payoff import PayoffMatrix, PayoffMeans
from costcurve_gui.engine.curves.profit import profit_curve
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate_scores
from costcurve_gui.engine.selection import criteria

CASES = st.lists(
    st.tuples(st.booleans(), st.integers(0, 8), st.integers(1, 500), st.integers(1, 50)),
    min_size=2,
    max_size=40,
).filter(lambda rows: len({row[0] for row in rows}) == 2)
PRIOR = st.floats(0.001, 0.999)


class Sample:
    """Labels, scores and a payoff matrix with a cost of its own for every row."""

    def __init__(self, rows: list[tuple[bool, int, int, int]]) -> None:
        self.labels = np.array([row[0] for row in rows])
        self.scores = np.array([row[1] for row in rows], dtype=float)
        loss, alarm = (np.array([row[at] for row in rows], dtype=float) for at in (2, 3))
        self.payoff = PayoffMatrix(tp=0.1 * loss, fp=-alarm, fn=-loss, tn=0.5 * alarm)

    def evaluate(self, payoff: PayoffMatrix | None = None) -> ModelEvaluation:
        return evaluate_scores("m", self.labels, self.scores, payoff or self.payoff)

    def profit(self, threshold: float, prior: float) -> float:
        """Schupp (2015): mean payoff of each class, by the decisions really taken."""
        acted = self.scores >= threshold
        positive = np.where(acted, self.payoff.tp, self.payoff.fn)[self.labels].mean()
        negative = np.where(acted, self.payoff.fp, self.payoff.tn)[~self.labels].mean()
        return float(prior * positive + (1 - prior) * negative)


def best_mixture(model: ModelEvaluation, load: np.ndarray, bound: float) -> float:
    """Largest tpr of any mixture of thresholds whose mean load is within the bound."""
    ones = np.ones((1, len(model.table)))
    found = linprog(-model.table.tpr, [load], [bound], ones, [1.0], method="highs")
    assert found.status == 0
    return -found.fun


@given(CASES, PRIOR)
def test_that_least_cost_is_the_most_profitable_of_all_thresholds(
    rows: list[tuple[bool, int, int, int]], prior: float
) -> None:
    sample = Sample(rows)
    model = sample.evaluate()
    condition = OperatingCondition(prior, model.means)
    policy = criteria.min_cost(model, condition)
    profits = [sample.profit(threshold, prior) for threshold in model.table.thresholds]
    assert policy.expected_profit == pytest.approx(max(profits))
    assert sample.profit(policy.threshold, prior) == pytest.approx(max(profits))
    assert policy.expected_cost == pytest.approx(
        policy.normalized_expected_cost * condition.worst_cost
    )


@given(CASES, PRIOR)
def test_that_the_profit_curve_is_the_mean_payoff_of_the_decisions(
    rows: list[tuple[bool, int, int, int]], prior: float
) -> None:
    sample = Sample(rows)
    model = sample.evaluate()
    curve = profit_curve(model.table, model.rates, OperatingCondition(prior, model.means))
    expected = [sample.profit(threshold, prior) for threshold in model.table.thresholds]
    np.testing.assert_allclose(curve.expected_profit, expected, atol=1e-9)
    assert curve.fraction_targeted[0] == 0
    assert curve.fraction_targeted[-1] == pytest.approx(1)


@given(CASES, PRIOR, st.floats(0.01, 1000))
def test_that_scaling_the_payoffs_changes_no_decision(
    rows: list[tuple[bool, int, int, int]], prior: float, factor: float
) -> None:
    sample = Sample(rows)
    cells = {name: getattr(sample.payoff, name) * factor for name in ("tp", "fp", "fn", "tn")}
    one, other = sample.evaluate(), sample.evaluate(PayoffMatrix(**cells))
    first = criteria.min_cost(one, OperatingCondition(prior, one.means))
    second = criteria.min_cost(other, OperatingCondition(prior, other.means))
    assert second.normalized_expected_cost == pytest.approx(first.normalized_expected_cost)
    assert second.expected_profit == pytest.approx(first.expected_profit * factor)


@given(CASES, st.floats(0, 1))
def test_that_neyman_pearson_reaches_what_a_linear_programme_reaches(
    rows: list[tuple[bool, int, int, int]], bound: float
) -> None:
    model = Sample(rows).evaluate()
    condition = OperatingCondition(0.3, model.means)
    policy = criteria.neyman_pearson(model, condition, bound)
    assert policy.tpr == pytest.approx(best_mixture(model, model.table.fpr, bound), abs=1e-9)
    assert policy.fpr <= bound + 1e-12
    single = criteria.neyman_pearson_single(model, condition, bound)
    allowed = model.table.fpr <= bound
    assert single.tpr == model.table.tpr[allowed].max()
    assert single.fpr == model.table.fpr[model.table.tpr == single.tpr].min()


@given(CASES, PRIOR, st.floats(0, 120))
def test_that_the_walk_for_a_workforce_reaches_what_a_linear_programme_reaches(
    rows: list[tuple[bool, int, int, int]], prior: float, capacity: float
) -> None:
    model = Sample(rows).evaluate()
    condition = OperatingCondition(prior, model.means)
    policy = criteria.workforce(model, condition, capacity, 100)
    load = 100 * (prior * model.table.tpr + (1 - prior) * model.table.fpr)
    assert policy.tpr == pytest.approx(best_mixture(model, load, capacity), abs=1e-9)
    single = criteria.workforce_single(model, condition, capacity, 100)
    allowed = load <= capacity * (1 + 1e-12)
    if capacity < 100:
        assert single.tpr == model.table.tpr[allowed].max()
    assert 100 * policy.fraction_targeted <= max(capacity, 0) + 1e-9


def test_that_a_workforce_for_everybody_takes_everybody() -> None:
    model = Sample([(True, 3, 1, 1), (False, 1, 1, 1)]).evaluate()
    condition = OperatingCondition(0.5, model.means)
    for policy in (
        criteria.workforce(model, condition, 100, 100),
        criteria.workforce_single(model, condition, 100, 100),
    ):
        assert (policy.fpr, policy.tpr) == (1, 1)


def test_that_800_letters_of_4000_mix_two_classifiers_as_in_figure_10() -> None:
    # Fawcett (2004), 7.4.1: A = (.1, .2) and B = (.25, .6); on the hull B is mixed with nobody.
    positives = [(True, 2)] * 2 + [(True, 1)] * 4 + [(True, 0)] * 4
    negatives = [(False, 2)] * 2 + [(False, 1)] * 3 + [(False, 0)] * 15
    rows = positives + negatives
    model = evaluate_scores("m", [row[0] for row in rows], [float(row[1]) for row in rows])
    condition = OperatingCondition(240 / 4000, PayoffMeans(0, 0, 1, 1))
    share = 94 / 165
    c_fpr, c_tpr = 0.1 + share * 0.15, 0.2 + share * 0.4
    assert 3760 * c_fpr + 240 * c_tpr == pytest.approx(800)
    policy = criteria.workforce(model, condition, 800, 4000)
    assert policy.threshold == np.inf
    assert policy.threshold_2 == 1
    assert policy.mixing == pytest.approx(800 / 1084)
    assert policy.tpr > c_tpr


def test_that_a_manual_threshold_takes_scores_at_or_above_it() -> None:
    model = evaluate_scores("m", [True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    condition = OperatingCondition(0.5, model.means)
    for threshold, expected in (
        (0.6, (0.5, 1.0)),
        (0.65, (0.5, 0.5)),
        (np.inf, (0, 0)),
        (-1, (1, 1)),
    ):
        policy = criteria.manual(model, condition, threshold)
        assert (policy.fpr, policy.tpr) == expected
        assert policy.threshold == threshold


@given(CASES)
def test_that_youden_is_the_largest_difference_of_the_rates(
    rows: list[tuple[bool, int, int, int]],
) -> None:
    model = Sample(rows).evaluate()
    policy = criteria.youden(model, OperatingCondition(0.5, model.means))
    difference = model.table.tpr - model.table.fpr
    assert policy.tpr - policy.fpr == pytest.approx(difference.max())


@given(CASES, PRIOR, st.floats(0, 1))
def test_that_expected_counts_add_up_to_the_population(
    rows: list[tuple[bool, int, int, int]], prior: float, bound: float
) -> None:
    model = Sample(rows).evaluate()
    policy = criteria.neyman_pearson(model, OperatingCondition(prior, model.means), bound)
    counts = policy.confusion(10_000, prior)
    assert counts.tp + counts.fp + counts.fn + counts.tn == pytest.approx(10_000)
    assert counts.tp + counts.fp == pytest.approx(10_000 * policy.fraction_targeted)


def test_that_bounds_out_of_range_are_refused() -> None:
    model = evaluate_scores("m", [True, False], [1.0, 0.0])
    condition = OperatingCondition(0.5, model.means)
    with pytest.raises(ConstraintError):
        criteria.neyman_pearson(model, condition, 1.2)
    with pytest.raises(ConstraintError):
        criteria.workforce(model, condition, -1, 100)
    with pytest.raises(ConstraintError):
        criteria.manual(model, condition, float("nan"))
