"""Everything that can change under a table, thousands of times and in any order."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, cast

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QTableView,
    QTreeView,
    QWidget,
)

from costcurve_gui.analysis.cost_checks import RefusedRows
from costcurve_gui.analysis.dataset_info import ModelInfo
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.dataio.columns import describe_column
from costcurve_gui.session.preferences import Theme
from costcurve_gui.views.dialogs.import_rows import PreviewTable
from costcurve_gui.views.dialogs.refused_rows_dialog import RefusedRowsDialog
from costcurve_gui.views.panels.model_list import ModelList
from costcurve_gui.views.shell.theme import apply_theme, tokens_for
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow
from costcurve_gui.views.tables.table_view import TableView
from tests.helpers.plot_frames import german_snapshot
from tests.helpers.samples import dataset_info

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_WORDS = (
    "AUC",
    "cost curve area, 90 %",
    "",
    "x" * 60,
    "0.772",
    "\u22120.139 to \u22120.052",
    "\u00e9\u4e2d",
)
_MOST = 14


class TableStress:
    """Views of every kind in one window, changed by a seeded hand.

    `changes` counts what was done; `last` has the names of the newest changes.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - it plays
        self._content = TableView("stress", "Stress", lambda _snapshot: self._some_content())
        self._models = ModelList()
        self._preview = PreviewTable()
        self._frames = [
            german_snapshot(),
            german_snapshot(selected="mlp"),
            german_snapshot(prior=0.3),
        ]
        self.views: list[QAbstractItemView] = [self._content, self._models, self._preview]
        for view in self.views:
            view.resize(500, 400)
            view.show()
        self.changes = 0
        self.last: list[str] = []
        shape = (self._show_content, self._show_models, self._show_preview)
        ways: Mapping[Callable[[], None], int] = {
            **dict.fromkeys(shape, 6),
            **dict.fromkeys(
                (self._resize, self._toggle, self._select, self._scroll, self._press), 2
            ),
            **dict.fromkeys((self._hide_section, self._turn, self._span, self._resize_section), 1),
            **dict.fromkeys((self._change_font, self._sort_rows), 1),
        }
        self._ways = [way for way, weight in ways.items() for _ in range(weight)]

    def run(self, changes: int) -> None:
        """Change something `changes` times."""
        for _ in range(changes):
            way = self._random.choice(self._ways)
            self.last = [*self.last[-30:], way.__name__]
            way()
            self.changes += 1
            if self._random.random() < 0.2:
                QApplication.processEvents()

    def change_theme(self) -> None:
        """Dress everything in another theme: too slow for every hundredth change."""
        themes = (Theme.LIGHT, Theme.DARK)
        application = cast("QApplication", QApplication.instance())
        apply_theme(application, tokens_for(self._random.choice(themes)))

    def close(self) -> None:
        """Close every window."""
        for view in self.views:
            view.close()
            view.deleteLater()

    # --- other contents -----------------------------------------------------------------------

    def _word(self) -> str:
        return self._random.choice(_WORDS)

    def _some_content(self) -> TableContent:
        columns = self._random.randrange(_MOST)
        rows = [self._some_row(columns) for _ in range(self._random.randrange(3 * _MOST))]
        heads = tuple(self._some_column(at) for at in range(columns))
        return TableContent(self._word(), heads, tuple(rows), self._random.choice((0, 0, 8)))

    def _some_column(self, at: int) -> TableColumn:
        info = (
            ModelInfo(key=f"m{at}", name=self._word(), column=self._word(), slot=at + 1)
            if self._random.random() < 0.6
            else None
        )
        return TableColumn(self._word(), info, self._random.random() < 0.2, info is None)

    def _some_row(self, columns: int) -> TableRow:
        if self._random.random() < 0.2:
            return TableRow(self._word())
        cells = tuple(self._word() for _ in range(columns))
        return TableRow(self._word(), cells, self._word(), self._random.random() < 0.1)

    def _show_content(self) -> None:
        nothing = self._random.random() < 0.1
        self._content.show_snapshot(None if nothing else self._random.choice(self._frames))

    def _show_models(self) -> None:
        if self._random.random() < 0.2:
            self._models.show_curves(None)
            return
        snapshot = self._random.choice(self._frames)
        self._models.show_curves(snapshot.curve_set)
        self._models.show_snapshot(snapshot)

    def _show_preview(self) -> None:
        width, height = self._random.randrange(_MOST), self._random.randrange(2 * _MOST)
        columns = [describe_column(f"c{at}", ["1", "2"]) for at in range(width)]
        rows = [[self._word() for _ in range(width)] for _ in range(height)]
        numbered = self._random.random() < 0.5
        self._preview.show_rows(columns, rows, range(1, height + 1) if numbered else ())

    # --- whatever else a user, the system or the program does ---------------------------------

    def _view(self) -> QAbstractItemView:
        return self._random.choice(self.views)

    def _headers(self, view: QAbstractItemView) -> Iterable[QHeaderView]:
        if isinstance(view, QTableView):
            return (view.horizontalHeader(), view.verticalHeader())
        return (view.header(),) if isinstance(view, QTreeView) else ()

    def _resize(self) -> None:
        self._view().resize(self._random.randrange(1, 900), self._random.randrange(1, 700))

    def _toggle(self) -> None:
        view = self._view()
        view.setVisible(not view.isVisible())

    def _select(self) -> None:
        view = self._view()
        model = view.model()
        rows = model.rowCount()
        index = model.index(self._random.randrange(-1, rows + 2), self._random.randrange(-1, 3))
        view.setCurrentIndex(index)
        view.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Toggle)
        view.visualRect(index)

    def _scroll(self) -> None:
        view = self._view()
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.setValue(self._random.randrange(-10, 2_000))
        view.scrollTo(view.model().index(0, 0))

    def _press(self) -> None:
        view = self._view()
        if not view.isVisible():
            return
        keys = (Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_A)
        QTest.keyClick(view, self._random.choice(keys))
        QTest.keySequence(view, QKeySequence.StandardKey.SelectAll)
        width, height = max(1, view.viewport().width()), max(1, view.viewport().height())
        place = QPoint(self._random.randrange(width), self._random.randrange(height))
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def _hide_section(self) -> None:
        for header in self._headers(self._view()):
            if header.count():
                at = self._random.randrange(header.count())
                header.setSectionHidden(at, not header.isSectionHidden(at))

    def _resize_section(self) -> None:
        for header in self._headers(self._view()):
            if header.count():
                header.resizeSection(self._random.randrange(header.count()), 200)
                header.sizeHint()

    def _turn(self) -> None:
        """Show another side of the headers."""
        for header in self._headers(self._view()):
            header.setVisible(not header.isVisible())
            header.reset()

    def _span(self) -> None:
        view = self._view()
        if isinstance(view, QTableView) and view.model().rowCount() > 1:
            view.setSpan(0, 0, 2, max(1, view.model().columnCount()))

    def _change_font(self) -> None:
        font = QFont(QApplication.font())
        font.setPixelSize(self._random.randrange(8, 22))
        target: QWidget = self._view()
        target.setFont(font)

    def _sort_rows(self) -> None:
        """Sort the rows of a dialog, which lives for a moment."""
        size = self._random.randrange(1, 40)
        costs = np.array([self._random.random() for _ in range(size)])
        found = RefusedRows(dataset_info(), PayoffSpec(), np.arange(size), costs > 0.5, costs)
        dialog = RefusedRowsDialog(found)
        dialog.show()
        table = dialog.findChild(QTableView)
        for _ in range(4):
            table.selectRow(self._random.randrange(size))
            table.sortByColumn(
                self._random.randrange(-1, 4), self._random.choice(list(Qt.SortOrder))
            )
        dialog.close()
        dialog.deleteLater()
