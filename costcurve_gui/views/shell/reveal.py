"""Swap the start page for docks that are filled already, without a long turn of the event loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QWidget

    from costcurve_gui.views.shell.dock_layout import DockLayout


class Reveal(QObject):
    """Lays the docks out and paints each plot ahead, a step in a turn, then shows all at once.

    Until the last step the window keeps its picture of the start page. Updates are disabled
    meanwhile, which also spares what plots repaint where several layouts follow one another.
    Emits `began()` before the first step, `ended()` after the last one or where it is stopped.
    """

    began = Signal()
    ended = Signal()

    def __init__(
        self,
        window: QWidget,
        layout: DockLayout,
        plots: Callable[[], Iterable[QWidget]],
    ) -> None:
        super().__init__(window)
        self._window, self._layout, self._plots = window, layout, plots
        self._left: list[QWidget] | None = None  # plots to paint; None before the layout
        self._turn = QTimer(self, interval=0)
        self._turn.timeout.connect(self._step)

    @property
    def under_way(self) -> bool:
        """Whether the docks are not on show yet, but will be soon."""
        return self._turn.isActive()

    def start(self) -> None:
        """Begin in the next turn, unless the docks are on show."""
        if self._layout.page_shown:
            self._turn.start()

    def stop(self) -> None:
        """Go no further; what is laid out is shown."""
        if self.under_way:
            self._show()

    def _step(self) -> None:
        if self._left is None:
            self._lay_out()
        elif self._left:
            self._left.pop().grab()  # a plot keeps pictures of its curves and axes
        else:
            self._show()

    def _lay_out(self) -> None:
        self._left = []  # whatever fails here, the next turn shows the window
        self._window.setUpdatesEnabled(False)
        self.began.emit()
        self._layout.show_page(False)
        self._left = list(self._plots())

    def _show(self) -> None:
        self._turn.stop()
        self._left = None
        self._window.setUpdatesEnabled(True)
        # A request that Qt met while updates were disabled is gone, and Qt, which still holds the
        # region as dirty, takes it for pending: without another one nothing is painted any more.
        request = QEvent(QEvent.Type.UpdateRequest)
        QCoreApplication.postEvent(self._window, request, Qt.EventPriority.LowEventPriority.value)
        self.ended.emit()
