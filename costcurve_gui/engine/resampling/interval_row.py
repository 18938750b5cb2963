"""A stretch of PC(+) with one best model: its figures, and what is shown of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from costcurve_gui.engine.cost.difference import cost_difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.lower_envelope import CostCurve

Verdict = Literal["better", "not significant", "worse", "tied", "equal"]


class IntervalRow(NamedTuple):
    """A stretch of PC(+) in which the same model, or the same models, are the cheapest.

    Attributes
    ----------
    pc_low, pc_high : float
        Its ends: exact where the best model changes, of `PC_GRID` where only the verdict does.
    best : int or None
        Position of the cheapest model; None where several tie or all cost the same.
    thresholds : tuple of two float
        Of the best model, the earliest of several, at both ends, descending.
    costs : tuple of two float
        Least and largest normalized expected cost of the best model.
    runner_up : int or None
        Position of the other model whose mean cost in this stretch is nearest; None where no
        other is left.
    margin : tuple of two float
        Least and largest lead of the best model over it, in normalized expected cost.
    verdict : str
        "better" where the best model is significantly cheaper than every other, else
        "not significant";
        "tied" where several have the lowest cost, below that of the trivial classifiers;
        "equal" where no model beats the trivial classifiers, so that all cost the same.
    of_reference : str or None
        The same of the reference: "worse" where it is shown to be dearer than the best model,
        and where it is among the best itself, that of `verdict`; None where there is no reference.
    tied : tuple of int
        Positions of the models that tie, ascending; empty where none do.
    """

    pc_low: float
    pc_high: float
    best: int | None
    thresholds: tuple[float, float]
    costs: tuple[float, float]
    runner_up: int | None
    margin: tuple[float, float]
    verdict: Verdict
    of_reference: Verdict | None = None
    tied: tuple[int, ...] = ()


def interval_row(
    curves: Sequence[CostCurve],
    low: float,
    high: float,
    lowest: tuple[int, ...],
    verdict: Verdict,
    of_reference: Verdict | None,
) -> IntervalRow:
    """Return the row of a stretch with the `lowest` curves; with none, all are alike there."""
    curve = curves[lowest[0] if lowest else 0]
    costs = curve.value_at(_vertices(curve.pc_plus, low, high))
    figures = _thresholds(curve, low, high), (float(costs.min()), float(costs.max()))
    best, tied = (lowest[0], ()) if len(lowest) == 1 else (None, lowest)
    others = [other for other in range(len(curves)) if other not in lowest] if lowest else []
    if not others:
        alone = None, (0.0, 0.0)
        return IntervalRow(low, high, best, *figures, *alone, verdict, of_reference, tied)
    leads = [cost_difference(curves[other], curve) for other in others]
    nearest = int(np.argmin([_mean(lead.pc_plus, lead.difference, low, high) for lead in leads]))
    margin = leads[nearest].value_at(_vertices(leads[nearest].pc_plus, low, high))
    ends = float(margin.min()), float(margin.max())
    runner_up = others[nearest]
    return IntervalRow(low, high, best, *figures, runner_up, ends, verdict, of_reference, tied)


def _vertices(pc_plus: Floats, low: float, high: float) -> Floats:
    return np.array([low, *pc_plus[(low < pc_plus) & (pc_plus < high)], high])


def _thresholds(curve: CostCurve, low: float, high: float) -> tuple[float, float]:
    first = int(np.searchsorted(curve.pc_plus, low, side="right")) - 1
    return float(curve.thresholds[first]), float(curve.thresholds[curve.segment_at(high)])


def _mean(pc_plus: Floats, values: Floats, low: float, high: float) -> float:
    places = _vertices(pc_plus, low, high)
    return float(np.trapezoid(np.interp(places, pc_plus, values), places)) / (high - low)
