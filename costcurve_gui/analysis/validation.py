"""Estimate policies again on cases that chose nothing (Fawcett 2004, 7.4.5)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.intervals.requests import policies_request
from costcurve_gui.analysis.intervals.results import Failed, Figure, Validated
from costcurve_gui.analysis.per_case_rules import rule_on_others
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.hold_out import difference_interval
from costcurve_gui.engine.selection.policy_evaluation import policy_on

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.intervals.estimator import Estimator
    from costcurve_gui.analysis.intervals.results import DecisionIntervals
    from costcurve_gui.analysis.per_case_rules import PerCaseRule
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.engine.resampling.new_cases import NewCasesEstimate
    from costcurve_gui.engine.selection.policy import Policy

    Interval = tuple[float, float]

FIGURES: Final = (
    *("expected_profit", "expected_cost", "normalized_expected_cost"),
    *("fpr", "tpr", "precision", "fraction_targeted"),
)
"""What is estimated again, by the names that a `Policy` has for it."""
_ON_NEW_CASES = {
    "expected_profit": "profit",
    "expected_cost": "cost",
    "normalized_expected_cost": "normalized_cost",
}
"""The figures that are estimated for new cases, and what the estimate calls them."""
SAME_SAMPLE: Final = "selected and estimated on the same sample"
"""What every figure of a policy is marked with that is not validated."""


@dataclass(frozen=True, slots=True, eq=False)
class ValidationSample:
    """Cases that chose nothing.

    `label` says which they are. `curve_set` has the models of the file, evaluated on them, with the
    keys that they have on the cases that choose. `estimator` is None where nothing is resampled.
    """

    label: str
    curve_set: CurveSet
    estimator: Estimator | None

    @property
    def rows(self) -> int:
        """Number of cases."""
        return self.curve_set.dataset.rows

    def model(self, key: str) -> ModelCurves | None:
        """Return a model of the file; None for one that is derived, which has no scores here."""
        found = (model for model in self.curve_set.models if model.info.key == key)
        return next(found, None)


def validated(
    policy: Policy,
    curves: ModelCurves,
    intervals: DecisionIntervals | None,
    sample: ValidationSample,
    cases: int,
    miss_factor: float = 1.0,
    *,
    progress: Progress = NO_PROGRESS,
) -> Validated | None:
    """Estimate a policy on cases that did not choose it, at the prior that it was chosen for.

    Parameters
    ----------
    policy : Policy
        As chosen.
    curves : ModelCurves
        Its model, on the cases that chose it.
    intervals : DecisionIntervals or None
        Of the policy on these cases, its threshold fixed; None where nothing was resampled.
    sample : ValidationSample
        The other cases.
    cases : int
        How many chose.
    miss_factor : float
        What the cost of a miss is scaled by.

    Returns
    -------
    Validated or None
        None where the model has no scores on the other cases.
    """
    there = sample.model(curves.info.key)
    if there is None or curves.info.derived is not None:
        return None
    condition = model_condition(there, policy.prior, miss_factor)
    found = policy_on(policy, there.evaluation, condition)
    known: DecisionIntervals | None = None
    if sample.estimator is not None:
        request = policies_request((there.info.key,), condition, found)
        result = sample.estimator.estimate([request], progress=progress).results[request]
        known = None if isinstance(result, Failed) else result
    rows = cases - curves.info.missing, sample.rows - there.info.missing
    chosen = {name: figure_of(policy, intervals, name) for name in FIGURES}
    observed = {name: figure_of(found, known, name) for name in FIGURES}
    gaps = {name: gap(observed[name], chosen[name], *reversed(rows)) for name in FIGURES}
    return Validated(found, chosen, observed, gaps, rows, known)


def validated_by_case(
    planned: PerCaseRule,
    curves: ModelCurves,
    sample: ValidationSample,
    settings: DatasetSettings,
) -> Validated | None:
    """Estimate a rule that decides case by case on cases that it was not fitted to.

    Its map from scores to probabilities stays as it was. Both figures have normal intervals, each
    class a sample of its own; the precision has none. None where the model has no scores there.

    Raises
    ------
    PerCaseError
        Where a case has no payoff.
    """
    there = sample.model(curves.info.key)
    if there is None or curves.info.derived is not None:
        return None
    condition = model_condition(there, planned.policy.prior, planned.miss_factor)
    found = rule_on_others(planned, sample.curve_set, there, condition, settings)
    level = settings.bands.spec.level
    chosen, observed = (_figures_by_case(one, level) for one in (planned, found))
    rows = planned.acts.size, found.acts.size
    gaps = {name: gap(observed[name], chosen[name], *reversed(rows)) for name in FIGURES}
    return Validated(found.policy, chosen, observed, gaps, rows)


def _figures_by_case(rule: PerCaseRule, level: float) -> dict[str, Figure]:
    from costcurve_gui.engine.selection.per_case import mean_at_prior

    cost, worst = rule.cost, rule.worst_cost
    found = {
        "expected_profit": Figure(rule.gain.profit, (rule.gain.profit_low, rule.gain.profit_high)),
        "expected_cost": Figure(cost.gain, (cost.low, cost.high)),
        "normalized_expected_cost": Figure(
            cost.gain / worst, (cost.low / worst, cost.high / worst)
        ),
        "precision": Figure(rule.policy.precision),
    }
    acts, y_true = rule.acts.astype(float), rule.calibrated.y_true
    for name, prior in (("fpr", 0.0), ("tpr", 1.0), ("fraction_targeted", rule.policy.prior)):
        share, margin = mean_at_prior(acts, y_true, prior, level)
        found[name] = Figure(share, (max(share - margin, 0.0), min(share + margin, 1.0)))
    return found


def figure_of(policy: Policy, intervals: DecisionIntervals | None, name: str) -> Figure:
    """Return a figure of a policy with its interval, if it has one."""
    value = float(getattr(policy, name))
    found = None if intervals is None else getattr(intervals.policy, name)
    if found is None or found.low is None or found.high is None:
        return Figure(value)
    return Figure(value, (float(found.low), float(found.high)))


def gap(observed: Figure, planned: Figure, rows: int, planned_rows: int | None) -> Figure:
    """Return by how much a figure differs from the planned one, estimated on other cases.

    Where the plan has no interval, its error is taken to be that of the observed figure, in
    proportion to the root of the numbers of cases.

    Parameters
    ----------
    observed, planned : Figure
        The difference is observed minus planned.
    rows : int
        Cases of the observed figure.
    planned_rows : int or None
        Cases of the plan; None where they are not known.
    """
    difference = observed.value - planned.value
    if observed.interval is None or math.isnan(difference):
        return Figure(difference)
    low, high = observed.interval
    ends = planned.interval
    if ends is None:
        if planned_rows is None:
            return Figure(difference)
        shrunk = math.sqrt(rows / planned_rows)
        below, above = shrunk * (observed.value - low), shrunk * (high - observed.value)
        ends = planned.value - below, planned.value + above
    return Figure(difference, difference_interval(observed.value, (low, high), planned.value, ends))


def holds_zero(difference: Figure) -> bool | None:
    """Tell whether 0 lies in the interval of a difference; None where it has none."""
    if difference.interval is None:
        return None
    low, high = difference.interval
    return low <= 0 <= high


def on_new_cases(found: NewCasesEstimate | None) -> dict[str, Figure]:
    """Return what is expected of a policy on new cases, as far as that is estimated."""
    if found is None:
        return {}
    named = ((name, getattr(found, figure)) for name, figure in _ON_NEW_CASES.items())
    return {
        name: Figure(one.estimate, (one.low, one.high))
        for name, one in named
        if None not in (one.estimate, one.low, one.high)
    }


def is_consistent(found: Validated, name: str, expected: Figure | None) -> bool | None:
    """Tell whether the other cases differ from what was expected by no more than chance.

    Expected is the figure for new cases, where it is estimated: a threshold looks better on the
    cases that it was chosen on than it is. None where nothing was resampled.
    """
    if expected is None:
        return holds_zero(found.gaps[name])
    return holds_zero(gap(found.observed[name], expected, *reversed(found.rows)))
