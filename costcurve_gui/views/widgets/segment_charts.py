"""Small multiples: profit over the cases acted on in each segment, with both operating points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.ticks import AxisStyle, tick_texts, tick_values
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFontMetrics, QPaintEvent, QResizeEvent

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.views.shell.theme import Tokens

_LEAST_WIDTH, _HEIGHT, _HEAD, _FOOT, _LEFT = 150, 204, 50, 34, 52
_GAP = 14
_STYLE = AxisStyle()


@dataclass(frozen=True, slots=True, eq=False)
class SegmentChart:
    """One segment: its name and size, two lines about prices, the curve and both points.

    `slope` is that of the dashed tangent through the own point, None without a price.
    """

    title: str
    size: str
    prices: tuple[str, str]
    x: Floats
    y: Floats
    common: tuple[float, float]
    own: tuple[float, float]
    slope: float | None


class SegmentCharts(QWidget):
    """Paints the charts side by side on common axes, in as many lines as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._charts: tuple[SegmentChart, ...] = ()
        self._slot, self._own, self._across, self._up = 1, False, "", ""
        name_widget(self, "segment_charts", tr("Profit over the cases of each segment"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_charts(
        self, charts: Sequence[SegmentChart], slot: int, axes: tuple[str, str], *, own: bool
    ) -> None:
        """Show other segments; `own` says that the own thresholds stand out."""
        self._charts, self._slot, self._own = tuple(charts), slot, own
        self._across, self._up = axes
        self._fit_height()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many lines as the width asks for."""
        super().resizeEvent(event)
        self._fit_height()

    def sizeHint(self) -> QSize:
        """Return the width of a few charts."""
        return QSize(fonts.scaled(3 * _LEAST_WIDTH), self.minimumHeight())

    def _columns(self) -> int:
        room = max(self.width(), 1) // fonts.scaled(_LEAST_WIDTH)
        return max(min(int(room), len(self._charts)), 1)

    def _fit_height(self) -> None:
        lines = -(-len(self._charts) // self._columns())
        height = fonts.scaled(_HEIGHT) * lines
        if height != self.minimumHeight() or height != self.maximumHeight():
            self.setFixedHeight(height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint every chart."""
        del event
        if not self._charts:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.small())
        columns, left = self._columns(), self._room_at_left(painter.fontMetrics())
        width = (self.width() - left - _GAP * columns) / columns
        for at, chart in enumerate(self._charts):
            line, column = divmod(at, columns)
            top = fonts.scaled(_HEIGHT) * line
            plot = QRectF(
                left + column * (width + _GAP),
                top + fonts.scaled(_HEAD),
                width,
                fonts.scaled(_HEIGHT - _HEAD - _FOOT),
            )
            self._paint_chart(painter, chart, plot, labelled=column == 0)
        painter.end()

    def _room_at_left(self, metrics: QFontMetrics) -> float:
        """Return what the figures of the upright axis take, and its words beside them."""
        _, low, high, _ = self._ends()
        texts = tick_texts(tick_values(low, high, _STYLE, 4), _STYLE)
        widest = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        return max(fonts.scaled(_LEFT), widest + metrics.height() + 12)

    def _ends(self) -> tuple[float, float, float, float]:
        """Return the ends of the common axes: twice as far as either rule goes anywhere."""
        reach = max(max(one.common[0], one.own[0]) for one in self._charts)
        most = max(float(one.x[-1]) for one in self._charts)
        right = min(most, 2.2 * reach) if reach else most
        inside = [one.y[one.x <= right] for one in self._charts]
        low = min(0.0, *(float(one.min()) for one in inside if one.size))
        high = max(0.0, *(float(one.max()) for one in inside if one.size))
        return right or 1.0, low, high if high > low else low + 1.0, 0.0

    def _paint_chart(
        self, painter: QPainter, chart: SegmentChart, plot: QRectF, *, labelled: bool
    ) -> None:
        tokens = tokens_in_use()
        right, low, high, _ = self._ends()

        def at(x: float, y: float) -> QPointF:
            return QPointF(
                plot.left() + x / right * plot.width(),
                plot.bottom() - (y - low) / (high - low) * plot.height(),
            )

        self._paint_words(painter, tokens, chart, plot)
        self._paint_axes(painter, tokens, plot, (right, low, high), labelled=labelled)
        painter.save()
        painter.setClipRect(plot.adjusted(-7, -7, 7, 7))
        colour = QColor(tokens.model_color(self._slot))
        inside = np.flatnonzero(chart.x <= right * 1.02)
        points = [at(x, y) for x, y in zip(chart.x[inside], chart.y[inside], strict=True)]
        painter.setPen(QPen(colour, 1.8))
        painter.drawPolyline(QPolygonF(points))
        if chart.slope is not None:
            painter.setPen(QPen(QColor(tokens.ink), 1, Qt.PenStyle.DashLine))
            reach = right / 4
            ends = [
                at(chart.own[0] + step, chart.own[1] + step * chart.slope)
                for step in (-min(reach, chart.own[0]), reach)
            ]
            painter.drawLine(*ends)
        self._paint_points(painter, tokens, colour, at(*chart.common), at(*chart.own))
        painter.restore()

    def _paint_points(
        self, painter: QPainter, tokens: Tokens, colour: QColor, common: QPointF, own: QPointF
    ) -> None:
        """Paint a hollow ring at the common threshold, an ink ring at the own one."""
        painter.setPen(QPen(colour, 2.2 if self._own else 3.0))
        painter.setBrush(QColor(tokens.plot))
        painter.drawEllipse(common, 4.5, 4.5)
        painter.setPen(QPen(QColor(tokens.ink), 1.8 if self._own else 1.0))
        painter.drawEllipse(own, 6.0, 6.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(own, 3.2, 3.2)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_words(
        self, painter: QPainter, tokens: Tokens, chart: SegmentChart, plot: QRectF
    ) -> None:
        line = painter.fontMetrics().height()
        head = QRectF(plot.left(), plot.top() - fonts.scaled(_HEAD), plot.width(), line)
        painter.setFont(fonts.small())
        painter.setPen(QColor(tokens.muted))
        painter.drawText(head, Qt.AlignmentFlag.AlignRight, chart.size)
        for at, price in enumerate(chart.prices, start=1):
            text = painter.fontMetrics().elidedText(
                price, Qt.TextElideMode.ElideRight, int(plot.width())
            )
            painter.drawText(head.translated(0, at * line), Qt.AlignmentFlag.AlignLeft, text)
        room = plot.width() - painter.fontMetrics().horizontalAdvance(chart.size) - 8
        painter.setFont(fonts.small(fonts.SEMIBOLD))
        painter.setPen(QColor(tokens.text))
        title = painter.fontMetrics().elidedText(
            chart.title, Qt.TextElideMode.ElideRight, max(int(room), 0)
        )
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft, title)

    def _paint_axes(
        self,
        painter: QPainter,
        tokens: Tokens,
        plot: QRectF,
        ends: tuple[float, float, float],
        *,
        labelled: bool,
    ) -> None:
        right, low, high = ends
        painter.setFont(fonts.small())
        metrics = painter.fontMetrics()
        across, up = tick_values(0.0, right, _STYLE, 3), tick_values(low, high, _STYLE, 4)
        for value, text in zip(across, tick_texts(across, _STYLE), strict=True):
            x = plot.left() + value / right * plot.width()
            painter.setPen(QPen(QColor(tokens.grid), 1))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            painter.setPen(QColor(tokens.muted))
            half = metrics.horizontalAdvance(text) / 2
            painter.drawText(QPointF(x - half, plot.bottom() + metrics.height()), text)
        for value, text in zip(up, tick_texts(up, _STYLE), strict=True):
            y = plot.bottom() - (value - low) / (high - low) * plot.height()
            painter.setPen(QPen(QColor(tokens.grid), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            if labelled:
                painter.setPen(QColor(tokens.muted))
                start = plot.left() - metrics.horizontalAdvance(text) - 6
                painter.drawText(QPointF(start, y + metrics.ascent() / 2 - 1), text)
        painter.setPen(QPen(QColor(tokens.axis), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.drawLine(plot.bottomLeft(), plot.topLeft())
        painter.setPen(QColor(tokens.muted))
        foot = QRectF(plot.left(), plot.bottom() + metrics.height() + 2, plot.width(), 16)
        painter.drawText(foot, Qt.AlignmentFlag.AlignHCenter, self._across)
        if labelled:
            self._paint_side(painter, plot)

    def _paint_side(self, painter: QPainter, plot: QRectF) -> None:
        """Write the words of the upright axis along it."""
        painter.save()
        painter.translate(fonts.scaled(4), plot.center().y())
        painter.rotate(-90)
        room = QRectF(-plot.height() / 2, 0, plot.height(), 16)
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter, self._up)
        painter.restore()
