"""Figures with their intervals below each other on one axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.ticks import AxisStyle, tick_texts, tick_values
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QPaintEvent

    from costcurve_gui.views.shell.theme import Tokens

_ROW, _AXIS, _DOT, _CAP = 44, 42, 5.0, 5.0
_BETWEEN = 6  # px between two texts of the axis


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """One figure: two lines of words at the left, two at the right, and the mark between.

    `slot` is that of a model, 0 takes the colour of text; a `hollow` mark is an outline. `tick` is
    another value of the row, which a thin line shows; `dots` are single values behind the mark.
    """

    title: str
    note: str
    value: float
    interval: tuple[float, float] | None
    figure: str
    ends: str
    slot: int = 0
    hollow: bool = False
    ruled: bool = False
    tick: float | None = None
    dots: tuple[float, ...] = ()


class IntervalRows(QWidget):
    """Paints the rows; 0 is always on the axis."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._rows: tuple[IntervalRow, ...] = ()
        self._axis = ""
        self._style = AxisStyle(signed=True)
        name_widget(self, name, tr("Figures with their intervals"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: Sequence[IntervalRow], axis: str, *, signed: bool = True) -> None:
        """Show other rows; `axis` names what is on the axis."""
        self._rows, self._axis, self._style = tuple(rows), axis, AxisStyle(signed=signed)
        said = (f"{row.title} {row.note}: {row.figure}, {row.ends}" for row in rows)
        self.setAccessibleDescription("; ".join(said))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room that the words need and a plot beside them."""
        rows = max(len(self._rows), 1)
        return QSize(fonts.scaled(520), fonts.scaled(_ROW * rows + _AXIS))

    def minimumSizeHint(self) -> QSize:
        """Return the same height in less width."""
        return QSize(fonts.scaled(280), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint grid, axis and rows."""
        del event
        if not self._rows:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, plot = tokens_in_use(), self._plot()
        low, high = self._range()
        scale = plot.width() / (high - low)

        def place(value: float) -> float:
            return plot.left() + (value - low) * scale

        self._paint_axis(painter, tokens, plot, (low, high), place(0.0))
        for at, row in enumerate(self._rows):
            top = fonts.scaled(_ROW) * at
            self._paint_words(painter, tokens, row, top)
            middle = top + fonts.scaled(_ROW) / 2
            ends = [place(end) for end in row.interval or ()]
            _paint_dots(painter, tokens, row, middle, [place(one) for one in row.dots])
            _paint_mark(painter, tokens, row, middle, place(row.value), ends)
            if row.tick is not None:
                _paint_tick(painter, tokens, place(row.tick), middle)
        painter.end()

    def _range(self) -> tuple[float, float]:
        values = [0.0]
        for row in self._rows:
            more = () if row.tick is None else (row.tick,)
            values += [row.value, *(row.interval or ()), *more]
        low, high = min(values), max(values)
        air = 0.12 * ((high - low) or 1.0)
        return low - air, high + air

    def _plot(self) -> QRectF:
        bold, small = (QFontMetrics(one) for one in (_bold(), fonts.small()))
        left = max(
            *(bold.horizontalAdvance(row.title) for row in self._rows),
            *(small.horizontalAdvance(row.note) for row in self._rows),
        )
        right = max(
            *(bold.horizontalAdvance(row.figure) for row in self._rows),
            *(small.horizontalAdvance(row.ends) for row in self._rows),
        )
        gap = fonts.scaled(16)
        height = fonts.scaled(_ROW) * len(self._rows)
        return QRectF(left + gap, 0, max(self.width() - left - right - 2 * gap, 40), height)

    def _paint_axis(
        self,
        painter: QPainter,
        tokens: Tokens,
        plot: QRectF,
        ends: tuple[float, float],
        zero: float,
    ) -> None:
        low, high = ends
        values = tick_values(low, high, self._style, 5)
        painter.setFont(fonts.small())
        metrics = painter.fontMetrics()
        texts = tick_texts(values, self._style)
        places = [plot.left() + (value - low) / (high - low) * plot.width() for value in values]
        halves = [metrics.horizontalAdvance(text) / 2 for text in texts]
        written = far_apart(places, halves, zero)
        for at, (x, half, text) in enumerate(zip(places, halves, texts, strict=True)):
            painter.setPen(QPen(QColor(tokens.grid), 1))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            painter.setPen(QColor(tokens.muted))
            if at in written:
                painter.drawText(QPointF(x - half, plot.bottom() + metrics.height()), text)
        painter.setPen(QPen(QColor(tokens.axis), 1.5))
        painter.drawLine(QPointF(zero, plot.top()), QPointF(zero, plot.bottom()))
        painter.setPen(QColor(tokens.muted))
        middle = plot.center().x() - metrics.horizontalAdvance(self._axis) / 2
        painter.drawText(QPointF(middle, plot.bottom() + 2.2 * metrics.height()), self._axis)

    def _paint_words(self, painter: QPainter, tokens: Tokens, row: IntervalRow, top: float) -> None:
        half = fonts.scaled(_ROW) / 2
        if row.ruled:
            painter.setPen(QPen(QColor(tokens.border), 1))
            painter.drawLine(QPointF(0, top), QPointF(self.width(), top))
        for font, tone, at, texts in (
            (_bold(), tokens.text, 3, (row.title, row.figure)),
            (fonts.small(), tokens.muted, half - 1, (row.note, row.ends)),
        ):
            painter.setFont(font)
            painter.setPen(QColor(tone))
            room = QRectF(0, top + at, self.width(), half)
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | middle, texts[0])
            painter.drawText(room, Qt.AlignmentFlag.AlignRight | middle, texts[1])


def far_apart(places: Sequence[float], halves: Sequence[float], zero: float) -> set[int]:
    """Return which texts are written, those near zero first, so that none runs into another.

    `halves` are half their widths.
    """
    written: set[int] = set()
    for at in sorted(range(len(places)), key=lambda one: abs(places[one] - zero)):
        if all(
            abs(places[at] - places[other]) >= halves[at] + halves[other] + _BETWEEN
            for other in written
        ):
            written.add(at)
    return written


def _bold() -> QFont:
    return fonts.body(fonts.SEMIBOLD)


def _paint_mark(
    painter: QPainter,
    tokens: Tokens,
    row: IntervalRow,
    y: float,
    x: float,
    ends: Sequence[float],
) -> None:
    colour = QColor(tokens.model_color(row.slot) if row.slot else tokens.ink)
    painter.setPen(QPen(colour, 1.8))
    if ends:
        painter.drawLine(QPointF(ends[0], y), QPointF(ends[1], y))
        for end in ends:
            painter.drawLine(QPointF(end, y - _CAP), QPointF(end, y + _CAP))
    painter.setBrush(QColor(tokens.raised) if row.hollow else colour)
    painter.drawEllipse(QPointF(x, y), _DOT, _DOT)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_dots(
    painter: QPainter, tokens: Tokens, row: IntervalRow, y: float, places: Sequence[float]
) -> None:
    """Paint single values below the line, so that each is seen."""
    painter.setPen(QPen(QColor(tokens.model_color(row.slot) if row.slot else tokens.ink), 1))
    for x in places:
        painter.drawEllipse(QPointF(x, y + 2.2 * _DOT), _DOT / 2.5, _DOT / 2.5)


def _paint_tick(painter: QPainter, tokens: Tokens, x: float, y: float) -> None:
    painter.setPen(QPen(QColor(tokens.muted), 1.5))
    half = fonts.scaled(9)
    painter.drawLine(QPointF(x, y - half), QPointF(x, y + half))
