from importlib import metadata

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QTreeWidget

from costcurve_gui import __version__
from costcurve_gui.about.program import components
from costcurve_gui.views.dialogs.about_dialog import AboutDialog


@pytest.fixture
def dialog(qtbot):
    widget = AboutDialog()
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.open()
    return widget


def test_that_the_table_lists_every_component(dialog):
    table = dialog.findChild(QTreeWidget, "about_components")
    assert table.topLevelItemCount() == len(components()) - 1


def test_that_the_versions_can_be_copied(qtbot, dialog):
    copy = dialog.findChild(QAbstractButton, "about_copy")
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    text = QGuiApplication.clipboard().text()
    assert text.startswith(f"CostCurve {__version__}, from source\n")
    assert f"pyqtgraph {metadata.version('pyqtgraph')}" in text


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_that_escape_and_enter_close(qtbot, dialog, key):
    qtbot.keyClick(dialog, key)
    assert not dialog.isVisible()


def test_that_version_and_build_are_told(dialog):
    told = dialog.findChild(QLabel, "about_version").text()
    assert told == f"Version {__version__}, from source"
