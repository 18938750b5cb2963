"""The mixture of two models, against every pair of points there is, and by hand."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.models.state import ConditionSpec, Criterion, DatasetSettings, SelectionSpec
from tests.helpers.plot_frames import german_frame, scene_of

EQUAL = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)


def frame_at(scene, prior: float, capacity: float, population: int):
    spec = SelectionSpec(Criterion.WORKFORCE, capacity=capacity, population=population)
    return build_frame(scene, DatasetSettings(condition=ConditionSpec(prior), selection=spec))


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
    frame = frame_at(scene_of(y_true, scores, EQUAL), 0.2, share * 1000, 1000)
    points = [
        point
        for model in frame.scene.models
        for point in zip(model.evaluation.table.fpr, model.evaluation.table.tpr, strict=True)
    ]
    best = best_by_hand(points, 0.2, share)
    alone = max(model.policy.tpr for model in frame.models.values())
    if frame.mixture is None:
        assert alone == pytest.approx(best)
    else:
        assert frame.mixture.found.point.tpr == pytest.approx(best)
        assert frame.mixture.found.cases == pytest.approx(share * 1000)
        assert best > alone


def coil() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return cases on which A has the point (0.05, 0.4) alone, and B (0.25, 0.8)."""
    y_true = np.repeat([True, False], [20, 80])
    rank = np.concatenate([np.arange(20), np.arange(80)])
    a = np.where(y_true, rank < 8, rank < 4).astype(float)
    b = np.where(y_true, rank < 16, rank < 20).astype(float)
    return y_true, {"A": a, "B": b}


def test_that_offers_for_a_number_of_clients_are_shared_by_two_models() -> None:
    frame = frame_at(scene_of(*coil(), EQUAL), 0.06, 800, 4000)
    assert frame.mixture is not None
    edge, found = frame.mixture.edge, frame.mixture.found
    assert (edge.left.model, edge.right.model) == ("A", "B")
    # By hand: A treats 96 + 188, B 192 + 940 of the 4000.
    assert (found.first_cases, found.second_cases) == pytest.approx((284, 1132))
    assert found.mixing == pytest.approx(516 / 848)
    assert found.found == pytest.approx(96 * 332 / 848 + 192 * 516 / 848)


@pytest.mark.parametrize("capacity", [100, 3900, 4000, 0])
def test_that_one_model_and_nobody_or_everybody_are_no_two_models(capacity: float) -> None:
    assert frame_at(scene_of(*coil(), EQUAL), 0.06, capacity, 4000).mixture is None


def test_that_other_criteria_and_single_models_mix_nothing() -> None:
    assert german_frame().mixture is None
    y_true, scores = coil()
    assert frame_at(scene_of(y_true, {"A": scores["A"]}, EQUAL), 0.06, 800, 4000).mixture is None
