from importlib import metadata

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QTreeWidget

from costcurve_gui import __version__
from costcurve_gui.views.dialogs import about_dialog
from costcurve_gui.views.dialogs.about_dialog import AboutDialog, components


@pytest.fixture
def dialog(qtbot):
    widget = AboutDialog()
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.open()
    return widget


def test_that_components_carry_version_and_licence():
    found = {part.name: part for part in components()}
    assert found["numpy"].version == metadata.version("numpy")
    assert "BSD" in found["numpy"].licence
    assert "LGPL" in found["PySide6-Essentials"].licence
    assert all(
        part.version and part.licence and "\n" not in part.licence for part in found.values()
    )


def test_that_a_package_without_records_is_left_out(monkeypatch):
    monkeypatch.setattr(about_dialog, "_PACKAGES", ("no-such-package-here",))
    assert [part.name for part in components()] == ["Python"]


def test_that_the_table_lists_every_component(dialog):
    table = dialog.findChild(QTreeWidget, "about_components")
    assert table.topLevelItemCount() == len(components())


def test_that_the_versions_can_be_copied(qtbot, dialog):
    copy = dialog.findChild(QAbstractButton, "about_copy")
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    text = QGuiApplication.clipboard().text()
    assert text.startswith(f"CostCurve {__version__}\n")
    assert f"pyqtgraph {metadata.version('pyqtgraph')}" in text


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_that_escape_and_enter_close(qtbot, dialog, key):
    qtbot.keyClick(dialog, key)
    assert not dialog.isVisible()
