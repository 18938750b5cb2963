"""What each criterion does at its edges."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate_scores
from costcurve_gui.engine.selection import criteria
from costcurve_gui.engine.selection.bounds import Objective

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy

CASES = st.lists(
    st.tuples(st.booleans(), st.integers(0, 8), st.integers(1, 3)), min_size=2, max_size=40
).filter(lambda rows: len({row[0] for row in rows}) == 2)


@pytest.fixture
def steps() -> ModelEvaluation:
    """ROC points (0, .5), (.25, .5), (.25, 1), (.5, 1), (.75, 1) and (1, 1), one per score."""
    y_true = [True, True, False, True, True, False, False, False]
    y_score = [9.0, 9.0, 8.0, 7.0, 7.0, 6.0, 5.0, 4.0]
    return evaluate_scores("steps", y_true, y_score)


def weighted(rows: list[tuple[bool, int, int]]) -> ModelEvaluation:
    labels, scores, weight = zip(*rows, strict=True)
    return evaluate_scores("m", labels, scores, sample_weight=np.array(weight, dtype=float))


@given(CASES, st.floats(0.01, 0.99))
def test_that_most_profit_and_least_cost_are_one_decision(
    rows: list[tuple[bool, int, int]], prior: float
) -> None:
    model = weighted(rows)
    condition = model.condition(prior)
    cheapest, dearest = criteria.min_cost(model, condition), criteria.max_profit(model, condition)
    assert replace(dearest, criterion="min_cost") == cheapest
    assert dearest.criterion == "max_profit"


@given(CASES)
def test_that_ties_of_cost_go_to_the_smaller_fpr(rows: list[tuple[bool, int, int]]) -> None:
    model = weighted(rows)
    hull = model.rociv_hull
    for edge, stake in enumerate(model.envelope.pc_plus[1:-1]):
        policy = criteria.min_cost(model, model.condition(float(stake)))
        earlier = model.envelope.fpr[edge]
        assert policy.fpr == earlier
        assert policy.index in hull.indices


def test_that_a_bound_on_a_vertex_mixes_nothing(steps: ModelEvaluation) -> None:
    policy = criteria.neyman_pearson(steps, steps.condition(), 0.25)
    assert (policy.fpr, policy.tpr, policy.threshold) == (0.25, 1.0, 7.0)
    assert (policy.threshold_2, policy.index_2, policy.mixing) == (None, None, 0.0)


def test_that_a_bound_on_an_edge_mixes_its_ends(steps: ModelEvaluation) -> None:
    policy = criteria.neyman_pearson(steps, steps.condition(), 0.1)
    assert (policy.threshold, policy.threshold_2) == (9.0, 7.0)
    assert (policy.mixing, policy.fpr, policy.tpr) == pytest.approx((0.4, 0.1, 0.7))
    single = criteria.neyman_pearson_single(steps, steps.condition(), 0.1)
    assert (single.threshold, single.fpr, single.tpr) == (9.0, 0.0, 0.5)


@pytest.mark.parametrize("bound", [0.3, 0.75, 1.0])
def test_that_no_false_alarm_is_made_for_nothing(steps: ModelEvaluation, bound: float) -> None:
    for criterion in (criteria.neyman_pearson, criteria.neyman_pearson_single):
        policy = criterion(steps, steps.condition(), bound)
        assert (policy.fpr, policy.tpr, policy.mixing) == (0.25, 1.0, 0.0)


def test_that_a_bound_of_0_takes_what_costs_no_false_alarm(steps: ModelEvaluation) -> None:
    policy = criteria.neyman_pearson(steps, steps.condition(), 0.0)
    assert (policy.threshold, policy.fpr, policy.tpr) == (9.0, 0.0, 0.5)


def test_that_the_always_negative_policy_has_an_infinite_threshold() -> None:
    model = evaluate_scores("m", [0, 1, 0, 1], [4, 3, 2, 1])
    policy = criteria.neyman_pearson(model, model.condition(), 0.0)
    assert (policy.threshold, policy.index, policy.fraction_targeted) == (np.inf, 0, 0.0)


@pytest.mark.parametrize("cases", range(8))
def test_that_a_number_of_cases_that_fits_exactly_is_used(
    steps: ModelEvaluation, cases: int
) -> None:
    # The population is the sample itself, so each row of the table treats a whole number.
    condition = steps.condition()
    policy = criteria.workforce_single(steps, condition, cases, 8)
    counts = steps.table.tps + steps.table.fps
    expected = max(tp for tp, count in zip(steps.table.tps, counts, strict=True) if count <= cases)
    assert policy.tpr * 4 == expected
    mixed = criteria.workforce(steps, condition, cases, 8)
    if cases in {0, 2, 5}:
        assert (mixed.mixing, mixed.fraction_targeted * 8) == (0.0, cases)


@given(st.integers(1, 60), st.integers(1, 60), st.data())
def test_that_rounding_shuts_out_no_threshold(
    positives: int, negatives: int, data: st.DataObject
) -> None:
    labels = [True] * positives + [False] * negatives
    scores = data.draw(st.permutations(range(len(labels))))
    model = evaluate_scores("m", labels, scores)
    row = data.draw(st.integers(0, len(labels) - 1))
    cases = int(model.table.tps[row]) + int(model.table.fps[row])
    policy = criteria.workforce_single(model, model.condition(), cases, len(labels))
    assert policy.tpr == model.table.tpr[row]
    if row in model.roc_hull.indices:
        assert criteria.workforce(model, model.condition(), cases, len(labels)).mixing == 0


def test_that_as_many_positives_as_negatives_need_no_point_at_infinity(
    steps: ModelEvaluation,
) -> None:
    policy = criteria.workforce(steps, steps.condition(0.5), 30, 80)
    assert policy.fraction_targeted * 80 == pytest.approx(30)
    assert policy.tpr + policy.fpr == pytest.approx(0.75)
    assert (policy.threshold, policy.threshold_2) == (9.0, 7.0)


@pytest.mark.parametrize("capacity", [80, 1000, np.inf])
def test_that_capacity_for_all_treats_all(steps: ModelEvaluation, capacity: float) -> None:
    for criterion in (criteria.workforce, criteria.workforce_single):
        policy = criterion(steps, steps.condition(), capacity, 80)
        assert (policy.fpr, policy.tpr, policy.threshold, policy.index) == (1.0, 1.0, 4.0, 6)


@pytest.mark.parametrize("prior", [0.0, 1.0])
def test_that_a_workforce_is_found_where_one_class_is_absent(
    steps: ModelEvaluation, prior: float
) -> None:
    policy = criteria.workforce(steps, steps.condition(prior), 10, 80)
    assert policy.fraction_targeted == pytest.approx(0.125)
    assert policy.tpr == pytest.approx(0.75 if prior == 0 else 0.125)


@pytest.mark.parametrize(("capacity", "population"), [(-1, 10), (np.nan, 10), (1, 0), (1, np.inf)])
def test_that_a_workforce_out_of_range_is_refused(
    steps: ModelEvaluation, capacity: float, population: float
) -> None:
    for criterion in (criteria.workforce, criteria.workforce_single):
        with pytest.raises(ConstraintError):
            criterion(steps, steps.condition(), capacity, population)


@pytest.mark.parametrize("bound", [-0.01, 1.01, np.nan])
def test_that_a_bound_out_of_range_is_refused(steps: ModelEvaluation, bound: float) -> None:
    for criterion in (criteria.neyman_pearson, criteria.neyman_pearson_single):
        with pytest.raises(ConstraintError, match="between 0 and 1"):
            criterion(steps, steps.condition(), bound)


def test_that_a_manual_threshold_takes_infinite_scores_as_scores() -> None:
    model = evaluate_scores("m", [1, 0, 1, 0], [np.inf, 2.0, 1.0, -np.inf])
    condition = model.condition()
    assert criteria.manual(model, condition, np.inf).tpr == 0.5
    assert criteria.manual(model, condition, 1e300).tpr == 0.5
    assert criteria.manual(model, condition, -np.inf).fpr == 1.0


def test_that_youden_takes_the_smaller_fpr_of_equals() -> None:
    # tpr - fpr is a half after the first step and after the third.
    model = evaluate_scores("m", [1, 0, 1, 0], [4, 3, 2, 1])
    policy = criteria.youden(model, model.condition(0.001))
    assert (policy.criterion, policy.threshold) == ("youden", 4.0)


def test_that_trivial_policies_point_to_the_ends_of_any_table(steps: ModelEvaluation) -> None:
    policies = criteria.trivial(steps.condition(0.3))
    assert (policies["none"].threshold, policies["all"].threshold) == (np.inf, -np.inf)
    for name, rate in (("none", 0.0), ("all", 1.0)):
        policy = policies[name]
        assert steps.table.tpr[policy.index] == policy.tpr == policy.fpr == rate
        assert policy.fraction_targeted == rate
    assert policies["none"].normalized_expected_cost == pytest.approx(0.3)


def policy(criterion: str, **changes: float) -> Policy:
    model = evaluate_scores("m", [1, 0, 1, 0], [4, 3, 2, 1])
    made = replace(criteria.min_cost(model, model.condition()), criterion=criterion)
    return replace(made, **changes)


@pytest.mark.parametrize(
    ("objective", "best"),
    [
        (Objective.PROFIT, "profitable"),
        (Objective.COST, "cheap"),
        (Objective.TPR, "sensitive"),
    ],
)
def test_that_each_objective_has_its_own_winner(objective: Objective, best: str) -> None:
    policies = {
        "profitable": policy("any", normalized_expected_cost=0.3, expected_profit=9.0, tpr=0.6),
        "cheap": policy("any", normalized_expected_cost=0.2, expected_profit=1.0, tpr=0.6),
        "sensitive": policy("any", normalized_expected_cost=0.4, expected_profit=1.0, tpr=0.9),
    }
    assert criteria.best(policies, objective) == best


def test_that_profit_settles_equal_tpr_and_the_first_wins_then() -> None:
    dear, cheap = (policy("workforce", tpr=0.5, expected_profit=profit) for profit in (1.0, 2.0))
    policies = {"dear": dear, "cheap": cheap, "same": cheap}
    assert criteria.best(policies, Objective.TPR) == "cheap"
    with pytest.raises(ConstraintError):
        criteria.best({})


@pytest.mark.parametrize("prior", [0.01, 0.5, 0.9])
def test_that_precision_is_that_of_the_expected_counts(prior: float) -> None:
    model = evaluate_scores("m", [1, 0, 1, 0, 0], [5, 4, 3, 2, 1])
    found = criteria.manual(model, model.condition(prior), 3)
    counts = found.confusion(1000, prior)
    assert found.precision == pytest.approx(counts.tp / (counts.tp + counts.fp))
    assert np.isnan(criteria.trivial(model.condition(prior))["none"].precision)


def test_that_expected_counts_fill_the_population() -> None:
    payoff = PayoffMatrix(tp=1.0, fp=-1.0, fn=-5.0, tn=0.0)
    model = evaluate_scores("m", [1, 0, 1, 0, 0], [5, 4, 3, 2, 1], payoff)
    chosen = criteria.workforce(model, model.condition(0.1), 300, 1000)
    counts = chosen.confusion(1000, 0.1)
    assert counts.tp + counts.fn == pytest.approx(100)
    assert counts.fp + counts.tn == pytest.approx(900)
    assert counts.tp + counts.fp == pytest.approx(300)
    money = counts.tp * 1 - counts.fp * 1 - counts.fn * 5
    assert chosen.expected_profit * 1000 == pytest.approx(money)
