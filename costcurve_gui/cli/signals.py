"""Ends a report by SIGTERM and SIGHUP like by Ctrl+C, and holds all of them back for a moment."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_ENDING = ("SIGTERM", "SIGHUP")
_FIRST_STATUS = 128  # a shell's status of a program that ended by signal n is 128 + n


_received: list[int] = []


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


def _interrupt(number: int, _snapshot: FrameType | None) -> None:
    _received.append(number)
    raise KeyboardInterrupt


def _leave(number: int, _snapshot: FrameType | None) -> None:
    for ending in _numbers(_ENDING):
        signal.signal(ending, signal.SIG_IGN)  # cleaning up is not interrupted
    _received.append(number)
    leave_if_ended()
