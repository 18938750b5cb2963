"""The first rows of a file, as they were read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView

from costcurve_gui.views import numbers
from costcurve_gui.views.dialogs.import_words import short_name
from costcurve_gui.views.widgets.table_model import TableModel
from costcurve_gui.views.widgets.text import name_widget

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo

_ROW_HEIGHT = 24
_WIDEST = 180
_AIR = 34  # paddings and the space between columns
_MEASURED_ROWS = 20
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PreviewModel(TableModel):
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

    @property
    def table_shape(self) -> tuple[int, int]:
        """How many rows there are to look at, and how many columns the file has."""
        return len(self._rows), len(self._columns)

    def cell_data(self, row: int, column: int, role: int) -> Any:
        """Return the text of a cell, or to which side it belongs."""
        if role == Qt.ItemDataRole.DisplayRole:
            cells = self._rows[row]
            return cells[column] if column < len(cells) else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(column)
        return None

    def section_data(self, section: int, orientation: Qt.Orientation, role: int) -> Any:
        """Return the name of a column, shortened, and whole as its tooltip; or a row's number."""
        if orientation != Qt.Orientation.Horizontal:
            shown = role == Qt.ItemDataRole.DisplayRole and section < len(self._numbers)
            return numbers.count(self._numbers[section]) if shown else None
        name = self._columns[section].name
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return short_name(name)
            case Qt.ItemDataRole.ToolTipRole:
                return name
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._side(section)
        return None

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
            cells = (row[column] for row in rows[:_MEASURED_ROWS] if column < len(row))
            self.setColumnWidth(column, self._width_of(info, cells))

    def _width_of(self, info: ColumnInfo, cells: Iterable[str]) -> int:
        """Return a width that cuts neither the name nor a number; long texts may be cut."""
        width = self.fontMetrics().horizontalAdvance
        longest = width(max(cells, key=len, default=""))
        body = longest if info.kind.is_numeric else min(_WIDEST, longest)
        return max(width(short_name(info.name)), body) + _AIR

    def scroll_to(self, column: int) -> None:
        """Bring a column into sight."""
        self.scrollTo(self._model.index(0, column), QAbstractItemView.ScrollHint.PositionAtCenter)
