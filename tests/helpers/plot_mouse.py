"""A real mouse, on a plot and elsewhere, without a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from costcurve_gui.views.plotting.handles import Handle, grip_place

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget

    from costcurve_gui.views.plotting.curve_plot import CurvePlot

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def on_screen(plot: CurvePlot, place: QPointF) -> QPoint:
    """Turn a place of the canvas into one of the viewport."""
    return plot.mapFromScene(plot.view_box.mapToScene(place))


def handle(plot: CurvePlot, name: str) -> Handle:
    """Return a handle as it is painted."""
    return next(mark for mark in plot.dynamic_layer.marks if getattr(mark, "name", "") == name)


def grip(plot: CurvePlot, name: str) -> QPoint:
    """Return where the mouse takes hold of a handle."""
    found, canvas = handle(plot, name), plot.canvas()
    return on_screen(plot, grip_place(found, canvas) or canvas.point(found.x, found.y))


def drag(plot: CurvePlot, start: QPoint, *stops: QPoint, release: bool = True) -> None:
    """Press, move and release the left button."""
    viewport = plot.viewport()
    QTest.mousePress(viewport, LEFT, NONE, start)
    for stop in stops:
        QTest.mouseMove(viewport, stop)
        QApplication.processEvents()
    if release:
        QTest.mouseRelease(viewport, LEFT, NONE, stops[-1])


def double_click(target: QWidget, at: QPoint | None = None) -> None:
    """Press and release twice; of a double click QTest itself sends the second press alone."""
    place = target.rect().center() if at is None else at
    for act in (QTest.mousePress, QTest.mouseRelease, QTest.mouseDClick, QTest.mouseRelease):
        act(target, LEFT, NONE, place)


def record(signal: SignalInstance) -> list[Any]:
    """Return a list that collects what a signal tells."""
    heard: list[Any] = []
    signal.connect(lambda *values: heard.append(values[0] if values else None))
    return heard
