"""The table of columns: what each is used as, and what was found in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from costcurve_gui.dataio.roles import Role
from costcurve_gui.views import numbers
from costcurve_gui.views.dialogs import import_words
from costcurve_gui.views.dialogs.import_choices import NUMERIC_ONLY
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.row_height import ROW_HEIGHT
from costcurve_gui.views.widgets.text import name_widget
from costcurve_gui.views.widgets.themed_icon import is_theme_change, token_color, token_icon

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.views.dialogs.import_choices import ImportChoices

_HEADERS = ("Column", "Use as", "Type", "Missing", "Finding", "")
_NAME, _USE, _TYPE, _MISSING, _FINDING, _REPAIR = range(len(_HEADERS))
_WIDTHS = {_NAME: 182, _USE: 132, _TYPE: 170, _MISSING: 60}
_CELL_MARGIN = 3
_CELL_PADDING = 6  # of the style sheet
_FILL = Qt.AlignmentFlag(0)
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ICONS = {"success": "check", "warning": "warning", "danger": "warning"}


@dataclass(frozen=True, slots=True)
class Remark:
    """What was found in a column: words, their tone, and a repair with its key, if there is one."""

    text: str
    tone: str = "success"
    repair: str = ""
    repair_words: str = ""


class RoleBox(QComboBox):
    """Offers the roles a column can take; scrolling past it changes nothing."""

    reached = Signal()

    def __init__(self, column: ColumnInfo, role: Role) -> None:
        super().__init__()
        name_widget(self, f"role_{column.name}", f"Use {column.name} as")
        self.setProperty("dense", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for choice, words in import_words.ROLE_WORDS.items():
            self.addItem(words, choice)
        if not column.kind.is_numeric:
            self._rest(NUMERIC_ONLY)
        self.show_role(role)

    def show_role(self, role: Role) -> None:
        """Show another role without a signal."""
        self.setCurrentIndex(self.findData(role))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the table."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell that the row should be seen."""
        super().focusInEvent(event)
        self.reached.emit()

    def _rest(self, roles: frozenset[Role]) -> None:
        model = self.model()
        if isinstance(model, QStandardItemModel):
            for role in roles:
                item = model.item(self.findData(role))
                item.setEnabled(False)
                item.setToolTip("The column holds no numbers")


class ColumnsTable(QTableWidget):
    """Emits `role_chosen(column, Role)` and `repair_requested(column, key)`."""

    role_chosen = Signal(str, object)
    repair_requested = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(0, len(_HEADERS))
        name_widget(self, "import_columns", "Columns and what they are used as")
        self._rows: dict[str, int] = {}
        self._boxes: dict[str, RoleBox] = {}
        self._remarks: dict[str, Remark] = {}
        self._links: dict[str, LinkButton] = {}
        self._build()

    def show_columns(self, columns: Sequence[ColumnInfo], choices: ImportChoices) -> None:
        """Show the columns of another file."""
        self.setRowCount(0)
        self._rows = {column.name: row for row, column in enumerate(columns)}
        self._boxes, self._remarks, self._links = {}, {}, {}
        self.setRowCount(len(columns))
        for row, column in enumerate(columns):
            self.setRowHeight(row, ROW_HEIGHT)
            self._fill_row(row, column, choices.by_column.get(column.name, Role.IGNORE))

    def show_roles(self, columns: Sequence[ColumnInfo], choices: ImportChoices) -> None:
        """Show other roles of the same columns."""
        for column in columns:
            role = choices.by_column.get(column.name, Role.IGNORE)
            self._boxes[column.name].show_role(role)
            self._cell(self._rows[column.name], _TYPE, import_words.type_of(column, role))

    def show_remarks(self, remarks: Mapping[str, Remark]) -> None:
        """Show what was found, column by column; columns without a remark say nothing."""
        for column, row in self._rows.items():
            remark = remarks.get(column)
            if remark != self._remarks.get(column):
                self._show_remark(row, column, remark)
        self._remarks = dict(remarks)
        self._widen_repairs()

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of the findings from the new theme."""
        super().changeEvent(event)
        if is_theme_change(event):
            for column, remark in getattr(self, "_remarks", {}).items():
                self._colour(self.item(self._rows[column], _FINDING), remark)

    def _build(self) -> None:
        for column, words in enumerate(_HEADERS):
            head = QTableWidgetItem(words)
            head.setTextAlignment(_RIGHT if column == _MISSING else _LEFT)
            self.setHorizontalHeaderItem(column, head)
        self.setProperty("padded", True)
        self.setShowGrid(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(20)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        header.setSectionResizeMode(_FINDING, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_REPAIR, QHeaderView.ResizeMode.Fixed)

    def _fill_row(self, row: int, column: ColumnInfo, role: Role) -> None:
        name = self._cell(row, _NAME, column.name)
        name.setToolTip(column.name)
        self._cell(row, _TYPE, import_words.type_of(column, role))
        missing = self._cell(row, _MISSING, numbers.count(column.missing) if column.missing else "")
        missing.setTextAlignment(_RIGHT)
        box = self._boxes[column.name] = RoleBox(column, role)
        box.activated.connect(lambda: self.role_chosen.emit(column.name, Role(box.currentData())))
        box.reached.connect(lambda: self.scrollToItem(name))
        self.setCellWidget(row, _USE, _held(box))

    def _cell(self, row: int, column: int, text: str) -> QTableWidgetItem:
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.setItem(row, column, item)
        item.setText(text)
        return item

    def _show_remark(self, row: int, column: str, remark: Remark | None) -> None:
        item = self._cell(row, _FINDING, remark.text if remark else "")
        item.setToolTip(item.text())
        self._colour(item, remark)
        self.removeCellWidget(row, _REPAIR)
        self._links.pop(column, None)
        if remark is not None and remark.repair:
            link = self._links[column] = self._link(column, remark)
            self.setCellWidget(row, _REPAIR, _held(link, to_the_right=True))

    def _widen_repairs(self) -> None:
        widest = max((link.sizeHint().width() for link in self._links.values()), default=0)
        self.setColumnWidth(_REPAIR, widest + 2 * (_CELL_MARGIN + _CELL_PADDING))

    def _colour(self, item: QTableWidgetItem | None, remark: Remark | None) -> None:
        if item is None or remark is None:
            return
        item.setForeground(QColor(token_color(remark.tone)))
        item.setIcon(token_icon(_ICONS[remark.tone], remark.tone, 16))

    def _link(self, column: str, remark: Remark) -> LinkButton:
        link = LinkButton(remark.repair_words)
        name_widget(link, f"repair_{column}", f"{remark.repair_words}: {column}")
        link.clicked.connect(lambda: self.repair_requested.emit(column, remark.repair))
        return link


def _held(widget: QWidget, *, to_the_right: bool = False) -> QWidget:
    """Put a widget into a cell without letting it fill the cell."""
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(_CELL_MARGIN, 1, _CELL_MARGIN, 1)
    layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignRight if to_the_right else _FILL)
    return holder
