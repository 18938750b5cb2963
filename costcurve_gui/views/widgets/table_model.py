"""What the models of all tables share: their shape, and safe answers beyond it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex

_ROOT = QModelIndex()
_DISPLAY = Qt.ItemDataRole.DisplayRole


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
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

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
        if not self.has_cell(index):
            return None
        return self.cell_data(index.row(), index.column(), role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Return what a title has for a role."""
        count = self.table_shape[orientation == Qt.Orientation.Horizontal]
        return self.section_data(section, orientation, role) if 0 <= section < count else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a cell."""
        if not self.has_cell(index):
            return Qt.ItemFlag.NoItemFlags
        return self.cell_flags(index.row(), index.column())
