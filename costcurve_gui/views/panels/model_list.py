"""The list of models: the one legend of the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QSizePolicy, QTableView

from costcurve_gui.views.panels.model_delegate import ModelDelegate, toggle
from costcurve_gui.views.panels.model_filter import (
    SORTED_BY,
    FilterField,
    is_kept,
    joint_hull_models,
    order_of,
)
from costcurve_gui.views.panels.model_rows import (
    AUC,
    FIGURE,
    INTERVAL,
    MODEL,
    ModelRow,
    ModelRows,
)
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.frames import own_viewport
from costcurve_gui.views.widgets.icons import is_theme_change
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot

ROW_HEIGHT = 27
_NAME_AIR = 10  # above and below a name of several lines
HEADER_HEIGHT = 26
_LEAST_ROWS = 4
_INTERVAL_WIDTH = 38
_FIGURE_MARGIN = 12
_FIGURE_GAP = 8  # to the column before


class ModelList(QTableView):
    """Shows every model once.

    Emits `model_selected(key)`, `model_shown(key, bool)` and `hidden_chosen(frozenset of keys)`;
    `reverse_requested(key)` for a model that ranks backwards, and `remove_requested(key)` for one
    that was derived.
    """

    reverse_requested = Signal(object)
    remove_requested = Signal(object)
    model_selected = Signal(object)
    model_shown = Signal(object, bool)
    hidden_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows = ModelRows()
        self._delegate = ModelDelegate()
        self._fitted: tuple[object, ...] = ()  # what the columns were fitted to
        self._sorted_by: int | None = None
        self._backwards = False
        self._build()
        self.filter = FilterField(self)
        self._connect()

    def show_curves(self, curve_set: CurveSet | None) -> None:
        """List the models of another curve set."""
        self.rows.show_curves(curve_set)
        self._arrange()
        self._fit_columns()  # not in a slot of the reset: Qt still has the old rows there

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the figures of another snapshot, and its selected model."""
        self.rows.show_snapshot(snapshot)
        if self._room_wanted() != self._fitted:
            self._fit_columns()
        if self._sorted_by == FIGURE:
            self._arrange()
        self._select(snapshot.selected)

    def changeEvent(self, event: QEvent) -> None:
        """Take sizes and colours again."""
        super().changeEvent(event)
        if is_theme_change(event) and hasattr(self, "_delegate"):
            self._delegate.refresh_fonts()
            self._fit_columns()
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the names more lines or fewer, and keep the selected line in sight."""
        super().resizeEvent(event)
        self._fit_columns()
        self.scrollTo(self.currentIndex())

    def leaveEvent(self, event: QEvent) -> None:
        """No line is hovered any more."""
        super().leaveEvent(event)
        self._hover(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Switch the current line with Space, remove a derived model with Delete."""
        current = self.currentIndex()
        if event.key() == Qt.Key.Key_Delete and current.isValid():
            row = self.rows.rows[current.row()]
            if row.origin:
                self.remove_requested.emit(row.key)
            return
        if event.key() == Qt.Key.Key_Space and current.isValid():
            toggle(self.rows, self.rows.index(current.row(), MODEL))
            return
        super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return the room for all lines."""
        return QSize(280, self._height_of(self.rows.rowCount()) + 1)

    def _build(self) -> None:
        own_viewport(self)
        name_widget(self, "model_list", "Models")
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.verticalHeader().setMinimumSectionSize(ROW_HEIGHT)
        self._build_header()

    def _build_header(self) -> None:
        header = self.horizontalHeader()
        header.setFont(fonts.small())
        header.setFixedHeight(HEADER_HEIGHT)
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(MODEL, QHeaderView.ResizeMode.Stretch)
        width = QFontMetrics(fonts.body(fonts.SEMIBOLD)).horizontalAdvance
        header.resizeSection(AUC, width("0.000") + 4)
        header.resizeSection(INTERVAL, fonts.scaled(_INTERVAL_WIDTH))
        self._fit_figures()

    def _fit_columns(self) -> None:
        """Let no name be cut: the intervals make room first, then names take more lines."""
        self._fitted = self._room_wanted()
        widths = [self._delegate.name_width(row) for row in self.rows.rows]
        room = self.viewport().width() - self.columnWidth(AUC) - self._figure_width()
        with_intervals = room - fonts.scaled(_INTERVAL_WIDTH)
        self.setColumnHidden(INTERVAL, max(widths, default=0) > with_intervals)
        self._fit_figures()
        column = room - _FIGURE_GAP if self.isColumnHidden(INTERVAL) else with_intervals
        line = QFontMetrics(fonts.body()).lineSpacing()
        for at, row in enumerate(self.rows.rows):
            lines = len(self._delegate.name_lines(row, column))
            height = max(ROW_HEIGHT, lines * line + _NAME_AIR)
            if self.rowHeight(at) != height:
                self.setRowHeight(at, height)
        self._fit_height()

    def _room_wanted(self) -> tuple[object, ...]:
        """Return the values of the rows on which widths and heights depend."""
        return self._figure_width(), *((row.key, row.name, row.origin) for row in self.rows.rows)

    def _height_of(self, rows: int) -> int:
        return HEADER_HEIGHT + sum(map(self.rowHeight, range(rows)))

    def _fit_figures(self) -> None:
        """Give the figures the room of the longest, at the cost of the names."""
        gap = _FIGURE_GAP if self.isColumnHidden(INTERVAL) else 0
        if self._figure_width() + gap != self.columnWidth(FIGURE):
            self.horizontalHeader().resizeSection(FIGURE, self._figure_width() + gap)

    def _figure_width(self) -> int:
        width = QFontMetrics(fonts.body(fonts.SEMIBOLD)).horizontalAdvance
        return max(map(width, ("+00.00", *self.rows.figures))) + _FIGURE_MARGIN

    def _connect(self) -> None:
        self.rows.shown_toggled.connect(self.model_shown)
        self.entered.connect(lambda index: self._hover(index.row()))
        self.selectionModel().currentRowChanged.connect(self._report_selection)
        self.customContextMenuRequested.connect(self._open_menu)
        self.horizontalHeader().sectionClicked.connect(self.sort_by)
        self.filter.textChanged.connect(lambda _: self._arrange())

    def _hover(self, row: int) -> None:
        if row != self._delegate.hovered_row:
            self._delegate.hovered_row = row
            self.viewport().update()

    def _fit_height(self) -> None:
        most, least = self.sizeHint().height(), min(self.rows.rowCount(), _LEAST_ROWS)
        if most != self.maximumHeight():
            self.setMaximumHeight(most)
            self.setMinimumHeight(self._height_of(least))
            self.updateGeometry()

    def _select(self, key: str | None) -> None:
        row = self.rows.row_of(key)
        selection = self.selectionModel()
        if row == selection.currentIndex().row() and (row < 0 or selection.hasSelection()):
            return
        flags = QItemSelectionModel.SelectionFlag
        blocked = selection.blockSignals(True)
        if row < 0:
            selection.clear()
        else:
            index = self.rows.index(row, MODEL)
            selection.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.scrollTo(index)
        selection.blockSignals(blocked)
        self.viewport().update()

    def _report_selection(self, current: QModelIndex) -> None:
        if current.isValid() and self.rows.rows[current.row()].slot:
            self.model_selected.emit(self.rows.rows[current.row()].key)

    def _open_menu(self, position: QPoint) -> None:
        index = self.indexAt(position)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if index.isValid() and self.rows.rows[index.row()].slot:
            row = self.rows.rows[index.row()]
            menu.addAction("Show only this curve", lambda: self.show_only(row.key))
            self._add_derivations(menu, row)
        menu.addAction("Show all curves", lambda: self.show_only(None))
        menu.addAction("Show only curves on the joint hull", self.show_only_on_joint_hull)
        menu.addSeparator()
        menu.addAction("Filter models", self.filter.begin)
        for column, said in SORTED_BY.items():
            menu.addAction(f"Sort by {said}", partial(self.sort_by, column))
        menu.addAction("Order of the file", partial(self.sort_by, None))
        menu.popup(self.viewport().mapToGlobal(position))

    def _add_derivations(self, menu: QMenu, row: ModelRow) -> None:
        if row.backwards:
            menu.addAction("Add this model reversed", lambda: self.reverse_requested.emit(row.key))
        if row.origin:
            menu.addAction("Remove this model", lambda: self.remove_requested.emit(row.key))

    def sort_by(self, column: int | None) -> None:
        """Sort by a column, a second time backwards; a third time as in the file."""
        if column not in SORTED_BY or (column == self._sorted_by and self._backwards):
            self._sorted_by, self._backwards = None, False
        else:
            self._backwards = column == self._sorted_by
            self._sorted_by = column
        self._arrange()
        self._fit_columns()

    def _arrange(self) -> None:
        """Bring the lines into their order, and hide those that the filter leaves out."""
        rows, header = self.rows.rows, self.verticalHeader()
        wanted = order_of(rows, self._sorted_by, backwards=self._backwards)
        for place, at in enumerate(wanted):
            header.moveSection(header.visualIndex(at), place)
        words = self.filter.words
        for at, row in enumerate(rows):
            self.setRowHidden(at, not is_kept(row, words))
        self.rows.show_order(self._sorted_by, backwards=self._backwards)

    def show_only_on_joint_hull(self) -> None:
        """Ask for the curves of the models that are the best under some condition."""
        models = joint_hull_models(self.rows.snapshot)
        keys = frozenset(row.key for row in self.rows.rows if row.slot)
        if models:
            self.hidden_chosen.emit(keys - models)

    def show_only(self, key: str | None) -> None:
        """Ask for one curve alone, or for all of them with None."""
        models = [row.key for row in self.rows.rows if row.slot]
        hidden = frozenset(model for model in models if key is not None and model != key)
        self.hidden_chosen.emit(hidden)
