"""Combined classifiers: worked numbers of Fawcett (2004), 7.4, and decisions counted one by one."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.duality import RocPoint
from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
from costcurve_gui.engine.errors import (
    ConstraintError,
    LengthMismatchError,
    SingleClassError,
    ZeroErrorCostError,
)
from costcurve_gui.engine.selection.chaining import chain
from costcurve_gui.engine.selection.combinations import (
    combine,
    interpolate,
    interpolation_at,
    interpolation_for,
    logical_bounds,
)
from costcurve_gui.engine.selection.measured_rates import ThresholdedModel, measured_rates

A, B = RocPoint(0.1, 0.2), RocPoint(0.25, 0.6)
SCORES = st.sampled_from([0.0, 1.0, 2.0, 3.0, math.nan])
ROWS = st.lists(
    st.tuples(st.booleans(), SCORES, SCORES, SCORES, st.integers(1, 5)), min_size=2, max_size=30
).filter(
    lambda rows: len({row[0] for row in rows if not any(math.isnan(s) for s in row[1:4])}) == 2
)


def test_that_800_of_4000_clients_need_94_in_165() -> None:
    mixed = interpolation_for(A, B, 800, 4000, 0.06)
    k = Fraction(94, 165)
    fpr, tpr = Fraction(1, 10) + k * Fraction(3, 20), Fraction(1, 5) + k * Fraction(2, 5)
    assert mixed.mixing == pytest.approx(float(k))
    assert mixed.point == pytest.approx((float(fpr), float(tpr)))
    assert mixed.point == pytest.approx((0.1855, 0.4279), abs=5e-5)
    assert (mixed.first_cases, mixed.second_cases) == pytest.approx((424, 1084))
    assert mixed.cases == pytest.approx(800)
    assert mixed.found == pytest.approx(240 * 0.4279, abs=0.01)


def test_that_the_printed_53_percent_reach_774() -> None:
    point = interpolate(A, B, 0.53)
    assert 4000 * (0.06 * point.tpr + 0.94 * point.fpr) == pytest.approx(774, abs=0.5)


def test_that_mixing_b_with_nobody_finds_more_than_mixing_it_with_a() -> None:
    with_a = interpolation_for(A, B, 800, 4000, 0.06)
    with_nobody = interpolation_for(RocPoint(0, 0), B, 800, 4000, 0.06)
    assert with_nobody.mixing == pytest.approx(800 / 1084)
    assert with_nobody.found == pytest.approx(240 * 0.6 * 800 / 1084)
    assert with_nobody.found > with_a.found + 3


def test_that_a_number_of_cases_out_of_reach_is_refused() -> None:
    with pytest.raises(ConstraintError):
        interpolation_for(A, B, 1085, 4000, 0.06)


def test_that_lots_drawn_for_every_client_come_close_to_the_mixture() -> None:
    rng = np.random.default_rng(11)
    clients = 200_000
    accepts = rng.random(clients) < 0.06
    by_a, by_b = (rng.random(clients) < np.where(accepts, p.tpr, p.fpr) for p in (A, B))
    offered = np.where(rng.random(clients) < 0.3, by_b, by_a)
    mixed = interpolation_at(A, B, 0.3, clients, 0.06)
    assert offered.sum() == pytest.approx(mixed.cases, rel=0.02)
    assert (offered & accepts).sum() == pytest.approx(mixed.found, rel=0.04)
    assert mixed.first_cases < mixed.cases < mixed.second_cases


@pytest.mark.parametrize("mixing", [-0.01, 1.01, math.nan])
def test_that_a_probability_outside_0_to_1_mixes_nothing(mixing: float) -> None:
    with pytest.raises(ConstraintError, match="between 0 and 1"):
        interpolation_at(A, B, mixing, 4000, 0.06)


def test_that_figure_12_has_its_expected_points() -> None:
    # Points whose products are the printed (0.08, 0.42).
    one, other = RocPoint(0.2, 0.6), RocPoint(0.4, 0.7)
    both, either = logical_bounds("and", one, other), logical_bounds("or", one, other)
    assert both.expected == pytest.approx((0.08, 0.42))
    assert (both.low, both.high) == ((0, 0), (0.2, 0.6))
    assert either.expected == pytest.approx((1 - 0.8 * 0.6, 1 - 0.4 * 0.3))
    assert (either.low, either.high) == (pytest.approx((0.4, 0.7)), pytest.approx((0.6, 1.0)))
    assert both.reachable == pytest.approx((0.0, 0.3))


@given(ROWS, st.sampled_from(["and", "or"]))
def test_that_a_combination_is_measured_on_the_rows_that_both_scored(rows, operation) -> None:
    y_true, first, second, _, weight = (np.array(column) for column in zip(*rows, strict=True))
    both_scored = ~np.isnan(first) & ~np.isnan(second)
    found = combine(
        operation,
        ThresholdedModel("a", first, 2.0),
        ThresholdedModel("b", second, 1.0),
        y_true,
        weight,
    )
    assert found.rows == both_scored.sum()
    join = all if operation == "and" else any
    sums = {(label, decided): 0 for label in (True, False) for decided in (True, False)}
    for label, s, t, _, w in rows:
        if not (math.isnan(s) or math.isnan(t)):
            sums[label, join((s >= 2, t >= 1))] += w
    rate = {label: sums[label, True] / (sums[label, True] + sums[label, False]) for label in (0, 1)}
    assert (found.measured.fpr, found.measured.tpr) == pytest.approx((rate[0], rate[1]))
    rounding = 1e-12
    for at, value in enumerate((found.measured.fpr, found.measured.tpr)):
        bounds = found.bounds
        assert bounds.low[at] <= bounds.reachable[at]
        assert bounds.reachable[at] - rounding <= value <= bounds.high[at] + rounding
        assert bounds.low[at] - rounding <= bounds.expected[at] <= bounds.high[at] + rounding


def test_that_independent_classifiers_meet_their_expected_points() -> None:
    random = np.random.default_rng(8)
    y_true = random.random(200_000) < 0.5
    models = [ThresholdedModel(n, random.random(y_true.size) + 0.3 * y_true, 0.7) for n in "ab"]
    for operation in ("and", "or"):
        found = combine(operation, *models, y_true)
        assert (found.measured.fpr, found.measured.tpr) == pytest.approx(
            found.bounds.expected, abs=0.005
        )


def test_that_cost_rates_count_every_row_at_its_cost() -> None:
    y_true = np.array([True, True, True, False, False])
    loss, alarm = np.array([1.0, 2, 5, np.nan, np.nan]), np.array([np.nan] * 3 + [3.0, 1.0])
    costs = error_costs(PayoffMatrix(0.0, -alarm, -loss, 0.0), y_true)
    positive = np.array([True, False, True, False, True])
    rates = measured_rates(y_true, positive, costs=costs, sample_weight=[1, 1, 2, 1, 1])
    assert rates.tp_benefit_rate == pytest.approx((1 + 10) / (1 + 2 + 10))
    assert rates.fp_cost_rate == pytest.approx(1 / 4)
    assert rates.tpr == pytest.approx(3 / 4)
    equal = error_costs(PayoffMatrix(0.0, -2.0, -5.0, 0.0), y_true)
    rates = measured_rates(y_true, positive, costs=equal)
    assert (rates.fp_cost_rate, rates.tp_benefit_rate) == (rates.fpr, rates.tpr)


def test_that_rates_of_nothing_are_refused() -> None:
    y_true, positive = np.array([True, False]), np.array([True, True])
    with pytest.raises(SingleClassError, match="negative class is missing"):
        measured_rates(y_true, positive, rows=np.array([True, False]))
    with pytest.raises(SingleClassError, match="total weight 0"):
        measured_rates(y_true, positive, sample_weight=[0, 1])
    loss = np.array([0.0, 1.0])
    costs = error_costs(PayoffMatrix(0.0, -1.0, -np.append(loss, 2.0), 0.0), [True, False, True])
    with pytest.raises(ZeroErrorCostError):
        measured_rates(
            [True, False, True], np.ones(3, bool), np.array([True, True, False]), costs=costs
        )
    models = [ThresholdedModel("a", np.ones(rows), 1.0) for rows in (2, 3)]
    with pytest.raises(LengthMismatchError):
        combine("or", *models, y_true)


@given(ROWS)
def test_that_a_chain_is_the_disjunction_of_its_links(rows) -> None:
    y_true = np.array([row[0] for row in rows])
    scores = [np.array([row[at] for row in rows]) for at in (1, 2, 3)]
    thresholds = 3.0, 2.0, 1.0
    models = [ThresholdedModel(*parts) for parts in zip("abc", scores, thresholds, strict=True)]
    by_name = {model.name: model for model in models}
    scored = ~np.isnan(np.stack(scores)).any(axis=0)
    found = chain(models[::-1], y_true)
    assert found.rows == scored.sum()
    assert [(link.alone.fpr, link.alone.tpr) for link in found.links] == sorted(
        (link.alone.fpr, link.alone.tpr) for link in found.links
    )
    taken = np.zeros(y_true.size, bool)
    for link in found.links:
        before, model = taken, by_name[link.model]
        taken = before | ((model.scores >= model.threshold) & scored)
        assert link.threshold == model.threshold
        assert link.added == (taken & ~before).sum()
        assert link.measured == measured_rates(y_true, taken, scored)


def test_that_links_that_take_each_others_cases_do_worse_than_expected() -> None:
    # Both find the same half of the positives, so the second one adds false alarms alone.
    y_true = np.array([True, True, False, False])
    strict = ThresholdedModel("strict", np.array([1.0, 0, 0, 0]), 1.0)
    lenient = ThresholdedModel("lenient", np.array([1.0, 0, 1, 0]), 1.0)
    last = chain([strict, lenient], y_true).links[-1]
    assert (last.measured.fpr, last.measured.tpr) == (0.5, 0.5)
    assert last.expected == (0.5, 0.75)
    assert last.added == 1


def test_that_a_chain_of_nothing_is_refused() -> None:
    with pytest.raises(ConstraintError, match="at least one classifier"):
        chain([], [True, False])
