"""The dialog of preferences says every change at once, and marks what cannot be used."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from costcurve_gui.session.preferences import Defaults, Theme, ViewOptions
from costcurve_gui.views.dialogs.preferences_dialog import PreferencesDialog

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(qtbot):
    widget = PreferencesDialog()
    qtbot.addWidget(widget)
    widget.show_options(ViewOptions(theme=Theme.DARK))
    widget.show_defaults(Defaults(prior=0.125, unit="DM", level=0.95, replicates=500, autosave=5))
    widget.show()
    return widget


def field(dialog, name):
    return dialog.findChild(QLineEdit, f"preferences_{name}")


def typed(qtbot, dialog, name, text):
    target = field(dialog, name)
    target.setFocus()
    target.selectAll()
    qtbot.keyClick(target, Qt.Key.Key_Delete)
    qtbot.keyClicks(target, text)
    qtbot.keyClick(target, Qt.Key.Key_Return)


def test_that_it_shows_what_is_kept(dialog):
    texts = [field(dialog, name).text() for name in ("prior", "unit", "level", "replicates")]
    assert texts == ["12.5", "DM", "95", "500"]
    for name in ("theme_dark", "autosave_5"):
        assert dialog.findChild(QPushButton, f"preferences_{name}").isChecked()
    dialog.show_defaults(Defaults())
    assert field(dialog, "prior").text() == field(dialog, "unit").text() == ""
    assert field(dialog, "prior").placeholderText() == "as in the file"


@pytest.mark.parametrize(
    ("name", "text", "change"),
    [
        ("prior", "4", {"prior": 0.04}),
        ("prior", "4,5 %", {"prior": 0.045}),
        ("prior", "", {"prior": None}),
        ("unit", "EUR", {"unit": "EUR"}),
        ("level", "90", {"level": 0.9}),
        ("replicates", "2000", {"replicates": 2000}),
    ],
)
def test_that_a_typed_entry_is_said_at_once(qtbot, dialog, name, text, change):
    with qtbot.waitSignal(dialog.defaults_edited) as told:
        typed(qtbot, dialog, name, text)
    before = {"prior": 0.125, "unit": "DM", "level": 0.95, "replicates": 500, "autosave": 5}
    assert told.args == [Defaults(**{**before, **change})]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("prior", "101", "The prior is from 0 to 100 %, or empty."),
        ("prior", "many", "The prior is from 0 to 100 %, or empty."),
        ("level", "40", "More than 50 and less than 100."),
        ("replicates", "99", "A whole number from 100 to 20 000."),
    ],
)
def test_that_what_cannot_be_used_is_marked_and_changes_nothing(qtbot, dialog, name, text, fault):
    with qtbot.assertNotEmitted(dialog.defaults_edited):
        typed(qtbot, dialog, name, text)
    said = dialog.findChild(QLabel, "preferences_fault")
    assert said.isVisible()
    assert said.text() == fault


def test_that_theme_saving_and_reset_are_reported(qtbot, dialog):
    with qtbot.waitSignal(dialog.view_edited) as told:
        qtbot.mouseClick(dialog.findChild(QPushButton, "preferences_theme_light"), LEFT)
    assert told.args == [ViewOptions(theme=Theme.LIGHT)]
    with qtbot.waitSignal(dialog.view_edited) as told:
        qtbot.mouseClick(dialog.findChild(QPushButton, "preferences_comma_True"), LEFT)
    assert told.args == [ViewOptions(theme=Theme.DARK, decimal_comma=True)]
    with qtbot.waitSignal(dialog.defaults_edited) as told:
        qtbot.mouseClick(dialog.findChild(QPushButton, "preferences_autosave_15"), LEFT)
    assert told.args[0].autosave == 15
    typed(qtbot, dialog, "level", "40")
    with qtbot.waitSignal(dialog.reset_requested):
        qtbot.mouseClick(dialog.findChild(QPushButton, "preferences_reset"), LEFT)
    assert field(dialog, "level").fault == ""
