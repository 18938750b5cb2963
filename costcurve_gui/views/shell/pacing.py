"""Work spread over turns of the event loop: docks filled before they show, texts during a drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal

from costcurve_gui.analysis.model_ranking import named_models

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtWidgets import QWidget

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.shell.dock_layout import DockLayout

    Show = Callable[[Snapshot], None]


REST_MS = 200
"""A mouse that has not moved for this long rests: then every text is that of the last snapshot."""


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


class TextPace(QObject):
    """Shows snapshots to groups of texts; while a handle moves, to one group a step in turn.

    The first step reaches all of them, each second one the first group, the dearest one: those
    are the steps in which no plot looks for places (`plotting.haste`). The first group, which names
    models, has each step too in which what `named` returns of a snapshot changes. `settle` brings
    all up to date: call it at the end of a drag; a mouse that rests does so as well. Emits
    `settled()` when all show the last one.
    """

    settled = Signal()

    def __init__(
        self,
        groups: Sequence[Show],
        parent: QObject | None = None,
        *,
        named: Callable[[Snapshot], object] = named_models,
    ) -> None:
        super().__init__(parent)
        self._groups, self._named = groups, named
        self._names: object = None  # on show in the first group
        self._behind: dict[int, Snapshot] = {}
        self._step: int | None = None  # of the drag since it began or went on; None outside of one
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._come_to_rest)

    def show_snapshot(self, snapshot: Snapshot, *, moving: bool) -> None:
        """Show a snapshot, or while a handle is `moving`, show it to the group whose turn it is.

        The first group has every other step, all others have the steps between.
        """
        self._behind = dict.fromkeys(range(len(self._groups)), snapshot)
        if not moving or self._step is None:
            self._step = 0 if moving else None
            self._catch_up()
        else:
            self._step += 1
            first = self._step % 2 == 0
            if first or self._named(snapshot) != self._names:
                self._show(0)
            for group in () if first else range(1, len(self._groups)):
                self._show(group)
        if moving:
            self._rest.start()

    def settle(self) -> None:
        """Show the last snapshot to all that have not seen it; the next step reaches all again."""
        self._step = None
        self._catch_up()

    def forget(self) -> None:
        """Show nothing any more: the file is closed."""
        self._behind.clear()
        self.settle()

    def _come_to_rest(self) -> None:
        self._step = -1  # plots begin their count anew as well
        self._catch_up()

    def _catch_up(self) -> None:
        self._rest.stop()
        for group in tuple(self._behind):
            self._show(group)
        self.settled.emit()

    def _show(self, group: int) -> None:
        snapshot = self._behind.pop(group)
        if group == 0:
            self._names = self._named(snapshot)
        self._groups[group](snapshot)
