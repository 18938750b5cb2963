"""A stretch of scores that is chosen in a plot: by a rectangle, or round a point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Canvas
    from costcurve_gui.views.plotting.plot_view import PlotView

OF_THRESHOLDS: Final = frozenset({"roc", "rociv", "profit", "pr", "det", "gain", "cost"})
"""Views whose curves have a point a threshold."""
OF_SCORES: Final = frozenset({"calibration"})
"""Views whose abscissa is a score."""
SELECTING: Final = OF_THRESHOLDS | OF_SCORES
_NEIGHBOURS = 10  # thresholds on either side of a point


class Stretch(NamedTuple):
    """Scores of a model from `low` to `high`, both among them."""

    key: str
    low: float
    high: float


def stretch_in(
    view: PlotView, snapshot: Snapshot, canvas: Canvas, a: QPointF, b: QPointF
) -> Stretch | None:
    """Return the scores within the rectangle between two places, of the selected model.

    Where its curve is not inside, it is of the model that has most points there. None without any.
    """
    (x_a, y_a), (x_b, y_b) = canvas.value(a), canvas.value(b)
    (left, right), (bottom, top) = sorted((x_a, x_b)), sorted((y_a, y_b))
    if view.name in OF_SCORES:
        return None if snapshot.selected is None else Stretch(snapshot.selected, left, right)
    if view.name not in OF_THRESHOLDS:
        return None
    inside = {
        key: curve.indices[
            (curve.x >= left) & (curve.x <= right) & (curve.y >= bottom) & (curve.y <= top)
        ]
        for key, curve in view.curves(snapshot).items()
    }
    inside = {key: rows for key, rows in inside.items() if rows.size}
    if not inside:
        return None
    key = snapshot.selected
    if key is None or key not in inside:
        key = max(inside, key=lambda one: inside[one].size)
    return _between(snapshot, key, int(inside[key].min()), int(inside[key].max()))


def stretch_near(view: PlotView, snapshot: Snapshot, point: tuple[str, int]) -> Stretch | None:
    """Return the scores of some thresholds on either side of a point."""
    if view.name not in OF_THRESHOLDS:
        return None
    return _between(snapshot, point[0], point[1] - _NEIGHBOURS, point[1] + _NEIGHBOURS)


def _between(snapshot: Snapshot, key: str, first: int, last: int) -> Stretch | None:
    """Return the scores from a row of the table of thresholds to another; row 0 has none."""
    found = (one for one in snapshot.curve_set.models if one.info.key == key)
    thresholds = next(found).evaluation.table.thresholds
    rows = thresholds[max(first, 1) : min(last, thresholds.size - 1) + 1]
    finite = rows[np.isfinite(rows)]
    return Stretch(key, float(finite.min()), float(finite.max())) if finite.size else None
