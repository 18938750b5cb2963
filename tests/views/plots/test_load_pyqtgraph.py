"""pyqtgraph takes Qt's classes one by one; each process below is new, for what loads only once."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(script: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


LOADED = "import costcurve_gui.views.plotting, pyqtgraph as pg; from PySide6 import QtWidgets; "


def test_that_pyqtgraph_copies_a_class_of_qt_when_it_is_first_used() -> None:
    asked = "'QCalendarWidget' in vars(pg.QtWidgets)"
    used = "pg.QtWidgets.QCalendarWidget is QtWidgets.QCalendarWidget"
    assert run(LOADED + f"print({asked}, {used}, {asked})") == "False True True"


def test_that_qt_lists_its_names_as_before() -> None:
    before = "from PySide6 import QtWidgets; names = set(dir(QtWidgets)); "
    assert run(before + LOADED + "print(names <= set(dir(QtWidgets)), len(names) > 150)") == (
        "True True"
    )


@pytest.mark.parametrize("first", ["", "import pyqtgraph; "])
def test_that_an_unknown_name_is_an_attribute_error(first: str) -> None:
    assert run(first + LOADED + "print(hasattr(pg.QtCore, 'QNothing'))") == "False"
