"""Tests of several models at once."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.area_tests import PairedTest

Model = TypeVar("Model")


class PairComparison(NamedTuple):
    """Two of several models, by position, and the p-value corrected for all pairs."""

    a: int
    b: int
    test: PairedTest
    corrected: float | None


def compare_all(
    models: Sequence[Model], compare: Callable[[Model, Model], PairedTest]
) -> tuple[PairComparison, ...]:
    """Compare each two of several models, with Holm's correction for doing so.

    Parameters
    ----------
    models : sequence
        The models, as `compare` takes them.
    compare : callable
        The test of two of them.
    """
    pairs = list(combinations(range(len(models)), 2))
    tests = [compare(models[a], models[b]) for a, b in pairs]
    p_values = [np.nan if test.p_value is None else test.p_value for test in tests]
    corrected = [None if np.isnan(p) else p for p in holm(np.array(p_values)).tolist()]
    return tuple(
        PairComparison(a, b, test, p)
        for (a, b), test, p in zip(pairs, tests, corrected, strict=True)
    )


def holm(p_values: Floats) -> Floats:
    """Return p-values corrected for how many there are.

    Whoever rejects where they are at most 0.05 is wrong about any of them in at most one of
    twenty studies.

    Parameters
    ----------
    p_values : ndarray of float64, shape (k,)
        NaN where there is none, which does not count.

    References
    ----------
    .. [1] Holm (1979), A simple sequentially rejective multiple test procedure.

    Examples
    --------
    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p_values)
    known = np.count_nonzero(~np.isnan(p_values))
    steps = known - np.arange(p_values.size)
    corrected = np.full(p_values.size, np.nan)
    raised = np.maximum.accumulate((p_values[order] * steps)[:known])
    corrected[order[:known]] = np.minimum(raised, 1.0)
    return corrected
