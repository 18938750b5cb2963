"""What the classifiers that the cost curve of a family chooses lead one to expect of new cases.

Classifiers that are known by their counts have no cases that a replicate leaves out. What choosing
flatters in replicates is taken off instead. Since counts do not say on which cases two classifiers
err, their rates are taken to be off together: the interval is wide enough whatever they share.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.cost.belief import expected_cost
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.distributions.normal import wilson_interval
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, policy_rows
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.class_errors import BELOW, caution_of
from costcurve_gui.engine.resampling.curve_outlook import CurveOutlook, mean_weights
from costcurve_gui.engine.resampling.error_rates import cases_of, trivial_rows
from costcurve_gui.engine.resampling.few_cases import TOO_LONG
from costcurve_gui.engine.resampling.independent_samples import are_independent_samples
from costcurve_gui.engine.resampling.new_cases_interval import Margins, NewCasesFigure
from costcurve_gui.engine.resampling.new_cases_outlook import CORRECTED
from costcurve_gui.engine.resampling.rule_choice import cheapest_over

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.belief import Density
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel

_STAKES = np.stack([PC_GRID, 1 - PC_GRID])
"""How much the error rate of positives and that of negatives costs at each PC(+)."""


class FamilyOutlook:
    """What a family's own classifiers cost on new cases over PC(+), or how much more another's do.

    Parameters
    ----------
    resampler : ClassifierResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    models : sequence of RankedModel
        One, or two that were tested on different cases: the costs of the second are taken off.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Attributes
    ----------
    apparent, estimate : ndarray of float64, shape (101,)
        On this sample and on new cases, over `PC_GRID`.
    method, caution : str
        As in `NewCasesEstimate`.
    reason : str
        Empty: there is an estimate.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """

    reason = ""

    def __init__(
        self,
        resampler: JointResampler,
        models: Sequence[RankedModel],
        *,
        progress: Progress = NO_PROGRESS,
    ) -> None:
        self._models = models
        self._sides = [_side(resampler, model, progress) for model in models]
        self.apparent, self.estimate = (
            costs[0] - sum(costs[1:])
            for costs in ([s.apparent for s in self._sides], [s.estimate for s in self._sides])
        )
        least = np.min([side.cases for side in self._sides], axis=0).tolist()
        self.caution = caution_of(*least, of_curve=True)
        several = any(side.several for side in self._sides)
        together = ", classifiers off together" if several else ""
        if several and not self.caution:
            self.caution = f"counts without cases: {TOO_LONG}"
        self.method = f"{CORRECTED}, Wilson{together}"

    def mean(self, density: Density) -> NewCasesFigure:
        """Return the mean cost, or difference of costs, under a density of PC(+)."""
        means = [expected_cost(model.evaluation.envelope, density) for model in self._models]
        seen, weights = means[0] - sum(means[1:]), mean_weights(density)
        margins = self._margins([side.margins(weights) for side in self._sides])
        return margins.around(seen, seen + float(weights @ (self.estimate - self.apparent)))

    def reach(self) -> tuple[Floats, Floats]:
        """Return how far the interval at each PC(+) reaches below and above, shape (101,)."""
        found = [
            self._margins([side.margins(at) for side in self._sides]) for at in np.eye(PC_GRID.size)
        ]
        down, up = zip(*found, strict=True)
        return np.array(down), np.array(up)

    def _margins(self, of_sides: Sequence[Margins]) -> Margins:
        if len(of_sides) == 1:
            return of_sides[0]
        a, b = of_sides
        return Margins(hypot(a.down, b.up), hypot(a.up, b.down))


class _Side(NamedTuple):
    """One family: costs over PC(+), and how far its error rates reach there, shape (2, 101)."""

    apparent: Floats
    estimate: Floats
    down: Floats
    up: Floats
    cases: tuple[float, float]
    several: bool

    def margins(self, weights: Floats) -> Margins:
        """Return those of a mean over PC(+), all classifiers off together."""
        ends = ((_STAKES * reach) @ weights for reach in (self.down, self.up))
        return Margins(*(hypot(*of_classes) for of_classes in ends))


def _side(resampler: JointResampler, model: RankedModel, progress: Progress) -> _Side:
    policy, drawn = policy_rows(model.evaluation), resampler.part(model)
    looks = ~trivial_rows(model.table, policy)
    seen = np.stack([1 - model.table.tpr_at(policy), model.table.fpr_at(policy)])
    every = np.arange(len(model.table))
    on_sample = np.stack([1 - model.table.tpr_at(every), model.table.fpr_at(every)])

    def flattered(rates: ResampledRates) -> Floats:
        own = np.stack([1 - rates.tpr, rates.fpr], axis=1)
        chosen = np.where(looks, cheapest_over(rates, PC_GRID), policy)
        # What the policy itself differs by is chance alone, of which this much is taken off.
        return _off(own, on_sample, chosen) - _off(own, on_sample, policy[None])

    collection = collected(drawn.rates(model, every), flattered, drawn.spec, progress)
    rates = (seen + collection.mean(axis=0)).clip(0.0, 1.0)
    cases = np.stack(cases_of(model.table, policy))
    start = (rates - BELOW * (rates - seen).clip(0.0)).clip(0.0, 1.0)
    low, high = (
        wilson_interval(share, cases, drawn.spec.level)[end]
        for end, share in enumerate((start, rates))
    )
    used = policy[looks]
    least = np.stack(cases_of(model.table, used)).min(axis=1) if used.size else np.full(2, np.inf)
    return _Side(
        (seen * _STAKES).sum(axis=0),
        (rates * _STAKES).sum(axis=0),
        (rates - low).clip(0.0) * looks,
        (high - rates).clip(0.0) * looks,
        (float(least[0]), float(least[1])),
        np.unique(used).size > 1,
    )


def _off(own: Floats, on_sample: Floats, chosen: Indices) -> Floats:
    """Return how much more often chosen rules err on the sample than on replicates, (b, 2, 101)."""
    at = np.broadcast_to(chosen, (len(own), PC_GRID.size))
    there = np.take_along_axis(own, at[:, None], axis=2)
    off: Floats = on_sample[:, at].transpose(1, 0, 2) - there
    return off


def outlook_of(
    resampler: JointResampler, models: Sequence[RankedModel], *, progress: Progress = NO_PROGRESS
) -> CurveOutlook | FamilyOutlook:
    """Return what the thresholds, or the classifiers, of cost curves lead one to expect.

    Parameters
    ----------
    resampler, models, progress
        As of `CurveOutlook`.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    families = all(isinstance(model.table, FamilyTable) for model in models)
    if families and (len(models) == 1 or are_independent_samples(resampler, models)):
        return FamilyOutlook(resampler, models, progress=progress)
    return CurveOutlook(resampler, models, progress=progress)
