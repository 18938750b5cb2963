"""Whether what a policy comes to on other cases is what was planned, at the planned prior."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.intervals.results import Figure
from costcurve_gui.analysis.segments import SegmentChoices, cases_in_segments
from costcurve_gui.analysis.validation import gap, holds_zero
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.segments.figures import rule_figures
from costcurve_gui.engine.selection.per_case import mean_at_prior, paired_gain
from costcurve_gui.engine.selection.policy import Reviewer
from costcurve_gui.engine.selection.policy_evaluation import banded_policy, mixed_policy, row_policy
from costcurve_gui.policies.per_case import decide_per_case
from costcurve_gui.policies.precision import fitted
from costcurve_gui.policies.saved import NOBODY
from costcurve_gui.policies.segment_rows import column_of_rules
from costcurve_gui.policies.selected import FIGURES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.policies.saved import SavedPolicy, Threshold

    Interval = tuple[float, float]

HEADER = (
    *("criterion", "model", "rows", "quantity", "planned", "planned_low", "planned_high"),
    *("observed", "low", "high", "consistent", "new_cases", "new_cases_low", "new_cases_high"),
)


@dataclass(frozen=True, slots=True)
class Observed:
    """What a policy came to on other cases: how many there are, and each figure by its name."""

    rows: int
    figures: Mapping[str, Figure]


def observed_policy(
    policy: SavedPolicy, ev: ModelEvaluation, condition: OperatingCondition
) -> Policy:
    """Return what a saved policy comes to on other cases.

    Parameters
    ----------
    policy : SavedPolicy
        With a review band the person is taken to decide as planned.
    ev : ModelEvaluation
        The same model on the other cases; its scores are negated where low ones mean positive.
    condition : OperatingCondition
        At the planned prior.
    """
    policy = fitted(policy, ev.table.thresholds)
    first = _row(policy, ev, policy.threshold)
    if policy.review is not None:
        person = Reviewer(*(float(policy.review[name]) for name in ("cost", "tpr", "fpr")))
        lower = _row(policy, ev, policy.threshold_review)
        return banded_policy(policy.criterion, ev, condition, person, first, lower)
    if not policy.is_mixture:
        return row_policy(policy.criterion, ev, condition, first)
    rows = first, _row(policy, ev, policy.threshold_2)
    return mixed_policy(policy.criterion, ev, condition, rows, policy.mixing)


def observed_case_by_case(
    policy: SavedPolicy, dataset: Dataset, prior: float, level: float
) -> Observed:
    """Return what a rule that decides case by case comes to on other cases.

    Rows without a score or a payoff are left out. Intervals are normal, each class a sample of its
    own; the precision has none.

    Raises
    ------
    DataError
        Where no row of a class can be decided about.
    """
    calibration = policy.calibration
    if calibration is None:
        raise ValueError("the policy does not decide case by case")
    numeric = {name: np.asarray(dataset.numeric[name]) for name in calibration.columns}
    found = decide_per_case(calibration, dataset.scores[policy.column], numeric)
    rows, y_true = found.known, dataset.y_true[found.known]
    if not y_true.any() or y_true.all():
        raise DataError(
            f"{policy.criterion}: one class has no row with {policy.column} and payoffs."
        )
    pays = calibration.payoffs(numeric, rows.size)
    matrix = PayoffMatrix(**{cell: pays[cell][rows] for cell in pays})
    acts = found.acts[rows]
    nobody = np.zeros_like(acts)
    profit = paired_gain(y_true, acts, nobody, matrix, prior, level)
    cost = paired_gain(y_true, y_true, acts, matrix, prior, level)
    shares = {
        name: _figure(*mean_at_prior(acts.astype(np.float64), y_true, share, level))
        for name, share in (("fpr", 0.0), ("tpr", 1.0), ("fraction_targeted", prior))
    }
    share = shares["fraction_targeted"].value
    precision = prior * shares["tpr"].value / share if share else math.nan
    return Observed(
        int(np.count_nonzero(rows)),
        {
            **shares,
            "precision": Figure(precision),
            "expected_cost": Figure(cost.gain, (cost.low, cost.high)),
            "expected_profit": Figure(profit.profit, (profit.profit_low, profit.profit_high)),
        },
    )


def observed_in_segments(
    policy: SavedPolicy,
    snapshot: Snapshot,
    dataset: Dataset,
    source: Source,
    spec: BootstrapSpec | None,
) -> Observed:
    """Return what own thresholds of segments come to on other cases.

    Parameters
    ----------
    snapshot : Snapshot
        Of the other cases, at the planned condition.
    dataset, source
        The cases, and the file that has their segments.
    spec : BootstrapSpec or None
        Replicates of the intervals; None for no intervals.

    Raises
    ------
    DataError
        Where the column is missing, or a case has a segment without a threshold.
    EngineError
        Where a segment with a prior of its own lacks a class.
    """
    rules = fitted(policy, dataset.scores[policy.column]).segments
    if rules is None:
        raise ValueError("the policy has one threshold for all rows")
    choices = SegmentChoices(column_of_rules(rules, source, dataset.row_numbers), rules.terms)
    cases = cases_in_segments(snapshot, dataset, policy.column, choices)
    sign = -1.0 if policy.lower_is_positive else 1.0
    thresholds = [
        math.inf if (one := rules.thresholds[name]) == NOBODY else sign * float(one)
        for name in choices.column.values
    ]
    found = rule_figures(cases, thresholds, spec)
    figures = {
        name: Figure(one.value, None if math.isnan(one.low) else (one.low, one.high))
        for name, one in found.items()
    }
    return Observed(cases.scores.size, figures)


def _figure(value: float, margin: float) -> Figure:
    return Figure(value, (value - margin, value + margin))


def _row(policy: SavedPolicy, ev: ModelEvaluation, threshold: Threshold | None) -> int:
    """Return the row of the threshold table that acts on whoever reaches a threshold."""
    if threshold is None or threshold == NOBODY:
        return 0
    value = -float(threshold) if policy.lower_is_positive else float(threshold)
    return int(ev.table.rows_at_thresholds(np.array([value]))[0])


def verified_rows(policy: SavedPolicy, observed: Observed) -> Iterator[tuple[object, ...]]:
    """Yield the rows of VERIFIED.csv about a policy, one a figure."""
    for name in FIGURES:
        planned, found = planned_figure(policy, name), observed.figures[name]
        on_new_cases = new_cases_figure(policy, name)
        yield (
            *(policy.criterion, policy.model, observed.rows, name),
            *(*_cells(planned), *_cells(found)),
            is_consistent(policy, on_new_cases or planned, observed, name),
            *_cells(on_new_cases or Figure(math.nan)),
        )


def _cells(figure: Figure) -> tuple[float, float, float]:
    return figure.value, *(figure.interval or (math.nan, math.nan))


def planned_figure(policy: SavedPolicy, name: str) -> Figure:
    """Return a figure as it was expected, with its interval where one is saved."""
    value = policy.expected.get(name)
    ends = policy.expected.get("intervals", {}).get(name)
    return Figure(
        math.nan if value is None else float(value),
        None if ends is None else (float(ends[0]), float(ends[1])),
    )


def new_cases_figure(policy: SavedPolicy, name: str) -> Figure | None:
    """Return a figure as it was expected on new cases; None where that was not estimated."""
    ends = policy.expected.get("new_cases", {}).get(name)
    return None if ends is None else Figure(float(ends[0]), (float(ends[1]), float(ends[2])))


def is_consistent(
    policy: SavedPolicy, planned: Figure, observed: Observed, name: str
) -> bool | None:
    """Tell whether 0 lies in the interval of observed minus planned; None where nothing is known.

    `planned` is what was expected on new cases where that was estimated: a threshold looks better
    on the cases that it was chosen on than it is. Where the plan has no interval, its error is
    taken to be that of the observed figure, in proportion to the root of the numbers of cases.
    """
    found = observed.figures[name]
    cases = None if policy.score is None else policy.score.n
    return holds_zero(gap(found, planned, observed.rows, cases))
