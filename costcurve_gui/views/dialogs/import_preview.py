"""The first rows of a file, as they were read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView

from costcurve_gui.views import numbers
from costcurve_gui.views.dialogs.import_words import short_name
from costcurve_gui.views.widgets.text import name_widget

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo

    Index = QModelIndex | QPersistentModelIndex

_ROW_HEIGHT = 24
_WIDEST = 180
_AIR = 34  # paddings and the space between columns
_MEASURED_ROWS = 20
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PreviewModel(QAbstractTableModel):
    """The cells as text: numbers to the right, as they stand in the file."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: Sequence[ColumnInfo] = ()
        self._rows: Sequence[Sequence[str]] = ()
        self._numbers: Sequence[int] = ()

    def show_rows(
        self,
        columns: Sequence[ColumnInfo],
        rows: Sequence[Sequence[str]],
        row_numbers: Sequence[int] = (),
    ) -> None:
        """Show other rows, with their numbers where these are not the first ones."""
        self.beginResetModel()
        self._columns, self._rows, self._numbers = columns, rows, row_numbers
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many rows there are to look at."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return how many columns the file has."""
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a cell, or to which side it belongs."""
        if role == Qt.ItemDataRole.DisplayRole:
            row = self._rows[index.row()]
            return row[index.column()] if index.column() < len(row) else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(index.column())
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the name of a column, shortened, and whole as its tooltip; or a row's number."""
        if orientation != Qt.Orientation.Horizontal:
            shown = role == Qt.ItemDataRole.DisplayRole and section < len(self._numbers)
            return numbers.count(self._numbers[section]) if shown else None
        name = self._columns[section].name
        answers = {
            Qt.ItemDataRole.DisplayRole: short_name(name),
            Qt.ItemDataRole.ToolTipRole: name,
            Qt.ItemDataRole.TextAlignmentRole: self._side(section),
        }
        return answers.get(Qt.ItemDataRole(role))

    def _side(self, column: int) -> Qt.AlignmentFlag:
        return _RIGHT if self._columns[column].kind.is_numeric else _LEFT


class PreviewTable(QTableView):
    """Shows the first rows; one can walk through them with the arrow keys."""

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "import_preview", "First rows of the file")
        self._model = PreviewModel()
        self.setModel(self._model)
        self.setProperty("padded", True)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.horizontalHeader().setHighlightSections(False)

    def show_rows(
        self,
        columns: Sequence[ColumnInfo],
        rows: Sequence[Sequence[str]],
        row_numbers: Sequence[int] = (),
    ) -> None:
        """Show other rows, each column as wide as they need."""
        self._model.show_rows(columns, rows, row_numbers)
        self.verticalHeader().setVisible(bool(row_numbers))
        for column, info in enumerate(columns):
            cells = (row[column] for row in rows[:_MEASURED_ROWS])
            self.setColumnWidth(column, self._width_of(short_name(info.name), cells))

    def _width_of(self, head: str, cells: Iterable[str]) -> int:
        longest = max((head, *cells), key=len)
        return min(_WIDEST, self.fontMetrics().horizontalAdvance(longest) + _AIR)

    def scroll_to(self, column: int) -> None:
        """Bring a column into sight."""
        self.scrollTo(self._model.index(0, column), QAbstractItemView.ScrollHint.PositionAtCenter)
