"""What lists and tables share: shape of their models, row height, swatches, figure rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTreeWidget,
    QTreeWidgetItem,
)

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import TRIVIAL_DASH, repeats_color, tokens_in_use
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent

    from costcurve_gui.views.shell.theme import Tokens


ROW_HEIGHT = 27


class _RowHeight(QStyledItemDelegate):
    def __init__(self, view: QAbstractItemView, height: int) -> None:
        super().__init__(view)
        self._height = height

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the width the contents need, and the one height."""
        return QSize(super().sizeHint(option, index).width(), self._height)


def set_row_height(view: QAbstractItemView, height: int = ROW_HEIGHT) -> None:
    """Give every row of a view one height."""
    view.setItemDelegate(_RowHeight(view, height))


Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_DISPLAY = Qt.ItemDataRole.DisplayRole
_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_USABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class TableModel(QAbstractTableModel):
    """Answers nothing for cells and sections that it does not have.

    Qt asks for them: after a reset one header already has the new sections while the other, asked
    for its width, still has the old ones.
    """

    @property
    def table_shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        raise NotImplementedError

    def cell_data(self, row: int, column: int, role: int) -> Any:
        """Return what a cell has for a role."""
        raise NotImplementedError

    def section_data(self, section: int, orientation: Qt.Orientation, role: int) -> Any:
        """Return what the title of a column or row has for a role; none have titles."""
        del section, orientation, role

    def cell_flags(self, row: int, column: int) -> Qt.ItemFlag:
        """Return what can be done with a cell; all are enabled and selectable."""
        del row, column
        return _USABLE

    def has_cell(self, index: Index) -> bool:
        """Tell whether an index is one of a cell that there is now."""
        rows, columns = self.table_shape
        return 0 <= index.row() < rows and 0 <= index.column() < columns

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of rows; cells have none."""
        return 0 if parent.isValid() else self.table_shape[0]

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns; cells have none."""
        return 0 if parent.isValid() else self.table_shape[1]

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """Return what a cell has for a role."""
        row, column, (rows, columns) = index.row(), index.column(), self.table_shape
        if 0 <= row < rows and 0 <= column < columns:
            return self.cell_data(row, column, role)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Return what a title has for a role."""
        count = self.table_shape[orientation == Qt.Orientation.Horizontal]
        return self.section_data(section, orientation, role) if 0 <= section < count else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a cell."""
        if not self.has_cell(index):
            return Qt.ItemFlag.NoItemFlags
        return self.cell_flags(index.row(), index.column())


class FramedTable(QTableView):
    """Frames the current row, all of it, while the focus is the keyboard's."""

    def __init__(self) -> None:
        super().__init__()
        self._framed = False

    def line_of(self, index: QModelIndex) -> QRect:
        """Return where a cell stands."""
        return self.visualRect(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Note what brought the focus."""
        self._framed = event.reason() in _BY_KEYBOARD
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Leave the frame out from now on."""
        self._framed = False
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Frame the row that a key leads to."""
        self._framed = True
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, then the frame."""
        super().paintEvent(event)
        if not (self._framed and self.hasFocus() and self.currentIndex().isValid()):
            return
        line = self.line_of(self.currentIndex())
        line.setLeft(0)
        line.setRight(self.viewport().width() - 1)
        painter = QPainter(self.viewport())
        painter.setPen(QPen(QColor(tokens_in_use().accent), 2))
        painter.drawRect(line.adjusted(1, 1, -1, -1))
        painter.end()


def paint_swatch(
    painter: QPainter, rect: QRectF, slot: int, tokens: Tokens, *, solid: bool = False
) -> None:
    """Paint a model's line and marker; slot 0 is a trivial classifier, without marker."""
    color = QColor(tokens.model_color(slot) if slot else tokens.trivial)
    dash = tokens.model_dash(slot) if slot else TRIVIAL_DASH
    width = 2.0 if solid else 1.4
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash and not solid:
        pen.setDashPattern([part / width for part in dash])
    painter.setPen(pen)
    middle = rect.center()
    painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()))
    if slot:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        if repeats_color(slot):
            painter.drawRect(QRectF(middle.x() - 3.1, middle.y() - 3.1, 6.2, 6.2))
        else:
            painter.drawEllipse(middle, 3.5, 3.5)


def figure_table(columns: Sequence[tuple[str, str]], name: str, accessible: str) -> QTreeWidget:
    """Return a table whose columns have a title and a hint each; the first takes what is left."""
    table = QTreeWidget()
    table.setHeaderLabels([title for title, _ in columns])
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setProperty("padded", True)
    set_row_height(table)
    name_widget(table, name, accessible)
    header = table.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column, (_, hint) in enumerate(columns):
        table.headerItem().setToolTip(column, hint)
        table.headerItem().setTextAlignment(column, _side(column))
    return table


def figure_row(cells: Sequence[str], *, bold: bool) -> QTreeWidgetItem:
    """Return a row of it: words to the left, figures to the right."""
    row = QTreeWidgetItem(list(cells))
    for column in range(len(cells)):
        row.setTextAlignment(column, _side(column))
        row.setFont(column, fonts.body(fonts.SEMIBOLD if bold else fonts.NORMAL))
    return row


def _side(column: int) -> Qt.AlignmentFlag:
    across = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
    return across | Qt.AlignmentFlag.AlignVCenter
