"""Replicates of whole curves: which rows stand for a curve, and where it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.counts.class_sums import first_rows_reaching
from costcurve_gui.engine.decimation import decimate
from costcurve_gui.engine.resampling.collecting import collected

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

_ALL_ROWS = 1_000
"""Curves of up to so many rows are drawn with all of them."""
_FEWER_ROWS = 200
"""Others with so many, beside the vertices of the hull."""
ONE_SCORE = 2
"""Rows of a table whose scores are all equal: never positive, and always."""
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
