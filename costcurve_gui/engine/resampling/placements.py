"""Placements among the other class: what each instance adds to an area or an expected cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import chunks, read_only
from costcurve_gui.engine.counts.cost_table import RankOrder, rank_order
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.roc.area import auc

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

    ClassValues = tuple[Floats, Floats]


_INT32 = 2**31
_STEPS = 500_000
"""Thresholds per step, each with a handful of arrays of the instances at them."""


@dataclass(frozen=True, slots=True, eq=False)
class Placements:
    """Structural components of an AUC, in whole numbers.

    Attributes
    ----------
    table : ThresholdTable
        Counts of the same labels and scores.
    auc : float
        Area, 0-1.
    doubled : ndarray of int, shape (n,)
        For a positive twice the negatives scored above it plus those scored the same: 2 N (1 -
        V10). For a negative twice the positives above it plus those scored the same: 2 P V01.
    """

    table: ThresholdTable
    auc: float
    doubled: NDArray[np.signedinteger[Any]]


def placements(y_true: ArrayLike, y_score: ArrayLike) -> Placements:
    """Place every instance among the other class, in n log n.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    y_score : array_like of float, shape (n,)
        Without missing scores.

    References
    ----------
    .. [1] Sun & Xu (2014), Fast implementation of DeLong's algorithm.

    Examples
    --------
    >>> placements([True, False, True, False], [0.9, 0.6, 0.6, 0.1]).doubled.tolist()
    [0, 3, 1, 4]
    """
    table = threshold_table(y_true, y_score)
    return placements_of(table, rank_order(y_true, y_score, table=table))


def placements_of(table: ThresholdTable, order: RankOrder) -> Placements:
    """Place the instances of a model that is sorted already, without weights.

    Parameters
    ----------
    table : ThresholdTable
        Counts of a model that scored every instance.
    order : RankOrder
        Order of the same instances.
    """
    # Differences of two fit as well.
    fits = 2 * max(table.positives, table.negatives) < _INT32
    dtype: type[np.signedinteger[Any]] = np.int32 if fits else np.int64
    doubled = np.empty(table.rows, dtype)
    for start, stop in chunks(0, len(table) - 1, _STEPS):
        rows = slice(start, stop + 1)
        fps, tps = table.fps_at(rows).astype(dtype), table.tps_at(rows).astype(dtype)
        of_positives = order.positive_rows[tps[0] : tps[-1]]
        of_negatives = order.negative_rows[fps[0] : fps[-1]]
        doubled[of_positives] = np.repeat(fps[1:] + fps[:-1], np.diff(tps))
        doubled[of_negatives] = np.repeat(tps[1:] + tps[:-1], np.diff(fps))
    return Placements(table, auc(table), doubled)


def expected_losses(sample: Sample, model: RankedModel, belief: Belief) -> ClassValues:
    """Return what each positive and each negative costs where PC(+) is uncertain.

    At every PC(+) the model keeps the threshold that is cheapest on the whole sample. An instance
    is decided wrongly up to one PC(+), or from there on, so that the mean over the positives plus
    that over the negatives, weighted by cost, is the expected cost of the lower envelope.

    Parameters
    ----------
    sample : Sample
        The instances.
    model : RankedModel
        The model.
    belief : BetaBelief or TriangularBelief
        Density of PC(+).

    Returns
    -------
    positives, negatives : ndarray of float64, shape (P,), (N,)
        In the order of the file; NaN where there is no score.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3.3.
    """
    envelope = model.evaluation.envelope
    moment = belief.moment_below(envelope.pc_plus)
    rest = belief.cdf(envelope.pc_plus) - moment
    missed, accepted = moment, rest[-1] - rest

    def of(losses: Floats, *, of_positives: bool) -> Floats:
        stops = model.stops(of_positives=of_positives)[envelope.indices[:-1]].astype(np.int64)
        size = model.rows(of_positives=of_positives).size
        # Loss k is that of the instances that segment k is the first to call positive.
        by_rank = np.repeat(losses, np.diff(stops, prepend=0, append=size))
        return _by_place(sample, model, by_rank, of_positives=of_positives)

    return of(missed, of_positives=True), of(accepted, of_positives=False)


def cost_placements(sample: Sample, model: RankedModel, rates: ResampledRates) -> ClassValues:
    """Return where each instance stands in the other class, by its cost.

    Parameters
    ----------
    sample : Sample
        The instances.
    model : RankedModel
        The model.
    rates : ResampledRates
        Of all rows of its threshold table, of one replicate.

    Returns
    -------
    positives, negatives : ndarray of float64, shape (P,), (N,)
        Share of the cost of negatives that score below a positive, or of positives that score
        above a negative, plus half of those that score the same. Their means, weighted by cost,
        are both AUCIV. NaN where there is no score.

    References
    ----------
    .. [1] DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44.
    .. [2] Fawcett (2006), section 5.
    """

    def of(cumulative: Floats, *, of_positives: bool) -> Floats:
        stops = model.stops(of_positives=of_positives)[:].astype(np.int64)
        middle = (cumulative[0, 1:] + cumulative[0, :-1]) / 2
        by_rank = np.repeat(middle, np.diff(stops))
        return _by_place(sample, model, by_rank, of_positives=of_positives)

    above = of(rates.fp_cost_rate, of_positives=True)
    return read_only(1 - above), of(rates.tp_benefit_rate, of_positives=False)


def _by_place(sample: Sample, model: RankedModel, by_rank: Floats, *, of_positives: bool) -> Floats:
    size = (sample.positives if of_positives else sample.negatives).size
    values = np.full(size, np.nan)
    values[sample.places[model.rows(of_positives=of_positives)]] = by_rank
    return read_only(values)
