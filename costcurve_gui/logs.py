"""The log file: where a fault of the program can be read up afterwards."""

from __future__ import annotations

import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILE_NAME = "costcurve.log"
_BYTES = 1_000_000
_FILES = 3
_FORMAT = "%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"


def state_folder() -> Path:
    """Return the folder in which this system keeps what programs write for themselves."""
    if sys.platform == "win32":
        return _from_environment("LOCALAPPDATA", Path.home() / "AppData/Local") / "CostCurve"
    if sys.platform == "darwin":
        return Path.home() / "Library/Logs/CostCurve"
    return _from_environment("XDG_STATE_HOME", Path.home() / ".local/state") / "costcurve"


def log_path() -> Path:
    """Return the path of the log file."""
    return state_folder() / FILE_NAME


def start_logging() -> None:
    """Write the program's log to the file from now on; without one where there is no room."""
    root = logging.getLogger("costcurve_gui")
    root.setLevel(logging.INFO)
    if any(isinstance(handler, RotatingFileHandler) for handler in root.handlers):
        return
    try:
        log_path().parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            log_path(), maxBytes=_BYTES, backupCount=_FILES, encoding="utf-8", delay=True
        )
    except OSError as error:
        root.warning("no log file: %s", error)
        return
    handler.setFormatter(logging.Formatter(_FORMAT))
    root.addHandler(handler)


def stop_logging() -> None:
    """Close the log file."""
    root = logging.getLogger("costcurve_gui")
    for handler in list(root.handlers):
        if isinstance(handler, RotatingFileHandler):
            root.removeHandler(handler)
            handler.close()


def _from_environment(variable: str, default: Path) -> Path:
    value = os.environ.get(variable)
    return Path(value) if value else default
