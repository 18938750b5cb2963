"""Moving models in their list: by the mouse, and what order follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame

from costcurve_gui.translation import tr
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QKeyEvent, QMouseEvent
    from PySide6.QtWidgets import QTableView

_EDGE = 14  # px from the end of the list at which it scrolls


def moved_order(
    keys: Sequence[str], seen: Sequence[str], key: str, place: int
) -> tuple[str, ...] | None:
    """Return all keys with one moved to a place among those seen; None where it stays.

    Keys that are not seen, such as those a filter hides, keep their neighbours.
    """
    if key not in keys or not 0 <= place <= len(seen):
        return None
    rest = [one for one in keys if one != key]
    if place < len(seen) and seen[place] == key:
        return None
    if place < len(seen):
        at = rest.index(seen[place])
    else:
        at = 1 + rest.index(seen[-1]) if seen[-1] != key else len(rest)
    order = (*rest[:at], key, *rest[at:])
    return None if order == tuple(keys) else order


class RowDrag(QObject):
    """Drags a line of the list; emits `dropped(row, place)`, a place among the lines seen.

    `movable` gives the rows that can be moved and are seen, in the order of the list. Esc gives up.
    """

    dropped = Signal(int, int)

    def __init__(self, models: QTableView, movable: Callable[[], list[int]]) -> None:
        super().__init__(models)
        self._models, self._movable = models, movable
        self._pressed: QPoint | None = None
        self._row = -1
        self._line = QFrame(models.viewport())
        name_widget(self._line, "model_drop_line", tr("Place of the model"))
        self._line.setProperty("rule", "drop")
        self._line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._line.hide()
        models.viewport().installEventFilter(self)
        models.installEventFilter(self)

    @property
    def under_way(self) -> bool:
        """Whether a line is being dragged."""
        return not self._line.isHidden()

    def begin_at(self, row: int, place: QPoint) -> None:
        """Take note of a press on a line, which may become a drag."""
        self._row, self._pressed = (row, place) if row in self._movable() else (-1, None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse over the list, and Esc."""
        if watched is self._models:
            return self._takes_key(event)
        if event.type() is QEvent.Type.MouseMove:
            return self._follow(cast("QMouseEvent", event))
        if event.type() is QEvent.Type.MouseButtonRelease:
            return self._release()
        return False

    def _takes_key(self, event: QEvent) -> bool:
        if not self.under_way or event.type() is not QEvent.Type.KeyPress:
            return False
        if cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
            self._end()
        return True

    def _follow(self, event: QMouseEvent) -> bool:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        at = event.position().toPoint()
        far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if far or self.under_way:
            self._scroll(at.y())
            self._show_line(self._place(at.y()))
        return True  # else the list would select what the mouse passes

    def _release(self) -> bool:
        if not self.under_way:
            self._pressed = None
            return False
        place = self._place(self._line.y() + 1)
        row = self._row
        self._end()
        self.dropped.emit(row, place)
        return True

    def _end(self) -> None:
        self._line.hide()
        self._pressed = None

    def _place(self, y: int) -> int:
        tops = [self._models.rowViewportPosition(row) for row in self._movable()]
        heights = [self._models.rowHeight(row) for row in self._movable()]
        return sum(top + height / 2 < y for top, height in zip(tops, heights, strict=True))

    def _show_line(self, place: int) -> None:
        rows = self._movable()
        if place < len(rows):
            y = self._models.rowViewportPosition(rows[place])
        else:
            y = self._models.rowViewportPosition(rows[-1]) + self._models.rowHeight(rows[-1])
        self._line.setGeometry(0, max(0, y - 1), self._models.viewport().width(), 2)
        self._line.show()
        self._line.raise_()

    def _scroll(self, y: int) -> None:
        bar, height = self._models.verticalScrollBar(), self._models.viewport().height()
        if y < _EDGE:
            bar.setValue(bar.value() - bar.singleStep())
        elif y > height - _EDGE:
            bar.setValue(bar.value() + bar.singleStep())
