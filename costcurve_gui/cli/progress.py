"""What a report says on a terminal while it runs, and how signals end it."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from costcurve_gui.dataio.errors import readable
from costcurve_gui.engine.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType


_PAUSE_SECONDS = 0.1  # between two lines, so that a terminal far away does not slow a report down
_SURE_SECONDS, _SURE_SHARE = 2.0, 0.05  # before which nothing is said of the time left
_ENDING = ("SIGTERM", "SIGHUP")
_FIRST_STATUS = 128  # a shell's status of a program that ended by signal n is 128 + n
_received: list[int] = []


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


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise SystemExit, so that whatever was begun is cleaned up.

    A signal that is ignored stays ignored: `nohup` asks for that.
    """
    _received.clear()
    before = {number: signal.signal(number, _leave) for number in _numbers(_ENDING)}
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        before[signal.SIGINT] = signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def leave_if_ended() -> None:
    """End again where Python had to ignore the first exception, as in a weakref's callback."""
    if _received and _received[0] == signal.SIGINT:
        raise KeyboardInterrupt
    if _received:
        raise SystemExit(_FIRST_STATUS + _received[0])


@contextmanager
def signals_held() -> Iterator[None]:
    """Act on signals to end the program after the block only."""
    held: list[int] = []
    numbers = _numbers(("SIGINT", *_ENDING))
    before = {number: signal.signal(number, lambda n, _: held.append(n)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for late in held[:1]:
            signal.raise_signal(late)


def _numbers(names: tuple[str, ...]) -> list[signal.Signals]:
    """Return the signals that this system has and that are not ignored."""
    if threading.current_thread() is not threading.main_thread():
        return []  # only the main thread may set handlers, and it gets all signals
    found = [getattr(signal, name) for name in names if hasattr(signal, name)]
    # None: a handler that Python did not install and cannot put back.
    return [one for one in found if signal.getsignal(one) not in (signal.SIG_IGN, None)]


def _interrupt(number: int, _frame: FrameType | None) -> None:
    _received.append(number)
    raise KeyboardInterrupt


def _leave(number: int, _frame: FrameType | None) -> None:
    for ending in _numbers(_ENDING):
        signal.signal(ending, signal.SIG_IGN)  # cleaning up is not interrupted
    _received.append(number)
    leave_if_ended()
