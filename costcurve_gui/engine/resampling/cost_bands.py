"""How sure a cost curve is: its interval at each PC(+)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, Band, policy_rows
from costcurve_gui.engine.resampling.bootstrap import collected, percentile_interval
from costcurve_gui.engine.resampling.error_rates import ErrorShares, error_shares
from costcurve_gui.engine.resampling.rule_choice import cheapest_over

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

FIXED_POLICY, GIVEN_POLICY = "fixed policy", "given policy"
RE_OPTIMISED, CORRECTED = "re-optimised", "corrected for optimism"
WILSON_WHERE_UNSEEN = "Wilson where an error was never seen"

_EVERY_ROW = 1_500
"""Up to here a replicate chooses among all thresholds."""
_SPREAD_ROWS = 1_000
"""Thresholds to choose from beside those of the hull, where there are more."""


def cost_band(
    resampler: Resampler,
    model: RankedModel,
    *,
    policy: str = FIXED_POLICY,
    progress: Progress = NO_PROGRESS,
) -> Band:
    """Return the lower envelope of a model with its interval at each PC(+).

    Parameters
    ----------
    resampler : Resampler
        What is resampled, how often, and how sure to be.
    model : RankedModel
        The model.
    policy : {"fixed policy", "re-optimised", "corrected for optimism"}
        What a replicate decides by; see the notes.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    Band
        Normalized expected cost over `PC_GRID`.

    Raises
    ------
    ConstraintError
        Where the policy is none of these.
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    By the fixed policy a replicate keeps, at every PC(+), the threshold that is cheapest on the
    whole sample. Re-optimised, it takes its own lower envelope. Either way the interval holds what
    the replicates cost themselves, though thresholds look best where they were chosen.

    Corrected for optimism, it holds the estimate plus what the thresholds that a replicate chose
    cost more on the whole sample than on the replicate.

    Where the sample lacks an error of a class, the interval is at least Wilson's, and `method`
    says so.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 4.6 and 5.2.
    .. [2] Efron & Tibshirani (1993), An introduction to the bootstrap, section 17.6.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
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
    [0.244, 0.285, 0.326]
    """
    if policy not in _COSTS:
        raise ConstraintError(f"A cost band is of no policy {policy!r} but {', '.join(_COSTS)}.")
    rows = policy_rows(model.evaluation)
    shares = error_shares(resampler.sample, model, rows)
    estimate = shares.cost(PC_GRID)  # rounded as the costs of replicates are
    costs = _COSTS[policy](resampler, model, rows, progress)
    ends = percentile_interval(costs, resampler.spec.level)
    return widened(Band(PC_GRID, estimate, *ends, policy, resampler.spec), shares)


def policy_band(
    resampler: Resampler, model: RankedModel, rows: Indices, *, progress: Progress = NO_PROGRESS
) -> Band:
    """Return what a policy that was not chosen on this sample costs, with its interval.

    Parameters
    ----------
    resampler : Resampler
        What is resampled, how often, and how sure to be.
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (101,)
        Row of its threshold table at each PC(+) of `PC_GRID`.
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

    Notes
    -----
    `cost_band` with the fixed policy is this band of the thresholds that are cheapest here.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 4.6 and 5.2.

    Examples
    --------
    What is decided by the score 5 wherever the model works:

    >>> import numpy as np
    >>> from costcurve_gui.engine import (
    ...     BootstrapSpec, PayoffMatrix, RankedModel, error_costs, evaluate_scores,
    ...     rank_order, resampled_sample, resampler,
    ... )
    >>> y_true = np.arange(200) % 2 == 0
    >>> y_score = np.arange(200) % 7 + 3 * y_true
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> rows = model.table.rows_at_thresholds(np.full(101, 5.0))
    >>> band = policy_band(resampler(sample, BootstrapSpec()), model, rows)
    >>> [round(float(cost[50]), 3) for cost in (band.lower, band.estimate, band.upper)]
    [0.235, 0.285, 0.335]
    """
    shares = error_shares(resampler.sample, model, rows)
    estimate = read_only(shares.cost(PC_GRID))
    costs = _kept(resampler, model, rows, progress)
    ends = percentile_interval(costs, resampler.spec.level)
    return widened(Band(PC_GRID, estimate, *ends, GIVEN_POLICY, resampler.spec), shares)


def widened(band: Band, shares: ErrorShares) -> Band:
    """Return a band that is nowhere surer than the errors it has seen allow.

    Parameters
    ----------
    band : Band
        Normalized expected cost over PC(+).
    shares : ErrorShares
        The rule at each of its points.
    """
    if not shares.unseen.any():
        return band
    below, above = shares.margins(band.x, 1 - band.x, band.spec.level)
    lower = np.minimum(band.lower, (band.estimate - below).clip(0.0))
    upper = np.maximum(band.upper, band.estimate + above)
    return replace(
        band,
        lower=np.where(shares.unseen, lower, band.lower),
        upper=np.where(shares.unseen, upper, band.upper),
        method=f"{band.method}, {WILSON_WHERE_UNSEEN}",
    )


def _kept(resampler: Resampler, model: RankedModel, rows: Indices, progress: Progress) -> Floats:
    return collected(resampler.rates(model, rows), _cost, resampler.spec, progress)


def _re_optimised(
    resampler: Resampler, model: RankedModel, _: Indices, progress: Progress
) -> Floats:
    rates = resampler.rates(model, _every_choice(model.evaluation))
    return collected(rates, lambda rates: _choices(rates)[1], resampler.spec, progress)


def _corrected(
    resampler: Resampler, model: RankedModel, kept: Indices, progress: Progress
) -> Floats:
    rows = _every_choice(model.evaluation)
    source = model.evaluation.rates
    fnr, fpr = 1 - source.tpr_at(rows), source.fpr_at(rows)

    def optimism(rates: ResampledRates) -> Floats:
        chosen, costs = _choices(rates)
        return fnr[chosen] * PC_GRID + fpr[chosen] * (1 - PC_GRID) - costs

    found = collected(resampler.rates(model, rows), optimism, resampler.spec, progress)
    estimate = (1 - source.tpr_at(kept)) * PC_GRID + source.fpr_at(kept) * (1 - PC_GRID)
    return (estimate + found).clip(0.0)


_COSTS: Mapping[str, Callable[[Resampler, RankedModel, Indices, Progress], Floats]] = {
    FIXED_POLICY: _kept,
    RE_OPTIMISED: _re_optimised,
    CORRECTED: _corrected,
}


def _every_choice(evaluation: ModelEvaluation) -> Indices:
    """Return the rows that a replicate can choose from: a cheaper one is hardly ever between."""
    last = len(evaluation.table) - 1
    if last < _EVERY_ROW:
        return np.arange(last + 1)
    spread = np.linspace(0, last, _SPREAD_ROWS).astype(np.int64)
    return distinct(evaluation.rociv_hull.indices, spread)


def _cost(rates: ResampledRates) -> Floats:
    return rates.normalized_expected_cost(PC_GRID)


def _choices(rates: ResampledRates) -> tuple[Indices, Floats]:
    """Return which row each replicate finds cheapest at each PC(+), and its cost there."""
    chosen = cheapest_over(rates, PC_GRID)
    at = np.arange(len(chosen))[:, None], chosen
    at_0, at_1 = (rates.normalized_expected_cost(pc)[at] for pc in (0.0, 1.0))
    return chosen, (at_1 - at_0) * PC_GRID + at_0
