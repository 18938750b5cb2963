"""Where one cost curve is cheaper than another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.lower_envelope import CostCurve

_Label = TypeVar("_Label")

_EQUAL = 1e-12
"""Costs nearer than this differ by rounding only."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A stretch of PC(+) and which of two curves is cheaper in it."""

    low: float
    high: float
    better: Literal["a", "b", "equal"]


def crossovers(a: CostCurve, b: CostCurve) -> tuple[Interval, ...]:
    """Split the whole of PC(+) into stretches in which one curve is cheaper, or neither.

    Parameters
    ----------
    a, b : CostCurve

    Returns
    -------
    tuple of Interval
        Ascending, without gaps, from 0 to 1; neighbours differ in `better`.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.2.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.lower_envelope import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> labels = [True, True, False, False]
    >>> good, poor = (lower_envelope(convex_hull(threshold_table(labels, scores)))
    ...               for scores in ([0.9, 0.8, 0.2, 0.1], [0.9, 0.2, 0.8, 0.1]))
    >>> [(stretch.low, stretch.high, stretch.better) for stretch in crossovers(good, poor)]
    [(0.0, 1.0, 'a')]
    """
    cuts = _cuts((a, b))
    middles = (cuts[1:] + cuts[:-1]) / 2
    difference = a.value_at(middles) - b.value_at(middles)
    better = [_better(value) for value in difference.tolist()]
    return tuple(Interval(low, high, name) for low, high, name in _merged(cuts, better))


def cheapest(curves: Sequence[CostCurve]) -> tuple[tuple[float, float, int], ...]:
    """Return which of several curves is cheapest in each stretch of PC(+).

    Parameters
    ----------
    curves : sequence of CostCurve

    Returns
    -------
    tuple of (low, high, position)
        Ascending, without gaps, from 0 to 1; empty where there are no curves. Of equally cheap
        curves the earlier one is named.
    """
    if not curves:
        return ()
    cuts = _cuts(curves)
    middles = (cuts[1:] + cuts[:-1]) / 2
    costs = np.array([curve.value_at(middles) for curve in curves])
    winners: list[int] = np.argmax(costs <= costs.min(axis=0) + _EQUAL, axis=0).tolist()
    return tuple(_merged(cuts, winners))


def _better(difference: float) -> Literal["a", "b", "equal"]:
    if abs(difference) <= _EQUAL:
        return "equal"
    return "a" if difference < 0 else "b"


def _cuts(curves: Sequence[CostCurve]) -> Floats:
    """Return all vertices of the curves and the points where two of them cross, ascending."""
    vertices = np.unique(np.concatenate([curve.pc_plus for curve in curves]))
    values = [curve.value_at(vertices) for curve in curves]
    crossings = [_crossings(vertices, one - other) for one, other in combinations(values, 2)]
    return np.unique(np.concatenate([vertices, *crossings]))


def _crossings(pc_plus: Floats, difference: Floats) -> Floats:
    """Return where a difference that is linear between `pc_plus` changes its sign."""
    difference = np.where(np.abs(difference) <= _EQUAL, 0.0, difference)
    left, right = difference[:-1], difference[1:]
    turn = np.flatnonzero(left * right < 0)
    share = left[turn] / (left[turn] - right[turn])
    return pc_plus[turn] + share * (pc_plus[turn + 1] - pc_plus[turn])


def _merged(cuts: Floats, labels: Sequence[_Label]) -> list[tuple[float, float, _Label]]:
    """Join neighbouring stretches that bear the same label."""
    stretches = groupby(range(len(labels)), key=labels.__getitem__)
    ends = [(label, list(members)) for label, members in stretches]
    return [
        (float(cuts[members[0]]), float(cuts[members[-1] + 1]), label) for label, members in ends
    ]
