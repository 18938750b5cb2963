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


def test_that_what_no_plot_uses_waits() -> None:
    ran = "[type(sys.modules['pyqtgraph.' + name]).__name__ for name in names]"
    names = "'graphicsItems.ViewBox', 'graphicsItems.ROI', 'imageview'"
    assert run(f"import sys; {LOADED} names = {names}; print({ran})") == (
        "['module', 'DeferredModule', 'DeferredModule']"
    )


def test_that_pyqtgraph_offers_all_that_it_offers_otherwise() -> None:
    listed = "print(*sorted(name for name in dir(pg) if name[:1] != '_'))"
    plain = set(run(f"import pyqtgraph as pg; {listed}").split())
    found = set(run(f"{LOADED} pg.PlotWidget; {listed}").split())
    assert len(plain) > 150
    assert plain <= found


def test_that_widgets_that_waited_work() -> None:
    script = (
        "import os; os.environ['QT_QPA_PLATFORM'] = 'offscreen'; " + LOADED + "pg.mkQApp();"
        "plot = pg.PlotWidget(); plot.plot([1, 2]); print(len(plot.plotItem.listDataItems()))"
    )
    assert run(script) == "1"


def test_that_an_unknown_name_of_pyqtgraph_is_an_attribute_error() -> None:
    assert run(LOADED + "print(hasattr(pg, 'nothing'), hasattr(pg, '__nothing__'))") == (
        "False False"
    )


def test_that_what_pyqtgraph_does_without_can_be_imported_later() -> None:
    modules = "'PySide6.QtTest', 'PySide6.QtOpenGLWidgets'"
    script = (
        f"import sys; {LOADED} print([name in sys.modules for name in ({modules})]);"
        "from PySide6 import QtOpenGLWidgets, QtTest; print(QtTest.QTest.__name__)"
    )
    assert run(script).splitlines() == ["[False, False]", "QTest"]
