"""The result of a paired test by resampling, and Holm's correction of several of them.

The interval is a multiple of the spread of the replicates by Student's t, for as many cases as
the smaller class is worth: percentiles are too short where it has few. The p-value is the interval
read backwards: one less the confidence at which it just reaches 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from costcurve_gui.engine.distributions.beta import student_t_beyond, student_t_quantile
from costcurve_gui.engine.resampling.deciding_cases import DecidingCases
from costcurve_gui.engine.resampling.error_rates import HiddenErrors, hidden_share

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec


ROUNDING = 1e-12
SURE = DecidingCases(math.inf, 0.0)
"""Where the class sizes alone say how sure a variance is."""


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The difference of a figure of two models, on the instances that both scored or each its own.

    Attributes
    ----------
    difference : float
        First minus second.
    low, high : float or None
        Interval; None where there is none.
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
    new_cases : float or None
        First minus second where thresholds are judged on cases that did not choose them; None
        where none are chosen. The interval holds both differences.
    """

    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    method: str
    spec: BootstrapSpec
    reason: str = ""
    resampled: bool = True
    new_cases: float | None = None


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
    size : float
        How many instances the smaller class is worth.
    out_of_bag : float or None
        The difference where thresholds were not chosen; None where none are.
    re_optimised : float
        Spread of the difference where each replicate chooses its thresholds; 0 where none do.
    deciding : DecidingCases
        What the few cases that the models differ on leave open; by default nothing.
    """

    estimate: float
    replicates: Floats
    hidden: tuple[HiddenErrors, ...]
    lone: str
    size: float
    out_of_bag: float | None = None
    re_optimised: float = 0.0
    deciding: DecidingCases = SURE

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

    @property
    def ends(self) -> tuple[float, float]:
        """The difference on the sample and out of bag, ascending."""
        other = self.estimate if self.out_of_bag is None else self.out_of_bag
        return min(self.estimate, other), max(self.estimate, other)

    def reach(self, tail: float) -> float:
        """Return how far an interval reaches that is exceeded at either end by so much.

        Put together with what the sample lacks as intervals of independent figures are.
        """
        reach = student_t_quantile(self._freedom, 1 - tail) * self._spread
        for one in self.hidden:
            reach = math.hypot(reach, one.stake * float(hidden_share(one.units, tail)))
        return reach

    @property
    def _freedom(self) -> float:
        return max(min(self.size - 1, self.deciding.freedom), 1.0)

    @property
    def _spread(self) -> float:
        spread = max(float(self.replicates.std()), self.re_optimised)
        rest = max(self.size - 1, 1.0)
        return math.sqrt(spread**2 * (rest + 1) / rest + self.deciding.added)

    @property
    def p_value(self) -> float:
        """One less the confidence at which the interval just reaches 0."""
        low, high = self.ends
        if low <= 0 <= high:
            return 1.0
        nearest = min(abs(low), abs(high))
        if not self.hidden:
            return student_t_beyond(self._freedom, nearest / self._spread)
        smallest, largest = _LEAST_TAIL, 0.5
        if self.reach(smallest) <= nearest:
            return 2 * smallest
        for _ in range(_HALVINGS):
            middle = math.sqrt(smallest * largest)
            if self.reach(middle) > nearest:
                smallest = middle
            else:
                largest = middle
        return 2 * math.sqrt(smallest * largest)


_LEAST_TAIL = 1e-9
_HALVINGS = 25


def paired_test(drawn: DrawnDifference, method: str, spec: BootstrapSpec) -> PairedTest:
    """Return the test of a difference by its replicates."""
    if drawn.reason:
        follows = not drawn.lone
        return untested(drawn.estimate, method, spec, drawn.reason, resampled=follows)
    reach = drawn.reach((1 - spec.level) / 2)
    low, high = max(drawn.ends[0] - reach, -1.0), min(drawn.ends[1] + reach, 1.0)
    said = f"{method}, rule of three" if drawn.hidden else method
    ends = low, high, drawn.p_value
    return PairedTest(drawn.estimate, *ends, said, spec, new_cases=drawn.out_of_bag)


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
