"""Bands of curves of two rates, read along one of them or along a mixture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurve_gui.engine.resampling.band import no_interval, percentile_band
from costcurve_gui.engine.resampling.bootstrap import generators, percentile_interval
from costcurve_gui.engine.resampling.hidden_errors import AS_RULE_OF_THREE, NEUTRAL, drawn_rates
from costcurve_gui.engine.resampling.replicates import (
    ONE_SCORE,
    mixed,
    read_curve,
    read_curves,
    replicates,
)
from costcurve_gui.engine.resampling.small_counts import (
    BAYESIAN,
    RULE_OF_THREE,
    Interval,
    guarded,
    margins,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.resampling.small_counts import ClassSizes

    Sides: TypeAlias = Callable[[ResampledRates], tuple[Floats, Floats]]
    """Which two rates of replicates make the curve: like fpr and tpr, both ascending."""

_STREAM = 1_000
"""Of random numbers: none that replicates are drawn from."""


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

    @property
    def separates(self) -> bool:
        """Whether a rule misses nothing and gives no false alarm."""
        return bool(((self.fpr == 0) & (self.tpr == 1)).any())

    @property
    def said_at_small_counts(self) -> str:
        """What `interval` is, added to the method of a band."""
        return RULE_OF_THREE if self.separates else BAYESIAN

    def interval(self, places: Floats, sizes: ClassSizes, spec: BootstrapSpec) -> Interval:
        """Return the interval of tpr where the counts beside the threshold are small.

        The quantiles of curves that are drawn by the Bayesian bootstrap, by the rule of three where
        the classes are separated; see `drawn_rates`.
        """
        tpr, fpr = self.tpr_at(places), read_curve(self.along, self.fpr, places)
        reach = margins(fpr, tpr, sizes, spec.level)
        # At the right end every instance is called positive, whatever the sample.
        few = reach.few & (places < 1)
        lower, upper = tpr.copy(), tpr.copy()
        if few.any():
            drawn = np.concatenate(list(self._drawn(places[few], sizes, spec)))
            ends = percentile_interval(drawn, spec.level)
            lower[few], upper[few] = (
                np.minimum(lower[few], ends[0]),
                np.maximum(upper[few], ends[1]),
            )
        # No curve that is drawn begins with an upright step; the true one may.
        upright = places <= 0
        return Interval(
            np.where(upright, 0.0, lower), np.where(upright, tpr + reach.tpr_up, upper), few
        )

    def _drawn(self, places: Floats, sizes: ClassSizes, spec: BootstrapSpec) -> Iterator[Floats]:
        beyond = AS_RULE_OF_THREE if self.separates else NEUTRAL
        for number, rng in generators(spec, _STREAM):
            fpr = drawn_rates(self.fpr, sizes.negatives, number, rng, beyond)
            tpr = drawn_rates(self.tpr, sizes.positives, number, rng, beyond)
            yield read_curves(mixed(fpr, tpr, self.share), tpr, places)


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
        Advanced after each batch of replicates.
    """

    def read(rates: ResampledRates) -> Floats:
        fpr, tpr = sides(rates)
        return read_curves(mixed(fpr, tpr, whole.share), tpr, x)

    if rows.size == ONE_SCORE:
        return no_interval(x, estimate, "every score is equal", resampler.spec)
    drawn = replicates(resampler, model, rows, read, progress)
    band = percentile_band(x, estimate, drawn, "vertical", resampler.spec)
    small = whole.interval(x, sizes, resampler.spec)
    return guarded(band, small, said=whole.said_at_small_counts)
