"""Bands of curves of two rates, read along one of them or along a mixture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurve_gui.engine.resampling.band import no_interval, percentile_band
from costcurve_gui.engine.resampling.replicates import (
    ONE_SCORE,
    mixed,
    read_curve,
    read_curves,
    replicates,
)
from costcurve_gui.engine.resampling.small_counts import Interval, guarded, margins

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.resampling.small_counts import ClassSizes

    Sides: TypeAlias = Callable[[ResampledRates], tuple[Floats, Floats]]
    """Which two rates of replicates make the curve: like fpr and tpr, both ascending."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadCurve:
    """A curve of both rates, and a mixture of them along which its tpr is read.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (m,)
        Points from (0, 0) to (1, 1).
    share : float
        Of tpr in the abscissa ``share * tpr + (1 - share) * fpr``: 0 to read over fpr, the prior
        to read over the fraction targeted.
    """

    fpr: Floats
    tpr: Floats
    share: float

    @property
    def along(self) -> Floats:
        """The abscissa of each point."""
        return mixed(self.fpr, self.tpr, self.share)

    def tpr_at(self, places: Floats) -> Floats:
        """Read tpr; left of the curve it is 0 and right of it 1."""
        return read_curve(self.along, self.tpr, places)

    def interval(self, places: Floats, sizes: ClassSizes, level: float) -> Interval:
        """Return the interval of tpr from Wilson's intervals of both rates.

        Where the curve is read the threshold passes through, and either rate there may have been
        another: the curve is moved by that much, read again, and both differences are squared and
        added. It needs no slope, which a step has not.
        """
        tpr, fpr = self.tpr_at(places), read_curve(self.along, self.fpr, places)
        reach = margins(fpr, tpr, sizes, level)
        ahead, beside = self.share, 1 - self.share
        up = np.hypot(
            self.tpr_at(places - ahead * reach.tpr_up) + reach.tpr_up - tpr,
            self.tpr_at(places + beside * reach.fpr_down) - tpr,
        )
        down = np.hypot(
            tpr - self.tpr_at(places + ahead * reach.tpr_down) + reach.tpr_down,
            tpr - self.tpr_at(places - beside * reach.fpr_up),
        )
        # At the right end every instance is called positive, whatever the sample.
        few = reach.few & (places < 1)
        return Interval((tpr - down).clip(0.0), (tpr + up).clip(max=1.0), few)


def read_band(
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
    """Return the vertical band of a curve over x.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (m,)
        Rows that the curve is drawn with.
    sides : callable
        Its two rates in replicates.
    whole : ReadCurve
        The same rows on the whole sample.
    x, estimate : ndarray of float64, shape (k,)
        Where the curve is read, and what it is there.
    sizes : ClassSizes
        Of the classes of both rates.
    progress : Progress
        Told before each batch.
    """

    def read(rates: ResampledRates) -> Floats:
        fpr, tpr = sides(rates)
        return read_curves(mixed(fpr, tpr, whole.share), tpr, x)

    if rows.size == ONE_SCORE:
        return no_interval(x, estimate, "every score is equal", resampler.spec)
    drawn = replicates(resampler, model, rows, read, progress)
    band = percentile_band(x, estimate, drawn, "vertical", resampler.spec)
    return guarded(band, whole.interval(x, sizes, resampler.spec.level))
