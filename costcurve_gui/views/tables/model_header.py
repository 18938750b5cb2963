"""Headings of columns that belong to models: swatch and name, as in the list of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QHeaderView

from costcurve_gui.views import fonts
from costcurve_gui.views.theme import tokens_in_use
from costcurve_gui.views.widgets.swatch import paint_swatch
from costcurve_gui.views.widgets.text import wrapped_name

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
        """Make room for the lines of the titles, and for swatches where there are any."""
        columns = self._rows.content.columns
        swatches = any(column.model is not None for column in columns)
        lines = max((len(self.section_lines(at)) for at in range(len(columns))), default=1)
        more = (lines - 1) * QFontMetrics(fonts.small()).lineSpacing()
        height = HEIGHT + more + (_SWATCH_HEIGHT if swatches else 0)
        if height != self.height():
            self.setFixedHeight(height)

    def wanted_width(self, column: TableColumn) -> int:
        """Return the width at which a title has one line."""
        return QFontMetrics(_font(column)).horizontalAdvance(column.title) + 2 * AIR

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:  # noqa: N803 (Qt's names)
        """Return the room for a title in the lines that it takes."""
        column = self._rows.column_at(logicalIndex)
        if column is None:
            return QSize()
        metrics, lines = QFontMetrics(_font(column)), self.section_lines(logicalIndex)
        width = max(map(metrics.horizontalAdvance, lines)) + 2 * AIR
        swatch = _SWATCH_HEIGHT if column.model is not None else 0
        return QSize(width, len(lines) * metrics.lineSpacing() + swatch)

    def section_lines(self, section: int) -> tuple[str, ...]:
        """Return the lines that the title of a column takes."""
        column = self._rows.column_at(section)
        if column is None:
            return ("",)
        room = self.sectionSize(section) - 2 * AIR
        return wrapped_name(column.title, QFontMetrics(_font(column)), max(room, 1))

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
        painter.setFont(_font(column))
        painter.setPen(QColor(tokens.text if column.chosen else tokens.muted))
        lines = "\n".join(self.section_lines(logicalIndex))
        painter.drawText(words, _LEFT if column.words else _RIGHT, lines)
        painter.restore()


def _paint_swatch(painter: QPainter, words: QRect, slot: int, *, solid: bool) -> None:
    painter.setRenderHint(painter.RenderHint.Antialiasing)
    left, top = words.right() + 1 - _SWATCH, words.top() + _SWATCH_HEIGHT / 3
    swatch = QRectF(left, top, _SWATCH, _SWATCH_HEIGHT)
    paint_swatch(painter, swatch, slot, tokens_in_use(), solid=solid)


def _font(column: TableColumn) -> QFont:
    return fonts.small(fonts.SEMIBOLD if column.chosen else fonts.NORMAL)
