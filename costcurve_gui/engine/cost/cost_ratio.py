"""The cost curve over the ratio of the costs, while the prior stays fixed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.lower_envelope import CostCurve

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
    >>> from costcurve_gui.engine.cost.lower_envelope import lower_envelope
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> ratios = cost_ratio_curve(lower_envelope(convex_hull(table)), prior=0.2)
    >>> at = np.argmax(ratios.cost)  # the dearest condition: PC(+) = 0.5
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
