from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from costcurve_gui.analysis.conditions import Pivots, condition_through

# The edges have slope 5, 1 and 1/3, hence PC(+) 1/6, 1/2 and 3/4.
HULL = Pivots(
    x=np.array([0.0, 0.1, 0.4, 1.0]),
    y=np.array([0.0, 0.5, 0.8, 1.0]),
    low=np.array([0.0, 1 / 6, 1 / 2, 3 / 4]),
    high=np.array([1 / 6, 1 / 2, 3 / 4, 1.0]),
)


def gap(pc: float, x: float, y: float) -> float:
    """Distance between (x, y) and the hull's supporting line at PC(+), found by trying vertices."""
    reach = max(b * pc - a * (1 - pc) for a, b in zip(HULL.x, HULL.y, strict=True))
    return (y * pc - x * (1 - pc) - reach) / np.hypot(pc, 1 - pc)


def test_that_the_line_through_an_edge_has_the_slope_of_the_edge():
    assert condition_through(0.25, 0.65, HULL, 0.45) == pytest.approx(0.5)


def test_that_the_tangent_from_the_left_touches_the_right_vertex():
    # From (0, 0.6) to (0.4, 0.8): slope 1/2, PC(+) 2/3.
    assert condition_through(0.0, 0.6, HULL, 0.7) == pytest.approx(2 / 3)


def test_that_of_two_tangents_the_one_near_the_present_condition_is_meant():
    # From (0.2, 0.9) one tangent touches (1, 1) at slope 1/8, one (0.1, 0.5) at slope 4.
    assert condition_through(0.2, 0.9, HULL, 0.8) == pytest.approx(8 / 9)
    assert condition_through(0.2, 0.9, HULL, 0.3) == pytest.approx(1 / 5)


def test_that_beyond_the_corners_the_condition_ends_at_0_and_1():
    assert condition_through(-0.02, 1.02, HULL, 0.9) == 1.0
    assert condition_through(-0.02, 1.02, HULL, 0.1) == 0.0


def test_that_a_fixed_point_is_turned_about():
    point = Pivots.fixed(0.4, 0.7)
    assert condition_through(0.2, 0.5, point, 0.2) == pytest.approx(0.5)
    assert condition_through(0.8, 0.9, point, 0.2) == pytest.approx(2 / 3)
    assert condition_through(0.2, 0.71, point, 0.2) == 1.0
    assert condition_through(0.39, 0.9, point, 0.2) == 0.0
    assert condition_through(0.4, 0.7, point, 0.2) == 0.2


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_that_from_above_the_hull_the_line_runs_through_the_mouse(x, y, present):
    assume(y > np.interp(x, HULL.x, HULL.y))
    assert gap(condition_through(x, y, HULL, present), x, y) == pytest.approx(0, abs=1e-9)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_that_from_below_the_hull_the_line_passes_between_mouse_and_sky(x, y, present):
    assume(y < np.interp(x, HULL.x, HULL.y))
    assert gap(condition_through(x, y, HULL, present), x, y) <= 1e-9
