"""The table of columns: what each is used as, and what was found in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QIcon,
    QResizeEvent,
    QStandardItemModel,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from costcurve_gui.dataio.roles.column_roles import Role, class_name
from costcurve_gui.dataio.roles.grades import score_order
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs import import_words
from costcurve_gui.views.dialogs.import_choices import NUMERIC_ONLY, ImportChoices
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton, SegmentedControl
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.icons import is_theme_change, token_color, token_icon
from costcurve_gui.views.widgets.item_views import ROW_HEIGHT
from costcurve_gui.views.widgets.labels import name_widget, wrapped_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo


_HEADERS = (
    tr("Column"),
    tr("Use as"),
    tr("Type, as read"),
    tr("Missing"),
    tr("Direction"),
    tr("Finding"),
    "",
)
_NAME, _USE, _TYPE, _MISSING, _DIRECTION, _FINDING, _REPAIR = range(len(_HEADERS))
_WIDTHS = {_NAME: 126, _USE: 132, _TYPE: 140, _MISSING: 60, _DIRECTION: 76}
_MOST_OF_NAME, _MOST_OF_TYPE, _AIR = 244, 310, 18
_ICONS = {"success": "check", "warning": "warning", "danger": "warning"}
_CELL_PADDING = 6  # of the style sheet
_LINK_EDGE = 8
_LONGEST_CLASS = 14  # characters of a name in a switch
_SPARE_ROWS = 3  # below the last one in sight, for Tab to reach
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ColumnsTable(QTableWidget):
    """Emits `role_chosen(column, Role)` and `repair_requested(column, key)`.

    Where a score says which cases are positive, `direction_chosen(column, low)` tells that its low
    values mean so, or its high ones.

    Rows get their controls when they come into sight: a file may have thousands of columns.
    """

    role_chosen = Signal(str, object)
    repair_requested = Signal(str, str)
    direction_chosen = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__(0, len(_HEADERS))
        name_widget(self, "import_columns", tr("Columns and what they are used as"))
        self._columns: Sequence[ColumnInfo] = ()
        self._choices = ImportChoices({})
        self._remarks: dict[str, Remark] = {}
        self._boxes: dict[str, RoleBox] = {}
        self._links: dict[str, LinkButton] = {}
        self._directions: dict[str, DirectionSwitch] = {}
        self._build()
        self.verticalScrollBar().valueChanged.connect(self._furnish)

    def show_columns(self, columns: Sequence[ColumnInfo], choices: ImportChoices) -> None:
        """Show the columns of another file."""
        self.setRowCount(0)
        self._columns, self._choices = columns, choices
        self._boxes, self._remarks, self._links, self._directions = {}, {}, {}, {}
        self.setRowCount(len(columns))
        for row, column in enumerate(columns):
            self._fill_row(row, column)
        self._fit_names()
        self._furnish()

    def show_choices(self, choices: ImportChoices) -> None:
        """Show other roles of the same columns."""
        before, self._choices = self._choices, choices
        for row, column in enumerate(self._columns):
            role = self._role(column)
            order = choices.orders.get(column.name)
            same = role is before.by_column.get(column.name)
            if same and order == before.orders.get(column.name):
                continue
            self._cell(row, _TYPE, self._type(column)).setToolTip(self._type(column))
            if column.name in self._boxes:
                self._boxes[column.name].show_role(role)
        self._show_directions()

    def show_remarks(self, remarks: Mapping[str, Remark]) -> None:
        """Show what was found, column by column; columns without a remark say nothing."""
        before, self._remarks = self._remarks, dict(remarks)
        for row, column in enumerate(self._columns):
            remark = remarks.get(column.name)
            if remark != before.get(column.name):
                self._show_remark(row, remark)
                if column.name in self._boxes:
                    self._show_repair(row, column.name)
        self._widen_repairs()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Furnish the rows that came into sight."""
        super().resizeEvent(event)
        self._furnish()

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of the findings from the new theme."""
        super().changeEvent(event)
        if is_theme_change(event) and hasattr(self, "_columns"):
            for row, column in enumerate(self._columns):
                self._colour(self.item(row, _FINDING), self._remarks.get(column.name))

    def _build(self) -> None:
        for column, words in enumerate(_HEADERS):
            head = QTableWidgetItem(words)
            head.setTextAlignment(_RIGHT if column == _MISSING else _LEFT)
            self.setHorizontalHeaderItem(column, head)
        self.setProperty("padded", True)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)  # else Tab never leaves a control in a cell
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(20)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, fonts.scaled(width))
        header.setSectionResizeMode(_FINDING, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_REPAIR, QHeaderView.ResizeMode.Fixed)

    # --- text ---------------------------------------------------------------------------------

    def _role(self, column: ColumnInfo) -> Role:
        return self._choices.by_column.get(column.name, Role.IGNORE)

    def _type(self, column: ColumnInfo) -> str:
        order = self._choices.orders.get(column.name, ())
        return import_words.type_of(column, self._role(column), order)

    def _fill_row(self, row: int, column: ColumnInfo) -> None:
        self._cell(row, _NAME, column.name).setToolTip(column.name)
        self._cell(row, _TYPE, self._type(column)).setToolTip(self._type(column))
        if column.missing:
            missing = numbers.count(column.missing)
            missing = tr("{missing} or more", missing=missing) if column.sampled else missing
            self._cell(row, _MISSING, missing).setTextAlignment(_RIGHT)

    def _fit_names(self) -> None:
        """Give names and types the room they need; very long names take more lines."""
        metrics = self.fontMetrics()
        types = map(self._type, self._columns)
        longest = max(map(metrics.horizontalAdvance, types), default=0) + _AIR
        least, most = (fonts.scaled(width) for width in (_WIDTHS[_TYPE], _MOST_OF_TYPE))
        self.setColumnWidth(_TYPE, min(max(least, longest), most))
        widest = max((metrics.horizontalAdvance(one.name) for one in self._columns), default=0)
        usual, most = (fonts.scaled(width) for width in (_WIDTHS[_NAME], _MOST_OF_NAME))
        width = min(max(usual, widest + _AIR), most)
        self.setColumnWidth(_NAME, width)
        for row, column in enumerate(self._columns):
            lines = wrapped_name(column.name, metrics, width - _AIR)
            if len(lines) > 1:
                self._cell(row, _NAME, "\n".join(lines))
                self.setRowHeight(row, ROW_HEIGHT + (len(lines) - 1) * metrics.lineSpacing())

    def _cell(self, row: int, column: int, text: str) -> QTableWidgetItem:
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.setItem(row, column, item)
        item.setText(text)
        return item

    def _show_remark(self, row: int, remark: Remark | None) -> None:
        item = self._cell(row, _FINDING, remark.text if remark else "")
        item.setToolTip(item.text())
        self._colour(item, remark)
        across = 1 if remark is not None and remark.repair else 2  # the room of the repair as well
        if remark is not None and self.columnSpan(row, _FINDING) != across:
            self.setSpan(row, _FINDING, 1, across)

    def _colour(self, item: QTableWidgetItem | None, remark: Remark | None) -> None:
        if item is None:
            return
        if remark is None:
            item.setIcon(QIcon())
            return
        item.setForeground(QColor(token_color(remark.tone)))
        item.setIcon(token_icon(_ICONS[remark.tone], remark.tone, 16))

    # --- controls -----------------------------------------------------------------------------

    def _furnish(self) -> None:
        """Give the rows in sight, and a few more, their controls."""
        if not self._columns:
            return
        first = max(0, self.rowAt(0))
        shown = self.viewport().height() // ROW_HEIGHT + 1 + _SPARE_ROWS
        before = len(self._boxes)
        for row in range(first, min(first + shown, len(self._columns))):
            if self._columns[row].name not in self._boxes:
                self._add_box(row, self._columns[row])
                self._show_repair(row, self._columns[row].name)
        if len(self._boxes) > before:
            self._show_directions()

    def _add_box(self, row: int, column: ColumnInfo) -> None:
        box = self._boxes[column.name] = RoleBox(column, self._role(column))
        box.activated.connect(lambda: self.role_chosen.emit(column.name, Role(box.currentData())))
        box.reached.connect(lambda: self.scrollToItem(self._cell(row, _NAME, column.name)))
        self.setCellWidget(row, _USE, held(box))

    def _show_directions(self) -> None:
        """Give each score in sight the switch that says which of its values mean positive."""
        positive = "" if self._choices.class_models else self._choices.positive_called
        for row, column in enumerate(self._columns):
            if column.name not in self._boxes:
                continue
            switch = self._directions.get(column.name)
            if not positive or self._role(column) is not Role.SCORE:
                if self._directions.pop(column.name, None) is not None:
                    self.removeCellWidget(row, _DIRECTION)
                continue
            if switch is None:
                switch = self._directions[column.name] = DirectionSwitch(column.name)
                switch.chosen.connect(partial(self.direction_chosen.emit, column.name))
                self.setCellWidget(row, _DIRECTION, held(switch))
            switch.show_direction(column.name in self._choices.lower_is_positive, positive)
        widths = (switch.sizeHint().width() for switch in self._directions.values())
        room = max(widths, default=0) + 2 * (CELL_MARGIN + _CELL_PADDING)
        self.setColumnWidth(_DIRECTION, max(fonts.scaled(_WIDTHS[_DIRECTION]), room))

    def _show_repair(self, row: int, column: str) -> None:
        old = self._links.pop(column, None)
        had_focus = old is not None and old.hasFocus()
        self.removeCellWidget(row, _REPAIR)
        remark = self._remarks.get(column)
        if remark is None or not remark.repair:
            return
        link = self._links[column] = repair_link(column, remark)
        link.clicked.connect(lambda: self.repair_requested.emit(column, remark.repair))
        self.setCellWidget(row, _REPAIR, held(link, to_the_right=True))
        if had_focus:
            link.setFocus()

    def _widen_repairs(self) -> None:
        metrics = QFontMetrics(fonts.body(fonts.SEMIBOLD))
        words = {remark.repair_words for remark in self._remarks.values()}
        widest = max((metrics.horizontalAdvance(text) for text in words), default=0)
        room = 2 * (CELL_MARGIN + _CELL_PADDING) + _LINK_EDGE
        self.setColumnWidth(_REPAIR, widest + room)


CELL_MARGIN = 3
_FILL = Qt.AlignmentFlag(0)


@dataclass(frozen=True, slots=True)
class Remark:
    """What was found in a column: words, their tone, and a repair with its key, if there is one."""

    text: str
    tone: str = "success"
    repair: str = ""
    repair_words: str = ""


class DirectionSwitch(SegmentedControl):
    """Says whether high or low scores mean the positive class, which the chosen half names."""

    def __init__(self, column: str) -> None:
        halves = ((False, tr("High")), (True, tr("Low")))
        super().__init__(
            halves, f"direction_{column}", tr("Direction of {column}", column=column), dense=True
        )

    def show_direction(self, low: bool, positive: str) -> None:
        """Show a direction without a signal."""
        self.set_value(low)
        named = class_name(positive)
        for value, word in ((False, tr("High")), (True, tr("Low"))):
            words = f"{word} = {_shortened(named)}" if value is low else word
            self.set_words(value, words, f"{word} = {named}")


def _shortened(name: str) -> str:
    return (
        name
        if len(name) <= _LONGEST_CLASS
        else f"{name[: _LONGEST_CLASS - 1]}\N{HORIZONTAL ELLIPSIS}"
    )


class RoleBox(ChoiceBox):
    """Offers the roles a column can take; scrolling past it changes nothing."""

    reached = Signal()

    def __init__(self, column: ColumnInfo, role: Role) -> None:
        super().__init__()
        name_widget(self, f"role_{column.name}", tr("Use {name} as", name=column.name))
        self.setProperty("dense", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for choice, words in import_words.ROLE_WORDS.items():
            self.addItem(words, choice)
        self._why_no_numbers = column.note or tr("The column holds no numbers")
        if not column.kind.is_numeric:
            scores = column.text_cells or score_order(column, guessed=True)
            self._rest(NUMERIC_ONLY - {Role.SCORE} if scores else NUMERIC_ONLY)
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
                item.setToolTip(self._why_no_numbers)


def repair_link(column: str, remark: Remark) -> LinkButton:
    """Return the link that settles a finding."""
    link = LinkButton(remark.repair_words)
    name_widget(link, f"repair_{column}", f"{remark.repair_words}: {column}")
    return link


def held(widget: QWidget, *, to_the_right: bool = False) -> QWidget:
    """Put a widget into a cell without letting it fill the cell."""
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(CELL_MARGIN, 1, CELL_MARGIN, 1)
    layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignRight if to_the_right else _FILL)
    return holder
