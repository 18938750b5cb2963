import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget, QTextBrowser

from costcurve_gui.about.program import LicenceText, Notice
from costcurve_gui.views.dialogs.about_dialog import LicencesDialog

NOTICES = (
    Notice("CostCurve", "1.0", "BSD-3-Clause", texts=(LicenceText("LICENSE", "ours\n"),)),
    Notice(
        *("Qt", "6", "LGPL-3.0-only", "https://qt.io"),
        (LicenceText("notice", "of Qt"), LicenceText("LGPL", "lesser")),
    ),
    Notice("wordless", "3", "MIT"),
)


@pytest.fixture
def dialog(qtbot):
    widget = LicencesDialog()
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.open()
    return widget


@pytest.fixture
def filled(dialog):
    dialog.show_notices(NOTICES)
    return dialog


def shown(dialog):
    found = dialog.findChild(QListWidget, "licences_list")
    items = [found.item(row) for row in range(found.count())]
    return [item.text() for item in items if not item.isHidden()]


def text(dialog):
    return dialog.findChild(QTextBrowser, "licences_text").toPlainText()


def test_that_it_says_that_it_reads_until_there_is_something(dialog):
    assert shown(dialog) == []
    assert text(dialog) == "Reading the licences…"


def test_that_a_fault_is_told_in_its_place(dialog):
    dialog.show_error("The file is damaged.")
    assert text(dialog) == "The file is damaged."


def test_that_every_part_is_listed_and_the_first_one_shown(filled):
    assert shown(filled) == ["CostCurve 1.0", "Qt 6", "wordless 3"]
    assert text(filled).startswith("CostCurve 1.0\nLicence: BSD-3-Clause\n")
    assert text(filled).endswith("LICENSE\n\nours\n")


def test_that_all_texts_of_a_part_follow_each_other(qtbot, filled):
    parts = filled.findChild(QListWidget, "licences_list")
    qtbot.keyClick(parts, Qt.Key.Key_Down)
    assert "https://qt.io" in text(filled)
    assert text(filled).index("of Qt") < text(filled).index("lesser")


def test_that_typing_keeps_what_matches_by_name_or_licence(qtbot, filled):
    qtbot.keyClicks(filled.findChild(QLineEdit, "licences_field"), "lgpl")
    assert shown(filled) == ["Qt 6"]
    assert text(filled).startswith("Qt 6\n")


def test_that_words_that_match_nothing_are_told(qtbot, filled):
    field = filled.findChild(QLineEdit, "licences_field")
    qtbot.keyClicks(field, "gnome")
    assert shown(filled) == []
    assert text(filled) == "No part matches these words."
    field.clear()
    assert text(filled).startswith("CostCurve 1.0")


def test_that_a_part_without_a_text_says_so(qtbot, filled):
    qtbot.keyClicks(filled.findChild(QLineEdit, "licences_field"), "wordless")
    assert "includes no licence text" in text(filled)


def test_that_escape_closes(qtbot, filled):
    qtbot.keyClick(filled, Qt.Key.Key_Escape)
    assert not filled.isVisible()
