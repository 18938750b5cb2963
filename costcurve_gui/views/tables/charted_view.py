"""What views of controls, a chart and a table have in common: they rest behind others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.frames import scrolling
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction, QResizeEvent

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.tables.table_view import TableView
    from costcurve_gui.views.widgets.fields import ChoiceBox

_WIDE = 980


class ChartedView(QWidget):
    """A view with a chart and a table that takes the orders which views of tables take.

    A view fills `_head` and `_parts`, makes `table`, and shows `_newest` in `_show`. The fields of
    the head stand in one row from a width of `roomy` on, the parts beside one another where both
    have room.

    Emits `model_clicked(key)`, which nothing here does yet.
    """

    model_clicked = Signal(object)
    table: TableView
    _head: QBoxLayout
    _parts: QBoxLayout

    def __init__(self, name: str, title: str, roomy: int) -> None:
        super().__init__()
        name_widget(self, name, title)
        self._roomy = roomy
        self._newest: Snapshot | None = None
        self._resting = False

    @property
    def copy_action(self) -> QAction:
        """Copies the table."""
        return self.table.copy_action

    def show_curves(self, curve_set: CurveSet | None) -> None:
        """Leave what is shown of a file that is closed."""
        if curve_set is None:
            self.show_snapshot(None)

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show another snapshot; greyed while what is known belongs to other settings."""
        self._newest = snapshot
        if not self._resting:
            self._show()

    def rest(self) -> None:
        """Compute nothing while another view stands in front."""
        self._resting = True

    def wake(self) -> None:
        """Catch up with what was told meanwhile."""
        self._resting = False
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts beside one another where there is room, else below."""
        super().resizeEvent(event)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._parts.setDirection(across if self.width() >= fonts.scaled(_WIDE) else down)
        self._head.setDirection(across if self.width() >= fonts.scaled(self._roomy) else down)

    def _show(self) -> None:
        raise NotImplementedError

    def _fit_table(self) -> None:
        """Make the table as high as its rows: the whole view scrolls."""
        rows = sum(self.table.rowHeight(at) for at in range(self.table.rows.rowCount()))
        header = self.table.horizontalHeader().height()
        bar = self.table.horizontalScrollBar()
        self.table.setFixedHeight(rows + header + bar.sizeHint().height() + 4)

    def _lay_out(self, name: str, hint: QWidget, found: QWidget) -> None:
        """Put the head, a hint and what was found below one another, on a page that scrolls."""
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 8, 12, 8)
        column.addLayout(self._head)
        column.addWidget(hint)
        column.addWidget(found, 1)
        column.addStretch(0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolling(inside, name))
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


def chart_and_figures(found: QWidget, chart: QWidget, figures: QLayout) -> QBoxLayout:
    """Lay out what was found: its chart, and the figures below it or beside it."""
    parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, found)
    parts.setContentsMargins(0, 0, 0, 0)
    parts.setSpacing(12)
    parts.addWidget(chart, 5)
    parts.addLayout(figures, 3)
    return parts


def row_of(*parts: QWidget) -> QHBoxLayout:
    """Return a row of labels and fields."""
    row = QHBoxLayout()
    row.setSpacing(8)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row


def with_button(sentence: QWidget, button: LinkButton) -> QHBoxLayout:
    """Return a sentence with the button that does as it says."""
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addWidget(sentence, 1)
    row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
    return row


def use_button(name: str, says: str) -> LinkButton:
    """Return a button that lets the decision use what a sentence says."""
    button = LinkButton(tr("Use"))
    name_widget(button, name, says)
    button.setToolTip(says)
    return button


def offer_columns(box: ChoiceBox, columns: Sequence[str], chosen: str) -> None:
    """Offer columns of the file, where they are others, and show the chosen one."""
    if [box.itemText(at) for at in range(box.count())] != [*columns]:
        box.offer((column, column, "") for column in columns)
    box.setCurrentIndex(box.findData(chosen) if chosen else -1)
