"""What the best model of a stretch of PC(+) leads one to expect of new cases there.

A stretch is found, and its model is the best, on the cases that judge both. So its mean cost and
lead are estimated out of bag, and nothing is called better whose interval holds 0.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.engine.cost.belief import trivial_cost
from costcurve_gui.engine.distributions.uncertain_numbers import UniformBelief
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.family_outlook import outlook_of
from costcurve_gui.engine.resampling.few_cases import TOO_LONG
from costcurve_gui.engine.resampling.figure_interval import CERTAIN
from costcurve_gui.engine.resampling.new_cases_curve import IN_VAIN
from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure, no_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.curve_outlook import CurveOutlook
    from costcurve_gui.engine.resampling.family_outlook import FamilyOutlook
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel


_REPLICATES = 400


class StretchOutlook(NamedTuple):
    """Means over a stretch, every PC(+) in it as likely, in normalized expected cost.

    Attributes
    ----------
    cost : NewCasesFigure
        Of the thresholds that the best model chooses along the stretch.
    lead : NewCasesFigure
        How much more those of the runner-up cost; no figure where there is none.
    method, caution, reason, spec
        As in `NewCasesEstimate`.
    """

    cost: NewCasesFigure
    lead: NewCasesFigure
    method: str
    caution: str
    reason: str
    spec: BootstrapSpec


OF_COST = TOO_LONG.replace("this interval", "the interval of the cost")
"""A caution that is not about leads."""


def _of_cost(caution: str, cost: NewCasesFigure, stretch: UniformBelief) -> str:
    """Return why the interval of the cost alone is longer than it need be, where it is."""
    if cost.estimate is not None and cost.estimate >= trivial_cost(stretch):
        return IN_VAIN.replace(TOO_LONG, OF_COST)
    return caution.replace(TOO_LONG, OF_COST)


class StretchOutlooks:
    """Estimates models over stretches of PC(+); each model and each pair is drawn once.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, and how sure to be; the first 400 replicates are enough for means.
    models : sequence of RankedModel
        The models, over the cases they are compared on.
    progress : Progress, optional
        Advanced after each batch of replicates.
    """

    def __init__(
        self,
        resampler: JointResampler,
        models: Sequence[RankedModel],
        *,
        progress: Progress = NO_PROGRESS,
    ) -> None:
        few = min(resampler.spec.replicates, _REPLICATES)
        self._resampler = resampler.with_spec(replace(resampler.spec, replicates=few))
        self._models, self._progress = models, progress
        self._curves: dict[tuple[int, ...], CurveOutlook | FamilyOutlook] = {}
        self._means: dict[tuple[tuple[int, ...], UniformBelief], NewCasesFigure] = {}

    def of(self, best: int, runner_up: int | None, low: float, high: float) -> StretchOutlook:
        """Return what to expect of the best model, and of its lead, from `low` to `high`.

        Raises
        ------
        Cancelled
            Where the progress was cancelled.
        """
        stretch, own = UniformBelief(low, high), self._curve(best)
        lead, curve = no_figure(), own
        if runner_up is not None:
            lead, curve = self._lead(best, runner_up, stretch), self._pair(best, runner_up)
        reason = own.reason or curve.reason
        cost = self._mean((best,), stretch).at_least(0.0)
        method, spec = "" if reason else curve.method, self._resampler.spec
        caution = curve.caution or _of_cost(own.caution, cost, stretch)
        return StretchOutlook(cost, lead, method, caution, reason, spec)

    def of_trivial(self, low: float, high: float) -> StretchOutlook:
        """Return the same where the trivial classifiers are the cheapest: nothing is uncertain."""
        cost = trivial_cost(UniformBelief(low, high))
        certain = NewCasesFigure(cost, cost, cost, cost)
        return StretchOutlook(certain, no_figure(), CERTAIN, "", "", self._resampler.spec)

    def leads(self, best: int, other: int, low: float, high: float) -> bool:
        """Whether the interval of the mean lead leaves out 0; so it does where there is none."""
        lead = self._lead(best, other, UniformBelief(low, high))
        return lead.low is None or lead.low > 0

    def _lead(self, best: int, other: int, stretch: UniformBelief) -> NewCasesFigure:
        """Return how much more the other model costs."""
        if best < other:
            return self._mean((best, other), stretch).negated
        return self._mean((other, best), stretch)

    def _mean(self, which: tuple[int, ...], stretch: UniformBelief) -> NewCasesFigure:
        if (which, stretch) not in self._means:
            self._means[which, stretch] = self._curve(*which).mean(stretch)
        return self._means[which, stretch]

    def _pair(self, one: int, other: int) -> CurveOutlook | FamilyOutlook:
        return self._curve(min(one, other), max(one, other))

    def _curve(self, *which: int) -> CurveOutlook | FamilyOutlook:
        if which not in self._curves:
            models = [self._models[position] for position in which]
            drawn: JointResampler = self._resampler
            if len(models) == 1:
                drawn = drawn.part(models[0])
            self._curves[which] = outlook_of(drawn, models, progress=self._progress)
        return self._curves[which]
