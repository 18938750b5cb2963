"""Bounds met in cost space: Drummond & Holte (2000), equation 14, and (2006), 5.1.3-5.1.4."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.constraint_walk import (
    RateBound,
    WalkedLine,
    neyman_pearson_bound,
    walk_envelope,
    workforce_bound,
)
from costcurve_gui.engine.cost.cost_curve import lower_envelope
from costcurve_gui.engine.cost.duality import cost_point, roc_point, workforce_line
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate_scores
from costcurve_gui.engine.selection.criteria import neyman_pearson, workforce
from tests.helpers.oracles import scored_labels

Sample = tuple[np.ndarray, np.ndarray]
PRIORS = st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1)
SHARES = st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.5]) | st.floats(0, 1.2)


def model(sample: Sample) -> ModelEvaluation:
    return evaluate_scores("m", *sample)


def walked(ev: ModelEvaluation, bound: RateBound) -> WalkedLine:
    return walk_envelope(lower_envelope(ev.roc_hull), bound)


def rates(found: WalkedLine) -> tuple[float, float]:
    return tuple(roc_point(*found.line))


@given(scored_labels(), PRIORS, SHARES)
@example((np.array([True, False]), np.array([1.0, 0.0])), 0.5, 0.25)
def test_that_the_walk_finds_the_answer_of_the_hull(
    sample: Sample, prior: float, share: float
) -> None:
    ev = model(sample)
    on_hull = workforce(ev, ev.condition(prior), share * 200, 200)
    found = walked(ev, workforce_bound(share * 200, 200, prior))
    assert rates(found) == pytest.approx((on_hull.fpr, on_hull.tpr), abs=1e-9)


@given(scored_labels(), st.floats(0, 1))
def test_that_the_construction_on_the_edge_is_neyman_pearson(
    sample: Sample, max_fpr: float
) -> None:
    ev = model(sample)
    on_hull = neyman_pearson(ev, ev.condition(), max_fpr)
    found = walked(ev, neyman_pearson_bound(max_fpr))
    assert rates(found) == pytest.approx((on_hull.fpr, on_hull.tpr), abs=1e-9)


@given(scored_labels(), st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_that_the_line_passes_through_the_vertex_and_the_point_of_the_bound(
    sample: Sample, prior: float, share: float
) -> None:
    bound = workforce_bound(share, 1, prior)
    found = walked(model(sample), bound)
    slope, intercept = found.line
    x, y = found.vertex
    assert slope * x + intercept == pytest.approx(y, abs=1e-9)
    if rates(found)[1] > 1 - 1e-9:
        return  # every positive is found before the workforce is busy
    if bound.point is None:
        assert slope == pytest.approx(bound.parallel_slope)
    elif abs(bound.point.pc_plus) < 1e3:
        at_point = slope * bound.point.pc_plus + intercept
        assert at_point == pytest.approx(bound.point.cost, abs=1e-6)


@given(scored_labels(), PRIORS, SHARES)
def test_that_the_line_is_the_mixture_of_its_neighbours(
    sample: Sample, prior: float, share: float
) -> None:
    found = walked(model(sample), workforce_bound(share, 1, prior))
    assert 0 <= found.mixing <= 1
    for mixed, left, right in zip(found.line, found.left, found.right, strict=True):
        assert (1 - found.mixing) * left + found.mixing * right == pytest.approx(mixed, abs=1e-9)


@pytest.mark.parametrize("prior", [0.0, 0.06, 0.3, 0.7, 1.0])
def test_that_the_point_is_the_dual_of_the_line_in_roc_space(prior: float) -> None:
    point = workforce_bound(800, 4000, prior).point
    assert point == pytest.approx(cost_point(workforce_line(800, 4000, prior)))


def test_that_the_point_lies_left_of_0_where_negatives_prevail_and_right_of_1_else() -> None:
    left, right = workforce_bound(20, 100, 0.2).point, workforce_bound(20, 100, 0.8).point
    assert left is not None
    assert right is not None
    assert left.pc_plus == pytest.approx(20 / (20 - 80))
    assert right.pc_plus == pytest.approx(80 / (80 - 20))


def test_that_the_lines_are_parallel_where_both_classes_are_as_many() -> None:
    bound = workforce_bound(20, 100, 0.5)
    assert bound.point is None
    assert bound.parallel_slope == pytest.approx(1 - 20 / 50)
    assert workforce_bound(20, 100, 0.4).parallel_slope is None


def test_that_the_neyman_pearson_point_lies_on_the_left_edge() -> None:
    assert neyman_pearson_bound(0.3).point == (0, 0.3)


@pytest.mark.parametrize("wrong", [(-1, 100, 0.5), (10, 0, 0.5), (10, 100, 1.5)])
def test_that_an_impossible_workforce_is_refused(wrong: tuple[float, float, float]) -> None:
    with pytest.raises(ConstraintError, match="workforce"):
        workforce_bound(*wrong)


def test_that_a_rate_beyond_1_is_refused() -> None:
    with pytest.raises(ConstraintError, match=r"1\.5"):
        neyman_pearson_bound(1.5)
