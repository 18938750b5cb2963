"""The hull over several models, which remembers whose threshold every vertex is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.hull import Chain, RocHull, upper_hull

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Bools, Floats, Indices

    _Array = TypeVar("_Array", bound=NDArray[Any])

_NONE, _ALL = -1, -2
"""Owners of the two trivial classifiers, which belong to every model and to none."""
_FLAT = 4 * float(np.finfo(np.float64).eps)
"""Turns this small, as a share of the length of their edges, come from the rounding of rates."""


@dataclass(frozen=True, slots=True)
class HullVertex:
    """A classifier on the hull: a threshold of a model, or a trivial classifier.

    Attributes
    ----------
    model : str
        Name of the model; "none" at (0, 0) and "all" at (1, 1).
    threshold : float
        +inf for "none" and -inf for "all".
    index : int
        Row of the model's threshold table; 0 for "none" and -1 for "all".
    fpr, tpr : float
        The point.
    """

    model: str
    threshold: float
    index: int
    fpr: float
    tpr: float


@dataclass(frozen=True, slots=True)
class HullEdge:
    """A straight part of the hull, where decisions of its two ends are mixed.

    Attributes
    ----------
    left, right : HullVertex
        The stricter end first.
    """

    left: HullVertex
    right: HullVertex

    @property
    def between_models(self) -> bool:
        """Whether the ends are different classifiers and not two thresholds of one model."""
        return self.left.model != self.right.model

    @property
    def slope(self) -> float:
        """Slope of the iso-performance line that it lies on, 0 to +inf."""
        rise, run = self.right.tpr - self.left.tpr, self.right.fpr - self.left.fpr
        return rise / run if run > 0 else math.inf


@dataclass(frozen=True, slots=True, eq=False)
class JointHull:
    """Upper hull of the points of several models.

    Attributes
    ----------
    hull : RocHull
        The vertices; each of its `indices` is a row in the table of the vertex's own model.
    names : tuple of str
        The models, in the order in which they were given.
    owners : ndarray of int64, shape (h,)
        Position in `names` of each vertex; negative for the trivial classifiers at the ends.
    """

    hull: RocHull
    names: tuple[str, ...]
    owners: Indices

    def __len__(self) -> int:
        return len(self.hull)

    @property
    def used(self) -> tuple[str, ...]:
        """Names of the models that have a vertex: no other is the best anywhere."""
        return tuple(self.names[owner] for owner in distinct(self.owners[self.owners >= 0]))

    def vertex(self, position: int) -> HullVertex:
        """Return the classifier at a position, counted from (0, 0)."""
        hull, owner = self.hull, int(self.owners[position])
        name = {_NONE: "none", _ALL: "all"}.get(owner) or self.names[owner]
        numbers = (hull.thresholds, hull.indices, hull.fpr, hull.tpr)
        return HullVertex(name, *(column[position].item() for column in numbers))

    def edge(self, position: int) -> HullEdge:
        """Return the edge between the vertex at `position` and the next one."""
        return HullEdge(self.vertex(position), self.vertex(position + 1))

    def touching(self, probability_cost: float) -> HullVertex:
        """Return where the iso-performance line of PC(+), within 0-1, touches the hull.

        Of two equally cheap vertices it is the one of smaller fpr.
        """
        return self.vertex(self.hull.touching(probability_cost))


def joint_hull(hulls: Mapping[str, RocHull]) -> JointHull:
    """Return the hull of all points of several models with (0, 0) and (1, 1).

    Only the vertices of the single hulls are looked at. Where several models have the same
    vertex, it belongs to the first of them.

    Parameters
    ----------
    hulls : mapping of str to RocHull
        Hull of each model: all of ROC, or all of ROCIV.

    Returns
    -------
    JointHull

    Raises
    ------
    ConstraintError
        Where there is no model.

    References
    ----------
    .. [1] Fawcett (2004), section 7.1.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def hull(y_score):
    ...     return convex_hull(threshold_table([1, 1, 0, 0], y_score))
    >>> joint = joint_hull({"strict": hull([4, 1, 3, 2]), "lenient": hull([3, 3, 3, 1])})
    >>> joint.touching(0.4)
    HullVertex(model='strict', threshold=4.0, index=1, fpr=0.0, tpr=0.5)
    >>> joint.edge(1).right
    HullVertex(model='lenient', threshold=3.0, index=1, fpr=0.5, tpr=1.0)
    >>> joint.edge(1).between_models, joint.edge(1).slope
    (True, 1.0)
    """
    if not hulls:
        raise ConstraintError("A joint hull needs at least one model.")
    sizes = [len(hull) - 2 for hull in hulls.values()]
    owners = _column(np.repeat(np.arange(len(sizes)), sizes), _NONE, _ALL)
    fpr = _column(_inner(hull.fpr for hull in hulls.values()), 0.0, 1.0)
    tpr = _column(_inner(hull.tpr for hull in hulls.values()), 0.0, 1.0)
    rows = _column(_inner(hull.indices for hull in hulls.values()), 0, -1)
    thresholds = _column(_inner(hull.thresholds for hull in hulls.values()), np.inf, -np.inf)
    kept = _vertices(fpr, tpr)
    hull = RocHull(
        read_only(rows[kept]),
        read_only(thresholds[kept]),
        read_only(fpr[kept]),
        read_only(tpr[kept]),
    )
    return JointHull(hull, tuple(hulls), read_only(owners[kept]))


def _inner(columns: Iterable[_Array]) -> _Array:
    """Join the entries of several models but for the ends, which all of them share."""
    return np.concatenate([column[1:-1] for column in columns])  # type: ignore[return-value]


def _column(inner: _Array, first: float, last: float) -> _Array:
    """Put the trivial classifiers at both ends."""
    ends = np.array([first, last], dtype=inner.dtype)
    return np.concatenate((ends[:1], inner, ends[1:]))  # type: ignore[return-value]


def _vertices(fpr: Floats, tpr: Floats) -> Indices:
    """Return the positions of the vertices of the upper hull, from (0, 0) on."""
    order = np.lexsort((tpr, fpr))
    hull = upper_hull(Chain(order, fpr[order], tpr[order]))
    return hull.rows[_turning(hull)]


def _turning(hull: Chain) -> Bools:
    """Tell which vertices the rounding of the rates alone cannot have made."""
    run, rise = np.diff(hull.x), np.diff(hull.y)
    turn = rise[:-1] * run[1:] - rise[1:] * run[:-1]
    length = np.abs(run) + np.abs(rise)
    turning = np.ones(hull.rows.size, dtype=np.bool_)
    np.greater(turn, _FLAT * (length[1:] + length[:-1]), out=turning[1:-1])
    return turning
