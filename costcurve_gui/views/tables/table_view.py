"""One table on the screen: shows snapshots, and can be walked through, copied and read aloud."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.headings import (
    CELL_AIR,
    INDENT,
    HeadingDelegate,
    ModelHeader,
    TitleHeader,
)
from costcurve_gui.views.tables.table_rows import NOTHING, TableRows
from costcurve_gui.views.widgets.labels import name_widget, text_label, wrapped_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.shell.theme import Tokens
    from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource

_ROW_HEIGHT = 24
_LEAST_WIDTH = 64
_MOST_OF_NAME = 124  # of a heading: wider ones take more lines; figures never do
_WORDS = 0.36  # of the width, at most: three columns of words are seen at once
_TITLES = 0.55  # of the width, at most
_TITLE_AIR = 2 * INDENT
_LINES_AIR = 10  # above and below a text of several lines


def table_view(view: str) -> QWidget:
    """Return the widget of a view that is a table, or has one."""
    spec = VIEWS[view]
    source = cast("TableSource", spec.make())
    return source.widget() or TableView(view, spec.title, source.content)


class TableView(QTableView):
    """Shows what `content` makes of a snapshot. Emits `model_clicked(key)`.

    It answers the same orders as a plot, but for those about axes.
    """

    model_clicked = Signal(object)

    def __init__(self, name: str, title: str, content: Callable[[Snapshot], TableContent]) -> None:
        super().__init__()
        self._content = content
        self._newest: Snapshot | None = None
        self._resting = False
        self.rows = TableRows()
        self._header = ModelHeader(self.rows)
        self._titles = TitleHeader(self.rows)
        self._corner = text_label(font=fonts.small(), tone="muted")
        self.copy_action = QAction(tr("Copy the table"), self)
        self._build(name, title)
        self._header.sectionClicked.connect(self._choose)
        self.activated.connect(lambda index: self._choose(index.column()))
        self.copy_action.triggered.connect(self.copy)

    def show_curves(self, curve_set: CurveSet | None) -> None:
        """Leave the rows of a file that is closed; those of another come with its snapshot."""
        if curve_set is None:
            self.show_snapshot(None)

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show the numbers of another snapshot."""
        self._newest = snapshot
        if not self._resting:
            self.show_content(NOTHING if snapshot is None else self._content(snapshot))

    def show_content(self, content: TableContent) -> None:
        """Show another content, its columns as wide as it needs."""
        # Fitted here, not in a slot of the reset: there Qt still has the old rows or columns.
        if self.rows.show_content(content):
            self._fit_columns()
        elif any(column.words for column in self.rows.content.columns):
            self._fit_rows()

    def rest(self) -> None:
        """Compute nothing while another view stands in front."""
        self._resting = True

    def wake(self) -> None:
        """Catch up with what was told meanwhile."""
        self._resting = False
        self.show_snapshot(self._newest)

    def set_tokens(self, tokens: Tokens) -> None:
        """Apply another theme."""
        del tokens  # taken from the application when painted
        self._header.viewport().update()
        self.viewport().update()

    def copy(self) -> None:
        """Put the whole table on the clipboard."""
        QGuiApplication.clipboard().setText(self.rows.content.as_text())

    def _choose(self, column: int) -> None:
        chosen = self.rows.column_at(column)
        if chosen is not None and chosen.model is not None:
            self.model_clicked.emit(chosen.model.key)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the application's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "rows"):
            self.rows.refresh_fonts()
            self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the titles leave room for a column of figures."""
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        content = self.rows.content
        self._corner.setText(content.corner)
        strong = any(row.chosen for row in content.rows)  # another one may be in a moment
        for at, column in enumerate(content.columns):
            weight = fonts.SEMIBOLD if column.chosen or strong else fonts.NORMAL
            cell = QFontMetrics(fonts.body(weight)).horizontalAdvance
            texts = [row.cells[at] for row in content.rows if row.cells]
            cells = max(map(cell, texts), default=0) + CELL_AIR
            if column.words:
                words = max(map(cell, chain.from_iterable(map(_unbroken, texts))), default=0)
                most = min(fonts.scaled(_MOST_OF_NAME), round(_WORDS * self.viewport().width()))
                cells = min(cells, max(words + CELL_AIR, most))
            self.setColumnWidth(at, self._column_width(column, cells))
        self._header.fit_height()
        self._fit_titles()
        self._fit_rows()

    def _column_width(self, column: TableColumn, cells: int) -> int:
        """Return a width that cuts no figure; names may take more lines."""
        title, most = self._header.wanted_width(column) + 2, fonts.scaled(_MOST_OF_NAME)
        if column.words:
            return max(min(title, most), cells)
        if column.model is not None:
            return max(cells, min(title, most, self.viewport().width()), _LEAST_WIDTH)
        return max(cells, title)

    def _fit_titles(self) -> None:
        """Give the titles of rows what they need, or names what the columns leave."""
        content, most = self.rows.content, self._most_of_titles()
        if content.names:
            words = {word for row in content.rows if row.cells for word in _unbroken(row.title)}
            widest = max(map(QFontMetrics(fonts.body()).horizontalAdvance, words), default=0)
            most = min(most, self._left_by_columns(widest + _TITLE_AIR))
        corner = self._corner.fontMetrics().horizontalAdvance(content.corner) + 2 * INDENT
        most = max(most, corner)
        if (corner, most) != (self._titles.minimumWidth(), self._titles.maximumWidth()):
            self._titles.setMinimumWidth(corner)
            self._titles.setMaximumWidth(most)
            self.updateGeometries()

    def _fit_rows(self) -> None:
        """Make rows as high as the lines of their texts."""
        least, line = fonts.scaled(_ROW_HEIGHT), QFontMetrics(fonts.body()).lineSpacing()
        for at, row in enumerate(self.rows.content.rows):
            height = max(least, self._lines_of(row) * line + _LINES_AIR)
            if height != self.rowHeight(at):
                self.setRowHeight(at, height)

    def _lines_of(self, row: TableRow) -> int:
        metrics = QFontMetrics(fonts.body(fonts.SEMIBOLD if row.chosen else fonts.NORMAL))
        lines = [len(self._titles.lines(row))]
        for at, text in enumerate(row.cells):
            if self.rows.content.columns[at].words:
                room = self.columnWidth(at) - CELL_AIR
                lines.append(len(wrapped_name(text, metrics, room)))
        return max(lines)

    def _left_by_columns(self, least: int) -> int:
        """Return the room beside as many whole columns as there may be."""
        bar = self.verticalScrollBar()
        room = self.contentsRect().width() - (bar.width() if bar.isVisible() else 0)
        for at in range(len(self.rows.content.columns)):
            if room - self.columnWidth(at) < least:
                break
            room -= self.columnWidth(at)
        return max(room, least)

    def _most_of_titles(self) -> int:
        return max(round(_TITLES * self.width()), _LEAST_WIDTH)

    def _build(self, name: str, title: str) -> None:
        name_widget(self, f"{name}_table", tr("{title} table", title=title))
        self.setModel(self.rows)
        self.setHorizontalHeader(self._header)
        self.setVerticalHeader(self._titles)
        self._build_corner()
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setProperty("padded", True)
        self.setItemDelegate(HeadingDelegate(self.rows, self._titles))
        titles = self._titles
        titles.setDefaultSectionSize(fonts.scaled(_ROW_HEIGHT))
        titles.setSectionsClickable(False)
        titles.setHighlightSections(False)
        self.copy_action.setObjectName(f"copy_{name}")
        self.copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.addAction(self.copy_action)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _build_corner(self) -> None:
        """Put the title of the titles into the button between the headers, which Qt places."""
        self._corner.setIndent(INDENT)
        self._corner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._corner.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        layout = QVBoxLayout(self.findChildren(QAbstractButton)[0])
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._corner)


def _unbroken(name: str) -> list[str]:
    """Return the parts of a name between which it may go on in another line."""
    return re.findall("[^ _-]+[_-]?", name)
