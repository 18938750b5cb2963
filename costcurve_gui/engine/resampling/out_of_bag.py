"""By how much a cost curve flatters itself: its thresholds look best where they were chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.curve_outlook import mean_weights
from costcurve_gui.engine.resampling.rule_choice import RuleChooser, cheapest_over

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

_REPLICATES = 400
"""Enough for a mean: its error is a twentieth of the spread of one replicate."""


@dataclass(frozen=True, slots=True, eq=False)
class ReoptimisedCost:
    """What a model costs under a belief where each replicate chooses its thresholds.

    Attributes
    ----------
    own : ndarray of float64, shape (b,)
        On the replicates themselves; NaN where a class is missing, or was not left out.
    excess : float
        Mean over those that were left out, less the cost on the whole sample.
    """

    own: Floats
    excess: float


def reoptimised_cost(
    resampler: Resampler,
    model: RankedModel,
    belief: Belief,
    *,
    progress: Progress = NO_PROGRESS,
) -> ReoptimisedCost:
    """Choose the cheapest thresholds at each PC(+) again, and judge them where they were not.

    Parameters
    ----------
    resampler : RowResampler or CountResampler
        What is resampled; the first 400 replicates are enough for a mean and a spread.
    model : RankedModel
        The model.
    belief : BetaBelief or TriangularBelief
        Density of PC(+).
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    if isinstance(model.table, FamilyTable):
        return ReoptimisedCost(np.full(1, np.nan), 0.0)
    weights = mean_weights(belief)
    drawn = _judged(resampler, model, PC_GRID, progress) @ weights
    own, rest = drawn.T
    known = np.isfinite(rest)
    whole = model.evaluation.envelope.value_at(PC_GRID) @ weights
    excess = float(rest[known].mean() - whole) if known.any() else 0.0
    return ReoptimisedCost(np.where(known, own, np.nan), excess)


def out_of_bag_excess(
    resampler: Resampler,
    model: RankedModel,
    pc_plus: Floats,
    *,
    progress: Progress = NO_PROGRESS,
) -> Floats:
    """Return how much more the cheapest thresholds cost where they were not chosen, shape (k,).

    Each replicate chooses the cheapest threshold at each PC(+), which is judged on the instances
    that it left out. What their mean cost exceeds the lower envelope of the whole sample by is
    returned: 0 of classifiers without a score, which choose no threshold.

    Parameters
    ----------
    resampler : RowResampler or CountResampler
        What is resampled; the first 400 replicates are enough for a mean.
    model : RankedModel
        The model.
    pc_plus : ndarray of float64, shape (k,)
        Within 0-1.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Efron & Tibshirani (1997), Improvements on cross-validation: the .632+ bootstrap
       method, JASA 92: the leave-one-out bootstrap.
    """
    if isinstance(model.table, FamilyTable):
        return np.zeros(pc_plus.size)
    costs = _judged(resampler, model, pc_plus, progress)[:, 1]
    known = np.isfinite(costs).all(axis=1)
    if not known.any():
        return np.zeros(pc_plus.size)
    excess = costs[known].mean(axis=0) - model.evaluation.envelope.value_at(pc_plus)
    return read_only(excess)


def _judged(
    resampler: Resampler, model: RankedModel, pc_plus: Floats, progress: Progress
) -> Floats:
    """Return what the choices of replicates cost there, and on what was left out: (b, 2, k)."""
    chooser = RuleChooser(model, model.evaluation.condition())
    spec = replace(resampler.spec, replicates=min(resampler.spec.replicates, _REPLICATES))

    def judged(pair: tuple[ResampledRates, ResampledRates]) -> Floats:
        own, rest = pair
        at = np.arange(len(own.fpr))[:, None], cheapest_over(own, pc_plus)
        found = (
            (1 - rates.tp_benefit_rate[at]) * pc_plus + rates.fp_cost_rate[at] * (1 - pc_plus)
            for rates in (own, rest)
        )
        return np.stack(list(found), axis=1)

    pairs = resampler.with_spec(spec).rates_and_rest(model, chooser.rows)
    return collected(pairs, judged, spec, progress, model.evaluation.name)
