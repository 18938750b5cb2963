"""A band that holds a whole ROC curve at once.

Curves are compared along the lines of slope -1, on which either rate may err, as Campbell (1994)
and Macskassy, Provost & Rosset (2005) move them: there neither end is steep. The differences
between replicates and curve are divided by their spread, and the largest of a curve counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.intervals import two_sided_deviate
from costcurve_gui.engine.resampling.band import Band, no_interval
from costcurve_gui.engine.resampling.replicates import (
    ONE_SCORE,
    mixed,
    read_curve,
    read_curves,
    replicates,
)

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.read_bands import ReadCurve, Sides
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
    reach = _reach(differences, sizes, resampler.spec.level)
    upper, lower = _within(heights + reach), _within(heights - reach)
    return Band(
        x,
        read_only(estimate),
        read_only(_highest(*lower, x)),
        read_only(_lowest(*upper, x)),
        "simultaneous",
        resampler.spec,
    )


def _reach(differences: Floats, sizes: ClassSizes, level: float) -> Floats:
    """Return how far the band reaches on each line, shape (k,)."""
    # Agresti & Coull add so many to a share; at the ends of a curve no replicate differs.
    instances = two_sided_deviate(level) ** 2 / 2
    added = (instances / sizes.positives) ** 2 + (instances / sizes.negatives) ** 2
    spread = np.sqrt(differences.var(axis=0) + added)
    largest = np.abs(differences / spread).max(axis=1)
    # One point alone strays by the deviate, also where no replicate does, as at perfect separation.
    factor = max(float(np.quantile(largest, level)), two_sided_deviate(level))
    reach: Floats = factor * spread
    return reach


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
