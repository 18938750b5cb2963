"""A table of figures with a name in front, for dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.row_height import set_row_height
from costcurve_gui.views.widgets.text import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence


def figure_table(columns: Sequence[tuple[str, str]], name: str, accessible: str) -> QTreeWidget:
    """Return a table whose columns have a title and a hint each; the first takes what is left."""
    table = QTreeWidget()
    table.setHeaderLabels([title for title, _ in columns])
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setProperty("padded", True)
    set_row_height(table)
    name_widget(table, name, accessible)
    header = table.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column, (_, hint) in enumerate(columns):
        table.headerItem().setToolTip(column, hint)
        table.headerItem().setTextAlignment(column, _side(column))
    return table


def figure_row(cells: Sequence[str], *, bold: bool) -> QTreeWidgetItem:
    """Return a row of it: words to the left, figures to the right."""
    row = QTreeWidgetItem(list(cells))
    for column in range(len(cells)):
        row.setTextAlignment(column, _side(column))
        row.setFont(column, fonts.body(fonts.SEMIBOLD if bold else fonts.NORMAL))
    return row


def _side(column: int) -> Qt.AlignmentFlag:
    across = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
    return across | Qt.AlignmentFlag.AlignVCenter
