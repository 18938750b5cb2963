from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import floats, integers, sampled_from

from costcurve_gui.analysis.compromises import nearest_bounds
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_reading, build_snapshot
from costcurve_gui.engine.selection.bounds import BoundKind
from tests.helpers.choices import Choice, selected_by
from tests.helpers.samples import BY_AMOUNT, costlier, dataset, loaded

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy

DATA = dataset()
LOADED = loaded(DATA)
SCENE = LOADED.curve_set
PRIORS = floats(1e-6, 1 - 1e-6)


def profit_of(policy: Policy) -> float:
    return policy.expected_profit


MERITS: dict[Choice, Callable[[Policy], float]] = {
    Choice.NEYMAN_PEARSON: lambda policy: policy.tpr,
    Choice.WORKFORCE: lambda policy: policy.tpr,
    Choice.TARGET_RECALL: lambda policy: -policy.fpr,
    # Reached by none: the share of positives that are treated; else the positives found.
    Choice.TARGET_PRECISION: lambda policy: (
        policy.tpr if policy.criterion == "target_precision" else policy.tpr / policy.fpr
    ),
    Choice.YOUDEN: lambda policy: policy.tpr - policy.fpr,
    Choice.CLOSEST_TO_CORNER: lambda policy: -math.hypot(policy.fpr, 1 - policy.tpr),
}


def snapshot_at(previous: Snapshot | None = None, **changes: object) -> Snapshot:
    settings = replace(DatasetSettings(payoff=BY_AMOUNT), **changes)  # type: ignore[arg-type]
    return build_snapshot(SCENE, settings, previous)


def profit_by_hand(column: str, threshold: float, prior: float, factor: float = 1.0) -> float:
    """Add up the payoff of every row, each class weighted by its prior."""
    amount, picked = DATA.numeric["amount"], DATA.scores[column] >= threshold
    pays_positive = np.where(picked, 0.0, -amount * factor)
    pays_negative = np.where(picked, 0.0, 0.05 * amount)
    positive, negative = pays_positive[DATA.y_true].mean(), pays_negative[~DATA.y_true].mean()
    return float(prior * positive + (1 - prior) * negative)


def thresholds_of(column: str) -> np.ndarray:
    return np.concatenate([[np.inf], np.unique(DATA.scores[column])[::-1]])


@given(prior=PRIORS, factor=floats(0.01, 100))
def test_that_minimum_cost_is_the_best_of_all_thresholds(prior: float, factor: float) -> None:
    snapshot = snapshot_at(condition=costlier(SCENE, factor, prior=prior))
    for model in snapshot.models.values():
        column = model.info.column
        profits = [profit_by_hand(column, t, prior, factor) for t in thresholds_of(column)]
        assert model.policy.expected_profit == pytest.approx(max(profits), rel=1e-9)
        own = profit_by_hand(column, model.policy.threshold, prior, factor)
        assert own == pytest.approx(max(profits), rel=1e-9)


@given(prior=PRIORS, criterion=sampled_from(Choice))
def test_that_the_best_model_wins_by_the_criterion(prior: float, criterion: Choice) -> None:
    snapshot = snapshot_at(condition=ConditionSpec(prior=prior), selection=selected_by(criterion))

    merits = {
        key: MERITS.get(criterion, profit_of)(model.policy)
        for key, model in snapshot.models.items()
        if model.met or not any(other.met for other in snapshot.models.values())
    }
    assert snapshot.best is not None
    assert merits[snapshot.best] == max(merits.values())


@given(prior=PRIORS)
def test_that_the_profit_curve_adds_up_row_by_row(prior: float) -> None:
    snapshot = snapshot_at(condition=ConditionSpec(prior=prior))
    for curves in SCENE.models:
        curve, column = snapshot.models[curves.info.key].profit, curves.info.column
        for x, y, index in zip(curve.x[::7], curve.y[::7], curve.indices[::7], strict=True):
            threshold = curves.evaluation.table.thresholds[index]
            picked = DATA.scores[column] >= threshold
            targeted = (
                prior * picked[DATA.y_true].mean() + (1 - prior) * picked[~DATA.y_true].mean()
            )
            assert x == pytest.approx(targeted)
            assert y == pytest.approx(profit_by_hand(column, threshold, prior), rel=1e-9)


@given(
    max_fpr=floats(0, 1),
    capacity=floats(0, 1200),
    criterion=sampled_from([Choice.NEYMAN_PEARSON, Choice.WORKFORCE]),
)
def test_that_bounds_hold_and_one_threshold_never_beats_mixing(
    max_fpr: float, capacity: float, criterion: Choice
) -> None:
    spec = selected_by(criterion, max_fpr=max_fpr, capacity=capacity, population=1000)
    mixed, alone = snapshot_at(selection=spec), snapshot_at(selection=replace(spec, mixed=False))
    for key, model in mixed.models.items():
        single = alone.models[key].policy
        for policy in (model.policy, single):
            if criterion is Choice.NEYMAN_PEARSON:
                assert policy.fpr <= max_fpr + 1e-9
            else:
                assert policy.fraction_targeted * 1000 <= capacity + 1e-6 or capacity >= 1000
        assert single.tpr <= model.policy.tpr + 1e-12
        assert single.threshold_2 is None


def test_that_by_hand_uses_the_thresholds_given_and_the_cheapest_for_the_others() -> None:
    key, other, _ = (model.info.key for model in SCENE.models)
    spec = selected_by(Choice.MANUAL, thresholds={key: 0.35})
    snapshot = snapshot_at(selection=spec)
    picked = DATA.scores["score_a"] >= 0.35
    assert snapshot.models[key].policy.tpr == picked[DATA.y_true].mean()
    assert snapshot.models[key].policy.fpr == picked[~DATA.y_true].mean()
    assert snapshot.models[other].policy.threshold == snapshot_at().models[other].policy.threshold


@given(target_recall=floats(0, 1))
def test_that_the_wanted_recall_is_reached_at_the_least_fpr(target_recall: float) -> None:
    spec = selected_by(Choice.TARGET_RECALL, targets={"target_recall": target_recall})
    for curves, model in zip(
        SCENE.models, snapshot_at(selection=spec).models.values(), strict=True
    ):
        table = curves.evaluation.table
        rows = np.arange(len(table))
        assert model.policy.fpr == table.fpr_at(rows)[table.tpr_at(rows) >= target_recall].min()
        assert model.met


def test_that_a_precision_out_of_reach_leaves_the_most_precise_threshold() -> None:
    condition = ConditionSpec(prior=0.001)
    spec = selected_by(Choice.TARGET_PRECISION, targets={"target_precision": 0.999_999})
    snapshot = snapshot_at(condition=condition, selection=spec)
    for curves, model in zip(SCENE.models, snapshot.models.values(), strict=True):
        table = curves.evaluation.table
        rows = np.arange(1, len(table))
        found = 0.001 * table.tpr_at(rows)
        share = found / (found + 0.999 * table.fpr_at(rows))
        assert model.met == bool(share.max() >= 0.999_999)
        assert 0.001 * model.policy.tpr / model.policy.fraction_targeted == pytest.approx(
            share.max()
        )
    met = [key for key, model in snapshot.models.items() if model.met]
    assert not met or snapshot.best in met


def test_that_scores_outside_0_to_1_are_not_chosen_by_the_condition_alone() -> None:
    cheapest = snapshot_at()
    snapshot = snapshot_at(selection=selected_by(Choice.PERFORMANCE_INDEPENDENT))
    for key, model in snapshot.models.items():
        assert not model.met
        assert model.policy.index == cheapest.models[key].policy.index
    assert snapshot.best == cheapest.best


def test_that_winners_are_the_lowest_of_the_envelopes() -> None:
    snapshot = snapshot_at()
    winners = cost_comparisons(snapshot).winners
    assert (winners[0][0], winners[-1][1]) == (0, 1)
    for low, high, (key, *_) in winners:
        middle = (low + high) / 2
        costs = {
            model.info.key: float(model.evaluation.envelope.value_at(middle))
            for model in SCENE.models
        } | {"none": middle, "all": 1 - middle}
        assert costs[key] == pytest.approx(min(costs.values()))


@given(prior=PRIORS)
def test_that_references_bound_every_profit_curve(prior: float) -> None:
    snapshot = snapshot_at(condition=ConditionSpec(prior=prior))
    perfect = snapshot.perfect_profit
    nobody, everybody = snapshot.trivial["none"], snapshot.trivial["all"]
    assert snapshot.random_profit.y.tolist() == pytest.approx(
        [nobody.expected_profit, everybody.expected_profit]
    )
    for model in snapshot.models.values():
        assert (model.profit.y <= perfect.y.max() + 1e-9).all()
        assert model.profit.y[0] == pytest.approx(nobody.expected_profit)
        assert model.profit.y[-1] == pytest.approx(everybody.expected_profit)


def test_that_the_default_prior_is_the_share_of_positives() -> None:
    assert snapshot_at().condition.prior == DATA.y_true.mean()


@given(
    prior=PRIORS,
    key=sampled_from([model.info.key for model in SCENE.models]),
    index=integers(0, 10_000),
)
def test_that_a_reading_is_what_counting_rows_gives(prior: float, key: str, index: int) -> None:
    snapshot = snapshot_at(condition=ConditionSpec(prior=prior))
    curves = next(model for model in SCENE.models if model.info.key == key)
    index %= len(curves.evaluation.table)
    reading = build_reading(snapshot, key, index)
    threshold = curves.evaluation.table.thresholds[index]
    picked, amount = DATA.scores[curves.info.column] >= threshold, DATA.numeric["amount"]
    assert reading.threshold == threshold
    assert reading.tpr == pytest.approx(picked[DATA.y_true].mean())
    assert reading.fpr == pytest.approx(picked[~DATA.y_true].mean())
    saved = amount[picked & DATA.y_true].sum() / amount[DATA.y_true].sum()
    lost = amount[picked & ~DATA.y_true].sum() / amount[~DATA.y_true].sum()
    assert reading.tp_benefit_rate == pytest.approx(saved)
    assert reading.fp_cost_rate == pytest.approx(lost)
    by_hand = profit_by_hand(curves.info.column, threshold, prior)
    assert reading.expected_profit == pytest.approx(by_hand, rel=1e-9)


@given(
    prior=sampled_from([None, 0.1, 0.4]),
    factor=sampled_from([1.0, 3.0]),
    criterion=sampled_from(Choice),
    hidden=sampled_from([frozenset(), frozenset({SCENE.models[0].info.key})]),
)
def test_that_what_is_taken_over_from_the_snapshot_before_is_what_would_be_computed(
    prior: float | None, factor: float, criterion: Choice, hidden: frozenset[str]
) -> None:
    changes = {
        "condition": costlier(SCENE, factor, prior=prior),
        "selection": selected_by(criterion),
        "hidden": hidden,
    }
    fresh, taken_over = snapshot_at(**changes), snapshot_at(snapshot_at(), **changes)
    assert cost_comparisons(taken_over).winners == cost_comparisons(fresh).winners
    assert (taken_over.best, taken_over.selected) == (fresh.best, fresh.selected)
    for key, model in fresh.models.items():
        again = taken_over.models[key]
        assert (again.policy, again.cheapest) == (model.policy, model.cheapest)
        assert again.profit.y.tolist() == model.profit.y.tolist()


def test_that_selecting_a_model_computes_nothing_again() -> None:
    first = snapshot_at()
    second = snapshot_at(first, selected=SCENE.models[2].info.key)
    assert second.selected == SCENE.models[2].info.key
    for key, model in first.models.items():
        assert second.models[key] is model


EXCLUDED = BoundsSpec(tpr=1.0, cases=100.0)


def bounded_by(bounds: BoundsSpec) -> SelectionSpec:
    return SelectionSpec(bounds=bounds, population=1000)


def test_that_bounds_that_exclude_each_other_keep_the_thresholds_that_were_there() -> None:
    before = snapshot_at(selection=bounded_by(replace(EXCLUDED, tpr=None)))
    excluded = snapshot_at(before, selection=bounded_by(EXCLUDED))
    assert not excluded.met
    assert excluded.best == before.best
    for key, model in before.models.items():
        assert excluded.models[key].policy.index == model.policy.index
        assert excluded.models[key].policy.expected_profit == model.policy.expected_profit


def test_that_the_nearest_bounds_are_those_that_some_threshold_keeps() -> None:
    snapshot = snapshot_at(selection=bounded_by(EXCLUDED))
    prior, most = snapshot.condition.prior, 0.0
    for column in DATA.scores:
        for threshold in thresholds_of(column):
            picked = DATA.scores[column] >= threshold
            tpr, fpr = picked[DATA.y_true].mean(), picked[~DATA.y_true].mean()
            if prior * tpr + (1 - prior) * fpr <= 0.1:
                most = max(most, tpr)
    more_cases, less_recall, halfway = nearest_bounds(snapshot)
    assert less_recall.limits[BoundKind.TPR] == pytest.approx(most, abs=0.001)
    assert less_recall.limits[BoundKind.TPR] <= most
    assert halfway.limits.keys() == {BoundKind.CASES, BoundKind.TPR}
    for one in (more_cases, less_recall, halfway):
        limits = EXCLUDED
        for kind, limit in one.limits.items():
            limits = limits.with_limit(kind, limit)
        assert snapshot_at(selection=bounded_by(limits)).met
    assert nearest_bounds(snapshot_at(selection=bounded_by(BoundsSpec(tpr=1.0)))) == ()
