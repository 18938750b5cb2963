"""How sure a cost curve is: its interval at each PC(+)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, Band
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.collecting import collected

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

_EVERY_ROW = 1_500
"""Up to here a replicate chooses among all thresholds."""
_SPREAD_ROWS = 1_000
"""Thresholds to choose from beside those of the hull, where there are more."""


def cost_band(
    resampler: Resampler,
    model: RankedModel,
    *,
    reoptimised: bool = False,
    progress: Progress = NO_PROGRESS,
) -> Band:
    """Return the lower envelope of a model with its interval at each PC(+).

    Parameters
    ----------
    resampler : Resampler
        What is resampled, how often, and how sure to be.
    model : RankedModel
        The model.
    reoptimised : bool, default False
        Whether each replicate takes its own lower envelope. Else it keeps, at every PC(+), the
        threshold that is cheapest on the whole sample.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    Band
        Normalized expected cost over `PC_GRID`.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 4.6 and 5.2.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.rank_order import rank_order
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> from costcurve_gui.engine.resampling.resampler import resampler
    >>> from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
    >>> y_true = np.arange(200) % 2 == 0
    >>> y_score = np.arange(200) % 7 + 3 * y_true
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> band = cost_band(resampler(sample, BootstrapSpec()), model)
    >>> [round(float(cost[50]), 3) for cost in (band.lower, band.estimate, band.upper)]
    [0.245, 0.285, 0.325]
    """
    envelope = model.evaluation.envelope
    rows = _every_choice(model.evaluation) if reoptimised else fixed_policy_rows(model.evaluation)
    value = _least_cost if reoptimised else _cost
    costs = collected(resampler.rates(model, rows), value, resampler.spec, progress)
    lower, upper = percentile_interval(costs, resampler.spec.level)
    return Band(
        PC_GRID,
        envelope.value_at(PC_GRID),
        lower,
        upper,
        "re-optimised" if reoptimised else "fixed policy",
        resampler.spec,
    )


def fixed_policy_rows(evaluation: ModelEvaluation) -> Indices:
    """Return the row of the table that is cheapest at each PC(+) of `PC_GRID`."""
    envelope = evaluation.envelope
    return envelope.indices[envelope.segment_at(PC_GRID)]


def _every_choice(evaluation: ModelEvaluation) -> Indices:
    """Return the rows that a replicate can choose from: a cheaper one is hardly ever between."""
    last = len(evaluation.table) - 1
    if last < _EVERY_ROW:
        return np.arange(last + 1)
    spread = np.linspace(0, last, _SPREAD_ROWS).astype(np.int64)
    return distinct(evaluation.rociv_hull.indices, spread)


def _cost(rates: ResampledRates) -> Floats:
    return rates.normalized_expected_cost(PC_GRID)


def _least_cost(rates: ResampledRates) -> Floats:
    costs = [rates.normalized_expected_cost(pc).min(axis=1) for pc in PC_GRID.tolist()]
    return np.stack(costs, axis=1)
