"""The list of models: the one legend of the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QSizePolicy

from costcurve_gui.translation import tr
from costcurve_gui.views.panels.model_commands import ModelCommands
from costcurve_gui.views.panels.model_delegate import (
    HEADING_HEIGHT,
    ModelDelegate,
    is_on_name,
    line_rect,
)
from costcurve_gui.views.panels.model_filter import (
    SORTED_BY,
    FilterField,
    Subset,
    SubsetFilter,
    file_names,
    headings_of,
    is_kept,
    order_of,
)
from costcurve_gui.views.panels.model_moving import RowDrag
from costcurve_gui.views.panels.model_row import AUC, FIGURE, INTERVAL, MODEL
from costcurve_gui.views.panels.model_rows import ModelRows
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.frames import own_viewport
from costcurve_gui.views.widgets.icons import is_theme_change
from costcurve_gui.views.widgets.item_views import FramedTable
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot

ROW_HEIGHT = 27
_NAME_AIR = 10  # above and below a name of several lines
HEADER_HEIGHT = 26
_LEAST_ROWS = 4
_INTERVAL_WIDTH = 32
_FIGURE_MARGIN = 12
_FIGURE_GAP = 8  # to the column before


class ModelList(FramedTable):
    """Shows every model once.

    Emits `model_selected(key)`, `model_shown(key, bool)` and `hidden_chosen(frozenset of keys)`;
    `name_typed(key, str)`, `colour_chosen(key, slot or None)` and `order_chosen(key moved, keys)`;
    `reverse_requested(key)` for a model that ranks backwards, `remove_requested(key)`, and
    `back_requested(columns)` for models removed before, None for all of them; `all_listed()` when
    no model is kept out any more.
    """

    name_typed = Signal(object, str)
    colour_chosen = Signal(object, object)
    order_chosen = Signal(object, object)
    back_requested = Signal(object)
    all_listed = Signal()

    reverse_requested = Signal(object)
    remove_requested = Signal(object)
    model_selected = Signal(object)
    model_shown = Signal(object, bool)
    hidden_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows = ModelRows()
        self.subset = SubsetFilter(self.rows)
        self._delegate = ModelDelegate()
        self._fitted: tuple[object, ...] = ()  # what the columns were fitted to
        self._sorted_by: int | None = None
        self._backwards = False
        self._removed: dict[str, str] = {}  # names by column
        self._grouped = True
        self._build()
        self.filter = FilterField(self)
        self.commands = ModelCommands(self, self.rows, self.list_all)
        self.drag = RowDrag(self, self.commands.movable)
        self._connect()

    @property
    def selected(self) -> str | None:
        """Key of the model in the current line."""
        current = self.currentIndex()
        row = self.rows.rows[current.row()] if current.isValid() else None
        return row.key if row is not None and row.slot else None

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
        if self._sorted_by == FIGURE or self.subset.chosen is not Subset.ALL:
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

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select a line, or its box; a press on the name may become a drag.

        With Shift the band of the model is asked for.
        """
        place = event.position().toPoint()
        index = self.indexAt(place)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and index.isValid():
            self.commands.ask_for_band(self.rows.rows[index.row()])
            return
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and index.column() == MODEL:
            on_name = is_on_name(self.line_of(index), place)
            self.drag.begin_at(index.row() if on_name else -1, place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Name the model whose name is clicked twice."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        if index.column() == MODEL and is_on_name(self.line_of(index), place):
            self.commands.begin_naming(self.rows.rows[index.row()].key)
        else:
            super().mouseDoubleClickEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Alt with Up and Down for moving models while the list has the focus."""
        overrides = event.type() is QEvent.Type.ShortcutOverride
        if overrides and self.commands.has_key(cast("QKeyEvent", event)):
            event.accept()
            return True
        return super().event(event)

    def line_of(self, index: QModelIndex) -> QRect:
        """Return where a cell stands, below the heading of its group if it has one."""
        return line_rect(self.visualRect(index), index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the menu of the current line names keys for."""
        current = self.currentIndex()
        row = self.rows.rows[current.row()] if current.isValid() else None
        if row is None or not self.commands.takes_key(event, row):
            super().keyPressEvent(event)

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> Any:  # noqa: N802 (Qt's name)
        """Return the current line as the place of the cursor: there the menu key opens the menu."""
        if query is Qt.InputMethodQuery.ImCursorRectangle and self.currentIndex().isValid():
            return self.visualRect(self.currentIndex())
        return super().inputMethodQuery(query)

    def sizeHint(self) -> QSize:
        """Return the room for all lines."""
        return QSize(280, self._height_of(self.rows.rowCount()) + 1)

    def _build(self) -> None:
        own_viewport(self)
        name_widget(self, "model_list", tr("Models"))
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
            height += HEADING_HEIGHT if at in self.rows.headings else 0
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
        self.rows.name_typed.connect(self.name_typed)
        self.drag.dropped.connect(self.commands.move)
        self.commands.order_chosen.connect(self._take_order)
        self.commands.colour_chosen.connect(self.colour_chosen)
        self.commands.hidden_chosen.connect(self.hidden_chosen)
        self.commands.remove_requested.connect(self.remove_requested)
        self.commands.reverse_requested.connect(self.reverse_requested)
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
            from costcurve_gui.views.panels.model_menu import fill_row_menu  # not with the start

            fill_row_menu(menu, self.rows.rows[index.row()], self.commands)
            menu.addSeparator()
        if self._removed:
            back = menu.addMenu(tr("Bring back"))
            for removed, name in self._removed.items():
                ask = partial(self.back_requested.emit, [removed])
                back.addAction(name.replace("&", "&&"), ask)
        menu.addAction(tr("Show all curves"), lambda: self.commands.show_only(None))
        joint = tr("Show only curves on the joint hull")
        menu.addAction(joint, self.commands.show_only_on_joint_hull)
        menu.addSeparator()
        orders = menu.addMenu(tr("Filter and sort"))
        orders.addAction(tr("Filter models"), self.filter.begin)
        orders.addSeparator()
        for column, said in SORTED_BY.items():
            orders.addAction(tr("By {said}", said=said), partial(self.sort_by, column))
        orders.addAction(tr("Own order"), partial(self.sort_by, None))
        if len(file_names(self.rows.rows)) > 1:
            group = orders.addAction(tr("Group by file"), self._switch_groups)
            group.setCheckable(True)
            group.setChecked(self._grouped)
        menu.popup(self.viewport().mapToGlobal(position))

    def keep(self, subset: Subset) -> None:
        """List all models, or those of a subset; with it the trivial classifiers go."""
        self.subset.chosen = subset
        self._arrange()

    def list_all(self) -> None:
        """List every model again."""
        self.filter.finish()
        self.keep(Subset.ALL)
        self.all_listed.emit()

    def show_removed(self, removed: Mapping[str, str]) -> None:
        """Offer removed models in the menu, their names by column."""
        self._removed = dict(removed)

    def _take_order(self, key: str, order: tuple[str, ...]) -> None:
        """Ask for another order; a list sorted by a column has its own from then on."""
        self._sorted_by, self._backwards = None, False
        self.order_chosen.emit(key, order)
        self._select(key)

    def sort_by(self, column: int | None) -> None:
        """Sort by a column, a second time backwards; a third time as in the file."""
        if column not in SORTED_BY or (column == self._sorted_by and self._backwards):
            self._sorted_by, self._backwards = None, False
        else:
            self._backwards = column == self._sorted_by
            self._sorted_by = column
        self._arrange()
        self._fit_columns()
        self.scrollToTop()

    def _switch_groups(self) -> None:
        self._grouped = not self._grouped
        self._arrange()

    def _arrange(self) -> None:
        """Bring the lines into their order, and hide those that the filter leaves out."""
        rows, header = self.rows.rows, self.verticalHeader()
        grouped = self._grouped and len(file_names(rows)) > 1
        wanted = order_of(rows, self._sorted_by, backwards=self._backwards, grouped=grouped)
        for place, at in enumerate(wanted):
            header.moveSection(header.visualIndex(at), place)
        words = self.filter.words
        kept = self.subset.keys()
        for at, row in enumerate(rows):
            left_out = kept is not None and row.key not in kept
            self.setRowHidden(at, left_out or not is_kept(row, words))
        headings = headings_of(rows, self.commands.movable()) if grouped else {}
        if headings != self.rows.headings:
            self.rows.headings = headings
            self._fit_columns()
        self.rows.show_order(self._sorted_by, backwards=self._backwards)
