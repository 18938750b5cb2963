"""A virtual display: what is on it, when a window comes up, and a hand on mouse and keyboard."""

from __future__ import annotations

import ctypes
import os
import struct
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIZE = (1440, 900)
_MAP_NOTIFY, _SUBSTRUCTURE_NOTIFY = 19, 1 << 19
_EVENT_BYTES = 192  # of the union XEvent, on machines of 64 bits
_XWD_FIELDS = 25


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

    def settled(self, seconds: float = 20.0) -> QImage:
        """Return the picture as soon as it has not changed for a second."""
        end, before, since = time.monotonic() + seconds, self.picture(), time.monotonic()
        while time.monotonic() < end and time.monotonic() - since < 1:
            time.sleep(0.1)
            now = self.picture()
            if now != before:
                before, since = now, time.monotonic()
        return before

    def do(self, *words: object) -> QImage:
        """Have xdotool do something and return the picture that it led to."""
        environment = {**os.environ, "DISPLAY": self.name}
        subprocess.run(["xdotool", *map(str, words)], check=True, env=environment)
        return self.settled()

    def drag(self, begin: tuple[int, int], end: tuple[int, int], steps: int = 10) -> QImage:
        """Move with the button down, in steps as a hand does."""
        (x0, y0), (x1, y1) = begin, end
        words: list[object] = ["mousemove", x0, y0, "mousedown", 1]
        for step in range(1, steps + 1):
            place = (x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps)
            words += ["mousemove", *place, "sleep", 0.05]
        return self.do(*words, "mouseup", 1)


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


def seconds_to_window(command: list[str], screen: Display, environment: dict[str, str]) -> float:
    """Start a program, return how long until its first window is up, and end it."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(x11.XOpenDisplay(screen.name.encode()))
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    root = ctypes.c_ulong(x11.XDefaultRootWindow(connection))
    x11.XSelectInput(connection, root, ctypes.c_long(_SUBSTRUCTURE_NOTIFY))
    x11.XSync(connection, 0)
    begin = time.perf_counter()
    program = subprocess.Popen(command, env={**environment, "DISPLAY": screen.name})
    try:
        event = (ctypes.c_char * _EVENT_BYTES)()
        while struct.unpack_from("i", event)[0] != _MAP_NOTIFY:
            x11.XNextEvent(connection, event)
        return time.perf_counter() - begin
    finally:
        program.kill()
        program.wait()
        x11.XCloseDisplay(connection)
