"""The band that holds a whole ROC curve, or ROCIV, at once.

Curves are compared along the lines of slope -1, on which either rate may err, as Campbell (1994)
and Macskassy, Provost & Rosset (2005) move them: there neither end is steep. The differences
between replicates and curve are divided by their spread, and the largest of a curve counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.distributions.normal import two_sided_deviate
from costcurve_gui.engine.resampling.band import Band, no_interval
from costcurve_gui.engine.resampling.replicates import (
    ONE_SCORE,
    ReadCurve,
    mixed,
    read_curve,
    read_curves,
    replicates,
)
from costcurve_gui.engine.resampling.simultaneous import LEAST_FREEDOM, student_deviate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.replicates import Sides
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.resampling.small_counts import ClassSizes


LINES = np.arange(201) / 200
"""Means of both rates on the lines that curves are compared on."""
_ADDED = 1.0
"""Cases that the sample may lack at either end of a class whose cases count alike."""
_ENOUGH = 30.0
"""Degrees of freedom that bands of more cases have everywhere, however near to 0 or 1 a rate is."""
_MORE = 1.5
"""Times the degrees of freedom of normal values, for shares of cases of which some cost more."""


def simultaneous_band(
    resampler: Resampler,
    model: RankedModel,
    rows: Indices,
    sides: Sides,
    whole: ReadCurve,
    x: Floats,
    estimate: Floats,
    sizes: ClassSizes,
    progress: Progress,
) -> Band:
    """Return the band that holds the whole curve at the level; parameters as in `read_band`.

    Notes
    -----
    The variance of replicates lacks the cases that a sample lacks. So much is added as a case at
    either end of each class moves the curve; where costs or weights differ, or scores separate,
    as many as Agresti & Coull add to a share. Quantiles are Student's: `freedom_of_shares`, no
    fewer than a spread of normal values has, or 30; in the other cases half as many again as that.

    References
    ----------
    .. [1] Campbell (1994), Advances in statistical methodology for the evaluation of diagnostic
       and laboratory tests, Statistics in Medicine 13.
    .. [2] Macskassy, Provost & Rosset (2005), ROC confidence bands: an empirical evaluation.
    .. [3] Jensen, Müller & Schäfer (2000), Regional confidence bands for ROC curves, Statistics
       in Medicine 19: the largest studentised difference.
    .. [4] Agresti & Coull (1998), Approximate is better than "exact" for interval estimation of
       binomial proportions, The American Statistician 52.
    """

    def read(rates: ResampledRates) -> Floats:
        fpr, tpr = sides(rates)
        return read_curves(mixed(fpr, tpr, 0.5), tpr - fpr, LINES)

    if rows.size == ONE_SCORE:
        return no_interval(x, estimate, "every score is equal", resampler.spec)
    heights = read_curve(mixed(whole.fpr, whole.tpr, 0.5), whole.tpr - whole.fpr, LINES)
    differences = replicates(resampler, model, rows, read, progress) - heights
    sample, level = resampler.sample, resampler.spec.level
    # Separated classes show no spread, and a case that a sample lacks may be a costly one.
    is_shown = sample.positives.alike and sample.negatives.alike and not whole.separates
    reach = _reach(heights, differences, sizes, sample.units, level, is_shown=is_shown)
    upper, lower = _within(heights + reach), _within(heights - reach)
    return Band(
        x,
        read_only(estimate),
        read_only(_highest(*lower, x)),
        read_only(_lowest(*upper, x)),
        "simultaneous",
        resampler.spec,
    )


def _reach(
    heights: Floats,
    differences: Floats,
    sizes: ClassSizes,
    units: tuple[int, int],
    level: float,
    *,
    is_shown: bool,
) -> Floats:
    """Return how far the band reaches on each line, shape (k,).

    `is_shown` says whether rates show how sure their own variance is.
    """
    seen = differences.var(axis=0)
    classes = _worth(_classes(heights, sizes, units), seen)
    added = _ADDED if is_shown else two_sided_deviate(level) ** 2 / 2
    variance: Floats = seen + sum((of.moved * added / of.size) ** 2 for of in classes)
    spread = np.sqrt(variance)
    largest = np.abs(differences / spread).max(axis=1)
    # One point alone strays by the deviate, also where no replicate does, as at perfect separation.
    factor = max(float(np.quantile(largest, level)), two_sided_deviate(level))
    normal = _freedom(sizes, units)
    freedom = np.array([_MORE * normal])
    if is_shown:
        freedom = freedom_of_shares(classes, variance).clip(min(normal, _ENOUGH))
    reach: Floats = student_deviate(factor, freedom.clip(LEAST_FREEDOM)) * spread
    return reach


class ClassRate(NamedTuple):
    """The rate of a class on each line, and by how much it moves the heights there.

    Attributes
    ----------
    rate : ndarray of float64, shape (k,)
        tpr or fpr.
    moved : ndarray of float64, shape (k,)
        As `height_by_rates` has it.
    size : float
        Of how many cases the rate is a share.
    units : int
        How many cases, or groups, are drawn.
    """

    rate: Floats
    moved: Floats
    size: float
    units: int

    @property
    def variance(self) -> Floats:
        """What a binomial rate adds to the variance of heights."""
        variance: Floats = self.moved**2 * self.rate * (1 - self.rate) / self.size
        return variance

    @property
    def unsure(self) -> Floats:
        """The variance of `variance`, as that of a rate follows from the rate.

        A rate of 0 would be sure of its own: to this one the cases that may be lacking are added.
        """
        size = self.size + 2 * _ADDED
        rate = (self.size * self.rate + _ADDED) / size
        unsure: Floats = self.moved**4 * (1 - 2 * rate) ** 2 * rate * (1 - rate) / size**3
        return unsure


def _classes(heights: Floats, sizes: ClassSizes, units: tuple[int, int]) -> tuple[ClassRate, ...]:
    by_fpr, by_tpr = height_by_rates(heights)
    fpr, tpr = ((LINES + sign * heights / 2).clip(0.0, 1.0) for sign in (-1, 1))
    return (
        ClassRate(tpr, by_tpr, sizes.positives, units[0]),
        ClassRate(fpr, by_fpr, sizes.negatives, units[1]),
    )


def _worth(classes: tuple[ClassRate, ...], seen: Floats) -> tuple[ClassRate, ...]:
    """Return the classes worth so many cases less as groups vary more than single cases would."""
    binomial = sum(float(of.variance.sum()) for of in classes)
    alike = max(float(seen.sum()) / binomial, 1.0) if binomial else 1.0
    return tuple(of._replace(size=max(of.size / alike, min(of.size, of.units))) for of in classes)


def freedom_of_shares(classes: Sequence[ClassRate], variance: Floats) -> Floats:
    """Return the degrees of freedom of a variance that the rates of both classes make.

    A share's own variance follows from the share: the nearer to a half, the better it is known.

    Parameters
    ----------
    classes : sequence of ClassRate
        Both classes.
    variance : ndarray of float64, shape (k,)
        Of the height on each line.

    Returns
    -------
    ndarray of float64, shape (k,)
        ``2 variance**2`` over the variance of the variance; infinite where that is 0.

    References
    ----------
    .. [1] Satterthwaite (1946), An approximate distribution of estimates of variance components,
       Biometrics Bulletin 2.

    Examples
    --------
    Of 20 positives a tpr of 0.2, and one of a half:

    >>> nobody = ClassRate(np.zeros(2), np.zeros(2), 100.0, 100)
    >>> tpr = ClassRate(np.array([0.2, 0.5]), np.ones(2), 20.0, 20)
    >>> freedom_of_shares([tpr, nobody], tpr.variance).round(1).tolist()
    [26.1, inf]
    """
    unsure = np.sum([of.unsure for of in classes], axis=0)
    freedom = np.full(variance.shape, np.inf)
    np.divide(2 * variance**2, unsure, out=freedom, where=unsure > 0)
    return freedom


def _freedom(sizes: ClassSizes, units: tuple[int, int]) -> np.float64:
    """Return those of a spread that normal values of both classes make (Satterthwaite 1946)."""
    cases = np.minimum([sizes.positives, sizes.negatives], units)
    parts = 1 / cases
    freedom: np.float64 = parts.sum() ** 2 / (parts**2 / np.maximum(cases - 1, 1.0)).sum()
    return freedom


_BESIDE = 10
"""Lines on either side over which the slope of a curve is taken."""


def height_by_rates(heights: Floats) -> tuple[Floats, Floats]:
    """Return by how much heights on `LINES` fall with fpr and rise with tpr.

    Where a curve is flat an error of tpr moves the height on its line twice as far and one of fpr
    not at all; where it is upright it is the other way round.

    Parameters
    ----------
    heights : ndarray of float64, shape (k,)
        tpr less fpr on each line.

    Returns
    -------
    by_fpr, by_tpr : ndarray of float64, shape (k,)
        0 to 2, together 2.

    Examples
    --------
    >>> by_fpr, by_tpr = height_by_rates(2 * np.minimum(LINES, 1 - LINES))
    >>> by_fpr[[20, 100, 180]].round(6).tolist(), by_tpr[[20, 100, 180]].round(6).tolist()
    ([2.0, 1.0, 0.0], [0.0, 1.0, 2.0])
    """
    at = np.arange(LINES.size)
    before, behind = (at - _BESIDE).clip(0), (at + _BESIDE).clip(max=at[-1])
    along = LINES[behind] - LINES[before]
    apart = (heights[behind] - heights[before]) / (2 * along)
    return 1 + apart, 1 - apart


def _within(heights: Floats) -> tuple[Floats, Floats]:
    """Return fpr and tpr at a height above the diagonal of each line, within the square."""
    most = 2 * np.minimum(LINES, 1 - LINES)
    halves = heights.clip(-most, most) / 2
    return LINES - halves, LINES + halves


def _lowest(fpr: Floats, tpr: Floats, x: Floats) -> Floats:
    """Read what no rising curve below these points exceeds."""
    order = np.argsort(fpr, kind="stable")
    rising = np.minimum.accumulate(tpr[order][::-1])[::-1]
    return read_curve(fpr[order], rising, x)


def _highest(fpr: Floats, tpr: Floats, x: Floats) -> Floats:
    """Read what every rising curve above these points reaches."""
    order = np.argsort(fpr, kind="stable")
    return read_curve(fpr[order], np.maximum.accumulate(tpr[order]), x)
