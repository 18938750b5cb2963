"""Faults of the program itself: logged, told without stopping anybody's work."""

from __future__ import annotations

import logging
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from costcurve_gui.startup.logs import where_to_read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

TITLE = "A fault of the program"

_log = logging.getLogger(__name__)


@contextmanager
def catch_faults(tell: Callable[[str, str], None]) -> Iterator[None]:
    """Log every uncaught exception and report it in a dialog; the window keeps running."""
    teller = _Teller(tell)
    before = sys.excepthook, threading.excepthook
    sys.excepthook = teller.in_gui_thread
    threading.excepthook = teller.in_other_thread
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = before


class _Teller:
    """Tells of one fault at a time: a fault in every mouse move must not bury the window."""

    def __init__(self, tell: Callable[[str, str], None]) -> None:
        self._tell = tell
        self._told: set[str] = set()

    def in_gui_thread(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Log a fault and say once what it is."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        _log.error("uncaught exception", exc_info=(kind, error, trace))
        what = f"{kind.__name__}: {error}"
        if what not in self._told:
            self._told.add(what)
            where = where_to_read()
            self._tell(TITLE, f"{what}\nYour data is unchanged. {where[0].upper()}{where[1:]}.")

    def in_other_thread(self, fault: threading.ExceptHookArgs) -> None:
        """Log a fault outside the GUI thread; dialogs cannot be opened from there."""
        if fault.exc_value is not None:
            trace = (fault.exc_type, fault.exc_value, fault.exc_traceback)
            _log.error("uncaught exception in a thread", exc_info=trace)
