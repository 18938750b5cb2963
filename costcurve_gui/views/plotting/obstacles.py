"""What words keep clear of: the lines and bands of a picture, and the ground that marks take."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from costcurve_gui.views.plotting.legend import CURVE_ALPHA
from costcurve_gui.views.plotting.marks import Between, Line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import QRectF

    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.marks import Mark

Values = NDArray[np.float64] | tuple[float, ...]


@singledispatch
def obstacles(mark: Mark, canvas: Canvas) -> list[QRectF]:
    """Return the ground a mark takes, in the painter's units; most leave words where they are."""
    del mark, canvas
    return []


def lines_and_bands(
    marks: Iterable[Mark],
) -> tuple[tuple[tuple[Values, Values], ...], tuple[tuple[Values, Values, Values], ...]]:
    """Return what notes keep clear of: the lines of a picture, and its bands with their edges."""
    lines: list[tuple[Values, Values]] = []
    bands: list[tuple[Values, Values, Values]] = []
    for mark in marks:
        if isinstance(mark, Line) and mark.alpha >= CURVE_ALPHA:
            lines.append((mark.x, mark.y))
        elif isinstance(mark, Between) and mark.first[0] is mark.second[0]:
            bands.append((mark.first[0], mark.first[1], mark.second[1]))
    return tuple(lines), tuple(bands)


class Outline(NamedTuple):
    """The ground between two lines, in the painter's units, its points from left to right."""

    x: NDArray[np.float64]
    top: NDArray[np.float64]
    foot: NDArray[np.float64]


def outline(x: Values, low: Values, high: Values, canvas: Canvas) -> Outline:
    """Return the ground between two lines over x, in the painter's units."""
    across, one, other = (np.asarray(values, dtype=np.float64) for values in (x, low, high))
    one, other = canvas.y(one), canvas.y(other)
    return Outline(canvas.x(across), np.minimum(one, other), np.maximum(one, other))


def hides(box: QRectF, ground: Outline) -> bool:
    """Whether a box lies on some of the ground: each piece between two points is judged."""
    ground = _near(box, ground)
    if not ground.x.size or ground.top.min() > box.bottom() or ground.foot.max() < box.top():
        return False
    if bool(((ground.top <= box.bottom()) & (ground.foot >= box.top()))[1:-1].any()):
        return True  # the points between the outer ones lie over or under the box
    start, run = ground.x[:-1], np.diff(ground.x)
    steep = run <= 0
    length = np.where(steep, 1.0, run)
    enter = np.where(steep, 0.0, np.clip((box.left() - start) / length, 0.0, 1.0))
    leave = np.where(steep, 1.0, np.clip((box.right() - start) / length, 0.0, 1.0))
    tops, feet = ([_along(edge, at) for at in (enter, leave)] for edge in (ground.top, ground.foot))
    reach = (np.minimum(*tops) <= box.bottom()) & (np.maximum(*feet) >= box.top())
    return bool(reach.any())


def _near(box: QRectF, ground: Outline) -> Outline:
    """Return the pieces of the ground above, on and below a box."""
    first = max(int(np.searchsorted(ground.x, box.left())) - 1, 0)
    last = int(np.searchsorted(ground.x, box.right(), side="right")) + 1
    return Outline(*(part[first:last] for part in ground))


def _along(edge: NDArray[np.float64], share: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(edge[:-1] + np.diff(edge) * share)
