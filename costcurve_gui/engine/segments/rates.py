"""Intervals of rates in segments, which may be small, of their differences and largest gap."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.distributions.normal import (
    as_students,
    two_sided_deviate,
    wilson_interval,
)
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.segments.curves import RATES

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.segments.curves import SegmentCases

_MOST_UNKNOWN = 0.05
"""Share of replicates that may lack a figure before nothing is concluded from the others."""


class Interval(NamedTuple):
    """A figure and its interval, NaN where there is none."""

    value: float
    low: float
    high: float


def percentiles(value: float, drawn: Floats, level: float) -> Interval:
    """Return a figure with its percentile interval; NaN where too many replicates lack it."""
    known = drawn[~np.isnan(drawn)]
    if np.isnan(value) or known.size < (1 - _MOST_UNKNOWN) * drawn.size:
        return Interval(value, np.nan, np.nan)
    return Interval(value, *map(float, percentile_interval(known, level)))


class RateSizes(NamedTuple):
    """What the cases of each segment are worth to a rate, (g,) each.

    `cases` of equal weight would vary as much as these; `units` are drawn independently: such
    cases, or groups.
    """

    cases: Floats
    units: Floats


class RateLimits(NamedTuple):
    """Both ends of the interval of each segment's rate, (g,) each.

    `score_low` and `score_high` are Wilson's, `low` and `high` the wider ones of these and of the
    percentiles.
    """

    score_low: Floats
    score_high: Floats
    low: Floats
    high: Floats


def rate_sizes(cases: SegmentCases) -> dict[str, RateSizes]:
    """Return what the cases are worth to each of `RATES`."""
    counted = {"share": np.ones_like(cases.y_true), "tpr": cases.y_true, "fpr": ~cases.y_true}
    return {rate: _sizes(cases, counted[rate]) for rate in RATES}


def _sizes(cases: SegmentCases, counted: Bools) -> RateSizes:
    segments = len(cases.names)
    codes, share = cases.codes[counted], cases.share[counted]
    total = np.bincount(codes, share, segments)
    squares = np.bincount(codes, share**2, segments)
    size = np.where(squares > 0, total**2 / np.where(squares > 0, squares, 1.0), 0.0)
    if cases.groups is None:
        return RateSizes(size, size)
    pairs = np.unique(np.stack((codes, cases.groups[counted])), axis=1)
    return RateSizes(size, np.bincount(pairs[0], minlength=segments).astype(np.float64))


def rate_limits(values: Floats, drawn: Floats, sizes: RateSizes, level: float) -> RateLimits:
    """Return the interval of a rate in every segment.

    Parameters
    ----------
    values : ndarray of float64, shape (g,)
        The rate in each segment, 0-1; NaN where it has no such case.
    drawn : ndarray of float64, shape (b, g)
        The same in each replicate.
    sizes : RateSizes
        Of the rate.
    level : float
        Confidence.

    Returns
    -------
    RateLimits
        NaN where a segment has no such case.

    Notes
    -----
    Percentiles of a rate near 0 or 1 are too short, and none vary where it is 0 or 1: Wilson's
    interval is for these, with Student's t. Its size is that of as many independent cases as vary
    like the replicates, so that weights and groups count. Where a threshold was chosen on few
    cases percentiles reach farther on one side.

    References
    ----------
    .. [1] Dean & Pagano (2015), Evaluating confidence interval methods for binomial proportions
       in clustered surveys, Journal of Survey Statistics and Methodology 3.
    """
    unknown = np.isnan(drawn)
    sure = unknown.mean(axis=0) <= _MOST_UNKNOWN
    filled = np.where(unknown, values, drawn)
    spread = filled.var(axis=0)
    varies = sure & (spread > 0) & (values > 0) & (values < 1)
    alone = values * (1 - values)
    size = np.where(varies, alone / np.where(varies, spread, 1.0), sizes.units)
    size = np.minimum(size, sizes.cases)
    pairs = zip(size.tolist(), sizes.units.tolist(), strict=True)
    students = np.array([as_students(*pair, level) for pair in pairs])
    score_low, score_high = wilson_interval(values, students, level)
    low, high = percentile_interval(filled, level)
    return RateLimits(
        score_low,
        score_high,
        np.where(sure, np.minimum(low, score_low), score_low),
        np.where(sure, np.maximum(high, score_high), score_high),
    )


def difference_limits(
    values: Floats, limits: RateLimits, first: Indices, second: Indices
) -> tuple[Floats, Floats]:
    """Return both ends of the first segment's rate less the second's.

    Parameters
    ----------
    values : ndarray of float64, shape (g,)
        The rate in each segment.
    limits : RateLimits
        Their intervals.
    first, second : ndarray of int64, shape (k,)
        Pairs of segments.

    References
    ----------
    .. [1] Newcombe (1998), Interval estimation for the difference between independent
       proportions: his method 10, of two score intervals.

    Examples
    --------
    >>> ends = np.array([0.1, 0.3]), np.array([0.3, 0.6])
    >>> low, high = difference_limits(
    ...     np.array([0.2, 0.4]), RateLimits(*ends, *ends), np.array([1]), np.array([0])
    ... )
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.059], [0.424])
    """
    estimate = values[first] - values[second]
    below = np.hypot(
        values[first] - limits.score_low[first], limits.score_high[second] - values[second]
    )
    above = np.hypot(
        limits.score_high[first] - values[first], values[second] - limits.score_low[second]
    )
    return estimate - below, estimate + above


def gap_interval(values: Floats, drawn: Floats, limits: RateLimits, level: float) -> Interval:
    """Return the largest rate less the smallest, of the segments that have the rate.

    Parameters
    ----------
    values, drawn, limits
        As of `rate_limits`, and what that returns.
    level : float
        Confidence.

    Returns
    -------
    Interval
        Within 0-1; NaN where fewer than two segments have the rate.

    Notes
    -----
    A percentile interval never holds 0, and of segments that are alike hardly ever the truth. Of
    all differences of two segments the true largest one is at most as large as the largest of
    their upper limits, each with its own confidence. It is at least as large as the largest of
    their lower limits where these hold at once (sup-t), for the differences that may be the
    largest: those whose upper limit reaches some other's lower one.

    References
    ----------
    .. [1] Chernozhukov, Lee & Rosen (2013), Intersection bounds: estimation and inference,
       Econometrica 81: the selection of what may bind.
    """
    known = np.flatnonzero(~np.isnan(values))
    if known.size < 2:
        return Interval(np.nan, np.nan, np.nan)
    first, second = (known[one] for one in np.nonzero(~np.eye(known.size, dtype=bool)))
    low, high = difference_limits(values, limits, first, second)
    kept = np.flatnonzero(high >= low.max())
    first, second = first[kept], second[kept]
    estimate = values[first] - values[second]
    differences = drawn[:, first] - drawn[:, second]
    deviations = np.where(np.isnan(differences), 0.0, differences - estimate)
    spread = np.sqrt((deviations**2).mean(axis=0))
    sup = (deviations / np.where(spread > 0, spread, np.inf)).max(axis=1)
    one = two_sided_deviate(level)
    reach = max(float(np.quantile(sup, level)), one) / one
    least = float((estimate - reach * (estimate - low[kept])).max())
    return Interval(float(np.ptp(values[known])), max(least, 0.0), min(float(high.max()), 1.0))
