"""The three dialogs on what errors cost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QTableView

from costcurve_gui.analysis.cost_checks import CostComparison, CostPart, Division, RefusedRows
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.engine.cost.cost_stability import CostChange, CostStability
from costcurve_gui.views.dialogs.baseline_dialog import BaselineDialog
from costcurve_gui.views.dialogs.refused_rows_dialog import RefusedRowsDialog
from costcurve_gui.views.dialogs.stability_dialog import StabilityDialog, comparison_columns
from tests.helpers.plot_mouse import LEFT
from tests.helpers.samples import dataset_info
from tests.helpers.snapshots import german_credit_snapshot

PAYOFF = PayoffSpec(unit="DM")
ROWS = RefusedRows(
    dataset_info(),
    PAYOFF,
    np.array([3, 8, 21]),
    np.array([True, False, True]),
    np.array([-5.0, -70.25, np.nan]),
)
FIRST, SECOND = CostPart("d1", "first half"), CostPart("d1", "second half")
SAME = CostChange(30, 40, 12.5, 12.5, 1.0, 0.0, 1.0)
OTHER = CostChange(30, 40, 10.0, 25.0, 2.5, 0.6, 0.00001)
ALIKE = CostChange(30, 40, 10.0, 10.4, 1.04, 0.1, 0.62)


def comparison(misses: CostChange, alarms: CostChange) -> CostComparison:
    return CostComparison(FIRST, SECOND, CostStability(misses, alarms), PAYOFF)


# --- rows at fault ------------------------------------------------------------------------------


@pytest.fixture
def rows(qtbot):
    dialog = RefusedRowsDialog(ROWS)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def shown(dialog) -> list[list[str]]:
    model = dialog.rows
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_that_rows_have_number_class_and_cost(rows):
    assert shown(rows) == [
        ["3", "bad", "\u22125.00"],
        ["8", "good", "\u221270.25"],
        ["21", "bad", "\u2013"],
    ]
    text = " ".join(label.text() for label in rows.findChildren(QLabel))
    assert "3 rows of 40" in text
    assert "last good matrix" in text


@pytest.mark.parametrize(
    ("column", "order", "expected"),
    [
        (0, Qt.SortOrder.DescendingOrder, ["21", "8", "3"]),
        (1, Qt.SortOrder.AscendingOrder, ["8", "3", "21"]),
        (1, Qt.SortOrder.DescendingOrder, ["3", "21", "8"]),
        (2, Qt.SortOrder.AscendingOrder, ["8", "3", "21"]),
    ],
)
def test_that_rows_are_sorted_by_any_column(rows, column, order, expected):
    rows.findChild(QTableView).sortByColumn(column, order)
    assert [row[0] for row in shown(rows)] == expected


def test_that_rows_are_exported_with_full_precision(qtbot, rows):
    with qtbot.waitSignal(rows.export_requested) as told:
        qtbot.mouseClick(rows.findChild(QPushButton, "refused_rows_export"), LEFT)
    name, header, columns = told.args
    assert name == "rows_at_fault.csv"
    assert header == ("row", "class", "cost")
    assert [list(column) for column in columns][:2] == [[3, 8, 21], ["bad", "good", "bad"]]


# --- two matrices -------------------------------------------------------------------------------


def baseline(qtbot, snapshot=None) -> BaselineDialog:
    dialog = BaselineDialog(snapshot or german_credit_snapshot())
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def text_of(dialog, name: str) -> str:
    label = dialog.findChild(QLabel, name)
    assert label is not None
    return label.text()


def test_that_the_baseline_is_doing_nothing_first(qtbot):
    dialog = baseline(qtbot)
    assert text_of(dialog, "baseline_original_fn") == "-amount"
    assert text_of(dialog, "baseline_relative_title") == "Relative to granting all"
    cells = [text_of(dialog, f"baseline_relative_{cell}") for cell in ("tp", "fp", "fn", "tn")]
    assert cells == ["amount", "-0.05*amount", "0", "0"]
    # Their means are the error costs of the panel: a miss 3 828.71, a false alarm 148.21.
    assert text_of(dialog, "baseline_relative_tp_mean") == "mean +3\u202f828.71 DM"
    assert text_of(dialog, "baseline_relative_fp_mean") == "mean \u2212148.21 DM"


def test_that_the_other_decision_can_be_the_baseline(qtbot):
    dialog = baseline(qtbot)
    qtbot.mouseClick(dialog.baseline.button("Y"), LEFT)
    assert text_of(dialog, "baseline_relative_title") == "Relative to refusing all"
    cells = [text_of(dialog, f"baseline_relative_{cell}") for cell in ("tp", "fp", "fn", "tn")]
    assert cells == ["0", "0", "-amount", "0.05*amount"]


def test_that_costs_have_the_sign_turned(qtbot):
    snapshot = german_credit_snapshot()
    payoff = replace(snapshot.settings.payoff, typed_as_costs=True)
    dialog = baseline(qtbot, replace(snapshot, settings=replace(snapshot.settings, payoff=payoff)))
    assert text_of(dialog, "baseline_original_fn") == "amount"
    assert text_of(dialog, "baseline_relative_tp") == "-amount"
    assert text_of(dialog, "baseline_relative_fp_mean") == "mean 148.21 DM"


def test_that_both_matrices_are_copied(qtbot):
    dialog = baseline(qtbot)
    qtbot.mouseClick(dialog.findChild(QPushButton, "baseline_copy"), LEFT)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "As typed\tactual bad\tactual good"
    assert lines[3] == "grant\t-amount\t0.05*amount"
    assert lines[6] == "Relative to granting all\tactual bad\tactual good"
    assert lines[7] == "refuse\tamount\t-0.05*amount"


# --- stability ----------------------------------------------------------------------------------


@pytest.fixture
def stability(qtbot):
    ways = (Division("Rows in order", (FIRST, SECOND)), Division("month", (SECOND, FIRST, SECOND)))
    dialog = StabilityDialog(ways)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def cells(dialog) -> dict[str, tuple[str, ...]]:
    return {row.title: row.cells for row in dialog.table.rows.content.rows}


def test_that_every_choice_asks_for_a_comparison(qtbot, stability):
    with qtbot.waitSignal(stability.compare_requested) as told:
        stability.start()
    assert told.args == [FIRST, SECOND]
    with qtbot.waitSignal(stability.compare_requested) as told:
        stability.division.setCurrentIndex(1)
    assert told.args == [SECOND, FIRST]
    with qtbot.waitSignal(stability.compare_requested) as told:
        stability.second.setCurrentIndex(2)
    assert told.args == [SECOND, SECOND]


def test_that_a_difference_is_said_in_figures_and_words(stability):
    stability.show_comparison(comparison(OTHER, ALIKE))
    found = cells(stability)
    assert found["cases, first half"] == ("30", "30")
    assert found["mean, second half"] == ("25.00 DM", "10.40 DM")
    assert found["ratio of means"] == ("2.50", "1.04")
    assert found["KS distance"] == ("0.600", "0.100")
    assert found["p-value"] == ("under 0.0001", "0.62")
    said = stability.verdict.text()
    assert "2.5 times as much in \u201csecond half\u201d as in \u201cfirst half\u201d" in said
    assert "A false alarm costs about the same" in said
    assert said.endswith("need not hold for the other.")


def test_that_equal_costs_need_no_test(stability):
    stability.show_comparison(comparison(SAME, SAME))
    assert stability.verdict.text().startswith("A miss costs the same in both.")
    assert "There is no evidence against" in stability.verdict.text()


def test_that_samples_that_are_being_compared_are_said_to_be(stability):
    stability.show_comparison(comparison(SAME, SAME))
    stability.second.setCurrentIndex(0)
    assert stability.verdict.text() == "Comparing\u2026"
    assert stability.table.rows.content.rows == ()


def test_that_a_late_comparison_of_other_samples_is_let_go(stability):
    late = replace(comparison(OTHER, OTHER), first=SECOND)
    stability.show_comparison(late)
    assert cells(stability) == {}


def test_that_a_fault_takes_the_figures_away(stability):
    stability.show_comparison(comparison(SAME, SAME))
    stability.show_fault("There is no positive row.")
    assert cells(stability) == {}
    assert stability.verdict.text() == "There is no positive row."
    assert not stability.findChild(QPushButton, "stability_export").isEnabled()


def test_that_the_comparison_is_copied_and_exported(qtbot, stability):
    found = comparison(OTHER, ALIKE)
    stability.show_comparison(found)
    qtbot.mouseClick(stability.findChild(QPushButton, "stability_copy"), LEFT)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("A miss costs on average")
    assert "KS distance\t0.600\t0.100" in copied
    with qtbot.waitSignal(stability.export_requested) as told:
        qtbot.mouseClick(stability.findChild(QPushButton, "stability_export"), LEFT)
    name, header, columns = told.args
    assert (name, len(header)) == ("cost_stability.csv", len(columns))
    assert columns == comparison_columns(found)
    rows = dict(zip(header, columns, strict=True))
    assert rows["error"] == ["miss", "false alarm"]
    assert rows["p_value"] == [0.00001, 0.62]
    assert rows["second_mean"] == [25.0, 10.4]
