"""Replicates of whole curves, and bands of curves read along a rate or along a mixture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.counts.rate_source import first_rows_reaching
from costcurve_gui.engine.distributions.normal import students_deviate, two_sided_deviate
from costcurve_gui.engine.resampling.band import no_interval, percentile_band
from costcurve_gui.engine.resampling.bootstrap import collected, generators, percentile_interval
from costcurve_gui.engine.resampling.design_effect import effective_sizes
from costcurve_gui.engine.resampling.error_rates import AS_RULE_OF_THREE, beyond_ends, drawn_rates
from costcurve_gui.engine.resampling.few_cases import RARE
from costcurve_gui.engine.resampling.small_counts import (
    BAYESIAN,
    RULE_OF_THREE,
    Interval,
    guarded,
    margins,
)
from costcurve_gui.engine.roc.curve import decimate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.resampling.small_counts import ClassSizes

    Sides: TypeAlias = Callable[[ResampledRates], tuple[Floats, Floats]]
    """Which two rates of replicates make the curve: like fpr and tpr, both ascending."""


_ALL_ROWS = 1_000
"""Curves of up to so many rows are drawn with all of them."""
_FEWER_ROWS = 200
"""Others with so many, beside the vertices of the hull."""
ONE_SCORE = 2
"""Rows of a table whose scores are all equal: never positive, and always."""
_MANY = 200.0
"""Equal cases. A small share of the costs of so large a class lies with few cases that are dearer
than most, which percentiles show; in smaller ones drawn curves alone held in 91 to 96 of 100."""
_SAME_RATE = 1e-12
"""Rates this near differ by the rounding of weights or costs alone."""


def curve_rows(model: RankedModel) -> Indices:
    """Return the rows that a replicate of a whole curve is drawn with.

    These are all rows of a small table. Of a large one they are the vertices of the hull and the
    rows beside fifty steps of each rate. So the curve through them strays nowhere by more than
    0.015 from that through all rows (`Decimation.max_error`); on smooth curves it is 0.002 in
    tpr, and 0.0006 at the hundredths of fpr.

    Parameters
    ----------
    model : RankedModel
        The model.

    Returns
    -------
    ndarray of int64, shape (k,)
        Ascending, from the first to the last row.
    """
    evaluation = model.evaluation
    points = _ALL_ROWS if len(model.table) <= _ALL_ROWS else _FEWER_ROWS
    return decimate(model.table, points, hull=evaluation.roc_hull).indices


def mixed(fpr: Floats, tpr: Floats, share: float) -> Floats:
    """Return ``share * tpr + (1 - share) * fpr``, along which curves are read.

    It is fpr at the share 0, and the fraction targeted at the prior.
    """
    return share * tpr + (1 - share) * fpr if share else fpr


def line_rows(source: RateSource, lines: Floats, share: float) -> Indices:
    """Return the rows beside lines on which a mixture of both rates is given; all if few.

    A curve through them meets these lines where the curve through all rows does.

    Parameters
    ----------
    source : RateSource
        The curve.
    lines : ndarray of float64, shape (k,)
        Values of the mixture, within 0-1.
    share : float
        Of tpr in it; see `mixed`.

    Returns
    -------
    ndarray of int64
        Ascending, from the first to the last row.
    """
    last = len(source) - 1
    if last < _ALL_ROWS:
        return np.arange(last + 1)

    def mixture_at(rows: Indices) -> Floats:
        return mixed(source.fpr_at(rows), source.tpr_at(rows), share)

    beyond = first_rows_reaching(mixture_at, last + 1, lines + _SAME_RATE)
    return distinct(np.array([0, last]), beyond.clip(max=last), (beyond - 1).clip(0))


def replicates(
    resampler: Resampler,
    model: RankedModel,
    rows: Indices,
    value: Callable[[ResampledRates], Floats],
    progress: Progress,
) -> Floats:
    """Return a value of each replicate of rules of a model, shape (replicates, ...).

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (k,)
        Rows of its threshold table.
    value : callable
        Makes an array of shape (b, ...) of the rates of b replicates.
    progress : Progress
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    batches = resampler.rates(model, rows)
    return collected(batches, value, resampler.spec, progress, model.evaluation.name)


def by_count(resampler: Resampler) -> Resampler:
    """Return a resampler for curves of counts, quicker where costs or payoffs vary."""
    return resampler.of(resampler.sample.by_count)


def read_curve(x: Floats, y: Floats, places: Floats) -> Floats:
    """Return y of a curve where x has given values, straight between points.

    Parameters
    ----------
    x, y : ndarray of float64, shape (k,)
        Points by ascending x. Of an upright step the last one counts.
    places : ndarray of float64, shape (m,)
        Beside the curve its ends count.

    Examples
    --------
    >>> steps = np.array([0.0, 0.0, 0.5, 1.0]), np.array([0.0, 0.5, 0.5, 1.0])
    >>> read_curve(*steps, np.array([0.0, 0.75])).tolist()
    [0.5, 0.75]
    """
    last = (np.searchsorted(x, places + _SAME_RATE, side="right") - 1).clip(0)
    is_point = np.abs(x[last] - places) <= _SAME_RATE
    return np.where(is_point, y[last], np.interp(places, x, y))


def read_curves(x: Floats, y: Floats, places: Floats) -> Floats:
    """Return y of b curves of k points each, shape (b, m), up to rounding as `read_curve` does."""
    beyond = places + _SAME_RATE
    return np.stack([np.interp(beyond, *curve) for curve in zip(x, y, strict=True)])


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

    def _beyond(self, size: float) -> float:
        return AS_RULE_OF_THREE if self.separates else beyond_ends(size)

    def _drawn(self, places: Floats, sizes: ClassSizes, spec: BootstrapSpec) -> Iterator[Floats]:
        sides = (self.fpr, sizes.negatives), (self.tpr, sizes.positives)
        for number, rng in generators(spec, _STREAM):
            fpr, tpr = (
                drawn_rates(rates, size, number, rng, self._beyond(size)) for rates, size in sides
            )
            yield read_curves(mixed(fpr, tpr, self.share), tpr, places)


def read_band(
    resampler: Resampler,
    model: RankedModel,
    rows: Indices,
    sides: Sides,
    whole: ReadCurve,
    x: Floats,
    estimate: Floats,
    progress: Progress,
    *,
    by_cost: bool = False,
    swapped: bool = False,
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
    progress : Progress
        Advanced after each batch of replicates.
    by_cost : bool, default False
        Whether its rates are those of ROCIV.
    swapped : bool, default False
        Whether the classes are in each other's place.
    """

    def read(rates: ResampledRates) -> Floats:
        fpr, tpr = sides(rates)
        return read_curves(mixed(fpr, tpr, whole.share), tpr, x)

    if rows.size == ONE_SCORE:
        return no_interval(x, estimate, "every score is equal", resampler.spec)
    drawn = replicates(resampler, model, rows, read, progress)
    band = percentile_band(x, estimate, drawn, "vertical", resampler.spec)
    sizes = effective_sizes(resampler, model, rows, read, drawn, by_cost=by_cost, progress=progress)
    small = whole.interval(x, sizes.swapped if swapped else sizes, resampler.spec)
    unlike = by_cost and resampler.sample.varies
    many = max(sizes.positives, sizes.negatives) >= _MANY
    band = guarded(band, small, only_widen=unlike and many, said=whole.said_at_small_counts)
    return _of_rare_class(band, sizes) if unlike else band


def _of_rare_class(band: Band, sizes: ClassSizes) -> Band:
    """Return a band as much wider as Student's t is, of a class that is worth few equal cases.

    That is where the other class is worth many times as many: how unsure the curve is then hangs on
    these few alone.
    """
    fewest, most = sorted((sizes.positives, sizes.negatives))
    if most < RARE * fewest:
        return band
    level = band.spec.level
    wider = students_deviate(fewest - 1, level) / two_sided_deviate(level)
    lower, upper = (
        read_only((band.estimate + wider * (end - band.estimate)).clip(0.0, 1.0))
        for end in (band.lower, band.upper)
    )
    return replace(band, lower=lower, upper=upper)
