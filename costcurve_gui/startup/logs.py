"""The log file: where a fault of the program can be read up afterwards.

It can be handed to somebody who is not to see the data: of an exception it has the class and the
lines of code, not the message, which may name a file, a column or a value.
"""

from __future__ import annotations

import logging
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

FILE_NAME = "costcurve.log"
_BYTES = 1_000_000
_FILES = 3
_FORMAT = "%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"


class LogFile(logging.Handler):
    """Opens the rotating file with the first record: most starts have nothing to log."""

    def __init__(self) -> None:
        super().__init__()
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; where there is no room for a file it is lost, the program is not."""
        with suppress(OSError, RuntimeError):  # the second without a home folder
            self._file = self._file or _open_file()
            self._file.emit(record)

    @property
    def is_open(self) -> bool:
        """Tell whether there is a file, because something was logged and could be."""
        return self._file is not None

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
        super().close()


def _open_file() -> logging.Handler:
    # The handlers bring sockets and pickling along.
    from io import FileIO, TextIOWrapper
    from logging.handlers import RotatingFileHandler

    class PrivateFile(RotatingFileHandler):
        def _open(self) -> TextIOWrapper:
            handle = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            Path(self.baseFilename).chmod(0o600)  # one of an earlier version may be there
            return TextIOWrapper(FileIO(handle, self.mode), encoding=self.encoding)

    log_path().parent.mkdir(parents=True, exist_ok=True)
    file = PrivateFile(log_path(), maxBytes=_BYTES, backupCount=_FILES, encoding="utf-8")
    file.setFormatter(_WithoutData(_FORMAT))
    return file


class _WithoutData(logging.Formatter):
    def formatException(  # noqa: N802 (the name of the library)
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        """Return where an exception was raised and its class, and those that it came from."""
        error, parts = ei[1], []
        while error is not None:
            kind = type(error)
            frames = "".join(traceback.format_tb(error.__traceback__))
            parts.append(f"{frames}{kind.__module__}.{kind.__qualname__}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nwhile this was handled, or because of it:\n".join(reversed(parts))


def state_folder() -> Path:
    """Return the folder in which this system keeps what programs write for themselves."""
    if sys.platform == "win32":
        return _from_environment("LOCALAPPDATA", "AppData/Local") / "CostCurve"
    if sys.platform == "darwin":
        return Path.home() / "Library/Logs/CostCurve"
    return _from_environment("XDG_STATE_HOME", ".local/state") / "costcurve"


def log_path() -> Path:
    """Return the path of the log file."""
    return state_folder() / FILE_NAME


def where_to_read() -> str:
    """Say where the details of what was logged are, if there is such a place."""
    handlers = logging.getLogger("costcurve_gui").handlers
    if any(isinstance(handler, LogFile) and handler.is_open for handler in handlers):
        return f"the log {log_path()} has the details"
    return "there is no place for a log; a home folder or XDG_STATE_HOME would be one"


def start_logging() -> None:
    """Write the program's log to the file from now on; without one where there is no room."""
    root = logging.getLogger("costcurve_gui")
    root.setLevel(logging.INFO)
    if not any(isinstance(handler, LogFile) for handler in root.handlers):
        root.addHandler(LogFile())


def stop_logging() -> None:
    """Close the log file."""
    root = logging.getLogger("costcurve_gui")
    for handler in list(root.handlers):
        if isinstance(handler, LogFile):
            root.removeHandler(handler)
            handler.close()


def _from_environment(variable: str, default: str) -> Path:
    """Return the folder that a variable names, or one in the user's home."""
    value = os.environ.get(variable)
    return Path(value) if value else Path.home() / default
