"""The values that a view draws, as a table to read, to sort and to copy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import plain_button
from costcurve_gui.views.widgets.cards import card_round
from costcurve_gui.views.widgets.item_views import TableModel, set_row_height
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QKeyEvent

    from costcurve_gui.analysis.tables.table import Table

_SIZE = (760, 560)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_LOOKED_AT = 100  # rows whose texts say how wide a column is


class ValuesModel(TableModel):
    """Numbers with six digits; sorting goes by all of them."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self._order = np.arange(len(table.columns[0]) if table.columns else 0)

    @property
    def table_shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return int(self._order.size), len(self.table.header)

    def cell_data(self, row: int, column: int, role: int) -> Any:
        """Return the text of a cell and its side."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(column)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        value = self.table.columns[column][self._order[row]]
        if value is None:
            return numbers.MISSING
        return value if isinstance(value, str) else numbers.plain(float(value))

    def section_data(self, section: int, orientation: Qt.Orientation, role: int) -> Any:
        """Return the title of a column: its name in the CSV file."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(section)
        return self.table.header[section] if role == Qt.ItemDataRole.DisplayRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows by a column, what is missing last; equal ones keep their order."""
        if not 0 <= column < len(self.table.columns):
            return
        key = _ranks(self.table.columns[column])
        if order == Qt.SortOrder.DescendingOrder:
            key = -key
        self.layoutAboutToBeChanged.emit()
        self._order = np.argsort(key, kind="stable")
        self.layoutChanged.emit()

    def as_text(self) -> str:
        """Return all rows as on show for a spreadsheet: tabs between them, numbers in full."""
        columns = [column[self._order].tolist() for column in self.table.columns]
        rows = (map(_in_full, row) for row in zip(*columns, strict=True))
        return "\n".join("\t".join(row) for row in (self.table.header, *rows))

    def _side(self, column: int) -> Qt.AlignmentFlag:
        return _LEFT if self.table.columns[column].dtype == object else _RIGHT


def _ranks(column: NDArray[Any]) -> NDArray[Any]:
    """Return numbers in the order of the cells: words by their letters, missing ones as NaN."""
    if column.dtype != object:
        return column.astype(float)
    return np.unique(column.astype(str), return_inverse=True)[1].astype(float)


def _in_full(value: object) -> str:
    missing = value is None or (isinstance(value, float) and math.isnan(value))
    return "" if missing else str(value)


class ValuesDialog(PlainDialog):
    """Shows what a view draws; emits `export_requested()`. Ctrl+C copies all rows.

    A table of something else has its own title, and what is `said` of it.
    """

    export_requested = Signal()

    def __init__(
        self,
        title: str,
        table: Table,
        page: str,
        parent: QWidget | None = None,
        *,
        said: str = "",
    ) -> None:
        super().__init__("values", title if said else tr("Values of {title}", title=title), parent)
        self.help_page = page
        self.resize(*_SIZE)
        self.rows = ValuesModel(table)
        self.said, self._many = text_label(said, wrap=True), text_label(self._sentence(), wrap=True)
        for label in filter(lambda label: label.text(), (self.said, self._many)):
            self.contents.addWidget(label)
        self.contents.addWidget(card_round(self._view(title), "values_card"), 1)
        copy = plain_button(tr("Copy"), "values_copy")
        copy.clicked.connect(self._copy)
        export = plain_button(tr("Export as CSV\u2026"), "values_export")
        export.clicked.connect(self.export_requested)
        for place, button in enumerate((copy, export)):
            self.foot.insertWidget(place, button)
        QShortcut(QKeySequence.StandardKey.Copy, self).activated.connect(self._copy)

    def show_table(self, table: Table, said: str) -> None:
        """Show another table, and what is said of it."""
        self.rows = ValuesModel(table)
        self.said.setText(said)
        self._many.setText(self._sentence())
        self._table_view.setModel(self.rows)
        self._table_view.resizeColumnsToContents()

    def _sentence(self) -> str:
        many = self.rows.table_shape[0]
        rows = tr("1 row") if many == 1 else tr("{many} rows", many=numbers.count(many))
        return tr(
            "{rows}, with the columns of the CSV file. Click a title, or press Space on a "
            "cell, to sort by its column.",
            rows=rows,
        )

    def _view(self, title: str) -> QTableView:
        view = self._table_view = _Rows()
        name_widget(view, "values_table", tr("Values of {title}", title=title))
        view.setModel(self.rows)
        view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        view.setSortingEnabled(True)  # after that: it sorts at once by what the header says
        view.setShowGrid(False)
        view.setTabKeyNavigation(False)
        view.setProperty("padded", True)
        view.setProperty("sorted", True)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.verticalHeader().hide()
        view.horizontalHeader().setResizeContentsPrecision(_LOOKED_AT)
        set_row_height(view)
        view.resizeColumnsToContents()
        if self.rows.rowCount():
            view.setCurrentIndex(self.rows.index(0, 0))
        view.setFocus()
        return view

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.rows.as_text())


class _Rows(QTableView):
    """Sorts by the column of the current cell where Space is pressed, a second time backwards."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Sort; leave other keys to the table."""
        if event.key() != Qt.Key.Key_Space or not self.currentIndex().isValid():
            super().keyPressEvent(event)
            return
        header, column = self.horizontalHeader(), self.currentIndex().column()
        orders = Qt.SortOrder
        again = header.sortIndicatorSection() == column
        ascending = not again or header.sortIndicatorOrder() is orders.DescendingOrder
        row = self.currentIndex().row()
        self.sortByColumn(column, orders.AscendingOrder if ascending else orders.DescendingOrder)
        self.setCurrentIndex(self.model().index(row, column))
