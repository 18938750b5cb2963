"""Wilson's interval."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm

from costcurve_gui.engine.distributions.normal import two_sided_deviate, wilson_interval
from costcurve_gui.engine.errors import ConstraintError


@given(st.integers(1, 500), st.data(), st.floats(0.01, 0.999))
def test_that_bounds_are_those_of_scipy(size: int, data: st.DataObject, level: float) -> None:
    successes = data.draw(st.integers(0, size))
    expected = binomtest(successes, size).proportion_ci(level, method="wilson")
    lower, upper = wilson_interval(np.array([successes / size]), np.array([float(size)]), level)
    assert (lower[0], upper[0]) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= lower[0] <= upper[0] <= 1


def test_that_nothing_observed_has_no_interval() -> None:
    lower, upper = wilson_interval(np.array([np.nan, 0.5]), np.array([0.0, 4.0]), 0.9)
    assert np.isnan([lower[0], upper[0]]).all()
    assert lower[1] < 0.5 < upper[1]


def test_that_the_deviate_leaves_half_of_the_rest_on_either_side() -> None:
    assert two_sided_deviate(0.9) == pytest.approx(norm.ppf(0.95))


@pytest.mark.parametrize("level", [0, 1, -0.5, np.nan])
def test_that_a_level_beyond_its_range_is_refused(level: float) -> None:
    with pytest.raises(ConstraintError, match="confidence level"):
        two_sided_deviate(level)
