from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.startup import display
from costcurve_gui.startup.display import has_display

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="X11 and Wayland use sockets")


@pytest.fixture
def x11(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let an X server listen at display 5 and nowhere else."""
    monkeypatch.setattr(display, "X11_SOCKETS", str(tmp_path))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "X5"))
        server.listen()
        yield


@pytest.mark.parametrize(
    ("environment", "platform", "shown"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":5"}, "linux", True),
        ({"DISPLAY": "unix:5.0"}, "linux", True),
        ({"DISPLAY": ":77"}, "linux", False),
        ({"DISPLAY": "nonsense"}, "linux", False),
        ({"DISPLAY": "desk.example:0"}, "linux", True),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", True),
        ({}, "win32", True),
        ({}, "darwin", True),
    ],
)
@pytest.mark.usefixtures("x11")
def test_that_a_display_is_one_where_somebody_answers(
    environment: dict[str, str], platform: str, shown: bool
) -> None:
    assert has_display(environment, platform) == shown


@pytest.mark.usefixtures("x11")
def test_that_a_wayland_display_is_one_whose_socket_is_there(tmp_path: Path) -> None:
    environment = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert not has_display(environment, "linux")
    (tmp_path / "wayland-0").touch()
    assert has_display(environment, "linux")
