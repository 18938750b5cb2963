"""Headings of columns that belong to models: swatch and name, as in the list of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QHeaderView

from costcurve_gui.views import fonts
from costcurve_gui.views.theme import tokens_in_use
from costcurve_gui.views.widgets.swatch import paint_swatch

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPainter

    from costcurve_gui.views.tables.content import TableColumn
    from costcurve_gui.views.tables.table_rows import TableRows

HEIGHT = 26
AIR = 8
_SWATCH, _SWATCH_HEIGHT = 24, 12
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ModelHeader(QHeaderView):
    """Paints the titles of columns on the right, the swatches of models above their names."""

    def __init__(self, rows: TableRows) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._rows = rows
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.fit_height()

    def fit_height(self) -> None:
        """Make room for swatches where there are any."""
        swatches = any(column.model is not None for column in self._rows.content.columns)
        self.setFixedHeight(HEIGHT + (_SWATCH_HEIGHT if swatches else 0))

    def wanted_width(self, column: TableColumn) -> int:
        """Return the width at which nothing of a title is cut."""
        return QFontMetrics(_font(column)).horizontalAdvance(column.title) + 2 * AIR

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803 (Qt's names)
        """Paint one title over a rule."""
        column, tokens = self._rows.column_at(logicalIndex), tokens_in_use()
        if column is None:
            return
        painter.save()
        painter.fillRect(rect, QColor(tokens.panel))
        foot = QRect(rect.left(), rect.bottom(), rect.width(), 1)
        painter.fillRect(foot, QColor(tokens.border))
        words = rect.adjusted(AIR, 0, -AIR, 0)
        if column.model is not None:
            _paint_swatch(painter, words, column.model.slot, solid=column.chosen)
            words.setTop(words.top() + _SWATCH_HEIGHT)
        font = _font(column)
        middle = Qt.TextElideMode.ElideMiddle
        painter.setFont(font)
        painter.setPen(QColor(tokens.text if column.chosen else tokens.muted))
        name = QFontMetrics(font).elidedText(column.title, middle, words.width())
        painter.drawText(words, _LEFT if column.words else _RIGHT, name)
        painter.restore()


def _paint_swatch(painter: QPainter, words: QRect, slot: int, *, solid: bool) -> None:
    painter.setRenderHint(painter.RenderHint.Antialiasing)
    left, top = words.right() + 1 - _SWATCH, words.top() + _SWATCH_HEIGHT / 3
    swatch = QRectF(left, top, _SWATCH, _SWATCH_HEIGHT)
    paint_swatch(painter, swatch, slot, tokens_in_use(), solid=solid)


def _font(column: TableColumn) -> QFont:
    return fonts.small(fonts.SEMIBOLD if column.chosen else fonts.NORMAL)
