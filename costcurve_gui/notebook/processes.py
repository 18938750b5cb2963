"""Processes with Qt in them, which draw or show what a notebook hands over.

No QApplication is ever made where a notebook runs: it may have one of its own, or no display, and
Qt ends the process where it cannot begin. What is handed over goes through a pipe that nobody else
can read, never through a file.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import costcurve_gui
from costcurve_gui.startup.console import COMMAND
from costcurve_gui.startup.display import has_display
from costcurve_gui.startup.gui_extra import NEEDS_GUI, has_gui

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.page.chapters import WrittenDocument
    from costcurve_gui.page.content import Content

    Request = tuple[Snapshot | Content | WrittenDocument, dict[str, Any]]

_MODULE = "costcurve_gui.window.from_notebook"
DRAWN, EMPTY = b"+", b"-"
LENGTH_BYTES = 8
windows: list[subprocess.Popen[bytes]] = []
"""Those that were opened and not closed yet; they stay open when the notebook ends."""


def require_gui(what: str) -> None:
    """Raise ImportError where the packages of the gui extra are missing."""
    if not has_gui():
        raise ImportError(f"{what} {NEEDS_GUI}")


class NothingToShow(str):
    """Why a view has no picture."""

    __slots__ = ()


def draw(requests: Sequence[Request]) -> list[bytes | NothingToShow]:
    """Return a picture for each request: a snapshot, and the export options that differ.

    Of the content of a report with its pictures as option `paper` it is the PDF.
    """
    process = _start("draw", subprocess.PIPE)
    out, errors = process.communicate(pickle.dumps(list(requests), pickle.HIGHEST_PROTOCOL))
    if process.returncode != 0:
        lines = errors.decode(errors="replace").strip().splitlines()
        raise RuntimeError(
            f"the pictures could not be drawn: {lines[-1] if lines else 'no message'}"
        )
    return _parts(out)


def show(handed_over: dict[str, Any]) -> None:
    """Open the window on what is handed over.

    Raises
    ------
    RuntimeError
        Where there is no display.
    """
    if not has_display(os.environ, sys.platform):
        raise RuntimeError(
            f"there is no display for the window; .report(out), or `{COMMAND} report`, does without"
        )
    process = _start("show", None)
    if process.stdin is not None:
        with process.stdin as pipe:
            pickle.dump(handed_over, pipe, pickle.HIGHEST_PROTOCOL)
    windows[:] = [window for window in (*windows, process) if window.poll() is None]


def _start(what: str, answers: int | None) -> subprocess.Popen[bytes]:
    package = str(Path(costcurve_gui.__file__).parent.parent)
    known = os.environ.get("PYTHONPATH")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (package, known)))}
    return subprocess.Popen(  # noqa: S603 - the interpreter that runs this, and a module of ours
        [sys.executable, "-P", "-m", _MODULE, what],
        stdin=subprocess.PIPE,
        stdout=answers,
        stderr=answers,
        env=environment,
        start_new_session=answers is None,  # Ctrl+C in a notebook does not close a window
    )


def framed(kind: bytes, content: bytes) -> bytes:
    """Return an answer as it is written: its kind, its length, and the answer itself."""
    return kind + len(content).to_bytes(LENGTH_BYTES, "big") + content


def _parts(out: bytes) -> list[bytes | NothingToShow]:
    parts: list[bytes | NothingToShow] = []
    start = 0
    while start < len(out):
        kind, begin = out[start : start + 1], start + 1 + LENGTH_BYTES
        start = begin + int.from_bytes(out[start + 1 : begin], "big")
        content = out[begin:start]
        parts.append(content if kind == DRAWN else NothingToShow(content.decode()))
    return parts
