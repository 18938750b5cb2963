"""Costs drawn as lengths in ROC space, and tangents that two hulls share."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.cost_curve import lower_envelope
from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.cost.duality import (
    Construction,
    common_tangents,
    horizontal_construction,
    perpendicular_construction,
)
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.roc.hull import RocHull, convex_hull
from tests.helpers.oracles import noisy_sample, scored_labels

Sample = tuple[np.ndarray, np.ndarray]
RATE = st.floats(0, 1)
SAMPLES = scored_labels(st.integers(0, 6).map(float))


def cost_of(fpr: float, tpr: float, pc: float) -> float:
    """Drummond & Holte (2006), equation 6."""
    return (1 - tpr) * pc + fpr * (1 - pc)


@given(RATE, RATE, RATE)
def test_that_the_horizontal_segment_is_as_long_as_the_cost(
    fpr: float, tpr: float, pc: float
) -> None:
    found = horizontal_construction(fpr, tpr, pc)
    (left, level), end = found.measure
    assert (left, level) == (0, end.tpr)
    assert end.tpr == 1 - end.fpr
    assert found.measure.length == pytest.approx(cost_of(fpr, tpr, pc), abs=1e-12)


@given(RATE, RATE, RATE)
def test_that_the_perpendicular_is_in_proportion_to_the_cost(
    fpr: float, tpr: float, pc: float
) -> None:
    found = perpendicular_construction(fpr, tpr, pc)
    scale = math.hypot(pc, 1 - pc)
    assert found.measure.length * scale == pytest.approx(cost_of(fpr, tpr, pc), abs=1e-12)
    # It starts in the perfect classifier and is at right angles to the direction (PC+, PC-).
    assert found.measure.start == (0, 1)
    across, up = np.subtract(found.measure.end, found.measure.start)
    assert across * pc + up * (1 - pc) == pytest.approx(0, abs=1e-12)


@given(RATE, RATE, RATE)
def test_that_both_end_on_the_line_of_equal_cost(fpr: float, tpr: float, pc: float) -> None:
    for construct in (perpendicular_construction, horizontal_construction):
        found: Construction = construct(fpr, tpr, pc)
        for point in (found.measure.end, *found.iso_line):
            assert cost_of(*point, pc) == pytest.approx(found.cost, abs=1e-9)


@given(RATE, RATE, RATE)
def test_that_the_line_runs_from_edge_to_edge_of_the_unit_square(
    fpr: float, tpr: float, pc: float
) -> None:
    line = horizontal_construction(fpr, tpr, pc).iso_line
    for point in line:
        assert all(-1e-12 <= rate <= 1 + 1e-12 for rate in point)
        assert min(abs(rate - edge) for rate in point for edge in (0, 1)) < 1e-12
    assert line.start.fpr <= line.end.fpr + 1e-12
    assert line.start.tpr <= line.end.tpr + 1e-12
    # The classifier lies between the ends.
    assert line.start.fpr - 1e-9 <= fpr <= line.end.fpr + 1e-9
    assert line.start.tpr - 1e-9 <= tpr <= line.end.tpr + 1e-9


@pytest.mark.parametrize(("pc", "ends"), [(0.0, ((0.3, 0), (0.3, 1))), (1.0, ((0, 0.6), (1, 0.6)))])
def test_that_the_line_is_upright_or_level_at_the_extremes(
    pc: float, ends: tuple[tuple[float, float], ...]
) -> None:
    assert horizontal_construction(0.3, 0.6, pc).iso_line == pytest.approx(np.array(ends))


def height_above(hull: RocHull, pc: float, cost: float) -> np.ndarray:
    """Return by how much each vertex of a hull is costlier than a line of equal cost."""
    return cost_of(hull.fpr, hull.tpr, pc) - cost


@given(SAMPLES, SAMPLES)
def test_that_a_common_tangent_touches_both_hulls_and_crosses_none(a: Sample, b: Sample) -> None:
    hulls = [convex_hull(threshold_table(*sample)) for sample in (a, b)]
    curves = [lower_envelope(hull) for hull in hulls]
    for tangent in common_tangents(*curves):
        assert tangent.line.slope == pytest.approx((1 - tangent.pc_plus) / tangent.pc_plus)
        touching = tangent.touching_a, tangent.touching_b
        for hull, point in zip(hulls, touching, strict=True):
            assert height_above(hull, tangent.pc_plus, tangent.cost).min() == pytest.approx(
                0, abs=1e-12
            )
            assert point in zip(hull.fpr, hull.tpr, strict=True)
            on_line = tangent.line.tpr_intercept + tangent.line.slope * point.fpr
            assert point.tpr == pytest.approx(on_line, abs=1e-9)


def test_that_there_is_one_tangent_for_each_change_of_the_cheaper_model() -> None:
    a, b = (
        lower_envelope(convex_hull(threshold_table(*noisy_sample(300, seed=seed))))
        for seed in (1, 6)
    )
    found = common_tangents(a, b)
    changes = [
        after.low
        for before, after in pairwise(crossovers(a, b))
        if {before.better, after.better} == {"a", "b"}
    ]
    assert [tangent.pc_plus for tangent in found] == changes
    assert len(found) == 4
    slopes = [tangent.line.slope for tangent in found]
    assert slopes == sorted(slopes, reverse=True)


def test_that_a_model_has_no_tangent_in_common_with_itself() -> None:
    curve = lower_envelope(convex_hull(threshold_table(*noisy_sample(50))))
    assert common_tangents(curve, curve) == ()
