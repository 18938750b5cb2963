"""How the scores of a file are distributed beside those of the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.ticks import AxisStyle, tick_texts, tick_values
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray
    from PySide6.QtGui import QPaintEvent

    from costcurve_gui.views.shell.theme import Tokens

    Place = Callable[[float, float], QPointF]

_X, _PERCENT = AxisStyle(bare_whole=False), AxisStyle(scale=100)
_LEFT, _BOTTOM, _TOP = 40, 40, 18


class ScoreShares(QWidget):
    """Paints the shares of two sets of scores in the same bins, and where the cut is."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._edges: Sequence[float] = ()
        self._plan: Sequence[float] = ()
        self._file: Sequence[float] = ()
        self._slot, self._axis, self._words = 1, "", ""
        self._grades: Sequence[str] = ()
        self._cut: float | None = None
        self._seen: tuple[float, str] | None = None
        name_widget(self, name, tr("Scores: this file against the plan"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_shares(
        self,
        edges: NDArray[Any],
        plan: NDArray[Any],
        file: NDArray[Any],
        slot: int,
        axis: str,
        grades: Sequence[str] = (),
    ) -> None:
        """Show other shares; bins are between `edges`, `grades` what scores are called from 1."""
        self._edges, self._plan, self._file = edges.tolist(), plan.tolist(), file.tolist()
        self._slot, self._axis, self._grades = slot, axis, grades
        self.update()

    def show_cut(self, cut: float | None, words: str, seen: tuple[float, str] | None) -> None:
        """Mark the cut and what it is, and up to where scores were seen."""
        self._cut, self._words, self._seen = cut, words, seen
        self.setAccessibleDescription(words)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size in which the steps can be told apart."""
        return QSize(fonts.scaled(360), fonts.scaled(230))

    def minimumSizeHint(self) -> QSize:
        """Return a smaller one."""
        return QSize(fonts.scaled(240), fonts.scaled(170))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axes, shares and marks."""
        del event
        if not self._edges:
            return
        painter, tokens = QPainter(self), tokens_in_use()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.small())
        left, top = fonts.scaled(_LEFT), fonts.scaled(_TOP)
        plot = QRectF(
            left, top, self.width() - left - 8, self.height() - top - fonts.scaled(_BOTTOM)
        )
        low, high = self._edges[0], self._edges[-1]
        most = 1.08 * (max([*self._plan, *self._file]) or 1.0)

        def place(x: float, y: float) -> QPointF:
            return QPointF(
                plot.left() + (x - low) / (high - low) * plot.width(),
                plot.bottom() - y / most * plot.height(),
            )

        self._paint_axes(painter, tokens, plot, place, (low, high, most))
        shaded = self._steps(self._plan, place)
        shaded.lineTo(place(high, 0))
        shaded.lineTo(place(low, 0))
        painter.fillPath(shaded, QColor(tokens.border))
        painter.setPen(QPen(QColor(tokens.model_color(self._slot)), 2))
        painter.drawPath(self._steps(self._file, place))
        self._paint_marks(painter, tokens, plot, place)
        painter.end()

    def _steps(self, shares: Sequence[float], place: Place) -> QPainterPath:
        path = QPainterPath(place(self._edges[0], 0))
        for at, share in enumerate(shares):
            path.lineTo(place(self._edges[at], share))
            path.lineTo(place(self._edges[at + 1], share))
        return path

    def _paint_axes(
        self,
        painter: QPainter,
        tokens: Tokens,
        plot: QRectF,
        place: Place,
        ends: tuple[float, float, float],
    ) -> None:
        low, high, most = ends
        metrics = painter.fontMetrics()
        rows = tick_values(0, most, _PERCENT, 4)
        for value, text in zip(rows, tick_texts(rows, _PERCENT), strict=True):
            at = place(low, value)
            painter.setPen(QPen(QColor(tokens.grid), 1))
            painter.drawLine(at, QPointF(plot.right(), at.y()))
            painter.setPen(QColor(tokens.muted))
            room = QRectF(0, at.y() - metrics.height(), plot.left() - 6, 2 * metrics.height())
            painter.drawText(
                room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text
            )
        for value, text in self._ticks(low, high):
            at = place(value, 0)
            half = metrics.horizontalAdvance(text) / 2
            painter.drawText(QPointF(at.x() - half, plot.bottom() + metrics.height()), text)
        middle = plot.center().x() - metrics.horizontalAdvance(self._axis) / 2
        painter.drawText(QPointF(middle, plot.bottom() + 2.2 * metrics.height()), self._axis)
        painter.drawText(QPointF(0, metrics.ascent()), tr("Share of rows, %"))

    def _ticks(self, low: float, high: float) -> Iterator[tuple[float, str]]:
        """Yield values below the axis, and their texts."""
        if self._grades:
            named = enumerate(self._grades, start=1)
            yield from ((place, text) for place, text in named if low <= place <= high)
            return
        values = tick_values(low, high, _X, 6)
        yield from zip(values, tick_texts(values, _X), strict=True)

    def _paint_marks(self, painter: QPainter, tokens: Tokens, plot: QRectF, place: Place) -> None:
        if self._seen is not None and self._edges[0] < self._seen[0] < self._edges[-1]:
            x = place(self._seen[0], 0).x()
            painter.setPen(QPen(QColor(tokens.muted), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            self._label(painter, plot, x, plot.top() + fonts.scaled(34), self._seen[1])
        if self._cut is not None and self._edges[0] <= self._cut <= self._edges[-1]:
            x = place(self._cut, 0).x()
            painter.setPen(QPen(QColor(tokens.ink), 1.5))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            self._label(painter, plot, x, plot.top() + fonts.scaled(12), self._words)

    def _label(self, painter: QPainter, plot: QRectF, x: float, y: float, text: str) -> None:
        width = painter.fontMetrics().horizontalAdvance(text)
        at = x + 5 if x + 5 + width < plot.right() else x - 5 - width
        painter.drawText(QPointF(at, y), text)
