"""Runs the event loop beside real worker threads, and says how long it did not answer."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

BEAT_MS = 4


def longest_wait_until(done: Callable[[], bool]) -> float:
    """Run the event loop; return the longest time for which it did not answer, in seconds."""
    loop, beat = QEventLoop(), QTimer()
    waits, last = [], time.perf_counter()

    def answer() -> None:
        nonlocal last
        now = time.perf_counter()
        waits.append(now - last)
        last = now
        if done():
            loop.quit()

    beat.timeout.connect(answer)
    beat.start(BEAT_MS)
    loop.exec()
    beat.stop()
    return max(waits)


def time_passed(seconds: float) -> Callable[[], bool]:
    end = time.perf_counter() + seconds
    return lambda: time.perf_counter() > end
