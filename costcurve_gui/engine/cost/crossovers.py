"""Which of several models is cheaper, over the whole range of PC(+)."""

from __future__ import annotations

from itertools import combinations, groupby
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.roc.hull import Chain, upper_hull

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.cost_curve import CostCurve

SAME_COST = 1e-15
"""Costs this near differ by rounding alone."""
SLIVER = 1e-12
"""Stretches of PC(+) narrower than this come from rounding, not from the curves."""

_NEAR = 1e-9
"""A curve that is never this near the lowest one has no part in what is cheapest where."""

Better = Literal["a", "b", "equal"]
_State = TypeVar("_State")


class Interval(NamedTuple):
    """A stretch of PC(+) and the cheaper one of two models in it."""

    low: float
    high: float
    better: Better


class Stretch(NamedTuple):
    """A stretch of PC(+) and the models that are the cheapest in it.

    Attributes
    ----------
    low, high : float
        Its ends.
    cheapest : tuple of int
        Positions of the models with the lowest cost, ascending: several where they tie, none
        where even the lowest cost is that of a trivial classifier.
    """

    low: float
    high: float
    cheapest: tuple[int, ...]


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
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def curve(y_score):
    ...     return lower_envelope(convex_hull(threshold_table([1, 1, 0, 0], y_score)))
    >>> crossovers(curve([4, 2, 3, 1]), curve([3, 3, 3, 1]))
    (Interval(low=0.0, high=0.5, better='a'), Interval(low=0.5, high=1.0, better='equal'))
    """
    names: dict[tuple[int, ...], Better] = {(0,): "a", (1,): "b"}
    found = ((low, high, names.get(lowest, "equal")) for low, high, lowest in cheapest((a, b)))
    return tuple(Interval(*one) for one in _joined(found))


def dominance(a: CostCurve, b: CostCurve) -> Better | None:
    """Tell which of two cost curves dominates the other.

    Parameters
    ----------
    a, b : CostCurve
        Lower envelopes.

    Returns
    -------
    "a", "b", "equal" or None
        The curve that is never the costlier one and somewhere the cheaper one; "equal" where they
        are the same everywhere; None where each is cheaper somewhere.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3.1.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
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


def cheapest(curves: Sequence[CostCurve]) -> tuple[Stretch, ...]:
    """Split [0, 1] where it changes which of several curves is lowest.

    Parameters
    ----------
    curves : sequence of CostCurve
        At least one.

    Returns
    -------
    tuple of Stretch
        Ascending, without gaps; neighbours differ in `cheapest`.

    Notes
    -----
    Every envelope holds the trivial classifiers, so outside all operating ranges the curves are
    equal: no model is the cheapest there.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 3.1 and 4.3.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> scores = ([3, 3, 3, 1], [4, 2, 3, 1])
    >>> tables = [threshold_table([1, 1, 0, 0], y_score) for y_score in scores]
    >>> for stretch in cheapest([lower_envelope(convex_hull(table)) for table in tables]):
    ...     print(stretch.low, stretch.high, stretch.cheapest)
    0.0 0.5 (1,)
    0.5 1.0 (0, 1)
    """
    contenders = _contenders(curves)
    rivals = [curves[position] for position in contenders] or curves[:1]
    cuts = breakpoints(*rivals)
    lowest = _lowest(rivals, cuts)
    kinds, states = np.unique(lowest, axis=1, return_inverse=True)
    positions = [tuple(contenders[kind].tolist()) if kind.any() else () for kind in kinds.T]
    return tuple(
        Stretch(low, high, positions[state]) for low, high, state in _runs(cuts, states.ravel())
    )


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
        tie overlap; where a trivial classifier is as cheap, no curve has one.

    References
    ----------
    .. [1] Fawcett (2004), section 7.5.3, after Adams & Hand (1999).

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> scores = ([3, 3, 3, 1], [4, 2, 3, 1])
    >>> tables = [threshold_table([1, 1, 0, 0], y_score) for y_score in scores]
    >>> where_cheapest([lower_envelope(convex_hull(table)) for table in tables])
    (((0.5, 1.0),), ((0.0, 1.0),))
    """
    stretches = cheapest(curves)
    return tuple(
        tuple(
            (low, high)
            for low, high, wins in _joined(
                (low, high, position in lowest) for low, high, lowest in stretches
            )
            if wins
        )
        for position in range(len(curves))
    )


def breakpoints(*curves: CostCurve) -> Floats:
    """Return the vertices of all curves and the crossings of any two, ascending from 0 to 1.

    Between two of them every curve is straight and no two change their order.
    """
    vertices = [curve.pc_plus for curve in curves]
    return distinct(*vertices, *(_roots(a, b) for a, b in combinations(curves, 2)))


def _contenders(curves: Sequence[CostCurve]) -> Indices:
    """Return the positions of the curves that can be lowest somewhere; few of many are.

    Between two corners of the joint envelope another curve is concave and the envelope straight:
    a curve that costs more at every corner, and halfway between them, costs more everywhere.
    """
    fpr = np.concatenate([curve.fpr for curve in curves])
    tpr = np.concatenate([curve.tpr for curve in curves])
    order = np.lexsort((tpr, fpr))
    hull = upper_hull(Chain(order, fpr[order], tpr[order]))
    run, rise = np.diff(hull.x), np.diff(hull.y)
    corners = np.concatenate(([0.0], np.sort(run / (run + rise)), [1.0]))
    looked_at = np.concatenate((corners, (corners[1:] + corners[:-1]) / 2))
    costs = np.stack([curve.value_at(looked_at) for curve in curves])
    least = costs.min(axis=0)
    useful = least < np.minimum(looked_at, 1 - looked_at) - SAME_COST
    return np.flatnonzero(((costs <= least + _NEAR) & useful).any(axis=1))


def _lowest(curves: Sequence[CostCurve], cuts: Floats) -> Bools:
    """Tell of each curve between which cuts it is lowest, shape (curves, cuts - 1).

    None is where a trivial classifier costs no more.
    """
    middle = (cuts[1:] + cuts[:-1]) / 2
    costs = np.stack([curve.value_at(middle) for curve in curves])
    least = costs.min(axis=0)
    useful = least < np.minimum(middle, 1 - middle) - SAME_COST
    lowest: Bools = (costs <= least + SAME_COST) & useful
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


def _joined(parts: Iterable[tuple[float, float, _State]]) -> Iterator[tuple[float, float, _State]]:
    """Join neighbouring intervals of one state."""
    for state, group in groupby(parts, key=lambda part: part[2]):
        lows, highs, _ = zip(*group, strict=True)
        yield lows[0], highs[-1], state
