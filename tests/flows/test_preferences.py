"""Preferences have their effect at once, in files opened later, and in saving by itself."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QPushButton, QWidget

from costcurve_gui.session.preferences import Defaults, Theme
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.fields import NumberField
from tests.flows.driver import dialog, type_into

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def asked(qtbot: QtBot, german_credit: Program) -> QWidget:
    german_credit.window.commands["preferences"].trigger()
    return dialog(qtbot, german_credit, "preferences_dialog")


def field(asked: QWidget, name: str) -> QLineEdit:
    found = asked.findChild(QLineEdit, f"preferences_{name}")
    assert found is not None
    return found


def press(qtbot: QtBot, asked: QWidget, name: str) -> None:
    qtbot.mouseClick(asked.findChild(QPushButton, f"preferences_{name}"), LEFT)


def test_that_theme_and_level_change_at_once_and_reset_puts_them_back(
    qtbot: QtBot, german_credit: Program, asked: QWidget
) -> None:
    press(qtbot, asked, "theme_dark")
    assert tokens_in_use().name == Theme.DARK.value
    type_into(qtbot, field(asked, "level"), "95")
    assert german_credit.session.state.current.bands.spec.level == 0.95
    assert german_credit.settings.defaults.level == 0.95
    press(qtbot, asked, "reset")
    assert german_credit.settings.defaults == Defaults()
    assert german_credit.settings.view.theme is Theme.SYSTEM
    assert field(asked, "level").text() == "90"
    assert german_credit.session.state.current.bands.spec.level == 0.9
    press(qtbot, asked, "close")


def test_that_decimals_are_written_with_a_comma_everywhere_at_once(
    qtbot: QtBot, german_credit: Program, asked: QWidget
) -> None:
    window = german_credit.window
    qtbot.waitUntil(lambda: not german_credit.runner.busy)
    before = said(window)
    assert sum("." in text for text in before) > 10
    press(qtbot, asked, "comma_True")
    assert before != said(window)
    assert [text for text in said(window) if re.search(r"\d\.\d", text)] == []
    assert german_credit.window.decision_panel.answer().count("0,") > 0
    press(qtbot, asked, "reset")
    assert said(window) == before


def test_that_what_workers_say_has_a_decimal_comma_too(
    qtbot: QtBot, german_credit: Program, asked: QWidget, tmp_path: Path
) -> None:
    press(qtbot, asked, "comma_True")
    press(qtbot, asked, "close")
    path = tmp_path / "backwards.csv"
    rows = [f"{n % 2},{1.5 - n % 2 + n / 100}\n" for n in range(40)]
    path.write_text("label,score\n" + "".join(rows), encoding="utf-8")
    german_credit.window.files_dropped.emit((path,))
    importing = dialog(qtbot, german_credit, "import_dialog")
    columns = importing.findChild(QAbstractItemView, "import_columns").model()
    said_of = partial(cells_of, columns)
    qtbot.waitUntil(lambda: any("AUC" in cell for cell in said_of(1)))
    assert any(re.match(r"AUC \d,\d{3}, turned from \d,\d{3}", cell) for cell in said_of(1))
    qtbot.keyClick(importing, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not importing.isVisible())


def cells_of(columns: QAbstractItemModel, row: int) -> list[str]:
    """Return the texts of a row; which column says what is not this test's."""
    return [columns.index(row, at).data() or "" for at in range(columns.columnCount())]


def said(window: QWidget) -> list[str]:
    """Return the texts of labels and number fields, but for what is typed as an expression."""
    texts = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    fields = [one.text() for one in window.findChildren(NumberField) if one.isVisible()]
    models = window.findChild(QAbstractItemView, "model_list").model()
    cells = [models.index(0, column).data() for column in (1, 3)]
    return [text for text in (*texts, *fields, *cells) if ".csv" not in text]


def test_that_a_file_opened_later_begins_with_prior_currency_and_level(
    qtbot: QtBot, german_credit: Program, asked: QWidget, tmp_path: Path
) -> None:
    for name, text in (("prior", "4"), ("unit", "EUR"), ("replicates", "300")):
        type_into(qtbot, field(asked, name), text)
    press(qtbot, asked, "close")
    before = german_credit.session.state.current
    assert before.condition.prior == 0.05  # that of the open file stays
    path = tmp_path / "mine.csv"
    rows = [f"{n % 2},{(7 * n) % 11 / 10}\n" for n in range(40)]
    path.write_text("label,score\n" + "".join(rows), encoding="utf-8")
    german_credit.window.files_dropped.emit((path,))
    importing = dialog(qtbot, german_credit, "import_dialog")
    accept = importing.findChild(QPushButton, "import_accept")
    qtbot.waitUntil(accept.isEnabled)
    qtbot.mouseClick(accept, LEFT)
    qtbot.waitUntil(lambda: len(german_credit.session.state.datasets) == 2)
    found = german_credit.session.state.current
    assert (found.condition.prior, found.payoff.unit) == (0.04, "EUR")
    assert found.bands.spec.replicates == 300
    assert not german_credit.projects.active.modified


def test_that_a_project_with_a_file_is_saved_by_itself(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    german_credit.settings.defaults = Defaults(autosave=1)
    timer = german_credit.project_wiring.autosave
    assert timer.isActive()
    assert timer.interval() == 60_000
    german_credit.condition.set_prior(0.2)
    timer.timeout.emit()  # no file yet: nothing is asked
    document = german_credit.projects.active
    assert document is not None
    assert document.modified
    document.path = tmp_path / "a.ccproj"
    timer.timeout.emit()
    qtbot.waitUntil(lambda: not german_credit.projects.active.modified)
    assert (tmp_path / "a.ccproj").exists()
    german_credit.settings.defaults = Defaults()
    assert not timer.isActive()
