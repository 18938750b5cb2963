"""What rules that are chosen on a sample are worth on new cases, and how sure that is.

With the threshold t(S) chosen on the sample S, the target is the cost of t(S) in the population:
not the apparent one on S, and not that of the best threshold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band_outlook import refers_few_of_each_group, refers_in_vain
from costcurve_gui.engine.resampling.few_cases import FEW_A_GROUP, TOO_LONG
from costcurve_gui.engine.resampling.figure_interval import CERTAIN
from costcurve_gui.engine.resampling.new_cases_interval import (
    NewCasesFigure,
    no_figure,
)
from costcurve_gui.engine.resampling.new_cases_outlook import new_cases_outlooks
from costcurve_gui.engine.resampling.replicate_rules import (
    BestMixture,
    BestMixtureOfSeveral,
    BestThreshold,
    ChosenPolicy,
)
from costcurve_gui.engine.resampling.rule_choice import RuleChooser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.outlook import Outlook
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.rule_choice import Chooser
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.selection.bounds import Bound

_WITHIN_BOUNDS = BestThreshold, BestMixture, BestMixtureOfSeveral


@dataclass(frozen=True, slots=True)
class NewCasesEstimate:
    """What a rule chosen on the sample is worth on cases that did not choose it.

    Attributes
    ----------
    cost, profit, normalized_cost : NewCasesFigure
        Per instance in units of payoff, the last as a share of the worst cost.
    lead : NewCasesFigure
        By how much it is more profitable than the better trivial classifier of those that keep
        the bounds which the rule was chosen within.
    net_benefit : NewCasesFigure
        Net benefit by count, at the threshold probability that the mean costs imply.
    trivial : {"all", "none", ""}
        Which that is: the one that looks at no score and is cheaper at the condition; empty where
        neither keeps the bounds.
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


def new_cases_estimate(
    resampler: Resampler,
    model: RankedModel,
    condition: OperatingCondition,
    *,
    choose: Chooser | ChosenPolicy | None = None,
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
    choose : callable or ChosenPolicy, optional
        The criterion, with its bounds: from evaluation and condition to a policy. A replicate
        chooses by the same one. A `ChosenPolicy` has the policy, and a rule by which all
        replicates choose at once. None is that of least expected cost.
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
    (found,) = new_cases_estimates(resampler, model, condition, [choose], progress=progress)
    return found


def new_cases_estimates(
    resampler: Resampler,
    model: RankedModel,
    condition: OperatingCondition,
    choices: Sequence[Chooser | ChosenPolicy | None],
    *,
    progress: Progress = NO_PROGRESS,
) -> list[NewCasesEstimate]:
    """Estimate the same of several criteria, which share replicates.

    Parameters
    ----------
    resampler, model, condition, progress
        As in `new_cases_estimate`.
    choices : sequence
        What `choose` is there. Estimates are in this order, and those of each by itself.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    choosers = [RuleChooser(model, condition, choose) for choose in choices]
    trivials = [better_trivial(condition, bounds_of(choose)) for choose in choices]
    outlooks = new_cases_outlooks(resampler, model, choosers, progress)
    return [
        _no_estimate(trivial, outlook, resampler.spec)
        if isinstance(outlook, str)
        else _estimate(outlook, condition, trivial, resampler.spec)
        for trivial, outlook in zip(trivials, outlooks, strict=True)
    ]


def better_trivial(condition: OperatingCondition, bounds: Sequence[Bound] = ()) -> str:
    """Return which classifier that looks at no score is cheaper: "all" positive, or "none".

    Of those that keep the bounds; empty where neither does.
    """
    rates, planes = {"all": 1.0, "none": 0.0}, [bound.at(condition.prior) for bound in bounds]
    first = "all" if condition.probability_cost > 1 / 2 else "none"
    for name in sorted(rates, key=lambda one: one != first):
        if all(plane.holds(rates[name], rates[name]) for plane in planes):
            return name
    return ""


def bounds_of(chosen: Chooser | ChosenPolicy | None) -> tuple[Bound, ...]:
    """Return the bounds that a rule was chosen within; none where a criterion does not tell."""
    if isinstance(chosen, ChosenPolicy) and isinstance(chosen.rule, _WITHIN_BOUNDS):
        return chosen.rule.bounds
    return ()


def _no_estimate(trivial: str, reason: str, spec: BootstrapSpec) -> NewCasesEstimate:
    none = no_figure()
    return NewCasesEstimate(none, none, none, none, none, trivial, "", "", reason, spec)


OF_NORMALIZED = "the interval of the normalized cost is longer than it need be"
"""A caution that is about this one figure."""
OF_COSTS = "intervals of costs are longer than they need be"
"""A caution that is not about leads and net benefit."""


def _too_long(outlook: Outlook, lead: NewCasesFigure, trivial: str, *, in_vain: bool) -> str:
    """Return why the interval is longer than it need be; nothing where it is not.

    Of useless scores those are chosen that are nearly trivial, of which the cost is nearly known.
    """
    if outlook.method == CERTAIN or (trivial and lead.estimate is None):
        return ""
    if in_vain:
        return f"no better than referring all: {TOO_LONG}"
    if lead.estimate is not None and lead.estimate <= 0:
        return f"no better than calling {trivial} positive: {TOO_LONG}"
    if refers_few_of_each_group(outlook) or outlook.one_a_group:
        return FEW_A_GROUP
    if outlook.few_unlike_of_rare:
        return f"few errors of unlike costs in a rare class: {OF_COSTS}"
    if outlook.of_sample is not None and outlook.varies:
        return f"reviews of unlike cases: {TOO_LONG if outlook.few_of_both else OF_NORMALIZED}"
    return f"few cases of unlike costs: {OF_NORMALIZED}" if outlook.few_unlike else ""


_LEAD, _BY_COUNT = 3, (4,)
"""Places of the lead, and of what least cost does not choose by where costs vary: net benefit."""


def _estimate(
    outlook: Outlook, condition: OperatingCondition, trivial: str, spec: BootstrapSpec
) -> NewCasesEstimate:
    prior, means = condition.prior, condition.means

    def figures(of: Outlook) -> list[NewCasesFigure]:
        return [
            of.cost(prior),
            of.profit(prior),
            of.normalized_cost(condition.probability_cost),
            of.lead(prior, trivial) if trivial else no_figure(),
            of.net_benefit(prior, means.fp_cost / means.fn_cost),
        ]

    found = figures(outlook)
    if outlook.of_rule is not None:
        itself = figures(outlook.of_rule)
        if outlook.at_other_costs:
            # Of useless scores the cheapest rule is nearly trivial, and its own interval too short.
            in_vain = (found[_LEAD].estimate or 0.0) <= 0
            found = [
                one.reaching(of_rule) if in_vain else of_rule
                for one, of_rule in zip(found, itself, strict=True)
            ]
        else:
            for at in range(len(found)) if not outlook.least_cost else _BY_COUNT:
                found[at] = found[at].with_ends_of(itself[at])
    in_vain = outlook.of_sample is not None and refers_in_vain(outlook, prior)
    if in_vain and outlook.of_sample is not None:
        seen = figures(outlook.of_sample)
        found = [one.reaching(other) for one, other in zip(found, seen, strict=True)]
    cost, profit, normalized_cost, lead, net_benefit = found
    return NewCasesEstimate(
        cost=cost,
        profit=profit,
        normalized_cost=normalized_cost,
        lead=lead,
        net_benefit=net_benefit,
        trivial=trivial,
        method=outlook.method,
        caution=outlook.caution or _too_long(outlook, lead, trivial, in_vain=in_vain),
        reason="",
        spec=spec,
    )
