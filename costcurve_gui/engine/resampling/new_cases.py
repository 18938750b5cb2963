"""What rules that are chosen on a sample are worth on new cases, and how sure that is.

With the threshold t(S) chosen on the sample S, the target is the cost of t(S) in the population:
not the apparent one on S, and not that of the best threshold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.figure_interval import NOTHING_IN_COMMON
from costcurve_gui.engine.resampling.independent_samples import can_compare
from costcurve_gui.engine.resampling.new_cases_interval import (
    NewCasesFigure,
    no_figure,
)
from costcurve_gui.engine.resampling.new_cases_outlook import Outlook, new_cases_outlook
from costcurve_gui.engine.resampling.new_cases_pivot import (
    Replicated,
    new_cases_figures,
)
from costcurve_gui.engine.resampling.rule_choice import RuleChooser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.rule_choice import Chooser
    from costcurve_gui.engine.resampling.sample import RankedModel


@dataclass(frozen=True, slots=True)
class NewCasesEstimate:
    """What a rule chosen on the sample is worth on cases that did not choose it.

    Attributes
    ----------
    cost, profit, normalized_cost : NewCasesFigure
        Per instance in units of payoff, the last as a share of the worst cost.
    lead : NewCasesFigure
        By how much it is more profitable than the better trivial classifier.
    net_benefit : NewCasesFigure
        Net benefit by count, at the threshold probability that the mean costs imply.
    trivial : {"all", "none"}
        Which that is: the one that looks at no score and is cheaper at the condition.
    method : str
        How it was estimated, in the words of files; empty where it was not.
    caution : str
        Why the interval is known to be too short; else empty.
    reason : str
        Why there is no estimate, to be read after "no estimate for new cases:"; else empty.
    spec : BootstrapSpec
        Replicates, level and seed.
    """

    cost: NewCasesFigure
    profit: NewCasesFigure
    normalized_cost: NewCasesFigure
    lead: NewCasesFigure
    net_benefit: NewCasesFigure
    trivial: str
    method: str
    caution: str
    reason: str
    spec: BootstrapSpec

    @property
    def no_better_than_trivial(self) -> bool:
        """Whether the better trivial classifier is expected to do at least as well."""
        lead = self.lead.estimate
        return lead is not None and lead <= 0


@dataclass(frozen=True, slots=True)
class NewCasesLead:
    """By how much one model's own choice does better than another's on new cases.

    Attributes
    ----------
    profit, normalized_cost : NewCasesFigure
        Of the first model less that of the second.
    method, caution, reason, spec
        As in `NewCasesEstimate`.
    """

    profit: NewCasesFigure
    normalized_cost: NewCasesFigure
    method: str
    caution: str
    reason: str
    spec: BootstrapSpec


def new_cases_estimate(
    resampler: Resampler,
    model: RankedModel,
    condition: OperatingCondition,
    *,
    choose: Chooser | None = None,
    progress: Progress = NO_PROGRESS,
) -> NewCasesEstimate:
    """Estimate what a rule that is chosen on the sample is worth on new cases.

    Parameters
    ----------
    resampler : Resampler
        What is resampled, how often, and how sure to be.
    model : RankedModel
        The model.
    condition : OperatingCondition
        Prior and mean payoffs. Where they are not those of the sample, the costs of all
        instances of a class are taken to have changed in proportion.
    choose : callable, optional
        The criterion, with its bounds: from evaluation and condition to a policy. A replicate
        chooses by the same one. None is that of least expected cost.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    NewCasesEstimate

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine import (
    ...     BootstrapSpec, PayoffMatrix, RankedModel, error_costs, evaluate_scores,
    ...     rank_order, resampled_sample, resampler,
    ... )
    >>> rng = np.random.default_rng(1)
    >>> y_true = np.arange(200) % 2 == 0
    >>> y_score = rng.normal(size=200) + 1.2 * y_true
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> condition = model.evaluation.condition()
    >>> cost = new_cases_estimate(resampler(sample, BootstrapSpec(500)), model, condition).cost
    >>> cost.apparent < cost.estimate
    True
    """
    chooser = RuleChooser(model, condition, choose)
    outlook = new_cases_outlook(resampler, model, chooser, progress)
    trivial = "all" if condition.probability_cost > 1 / 2 else "none"
    if isinstance(outlook, str):
        none = no_figure()
        return NewCasesEstimate(
            none, none, none, none, none, trivial, "", "", outlook, resampler.spec
        )
    return _estimate(outlook, condition, trivial, resampler.spec)


def _estimate(
    outlook: Outlook, condition: OperatingCondition, trivial: str, spec: BootstrapSpec
) -> NewCasesEstimate:
    prior, means = condition.prior, condition.means
    return NewCasesEstimate(
        cost=outlook.cost(prior),
        profit=outlook.profit(prior),
        normalized_cost=outlook.normalized_cost(condition.probability_cost),
        lead=outlook.lead(prior, trivial),
        net_benefit=outlook.net_benefit(prior, means.fp_cost / means.fn_cost),
        trivial=trivial,
        method=outlook.method,
        caution="",
        reason="",
        spec=spec,
    )


class _Side(NamedTuple):
    """One of two models that are compared."""

    model: RankedModel
    chooser: RuleChooser


def new_cases_lead(
    resampler: JointResampler,
    a: RankedModel,
    b: RankedModel,
    condition: OperatingCondition,
    *,
    choose_a: Chooser | None = None,
    choose_b: Chooser | None = None,
    progress: Progress = NO_PROGRESS,
) -> NewCasesLead:
    """Estimate by how much one model's own choice does better than another's on new cases.

    Both choose on the same replicate, and are judged on what it left out; or each on its own
    cases, where they were tested on different ones.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    a, b : RankedModel
        The model whose lead it is, and the one it is compared with.
    condition : OperatingCondition
        As in `new_cases_estimate`.
    choose_a, choose_b : callable, optional
        The criterion of each, as in `new_cases_estimate`.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    if not can_compare(resampler, (a, b)):
        nothing = no_figure()
        return NewCasesLead(nothing, nothing, "", "", NOTHING_IN_COMMON, resampler.spec)
    sides = (
        _Side(a, RuleChooser(a, condition, choose_a)),
        _Side(b, RuleChooser(b, condition, choose_b)),
    )
    pc_plus = condition.probability_cost

    def values(first: ResampledRates, second: ResampledRates) -> Floats:
        profits = (rates.expected_profit(condition.prior) for rates in (first, second))
        costs = (rates.normalized_expected_cost(pc_plus) for rates in (first, second))
        return np.concatenate([_less(*profits), _less(*costs)], axis=1)

    batches = _judged(resampler, sides)
    drawn = Replicated(
        collected(
            batches,
            lambda batch: np.stack([values(*one) for one in batch], axis=1),
            resampler.spec,
            progress,
        )
    )
    choosers = (side.chooser for side in sides)
    apparent = values(*(one.fixed.rates(one.on_sample()) for one in choosers))[0]
    found = new_cases_figures(drawn, apparent, resampler.spec.level)
    profit, normalized = found.figures
    return NewCasesLead(
        profit, normalized, found.method, found.caution, found.reason, resampler.spec
    )


def _less(first: Floats, second: Floats) -> Floats:
    return first - second


def _judged(
    resampler: JointResampler, sides: tuple[_Side, _Side]
) -> Iterator[list[tuple[ResampledRates, ResampledRates]]]:
    """Yield both choices on the replicate, on the whole sample and on what was left out."""
    models, rows = [side.model for side in sides], [side.chooser.rows for side in sides]
    whole = [side.chooser.on_sample() for side in sides]
    for drawn in resampler.joint_rates_and_rest(models, rows):
        found = []
        for side, on_sample, pair in zip(sides, whole, drawn, strict=True):
            own, rest = (side.chooser.asked(rates) for rates in pair)
            choice = side.chooser.chosen(own)
            found.append([choice.rates(one) for one in (own, on_sample, rest)])
        yield list(zip(*found, strict=True))
