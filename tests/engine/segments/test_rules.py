"""Rules of segments against every combination of thresholds, and against a linear programme."""

from __future__ import annotations

from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.errors import ConstraintError, SingleClassError
from costcurve_gui.engine.evaluation import evaluate_scores
from costcurve_gui.engine.segments.curves import (
    SegmentCases,
    SegmentCurve,
    segment_cases,
    segment_curves,
    whole_curve,
)
from costcurve_gui.engine.segments.rules import (
    gap_bounded_rule,
    gap_of,
    price_at,
    segment_rules,
)
from costcurve_gui.engine.selection.bounds import Bound, BoundKind
from costcurve_gui.engine.selection.constrained import constrained, constrained_single

LIMITS = [inf, 0.5, 0.3, 0.0]


def small(seed: int, rows: int = 14, segments: int = 3, *, ties: bool = False) -> SegmentCases:
    """Return cases of which every segment has both classes."""
    rng = np.random.default_rng(seed)
    codes = np.arange(rows) % segments
    y_true = (np.arange(rows) // segments) % 2 == 0
    y_score = rng.normal(size=rows) + y_true * (0.3 + codes)
    amount = rng.gamma(2, 10, rows)
    return segment_cases(
        y_true,
        np.round(y_score) if ties else y_score,
        codes,
        ("a", "b", "c")[:segments],
        {"tp": amount, "fp": -8.0, "fn": -amount / 4, "tn": 1.0},
        0.3,
    )


def of_all_rows(curves: tuple[SegmentCurve, ...], limit: float) -> list[tuple[int, ...]]:
    """Return every combination of thresholds within a limit."""
    ways = product(*(range(curve.share.size) for curve in curves))
    return [
        rows
        for rows in ways
        if sum(curve.share[row] for curve, row in zip(curves, rows, strict=True)) <= limit + 1e-12
    ]


def gain_of(curves: tuple[SegmentCurve, ...], rows: tuple[int, ...]) -> float:
    return sum(float(curve.gain[row]) for curve, row in zip(curves, rows, strict=True))


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("ties", [False, True])
def test_that_own_thresholds_are_the_best_of_all_combinations(limit: float, ties: bool) -> None:
    misses = 0
    for seed in range(12):
        cases = small(seed, ties=ties)
        curves = segment_curves(cases)
        rules = segment_rules(curves, whole_curve(cases), limit)
        best = max(gain_of(curves, rows) for rows in of_all_rows(curves, limit))
        assert rules.common.gain <= rules.own.gain + 1e-12
        assert rules.own.gain <= best + 1e-12
        assert best <= rules.mixed.gain + 1e-12
        assert rules.own.share <= limit + 1e-9
        misses += rules.own.gain < best - 1e-12
    assert misses <= (0 if limit == inf else 1)


def test_that_the_mixture_is_the_optimum_of_the_linear_programme() -> None:
    for seed in range(10):
        cases = small(seed, rows=30)
        curves = segment_curves(cases)
        found = segment_rules(curves, whole_curve(cases), 0.4).mixed
        gain = np.concatenate([curve.gain for curve in curves])
        share = np.concatenate([curve.share for curve in curves])
        one_each = np.zeros((3, gain.size))
        ends = np.cumsum([0, *(curve.gain.size for curve in curves)])
        for at in range(3):
            one_each[at, ends[at] : ends[at + 1]] = 1
        optimum = linprog(-gain, A_ub=[share], b_ub=[0.4], A_eq=one_each, b_eq=np.ones(3))
        assert found.gain == pytest.approx(-optimum.fun, abs=1e-9)
        assert found.price == pytest.approx(-optimum.ineqlin.marginals[0], abs=1e-7)


def test_that_all_segments_have_the_price_of_the_budget_between_their_slopes() -> None:
    cases = small(3, rows=60)
    curves = segment_curves(cases)
    found = segment_rules(curves, whole_curve(cases), 0.3).mixed
    assert found.price > 0
    for at, (curve, row) in enumerate(zip(curves, found.rows, strict=True)):
        value = curve.gain - found.price * curve.share
        assert value[row] == pytest.approx(value.max(), abs=1e-9)
        if at != found.segment:
            assert price_at(curve, row) <= found.price + 1e-9


def test_that_the_common_rule_is_that_of_one_bound() -> None:
    rng = np.random.default_rng(5)
    y_true, amount = rng.random(300) < 0.3, rng.gamma(2, 10, 300)
    y_score = np.round(rng.normal(size=300) + y_true, 1)
    payoff = PayoffMatrix(tp=amount, fp=-8.0, fn=0.0, tn=0.0)
    cells = {"tp": amount, "fp": -8.0, "fn": 0.0, "tn": 0.0}
    cases = segment_cases(y_true, y_score, np.arange(300) % 4, tuple("abcd"), cells, 0.2)
    found = segment_rules(segment_curves(cases), whole_curve(cases), 0.1)
    ev = evaluate_scores("m", y_true, y_score, payoff)
    bound = Bound(BoundKind.SHARE, 0.1)
    single = constrained_single(ev, ev.condition(0.2), [bound])
    mixed = constrained(ev, ev.condition(0.2), bound)
    assert single is not None
    assert mixed is not None
    left = float((cases.share * cases.left).sum())
    assert found.common.gain + left == pytest.approx(single.expected_profit)
    assert found.common.share == pytest.approx(single.fraction_targeted)
    assert found.common.price == pytest.approx(mixed.price)


@pytest.mark.parametrize("rate", ["share", "tpr", "fpr"])
@pytest.mark.parametrize("limit", [inf, 0.5])
def test_that_a_bound_on_a_gap_leaves_the_best_combination_within_it(
    rate: str, limit: float
) -> None:
    bound_at_all = 0
    for seed in range(8):
        cases = small(seed, ties=seed % 2 == 0)
        curves = segment_curves(cases)
        rules = segment_rules(curves, whole_curve(cases), limit)
        found = gap_bounded_rule(curves, rules, rate, 0.2, limit)
        within = [
            rows for rows in of_all_rows(curves, limit) if gap_of(curves, rows, rate) <= 0.2 + 1e-12
        ]
        best = max(gain_of(curves, rows) for rows in within)
        assert found is not None
        assert found.rows in within
        assert found.gain == pytest.approx(best, abs=1e-12)
        bound_at_all += found.gain < rules.own.gain - 1e-9
    assert bound_at_all


@pytest.mark.parametrize("rate", ["share", "tpr", "fpr"])
def test_that_segments_of_one_class_each_have_no_gap_to_bound(rate: str) -> None:
    y_true = np.array([True, True, False, False])
    cells = {"tp": 5.0, "fp": -1.0, "fn": 0.0, "tn": 0.0}
    codes = np.where(y_true, 0, 1)
    cases = segment_cases(y_true, np.arange(4.0), codes, ("a", "b"), cells, 0.5)
    curves = segment_curves(cases)
    rules = segment_rules(curves, whole_curve(cases))
    assert np.isnan(gap_of(curves, rules.own.rows, rate))
    assert gap_bounded_rule(curves, rules, rate, 0.0) == rules.own


@given(
    st.lists(
        st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 2), st.integers(0, 9)),
        min_size=4,
        max_size=40,
    ),
    st.sampled_from([0.1, 0.5, inf]),
)
def test_that_own_thresholds_never_earn_less_than_a_common_one(
    rows: list[tuple[bool, int, int, int]], limit: float
) -> None:
    y_true, y_score, codes, amount = (np.array(column) for column in zip(*rows, strict=True))
    if y_true.all() or not y_true.any():
        return
    cells = {"tp": amount * 1.0, "fp": -3.0, "fn": 0.0, "tn": 0.0}
    cases = segment_cases(y_true, y_score * 1.0, codes, ("a", "b", "c"), cells, 0.4)
    curves = segment_curves(cases)
    try:
        rules = segment_rules(curves, whole_curve(cases), limit)
    except ConstraintError:
        assert not all(curve.has_both_classes for curve in curves)
        return
    assert rules.common.gain <= rules.own.gain + 1e-9 <= rules.mixed.gain + 2e-9
    assert max(rules.common.share, rules.own.share) <= limit + 1e-9
    for curve, own, common in zip(curves, rules.own.rows, rules.common.rows, strict=True):
        assert curve.has_both_classes or own == common


def test_that_an_own_prior_changes_the_classes_and_not_the_size_of_a_segment() -> None:
    y_true = np.arange(40) % 2 == 0
    codes = np.arange(40) // 20
    cells = {"tp": 1.0, "fp": -1.0, "fn": 0.0, "tn": 0.0}
    given_prior = {"a": 0.1}
    cases = segment_cases(
        y_true, np.arange(40.0), codes, ("a", "b"), cells, 0.3, priors=given_prior
    )
    a, b = segment_curves(cases)
    assert a.size == pytest.approx(0.5)
    assert a.positives / a.size == pytest.approx(0.1)
    assert b.positives / b.size == pytest.approx(0.3)


def test_that_cases_without_a_class_or_a_limit_below_0_are_refused() -> None:
    cells = {"tp": 1.0, "fp": -1.0, "fn": 0.0, "tn": 0.0}
    labels, codes = np.array([True, True, False]), np.array([0, 0, 1])
    scores = np.array([1.0, 2.0, np.nan])
    with pytest.raises(SingleClassError):
        segment_cases(labels, scores, codes, ("a", "b"), cells, 0.5)
    with pytest.raises(ConstraintError, match="a lacks cases of a class"):
        segment_cases(labels, np.arange(3.0), codes, ("a", "b"), cells, 0.5, priors={"a": 0.5})
    cases = small(0)
    curves = segment_curves(cases)
    with pytest.raises(ConstraintError, match="at least 0"):
        segment_rules(curves, whole_curve(cases), -0.1)
    rules = segment_rules(curves, whole_curve(cases))
    with pytest.raises(ConstraintError, match="between 0 and 1"):
        gap_bounded_rule(curves, rules, "tpr", 2.0)
