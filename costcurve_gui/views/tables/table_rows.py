"""The content of a table as a model of Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt

from costcurve_gui.views import fonts
from costcurve_gui.views.tables.content import TableContent

if TYPE_CHECKING:
    from costcurve_gui.views.tables.content import TableRow

    Index = QModelIndex | QPersistentModelIndex

NOTHING = TableContent("", (), ())
_NO_ROOM = QSize(1, 1)  # of its own: a heading runs on over the cells
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ENABLED = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class TableRows(QAbstractTableModel):
    """Texts in cells. While only the texts change, place and selection stay."""

    def __init__(self) -> None:
        super().__init__()
        self.content = NOTHING
        self.refresh_fonts()

    def refresh_fonts(self) -> None:
        """Take the sizes of the application font anew; asked for cell by cell they cost time."""
        self._plain, self._strong = fonts.body(), fonts.body(fonts.SEMIBOLD)
        self._heading = fonts.small(fonts.SEMIBOLD)

    def show_content(self, content: TableContent) -> None:
        """Show another content."""
        if content == self.content:
            return
        if _outline(content) != _outline(self.content):
            self.beginResetModel()
            self.content = content
            self.endResetModel()
            return
        before, self.content = self.content, content
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last)
        if content.columns != before.columns:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)
        for at, (old, new) in enumerate(zip(before.rows, content.rows, strict=True)):
            if old.title != new.title:
                self.headerDataChanged.emit(Qt.Orientation.Vertical, at, at)

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many rows there are, headings too."""
        return 0 if parent is not None and parent.isValid() else len(self.content.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return how many columns there are beside the titles."""
        return 0 if parent is not None and parent.isValid() else len(self.content.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let headings be passed over."""
        return _ENABLED if self.content.rows[index.row()].cells else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a cell, its font and side, and what it says to a reader."""
        row = self.content.rows[index.row()]
        if not row.cells:
            return None
        column = self.content.columns[index.column()]
        text = row.cells[index.column()]
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

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column or a row."""
        if orientation is Qt.Orientation.Horizontal:
            column = self.content.columns[section]
            shown = {Qt.ItemDataRole.DisplayRole: column.title}
            shown[Qt.ItemDataRole.ToolTipRole] = column.title
            return shown.get(Qt.ItemDataRole(role))
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


def _outline(content: TableContent) -> tuple[object, ...]:
    """Return what makes a table another one: its columns, and which rows are headings."""
    columns = tuple((column.title, column.model) for column in content.columns)
    return content.corner, columns, tuple(bool(row.cells) for row in content.rows)
