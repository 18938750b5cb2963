"""Finds the drawn point nearest to the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QPointF

    from costcurve_gui.models.results import DrawnCurve
    from costcurve_gui.views.plots.canvas import Canvas

_PREFERENCE = 3.0  # pixels by which the selected model's point may be farther and still win


def nearest_point(
    curve: DrawnCurve, canvas: Canvas, place: QPointF, reach: float
) -> tuple[float, int] | None:
    """Return distance and position of the nearest point, within `reach` pixels across."""
    low, _ = canvas.value(place - _aside(place, reach))
    high, _ = canvas.value(place + _aside(place, reach))
    first = int(np.searchsorted(curve.x, low, side="left"))
    last = int(np.searchsorted(curve.x, high, side="right"))
    if first == last:
        return None
    across = canvas.x(curve.x[first:last]) - place.x()
    up = canvas.y(curve.y[first:last]) - place.y()
    distances = np.hypot(across, up)
    position = int(distances.argmin())
    return float(distances[position]), first + position


def _aside(place: QPointF, reach: float) -> QPointF:
    return type(place)(reach, 0.0)


def nearest_of(
    curves: Mapping[str, DrawnCurve],
    canvas: Canvas,
    place: QPointF,
    reach: float,
    favourite: str | None,
) -> tuple[str, int] | None:
    """Return key and table row of the nearest point of all curves; ties favour one model."""
    best: tuple[float, str, int] | None = None
    for key, curve in curves.items():
        found = nearest_point(curve, canvas, place, reach)
        if found is None or found[0] > reach:
            continue
        away = found[0] - (_PREFERENCE if key == favourite else 0.0)
        if best is None or away < best[0]:
            best = away, key, int(curve.indices[found[1]])
    return None if best is None else best[1:]
