"""Intervals where so few instances count that resampling them says too little.

A bootstrap cannot draw what the sample has not: where no positive is missed, none is missed in
any replicate, and the interval has no width. There the interval of a value that falls in
proportion to both error rates is made of Wilson's intervals of the two, whose effects are squared
and added (Zou & Donner 2008, after Newcombe). A curve that is read along a rate is no such value:
`ReadCurve.interval`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from costcurve_gui.engine.arrays import effective_number, read_only
from costcurve_gui.engine.distributions.normal import wilson_interval

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

    _Band = TypeVar("_Band", bound=Band)

FEW = 10
"""Below so many instances on either side of a threshold, a class is a small count there."""


class Sizes(Protocol):
    """How many instances the rates of both classes are shares of, of all rules or of each."""

    @property
    def positives(self) -> Floats | float:
        """Of tpr."""

    @property
    def negatives(self) -> Floats | float:
        """Of fpr."""


@dataclass(frozen=True, slots=True)
class ClassSizes:
    """How many independent instances each class is worth.

    Attributes
    ----------
    positives, negatives : float
        Instances; groups where they are resampled; with weights ``(sum w)**2 / sum w**2``.
    """

    positives: float
    negatives: float

    @property
    def swapped(self) -> ClassSizes:
        """The same with the classes in each other's place."""
        return ClassSizes(self.negatives, self.positives)


def class_sizes(
    sample: Sample, model: RankedModel, *, by_cost: bool = False, in_groups: bool = True
) -> ClassSizes:
    """Return what the classes are worth (Kish 1965), of rates by count or of those of ROCIV.

    Instances that the model did not score do not count, nor, unless `in_groups` is false, do
    repeated ones of a group.
    """
    classes = ((sample.positives, True), (sample.negatives, False))
    sizes = [_worth(columns, by_cost) * _scored(model, columns, of) for columns, of in classes]
    return ClassSizes(*map(min, sizes, sample.units)) if in_groups else ClassSizes(*sizes)


def _scored(model: RankedModel, columns: ClassColumns, of_positives: bool) -> float:
    """Return the share of the instances of a class that have a score."""
    return float(model.stops(of_positives=of_positives)[-1:][0]) / columns.size


def _worth(columns: ClassColumns, by_cost: bool) -> float:
    shares = columns.costs if by_cost else columns.weights
    if not isinstance(shares, np.ndarray):
        shares = columns.weights
    if shares is None or not shares.any():
        return columns.size
    return effective_number(shares)


@dataclass(frozen=True, slots=True, eq=False)
class Margins:
    """How far Wilson's intervals of both rates reach below and above them.

    Attributes
    ----------
    fpr_down, fpr_up, tpr_down, tpr_up : ndarray of float64, shape (k,)
        At least 0.
    few_fpr, few_tpr : ndarray of bool, shape (k,)
        Where a class is a small count on either side.
    """

    fpr_down: Floats
    fpr_up: Floats
    tpr_down: Floats
    tpr_up: Floats
    few_fpr: Bools
    few_tpr: Bools

    @property
    def few(self) -> Bools:
        """Where one of the four counts is small."""
        return self.few_fpr | self.few_tpr

    def but_for(self, certain: Bools) -> Margins:
        """Return the same with no small count at the rules that are certain."""
        return replace(self, few_fpr=self.few_fpr & ~certain, few_tpr=self.few_tpr & ~certain)


def margins(fpr: Floats, tpr: Floats, sizes: Sizes, level: float) -> Margins:
    """Return Wilson's margins of rates on the whole sample, shape (k,) each.

    Examples
    --------
    No positive of 20 is missed, and none of 1,000 negatives is called positive:

    >>> found = margins(np.zeros(1), np.ones(1), ClassSizes(20, 1000), 0.9)
    >>> found.tpr_down.round(3).tolist(), found.fpr_up.round(4).tolist()
    ([0.119], [0.0027])
    """
    positives, negatives = sizes.positives, sizes.negatives
    return Margins(
        *_beside(fpr, negatives, level),
        *_beside(tpr, positives, level),
        few_fpr=_is_few(fpr, negatives),
        few_tpr=_is_few(tpr, positives),
    )


def _is_few(rate: Floats, size: Floats | float) -> Bools:
    few: Bools = np.minimum(rate, 1 - rate) * size < FEW
    return few


def _beside(rate: Floats, size: Floats | float, level: float) -> tuple[Floats, Floats]:
    low, high = wilson_interval(rate, np.full(rate.size, size), level)
    return (rate - low).clip(0.0), (high - rate).clip(0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    """An interval of y at each place, and whether it is that of small counts.

    Attributes
    ----------
    lower, upper : ndarray of float64, shape (k,)
    few : ndarray of bool, shape (k,)
    """

    lower: Floats
    upper: Floats
    few: Bools


def linear_interval(
    estimate: Floats, missed: Floats | float, alarms: Floats | float, reach: Margins
) -> Interval:
    """Return the interval of a value that falls with missed positives and false alarms.

    Parameters
    ----------
    estimate : ndarray of float64, shape (k,)
        The value.
    missed, alarms : float or ndarray of float64, shape (k,)
        By how much it falls with fnr and with fpr.
    reach : Margins
        Of the rates.

    References
    ----------
    .. [1] Zou & Donner (2008), Construction of confidence limits about effect measures: a
       general approach.
    """
    down = np.hypot(missed * reach.tpr_down, alarms * reach.fpr_up)
    up = np.hypot(missed * reach.tpr_up, alarms * reach.fpr_down)
    return Interval(estimate - down, estimate + up, reach.few)


WILSON = "; Wilson at small counts"
BAYESIAN = "; Bayesian bootstrap at small counts"
RULE_OF_THREE = "; rule of three at small counts"


def guarded(
    band: _Band, small: Interval, *, only_widen: bool = False, part: float = 1.0, said: str = WILSON
) -> _Band:
    """Put the interval of small counts where there are some, and say so in the method.

    Parameters
    ----------
    band : Band
        Percentile intervals.
    small : Interval
        At the same places.
    only_widen : bool, default False
        Whether the wider end counts: for values that vary beside the rates.
    part : float, default 1.0
        How much of the way an end is moved to a wider one; with `only_widen`.
    said : str, default `WILSON`
        Added to the method.
    """
    if not small.few.any():
        return band
    low, high = small.lower, small.upper
    if only_widen:
        low = _towards(band.lower, np.fmin(low, band.lower), part)
        high = _towards(band.upper, np.fmax(high, band.upper), part)
    return replace(
        band,
        lower=read_only(np.where(small.few, low, band.lower)),
        upper=read_only(np.where(small.few, high, band.upper)),
        method=band.method + said,
    )


def _towards(end: Floats, wider: Floats, part: float) -> Floats:
    """Return an end moved a part of the way; where replicates have none, the wider one."""
    return np.where(np.isnan(end), wider, part * wider + (1 - part) * end)
