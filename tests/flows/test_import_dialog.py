"""A messy file in the whole window: its doubts are settled in the import dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget

from costcurve_gui.views.panels.model_rows import ModelRows
from tests.flows.driver import dialog, snapshot_of

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

CTRL = Qt.KeyboardModifier.ControlModifier


def press(qtbot: QtBot, asked: QWidget, name: str) -> None:
    """Click on a button, once it can be pressed."""
    button = asked.findChild(QAbstractButton, name)
    qtbot.waitUntil(button.isEnabled)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def messy(tmp_path: Path) -> Path:
    """Write scores with decimal commas, one of which means good where it is high."""
    rng = np.random.default_rng(4)
    bad = np.arange(90) % 3 == 0
    risk = rng.normal(size=90) + 1.5 * bad
    lines = [
        f"K{i};{'bad' if one else 'good'};{score:.3f};{600 - 40 * score:.1f}".replace(".", ",")
        for i, (one, score) in enumerate(zip(bad, risk, strict=True))
    ]
    path = tmp_path / "messy.csv"
    path.write_text("\n".join(["case_id;outcome;score_a;score_points", *lines, lines[0]]) + "\n")
    return path


def test_that_a_backward_score_is_turned_and_the_list_says_so(
    qtbot: QtBot, program: Program, messy: Path
) -> None:
    program.datasets.open_paths([messy])
    asked = dialog(qtbot, program, "import_dialog")
    qtbot.keyClick(asked.findChild(QComboBox, "import_positive"), Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: asked.choices.lower_is_positive == {"score_points"})
    press(qtbot, asked, "import_accept")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    first, second = snapshot_of(program).curve_set.models
    assert second.auc.auc == pytest.approx(first.auc.auc, abs=0.01)
    rows = program.window.dataset_panel.models.model()
    tip = rows.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert isinstance(rows, ModelRows)
    assert "As turned: low scores mean bad" in tip
    assert "As turned" not in rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_that_control_enter_imports_from_any_field(
    qtbot: QtBot, program: Program, messy: Path
) -> None:
    program.datasets.open_paths([messy])
    asked = dialog(qtbot, program, "import_dialog")
    qtbot.keyClick(asked.findChild(QComboBox, "import_positive"), Qt.Key.Key_Home)
    qtbot.waitUntil(asked.findChild(QAbstractButton, "import_accept").isEnabled)
    qtbot.keyClick(asked.findChild(QComboBox, "role_score_a"), Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert len(snapshot_of(program).models) == 2
