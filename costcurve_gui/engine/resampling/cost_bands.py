"""How sure a cost curve is: its interval at each PC(+)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, effective_number, read_only
from costcurve_gui.engine.distributions.normal import two_sided_deviate
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, Band, policy_rows
from costcurve_gui.engine.resampling.bootstrap import collected, percentile_interval
from costcurve_gui.engine.resampling.error_rates import ErrorShares, error_shares
from costcurve_gui.engine.resampling.rule_choice import cheapest_over
from costcurve_gui.engine.resampling.simultaneous import LEAST_FREEDOM, student_deviate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

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

    Percentiles; by the fixed policy, where costs of a class differ or groups are drawn, as much
    wider as Student's t is than the normal distribution. Where the sample lacks an error of a
    class, the interval is at least Wilson's, and `method` says so.

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
    costs = _COSTS[policy](resampler, model, rows, progress)
    return _band(resampler, model, rows, costs, policy)


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
    costs = _kept(resampler, model, rows, progress)
    return _band(resampler, model, rows, costs, GIVEN_POLICY)


def _band(
    resampler: Resampler, model: RankedModel, rows: Indices, costs: Floats, method: str
) -> Band:
    shares = error_shares(resampler.sample, model, rows)
    estimate = read_only(shares.cost(PC_GRID))  # rounded as the costs of replicates are
    ends = percentile_interval(costs, resampler.spec.level)
    band = Band(PC_GRID, estimate, *ends, method, resampler.spec)
    if method in (FIXED_POLICY, GIVEN_POLICY):
        band = _as_students(band, shares, resampler.sample)
    return widened(band, shares)


def _as_students(band: Band, shares: ErrorShares, sample: Sample) -> Band:
    """Return a band as much wider as unlike costs, or groups, leave its variance unsure.

    Both classes add to the variance (Satterthwaite 1946). That of a class is known from as many
    cases as its squared costs are worth (Kish 1965), or from its groups.
    """
    classes = sample.positives, sample.negatives
    if sample.groups is None and all(columns.alike for columns in classes):
        return band
    rates, sizes = (shares.fnr, shares.fpr), (shares.positives, shares.negatives)
    variance, unsure = np.zeros(band.x.size), np.zeros(band.x.size)
    parts = zip(classes, sample.units, rates, sizes, (band.x, 1 - band.x), strict=True)
    for columns, units, rate, size, stake in parts:
        added = stake**2 * rate * (1 - rate) / size
        squares = np.broadcast_to(columns.error_costs, columns.size) ** 2
        variance += added
        unsure += added**2 / max(min(effective_number(squares), units) - 1, 1.0)
    freedom = np.full(band.x.size, np.inf)
    np.divide(variance**2, unsure, out=freedom, where=unsure > 0)
    deviate = two_sided_deviate(band.spec.level)
    wider = student_deviate(deviate, freedom.clip(LEAST_FREEDOM)) / deviate
    lower, upper = (
        band.estimate + (end - band.estimate) * wider for end in (band.lower, band.upper)
    )
    return replace(band, lower=read_only(lower.clip(0.0)), upper=read_only(upper.clip(max=1.0)))


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
