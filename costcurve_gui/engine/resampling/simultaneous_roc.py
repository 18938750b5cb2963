"""The band that holds a whole ROC curve, or ROCIV, at once.

Curves are compared along the lines of slope -1, on which either rate may err, as Campbell (1994)
and Macskassy, Provost & Rosset (2005) move them: there neither end is steep. The differences
between replicates and curve are divided by their spread, and the largest of a curve counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.replicates import Sides
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.resampling.small_counts import ClassSizes


LINES = np.arange(201) / 200
"""Means of both rates on the lines that curves are compared on."""


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
    units = resampler.sample.units
    reach = _reach(heights, differences, sizes, units, resampler.spec.level)
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
    heights: Floats, differences: Floats, sizes: ClassSizes, units: tuple[int, int], level: float
) -> Floats:
    """Return how far the band reaches on each line, shape (k,)."""
    spread = np.sqrt(differences.var(axis=0) + _unseen(heights, differences, sizes, units, level))
    largest = np.abs(differences / spread).max(axis=1)
    # One point alone strays by the deviate, also where no replicate does, as at perfect separation.
    factor = max(float(np.quantile(largest, level)), two_sided_deviate(level))
    freedom = _freedom(min(sizes.positives, units[0]), min(sizes.negatives, units[1]))
    reach: Floats = student_deviate(factor, np.array([freedom])) * spread
    return reach


def _unseen(
    heights: Floats, differences: Floats, sizes: ClassSizes, units: tuple[int, int], level: float
) -> Floats:
    """Return the variance that is added to that of replicates, which is 0 at the ends of a curve.

    As many cases are added to either rate as Agresti & Coull add to a share. Where groups are drawn
    a class is worth so many cases less as replicates vary more than those of single cases would.
    """
    by_fpr, by_tpr = height_by_rates(heights)
    halves = heights / 2
    fpr, tpr = LINES - halves, LINES + halves
    binomial = by_tpr**2 * tpr * (1 - tpr) / sizes.positives
    binomial += by_fpr**2 * fpr * (1 - fpr) / sizes.negatives
    drawn = float(differences.var(axis=0).sum())
    alike = max(drawn / float(binomial.sum()), 1.0) if binomial.any() else 1.0
    positives = max(sizes.positives / alike, min(sizes.positives, units[0]))
    negatives = max(sizes.negatives / alike, min(sizes.negatives, units[1]))
    cases = two_sided_deviate(level) ** 2 / 2
    added: Floats = (by_tpr * cases / positives) ** 2 + (by_fpr * cases / negatives) ** 2
    return added


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


def _freedom(positives: float, negatives: float) -> float:
    """Return the degrees of freedom of a spread that both classes add to (Satterthwaite 1946)."""
    parts = np.array([1 / positives, 1 / negatives])
    rest = np.array([positives, negatives]) - 1
    found = parts.sum() ** 2 / (parts**2 / np.maximum(rest, 1.0)).sum()
    return max(float(found), LEAST_FREEDOM)


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
