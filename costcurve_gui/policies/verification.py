"""Whether what a policy comes to on other cases is what was planned, at the planned prior."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.selection.policy_evaluation import mixed_policy, row_policy
from costcurve_gui.policies.saved import NOBODY
from costcurve_gui.policies.selected import FIGURES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.policies.saved import SavedPolicy, Threshold

    Interval = tuple[float, float]

HEADER = (
    *("criterion", "model", "rows", "quantity", "planned", "planned_low", "planned_high"),
    *("observed", "low", "high", "consistent", "new_cases", "new_cases_low", "new_cases_high"),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its interval, None where it has none; NaN where it does not exist."""

    value: float
    interval: Interval | None = None


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
        Without a review band.
    ev : ModelEvaluation
        The same model on the other cases; its scores are negated where low ones mean positive.
    condition : OperatingCondition
        At the planned prior.
    """
    first = _row(policy, ev, policy.threshold)
    if not policy.is_mixture:
        return row_policy(policy.criterion, ev, condition, first)
    rows = first, _row(policy, ev, policy.threshold_2)
    return mixed_policy(policy.criterion, ev, condition, rows, policy.mixing)


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
    if found.interval is None or math.isnan(planned.value) or math.isnan(found.value):
        return None
    low, high = found.interval
    ends = planned.interval
    if ends is None:
        if policy.score is None:
            return None
        shrunk = math.sqrt(observed.rows / policy.score.n)
        below, above = (shrunk * (found.value - low), shrunk * (high - found.value))
        ends = planned.value - below, planned.value + above
    least, most = difference_interval(found.value, (low, high), planned.value, ends)
    return least <= 0 <= most


def difference_interval(
    first: float, first_ends: Interval, second: float, second_ends: Interval
) -> Interval:
    """Return the interval of the difference of two independent estimates, from their own ones.

    Parameters
    ----------
    first, second : float
        The estimates; first minus second is the difference.
    first_ends, second_ends : tuple of float
        Their intervals, at the level that the result has.

    References
    ----------
    .. [1] Zou & Donner (2008), Construction of confidence limits about effect measures: a general
       approach (MOVER).

    Examples
    --------
    >>> difference_interval(5.0, (2.0, 8.0), 3.0, (-1.0, 7.0))
    (-3.0, 7.0)
    """
    # A figure may lie outside of a percentile interval; then that end says nothing about it.
    below = math.hypot(max(first - first_ends[0], 0), max(second_ends[1] - second, 0))
    above = math.hypot(max(first_ends[1] - first, 0), max(second - second_ends[0], 0))
    return first - second - below, first - second + above
