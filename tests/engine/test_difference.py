"""The difference of two cost curves against the curves themselves."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.cost_curve import CostCurve, lower_envelope
from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.cost.difference import cost_difference
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.roc.hull import convex_hull
from tests.helpers.oracles import noisy_sample, scored_labels

Sample = tuple[np.ndarray, np.ndarray]
SAMPLES = scored_labels(st.integers(0, 6).map(float))
FINE = np.linspace(0, 1, 5001)


def curve_of(sample: Sample) -> CostCurve:
    return lower_envelope(convex_hull(threshold_table(*sample)))


@given(SAMPLES, SAMPLES)
def test_that_it_is_the_distance_of_the_curves_everywhere(a: Sample, b: Sample) -> None:
    difference = cost_difference(curve_of(a), curve_of(b))
    expected = curve_of(a).value_at(FINE) - curve_of(b).value_at(FINE)
    np.testing.assert_allclose(difference.value_at(FINE), expected, atol=1e-12)
    pc, largest = difference.largest
    assert difference.value_at(pc) == largest
    assert abs(largest) >= np.abs(expected).max() - 1e-12


@given(SAMPLES, SAMPLES)
def test_that_its_zeros_are_where_the_cheaper_model_changes(a: Sample, b: Sample) -> None:
    curves = curve_of(a), curve_of(b)
    difference = cost_difference(*curves)
    assert np.abs(difference.value_at(difference.zeros)).max() <= 1e-12
    for interval in crossovers(*curves)[1:]:
        assert np.abs(difference.zeros - interval.low).min() < 1e-9
    # Between neighbouring zeros the sign stays.
    for low, high in pairwise(difference.zeros):
        inside = difference.value_at(np.linspace(low, high, 9)[1:-1])
        assert (inside >= -1e-12).all() or (inside <= 1e-12).all()


def test_that_a_curve_differs_from_itself_nowhere() -> None:
    curve = curve_of(noisy_sample(500))
    difference = cost_difference(curve, curve)
    assert not difference.difference.any()
    assert difference.zeros.tolist() == [0, 1]
    assert difference.largest == (0, 0)


def test_that_its_integral_is_the_difference_of_the_areas() -> None:
    a, b = curve_of(noisy_sample(500, seed=1)), curve_of(noisy_sample(500, seed=2))
    difference = cost_difference(a, b)
    integral = np.trapezoid(difference.difference, difference.pc_plus)
    assert integral == pytest.approx(a.area - b.area, abs=1e-14)


def test_that_its_arrays_cannot_be_written_to() -> None:
    curve = curve_of(noisy_sample(20))
    with pytest.raises(ValueError, match="read-only"):
        cost_difference(curve, curve).difference[0] = 1
