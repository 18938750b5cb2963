"""Leave out points of lines: those that change no pixel and, in a drag, those hardly seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Hashable

    from costcurve_gui.views.plotting.canvas import Canvas

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

_FEW = 400
_MANY = 100  # points of a wide line, each of which costs ten times that of a thin one
_STRETCH = 8  # points
_UNSEEN = 0.2  # px
_FAR = 32_000.0  # painter's units; beyond it lines are cut, not only clipped


def on_canvas(x: Floats, y: Floats, canvas: Canvas) -> tuple[Floats, Floats]:
    """Return points in the painter's units."""
    return canvas.x(x), np.clip(canvas.y(y), -_FAR, _FAR)


def points_in_view(x: Floats, y: Floats, canvas: Canvas) -> tuple[Floats, Floats]:
    """Return points that paint the part on show of a line whose x never falls."""
    part = visible_slice(x, canvas.bounds.x_low, canvas.bounds.x_high)
    return same_picture(*on_canvas(x[part], y[part], canvas))


def is_thinned(x: Floats, canvas: Canvas) -> bool:
    """Whether a line has so many points that some are left out while a handle moves."""
    return canvas.haste is not None and canvas.haste.moving and len(x) > _MANY


def points_in_haste(
    line: Hashable, x: Floats, y: Floats, canvas: Canvas, *, wide: bool
) -> tuple[Floats, Floats]:
    """Return points that nearly paint that part while a handle moves.

    The frames of a drag differ little: the points of one frame serve for the next ones too, for
    as long as the canvas keeps them under the name of the `line`.
    """
    part = visible_slice(x, canvas.bounds.x_low, canvas.bounds.x_high)
    if canvas.haste is None or part.start >= part.stop:
        return on_canvas(x[part], y[part], canvas)
    rows, key = canvas.haste.points, (line, len(x), part.start, part.stop)
    if key not in rows:
        rows[key] = part.start + _rows(*on_canvas(x[part], y[part], canvas), wide=wide)
    canvas.haste.savings += 1
    return on_canvas(x[rows[key]], y[rows[key]], canvas)


def _rows(x: Floats, y: Floats, *, wide: bool) -> Rows:
    """Return which points of a line in pixels are worth painting in a drag."""
    rows = _seen(x, y) if len(x) > _FEW else np.arange(len(x))
    return rows[_nearly_seen(x[rows], y[rows])] if wide and len(rows) > _MANY else rows


def visible_slice(x: Floats, low: float, high: float) -> slice:
    """Return the part of ascending `x` on show, with one more point at either end."""
    first = int(np.searchsorted(x, low, side="left"))
    last = int(np.searchsorted(x, high, side="right"))
    return slice(max(first - 1, 0), min(last + 1, len(x)))


def same_picture(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Thin a line whose x never falls, in pixels: each column keeps both ends and both extremes.

    Within a column the line covers the stretch between its extremes whatever lies between, so
    the pixels stay the same; all points kept are points of the line.
    """
    if len(x) <= _FEW:
        return x, y
    rows = _seen(x, y)
    return x[rows], y[rows]


def _seen(x: Floats, y: Floats) -> Rows:
    column = np.floor(x)
    change = column[1:] != column[:-1]
    starts = np.concatenate(([0], np.flatnonzero(change) + 1))
    sizes = np.diff(np.append(starts, len(x)))
    keep = np.zeros(len(x), dtype=np.bool_)
    keep[starts] = True
    keep[starts + sizes - 1] = True
    for extreme in (np.minimum, np.maximum):
        keep |= y == np.repeat(extreme.reduceat(y, starts), sizes)
    flat = np.zeros(len(x), dtype=np.bool_)
    flat[1:-1] = (y[1:-1] == y[:-2]) & (y[1:-1] == y[2:])
    return np.flatnonzero(keep & ~flat)


def nearly_same_picture(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Leave out points of a line in pixels, none of them further from it than can be seen.

    A stretch of points that lie beside the straight line between its ends is kept whole.
    """
    rows = _nearly_seen(x, y)
    return x[rows], y[rows]


def _nearly_seen(x: Floats, y: Floats) -> Rows:
    ends = np.arange(0, len(x), _STRETCH)
    off = np.abs(np.interp(x, x[ends], y[ends]) - y)
    keep = np.repeat(np.maximum.reduceat(off, ends) > _UNSEEN, _STRETCH)[: len(x)]
    keep[ends] = keep[-1] = True
    return np.flatnonzero(keep)
