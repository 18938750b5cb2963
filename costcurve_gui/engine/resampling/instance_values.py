"""What each instance adds to an area or to an expected cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

    ClassValues = tuple[Floats, Floats]


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
