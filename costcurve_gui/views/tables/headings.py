"""Headings within a table: they run over all of its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate

from costcurve_gui.views import fonts
from costcurve_gui.views.theme import tokens_in_use

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionViewItem

    from costcurve_gui.views.tables.table_rows import TableRows

INDENT = 9
_FAR = 4_000  # px: no heading is longer
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TitleHeader(QHeaderView):
    """Paints the titles of rows, and of headings what has room beside the cells."""

    def __init__(self, rows: TableRows) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._rows = rows

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803 (Qt's names)
        """Paint one title."""
        row = self._rows.row_at(logicalIndex)
        if row is None or row.cells:
            super().paintSection(painter, rect, logicalIndex)
        else:
            _write(painter, rect, rect.left(), row.title)


class HeadingDelegate(QStyledItemDelegate):
    """Paints the rest of a heading over the cells, wherever these are scrolled to.

    Each cell shows its part of it. Spans would do the same, but they outlive the rows that they
    were made for.
    """

    def __init__(self, rows: TableRows, titles: TitleHeader) -> None:
        super().__init__(titles)
        self._rows, self._titles = rows, titles

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint one cell."""
        row = self._rows.row_at(index.row())
        if row is None or row.cells:
            super().paint(painter, option, index)
        else:
            _write(painter, option.rect, -self._titles.width(), row.title)


def _write(painter: QPainter, rect: QRect, left: int, text: str) -> None:
    painter.save()
    painter.setClipRect(rect)
    painter.setFont(fonts.small(fonts.SEMIBOLD))
    painter.setPen(QColor(tokens_in_use().muted))
    place = QRect(left + INDENT, rect.top(), _FAR, rect.height())
    painter.drawText(place, _LEFT, text)
    painter.restore()
