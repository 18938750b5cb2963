"""The rows below the columns: the first ones, or those of a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QTableView, QVBoxLayout, QWidget

from costcurve_gui.dataio.cells import is_missing
from costcurve_gui.dataio.errors import listed
from costcurve_gui.dataio.roles.labels import label_key
from costcurve_gui.dataio.table import Texts
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.import_words import short_name
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.cards import Badge, card_round
from costcurve_gui.views.widgets.icons import token_color
from costcurve_gui.views.widgets.item_views import TableModel
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from decimal import Decimal

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.roles.findings import Finding
    from costcurve_gui.dataio.source import Source


_HEIGHT, _LEAST_HEIGHT = 134, 56  # on a low screen the head and one row
_MOST_CELLS = 200_000  # read while the user waits
_MOST_ROWS = 200


class ImportRows(QWidget):
    """A heading, a note and the rows; a link leads back to the first rows.

    Of a file in long format its own first rows stand to the left of those they become.
    """

    def __init__(self) -> None:
        super().__init__()
        self._heading = text_label(font=fonts.lead(fonts.SEMIBOLD), name="import_rows_heading")
        self._note = text_label(tone="muted", name="import_rows_note")
        self._back = LinkButton(tr("First rows"))
        self._copies = Badge("import_copies")
        self._show_them = LinkButton(tr("Show rows"))
        self._found: Finding | None = None
        self._table = PreviewTable()
        self._in_file = PreviewTable("import_rows_in_file")
        self._in_file.setAccessibleName(tr("First rows as in the file"))
        self._in_file_part = QWidget()
        self._in_file_note = text_label(tone="muted", name="import_rows_in_file_note")
        self._source: Source | None = None
        name_widget(self._back, "import_first_rows", tr("Back to the first rows"))
        name_widget(self._show_them, "import_show_copies", tr("Show rows that are the same"))
        self._build()
        self._back.clicked.connect(self._show_first_again)
        self._show_them.clicked.connect(self._show_copies)

    def show_source(self, source: Source) -> None:
        """Show the first rows of another file."""
        self._found = None
        self._copies.show_remark("", "warning")
        self._show_them.hide()
        self.show_first(source)

    def show_called(self, called: Mapping[str, Mapping[str, str]]) -> None:
        """Call values otherwise, by column: classes by their names, grades with their numbers."""
        self._table.show_called(called)

    def show_copies(self, source: Source, found: Finding) -> None:
        """Say which rows are the same, and offer to show them."""
        self._source, self._found = source, found
        self._copies.show_remark(found.text, "warning")
        self._show_them.setVisible(self._back.isHidden())

    def _show_copies(self) -> None:
        if self._source is not None and self._found is not None:
            self._show_rows(self._source, tr("Rows that are the same"), self._found.rows)

    def show_first(self, source: Source) -> None:
        """Show the first rows as they were read."""
        self._source = source
        long = source.unpivoted
        self._heading.setText(tr("First rows") if long is None else tr("As they will be used"))
        models = tr("{rows} cases", rows=numbers.count(source.rows))
        self._note.setText(tr("as they will be used") if long is None else models)
        self._in_file_part.setVisible(long is not None)
        if long is not None:
            self._in_file_note.setText(tr("{rows} rows", rows=numbers.count(long.rows)))
            self._in_file.show_rows(long.columns, long.preview)
        self._back.hide()
        self._show_them.setVisible(self._found is not None)
        self._table.show_rows(source.columns, source.preview)

    def show_finding(self, source: Source, column: str, rows: Sequence[int]) -> None:
        """Show the rows of a finding, counted from 1."""
        self._show_rows(source, tr("Rows of {column}", column=column), rows)
        self._table.scroll_to([info.name for info in source.columns].index(column))

    def _show_rows(self, source: Source, heading: str, rows: Sequence[int]) -> None:
        shown = [row for row in rows if _at_hand(source, row)][:_MOST_ROWS]
        self._source = source
        self._heading.setText(heading)
        self._note.setText(tr("rows {listed}", listed=listed(numbers.count(row) for row in rows)))
        self._in_file_part.hide()
        self._back.show()
        self._show_them.hide()
        self._table.show_rows(source.columns, rows_of(source, shown), shown)

    def _show_first_again(self) -> None:
        if self._source is not None:
            self.show_first(self._source)
            self._table.setFocus()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self._heading)
        head.addWidget(self._copies)
        head.addWidget(self._show_them)
        head.addStretch()
        head.addWidget(self._note)
        head.addWidget(self._back)
        for table in (self._table, self._in_file):
            table.setMinimumHeight(_LEAST_HEIGHT)
            table.setMaximumHeight(_HEIGHT)
        used = QVBoxLayout()
        used.setSpacing(10)
        used.addLayout(head)
        used.addWidget(card_round(self._table, "import_preview_card", margin=1))
        self._build_in_file()
        sides = QHBoxLayout(self)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(10)
        sides.addWidget(self._in_file_part, 2)
        sides.addLayout(used, 3)

    def _build_in_file(self) -> None:
        head = QHBoxLayout()
        head.addWidget(text_label(tr("As in the file"), font=fonts.lead(fonts.SEMIBOLD)))
        head.addStretch()
        head.addWidget(self._in_file_note)
        column = QVBoxLayout()
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(card_round(self._in_file, "import_in_file_card", margin=1))
        row = QHBoxLayout(self._in_file_part)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addLayout(column, 1)
        arrow = text_label("\N{RIGHTWARDS ARROW}", font=fonts.headline(), tone="muted")
        row.addWidget(arrow, 0, Qt.AlignmentFlag.AlignVCenter)


def _is_small(source: Source) -> bool:
    return source.complete and source.rows * len(source.columns) <= _MOST_CELLS


def _at_hand(source: Source, row: int) -> bool:
    return row <= len(source.preview) or _is_small(source)


def rows_of(source: Source, rows: Sequence[int]) -> list[Sequence[str]]:
    """Return the cells of some rows; those past the first ones need a small file."""
    if all(row <= len(source.preview) for row in rows):
        return [source.preview[row - 1] for row in rows]
    asked = [(column, Texts(column.name)) for column in source.columns]
    cells, decimal = source.table.read([one for _, one in asked]).arrays, source.options.decimal
    return [
        [column.as_read(str(cells[one][row - 1]), decimal or ".") for column, one in asked]
        for row in rows
    ]


_ROW_HEIGHT = 24
_WIDEST = 180
_AIR = 34  # paddings and the space between columns
_MEASURED_ROWS = 20
_MISSING = "missing"  # in place of an empty cell of numbers
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PreviewModel(TableModel):
    """The cells as they will be used: numbers with the decimal mark in use, classes by name."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: Sequence[ColumnInfo] = ()
        self._rows: Sequence[Sequence[str]] = ()
        self._numbers: Sequence[int] = ()
        self._called: dict[str, dict[str | Decimal, str]] = {}  # by column and `label_key`

    def show_called(self, called: Mapping[str, Mapping[str, str]]) -> None:
        """Call values otherwise, by their column."""
        named = {
            column: {label_key(value): name for value, name in names.items() if name}
            for column, names in called.items()
        }
        if named != self._called:
            self._called = named
            last = self.index(len(self._rows) - 1, max(len(self._columns) - 1, 0))
            self.dataChanged.emit(self.index(0, 0), last)

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
    def columns(self) -> Sequence[ColumnInfo]:
        """The columns of the file."""
        return self._columns

    @property
    def table_shape(self) -> tuple[int, int]:
        """How many rows there are to look at, and how many columns the file has."""
        return len(self._rows), len(self._columns)

    def cell_data(self, row: int, column: int, role: int) -> Any:
        """Return the text of a cell, or to which side it belongs."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(column)
        if role == Qt.ItemDataRole.ForegroundRole and self._text(row, column) == _MISSING:
            return QColor(token_color("muted"))
        return None

    def _text(self, row: int, column: int) -> str:
        cells, info = self._rows[row], self._columns[column]
        cell = cells[column] if column < len(cells) else ""
        if info.name in self._called:
            return self._called[info.name].get(label_key(cell), cell)
        if not info.kind.is_numeric:
            return cell
        missing = is_missing(cell)
        return _MISSING if missing else numbers.marked(cell).replace("-", numbers.MINUS)

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

    def __init__(self, name: str = "import_preview") -> None:
        super().__init__()
        name_widget(self, name, tr("First rows of the file"))
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

    def show_called(self, called: Mapping[str, Mapping[str, str]]) -> None:
        """Call values otherwise, by their column; columns are as wide as the words need."""
        self._model.show_called(called)
        for column, info in enumerate(self._model.columns):
            words = [word for word in called.get(info.name, {}).values() if word]
            wanted = self._width_of(info, words) if words else 0
            if wanted > self.columnWidth(column):
                self.setColumnWidth(column, wanted)

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
