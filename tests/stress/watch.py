"""Notes whatever must never happen: tracebacks, warnings of Qt and Python, errors in the log."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
import warnings
from typing import TYPE_CHECKING

from PySide6.QtCore import QtMsgType, qInstallMessageHandler

if TYPE_CHECKING:
    from types import TracebackType

_HARMLESS = (
    "This plugin does not support",  # the offscreen platform, of raise() and the like
    "Mouse event at",  # the window became smaller under the mouse of the test
)


class Watch(logging.Handler):
    """Collects faults from everywhere they may come out."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.faults: list[str] = []

    def install(self) -> None:
        """Watch from now on."""
        logging.getLogger("costcurve_gui").addHandler(self)
        qInstallMessageHandler(self._hear_qt)
        warnings.simplefilter("always")
        warnings.showwarning = self._hear_python  # type: ignore[assignment]
        sys.excepthook = self.hear_exception
        threading.excepthook = lambda fault: self.hear_exception(
            fault.exc_type, fault.exc_value or fault.exc_type(), fault.exc_traceback
        )
        sys.unraisablehook = lambda fault: self.hear_exception(
            fault.exc_type, fault.exc_value or fault.exc_type(), fault.exc_traceback
        )

    def emit(self, record: logging.LogRecord) -> None:
        """Note what was logged."""
        self.faults.append(f"logged: {self.format(record)}")

    def hear_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Note an exception that nobody caught."""
        self.faults.append("".join(traceback.format_exception(kind, error, trace)))

    def _hear_qt(self, kind: QtMsgType, _context: object, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not text.startswith(_HARMLESS):
            where = "".join(traceback.format_stack(limit=12)[:-1])
            self.faults.append(f"Qt says: {text}\n{where}")

    def _hear_python(
        self, message: object, category: type, file: str, line: int, *_: object
    ) -> None:
        self.faults.append(f"{category.__name__}: {message} ({file}:{line})")
