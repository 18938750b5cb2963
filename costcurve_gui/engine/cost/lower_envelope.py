"""A model's cost curve: the least normalized expected cost at every PC(+)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.roc.hull import RocHull


@dataclass(frozen=True, slots=True, eq=False)
class CostCurve:
    """Lower envelope of the cost lines of a model, the trivial classifiers included.

    Attributes
    ----------
    pc_plus : ndarray of float64, shape (v,)
        Vertices, strictly ascending from 0 to 1.
    cost : ndarray of float64, shape (v,)
        Normalized expected cost there, within 0-0.5; concave.
    indices : ndarray of int64, shape (v,)
        Row in the model's table of the classifier that is used from this vertex to the next;
        the last is that of the last segment.
    thresholds : ndarray of float64, shape (v,)
        The thresholds of `indices`, descending.
    operating_range : tuple of float, or None
        The open interval of PC(+) in which a threshold of the model is strictly cheaper than
        both trivial classifiers; None where there is none.
    """

    pc_plus: Floats
    cost: Floats
    indices: Indices
    thresholds: Floats
    operating_range: tuple[float, float] | None

    def value_at(self, pc_plus: ArrayLike) -> Floats:
        """Return the normalized expected cost at each PC(+), shape of the input."""
        return np.interp(np.asarray(pc_plus, dtype=np.float64), self.pc_plus, self.cost)

    def classifier_at(self, pc_plus: float) -> int:
        """Return the row of the cheapest threshold; at a vertex the one of smaller fpr."""
        segment = int(np.searchsorted(self.pc_plus, pc_plus)) - 1
        return int(self.indices[max(segment, 0)])

    @property
    def area(self) -> float:
        """Mean cost where every PC(+) is as likely as any other (Drummond & Holte, 2006, 3.3)."""
        return float(np.trapezoid(self.cost, self.pc_plus))


def lower_envelope(hull: RocHull) -> CostCurve:
    """Return the cost curve that is dual to a ROC hull.

    The hull's vertices become the segments of the envelope and its edges the vertices.

    Parameters
    ----------
    hull : RocHull
        Of rates, or of cost shares where costs vary.

    Returns
    -------
    CostCurve

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 3.1 and 3.2, eq. 5.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> curve = lower_envelope(convex_hull(table))
    >>> curve.pc_plus.tolist(), curve.operating_range
    ([0.0, 0.5, 1.0], (0.0, 1.0))
    """
    cost, benefit = np.diff(hull.fpr), np.diff(hull.tpr)
    crossings = cost / (cost + benefit)
    starts, ends = np.append(0.0, crossings), np.append(crossings, 1.0)
    used = np.flatnonzero(ends > starts)
    segments = np.append(used, used[-1])
    pc_plus = np.append(starts[used], 1.0)
    lines = (1 - hull.tpr[segments]) * pc_plus + hull.fpr[segments] * (1 - pc_plus)
    return CostCurve(
        read_only(pc_plus),
        read_only(lines),
        read_only(hull.indices[segments]),
        read_only(hull.thresholds[segments]),
        _operating_range(hull, crossings),
    )


def _operating_range(hull: RocHull, crossings: Floats) -> tuple[float, float] | None:
    """Return where neither end of the hull, which is a trivial classifier, is on the envelope."""
    if len(hull) < 3:
        return None
    return float(crossings[0]), float(crossings[-1])
