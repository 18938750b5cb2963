"""Objectives within bounds against all thresholds, all pairs and a linear programme."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.evaluation import evaluate_scores, evaluate_table
from costcurve_gui.engine.selection import criteria
from costcurve_gui.engine.selection import threshold_search as module
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.engine.selection.constrained import (
    constrained,
    constrained_single,
    neyman_pearson_profit,
    neyman_pearson_profit_single,
    workforce_profit,
    workforce_profit_single,
)
from tests.helpers.examples import examples
from tests.helpers.mailing import MAILING_GAINS, mailing

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation

CASES = st.lists(
    st.tuples(st.booleans(), st.integers(0, 12), st.integers(1, 500), st.integers(1, 50)),
    min_size=2,
    max_size=40,
).filter(lambda rows: len({row[0] for row in rows}) == 2)
PRIOR = st.floats(0.01, 0.99)
LIMITS = st.integers(0, 1000).map(lambda part: part / 1000)
BOUNDS = st.builds(Bound, st.sampled_from(BoundKind), LIMITS)
OBJECTIVES = st.sampled_from(Objective)
CLOSE = {"rel": 1e-9, "abs": 1e-7}


def model_of(rows: list[tuple[bool, int, int, int]], *, varying: bool) -> ModelEvaluation:
    labels, scores, loss, alarm = (np.array(column) for column in zip(*rows, strict=True))
    payoff = PayoffMatrix(tp=2.0, fp=-3.0, fn=-7.0, tn=1.0)
    if varying:
        payoff = PayoffMatrix(tp=0.1 * loss, fp=-1.0 * alarm, fn=-1.0 * loss, tn=0.5 * alarm)
    return evaluate_scores("m", labels, scores.astype(float), payoff)


def figures(
    model: ModelEvaluation, condition: OperatingCondition, objective: Objective
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    fpr, tpr = model.table.fpr, model.table.tpr
    if objective is Objective.TPR:
        return fpr, tpr, tpr
    return fpr, tpr, condition.expected_profit(model.rates.fpr, model.rates.tpr)


def usage(bound: Bound, fpr: np.ndarray, tpr: np.ndarray, prior: float) -> tuple[np.ndarray, float]:
    """Write each bound as ``used <= limit``, independently of the engine's half-planes."""
    acted = prior * tpr + (1 - prior) * fpr
    if bound.kind is BoundKind.FPR:
        return fpr, bound.limit
    if bound.kind is BoundKind.TPR:
        return -tpr, -bound.limit
    if bound.kind is not BoundKind.PRECISION:
        return acted, bound.limit
    return bound.limit * acted - prior * tpr, 0.0


def within(bound: Bound, fpr: np.ndarray, tpr: np.ndarray, prior: float) -> np.ndarray:
    used, limit = usage(bound, fpr, tpr, prior)
    kept = used <= limit + 1e-12
    return kept & (fpr + tpr > 0) if bound.kind is BoundKind.PRECISION else kept


@given(CASES, PRIOR, st.lists(BOUNDS, max_size=3), OBJECTIVES, st.booleans())
def test_that_the_single_threshold_is_the_best_of_all_within_the_bounds(
    rows: list[tuple[bool, int, int, int]],
    prior: float,
    bounds: list[Bound],
    objective: Objective,
    varying: bool,
) -> None:
    model = model_of(rows, varying=varying)
    condition = model.condition(prior)
    fpr, tpr, value = figures(model, condition, objective)
    kept = np.ones(fpr.size, dtype=bool)
    for bound in bounds:
        kept &= within(bound, fpr, tpr, prior)
    found = constrained_single(model, condition, bounds, objective)
    if not kept.any():
        assert found is None
        return
    assert found is not None
    best = value[kept].max()
    assert value[found.index] == pytest.approx(best, **CLOSE)
    assert kept[found.index]
    tied = kept & np.isclose(value, best, rtol=1e-13, atol=1e-13)
    assert found.fpr <= fpr[tied].min()


@given(CASES, PRIOR, BOUNDS, OBJECTIVES, st.booleans())
def test_that_the_mixture_is_the_optimum_of_the_linear_programme(
    rows: list[tuple[bool, int, int, int]],
    prior: float,
    bound: Bound,
    objective: Objective,
    varying: bool,
) -> None:
    model = model_of(rows, varying=varying)
    condition = model.condition(prior)
    fpr, tpr, value = figures(model, condition, objective)
    used, limit = usage(bound, fpr, tpr, prior)
    if bound.kind is BoundKind.PRECISION:
        used, value = used[1:], value[1:]
    optimum = linprog(-value, used[None], [limit], np.ones((1, value.size)), [1.0], method="highs")
    found = constrained(model, condition, bound, objective)
    if found is None:
        assert used.min() > limit - 1e-9
        return
    got = found.policy.tpr if objective is Objective.TPR else found.policy.expected_profit
    assert found.price >= 0
    if optimum.status == 0:
        scale = 1 + np.abs(value).max()
        assert got == pytest.approx(-optimum.fun, rel=1e-6, abs=1e-6 * scale)


@settings(max_examples=examples(50))
@given(CASES, PRIOR, st.floats(0, 1))
def test_that_no_pair_of_thresholds_beats_the_mixture_for_a_workforce(
    rows: list[tuple[bool, int, int, int]], prior: float, share: float
) -> None:
    model = model_of(rows, varying=True)
    condition = model.condition(prior)
    fpr, tpr, value = figures(model, condition, Objective.PROFIT)
    acted = prior * tpr + (1 - prior) * fpr
    best = value[acted <= share].max(initial=value[0])
    for one, other in combinations(range(value.size), 2):
        if acted[one] <= share < acted[other]:
            mixing = (share - acted[one]) / (acted[other] - acted[one])
            best = max(best, (1 - mixing) * value[one] + mixing * value[other])
    policy = workforce_profit(model, condition, 1000 * share, 1000)
    assert policy.expected_profit == pytest.approx(best, **CLOSE)
    assert policy.fraction_targeted <= share + 1e-9


@given(CASES, PRIOR, st.floats(0, 1), st.booleans())
def test_that_the_price_is_the_slope_of_the_best_mixture(
    rows: list[tuple[bool, int, int, int]], prior: float, share: float, varying: bool
) -> None:
    model = model_of(rows, varying=varying)
    condition = model.condition(prior)

    def best(limit: float) -> float:
        found = constrained(model, condition, Bound(BoundKind.CASES, limit))
        assert found is not None
        return found.policy.expected_profit

    found = constrained(model, condition, Bound(BoundKind.CASES, share))
    assert found is not None
    # The slopes on both sides enclose it: the best mixture is concave in the bound.
    step = 1e-6
    assert found.price >= (best(share + step) - best(share)) / step - 1e-3
    if share > step:
        assert found.price <= (best(share) - best(share - step)) / step + 1e-3


@given(CASES, PRIOR, st.booleans())
def test_that_no_bound_leaves_the_least_expected_cost(
    rows: list[tuple[bool, int, int, int]], prior: float, varying: bool
) -> None:
    model = model_of(rows, varying=varying)
    condition = model.condition(prior)
    found = constrained_single(model, condition, [], Objective.COST)
    assert found is not None
    cheapest = criteria.min_cost(model, condition)
    assert found.expected_cost == pytest.approx(cheapest.expected_cost, **CLOSE)


@given(CASES, PRIOR, st.floats(0, 1))
def test_that_the_largest_tpr_within_an_fpr_is_neyman_pearson(
    rows: list[tuple[bool, int, int, int]], prior: float, limit: float
) -> None:
    model = model_of(rows, varying=True)
    condition = model.condition(prior)
    found = constrained(model, condition, Bound(BoundKind.FPR, limit), Objective.TPR)
    assert found is not None
    expected = criteria.neyman_pearson(model, condition, limit)
    assert found.policy.tpr == pytest.approx(expected.tpr, abs=1e-9)
    single = constrained_single(model, condition, [Bound(BoundKind.FPR, limit)], Objective.TPR)
    assert single is not None
    assert single.tpr == criteria.neyman_pearson_single(model, condition, limit).tpr


@pytest.mark.parametrize("varying", [False, True])
@pytest.mark.parametrize("informed", [0.0, 0.3, 2.0])
def test_that_no_block_of_many_thresholds_is_ruled_out_wrongly(
    varying: bool, informed: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BLOCKS_AT_ONCE", 64)
    rng = np.random.default_rng(7)
    labels = rng.random(30_000) < 0.2
    scores = np.round(rng.normal(size=labels.size) + informed * labels, 4)
    cost = rng.lognormal(3, 1.5, labels.size) if varying else 20.0
    model = evaluate_scores("m", labels, scores, PayoffMatrix(tp=cost, fp=-1.0, fn=0.0, tn=0.0))
    condition = model.condition(0.04)
    fpr, tpr, value = figures(model, condition, Objective.PROFIT)
    for bound in (
        Bound(BoundKind.CASES, 0.03),
        Bound(BoundKind.FPR, 0.2),
        Bound(BoundKind.TPR, 0.7),
        Bound(BoundKind.PRECISION, 0.045),
    ):
        kept = within(bound, fpr, tpr, 0.04)
        single = constrained_single(model, condition, [bound])
        assert (single is None) == (not kept.any())
        if single is not None:
            assert value[single.index] == pytest.approx(value[kept].max(), rel=1e-12)
            mixed = constrained(model, condition, bound)
            assert mixed is not None
            assert mixed.policy.expected_profit >= single.expected_profit - 1e-12
            used, limit = usage(bound, fpr, tpr, 0.04)
            if bound.kind is not BoundKind.PRECISION:
                # Duality: no mixture earns more than the best threshold at the price.
                most = (value - mixed.price * (used - limit)).max()
                assert mixed.policy.expected_profit == pytest.approx(most, abs=1e-9)


def test_that_a_bound_that_nothing_keeps_yields_no_policy() -> None:
    model = evaluate_scores("m", [False, True, False, True], [4.0, 3.0, 2.0, 1.0])
    condition = model.condition(0.5)
    precise = Bound(BoundKind.PRECISION, 0.9)
    assert constrained_single(model, condition, [precise]) is None
    assert constrained(model, condition, precise) is None
    apart = [Bound(BoundKind.TPR, 0.9), Bound(BoundKind.CASES, 0.5)]
    assert constrained_single(model, condition, apart) is None


def test_that_acting_on_nobody_has_no_precision() -> None:
    labels, scores = [True, False, False, False], [4.0, 3.0, 2.0, 1.0]
    payoff = PayoffMatrix(tp=0.0, fp=-100.0, fn=-0.001, tn=0.0)
    model = evaluate_scores("m", labels, scores, payoff)
    single = constrained_single(model, model.condition(), [Bound(BoundKind.PRECISION, 0.5)])
    assert single is not None
    assert single.fraction_targeted > 0


def test_that_a_dominated_classifier_of_a_family_is_chosen_where_only_it_fits() -> None:
    classifiers = [
        ConfusionMatrix("good", tp=60, fn=40, fp=5, tn=95),
        ConfusionMatrix("small", tp=20, fn=80, fp=6, tn=94),
    ]
    family = evaluate_table("f", family_table(classifiers), PayoffMatrix(10.0, -1.0, 0.0, 0.0))
    policy = workforce_profit_single(family, family.condition(0.5), 20, 100)
    assert policy.classifiers == ("small",)
    all_of_them = constrained_single(family, family.condition(0.5), [Bound(BoundKind.TPR, 0.9)])
    assert all_of_them is not None


@pytest.mark.parametrize(
    ("kind", "limit", "said"),
    [
        (BoundKind.FPR, 1.2, "false-positive rate must lie between 0 and 1; it is 1.2"),
        (BoundKind.PRECISION, -0.1, "precision must lie between 0 and 1; it is -0.1"),
        (BoundKind.CASES, -1.0, "share of the cases must be at least 0; it is -1"),
        (BoundKind.TPR, float("nan"), "true-positive rate must lie between 0 and 1; it is nan"),
    ],
)
def test_that_a_bound_out_of_range_is_refused(kind: BoundKind, limit: float, said: str) -> None:
    with pytest.raises(ConstraintError, match=said):
        Bound(kind, limit)


def test_that_named_criteria_note_their_names() -> None:
    model = model_of([(True, 3, 5, 1), (False, 2, 1, 1), (True, 1, 9, 1)], varying=True)
    condition = model.condition()
    found = (
        neyman_pearson_profit(model, condition, 0.5),
        neyman_pearson_profit_single(model, condition, 0.5),
        workforce_profit(model, condition, 1, 3),
        workforce_profit_single(model, condition, 1, 3),
    )
    assert [policy.criterion for policy in found] == [
        "neyman_pearson_profit",
        "neyman_pearson_profit_single",
        "workforce_profit",
        "workforce_profit_single",
    ]


def test_that_300_letters_go_to_the_model_that_earns_most_with_them() -> None:
    file = mailing()
    tp = file.amount - 1.0
    payoff = PayoffMatrix(tp=tp, fp=MAILING_GAINS["fp"], fn=0.0, tn=0.0)
    singles, caught = {}, {}
    for name, score in file.scores.items():
        model = evaluate_scores(name, file.donated, score, payoff)
        condition = model.condition()
        rows = len(file.donated)
        singles[name] = workforce_profit_single(model, condition, 300, rows)
        caught[name] = criteria.workforce_single(model, condition, 300, rows)
        # Schupp (2015): write the letters and add up the money.
        order = np.argsort(-score)[:300]
        sums = np.cumsum(np.where(file.donated, tp, -1.0)[order])
        assert singles[name].expected_profit * rows == pytest.approx(max(0.0, sums.max()))
    assert criteria.best(singles) == "expected_gift"
    assert criteria.best(caught, Objective.TPR) == "mlp"
    gap = singles["expected_gift"].expected_profit - caught["mlp"].expected_profit
    assert gap * len(file.donated) > 1000
