"""What the test of the installed package does outside of it, without a package."""

import os
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from tests.helpers import bare_root, x_display

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux")


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A bare root whose `chroot` stays outside, and is all that the path names."""
    script = tmp_path / "chroot"
    script.write_text('#!/bin/sh\nshift\nexec "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return bare_root.BareRoot(tmp_path)


def test_that_nothing_of_the_tests_gets_into_a_bare_root(root, monkeypatch):
    """The screen of Qt that the tests describe in a file was looked for in there once."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen:configfile=/here/screen.json")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    for name in ("http_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("https_proxy", "http://proxy:3128")
    assert set(root.run("env").splitlines()) == {
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG=C.UTF-8",
        "HOME=/root",
        "https_proxy=http://proxy:3128",
    }


def test_that_a_failing_command_is_told_with_what_it_said(root):
    with pytest.raises(AssertionError, match="no such thing"):
        root.run("sh", "-c", "echo no such thing >&2; exit 3")


def test_that_the_line_to_drag_is_found_by_its_ink_wherever_it_is():
    picture = QImage(300, 200, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    painter.fillRect(290, 0, 10, 200, Qt.GlobalColor.black)  # no window is there
    painter.fillRect(0, 185, 300, 15, Qt.GlobalColor.black)
    painter.fillRect(20, 0, 1, 185, QColor("#8a909c"))  # an axis
    painter.fillRect(60, 50, 40, 12, QColor("#15181e"))  # letters
    painter.fillRect(211, 30, 1, 150, QColor("#15181e"))
    painter.fillRect(200, 60, 20, 20, QColor("#e06a1c"))  # a mark on it
    painter.end()
    assert x_display.upright_line(picture) == (211, 130)
