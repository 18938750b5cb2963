"""Names of models at their curves, where all of them fit without touching one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.views.plotting.brushes import paint_with_halo
from costcurve_gui.views.plotting.legend_inside import lines_of_handles, words_of
from costcurve_gui.views.plotting.marks import Anchor, Label, Mark
from costcurve_gui.views.plotting.notes import Placed, noted, placed
from costcurve_gui.views.plotting.obstacles import obstacles
from costcurve_gui.views.plotting.painting import paint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.shell.theme import Tokens

_PLACES = 41  # along x
_ASIDE = 13.0  # px from the curve
_CLEAR = 34.0  # px to the next curve on the side where a name stands
_FAR = 80.0  # px; what is farther is no better
_SIDES: tuple[tuple[Anchor, float], ...] = (("center", 0.0), ("left", 8.0), ("right", -8.0))
_RIM = 0.04  # of the width of the view, at either end
_TOP = 31.0  # px that the words beside a grip take


@dataclass(frozen=True, slots=True, eq=False)
class CurveName(Mark):
    """The name of a model, in its colour, where it was placed."""

    place: Placed
    color: str
    bold: bool


def curve_names(
    curves: Mapping[str, DrawnCurve],
    snapshot: Snapshot,
    drawn: Sequence[Mark],
    canvas: Canvas,
    tokens: Tokens,
) -> list[Mark]:
    """Return the name of every curve, or nothing where one of them has no clear place.

    `drawn` is all else on the picture, which the names keep clear of.
    """
    keys = [key for key, curve in curves.items() if curve.x.size > 1]
    if not keys:
        return []
    names = [_places(key, curves, snapshot, canvas) for key in keys]
    wide = replace(canvas, fonts=replace(canvas.fonts, small=canvas.fonts.bold))
    clear = [*drawn, *lines_of_handles(drawn, canvas), _Taken(tuple(words_of(drawn, canvas)))]
    found = placed(noted(clear, names, _TOP), wide)
    if len(found) < len(keys):
        return []
    chosen = [key == snapshot.selected for key in keys]
    slots = [snapshot.models[key].info.slot for key in keys]
    return [
        CurveName(place, tokens.model_color(slot, highlighted=is_chosen), is_chosen)
        for place, slot, is_chosen in zip(found, slots, chosen, strict=True)
    ]


def _places(
    key: str, curves: Mapping[str, DrawnCurve], snapshot: Snapshot, canvas: Canvas
) -> list[Label]:
    """Return where a name may stand, first where its curve is farthest from the others.

    On its side of the curve no other is near: every name stands at its own.
    """
    bounds, name = canvas.bounds, snapshot.models[key].info.name
    rim = _RIM * bounds.width
    at = np.linspace(bounds.x_low + rim, bounds.x_high - rim, _PLACES)
    own = _heights(curves[key], at)
    others = [_heights(curve, at) for other, curve in curves.items() if other != key]
    found: list[tuple[float, Label]] = []
    for sign in (-1, 1):
        free = _free(canvas.y(own), [canvas.y(other) for other in others], sign) / canvas.unit
        found += [
            (gap, Label(x, y, name, side, (across, sign * _ASIDE)))
            for x, y, gap in zip(at.tolist(), own.tolist(), free.tolist(), strict=True)
            if gap >= _CLEAR
            for side, across in _SIDES
        ]
    return [label for _, label in sorted(found, key=lambda pair: -min(pair[0], _FAR))]


def _free(own: Floats, others: Sequence[Floats], sign: int) -> Floats:
    """Return how far the nearest other curve is on one side, below for sign 1; -1 off the curve."""
    free = np.full(own.shape, np.inf)
    for other in others:
        away = sign * (other - own)
        free = np.where(away >= 0, np.minimum(free, away), free)
    return np.where(np.isnan(own), -1.0, free)


def _heights(curve: DrawnCurve, at: Floats) -> Floats:
    """Return how high a curve is at some places; NaN where it is not drawn."""
    x, y = np.asarray(curve.x, dtype=np.float64), np.asarray(curve.y, dtype=np.float64)
    order = np.argsort(x, kind="stable")
    return np.interp(at, x[order], y[order], left=np.nan, right=np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class _Taken(Mark):
    """Ground that other words have taken."""

    boxes: tuple[QRectF, ...]


@obstacles.register(_Taken)
def _boxes(mark: _Taken, canvas: Canvas) -> list[QRectF]:
    del canvas
    return list(mark.boxes)


@paint.register(CurveName)
def _curve_name(mark: CurveName, painter: QPainter, canvas: Canvas) -> None:
    font = canvas.fonts.bold if mark.bold else canvas.fonts.small
    paint_with_halo(painter, canvas, mark.place.box, mark.place.text, font, mark.color)
