"""A chart that a view has among other things: painted as its picture is, in the window's theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from costcurve_gui.views.plotting.axes import (
    bottom_depth,
    left_depth,
    paint_bottom_axis,
    paint_grid,
    paint_left_axis,
)
from costcurve_gui.views.plotting.brushes import color
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.painting import paint_marks
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.plotting.plot_view import Axis
    from costcurve_gui.views.shell.theme import Tokens

_WIDTH, _HEIGHT, _MARGIN = 290, 300, 8


class DrawnChart(QWidget):
    """Paints axes and marks; whoever derives from it says which.

    `_axes`, `_bounds` and `_marks` are asked for when it is painted, `_axes` None for nothing.
    """

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        name_widget(self, name, title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(fonts.scaled(_WIDTH), fonts.scaled(_HEIGHT))

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(fonts.scaled(2 * _WIDTH), fonts.scaled(_HEIGHT))

    def canvas(self) -> Canvas | None:
        """Return where things lie now; None where nothing is shown."""
        axes = self._axes()
        if axes is None:
            return None
        across, up = axes
        text = TextFonts(fonts.small(), fonts.small(fonts.SEMIBOLD))
        room = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, 0)
        canvas = Canvas(room, self._bounds(), tokens_in_use(), text)
        room.adjust(left_depth(canvas, up), 0, 0, -bottom_depth(canvas, across))
        return Canvas(room, self._bounds(), tokens_in_use(), text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint grid, marks and axes."""
        del event
        axes, canvas = self._axes(), self.canvas()
        if axes is None or canvas is None:
            return
        across, up = axes
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(canvas.tokens.plot))  # on which words have their ground
        paint_grid(painter, canvas, across, up)
        paint_marks(painter, canvas, self._marks(canvas.tokens))
        paint_bottom_axis(painter, canvas, across, bottom_depth(canvas, across))
        paint_left_axis(painter, canvas, up, left_depth(canvas, up))
        self._paint_over(painter, canvas)
        painter.end()

    def _axes(self) -> tuple[Axis, Axis] | None:
        raise NotImplementedError

    def _bounds(self) -> Bounds:
        raise NotImplementedError

    def _marks(self, tokens: Tokens) -> Sequence[Mark]:
        raise NotImplementedError

    def _paint_over(self, painter: QPainter, canvas: Canvas) -> None:
        """Paint what can be taken with the mouse; nothing by default."""
