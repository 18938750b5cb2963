import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from costcurve_gui.views.dialogs.about_dialog import UpdatesDialog


@pytest.fixture
def dialog(qtbot):
    widget = UpdatesDialog("CostCurve 1.0", "https://costcurve.example/releases")
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.open()
    return widget


def test_that_the_version_and_the_page_are_told(dialog):
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert "You have CostCurve 1.0." in words
    assert "https://costcurve.example/releases" in words
    assert any("opens in your web browser" in text for text in words)


def test_that_the_page_opens_only_when_asked_for(qtbot, dialog):
    with qtbot.waitSignal(dialog.page_requested):
        qtbot.mouseClick(dialog.findChild(QPushButton, "updates_open"), Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_that_escape_and_enter_open_nothing(qtbot, dialog, key):
    with qtbot.assertNotEmitted(dialog.page_requested):
        qtbot.keyClick(dialog, key)
    assert not dialog.isVisible()
