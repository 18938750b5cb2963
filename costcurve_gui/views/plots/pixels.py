"""Fewer points for the same picture: a curve is thinned by the pixels it is drawn on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_FEW = 400


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
    kept = np.flatnonzero(keep & ~flat)
    return x[kept], y[kept]
