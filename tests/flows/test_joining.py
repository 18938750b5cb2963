"""Two files dropped on the window become one comparison by a question with buttons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget

from costcurve_gui.resources import resource_path
from tests.flows.driver import dialog, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

MODELS = ("naive_bayes", "random_forest")


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    table = pd.read_csv(resource_path("sample_data", "german_credit_half.csv"), dtype=str)
    paths = []
    for model in MODELS:
        part = table[["id", "label", "amount", f"score_{model}"]]
        paths.append(tmp_path / f"{model}.csv")
        part.rename(columns={f"score_{model}": "score"})[::-1].to_csv(paths[-1], index=False)
    return paths


def test_that_dropped_files_become_one_comparison(
    qtbot: QtBot, program: Program, files: list[Path]
) -> None:
    program.window.files_dropped.emit(tuple(files))
    question = dialog(qtbot, program, "join_dialog")
    press(qtbot, question, "join_join")
    importing = dialog(qtbot, program, "import_dialog")
    qtbot.keyClick(importing.findChild(QComboBox, "import_positive"), Qt.Key.Key_Home)
    press(qtbot, importing, "import_accept")
    qtbot.waitUntil(lambda: program.session.state.dataset is not None)
    info = program.session.state.dataset
    assert info is not None
    assert [model.name for model in info.models] == list(MODELS)
    assert [model.file for model in info.models] == [f"{model}.csv" for model in MODELS]
    assert (info.rows, info.positive_label) == (500, "bad")
    assert program.window.commands["columns"].isEnabled()
    assert program.window.commands["join"].isEnabled()


def test_that_a_file_without_labels_takes_no_model_from_the_first(
    qtbot: QtBot, program: Program
) -> None:
    cases = Path(__file__).resolve().parents[1] / "data" / "cases"
    program.window.files_dropped.emit((cases / "join_rf.csv", cases / "join_nb.csv"))
    press(qtbot, dialog(qtbot, program, "join_dialog"), "join_join")
    press(qtbot, dialog(qtbot, program, "import_dialog"), "import_accept")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    models = snapshot_of(program).curve_set.models
    assert [model.info.name for model in models] == ["rf", "nb"]
    assert [model.auc.auc for model in models] == pytest.approx([8 / 9, 6 / 9])


def press(qtbot: QtBot, asked: QWidget, name: str) -> None:
    button = asked.findChild(QAbstractButton, name)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
