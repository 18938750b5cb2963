"""The best pair of thresholds within several bounds: all pairs, a linear programme, its prices."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.evaluation import evaluate_scores
from costcurve_gui.engine.selection import several_bounds as module
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.engine.selection.constrained import constrained, constrained_single
from costcurve_gui.engine.selection.policy import merit
from costcurve_gui.engine.selection.several_bounds import best_pair, constrained_mixture
from tests.engine.test_constrained import (
    BOUNDS,
    CASES,
    OBJECTIVES,
    PRIOR,
    figures,
    model_of,
    usage,
    within,
)
from tests.helpers.examples import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.evaluation import ModelEvaluation

SEVERAL = st.lists(BOUNDS, min_size=2, max_size=4, unique_by=lambda bound: bound.kind)
CAPACITY, RECALL, PRECISION = BoundKind.CASES, BoundKind.TPR, BoundKind.PRECISION


def best_of_linprog(
    model: ModelEvaluation, prior: float, bounds: Sequence[Bound], objective: Objective
) -> float | None:
    fpr, tpr, value = figures(model, model.condition(prior), objective)
    limits = [usage(bound, fpr, tpr, prior) for bound in bounds]
    rows, above = np.array([used for used, _ in limits]), [limit for _, limit in limits]
    found = linprog(-value, rows, above, np.ones((1, value.size)), [1.0], method="highs")
    return float(-found.fun) if found.status == 0 else None


def best_of_all_pairs(
    model: ModelEvaluation, prior: float, bounds: Sequence[Bound], objective: Objective
) -> float:
    """Go through every pair and every share at which one of the bounds is met exactly."""
    fpr, tpr, value = figures(model, model.condition(prior), objective)
    limits = [usage(bound, fpr, tpr, prior) for bound in bounds]
    best = -np.inf
    for one, other in combinations_with_replacement(range(value.size), 2):
        shares = [0.0, 1.0]
        for used, limit in limits:
            if used[other] != used[one]:
                shares.append((limit - used[one]) / (used[other] - used[one]))
        for share in shares:
            if 0 <= share <= 1:
                at = [(1 - share) * part[one] + share * part[other] for part in (fpr, tpr, value)]
                # The slack is for the rounding of a share; it earns less than is compared below.
                if all(used <= limit + 1e-10 for used, limit in _used(bounds, at, prior)):
                    best = max(best, at[2])
    return best


def _used(bounds: Sequence[Bound], at: list[float], prior: float) -> list[tuple[float, float]]:
    return [usage(bound, at[0], at[1], prior) for bound in bounds]


@settings(max_examples=examples(40))
@given(CASES, PRIOR, SEVERAL, OBJECTIVES)
def test_that_equal_costs_leave_no_gap_to_the_linear_programme(
    rows: list[tuple[bool, int, int, int]],
    prior: float,
    bounds: list[Bound],
    objective: Objective,
) -> None:
    bounds = [bound for bound in bounds if bound.kind is not PRECISION]
    model = model_of(rows, varying=False)
    most = best_of_linprog(model, prior, bounds, objective)
    found = constrained_mixture(model, model.condition(prior), bounds, objective)
    if found is None:
        assert most is None or _barely(model, prior, bounds)
    elif most is not None:
        assert merit(found.policy, objective)[0] == pytest.approx(
            most if objective is not Objective.COST else merit(found.policy, objective)[0],
            rel=1e-6,
            abs=1e-5,
        )


def _barely(model: ModelEvaluation, prior: float, bounds: Sequence[Bound]) -> bool:
    """Whether bounds that are tighter by a rounding error exclude each other."""
    fpr, tpr, value = figures(model, model.condition(prior), Objective.TPR)
    limits = [usage(bound, fpr, tpr, prior) for bound in bounds]
    rows, above = np.array([used for used, _ in limits]), [limit - 1e-6 for _, limit in limits]
    return linprog(-value, rows, above, np.ones((1, value.size)), [1.0]).status != 0


@settings(max_examples=examples(40))
@given(CASES, PRIOR, SEVERAL)
def test_that_no_pair_earns_more_where_costs_vary(
    rows: list[tuple[bool, int, int, int]], prior: float, bounds: list[Bound]
) -> None:
    few = rows[:14] if _two_classes(rows[:14]) else rows
    model = model_of(few, varying=True)
    bounds = [bound for bound in bounds if bound.kind is not PRECISION]
    condition = model.condition(prior)
    most = best_of_all_pairs(model, prior, bounds, Objective.PROFIT)
    found = constrained_mixture(model, condition, bounds)
    if found is None:
        assert most == -np.inf or _barely(model, prior, bounds)
        return
    earned = found.policy.expected_profit
    assert earned == pytest.approx(most, rel=1e-7, abs=1e-5)
    bound_by_all = best_of_linprog(model, prior, bounds, Objective.PROFIT)
    assert bound_by_all is None or earned <= bound_by_all + 1e-5


def _two_classes(rows: list[tuple[bool, int, int, int]]) -> bool:
    return len({row[0] for row in rows}) == 2


@settings(max_examples=examples(40))
@given(CASES, PRIOR, SEVERAL, OBJECTIVES, st.booleans())
def test_that_the_mixture_keeps_all_bounds_and_is_no_worse_than_one_threshold(
    rows: list[tuple[bool, int, int, int]],
    prior: float,
    bounds: list[Bound],
    objective: Objective,
    varying: bool,
) -> None:
    model = model_of(rows, varying=varying)
    condition = model.condition(prior)
    found = constrained_mixture(model, condition, bounds, objective)
    single = constrained_single(model, condition, bounds, objective)
    if found is None:
        assert single is None
        return
    at = np.array([found.policy.fpr]), np.array([found.policy.tpr])
    for bound in bounds:
        used, limit = usage(bound, *at, prior)
        assert used[0] <= limit + 1e-9
        assert within(bound, *at, prior)[0] or bound.kind is not PRECISION
    assert all(price >= 0 for price in found.prices)
    if single is not None:
        more, less = merit(found.policy, objective)[0], merit(single, objective)[0]
        assert more >= less - 1e-9 * (1 + abs(less))


@settings(max_examples=examples(40))
@given(CASES, PRIOR, BOUNDS, OBJECTIVES, st.booleans())
def test_that_one_bound_is_as_before(
    rows: list[tuple[bool, int, int, int]],
    prior: float,
    bound: Bound,
    objective: Objective,
    varying: bool,
) -> None:
    model = model_of(rows, varying=varying)
    condition = model.condition(prior)
    alone = constrained(model, condition, bound, objective)
    found = constrained_mixture(model, condition, [bound], objective)
    assert (found is None) == (alone is None)
    if found is not None and alone is not None:
        expected = merit(alone.policy, objective)[0]
        assert merit(found.policy, objective)[0] == pytest.approx(expected, rel=1e-9, abs=1e-9)


def varied(rows: int, seed: int = 3) -> ModelEvaluation:
    rng = np.random.default_rng(seed)
    labels = rng.random(rows) < 0.2
    scores = rng.normal(size=rows) + labels
    loss, alarm = rng.lognormal(3, 1.5, rows), rng.lognormal(1, 1.5, rows)
    payoff = PayoffMatrix(tp=loss, fp=-alarm, fn=0.0, tn=0.0)
    return evaluate_scores("m", labels, scores, payoff)


@pytest.mark.parametrize("recall", [0.36, 0.395, 0.397])
def test_that_many_thresholds_do_as_well_as_all_pairs_and_nearly_as_the_linear_programme(
    recall: float,
) -> None:
    model = varied(1200)
    bounds = [Bound(CAPACITY, 0.15), Bound(RECALL, recall)]
    found = constrained_mixture(model, model.condition(0.2), bounds)
    points = figures(model, model.condition(0.2), Objective.PROFIT)
    best = best_pair(*points, [bound.at(0.2) for bound in bounds])
    most = best_of_linprog(model, 0.2, bounds, Objective.PROFIT)
    assert found is not None
    assert best is not None
    assert most is not None
    assert best.value * (1 - 0.002) <= found.policy.expected_profit <= best.value + 1e-9
    # What a third threshold would add: DEFINITIONS.md 11.
    assert most * (1 - 0.02) <= found.policy.expected_profit <= most + 1e-9


def test_that_exchanging_ends_does_as_well_as_all_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worse = []
    for seed in range(12):
        model = varied(120, seed)
        bounds = [Bound(CAPACITY, 0.25), Bound(RECALL, 0.55)]
        condition = model.condition(0.2)
        whole = constrained_mixture(model, condition, bounds)
        with monkeypatch.context() as patch:
            patch.setattr(module, "_ALL_PAIRS", 0)
            few = constrained_mixture(model, condition, bounds)
        assert (whole is None) == (few is None)
        if whole is not None and few is not None:
            worse.append(whole.policy.expected_profit - few.policy.expected_profit)
    assert len(worse) > 3
    assert min(worse) > -1e-9
    assert max(worse) < 0.05


def test_that_the_bound_that_binds_has_the_price() -> None:
    model = model_of(
        [(True, 9, 5, 1), (False, 8, 2, 1), (True, 7, 9, 1), (False, 1, 1, 9)], varying=False
    )
    condition = model.condition(0.3)
    bounds = [Bound(BoundKind.FPR, 0.9), Bound(CAPACITY, 0.2), Bound(RECALL, 0.1)]
    found = constrained_mixture(model, condition, bounds)
    assert found is not None
    assert found.prices[0] == found.prices[2] == 0
    step = 1e-6
    looser = [bounds[0], Bound(CAPACITY, 0.2 + step), bounds[2]]
    more = constrained_mixture(model, condition, looser)
    assert more is not None
    slope = (more.policy.expected_profit - found.policy.expected_profit) / step
    assert found.prices[1] == pytest.approx(slope, rel=1e-6)


def test_that_few_precise_decisions_are_mixed_with_none() -> None:
    model = model_of([(True, 9, 1, 1)] * 4 + [(False, 1, 1, 1)] * 4, varying=False)
    bounds = [Bound(CAPACITY, 0.1), Bound(PRECISION, 0.9)]
    found = constrained_mixture(model, model.condition(0.5), bounds)
    assert found is not None
    assert found.policy.fraction_targeted == pytest.approx(0.1)
    assert constrained_single(model, model.condition(0.5), bounds) is None


def test_that_bounds_that_exclude_each_other_yield_nothing() -> None:
    model = varied(500)
    bounds = [Bound(CAPACITY, 0.05), Bound(RECALL, 0.95)]
    assert constrained_mixture(model, model.condition(0.2), bounds) is None


RATE = st.integers(0, 20).map(lambda part: part / 20)
POINTS = st.lists(st.tuples(RATE, RATE, st.integers(-9, 9)), min_size=1, max_size=6)
RATE_BOUNDS = st.builds(Bound, st.sampled_from([BoundKind.FPR, RECALL, CAPACITY]), RATE)


@settings(max_examples=examples(60))
@given(POINTS, PRIOR, st.lists(RATE_BOUNDS, min_size=1, max_size=3))
def test_that_the_best_pair_of_points_is_the_best_of_fine_shares(
    points: list[tuple[float, float, int]], prior: float, bounds: list[Bound]
) -> None:
    fpr, tpr, value = (np.array(column, float) for column in zip(*points, strict=True))
    found = best_pair(fpr, tpr, value, [bound.at(prior) for bound in bounds])
    shares, best = np.linspace(0, 1, 401), -np.inf
    for one, other in combinations_with_replacement(range(len(points)), 2):
        at = [(1 - shares) * part[one] + shares * part[other] for part in (fpr, tpr, value)]
        kept = np.ones(shares.size, dtype=bool)
        for bound in bounds:
            kept &= within(bound, at[0], at[1], prior)
        best = max(best, float(at[2][kept].max(initial=-np.inf)))
    if found is None:
        assert best == -np.inf
        return
    assert best - 1e-9 <= found.value
    fpr_of, tpr_of, worth = (
        (1 - found.mixing) * part[found.first] + found.mixing * part[found.second]
        for part in (fpr, tpr, value)
    )
    assert found.value == pytest.approx(worth, abs=1e-12)
    for bound in bounds:
        used, limit = usage(bound, np.array(fpr_of), np.array(tpr_of), prior)
        assert used <= limit + 1e-9
