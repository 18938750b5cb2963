"""What a file leaves open is asked in the import dialog, and settled with a click."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QAbstractButton, QWidget

from costcurve_gui.views.widgets.cards import Badge
from tests.flows.driver import dialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.views.dialogs.import_dialog import ImportDialog
    from costcurve_gui.window.program import Program

CASES = Path(__file__).parents[1] / "data" / "cases"


def opened(qtbot: QtBot, program: Program, name: str) -> ImportDialog:
    program.datasets.open_paths([str(CASES / name)])
    return dialog(qtbot, program, "import_dialog")


def press(qtbot: QtBot, asked: QWidget, name: str) -> None:
    qtbot.waitUntil(lambda: asked.findChild(QAbstractButton, name) is not None)
    asked.findChild(QAbstractButton, name).click()


@pytest.mark.parametrize(("answer", "number"), [("0_0", 1234.0), ("0_1", 1.234)])
def test_that_marks_of_numbers_are_settled_with_a_click(
    qtbot: QtBot, program: Program, answer: str, number: float
) -> None:
    asked = opened(qtbot, program, "amounts_tab.tsv")
    before = asked.source.column("amount").written
    assert before.open_mark == ","
    assert "may be 1234 or 1.234" in asked.findChild(Badge, "import_doubt_0").text
    press(qtbot, asked, f"import_doubt_{answer}")
    qtbot.waitUntil(lambda: asked.source.column("amount").kind.is_numeric)
    assert asked.source.column("amount").minimum == number
    assert not asked.source.questions
    asked.reject()


def test_that_a_first_row_of_values_is_a_case_unless_the_user_says_otherwise(
    qtbot: QtBot, program: Program
) -> None:
    asked = opened(qtbot, program, "no_header.csv")
    assert asked.source.rows == 6
    assert "is a case" in asked.findChild(Badge, "import_doubt_0").text
    press(qtbot, asked, "import_doubt_0_0")
    qtbot.waitUntil(lambda: asked.source.rows == 5)
    asked.reject()


def test_that_values_far_from_the_others_are_counted_as_missing_with_a_click(
    qtbot: QtBot, program: Program
) -> None:
    asked = opened(qtbot, program, "sentinel.csv")
    qtbot.waitUntil(lambda: "score" in asked._findings.columns)
    finding = asked._findings.columns["score"]
    assert "-999 in 2 rows" in finding.text
    asked._repair("score", finding.repair)
    qtbot.waitUntil(lambda: asked.source.column("score").missing == 2)
    asked.reject()
