"""A virtual display: what is on it, when a window comes up, and a hand on mouse and keyboard."""

from __future__ import annotations

import os
import struct
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SIZE = (1440, 900)
_XWD_FIELDS = 25
_PATIENCE = 60  # seconds
_DARKEST = 64  # of 256 greys; what is lighter is no line in ink


class Display:
    """An Xvfb that runs."""

    def __init__(self, name: str, frame_buffer: Path) -> None:
        self.name = name
        self._frame_buffer = frame_buffer

    def picture(self) -> QImage:
        """Return what is on the screen, from the window dump that Xvfb keeps of it."""
        dump = self._frame_buffer.read_bytes()
        fields = struct.unpack_from(f">{_XWD_FIELDS}I", dump)
        header, width, height, stride, colours = (fields[at] for at in (0, 4, 5, 12, 19))
        pixels = dump[header + 12 * colours :]
        return QImage(pixels, width, height, stride, QImage.Format.Format_RGB32).copy()

    def middle(self) -> bytes:
        """Return the pixels of a few lines in the middle of the screen."""
        with self._frame_buffer.open("rb") as file:
            file.seek(4 * SIZE[0] * SIZE[1] // 2)
            return file.read(4 * SIZE[0] * 8)

    def settled(self, seconds: float = 5.0) -> QImage:
        """Return the picture once it has not changed for a second: a text cursor never rests."""
        end, before, since = time.monotonic() + seconds, self.picture(), time.monotonic()
        while time.monotonic() < end and time.monotonic() - since < 1:
            time.sleep(0.1)
            now = self.picture()
            if now != before:
                before, since = now, time.monotonic()
        return before

    def do(self, *words: object) -> QImage:
        """Have xdotool do something and return the picture that it led to."""
        self._xdotool(*words)
        return self.settled()

    def type(self, *words: object) -> QImage:
        """Do something on the keyboard, in the window that came up last: there is no manager."""
        self._focus_newest()
        return self.do("sleep", 0.3, *words)

    def windows(self) -> list[int]:
        """Return the windows of the program, the newest last."""
        found = self._xdotool("search", "--onlyvisible", "--class", "costcurve")
        return sorted(map(int, found.split()))

    def wait_for(self, done: Callable[[], bool]) -> None:
        """Wait until something holds, however busy the machine is."""
        end = time.monotonic() + _PATIENCE
        while not done():
            assert time.monotonic() < end, "it never came to hold"
            time.sleep(0.1)

    def _focus_newest(self) -> None:
        """Give the keyboard to the newest window; one that is closing may be gone by then."""

        def focused() -> bool:
            try:
                self._xdotool("windowfocus", self.windows()[-1])
            except (subprocess.CalledProcessError, IndexError):
                return False
            return True

        self.wait_for(focused)

    def _xdotool(self, *words: object) -> str:
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            check=True,
            env={**os.environ, "DISPLAY": self.name},
            capture_output=True,
            text=True,
        )
        return done.stdout

    def drag(self, begin: tuple[int, int], end: tuple[int, int], steps: int = 10) -> QImage:
        """Move with the button down, in steps as a hand does."""
        (x0, y0), (x1, y1) = begin, end
        words: list[object] = ["mousemove", x0, y0, "mousedown", 1]
        for step in range(1, steps + 1):
            place = (x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps)
            words += ["mousemove", *place, "sleep", 0.05]
        return self.do(*words, "mouseup", 1)


def upright_line(picture: QImage) -> tuple[int, int]:
    """Return the middle of the longest free stretch of the upright line in a picture."""
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), -1)
    dark = rows[:, : grey.width()] < _DARKEST
    beside = dark.all(axis=0) | dark.all(axis=1)[:, None]  # the screen around the window
    dark &= ~beside
    x = int(dark.sum(axis=0).argmax())
    edges = np.flatnonzero(np.diff(dark[:, x], prepend=False, append=False)).reshape(-1, 2)
    begin, end = edges[np.diff(edges, axis=1).argmax()]
    return x, int(begin + end) // 2


@contextmanager
def display(folder: Path) -> Iterator[Display]:
    """Run an Xvfb that also programs in another root reach: it listens without a file, too."""
    read, write = os.pipe()
    words = ["-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp", "-fbdir", folder]
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), *words], pass_fds=[write])
    try:
        number = os.read(read, 16).decode().strip()
        yield Display(f":{number}", folder / "Xvfb_screen0")
    finally:
        server.terminate()
        server.wait()
        os.close(read)
        os.close(write)


def seconds_to_picture(command: list[str], screen: Display, environment: dict[str, str]) -> float:
    """Start a program, return how long until the middle of the screen is painted, and end it."""
    empty = screen.middle()
    begin = time.perf_counter()
    program = subprocess.Popen(command, env={**environment, "DISPLAY": screen.name})
    try:
        while screen.middle() == empty:
            assert program.poll() is None, "the program ended without a window"
            assert time.perf_counter() - begin < _PATIENCE, "no window came up"
            time.sleep(0.001)
        return time.perf_counter() - begin
    finally:
        program.kill()
        program.wait()
        while screen.middle() != empty:
            time.sleep(0.001)
