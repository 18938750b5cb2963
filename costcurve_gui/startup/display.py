"""Tell whether there is a screen for a window, or draw in memory instead."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


X11_SOCKETS = "/tmp/.X11-unix"  # noqa: S108 - where X11 has it, not a file of ours


def has_display(environment: Mapping[str, str], platform: str) -> bool:
    """Tell whether a window can be shown. Off Linux there always is a screen."""
    if platform != "linux" or environment.get("QT_QPA_PLATFORM"):
        return True
    return _wayland_answers(environment) or _x11_answers(environment.get("DISPLAY", ""))


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY", "")
    folder = environment.get("XDG_RUNTIME_DIR", "")
    return bool(name) and Path(folder, name).exists()


def _x11_answers(display: str) -> bool:
    """Tell whether a server listens at a local display; one on another machine is Qt's to try."""
    host, colon, rest = display.rpartition(":")
    if not colon:
        return False
    if host not in ("", "unix"):
        return True
    path = f"{X11_SOCKETS}/X{rest.partition('.')[0]}"
    return _listens(f"\0{path}") or _listens(path)


def _listens(address: str) -> bool:
    import socket  # brings much along that a start without X11 does not need

    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(address)
        except OSError:
            return False
    return True


def draw_in_memory() -> None:
    """Make Qt draw without a display, and the same picture every time."""
    already = os.environ.get("QT_QPA_PLATFORM", "").startswith("offscreen")  # with a screen, maybe
    if sys.platform == "linux" and not already:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # Qt orders the fonts of a PDF by hash; a fixed seed makes its bytes depend on the input alone.
    os.environ["QT_HASH_SEED"] = "0"
