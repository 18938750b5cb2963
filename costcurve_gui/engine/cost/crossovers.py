"""Which of several models is cheaper, over the whole range of PC(+)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import distinct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.lower_envelope import CostCurve

SAME_COST = 1e-15
"""Costs this near differ by rounding alone."""
SLIVER = 1e-12
"""Stretches of PC(+) narrower than this come from rounding, not from the curves."""

Better = Literal["a", "b", "equal"]


class Interval(NamedTuple):
    """A stretch of PC(+) and the cheaper one of two models in it."""

    low: float
    high: float
    better: Better


def crossovers(a: CostCurve, b: CostCurve) -> tuple[Interval, ...]:
    """Split [0, 1] where the cheaper one of two cost curves changes.

    Parameters
    ----------
    a, b : CostCurve
        Lower envelopes. Outside the operating ranges of both they are equal, for both hold the
        trivial classifiers.

    Returns
    -------
    tuple of Interval
        Ascending, without gaps; neighbours differ in `better`.

    Notes
    -----
    Both curves are straight between two neighbouring vertices of either, so they cross there
    once at most, and exactly at the root of their difference.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.3.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.lower_envelope import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def curve(y_score):
    ...     return lower_envelope(convex_hull(threshold_table([1, 1, 0, 0], y_score)))
    >>> crossovers(curve([4, 2, 3, 1]), curve([3, 3, 3, 1]))
    (Interval(low=0.0, high=0.5, better='a'), Interval(low=0.5, high=1.0, better='equal'))
    """
    cuts = breakpoints(a, b)
    middle = (cuts[1:] + cuts[:-1]) / 2
    excess = a.value_at(middle) - b.value_at(middle)
    states = np.where(np.abs(excess) <= SAME_COST, 0, np.sign(excess)).astype(np.int64)
    names: dict[int, Better] = {-1: "a", 0: "equal", 1: "b"}
    return tuple(Interval(low, high, names[state]) for low, high, state in _runs(cuts, states))


def dominance(a: CostCurve, b: CostCurve) -> Better | None:
    """Tell which of two cost curves dominates the other.

    Parameters
    ----------
    a, b : CostCurve
        Lower envelopes.

    Returns
    -------
    "a", "b", "equal" or None
        The curve that is never the dearer one and somewhere the cheaper one; "equal" where they
        are the same everywhere; None where each is cheaper somewhere.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3.1.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.lower_envelope import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def curve(y_score):
    ...     return lower_envelope(convex_hull(threshold_table([1, 1, 0, 0], y_score)))
    >>> dominance(curve([4, 2, 3, 1]), curve([3, 3, 3, 1]))
    'a'
    >>> dominance(curve([3, 3, 3, 1]), curve([4, 3, 3, 3])) is None
    True
    """
    better = {interval.better for interval in crossovers(a, b)} - {"equal"}
    if len(better) == 2:
        return None
    return better.pop() if better else "equal"


def cheapest(curves: Sequence[CostCurve]) -> tuple[tuple[float, float, int], ...]:
    """Return which of several curves is lowest at each PC(+).

    Parameters
    ----------
    curves : sequence of CostCurve
        At least one.

    Returns
    -------
    tuple of (low, high, position)
        Ascending, without gaps. Where several are lowest it is the earliest of them; where all
        equal a trivial classifier, that is position 0.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.lower_envelope import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> scores = ([3, 3, 3, 1], [4, 2, 3, 1])
    >>> tables = [threshold_table([1, 1, 0, 0], y_score) for y_score in scores]
    >>> cheapest([lower_envelope(convex_hull(table)) for table in tables])
    ((0.0, 0.5, 1), (0.5, 1.0, 0))
    """
    cuts = breakpoints(*curves)
    return tuple(_runs(cuts, np.argmax(_lowest(curves, cuts), axis=0)))


def where_cheapest(curves: Sequence[CostCurve]) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return the stretches of PC(+) in which each of several curves is lowest.

    These are the parallel lines of a relative superiority graph, one per model.

    Parameters
    ----------
    curves : sequence of CostCurve
        At least one.

    Returns
    -------
    tuple of tuple of (low, high)
        Ascending for each curve, empty where it is never lowest. The stretches of curves that
        are lowest together overlap: outside all operating ranges those of all curves do.

    References
    ----------
    .. [1] Fawcett (2004), section 7.5.3, after Adams & Hand (1999).

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.lower_envelope import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> scores = ([3, 3, 3, 1], [4, 2, 3, 1])
    >>> tables = [threshold_table([1, 1, 0, 0], y_score) for y_score in scores]
    >>> where_cheapest([lower_envelope(convex_hull(table)) for table in tables])
    (((0.5, 1.0),), ((0.0, 1.0),))
    """
    cuts = breakpoints(*curves)
    return tuple(
        tuple((low, high) for low, high, is_lowest in _runs(cuts, states) if is_lowest)
        for states in _lowest(curves, cuts).astype(np.int64)
    )


def breakpoints(*curves: CostCurve) -> Floats:
    """Return the vertices of all curves and the crossings of any two, ascending from 0 to 1.

    Between two of them every curve is straight and no two change their order.
    """
    vertices = [curve.pc_plus for curve in curves]
    return distinct(*vertices, *(_roots(a, b) for a, b in combinations(curves, 2)))


def _lowest(curves: Sequence[CostCurve], cuts: Floats) -> Bools:
    """Tell of each curve between which cuts no other is lower, shape (curves, cuts - 1)."""
    costs = np.stack([curve.value_at((cuts[1:] + cuts[:-1]) / 2) for curve in curves])
    lowest: Bools = costs <= costs.min(axis=0) + SAME_COST
    return lowest


def _roots(a: CostCurve, b: CostCurve) -> Floats:
    """Return the PC(+) at which the difference of two curves changes its sign."""
    cuts = distinct(a.pc_plus, b.pc_plus)
    low, high = cuts[:-1], cuts[1:]
    middle = (low + high) / 2
    left, right = a.segment_at(middle), b.segment_at(middle)
    at_zero, rise = b.fpr[right] - a.fpr[left], b.tpr[right] - a.tpr[left]
    # (fpr_b - fpr_a)(1 - x) = (tpr_b - tpr_a) x at the root x.
    span = at_zero + rise
    root = np.divide(at_zero, span, out=np.full_like(span, np.nan), where=span != 0)
    return root[(low < root) & (root < high)]


def _runs(cuts: Floats, states: Indices) -> list[tuple[float, float, int]]:
    """Join neighbouring intervals of one state after giving slivers to their left neighbour."""
    wide = np.diff(cuts) > SLIVER
    starts, kept = cuts[:-1][wide], states[wide]
    changes = np.flatnonzero(np.diff(kept, prepend=kept[0] - 1))
    lows = np.append(0.0, starts[changes[1:]])
    highs = np.append(lows[1:], 1.0)
    return list(zip(lows.tolist(), highs.tolist(), kept[changes].tolist(), strict=True))
