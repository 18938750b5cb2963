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
from costcurve_gui.engine.resampling.squared_costs import caution_of_errors, squares_of_classes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.replicates import Sides
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.resampling.small_counts import ClassSizes
    from costcurve_gui.engine.resampling.squared_costs import OfClasses


LINES = np.arange(201) / 200
"""Means of both rates on the lines that curves are compared on."""
_ADDED = 1.0
"""Cases that the sample may lack at either end of a class whose cases count alike."""
_ENOUGH = 30.0
"""Degrees of freedom that bands of more cases have everywhere, however near to 0 or 1 a rate is."""
_MORE = 1.5
"""Times the degrees of freedom, where scores separate the classes or some cases cost more."""


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
    fewer than a spread of normal values has, or 30; where scores separate half as many again as
    that spread has, where costs or weights differ half as many again as the fewer of both.

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
    squares = _on_lines(squares_of_classes(sample, model, rows, (whole.tpr, whole.fpr)), whole)
    classes = _classes(heights, sizes, sample.units, squares)
    reach = _reach(classes, differences, level, separates=whole.separates)
    upper, lower = _within(heights + reach), _within(heights - reach)
    unlike = any(of.squares is not None for of in classes)
    caution = caution_of_errors(model, rows, whole.tpr - whole.fpr, sizes) if unlike else ""
    return Band(
        x,
        read_only(estimate),
        read_only(_highest(*lower, x)),
        read_only(_lowest(*upper, x)),
        f"simultaneous; {caution}" if caution else "simultaneous",
        resampler.spec,
    )


def _on_lines(found: OfClasses, whole: ReadCurve) -> OfClasses:
    along = mixed(whole.fpr, whole.tpr, 0.5)
    positives, negatives = (None if of is None else np.interp(LINES, along, of) for of in found)
    return positives, negatives


def _reach(
    known: tuple[ClassRate, ...], differences: Floats, level: float, *, separates: bool
) -> Floats:
    """Return how far the band reaches on each line, shape (k,)."""
    seen = differences.var(axis=0)
    classes, unlike = _worth(known, seen), any(of.squares is not None for of in known)
    # Separated classes show no spread, and a case that a sample lacks may be a costly one.
    added = two_sided_deviate(level) ** 2 / 2 if separates or unlike else _ADDED
    variance: Floats = seen + sum((of.moved * added / of.size) ** 2 for of in classes)
    spread = np.sqrt(variance)
    largest = np.abs(differences / spread).max(axis=1)
    # One point alone strays by the deviate, also where no replicate does, as at perfect separation.
    factor = max(float(np.quantile(largest, level)), two_sided_deviate(level))
    normal = _freedom(known)
    freedom = freedom_of_shares(classes, variance)
    if unlike:
        freedom = _MORE * np.minimum(freedom, normal)
    elif separates:
        freedom = np.array([_MORE * normal])
    else:
        freedom = freedom.clip(min(normal, _ENOUGH))
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
    squares : ndarray of float64, shape (k,), or None
        The variance of the variance of a rate of `size` cases, times the cube of that size; None
        where cases count alike, and it follows from the rate.
    """

    rate: Floats
    moved: Floats
    size: float
    units: int
    squares: Floats | None = None

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
        if self.squares is not None:
            of_unlike: Floats = self.moved**4 * self.squares / self.size**3
            return of_unlike
        size = self.size + 2 * _ADDED
        rate = (self.size * self.rate + _ADDED) / size
        unsure: Floats = self.moved**4 * (1 - 2 * rate) ** 2 * rate * (1 - rate) / size**3
        return unsure


def _classes(
    heights: Floats, sizes: ClassSizes, units: tuple[int, int], squares: OfClasses
) -> tuple[ClassRate, ...]:
    by_fpr, by_tpr = height_by_rates(heights)
    fpr, tpr = ((LINES + sign * heights / 2).clip(0.0, 1.0) for sign in (-1, 1))
    worth = sizes.positives, sizes.negatives
    scaled = (None if of is None else of * size**3 for of, size in zip(squares, worth, strict=True))
    of_classes = zip((tpr, fpr), (by_tpr, by_fpr), worth, units, scaled, strict=True)
    return tuple(ClassRate(*each) for each in of_classes)


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


def _freedom(classes: Sequence[ClassRate]) -> np.float64:
    """Return those of a spread that normal values of both classes make (Satterthwaite 1946)."""
    cases = np.array([min(of.size, of.units) for of in classes])
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
