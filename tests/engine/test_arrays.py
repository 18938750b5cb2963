"""Arithmetic on arrays that several parts of the engine share."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from costcurve_gui.engine.arrays import effective_number

_WEIGHTS = arrays(np.float64, st.integers(1, 30), elements=st.floats(0.01, 100.0))


@given(_WEIGHTS, st.floats(0.1, 10.0))
def test_that_the_effective_number_is_that_of_equal_weights_of_the_same_variance(
    weights: np.ndarray, factor: float
) -> None:
    """The variance of a weighted mean of independent values is theirs over the number."""
    shares = weights / weights.sum()
    assert np.isclose(1 / effective_number(weights), (shares**2).sum())
    assert np.isclose(effective_number(factor * weights), effective_number(weights))


def test_that_no_weight_is_worth_no_case() -> None:
    assert effective_number(np.zeros(3)) == 0
    assert effective_number(np.ones(7)) == 7
