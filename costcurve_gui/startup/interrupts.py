"""Ctrl+C in the terminal closes the window, as do the signals that ask a program to end."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QSocketNotifier, QTimer

if TYPE_CHECKING:
    from types import FrameType

    from PySide6.QtWidgets import QApplication

_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_OFFSET = 128  # of the exit status that says which signal ended a program


class Interrupts:
    """Lets SIGINT, SIGTERM and SIGHUP end the event loop.

    Python notices a signal only when it runs; while Qt waits for events it does not. So the
    signal is made to write to a pipe that Qt watches. Windows has no such pipes; there an
    interrupt is noticed with the next event.
    """

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._ends: tuple[int, int] | None = None
        self.status = 0  # that the program ends with, once a signal has come

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._leave) for number in _SIGNALS}
        if sys.platform != "win32":
            self._ends = os.pipe()
            for end in self._ends:
                os.set_blocking(end, False)
            self._notifier = QSocketNotifier(self._ends[0], QSocketNotifier.Type.Read)
            self._notifier.activated.connect(self._drain)
            signal.set_wakeup_fd(self._ends[1], warn_on_full_buffer=False)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._ends is not None:
            signal.set_wakeup_fd(-1)
            self._notifier.setEnabled(False)
            for end in self._ends:
                os.close(end)

    def _drain(self) -> None:
        if self._ends is not None:
            os.read(self._ends[0], 64)  # by now Python runs, and has called the handler

    def _leave(self, number: int, _frame: FrameType | None) -> None:
        self.status = _OFFSET + number
        QTimer.singleShot(0, self._end)  # in the event loop, which may not have begun

    def _end(self) -> None:
        for window in self._application.topLevelWidgets():
            window.close()
        self._application.exit(self.status)
