"""Cost lines, lower envelopes and crossovers against brute force."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.cost_curve import CostCurve, lower_envelope
from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.roc.hull import convex_hull

GRID = np.linspace(0, 1, 201)
ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=2, max_size=40).filter(
    lambda rows: len({label for label, _ in rows}) == 2
)


def table_of(rows: list[tuple[bool, int]]) -> ThresholdTable:
    labels, scores = zip(*rows, strict=True)
    return threshold_table(np.array(labels), np.array(scores, dtype=float))


def curve_of(rows: list[tuple[bool, int]]) -> CostCurve:
    return lower_envelope(convex_hull(table_of(rows)))


def lines_on_grid(table: ThresholdTable, grid: np.ndarray) -> np.ndarray:
    return (1 - table.tpr)[:, None] * grid + table.fpr[:, None] * (1 - grid)


@given(ROWS)
def test_that_the_envelope_is_the_least_of_all_lines(rows: list[tuple[bool, int]]) -> None:
    table = table_of(rows)
    curve = lower_envelope(convex_hull(table))
    np.testing.assert_allclose(
        curve.value_at(GRID), lines_on_grid(table, GRID).min(axis=0), atol=1e-12
    )
    assert (np.diff(curve.pc_plus) > 0).all()
    assert curve.pc_plus[[0, -1]].tolist() == [0, 1]


@given(ROWS)
def test_that_each_segment_is_the_line_of_its_threshold(rows: list[tuple[bool, int]]) -> None:
    table, curve = table_of(rows), curve_of(rows)
    middles = (curve.pc_plus[1:] + curve.pc_plus[:-1]) / 2
    at = curve.indices[:-1]
    lines = (1 - table.tpr_at(at)) * middles + table.fpr_at(at) * (1 - middles)
    np.testing.assert_allclose(lines, curve.value_at(middles), atol=1e-12)
    assert curve.indices[-1] == curve.indices[-2]


@given(ROWS)
def test_that_the_operating_range_is_where_the_envelope_beats_both_trivial_classifiers(
    rows: list[tuple[bool, int]],
) -> None:
    curve = curve_of(rows)
    better = np.minimum(GRID, 1 - GRID) - curve.value_at(GRID) > 1e-9
    if curve.operating_range is None:
        assert not better.any()
        return
    low, high = curve.operating_range
    inside = (low + 1e-6 < GRID) & (high - 1e-6 > GRID)
    outside = (low - 1e-6 > GRID) | (high + 1e-6 < GRID)
    assert better[inside].all()
    assert not better[outside].any()


def test_that_the_operating_range_starts_at_0_where_positives_are_found_at_fpr_0() -> None:
    curve = curve_of([(True, 3), (False, 2), (True, 1), (False, 0)])
    assert curve.operating_range == (0.0, 1.0)


def test_that_the_area_is_the_integral_of_the_envelope() -> None:
    rows = [(True, 5), (False, 4), (True, 4), (True, 2), (False, 1), (False, 3)]
    table, fine = table_of(rows), np.linspace(0, 1, 100_001)
    integral = np.trapezoid(lines_on_grid(table, fine).min(axis=0), fine)
    assert curve_of(rows).area == pytest.approx(integral, abs=1e-8)


@given(ROWS, ROWS)
def test_that_crossovers_name_the_cheaper_curve_everywhere(
    first: list[tuple[bool, int]], second: list[tuple[bool, int]]
) -> None:
    a, b = curve_of(first), curve_of(second)
    stretches = crossovers(a, b)
    assert stretches[0].low == 0
    assert stretches[-1].high == 1
    for stretch, following in pairwise(stretches):
        assert stretch.high == following.low
        assert stretch.better != following.better
    for stretch in stretches:
        inside = np.linspace(stretch.low, stretch.high, 7)[1:-1]
        difference = a.value_at(inside) - b.value_at(inside)
        expected = {"a": difference < 0, "b": difference > 0, "equal": abs(difference) < 1e-11}
        assert expected[stretch.better].all()
