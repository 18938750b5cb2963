"""Intervals for new cases: of thresholds that were chosen on the rows that judge them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine import (
    manual,
    min_cost,
    new_cases_curve,
    new_cases_estimate,
    new_cases_lead,
    policy_intervals,
    resampler,
)
from costcurve_gui.engine.resampling.figure_interval import CERTAIN
from costcurve_gui.engine.resampling.hold_out import difference_interval
from costcurve_gui.engine.resampling.new_cases import OF_COSTS, OF_NORMALIZED, new_cases_estimates
from costcurve_gui.engine.resampling.replicate_rules import (
    BestBand,
    BestPoint,
    BestThreshold,
    ChosenPolicy,
)
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.engine.selection.constrained import constrained_single
from costcurve_gui.engine.selection.criteria import youden
from costcurve_gui.engine.selection.policy import Reviewer
from costcurve_gui.engine.selection.review_band import review_band
from tests.coverage.cells import PRIOR
from tests.coverage.check import AREA, BELIEFS, EXPECTED, Check, shown
from tests.coverage.figures import own_cost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine import RankedModel
    from costcurve_gui.engine.resampling.new_cases import NewCasesEstimate
    from costcurve_gui.engine.selection.policy import Policy
    from tests.coverage.check import Case

_MOST_FALSE_ALARMS = Bound(BoundKind.FPR, 0.2)
_PERSON, _FEW_REVIEWERS = Reviewer(0.1, 0.9, 0.1), 0.15
"""Who decides in a review band, and which share of the cases they can see where they are few."""


def rules(case: Case) -> Iterator[Check]:
    """Check what rules chosen here cost on new cases.

    A rule that decides without looking is left out: its cost is known, and always held.
    """
    a, condition = case.a, case.condition
    bounded = constrained_single(a.evaluation, condition, (_MOST_FALSE_ALARMS,), Objective.PROFIT)
    policies = {
        "": (min_cost(a.evaluation, condition), None),
        ", Youden's index": (youden(a.evaluation, condition), BestPoint("youden")),
        ", within a bound": (bounded, BestThreshold(bounds=(_MOST_FALSE_ALARMS,))),
    }
    choices = [rule and ChosenPolicy(policy, rule) for policy, rule in policies.values()]
    estimates = new_cases_estimates(case.few, a, condition, choices)
    named = zip(policies.items(), estimates, strict=True)
    for (name, (policy, _)), found in named:
        if policy is not None and found.method != CERTAIN:
            truth = case.cost(policy.threshold)
            said = _said(found)
            yield from shown(f"new cases: cost and profit{name}", found.cost, truth, said)
            if not name:
                yield from _other_figures(case, policy.threshold, found)
    if case.cell.scores == "useless":
        lead = estimates[0].lead
        better = lead.low is not None and lead.low > 1e-9
        yield Check("useless called better than trivial", float(better))


def bands(case: Case) -> Iterator[Check]:
    """Check what review bands chosen here cost on new cases, and gain over one threshold."""
    a, condition = case.a, case.condition
    for name, capacity in {"": np.inf, ", few reviewers": _FEW_REVIEWERS}.items():
        policy = review_band(a.evaluation, condition, _PERSON, capacity)
        chosen = ChosenPolicy(policy, BestBand(_PERSON, capacity))
        found = new_cases_estimate(case.few, a, condition, choose=chosen)
        if policy is None or found.method == CERTAIN:
            continue
        truth = _cost_of_band(case, policy)
        yield from shown(f"new cases: review band{name}", found.cost, truth, _said(found))
        if name:
            continue
        share, row = truth / case.cell.mean_cost, "new cases: normalized cost, review band"
        yield from shown(row, found.normalized_cost, share, found.caution)
        trivial = case.cell.mean_cost * (PRIOR if found.trivial == "none" else 1 - PRIOR)
        yield from shown(
            "new cases: lead of a review band over trivial",
            found.lead,
            trivial - truth,
            "" if OF_COSTS in found.caution else _said(found),
        )
        gain = new_cases_lead(case.few, a, a, condition, choose_a=chosen)
        more = case.cost(_threshold(case, a)) - truth
        row = "new cases: gain of a review band over one threshold"
        yield from shown(row, gain.profit, more, gain.caution)


def _cost_of_band(case: Case, policy: Policy) -> float:
    """Return the true cost of a band per instance, the price of the reviews in it."""
    lower = policy.threshold if policy.review is None else policy.review.threshold
    at = np.array([policy.threshold, lower])
    (fpr, tpr), (harm, benefit) = (case.cell.rates(at, by_cost=by) for by in (False, True))
    missed = 1 - _PERSON.tpr * benefit[1] - (1 - _PERSON.tpr) * benefit[0]
    alarm = _PERSON.fpr * harm[1] + (1 - _PERSON.fpr) * harm[0]
    referred = PRIOR * (tpr[1] - tpr[0]) + (1 - PRIOR) * (fpr[1] - fpr[0])
    errors = case.cell.mean_cost * (PRIOR * missed + (1 - PRIOR) * alarm)
    return float(errors + _PERSON.cost * referred)


def verified(case: Case) -> Iterator[Check]:
    """Check whether other cases are called inconsistent with what was planned of new ones."""
    plan = min_cost(case.a.evaluation, case.condition)
    planned = new_cases_estimate(case.few, case.a, case.condition)
    if planned.method == CERTAIN or planned.cost.estimate is None:
        return
    other = case.cell.draw(case.rng(5)).evaluated()
    (model,) = other.models
    condition = model.evaluation.condition(PRIOR)
    policy = manual(model.evaluation, condition, plan.threshold)
    found = policy_intervals(resampler(other.sample, case.spec), model, policy, condition)
    ends = [(one.low, one.high) for one in (found.expected_cost, planned.cost)]
    if None not in (*ends[0], *ends[1]):
        values = policy.expected_cost, planned.cost.estimate
        least, most = difference_interval(values[0], ends[0], values[1], ends[1])
        yield Check("verified cost called inconsistent", float(not least <= 0 <= most))


def _other_figures(case: Case, threshold: float, found: NewCasesEstimate) -> Iterator[Check]:
    cell, means, at = case.cell, case.condition.means, np.array([threshold])
    share = float(cell.cost(at, case.condition.probability_cost)[0])
    yield from shown("new cases: normalized cost", found.normalized_cost, share, found.caution)
    trivial = cell.mean_cost * (PRIOR if found.trivial == "none" else 1 - PRIOR)
    lead = trivial - case.cost(threshold)
    said = "" if OF_COSTS in found.caution else _said(found)
    yield from shown("new cases: lead over trivial", found.lead, lead, said)
    fpr, tpr = (float(rate[0]) for rate in cell.rates(at, by_cost=False))
    benefit = PRIOR * tpr - (1 - PRIOR) * fpr * means.fp_cost / means.fn_cost
    yield from shown("new cases: net benefit", found.net_benefit, benefit, said)


def _said(found: NewCasesEstimate) -> str:
    """Return the caution of the other figures than the normalized cost."""
    return "" if OF_NORMALIZED in found.caution else found.caution


def curves(case: Case) -> Iterator[Check]:
    """Check what the thresholds of whole cost curves cost on new cases."""
    yield from _mean_cost(case, AREA)


def beliefs(case: Case) -> Iterator[Check]:
    """Check the same under a belief over PC(+)."""
    yield from _mean_cost(case, EXPECTED)


def _mean_cost(case: Case, name: str) -> Iterator[Check]:
    belief = BELIEFS[name]
    found = new_cases_curve(case.few, case.a, belief=belief)
    truth = own_cost(case.cell, case.a.evaluation, belief)
    yield from shown(f"new cases: {name}", found.expected_cost, truth, found.caution)


def leads(case: Case) -> Iterator[Check]:
    """Check the lead of one rule over another, and that nothing equal is called better."""
    condition = case.condition
    found = new_cases_lead(case.few, case.a, case.b, condition)
    costs = [case.cost(_threshold(case, model)) for model in (case.a, case.b)]
    lead = found.profit
    yield from shown("new cases: lead over the next best", lead, costs[1] - costs[0], found.caution)
    if lead.low is not None and lead.high is not None:
        told = lead.low > 0 or lead.high < 0
        yield Check("equal model called better: lead on new cases", float(told))
    yield from _own_threshold(case)


def _threshold(case: Case, model: RankedModel) -> float:
    return float(min_cost(model.evaluation, case.condition).threshold)


def _own_threshold(case: Case) -> Iterator[Check]:
    """Compare a score with its own best threshold, which is as good in truth."""
    at_once = (case.drawn.scores[0] >= case.cell.best_threshold).astype(np.float64)
    data = case.drawn.evaluated(case.drawn.scores[0], at_once)
    few = resampler(data.sample, case.few.spec)
    lead = new_cases_lead(few, *data.models, case.condition).profit
    better = lead.low is not None and lead.low > 1e-9
    yield Check("score called better than its own threshold", float(better))
