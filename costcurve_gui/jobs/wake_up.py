"""A call in the GUI thread that any other thread can ask for without touching Qt."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QSocketNotifier

if TYPE_CHECKING:
    from collections.abc import Callable

_BYTES = 4096  # read at once; more are read when the notifier says so


class WakeUp:
    """Calls `answer` in the GUI thread soon after `ask` was called in another.

    A pipe that Qt watches, as for signals (`startup/interrupts.py`). Windows has no such pipes:
    there nothing is called, and whoever waits has to look from time to time.
    """

    def __init__(self, answer: Callable[[], None]) -> None:
        self._answer = answer
        self._ends: tuple[int, int] | None = None
        self._lock = Lock()  # no thread may write to what was closed, and perhaps opened anew

    def open(self) -> None:
        """Be ready to be asked. In the GUI thread; twice is fine."""
        if self._ends is not None or sys.platform == "win32":
            return
        self._ends = os.pipe()
        for end in self._ends:
            os.set_blocking(end, False)
        self._notifier = QSocketNotifier(self._ends[0], QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._wake)

    def ask(self) -> None:
        """Have `answer` called. From any thread; many calls may be answered by one."""
        with self._lock:
            if self._ends is not None:
                with suppress(BlockingIOError):  # full: the call is under way
                    os.write(self._ends[1], b"!")

    def close(self) -> None:
        """Call nothing any more, and release the pipe. In the GUI thread; twice is fine."""
        with self._lock:
            ends, self._ends = self._ends, None
        if ends is not None:
            self._notifier.setEnabled(False)
            for end in ends:
                os.close(end)

    def _wake(self) -> None:
        if self._ends is not None:
            with suppress(BlockingIOError):
                os.read(self._ends[0], _BYTES)
            self._answer()
