"""Says on a terminal what a report is doing, how much of it is done and how long it may take."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TYPE_CHECKING, TextIO

from costcurve_gui.cli.signals import leave_if_ended
from costcurve_gui.dataio.errors import readable
from costcurve_gui.engine.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable

_PAUSE_SECONDS = 0.1  # between two lines, so that a terminal far away does not slow a report down
_SURE_SECONDS, _SURE_SHARE = 2.0, 0.05  # before which nothing is said of the time left


class Steps(Progress):
    """The steps of a report; `advance` tells how far the present one is.

    Parameters
    ----------
    stream : TextIO, optional
        Where to write; the standard error by default. Nothing is written to what is no terminal.
    clock : callable
        Returns seconds.
    """

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(self._move)
        self._stream = sys.stderr if stream is None else stream
        self._is_shown = self._stream.isatty()
        self._clock = clock
        self._start = self._shown_at = clock()
        self._what = ""
        self._number = self._total = 0
        self._done = self._expected = self._weight = self._part = 0.0

    def expect(self, steps: int, weight: float = 1.0) -> None:
        """Note that so many more steps will come, each of a weight: about how long it takes."""
        self._total += steps
        self._expected += steps * weight

    def begin(self, what: str, weight: float = 1.0) -> None:
        """Say which step comes now; raises SystemExit where a signal has ended the report."""
        leave_if_ended()
        self._done += self._weight
        self._what, self._weight, self._part = what, weight, 0.0
        self._number += 1
        self._total = max(self._total, self._number)
        self._expected = max(self._expected, self._done + weight)
        self._show(at_once=True)

    def clear(self) -> None:
        """Take the line away, for others to be written there."""
        if self._is_shown:
            self._stream.write(f"\r{' ' * self._width}\r")
            self._stream.flush()

    @property
    def text(self) -> str:
        """The line as it is now."""
        done = self._done + self._part * self._weight
        spent = self._clock() - self._start
        left = ""
        if spent >= _SURE_SECONDS and done >= _SURE_SHARE * self._expected:
            left = f", about {_duration(spent * (self._expected - done) / done)} left"
        return f"{self._what}: {self._number} of {self._total}{left}"

    @property
    def _width(self) -> int:
        return shutil.get_terminal_size().columns - 1

    def _move(self, done: int, total: int, _message: str) -> None:
        # A step may count several times from 0; it never goes back.
        self._part = max(self._part, min(1.0, done / total) if total else 0.0)
        self._show(at_once=False)

    def _show(self, *, at_once: bool) -> None:
        now = self._clock()
        if self._is_shown and (at_once or now - self._shown_at >= _PAUSE_SECONDS):
            self._shown_at = now
            width = self._width
            self._stream.write(f"\r{readable(self.text)[:width]:<{width}}")
            self._stream.flush()


def _duration(seconds: float) -> str:
    """Return a time as people say it.

    >>> _duration(0.4), _duration(75), _duration(4000)
    ('1 s', '1 min 15 s', '1 h 6 min')
    """
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
