"""The content of a table as a model of Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.content import TableContent
from costcurve_gui.views.widgets.item_views import TableModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.views.tables.content import TableColumn, TableRow

NOTHING = TableContent("", (), ())
_NO_ROOM = QSize(1, 1)  # of its own: a heading runs on over the cells
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ANSWERED = frozenset(  # a repaint asks each cell for as many others
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.FontRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    }
)


class TableRows(TableModel):
    """Texts in cells. While only the texts change, place and selection stay."""

    def __init__(self) -> None:
        super().__init__()
        self.content = NOTHING
        self.refresh_fonts()

    def refresh_fonts(self) -> None:
        """Take the sizes of the application font again; asked for cell by cell they cost time."""
        self._plain, self._strong = fonts.body(), fonts.body(fonts.SEMIBOLD)
        self._heading = fonts.small(fonts.SEMIBOLD)

    def show_content(self, content: TableContent) -> bool:
        """Show another content; return whether the table has other columns or rows now."""
        if content == self.content:
            return False
        if _outline(content) != _outline(self.content):
            self.beginResetModel()
            self.content = content
            self.endResetModel()
            return True
        before, self.content = self.content, content
        every = range(self.columnCount())
        columns_changed = content.columns != before.columns
        if columns_changed:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, every[-1])
        for at, (old, new) in enumerate(zip(before.rows, content.rows, strict=True)):
            changed = every if columns_changed else _changed_cells(old, new)
            if changed:
                self.dataChanged.emit(self.index(at, changed[0]), self.index(at, changed[-1]))
            if old.title != new.title:
                self.headerDataChanged.emit(Qt.Orientation.Vertical, at, at)
        return False

    @property
    def table_shape(self) -> tuple[int, int]:
        """How many rows there are, headings too, and how many columns beside the titles."""
        return len(self.content.rows), len(self.content.columns)

    def row_at(self, section: int) -> TableRow | None:
        """Return a row, or None where there is none."""
        rows = self.content.rows
        return rows[section] if 0 <= section < len(rows) else None

    def column_at(self, section: int) -> TableColumn | None:
        """Return a column, or None where there is none."""
        columns = self.content.columns
        return columns[section] if 0 <= section < len(columns) else None

    def cell_flags(self, row: int, column: int) -> Qt.ItemFlag:
        """Let headings be passed over."""
        cells = self.content.rows[row].cells
        return super().cell_flags(row, column) if cells else Qt.ItemFlag.NoItemFlags

    def cell_data(self, row: int, column: int, role: int) -> Any:
        """Return the text of a cell, its font and side, and what it says to a reader."""
        if role not in _ANSWERED:
            return None
        cells = self.content.rows[row].cells
        return self._cell(self.content.rows[row], column, role) if cells else None

    def _cell(self, row: TableRow, at: int, role: int) -> Any:
        column, text = self.content.columns[at], row.cells[at]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Qt.ItemDataRole.TextAlignmentRole:
                return _LEFT if column.words else _RIGHT
            case Qt.ItemDataRole.FontRole:
                return self._strong if column.chosen or row.chosen else self._plain
            case Qt.ItemDataRole.ToolTipRole:
                return row.hint or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{row.title}, {column.title}: {text}"
        return None

    def section_data(self, section: int, orientation: Qt.Orientation, role: int) -> Any:
        """Return the title of a column or a row."""
        if orientation is Qt.Orientation.Horizontal:
            said = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
            return self.content.columns[section].title if said else None
        return self._title(self.content.rows[section], role)

    def _title(self, row: TableRow, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.TextAlignmentRole:
                return _LEFT
            case Qt.ItemDataRole.SizeHintRole:
                return None if row.cells else _NO_ROOM
            case Qt.ItemDataRole.ToolTipRole:
                return row.hint or (None if row.cells else row.title)
            case Qt.ItemDataRole.FontRole:
                if not row.cells:
                    return self._heading
                return self._strong if row.chosen else self._plain
        return None


def _changed_cells(old: TableRow, new: TableRow) -> Sequence[int]:
    """Return the columns whose cells changed: all where the row is another in other ways.

    The words of a heading are painted over all cells.
    """
    if replace(new, cells=old.cells) != old:
        return range(max(len(new.cells), 1))
    pairs = zip(old.cells, new.cells, strict=True)
    return [at for at, (before, after) in enumerate(pairs) if before != after]


def _outline(content: TableContent) -> tuple[object, ...]:
    """Return what makes a table another one: its columns, and which rows are headings."""
    columns = tuple((column.title, column.model) for column in content.columns)
    return content.corner, columns, tuple(bool(row.cells) for row in content.rows)
