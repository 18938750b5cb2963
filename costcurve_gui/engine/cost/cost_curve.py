"""The cost curve of a model, the lower envelope: over PC(+), over the cost ratio, in money."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.roc.hull import RocHull


_INSIDE = 1e-6
"""Share of a segment: at its ends another classifier costs the same."""


@dataclass(frozen=True, slots=True, eq=False)
class CostCurve:
    """Lower envelope of the cost lines of a model and of the trivial classifiers.

    Row k is a vertex together with the classifier of the segment to its right; the last row
    repeats the classifier of the last segment.

    Attributes
    ----------
    pc_plus : ndarray of float64, shape (k,)
        PC(+) of the vertices, ascending from 0 to 1.
    cost : ndarray of float64, shape (k,)
        Normalized expected cost there, 0-1.
    thresholds : ndarray of float64, shape (k,)
        Threshold of each segment, descending; +inf is "always negative".
    indices : ndarray of int64, shape (k,)
        Rows of the threshold table.
    fpr, tpr : ndarray of float64, shape (k,)
        Rates of each segment (those of ROCIV where costs vary): its cost line runs from fpr at
        PC(+) = 0 to 1 - tpr at PC(+) = 1.
    """

    pc_plus: Floats
    cost: Floats
    thresholds: Floats
    indices: Indices
    fpr: Floats
    tpr: Floats

    def __len__(self) -> int:
        return int(self.pc_plus.size)

    @overload
    def value_at(self, pc: float) -> float: ...
    @overload
    def value_at(self, pc: Floats) -> Floats: ...
    def value_at(self, pc: float | Floats) -> float | Floats:
        """Return the normalized expected cost at PC(+) values within 0-1."""
        value = np.interp(pc, self.pc_plus, self.cost)
        return value if isinstance(pc, np.ndarray) else float(value)

    def segment_at(self, pc: float | Floats) -> Indices:
        """Return the positions of the segments at PC(+) values within 0-1, at a vertex the left."""
        return np.maximum(np.searchsorted(self.pc_plus, pc) - 1, 0)

    def classifier_at(self, pc: float) -> int:
        """Return the row of the table that is cheapest at a PC(+) within 0-1.

        At a vertex it is the classifier on its left, the one of smaller fpr.
        """
        return int(self.indices[self.segment_at(pc)])

    def pc_plus_of(self, row: int, near: float) -> float:
        """Return the PC(+) at which a row of the table is the cheapest, as near as can be to one.

        Of a row that is cheapest nowhere it is where its two neighbours on the envelope cost alike.
        """
        cheapest = self.indices[:-1]
        at = int(np.searchsorted(cheapest, row))
        if at == cheapest.size or cheapest[at] != row:
            return float(self.pc_plus[at])
        start, end = float(self.pc_plus[at]), float(self.pc_plus[at + 1])
        inside = _INSIDE * (end - start)
        return min(max(near, start + inside), end - inside)

    @property
    def area(self) -> float:
        """Mean normalized expected cost where every PC(+) is equally likely, 0-0.25."""
        return float(np.trapezoid(self.cost, self.pc_plus))

    @property
    def operating_range(self) -> tuple[float, float] | None:
        """Open interval of PC(+) in which the model beats both trivial classifiers, or None.

        References
        ----------
        .. [1] Drummond & Holte (2006), section 4.2.
        """
        useful = np.flatnonzero(~self._trivial[:-1])
        if not useful.size:
            return None
        return float(self.pc_plus[useful[0]]), float(self.pc_plus[useful[-1] + 1])

    @property
    def _trivial(self) -> Bools:
        same_rate = self.fpr == self.tpr
        trivial: Bools = same_rate & ((self.fpr == 0) | (self.fpr == 1))
        return trivial


def lower_envelope(hull: RocHull) -> CostCurve:
    """Return the lower envelope: a segment per vertex of the hull, a vertex per edge.

    An upright edge at fpr 0 and a level one at tpr 1 have no extent here: their outer ends are
    never cheaper than their inner ones, and have no segment.

    Parameters
    ----------
    hull : RocHull
        Hull of the ROC points, or of the ROCIV points where costs vary.

    Returns
    -------
    CostCurve

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3.1.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> curve = lower_envelope(convex_hull(table))
    >>> curve.pc_plus.tolist(), curve.cost.tolist(), curve.thresholds.tolist()
    ([0.0, 0.5, 1.0], [0.0, 0.25, 0.0], [0.9, 0.6, 0.6])
    >>> curve.area, curve.operating_range
    (0.125, (0.0, 1.0))
    """
    crossing = vertex_crossings(hull)
    starts, ends = np.append(0.0, crossing), np.append(crossing, 1.0)
    segments = np.flatnonzero(ends > starts)
    segments = np.append(segments, segments[-1])
    pc_plus = np.append(starts[segments[:-1]], 1.0)
    fpr, tpr = hull.fpr[segments], hull.tpr[segments]
    return CostCurve(
        read_only(pc_plus),
        read_only((1 - tpr) * pc_plus + fpr * (1 - pc_plus)),
        read_only(hull.thresholds[segments]),
        read_only(hull.indices[segments]),
        read_only(fpr),
        read_only(tpr),
    )


def vertex_crossings(hull: RocHull) -> Floats:
    """Return the PC(+) at which each vertex of the hull gives way to the next one."""
    cost, benefit = np.diff(hull.fpr), np.diff(hull.tpr)
    # On nearly straight stretches rounding can turn the order of neighbours.
    return np.maximum.accumulate(cost / (cost + benefit))


_POINTS = 400
"""Points between the vertices: the segments are bent on this axis."""


@dataclass(frozen=True, slots=True, eq=False)
class CostRatioCurve:
    """Normalized expected cost over the cost ratio, for a logarithmic axis.

    Attributes
    ----------
    cost_ratio : ndarray of float64, shape (k,)
        C(-|+) / C(+|-), ascending: how many false alarms a miss is worth.
    cost : ndarray of float64, shape (k,)
        Normalized expected cost, 0-1.
    """

    cost_ratio: Floats
    cost: Floats


def cost_ratio_at(pc_plus: Floats, prior: float) -> Floats:
    """Return the cost ratios that lead to PC(+) values at a prior.

    Parameters
    ----------
    pc_plus : ndarray of float64, shape (k,)
        Within 0-1.
    prior : float
        p(+), above 0 and below 1.

    Returns
    -------
    ndarray of float64, shape (k,)
        C(-|+) / C(+|-), from 0 at PC(+) = 0 to infinity at PC(+) = 1.

    Raises
    ------
    ConstraintError
        Where the prior is 0 or 1: then PC(+) is the same whatever errors cost.

    Examples
    --------
    >>> cost_ratio_at(np.array([0.0, 0.2, 0.5, 1.0]), prior=0.2).tolist()
    [0.0, 1.0, 4.0, inf]
    """
    against = pc_plus * (1 - _inner(prior))
    return np.divide(
        against, (1 - pc_plus) * prior, out=np.full_like(pc_plus, math.inf), where=pc_plus < 1
    )


def cost_ratio_curve(
    curve: CostCurve, prior: float, lowest: float = 1e-3, highest: float = 1e3
) -> CostRatioCurve:
    """Return the cost curve over the ratio of the costs at a fixed prior.

    Parameters
    ----------
    curve : CostCurve
        Lower envelope.
    prior : float
        p(+), above 0 and below 1.
    lowest, highest : float
        Range of ratios, above 0 and finite.

    Returns
    -------
    CostRatioCurve
        Both ends, every vertex between them, and points evenly spaced on a logarithmic axis.

    Raises
    ------
    ConstraintError
        Where the prior or the range is not as said.

    References
    ----------
    .. [1] The axis of Turney (1995), in Drummond & Holte (2006), section 3.3; the cost stays
       normalized as in their equation 5.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> ratios = cost_ratio_curve(lower_envelope(convex_hull(table)), prior=0.2)
    >>> at = np.argmax(ratios.cost)  # the costliest condition: PC(+) = 0.5
    >>> float(ratios.cost_ratio[at]), float(ratios.cost[at])
    (4.0, 0.25)
    """
    if not 0 < lowest < highest < math.inf:
        raise ConstraintError(
            f"A range of cost ratios ascends above 0; {lowest:g} to {highest:g} does not."
        )
    vertices = cost_ratio_at(curve.pc_plus, prior)
    inside = (lowest < vertices) & (vertices < highest)
    ratios = distinct(np.geomspace(lowest, highest, _POINTS), vertices[inside])
    at_stake = prior * ratios
    cost = curve.value_at(at_stake / (at_stake + (1 - prior)))
    return CostRatioCurve(read_only(ratios), read_only(cost))


def _inner(prior: float) -> float:
    if not 0 < prior < 1:
        raise ConstraintError(f"A cost ratio needs a prior above 0 and below 1; it is {prior:g}.")
    return prior


@dataclass(frozen=True, slots=True, eq=False)
class RegretCurve:
    """A cost, or a difference of two, over the prior; straight between its vertices.

    Attributes
    ----------
    prior : ndarray of float64, shape (k,)
        p(+) of the vertices, ascending from 0 to 1.
    cost : ndarray of float64, shape (k,)
        Expected cost per instance above the perfect classifier, in the unit of the costs; the
        error rate where both costs are 1.
    """

    prior: Floats
    cost: Floats

    @overload
    def value_at(self, prior: float) -> float: ...
    @overload
    def value_at(self, prior: Floats) -> Floats: ...
    def value_at(self, prior: float | Floats) -> float | Floats:
        """Return the cost at priors within 0-1."""
        value = np.interp(prior, self.prior, self.cost)
        return value if isinstance(prior, np.ndarray) else float(value)


def regret_curve(curve: CostCurve, fn_cost: float, fp_cost: float) -> RegretCurve:
    """Return the regret graph: the expected cost over the prior while the costs stay fixed.

    Parameters
    ----------
    curve : CostCurve
        Lower envelope.
    fn_cost, fp_cost : float
        C(-|+) and C(+|-), the mean costs of a miss and of a false alarm, above 0.

    Returns
    -------
    RegretCurve
        Row k is vertex k of `curve`.

    Raises
    ------
    ConstraintError
        Where a cost is not above 0 and finite.

    References
    ----------
    .. [1] Hilden & Glasziou (1996), in Drummond & Holte (2006), section 3.3 and equation 4.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> regret = regret_curve(lower_envelope(convex_hull(table)), fn_cost=30.0, fp_cost=10.0)
    >>> regret.prior.tolist(), regret.cost.tolist()
    ([0.0, 0.25, 1.0], [0.0, 3.75, 0.0])
    """
    return in_money(curve.pc_plus, curve.cost, fn_cost, fp_cost)


def error_rate_curve(hull: RocHull) -> RegretCurve:
    """Return the lowest error rate over the prior.

    Parameters
    ----------
    hull : RocHull
        Hull of the ROC points: errors are counted, whatever each of them costs.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3 and equation 2.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> error_rate_curve(convex_hull(table)).value_at(0.25)
    0.125
    """
    return regret_curve(lower_envelope(hull), 1.0, 1.0)


def in_money(pc_plus: Floats, normalized: Floats, fn_cost: float, fp_cost: float) -> RegretCurve:
    """Undo the normalization: straight over PC(+) is straight over p(+) once more."""
    prior = prior_at(pc_plus, fn_cost, fp_cost)
    worst = prior * fn_cost + (1 - prior) * fp_cost
    return RegretCurve(read_only(prior), read_only(normalized * worst))
