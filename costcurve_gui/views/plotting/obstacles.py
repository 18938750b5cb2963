"""What words keep clear of: the lines and bands of a picture, and the ground that marks take."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property, singledispatch
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import ref

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


@dataclass(frozen=True, eq=False)
class Outline:
    """The ground between two lines, in the painter's units, its points from left to right.

    `left` is where the view begins, and `width` how many columns of one unit it has.
    """

    x: NDArray[np.float64]
    top: NDArray[np.float64]
    foot: NDArray[np.float64]
    left: float = 0.0
    width: int = 0

    @cached_property
    def columns(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The highest and the lowest place of the ground in each column of the view."""
        borders = self.left + np.arange(self.width + 1)
        first = np.searchsorted(self.x, borders)
        filled = first[:-1] < first[1:]
        inside, starts = slice(first[-1]), first[:-1][filled]
        tops, feet = (
            np.interp(borders, self.x, edge, left=nowhere, right=nowhere)
            for edge, nowhere in ((self.top, np.inf), (self.foot, -np.inf))
        )
        tops, feet = np.minimum(tops[:-1], tops[1:]), np.maximum(feet[:-1], feet[1:])
        if starts.size:
            top, foot = (edge[inside] for edge in (self.top, self.foot))
            tops[filled] = np.minimum(tops[filled], np.minimum.reduceat(top, starts))
            feet[filled] = np.maximum(feet[filled], np.maximum.reduceat(foot, starts))
        return tops, feet


_FEW = 8  # points; so few are faster judged one by one than as arrays


class Grounds:
    """Several grounds of one view, asked together which of them lie under a box.

    The columns of the view decide for nearly every box; `hides` for one that a ground meets in
    its outer columns alone.
    """

    def __init__(self, outlines: Iterable[Outline]) -> None:
        self.outlines = tuple(ground for ground in outlines if ground.x.size > 1)
        self._short = [ground for ground in self.outlines if ground.x.size <= _FEW]
        self._long = [ground for ground in self.outlines if ground.x.size > _FEW]
        self._columns: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None

    def hide(self, box: QRectF) -> bool:
        """Whether a box lies on one of the grounds."""
        return any(hides(box, ground) for ground in self._short) or self._by_columns(box)

    def _by_columns(self, box: QRectF) -> bool:
        if not self._long:
            return False
        view = self._long[0]
        first, last = floor(box.left() - view.left), floor(box.right() - view.left)
        if first < 0 or last >= view.width:
            return any(hides(box, ground) for ground in self._long)
        tops, feet = self._stacked()
        part = slice(first, last + 1)
        met = (tops[:, part] <= box.bottom()) & (feet[:, part] >= box.top())
        if not met.any():
            return False
        if met[:, 1:-1].any():
            return True
        return any(hides(box, self._long[row]) for row in np.flatnonzero(met.any(axis=1)))

    def _stacked(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        if self._columns is None:
            tops, feet = zip(*(ground.columns for ground in self._long), strict=True)
            self._columns = np.stack(tops), np.stack(feet)
        return self._columns


def outline(x: Values, low: Values, high: Values, canvas: Canvas) -> Outline:
    """Return the ground between two lines over x; that of the same arrays is kept."""
    if not all(isinstance(values, np.ndarray) for values in (x, low, high)):
        return _outline(x, low, high, canvas)
    key = id(x), id(low), id(high), id(canvas)
    kept = _OUTLINES.get(key)
    if kept is not None and kept.is_of(x, low, high, canvas):
        _OUTLINES.move_to_end(key)
        return kept.outline
    found = _outline(x, low, high, canvas)
    _OUTLINES[key] = _Kept((ref(x), ref(low), ref(high)), canvas, found)
    while len(_OUTLINES) > _MOST_KEPT:
        _OUTLINES.popitem(last=False)
    return found


class _Kept(NamedTuple):
    """An outline with what it was made from; arrays on show never change."""

    arrays: tuple[ref[Any], ref[Any], ref[Any]]
    canvas: Canvas
    outline: Outline

    def is_of(self, x: Values, low: Values, high: Values, canvas: Canvas) -> bool:
        """Whether it was made from these, not from others that were where these are now."""
        made_from = zip(self.arrays, (x, low, high), strict=True)
        return self.canvas is canvas and all(array() is given for array, given in made_from)


_OUTLINES: OrderedDict[tuple[int, int, int, int], _Kept] = OrderedDict()
_MOST_KEPT = 128


def _outline(x: Values, low: Values, high: Values, canvas: Canvas) -> Outline:
    across, one, other = (np.asarray(values, dtype=np.float64) for values in (x, low, high))
    up = canvas.y(one)
    down = up if other is one else canvas.y(other)
    top, foot = (up, up) if down is up else (np.minimum(up, down), np.maximum(up, down))
    return Outline(canvas.x(across), top, foot, *view_columns(canvas))


def view_columns(canvas: Canvas) -> tuple[float, int]:
    """Return where the view begins and its width in the painter's units."""
    return canvas.rect.left(), ceil(canvas.rect.width())


def hides(box: QRectF, ground: Outline) -> bool:
    """Whether a box lies on some of the ground: each piece between two points is judged."""
    return _hides_few(box, ground) if ground.x.size <= _FEW else _hides_many(box, ground)


def _hides_few(box: QRectF, ground: Outline) -> bool:
    left, right, top, foot = box.left(), box.right(), box.top(), box.bottom()
    points = list(zip(ground.x.tolist(), ground.top.tolist(), ground.foot.tolist(), strict=True))
    for (x, high, low), (x_next, high_next, low_next) in pairwise(points):
        if x_next < left or x > right:
            continue
        enter, leave, run = 0.0, 1.0, x_next - x
        if run > 0:
            enter, leave = max((left - x) / run, 0.0), min((right - x) / run, 1.0)
        up, down = high_next - high, low_next - low
        highest = min(high + up * enter, high + up * leave)
        lowest = max(low + down * enter, low + down * leave)
        if highest <= foot and lowest >= top:
            return True
    return False


def _hides_many(box: QRectF, ground: Outline) -> bool:
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
    part = slice(first, last)
    return Outline(ground.x[part], ground.top[part], ground.foot[part])


def _along(edge: NDArray[np.float64], share: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(edge[:-1] + np.diff(edge) * share)
