"""The result of a paired test by resampling, and Holm's correction of several of them.

The p-value is the percentile interval read backwards: one less the confidence at which the
interval just reaches 0. As with every test by simulation the sample itself counts as one
replicate more, so that no p-value is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.error_rates import HiddenErrors, hidden_share

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec


ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The difference of a figure of two models, on the instances that both scored or each its own.

    Attributes
    ----------
    difference : float
        First minus second.
    low, high : float or None
        Percentile interval; None where there is none.
    p_value : float or None
        Two-sided, of no difference.
    method : str
        How it was found, in the words of views and files.
    spec : BootstrapSpec
        Replicates, level and seed.
    reason : str
        Why there is no interval, to be read after "no interval:"; else empty.
    resampled : bool
        Whether it, or the reason, follows from replicates; else `spec` is there for its level.
    """

    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    method: str
    spec: BootstrapSpec
    reason: str = ""
    resampled: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class DrawnDifference:
    """A difference of two models on the sample and in every replicate.

    Attributes
    ----------
    estimate : float
        On the sample.
    replicates : ndarray of float64, shape (b,)
        NaN where a class has no weight.
    hidden : tuple of HiddenErrors
        What the sample leaves open.
    lone : str
        Why there is no test where a class has one instance; else empty.
    """

    estimate: float
    replicates: Floats
    hidden: tuple[HiddenErrors, ...]
    lone: str

    @property
    def reason(self) -> str:
        """Why there is no interval; else empty."""
        if self.lone:
            return self.lone
        if np.isnan(self.replicates).any():
            return "a class has no weight in some resampled sets"
        if np.ptp(self.replicates) <= ROUNDING:
            return "every resampled set has the same difference"
        return ""

    def widening(self, ends: Floats, tails: Floats) -> Floats:
        """Return by how much further an interval reaches for what the sample lacks.

        Put together with the spread of the replicates as intervals of independent figures are.
        """
        away = np.abs(ends - self.estimate)
        reach = away
        for one in self.hidden:
            reach = np.hypot(reach, one.stake * hidden_share(one.units, tails))
        return reach - away

    @property
    def p_value(self) -> float:
        """One less the confidence at which the interval just reaches 0."""
        ordered = np.sort(self.replicates)
        tails = np.arange(1, ordered.size + 1) / (ordered.size + 1)
        below = ordered - self.widening(ordered, tails)
        above = ordered[::-1] + self.widening(ordered[::-1], tails)
        beyond = min(np.count_nonzero(below <= 0), np.count_nonzero(above >= 0))
        return min(2 * (int(beyond) + 1) / (ordered.size + 1), 1.0)


def paired_test(drawn: DrawnDifference, method: str, spec: BootstrapSpec) -> PairedTest:
    """Return the test of a difference by its replicates."""
    if drawn.reason:
        follows = not drawn.lone
        return untested(drawn.estimate, method, spec, drawn.reason, resampled=follows)
    tail = np.array((1 - spec.level) / 2)
    ends = percentile_interval(drawn.replicates, spec.level)
    low, high = (
        float((end + sign * drawn.widening(end, tail)).clip(-1.0, 1.0))
        for sign, end in zip((-1, 1), ends, strict=True)
    )
    said = f"{method}, rule of three" if drawn.hidden else method
    return PairedTest(drawn.estimate, low, high, drawn.p_value, said, spec)


def untested(
    difference: float, method: str, spec: BootstrapSpec, reason: str, *, resampled: bool
) -> PairedTest:
    """Return a test without an interval, with the reason why."""
    return PairedTest(difference, None, None, None, method, spec, reason, resampled)


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
