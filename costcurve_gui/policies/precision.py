"""Scores in single precision: thresholds that decide about them alike in every form.

0.9 in single precision is 0.8999999761581421 as a double, and "0.9" again where a data frame writes
it as text. A threshold of such scores lies below both, and above what single precision has next.
"""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from costcurve_gui.policies.saved import NOBODY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.policies.saved import SavedPolicy, Threshold

Precision = Literal["float32", "float64"]
SINGLE: Final = "float32"
DOUBLE: Final = "float64"
_MOST_DIGITS: Final = 17
_LOW_BITS: Final = 0xFF  # of the 24 of a number: none are set in a fraction such as 3/1024


def precision_of(scores: NDArray[np.float64]) -> Precision:
    """Return the precision that scores come from, whatever type they have now.

    It is single where each is such a number, and some of them are the rounding of a decimal.
    """
    finite = scores[np.isfinite(scores)]
    if not is_single(finite):
        return DOUBLE
    single = finite.astype(np.float32)
    rounded = np.unique(single[(single.view(np.int32) & _LOW_BITS) != 0])
    return SINGLE if any(_decimal(one) != float(one) for one in rounded[:100]) else DOUBLE


def is_single(scores: NDArray[np.float64]) -> bool:
    """Whether all scores are numbers of single precision; NaN is one."""
    with np.errstate(over="ignore"):
        return bool(np.array_equal(scores, scores.astype(np.float32), equal_nan=True))


def in_single(value: float) -> float:
    """Return the number of single precision nearest to another one."""
    with np.errstate(over="ignore"):
        return float(np.float32(value))


def differ(one: float, other: float) -> bool:
    """Whether two scores differ by more than the rounding to single precision."""
    return in_single(one) != in_single(other)


def robust(value: float, *, lower: bool) -> float:
    """Return the shortest decimal that scores of single precision reach like a given one.

    Parameters
    ----------
    value : float
        One of these scores.
    lower : bool
        Whether scores reach a threshold by being at most it.

    Examples
    --------
    >>> robust(float(np.float32(0.8)), lower=False), robust(float(np.float32(0.9)), lower=False)
    (0.8, 0.89999997)
    """
    if not math.isfinite(value) or in_single(value) != value:
        return value
    sign = -1.0 if lower else 1.0
    score = np.float32(sign * value)
    highest = Decimal(repr(min(float(score), _decimal(score))))
    for digits in range(1, _MOST_DIGITS):
        found = float(Context(prec=digits, rounding=ROUND_FLOOR).create_decimal(highest))
        if in_single(found) == float(score):  # so is nothing that stands for the score before
            return sign * found + 0.0
    return value


def _decimal(score: np.float32) -> float:
    """Return the number that the shortest text of a score in single precision is read as."""
    return float(str(score))


def fitted(policy: SavedPolicy, scores: NDArray[np.float64]) -> SavedPolicy:
    """Return a policy as it decides about scores: in single precision where these have it."""
    return in_single_precision(policy) if is_single(scores) else policy


def in_single_precision(policy: SavedPolicy) -> SavedPolicy:
    """Return a policy whose thresholds and bins are numbers of single precision."""
    if policy.grades:
        return policy
    rules, seen = policy.segments, policy.score
    if rules is not None:
        own: dict[str, Threshold] = {
            name: NOBODY if one == NOBODY else in_single(float(one))
            for name, one in rules.thresholds.items()
        }
        rules = replace(rules, thresholds=own)
    if seen is not None:
        seen = replace(seen, edges=tuple(map(in_single, seen.edges)))
    return replace(
        policy,
        threshold=_narrowed(policy.threshold),
        threshold_2=_narrowed(policy.threshold_2),
        threshold_review=_narrowed(policy.threshold_review),
        segments=rules,
        score=seen,
    )


def _narrowed(threshold: Threshold | None) -> Threshold | None:
    return in_single(threshold) if isinstance(threshold, float) else threshold
