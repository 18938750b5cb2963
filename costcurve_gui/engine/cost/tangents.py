"""The lines that two ROC hulls have in common, one for each crossing of their cost curves."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.cost.duality import RocLine, RocPoint, roc_line

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.lower_envelope import CostCurve


class CommonTangent(NamedTuple):
    """A line of equal cost that touches two hulls.

    Attributes
    ----------
    pc_plus : float
        PC(+) at which the cost curves cross.
    cost : float
        Normalized expected cost there, of both.
    line : RocLine
        The line in ROC space; its slope is (1 - PC(+)) / PC(+).
    touching_a, touching_b : RocPoint
        The classifiers that the two models use there.
    """

    pc_plus: float
    cost: float
    line: RocLine
    touching_a: RocPoint
    touching_b: RocPoint


def common_tangents(a: CostCurve, b: CostCurve) -> tuple[CommonTangent, ...]:
    """Return the common tangent of two hulls at each PC(+) where the cheaper model changes.

    Parameters
    ----------
    a, b : CostCurve
        Lower envelopes of the two hulls.

    Returns
    -------
    tuple of CommonTangent
        By ascending PC(+): from the steepest line to the flattest. None for a change by way of a
        stretch in which both cost the same.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.3 and figure 11.

    Examples
    --------
    Two classifiers, (0.25, 0.75) and (0.5, 1.0): their cost lines cross at PC(+) = 0.5.

    >>> from costcurve_gui.engine.cost.lower_envelope import lower_envelope
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def curve(y_score):
    ...     labels = [True] * 4 + [False] * 4
    ...     return lower_envelope(convex_hull(threshold_table(labels, y_score)))
    >>> (found,) = common_tangents(curve([1, 1, 1, 0, 1, 0, 0, 0]), curve([1] * 6 + [0] * 2))
    >>> found.pc_plus, found.cost, found.line.slope
    (0.5, 0.25, 1.0)
    >>> found.touching_a, found.touching_b
    (RocPoint(fpr=0.25, tpr=0.75), RocPoint(fpr=0.5, tpr=1.0))
    """
    return tuple(
        _tangent(a, b, before.high)
        for before, after in pairwise(crossovers(a, b))
        if "equal" not in (before.better, after.better)
    )


def _tangent(a: CostCurve, b: CostCurve, pc: float) -> CommonTangent:
    cost = a.value_at(pc)
    return CommonTangent(pc, cost, roc_line(pc, cost), _touching(a, pc), _touching(b, pc))


def _touching(curve: CostCurve, pc: float) -> RocPoint:
    segment = curve.segment_at(pc)
    return RocPoint(float(curve.fpr[segment]), float(curve.tpr[segment]))
