"""The chart of the days in the window, whose line for the places can be dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.brushes import color
from costcurve_gui.views.widgets.drawn_chart import DrawnChart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter

    from costcurve_gui.views.plots.days import DayBars
    from costcurve_gui.views.plotting.canvas import Bounds, Canvas
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.plotting.plot_view import Axis
    from costcurve_gui.views.shell.theme import Tokens

_REACH, _GRIP, _ASIDE = 8, 8, 8


class DayChart(DrawnChart):
    """Paints the bars; the line of the places is dragged, or moved by the arrow keys.

    Emits `places_chosen(int)` when the line is let go.
    """

    places_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__("day_chart", tr("Cases over the threshold by day"))
        self._bars: DayBars | None = None
        self._dragged: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_bars(self, bars: DayBars | None) -> None:
        """Show other days, or none."""
        self._bars, self._dragged = bars, None
        self.update()

    @property
    def places(self) -> int:
        """Where the line stands now."""
        if self._dragged is not None:
            return self._dragged
        return 0 if self._bars is None else self._bars.places

    def place_height(self) -> float:
        """Return where the line is, from the top."""
        canvas = self.canvas()
        return 0.0 if canvas is None else canvas.y(float(self.places))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the line where it is hit."""
        if self._on_line(event.position().y()):
            self._dragged = self.places

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the line, or say that it can be moved."""
        near = self._dragged is not None or self._on_line(event.position().y())
        self.setCursor(Qt.CursorShape.SizeVerCursor if near else Qt.CursorShape.ArrowCursor)
        canvas = self.canvas()
        if self._dragged is not None and canvas is not None:
            self._dragged = max(round(canvas.value(event.position())[1]), 1)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the places where the line was let go."""
        del event
        dragged, self._dragged = self._dragged, None
        if dragged is not None and self._bars is not None and dragged != self._bars.places:
            self.places_chosen.emit(dragged)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the line by one place; Escape while dragging goes back."""
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape and self._dragged is not None:
            self._dragged = None
            self.update()
        elif step is not None and self._bars is not None:
            if self.places + step >= 1:
                self.places_chosen.emit(self.places + step)
        else:
            super().keyPressEvent(event)

    def _on_line(self, y: float) -> bool:
        return self._bars is not None and abs(y - self.place_height()) <= _REACH

    def _axes(self) -> tuple[Axis, Axis] | None:
        return None if self._bars is None else self._bars.axes

    def _bounds(self) -> Bounds:
        if self._bars is None:
            raise LookupError("there are no days")
        return self._bars.bounds

    def _marks(self, tokens: Tokens) -> Sequence[Mark]:
        """Return the marks with the line where it is dragged to; the axis stays meanwhile."""
        if self._bars is None:
            return ()
        return self._bars.marks(tokens, self.places)

    def _paint_over(self, painter: QPainter, canvas: Canvas) -> None:
        """Paint the grip of the line."""
        if not self.places:
            return
        y, tokens = canvas.y(float(self.places)), canvas.tokens
        grip = QRectF(canvas.rect.left() + _ASIDE, y - _GRIP / 2, 2 * _GRIP, _GRIP)
        painter.setBrush(color(tokens.accent if self.hasFocus() else tokens.ink))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(grip, 2, 2)
