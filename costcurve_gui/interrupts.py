"""Ctrl+C in the terminal closes the window."""

from __future__ import annotations

import signal
import socket
from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QSocketNotifier

if TYPE_CHECKING:
    from types import FrameType

    from PySide6.QtWidgets import QApplication

EXIT_INTERRUPTED = 130


class Interrupts:
    """Lets an interrupt end the event loop.

    Python notices a signal only when it runs; while Qt waits for events it does not. So the
    signal is made to write to a socket that Qt watches.
    """

    def __init__(self, application: QApplication) -> None:
        self._application = application

    def __enter__(self) -> Self:
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._drain)
        self._fd_before = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        self._handler_before = signal.signal(signal.SIGINT, self._leave)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._handler_before)
        signal.set_wakeup_fd(self._fd_before)
        self._notifier.setEnabled(False)
        self._read.close()
        self._write.close()

    def _drain(self) -> None:
        self._read.recv(1)  # by now Python runs, and has called the handler

    def _leave(self, _signal: int, _frame: FrameType | None) -> None:
        for window in self._application.topLevelWidgets():
            window.close()
        self._application.exit(EXIT_INTERRUPTED)
