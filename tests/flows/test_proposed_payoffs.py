"""Payoffs that a file proposes, and what the user types instead."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from costcurve_gui.views.text import numbers
from tests.flows.driver import click, dialog, press, wait_for_rest, widget

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

ROWS = 60


@pytest.fixture
def marketing(qtbot: QtBot, program: Program, tmp_path: Path) -> Iterator[Program]:
    """Return the program with a file that proposes what a false alarm costs."""
    file = tmp_path / "bank_marketing.csv"
    rows = (f"{n % 3 == 0:d},{(n * 7 % ROWS) / ROWS},{100 + n},{1 + n % 4}" for n in range(ROWS))
    file.write_text("\n".join(("label,score,amount,cost_fp", *rows)) + "\n", encoding="utf-8")
    program.datasets.open_paths([file])
    asked = dialog(qtbot, program, "import_dialog")
    accept = asked.findChild(QPushButton, "import_accept")
    assert accept is not None
    qtbot.waitUntil(accept.isEnabled)
    accept.click()
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    wait_for_rest(qtbot, program)
    program.window.activateWindow()
    qtbot.waitUntil(program.window.isActiveWindow)
    yield program
    numbers.use_decimal_comma(False)


def field(program: Program, cell: str) -> QLineEdit:
    return widget(program, f"payoff_{cell}", QLineEdit)


def shown(program: Program, cell: str) -> str:
    """Return what a cell shows: a label laid over the field would hide its text."""
    line = field(program, cell)
    covers = [one.text() for one in line.findChildren(QLabel) if one.isVisible() and one.text()]
    return covers[0] if covers else line.text()


def type_over(program: Program, cell: str, text: str) -> None:
    line = field(program, cell)
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Tab)
    QApplication.processEvents()


def in_force(program: Program, cell: str) -> str:
    return str(getattr(program.session.state.current.payoff, cell))


@pytest.mark.parametrize("typed", ["-2", "-0.05*amount"])
def test_that_a_typed_cell_shows_what_was_typed(
    qtbot: QtBot, marketing: Program, typed: str
) -> None:
    assert marketing.window.payoff_panel.proposals.isVisible()
    assert shown(marketing, "fp") == in_force(marketing, "fp")
    type_over(marketing, "fp", typed)
    qtbot.waitUntil(lambda: in_force(marketing, "fp") == typed)
    wait_for_rest(qtbot, marketing)
    assert not field(marketing, "fp").hasFocus()
    assert shown(marketing, "fp") == typed
    assert "in force" not in marketing.window.payoff_panel.matrix.cells["fp"].below.full_text
    assert not marketing.window.payoff_panel.proposals.isVisible()


def test_that_undo_presets_and_scenarios_show_the_cells_in_force(
    qtbot: QtBot, marketing: Program
) -> None:
    proposals = marketing.window.payoff_panel.proposals
    before = in_force(marketing, "fp")
    type_over(marketing, "fp", "-2")
    qtbot.waitUntil(lambda: in_force(marketing, "fp") == "-2")
    marketing.session.undo()
    qtbot.waitUntil(lambda: shown(marketing, "fp") == before)
    assert proposals.isVisible()
    marketing.session.redo()
    qtbot.waitUntil(lambda: shown(marketing, "fp") == "-2")
    assert not proposals.isVisible()
    marketing.payoffs.choose_preset("credit_scoring")
    qtbot.waitUntil(lambda: in_force(marketing, "fp") != "-2")
    wait_for_rest(qtbot, marketing)
    assert shown(marketing, "fp") == in_force(marketing, "fp")


def test_that_the_focus_follows_what_is_used_into_its_field(
    qtbot: QtBot, marketing: Program
) -> None:
    click(qtbot, marketing, "payoff_use_fp")
    qtbot.waitUntil(lambda: in_force(marketing, "fp") == "-cost_fp")
    wait_for_rest(qtbot, marketing)
    assert field(marketing, "fp").hasFocus()
    press(marketing, Qt.Key.Key_Tab)
    assert shown(marketing, "fp") == "-cost_fp"


@pytest.mark.parametrize("typed", ["-0,05*amount", "min(-20; -0,1*amount)"])
def test_that_a_cell_takes_a_decimal_comma(qtbot: QtBot, marketing: Program, typed: str) -> None:
    settings = marketing.settings
    settings.view = replace(settings.view, decimal_comma=True)
    type_over(marketing, "fp", typed)
    kept = typed.replace(",", ".").replace(";", ",")
    qtbot.waitUntil(lambda: in_force(marketing, "fp") == kept)
    wait_for_rest(qtbot, marketing)
    assert shown(marketing, "fp") == typed
    marketing.session.apply(
        "costs", payoff=replace(marketing.session.state.current.payoff, typed_as_costs=True)
    )
    assert "," in shown(marketing, "fp")
    assert "." not in shown(marketing, "fp")
    marketing.session.undo()
    settings.view = replace(settings.view, decimal_comma=False)
    assert shown(marketing, "fp") == kept
    settings.view = replace(settings.view, decimal_comma=True)
    assert shown(marketing, "fp") == typed
