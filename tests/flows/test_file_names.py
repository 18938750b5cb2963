"""What the title says of a file, and how two files of one name are told apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QPushButton

from tests.flows.driver import dialog, wait_for_rest, widget

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program


def open_copy(qtbot: QtBot, program: Program, folder: Path) -> None:
    folder.mkdir()
    file = folder / "scores.csv"
    rows = (f"{n % 3 == 0:d},{(n * 7 % 30) / 30}" for n in range(30))
    file.write_text("\n".join(("label,score", *rows)) + "\n", encoding="utf-8")
    before = len(program.session.state.datasets)
    program.datasets.open_paths([file])
    asked = dialog(qtbot, program, "import_dialog")
    accept = asked.findChild(QPushButton, "import_accept")
    assert accept is not None
    qtbot.waitUntil(accept.isEnabled)
    accept.click()
    qtbot.waitUntil(lambda: len(program.session.state.datasets) == before + 1)
    wait_for_rest(qtbot, program)


def test_that_preferences_leave_the_title_alone(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    assert program.window.windowTitle() == "CostCurve"
    open_copy(qtbot, program, tmp_path / "may")
    assert program.window.windowTitle() == "scores.csv \u2013 CostCurve"
    program.condition.set_prior(0.2)
    assert program.window.windowTitle() == "* scores.csv \u2013 CostCurve"
    settings = program.settings
    settings.view = replace(settings.view, grid=not settings.view.grid)
    settings.view = replace(settings.view, decimal_comma=True)
    assert program.window.windowTitle() == "* scores.csv \u2013 CostCurve"


def test_that_two_files_of_one_name_are_told_apart(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    open_copy(qtbot, program, tmp_path / "may")
    open_copy(qtbot, program, tmp_path / "june")
    assert program.window.windowTitle() == "scores.csv (june) \u2013 CostCurve"
    choice = widget(program, "file_choice", QComboBox)
    assert [choice.itemText(at) for at in range(2)] == ["scores.csv (may)", "scores.csv (june)"]
    recent = [one.text() for one in program.window.recent_menu.actions()]
    assert recent[:2] == ["scores.csv (june)", "scores.csv (may)"]
    program.datasets.close_active()
    wait_for_rest(qtbot, program)
    assert program.window.windowTitle() == "scores.csv \u2013 CostCurve"
