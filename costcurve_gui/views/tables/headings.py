"""Titles of rows and texts of cells that take more lines; headings run over all columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QAbstractScrollArea, QHeaderView, QStyledItemDelegate

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.item_views import paint_swatch
from costcurve_gui.views.widgets.labels import wrapped_name

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QFont, QPainter
    from PySide6.QtWidgets import QStyleOptionViewItem

    from costcurve_gui.views.tables.content import TableColumn, TableRow
    from costcurve_gui.views.tables.table_rows import TableRows


INDENT = 9
CELL_AIR = 18  # the style sheet's, and the style's own margin
_SEPARATOR = "\u2028"  # Qt's, between the lines of a cell
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
        if row is None:
            return
        if not row.cells:
            self.paint_heading(painter, rect, rect.left(), row)
            return
        painter.save()
        painter.setFont(_title_font(row))
        painter.setPen(QColor(tokens_in_use().muted))
        words = rect.adjusted(INDENT, 0, -INDENT, 0)
        painter.drawText(words, _LEFT, "\n".join(self.lines(row)))
        painter.restore()

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:  # noqa: N803 (Qt's names)
        """Return the room for a title in one line; a heading takes that of the cells."""
        row = self._rows.row_at(logicalIndex)
        if row is None or not row.cells:
            return QSize(1, 1)
        metrics = QFontMetrics(_title_font(row))
        return QSize(metrics.horizontalAdvance(row.title) + 2 * INDENT, metrics.height())

    def section_lines(self, section: int) -> tuple[str, ...]:
        """Return the lines that the title of a row takes; a heading is not in the column."""
        row = self._rows.row_at(section)
        return self.lines(row) if row is not None and row.cells else ("",)

    def lines(self, row: TableRow) -> tuple[str, ...]:
        """Return the lines that a title takes; a heading has the width of the table."""
        table, room = self.parentWidget(), self.width() - 2 * INDENT
        if isinstance(table, QAbstractScrollArea) and not row.cells:
            room += table.viewport().width()
        return wrapped_name(row.title, QFontMetrics(_title_font(row)), max(room, 1))

    def paint_heading(self, painter: QPainter, rect: QRect, left: int, row: TableRow) -> None:
        """Paint the part of a heading that lies in `rect`; `left` is where the table begins."""
        painter.save()
        painter.setClipRect(rect)
        painter.setFont(_title_font(row))
        painter.setPen(QColor(tokens_in_use().muted))
        place = QRect(left + INDENT, rect.top(), _FAR, rect.height())
        painter.drawText(place, _LEFT, "\n".join(self.lines(row)))
        painter.restore()


class HeadingDelegate(QStyledItemDelegate):
    """Paints the rest of a heading over the cells, wherever these are scrolled to.

    Each cell shows its part of it. Spans would do the same, but they outlive the rows that they
    were made for.
    """

    def __init__(self, rows: TableRows, titles: TitleHeader) -> None:
        super().__init__(titles)
        self._rows, self._titles = rows, titles

    def initStyleOption(  # noqa: N802 (Qt's name)
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Break words that are wider than their column."""
        super().initStyleOption(option, index)
        column = self._rows.column_at(index.column())
        if column is not None and column.words:
            room = max(option.rect.width() - CELL_AIR, 1)
            option.text = _SEPARATOR.join(wrapped_name(option.text, option.fontMetrics, room))

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
            self._titles.paint_heading(painter, option.rect, -self._titles.width(), row)


def _title_font(row: TableRow) -> QFont:
    if not row.cells:
        return fonts.small(fonts.SEMIBOLD)
    return fonts.body(fonts.SEMIBOLD if row.chosen else fonts.NORMAL)


HEIGHT = 26
AIR = 8
_SWATCH, _SWATCH_HEIGHT = 24, 12
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
