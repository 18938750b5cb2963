"""Update texts at a part of the rate of a drag: they are not read while the mouse moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.analysis.snapshot import Snapshot

    Show = Callable[[Snapshot], None]

REST_MS = 200
"""A mouse that has not moved for this long rests: then every text is that of the last snapshot."""


class TextPace(QObject):
    """Shows snapshots to groups of texts; while a handle moves, to one group a step in turn.

    The first step reaches all of them. `settle` brings the others up to date: call it at the end
    of a drag; a mouse that rests does so as well. Emits `settled()` when all show the last one.
    """

    settled = Signal()

    def __init__(self, groups: Sequence[Show], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups = groups
        self._behind: dict[int, Snapshot] = {}
        self._turn: int | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._catch_up)

    def show_snapshot(self, snapshot: Snapshot, *, moving: bool, turns: int) -> None:
        """Show a snapshot, or while a handle is `moving`, show it to the group whose turn it is.

        The groups after the first `turns` have little to show: they go with the last of those.
        """
        self._behind = dict.fromkeys(range(len(self._groups)), snapshot)
        if not moving or self._turn is None:
            self._turn = 0 if moving else None
            self._catch_up()
            return
        turn = self._turn % turns
        for group in range(turn, len(self._groups) if turn == turns - 1 else turn + 1):
            self._show(group)
        self._turn = turn + 1
        self._rest.start()

    def settle(self) -> None:
        """Show the last snapshot to all that have not seen it; the next step reaches all again."""
        self._turn = None
        self._catch_up()

    def forget(self) -> None:
        """Show nothing any more: the file is closed."""
        self._behind.clear()
        self.settle()

    def _catch_up(self) -> None:
        self._rest.stop()
        for group in tuple(self._behind):
            self._show(group)
        self.settled.emit()

    def _show(self, group: int) -> None:
        self._groups[group](self._behind.pop(group))
