"""All of PC(+) as a table: which model is best, by how much, and whether that is shown."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.cost.crossovers import SAME_COST, SLIVER, where_cheapest
from costcurve_gui.engine.cost.difference import cost_difference
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.engine.resampling.differences import difference_band

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.lower_envelope import CostCurve
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel

Verdict = Literal["better", "not shown", "worse", "equal"]


class IntervalRow(NamedTuple):
    """A stretch of PC(+) in which one model is the cheapest.

    Attributes
    ----------
    pc_low, pc_high : float
        Its ends: exact where the best model changes, of `PC_GRID` where only the verdict does.
    best : int or None
        Position of the cheapest model, the earliest of several; None where all cost the same.
    thresholds : tuple of two float
        Of the best model at both ends, descending.
    costs : tuple of two float
        Least and largest normalized expected cost of the best model.
    runner_up : int or None
        Position of the model whose mean cost in this stretch is nearest; the reference where
        there is one and it is not the best.
    margin : tuple of two float
        Least and largest lead of the best model over it, in normalized expected cost.
    verdict : str
        "better" where the best model is shown to be cheaper than every other, "worse" where the
        reference is shown to be dearer than the best, "not shown" where neither is, and "equal"
        where all models are at their best with the same classifier.
    """

    pc_low: float
    pc_high: float
    best: int | None
    thresholds: tuple[float, float]
    costs: tuple[float, float]
    runner_up: int | None
    margin: tuple[float, float]
    verdict: Verdict


def interval_table(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    *,
    reference: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> tuple[IntervalRow, ...]:
    """Split [0, 1] by the cheapest model and by what is shown of it.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    models : sequence of RankedModel
        At least two.
    reference : int, optional
        Position of the model that the verdict is about. Else it is about the best one.
    progress : Progress, optional
        Advanced after each batch of replicates of each pair.

    Returns
    -------
    tuple of IntervalRow
        Ascending, without gaps.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 4.3 and 4.7.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.rank_order import rank_order
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> from costcurve_gui.engine.resampling.resampler import resampler
    >>> from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
    >>> y_true = np.arange(600) % 2 == 0
    >>> def model(name, y_score):
    ...     return RankedModel(evaluate_scores(name, y_true, y_score), rank_order(y_true, y_score))
    >>> a = model("a", np.arange(600) % 7 + 3 * y_true)
    >>> b = model("b", np.arange(600) % 11 + 3 * y_true)
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> for row in interval_table(resampler(sample, BootstrapSpec()), [a, b]):
    ...     print(round(row.pc_low, 2), round(row.pc_high, 2), row.best, row.verdict)
    0.0 0.07 0 not shown
    0.07 0.93 0 better
    0.93 1.0 0 not shown
    """
    curves = [model.evaluation.envelope for model in models]
    cuts = _cuts(curves)
    places = distinct(PC_GRID, (cuts[1:] + cuts[:-1]) / 2)
    costs = np.stack([curve.value_at(places) for curve in curves], axis=1)
    best = np.where(np.ptp(costs, axis=1) <= SAME_COST, -1, _earliest_lowest(costs))
    shown = np.zeros(places.size, np.bool_)
    for position in distinct(best[best >= 0]).tolist():
        here = best == position
        shown[here] = _shown(resampler, models, position, places[here], reference, progress)
    return tuple(
        _row(curves, low, high, leader, reference, is_shown)
        for cut in pairwise(cuts.tolist())
        for low, high, leader, is_shown in _verdicts(*cut, places, best, shown)
    )


def _cuts(curves: Sequence[CostCurve]) -> Floats:
    """Return the PC(+) at which it changes who is lowest, alone or with others."""
    ends = [end for stretches in where_cheapest(curves) for stretch in stretches for end in stretch]
    cuts = distinct(np.array([0.0, 1.0, *ends]))
    apart = cuts[np.diff(cuts, prepend=-1.0) > SLIVER]
    apart[-1] = 1.0
    return apart


def _earliest_lowest(costs: Floats) -> Indices:
    lowest: Indices = (costs <= costs.min(axis=1, keepdims=True) + SAME_COST).argmax(axis=1)
    return lowest


def _opponents(models: int, best: int, reference: int | None) -> list[int]:
    if reference is not None and reference != best:
        return [reference]
    return [other for other in range(models) if other != best]


def _shown(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    best: int,
    places: Floats,
    reference: int | None,
    progress: Progress,
) -> Bools:
    """Tell where the best model is shown to be cheaper than those it is compared with."""
    shown = np.ones(places.size, np.bool_)
    for other in _opponents(len(models), best, reference):
        found = difference_band(
            resampler, models[best], models[other], pc_plus=places, progress=progress
        )
        shown &= found.band.upper < 0
    return shown


def _verdicts(
    low: float, high: float, places: Floats, best: Indices, shown: Bools
) -> Iterator[tuple[float, float, int, bool]]:
    """Split a stretch of one best model where the verdict changes."""
    inside = np.flatnonzero((low < places) & (places < high))
    leader, states = int(best[inside[0]]), _without_lone(shown[inside])
    start = low
    for change in (np.flatnonzero(states[1:] != states[:-1]) + 1).tolist():
        was_shown = bool(states[change - 1])
        # What is shown reaches from the first to the last PC(+) at which it is.
        end = float(places[inside[change - was_shown]])
        yield start, end, leader, was_shown
        start = end
    yield start, high, leader, bool(states[-1])


def _without_lone(shown: Bools) -> Bools:
    """Drop what is shown at one PC(+) between two others alone: it has no width."""
    lone = shown.copy()
    lone[1:] &= ~shown[:-1]
    lone[:-1] &= ~shown[1:]
    lone[[0, -1]] = False
    return shown & ~lone


def _row(
    curves: Sequence[CostCurve],
    low: float,
    high: float,
    best: int,
    reference: int | None,
    is_shown: bool,
) -> IntervalRow:
    curve = curves[max(best, 0)]
    costs = curve.value_at(_vertices(curve.pc_plus, low, high))
    figures = _thresholds(curve, low, high), (float(costs.min()), float(costs.max()))
    if best < 0:
        return IntervalRow(low, high, None, *figures, None, (0.0, 0.0), "equal")
    others = _opponents(len(curves), best, reference)
    leads = [cost_difference(curves[other], curve) for other in others]
    nearest = int(np.argmin([_mean(lead.pc_plus, lead.difference, low, high) for lead in leads]))
    margin = leads[nearest].value_at(_vertices(leads[nearest].pc_plus, low, high))
    won: Verdict = "better" if reference in (None, best) else "worse"
    return IntervalRow(
        low,
        high,
        best,
        *figures,
        others[nearest],
        (float(margin.min()), float(margin.max())),
        won if is_shown else "not shown",
    )


def _vertices(pc_plus: Floats, low: float, high: float) -> Floats:
    return np.array([low, *pc_plus[(low < pc_plus) & (pc_plus < high)], high])


def _thresholds(curve: CostCurve, low: float, high: float) -> tuple[float, float]:
    first = int(np.searchsorted(curve.pc_plus, low, side="right")) - 1
    return float(curve.thresholds[first]), float(curve.thresholds[curve.segment_at(high)])


def _mean(pc_plus: Floats, values: Floats, low: float, high: float) -> float:
    places = _vertices(pc_plus, low, high)
    return float(np.trapezoid(np.interp(places, pc_plus, values), places)) / (high - low)
