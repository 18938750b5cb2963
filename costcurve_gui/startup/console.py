"""The terminal: streams that can be written to, and the command that starts this copy."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TextIO

_PARENT = -1  # ATTACH_PARENT_PROCESS


def provide_streams() -> None:
    """Make `sys.stdout` and `sys.stderr` writable, whatever the program was started from.

    Without a stream words go to the terminal that the program was started in, or nowhere. What
    the encoding of a stream lacks is written in another way: a file name must not end a report.
    """
    if sys.stdout is None or sys.stderr is None:
        opened = _terminal() if sys.platform == "win32" and _attach() else _nowhere()
        sys.stdout = sys.stdout or opened
        sys.stderr = sys.stderr or opened
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _attach() -> bool:
    """Join the terminal of the process that started this one, if it has one."""
    import ctypes

    windll = getattr(ctypes, "windll", None)  # Windows has it
    return windll is not None and bool(windll.kernel32.AttachConsole(_PARENT))


def _terminal() -> TextIO:
    try:
        return open("CONOUT$", "w", encoding="utf-8", buffering=1)  # noqa: PTH123 - kept
    except OSError:
        return _nowhere()


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - kept to the end


BUILT = hasattr(sys, "_MEIPASS")  # set by PyInstaller
PROGRAM = "costcurve" if BUILT else "main.py"
COMMAND = PROGRAM if BUILT else f"python {PROGRAM}"
