"""Every row that violates a payoff matrix, to be sorted, looked at and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import plain_button
from costcurve_gui.views.widgets.cards import card_round
from costcurve_gui.views.widgets.item_views import TableModel, set_row_height
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.cost_checks import RefusedRows

FILE_NAME = "rows_at_fault.csv"
HEADER = ("row", "class", "cost")
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_SIDES = (_RIGHT, _LEFT, _RIGHT)
_SIZE = (460, 520)
_WIDTHS = (96, 130)  # the rest is the last column's


class RefusedRowsModel(TableModel):
    """Row in the file, class and cost; sorting orders positions, not texts."""

    def __init__(self, found: RefusedRows) -> None:
        super().__init__()
        self._found = found
        self._order = np.arange(found.numbers.size)
        unit = f", {found.payoff.unit}" if found.payoff.unit else ""
        self._titles = (tr("Row"), tr("Class"), tr("Cost of the error{unit}", unit=unit))

    def columns(self) -> tuple[Any, ...]:
        """Return row, class and cost of every row as on show."""
        at, found = self._order, self._found
        names = np.array([found.dataset.negative_called, found.dataset.positive_called], object)
        return found.numbers[at], names[found.positives[at].astype(int)], found.costs[at]

    @property
    def table_shape(self) -> tuple[int, int]:
        """How many rows are at fault, and the number of columns."""
        return int(self._order.size), len(HEADER)

    def cell_data(self, row: int, column: int, role: int) -> Any:
        """Return the text of a cell and its side."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _SIDES[column]
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        at, found = int(self._order[row]), self._found
        if column == 0:
            return numbers.count(float(found.numbers[at]))
        if column == 1:
            data = found.dataset
            return data.positive_called if found.positives[at] else data.negative_called
        return numbers.money(float(found.costs[at]), signed=False)

    def section_data(self, section: int, orientation: Qt.Orientation, role: int) -> Any:
        """Return the title of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _SIDES[section]
        return self._titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows by a column; those that are equal in it stay in order of the file."""
        found = self._found
        keys = (found.numbers, found.positives, found.costs)
        if not 0 <= column < len(keys):
            return
        key: Any = keys[column]
        if order == Qt.SortOrder.DescendingOrder:
            key = ~key if key.dtype == bool else -key
        self.layoutAboutToBeChanged.emit()
        self._order = np.argsort(key, kind="stable")
        self.layoutChanged.emit()


class RefusedRowsDialog(PlainDialog):
    """Lists the rows; emits `export_requested(file name, header, columns)`."""

    help_page = "payoffs"
    export_requested = Signal(str, object, object)

    def __init__(self, found: RefusedRows, parent: QWidget | None = None) -> None:
        super().__init__("refused_rows", tr("Rows at fault"), parent)
        self.resize(*_SIZE)
        self.rows = RefusedRowsModel(found)
        self.contents.addWidget(text_label(_sentence(found), wrap=True))
        self.contents.addWidget(card_round(self._table(), "refused_rows_card"), 1)
        still = tr("Everything else still shows the last good matrix.")
        self.contents.addWidget(text_label(still, font=fonts.small(), tone="muted", wrap=True))
        export = plain_button(tr("Export as CSV\u2026"), "refused_rows_export")
        export.clicked.connect(
            lambda: self.export_requested.emit(FILE_NAME, HEADER, self.rows.columns())
        )
        self.foot.insertWidget(0, export)

    def _table(self) -> QTableView:
        table = QTableView()
        name_widget(table, "refused_rows_table", tr("Rows at fault"))
        table.setModel(self.rows)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setProperty("padded", True)
        table.setProperty("sorted", True)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.verticalHeader().hide()
        set_row_height(table)
        for column, width in enumerate(_WIDTHS):
            table.setColumnWidth(column, fonts.scaled(width))
        table.horizontalHeader().setStretchLastSection(True)
        return table


def _sentence(found: RefusedRows) -> str:
    many = found.numbers.size
    rows = tr("1 row") if many == 1 else tr("{many} rows", many=numbers.count(many))
    return tr(
        "{rows} of {total} violate the matrix: there the right decision would pay "
        "less than the wrong one, or its payoff is missing.",
        rows=rows,
        total=numbers.count(found.dataset.rows),
    )
