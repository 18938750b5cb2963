"""Bars of the cases over the threshold by day, a line for the places, and the backlog below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from costcurve_gui.views.plotting.ticks import AxisStyle, tick_texts, tick_values
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

    from costcurve_gui.engine.arrays import Indices
    from costcurve_gui.views.shell.theme import Tokens

_WIDTH, _HEIGHT, _LEFT, _FOOT, _HEAD, _BACKLOG = 300, 300, 52, 40, 14, 76
_LABEL_ROOM, _REACH, _GRIP = 86, 8, 8
_STYLE = AxisStyle()


@dataclass(frozen=True, slots=True, eq=False)
class DayBars:
    """What the chart shows: cases over the threshold and waiting by day, and where words stand.

    `late` is the day from which on something always waits, with what is said there.
    """

    over: Indices
    waiting: Indices
    places: int
    labels: tuple[str, ...]
    across: str
    late: tuple[int, str] | None
    end: str


class DayChart(QWidget):
    """Paints the bars; the line of the places is dragged, or moved by the arrow keys.

    Emits `places_chosen(int)` when the line is let go.
    """

    places_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._bars: DayBars | None = None
        self._slot = 1
        self._dragged: int | None = None
        name_widget(self, "day_chart", "Cases over the threshold by day")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(fonts.scaled(_WIDTH), fonts.scaled(_HEIGHT))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_bars(self, bars: DayBars, slot: int) -> None:
        """Show other days, in the colour of a model."""
        self._bars, self._slot, self._dragged = bars, slot, None
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(fonts.scaled(2 * _WIDTH), fonts.scaled(_HEIGHT))

    @property
    def places(self) -> int:
        """Where the line stands now."""
        if self._dragged is not None:
            return self._dragged
        return 0 if self._bars is None else self._bars.places

    def place_height(self) -> float:
        """Return where the line is, from the top."""
        return self._y(self.places)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the line where it is hit."""
        if self._on_line(event.position().y()):
            self._dragged = self.places

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the line, or say that it can be moved."""
        near = self._dragged is not None or self._on_line(event.position().y())
        self.setCursor(Qt.CursorShape.SizeVerCursor if near else Qt.CursorShape.ArrowCursor)
        if self._dragged is None:
            return
        plot, top = self._plot(), self._top()
        share = (plot.bottom() - event.position().y()) / plot.height()
        self._dragged = max(round(share * top), 1)
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bars, line and backlog."""
        del event
        bars = self._bars
        if bars is None or not bars.over.size:
            return
        painter, tokens = QPainter(self), tokens_in_use()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.small())
        self._paint_axis(painter, tokens, self._plot(), self._top(), "Cases over the threshold")
        self._paint_bars(painter, tokens, bars)
        self._paint_labels(painter, tokens, bars)
        self._paint_line(painter, tokens)
        self._paint_backlog(painter, tokens, bars)
        painter.end()

    def _plot(self) -> QRectF:
        left, head = fonts.scaled(_LEFT), fonts.scaled(_HEAD)
        below = fonts.scaled(_FOOT + _BACKLOG)
        return QRectF(left, head, self.width() - left - 8, self.height() - head - below)

    def _backlog(self) -> QRectF:
        plot, height = self._plot(), fonts.scaled(_BACKLOG)
        return QRectF(plot.left(), self.height() - height + 18, plot.width(), height - 26)

    def _top(self) -> float:
        bars = self._bars
        most = 1 if bars is None else max(int(bars.over.max()), bars.places, 1)
        return 1.12 * most

    def _y(self, value: float) -> float:
        plot = self._plot()
        return plot.bottom() - value / self._top() * plot.height()

    def _on_line(self, y: float) -> bool:
        return self._bars is not None and abs(y - self.place_height()) <= _REACH

    def _paint_axis(
        self, painter: QPainter, tokens: Tokens, plot: QRectF, top: float, title: str
    ) -> None:
        metrics = painter.fontMetrics()
        most = 5 if plot.height() > 100 else 3
        values = [one for one in tick_values(0.0, top, _STYLE, most) if one == int(one)]
        for value, text in zip(values, tick_texts(values, _STYLE), strict=True):
            y = plot.bottom() - value / top * plot.height()
            painter.setPen(QPen(QColor(tokens.grid), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(tokens.muted))
            start = plot.left() - metrics.horizontalAdvance(text) - 6
            painter.drawText(QPointF(start, y + metrics.ascent() / 2 - 1), text)
        painter.setPen(QPen(QColor(tokens.axis), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.setPen(QColor(tokens.muted))
        painter.save()
        painter.translate(2, plot.center().y())
        painter.rotate(-90)
        room = QRectF(-plot.height(), 0, 2 * plot.height(), metrics.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter, title)
        painter.restore()

    def _paint_bars(self, painter: QPainter, tokens: Tokens, bars: DayBars) -> None:
        """Paint what can be seen in full, what overflows hatched."""
        plot, places = self._plot(), self.places
        step = plot.width() / bars.over.size
        width = max(step * 0.76, 1.0)
        colour = QColor(tokens.model_color(self._slot))
        pale = QColor(colour)
        pale.setAlpha(140)
        for day, over in enumerate(bars.over.tolist()):
            left = plot.left() + day * step + (step - width) / 2
            seen = self._y(min(over, places))
            painter.fillRect(QRectF(left, seen, width, plot.bottom() - seen), pale)
            if over > places:
                rest = QRectF(left, self._y(over), width, seen - self._y(over))
                painter.fillRect(rest, QBrush(pale, Qt.BrushStyle.BDiagPattern))
                painter.setPen(QPen(colour, 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(rest)

    def _paint_labels(self, painter: QPainter, tokens: Tokens, bars: DayBars) -> None:
        plot, metrics = self._plot(), painter.fontMetrics()
        step = plot.width() / bars.over.size
        apart = max(int(fonts.scaled(_LABEL_ROOM) / step) + 1, 1)
        apart = -(-apart // 7) * 7 if apart > 3 else apart  # whole weeks
        painter.setPen(QColor(tokens.muted))
        for day in range(0, bars.over.size, apart):
            text = bars.labels[day]
            wide = metrics.horizontalAdvance(text)
            x = plot.left() + (day + 0.5) * step - wide / 2
            x = min(max(x, plot.left()), plot.right() - wide)
            painter.drawText(QPointF(x, plot.bottom() + metrics.height()), text)
        foot = plot.bottom() + metrics.height() + 3
        room = QRectF(plot.left(), foot, plot.width(), metrics.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter, bars.across)
        if bars.late is None:
            return
        day, said = bars.late
        x = plot.left() + day * step
        painter.setPen(QPen(QColor(tokens.muted), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        painter.setPen(QColor(tokens.muted))
        wide = metrics.horizontalAdvance(said)
        before = x - wide - 6
        start = before if before > plot.left() else x + 6
        painter.drawText(QPointF(start, plot.top() + metrics.ascent()), said)

    def _paint_line(self, painter: QPainter, tokens: Tokens) -> None:
        """Paint the line of the places with its grip and words."""
        plot, y = self._plot(), self.place_height()
        ink = QColor(tokens.ink)
        painter.setPen(QPen(ink, 2 if self._dragged is not None else 1))
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        grip = QRectF(plot.left() + 12, y - _GRIP / 2, 2 * _GRIP, _GRIP)
        painter.setBrush(QColor(tokens.accent) if self.hasFocus() else ink)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(grip, 2, 2)
        painter.setFont(fonts.small(fonts.SEMIBOLD))
        said, metrics = f"{self.places} a day can be seen", painter.fontMetrics()
        room = QRectF(grip.right() + 6, plot.top() + 1.3 * metrics.height(), 0, metrics.height())
        room.setWidth(metrics.horizontalAdvance(said) + 4)
        painter.setPen(QPen(ink, 1))
        painter.drawLine(grip.center(), room.bottomLeft())
        ground = QColor(tokens.panel)
        ground.setAlpha(225)
        painter.fillRect(room, ground)
        painter.setPen(ink)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, said)
        painter.setFont(fonts.small())

    def _paint_backlog(self, painter: QPainter, tokens: Tokens, bars: DayBars) -> None:
        """Paint how many cases wait at the end of each day."""
        plot = self._backlog()
        top = 1.15 * max(int(bars.waiting.max()), 1)
        self._paint_axis(painter, tokens, plot, top, "Backlog")
        step = plot.width() / bars.waiting.size
        points = [plot.bottomLeft()]
        for day, waiting in enumerate(bars.waiting.tolist()):
            y = plot.bottom() - waiting / top * plot.height()
            x = plot.left() + day * step
            points += (QPointF(x, y), QPointF(x + step, y))
        points.append(plot.bottomRight())
        shade = QColor(tokens.ink)
        shade.setAlpha(36)
        painter.setPen(QPen(QColor(tokens.ink), 1))
        painter.setBrush(shade)
        painter.drawPolygon(QPolygonF(points))
        painter.setFont(fonts.small(fonts.SEMIBOLD))
        painter.setPen(QColor(tokens.text))
        room = QRectF(plot.left(), plot.top() - 18, plot.width(), 18)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight, bars.end)
