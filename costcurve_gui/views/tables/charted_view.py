"""What views of controls, a chart and a table have in common: they rest behind others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QResizeEvent

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.tables.table_view import TableView

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
