"""The hull over all models on show, and whose every part of it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.views import words
from costcurve_gui.views.members import family_of
from costcurve_gui.views.plots.description import model_scenes, shown_scenes
from costcurve_gui.views.plots.marks import HoverPoint, Line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF

    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.engine.roc.joint_hull import HullVertex, JointHull
    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.canvas import Canvas
    from costcurve_gui.views.plots.marks import Mark
    from costcurve_gui.views.theme import Tokens

_REACH = 8.0  # pixels


def joint_hull_of(frame: Frame, *, shares: bool) -> JointHull | None:
    """Return the hull over the models switched on, by rates or by shares; None without any."""
    from costcurve_gui.engine.roc.joint_hull import joint_hull

    hulls: Mapping[str, RocHull] = {
        model.info.key: model.evaluation.rociv_hull if shares else model.evaluation.roc_hull
        for model in shown_scenes(frame)
    }
    return joint_hull(hulls) if hulls else None


def joint_hull_marks(frame: Frame, tokens: Tokens, *, shares: bool) -> list[Mark]:
    """Return the hull as a line, where it was asked for."""
    if not frame.settings.views.joint_hull:
        return []
    found = joint_hull_of(frame, shares=shares)
    return [] if found is None else [Line("joint hull", found.hull.fpr, found.hull.tpr, tokens.ink)]


def mixture_point(frame: Frame, tokens: Tokens) -> list[Mark]:
    """Return the point of the hull at which the capacity is used, where two models are mixed."""
    if frame.mixture is None or not frame.settings.views.joint_hull:
        return []
    return [HoverPoint(*frame.mixture.found.point, tokens.ink)]


def joint_hull_hint(frame: Frame, canvas: Canvas, place: QPointF, *, shares: bool) -> str:
    """Name the owners of the part of the hull under the mouse."""
    if not frame.settings.views.joint_hull:
        return ""
    found = joint_hull_of(frame, shares=shares)
    if found is None:
        return ""
    position = _nearest_edge(canvas.x(found.hull.fpr), canvas.y(found.hull.tpr), place)
    return "" if position is None else edge_text(frame, found, position)


def edge_text(frame: Frame, found: JointHull, position: int) -> str:
    """Name both ends of an edge: mix of naive_bayes t 0.0325 and random_forest t 0.1200."""
    edge = found.edge(position)
    ends = " and ".join(_vertex_text(frame, vertex) for vertex in (edge.left, edge.right))
    return f"Joint hull: mix of {ends}"


def _vertex_text(frame: Frame, vertex: HullVertex) -> str:
    model = model_scenes(frame).get(vertex.model)
    if model is None:
        return words.vocabulary(frame).all_of(vertex.model)
    threshold = words.threshold_text(model, vertex.index, vertex.threshold)
    mark = "" if family_of(model) is not None else "t "
    return f"{model.info.name} {mark}{threshold}"


def _nearest_edge(x: NDArray[np.float64], y: NDArray[np.float64], place: QPointF) -> int | None:
    """Return the edge of a chain of points that lies within reach of a place, the nearest one."""
    run, rise = np.diff(x), np.diff(y)
    square = np.maximum(run**2 + rise**2, np.finfo(np.float64).tiny)
    along = ((place.x() - x[:-1]) * run + (place.y() - y[:-1]) * rise) / square
    along = along.clip(0.0, 1.0)
    away = np.hypot(x[:-1] + along * run - place.x(), y[:-1] + along * rise - place.y())
    nearest = int(away.argmin())
    return nearest if away[nearest] <= _REACH else None
