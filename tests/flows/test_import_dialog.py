"""A messy file in the whole window: its doubts are settled in the import dialog."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QSpinBox,
    QTableView,
    QTableWidget,
    QWidget,
)

from costcurve_gui.analysis.projects import open_project, save_project
from costcurve_gui.views.dialogs.import_questions import ReadingOptionsDialog
from costcurve_gui.views.panels.model_rows import ModelRows
from costcurve_gui.views.widgets.cards import Badge
from tests.flows.driver import dialog, snapshot_of
from tests.helpers.plot_mouse import LEFT

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

HORIZONTAL = Qt.Orientation.Horizontal
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
    assert "Turned: low scores mean bad" in tip
    assert "Turned" not in rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_that_control_enter_imports_from_any_field(
    qtbot: QtBot, program: Program, messy: Path
) -> None:
    program.datasets.open_paths([messy])
    asked = dialog(qtbot, program, "import_dialog")
    qtbot.keyClick(asked.findChild(QComboBox, "import_positive"), Qt.Key.Key_Home)
    qtbot.waitUntil(asked.findChild(QAbstractButton, "import_accept").isEnabled)
    asked.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is asked)
    qtbot.keyClick(asked.findChild(QComboBox, "role_score_a"), Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert len(snapshot_of(program).models) == 2


def test_that_reading_options_show_at_once_what_they_do(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    path = tmp_path / "report.csv"
    rows = "".join(f"{'bad' if i % 3 == 0 else 'good'};0,{i}\n" for i in range(10, 60))
    path.write_text(f"Scores of March\nfinal;1;x\n\nlabel;score_a\n{rows}")
    program.datasets.open_paths([path])
    asked = dialog(qtbot, program, "import_dialog")
    qtbot.mouseClick(asked.findChild(QAbstractButton, "import_reading"), LEFT)
    options = asked.findChild(ReadingOptionsDialog)
    table = options.findChild(QTableView, "reading_preview").model()

    def shown() -> list[str]:
        return [table.headerData(at, HORIZONTAL) for at in range(table.columnCount())]

    qtbot.waitUntil(lambda: shown() == ["label", "…a"])  # the title was found
    skip = options.findChild(QSpinBox, "reading_skip")
    assert skip.value() == 3
    skip.setValue(1)
    fault = options.findChild(Badge, "reading_fault")
    qtbot.waitUntil(lambda: "has 2 fields, the header has 3" in fault.text)
    skip.setValue(3)
    qtbot.waitUntil(lambda: not fault.text)
    assert table.index(0, 1).data() == "0.10"
    separator = options.findChild(QComboBox, "reading_separator")
    separator.setCurrentIndex(separator.findData("|"))
    qtbot.waitUntil(lambda: shown() == ["label;score_a"])
    skip.setValue(900)
    qtbot.waitUntil(lambda: "no row after the first 900 lines" in fault.text)
    skip.setValue(3)
    separator.setCurrentIndex(0)
    qtbot.waitUntil(lambda: not fault.text)
    press(qtbot, options, "reading_apply")
    qtbot.waitUntil(lambda: [one.name for one in asked.source.columns] == ["label", "score_a"])
    assert asked.source.options.skip == 3
    assert "3 lines skipped" in asked.source.format_text


def test_that_a_long_file_is_pivoted_by_a_click_and_kept_so_by_its_project(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    rows = [
        f"{case},{who},{(case * step) % 17 / 17},{'bad' if case % 3 == 0 else 'good'}"
        for case in range(40)
        for who, step in (("forest", 3), ("net", 5), ("tree", 7))
    ]
    path = tmp_path / "odd.csv"
    path.write_text("\n".join(["nr,who,value,truth", *rows]) + "\n")
    program.datasets.open_paths([path])
    asked = dialog(qtbot, program, "import_dialog")
    press(qtbot, asked, "import_shape_long")
    qtbot.waitUntil(lambda: len(asked.choices.scores) == 3)
    assert asked.source.options.long == ("who", "nr", "value")
    qtbot.keyClick(asked.findChild(QComboBox, "import_positive"), Qt.Key.Key_Home)
    press(qtbot, asked, "import_accept")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert len(snapshot_of(program).models) == 3
    document = program.projects.active
    assert document is not None
    save_project(tmp_path / "odd.ccproj", document.file, document.current, None)
    again = open_project(tmp_path / "odd.ccproj", "1").loaded.info
    assert [model.name for model in again.models] == ["forest", "net", "tree"]


def test_that_a_file_taken_for_long_is_read_as_wide_by_a_click(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    rows = [
        f"{case},{who},0.{case},{'bad' if case % 3 else 'good'}"
        for case in range(30)
        for who in ("a", "b")
    ]
    path = tmp_path / "long.csv"
    path.write_text("\n".join(["id,model,score,label", *rows]) + "\n")
    program.datasets.open_paths([path])
    asked = dialog(qtbot, program, "import_dialog")
    assert asked.source.rows == 30
    press(qtbot, asked, "import_shape_wide")
    qtbot.waitUntil(lambda: asked.source.rows == 60)
    assert asked.source.unpivoted is None
    assert not asked.findChild(QComboBox, "import_long_model").isVisible()


CASES = Path(__file__).resolve().parents[1] / "data" / "cases"


def remark(asked: QWidget, column: str) -> str:
    """Return what the dialog finds in a column."""
    table = asked.findChild(QTableWidget, "import_columns")
    rows = range(table.rowCount())
    (row,) = (row for row in rows if table.item(row, 0).text() == column)
    item = table.item(row, 5)
    return "" if item is None else item.text()


def areas(program: Program) -> list[float]:
    return [model.auc.auc for model in snapshot_of(program).curve_set.models]


def test_that_row_numbers_are_named_and_make_no_model(qtbot: QtBot, program: Program) -> None:
    program.datasets.open_paths([CASES / "index_unnamed.csv"])
    asked = dialog(qtbot, program, "import_dialog")
    assert remark(asked, "column_1") == "numbers the rows: no score"
    press(qtbot, asked, "import_accept")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert areas(program) == pytest.approx([7 / 9, 6 / 9])


@pytest.mark.parametrize(("asks", "area"), [(False, 8 / 9), (True, 11 / 12)])
def test_that_a_column_called_weight_is_asked_about(
    qtbot: QtBot, program: Program, asks: bool, area: float
) -> None:
    program.datasets.open_paths([CASES / "weight_column.csv"])
    asked = dialog(qtbot, program, "import_dialog")
    assert remark(asked, "weight") == "Weights of the rows, or a measurement? Not used"
    if asks:
        links = asked.findChildren(QAbstractButton)
        qtbot.mouseClick(next(one for one in links if one.text() == "Use as weight"), LEFT)
        qtbot.waitUntil(lambda: remark(asked, "score") == "AUC 0.917")
        assert remark(asked, "weight") == ""
    press(qtbot, asked, "import_accept")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert areas(program) == pytest.approx([area])


def test_that_a_confidence_is_read_by_its_decision(qtbot: QtBot, program: Program) -> None:
    program.datasets.open_paths([CASES / "confidence.csv"])
    asked = dialog(qtbot, program, "import_dialog")
    expected = "AUC 0.944; 1 \N{MINUS SIGN} confidence where predicted is 0"
    qtbot.waitUntil(lambda: remark(asked, "confidence") == expected)
    press(qtbot, asked, "import_accept")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert areas(program) == pytest.approx([17 / 18])
