"""Headings of columns that belong to models: swatch and name, as in the list of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QHeaderView

from costcurve_gui.views import fonts
from costcurve_gui.views.theme import tokens_in_use
from costcurve_gui.views.widgets.swatch import paint_swatch

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from costcurve_gui.views.tables.content import TableColumn
    from costcurve_gui.views.tables.table_rows import TableRows

HEIGHT = 26
AIR = 8
_SWATCH, _GAP = 20, 6
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ModelHeader(QHeaderView):
    """Paints the titles of the columns on the right, names cut in their middle."""

    def __init__(self, rows: TableRows) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._rows = rows
        self.setFixedHeight(HEIGHT)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def wanted_width(self, column: TableColumn) -> int:
        """Return the width at which nothing of a title is cut."""
        text = QFontMetrics(_font(column)).horizontalAdvance(column.title)
        return text + 2 * AIR + (_SWATCH + _GAP if column.model else 0)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803 (Qt's names)
        """Paint one title over a rule."""
        column, tokens = self._rows.content.columns[logicalIndex], tokens_in_use()
        painter.save()
        painter.fillRect(rect, QColor(tokens.panel))
        foot = QRect(rect.left(), rect.bottom(), rect.width(), 1)
        painter.fillRect(foot, QColor(tokens.border))
        words = rect.adjusted(AIR, 0, -AIR, 0)
        if column.model is not None:
            words.setLeft(words.left() + _SWATCH + _GAP)
        font = _font(column)
        metrics = QFontMetrics(font)
        name = metrics.elidedText(column.title, Qt.TextElideMode.ElideMiddle, words.width())
        painter.setFont(font)
        painter.setPen(QColor(tokens.text if column.chosen else tokens.muted))
        painter.drawText(words, _RIGHT, name)
        if column.model is not None:
            painter.setRenderHint(painter.RenderHint.Antialiasing)
            left = words.right() - metrics.horizontalAdvance(name) - _GAP - _SWATCH
            swatch = QRectF(left, rect.top(), _SWATCH, rect.height())
            paint_swatch(painter, swatch, column.model.slot, tokens, solid=column.chosen)
        painter.restore()


def _font(column: TableColumn) -> QFont:
    return fonts.small(fonts.SEMIBOLD if column.chosen else fonts.NORMAL)
