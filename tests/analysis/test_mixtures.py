"""The mixture of two models, against every pair of points there is, and by hand."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from costcurve_gui.analysis.selection_settings import SelectionSpec
from costcurve_gui.analysis.settings import (
    ConditionSpec,
    DatasetSettings,
    MixBy,
    MixSpec,
    PointSpec,
)
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from tests.helpers.choices import Choice, selected_by
from tests.helpers.plot_frames import curves_of_model, german_snapshot

EQUAL = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)


def snapshot_at(curve_set, prior: float, capacity: float, population: int):
    spec = selected_by(Choice.WORKFORCE, capacity=capacity, population=population)
    return build_snapshot(
        curve_set, DatasetSettings(condition=ConditionSpec(prior), selection=spec)
    )


def best_by_hand(points: list[tuple[float, float]], prior: float, share: float) -> float:
    """Return the largest tpr of all mixtures of two points that treat a share of the cases."""
    found = 0.0
    for one, other in combinations_with_replacement(points, 2):
        low, high = sorted(prior * tpr + (1 - prior) * fpr for fpr, tpr in (one, other))
        if low <= share <= high:
            first, second = sorted((one, other), key=lambda p: prior * p[1] + (1 - prior) * p[0])
            k = (share - low) / (high - low) if high > low else 0.0
            found = max(found, (1 - k) * first[1] + k * second[1])
    return found


@pytest.mark.parametrize("share", [0.05, 0.15, 0.25, 0.35])
def test_that_no_two_points_mix_better(share: float) -> None:
    rng = np.random.default_rng(5)
    y_true = rng.random(60) < 0.4
    scores = {
        "early": np.where(y_true & (rng.random(60) < 0.4), 2.0, rng.random(60)),
        "late": y_true * 0.3 + rng.random(60),
    }
    snapshot = snapshot_at(curves_of_model(y_true, scores, EQUAL), 0.2, share * 1000, 1000)
    points = [
        point
        for model in snapshot.curve_set.models
        for point in zip(model.evaluation.table.fpr, model.evaluation.table.tpr, strict=True)
    ]
    best = best_by_hand(points, 0.2, share)
    alone = max(model.policy.tpr for model in snapshot.models.values())
    if snapshot.mixture is None:
        assert alone == pytest.approx(best)
    else:
        assert snapshot.mixture.found.point.tpr == pytest.approx(best)
        assert snapshot.mixture.found.cases == pytest.approx(share * 1000)
        assert best > alone


def coil() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return cases on which A has the point (0.05, 0.4) alone, and B (0.25, 0.8)."""
    y_true = np.repeat([True, False], [20, 80])
    rank = np.concatenate([np.arange(20), np.arange(80)])
    a = np.where(y_true, rank < 8, rank < 4).astype(float)
    b = np.where(y_true, rank < 16, rank < 20).astype(float)
    return y_true, {"A": a, "B": b}


def test_that_offers_for_a_number_of_clients_are_shared_by_two_models() -> None:
    snapshot = snapshot_at(curves_of_model(*coil(), EQUAL), 0.06, 800, 4000)
    assert snapshot.mixture is not None
    edge, found = snapshot.mixture.edge, snapshot.mixture.found
    assert (edge.left.model, edge.right.model) == ("A", "B")
    # By hand: A treats 96 + 188, B 192 + 940 of the 4000.
    assert (found.first_cases, found.second_cases) == pytest.approx((284, 1132))
    assert found.mixing == pytest.approx(516 / 848)
    assert found.found == pytest.approx(96 * 332 / 848 + 192 * 516 / 848)


@pytest.mark.parametrize("capacity", [100, 3900, 4000, 0])
def test_that_one_model_and_nobody_or_everybody_are_no_two_models(capacity: float) -> None:
    assert snapshot_at(curves_of_model(*coil(), EQUAL), 0.06, capacity, 4000).mixture is None


def test_that_other_criteria_and_single_models_mix_nothing() -> None:
    assert german_snapshot().mixture is None
    y_true, scores = coil()
    assert (
        snapshot_at(curves_of_model(y_true, {"A": scores["A"]}, EQUAL), 0.06, 800, 4000).mixture
        is None
    )


def mixed(by: MixBy, wanted: float, payoff: PayoffMatrix = EQUAL, prior: float = 0.06, **points):
    ends = {"first": PointSpec("A", 1.0), "second": PointSpec("B", 1.0), **points}
    spec = MixSpec(**ends, by=by, wanted=wanted)
    settings = DatasetSettings(
        condition=ConditionSpec(prior), selection=SelectionSpec(population=4000), mix=spec
    )
    return build_snapshot(curves_of_model(*coil(), payoff), settings).mix


def test_that_two_chosen_points_are_mixed_for_a_number_of_clients() -> None:
    found = mixed(MixBy.CASES, 800).found
    assert found.mixing == pytest.approx(516 / 848)
    assert found.cases == pytest.approx(800)
    assert found.found == pytest.approx(96 * 332 / 848 + 192 * 516 / 848)


@pytest.mark.parametrize(
    ("by", "wanted"), [(MixBy.SHARE, 0.25), (MixBy.FPR, 0.2), (MixBy.CASES, 920)]
)
def test_that_share_rate_and_cases_say_the_same(by: MixBy, wanted: float) -> None:
    # A quarter A at (0.05, 0.4), the rest B at (0.25, 0.8): 0.25 * 284 + 0.75 * 1132 cases.
    mix = mixed(by, wanted)
    assert mix.found.point == pytest.approx((0.2, 0.7))
    assert mix.wanted == pytest.approx({MixBy.SHARE: 0.25, MixBy.FPR: 0.2, MixBy.CASES: 920})


def test_that_profit_and_cost_are_those_to_expect_of_lots() -> None:
    payoff = PayoffMatrix(tp=5.0, fp=-2.0, fn=-3.0, tn=1.0)
    mix = mixed(MixBy.SHARE, 0.25, payoff)
    fpr, tpr = 0.2, 0.7
    profit = 0.06 * (5 * tpr - 3 * (1 - tpr)) + 0.94 * (-2 * fpr + 1 - fpr)
    assert mix.mean("expected_profit") == pytest.approx(profit)
    cost = 0.06 * 8 * (1 - tpr) + 0.94 * 3 * fpr
    assert mix.mean("expected_cost") == pytest.approx(cost)
    highest = 0.06 * 8 + 0.94 * 3
    assert mix.mean("normalized_expected_cost") == pytest.approx(cost / highest)


@pytest.mark.parametrize(
    ("by", "wanted"),
    [(MixBy.SHARE, 1.2), (MixBy.FPR, 0.3), (MixBy.CASES, 1133), (MixBy.CASES, 283)],
)
def test_that_out_of_reach_there_is_no_mixture_but_both_points(by: MixBy, wanted: float) -> None:
    mix = mixed(by, wanted)
    assert (mix.found, mix.wanted, mix.mean("fpr")) == (None, {}, None)
    assert (mix.first.fpr, mix.second.fpr) == pytest.approx((0.05, 0.25))


def test_that_two_thresholds_of_one_model_can_be_mixed() -> None:
    nobody = mixed(MixBy.SHARE, 0.5, second=PointSpec("A", float("inf")))
    assert nobody.found.point == pytest.approx((0.025, 0.2))


def test_that_a_model_that_is_gone_mixes_nothing() -> None:
    assert mixed(MixBy.SHARE, 0.5, second=PointSpec("gone", 0.5)) is None
