"""How reliable probabilities are: what was said of cases against what they came to, in bins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.ticks import AxisStyle, tick_texts, tick_values
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPaintEvent

    from costcurve_gui.engine.curves.calibration import CalibrationCurve
    from costcurve_gui.views.shell.theme import Tokens

_PERCENT = AxisStyle(scale=100)
_LEFT, _BOTTOM, _TOP, _RIGHT = 34, 34, 18, 12
_DOT = 3.0


class ReliabilityChart(QWidget):
    """Paints the share of positives over the mean probability of bins of equally many cases.

    Dots are the scores as they are, with intervals, where they are probabilities; the line is of
    those recalibrated.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._scored: CalibrationCurve | None = None
        self._fitted: CalibrationCurve | None = None
        self._slot, self._positive = 1, ""
        name_widget(self, name, tr("Reliability of the probabilities"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_curves(
        self, scored: CalibrationCurve | None, fitted: CalibrationCurve, slot: int, positive: str
    ) -> None:
        """Show other curves; `positive` is what the class is called."""
        shown = scored, fitted, slot, positive
        if shown == (self._scored, self._fitted, self._slot, self._positive):
            return
        self._scored, self._fitted, self._slot, self._positive = shown
        parts = ((tr("as scored"), scored), ("recalibrated", fitted))
        said = (f"{name}: {_in_words(curve)}" for name, curve in parts if curve is not None)
        self.setAccessibleDescription(
            tr(
                "Mean probability, share that was {positive}. {said}",
                positive=positive,
                said="; ".join(said),
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size in which bins can be told apart."""
        return QSize(fonts.scaled(260), fonts.scaled(150))

    def minimumSizeHint(self) -> QSize:
        """Return the same height, however narrow."""
        return QSize(fonts.scaled(160), fonts.scaled(150))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axes, the diagonal, dots and line."""
        del event
        if self._fitted is None:
            return
        painter, tokens = QPainter(self), tokens_in_use()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.small())
        left, top, right, bottom = map(fonts.scaled, (_LEFT, _TOP, _RIGHT, _BOTTOM))
        plot = QRectF(left, top, self.width() - left - right, self.height() - top - bottom)
        most = max(
            max(one.mean_scores[held].max(), one.fractions_positive[held].max())
            for one, held in self._filled()
        )
        most = min(1.0, 1.1 * float(most)) or 1.0

        def place(x: float, y: float) -> QPointF:
            return QPointF(
                plot.left() + x / most * plot.width(),
                plot.bottom() - min(y / most, 1.0) * plot.height(),
            )

        self._paint_axes(painter, tokens, plot, most)
        painter.setPen(QPen(QColor(tokens.trivial), 1, Qt.PenStyle.DashLine))
        painter.drawLine(place(0, 0), place(most, most))
        for curve, held in self._filled():
            bins = list(zip(curve.mean_scores[held], curve.fractions_positive[held], strict=True))
            if curve is self._fitted:
                painter.setPen(QPen(QColor(tokens.ink), 1.5))
                painter.drawPolyline([place(x, y) for x, y in bins])
                continue
            color = QColor(tokens.model_color(self._slot))
            painter.setBrush(color)
            ends = zip(curve.lower[held], curve.upper[held], strict=True)
            for (x, y), (low, high) in zip(bins, ends, strict=True):
                painter.setPen(QPen(color, 1))
                painter.drawLine(place(x, low), place(x, high))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawEllipse(place(x, y), _DOT, _DOT)
        painter.end()

    def _filled(self) -> Iterator[tuple[CalibrationCurve, np.ndarray]]:
        """Yield each curve with the bins that have cases."""
        for curve in (self._scored, self._fitted):
            if curve is not None:
                yield curve, np.flatnonzero(curve.counts > 0)

    def _paint_axes(self, painter: QPainter, tokens: Tokens, plot: QRectF, most: float) -> None:
        metrics, values = painter.fontMetrics(), tick_values(0, most, _PERCENT, 4)
        for value, text in zip(values, tick_texts(values, _PERCENT), strict=True):
            x = plot.left() + value / most * plot.width()
            y = plot.bottom() - value / most * plot.height()
            painter.setPen(QPen(QColor(tokens.grid), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(tokens.muted))
            half = metrics.horizontalAdvance(text) / 2
            painter.drawText(QPointF(x - half, plot.bottom() + metrics.height()), text)
            room = QRectF(0, y - metrics.height(), plot.left() - 6, 2 * metrics.height())
            painter.drawText(
                room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text
            )
        names = tr("\u25cf as scored, \u2014 recalibrated")
        painter.drawText(QPointF(0, metrics.ascent()), f"{self._positive}, %")
        key = names if self._scored is not None else tr("\u2014 recalibrated")
        painter.drawText(
            QPointF(plot.right() - metrics.horizontalAdvance(key), metrics.ascent()), key
        )
        axis = tr("Mean probability, %")
        middle = plot.center().x() - metrics.horizontalAdvance(axis) / 2
        painter.drawText(QPointF(middle, plot.bottom() + 2 * metrics.height()), axis)


def _in_words(curve: CalibrationCurve) -> str:
    pairs = zip(curve.mean_scores, curve.fractions_positive, strict=True)
    return ", ".join(
        tr(
            "{probability} was {share}",
            probability=numbers.percent(float(x)),
            share=numbers.percent(float(y)),
        )
        for x, y in pairs
        if np.isfinite(x)
    )
