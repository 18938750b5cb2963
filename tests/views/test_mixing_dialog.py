from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QTreeWidget

from costcurve_gui.analysis.selection_settings import SelectionSpec
from costcurve_gui.analysis.settings import MixBy, MixSpec, PointSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.views.dialogs.mixing_dialog import MixingDialog
from tests.flows.driver import type_into
from tests.helpers.family_snapshots import family_snapshot
from tests.helpers.plot_frames import german_snapshot
from tests.helpers.plot_mouse import LEFT, record

ENDS = {"first": PointSpec("naive_bayes", 0.2), "second": PointSpec("mlp", 0.05)}


def german(by=MixBy.SHARE, wanted=0.25, **ends):
    return german_snapshot(mix=MixSpec(**{**ENDS, **ends}, by=by, wanted=wanted))


@pytest.fixture
def dialog(qtbot):
    dialog = MixingDialog()
    qtbot.addWidget(dialog)
    dialog.show_snapshot(german())
    dialog.show()
    return dialog


def text(dialog, name):
    return dialog.findChild(QLabel, f"mixing_{name}").text()


def field(dialog, name):
    return dialog.findChild(QLineEdit, f"mixing_{name}")


def told_with_ends(signal):
    told = []
    signal.connect(lambda *parts: told.append(parts))
    return told


def rows(dialog):
    table = dialog.findChild(QTreeWidget, "mixing_table")
    items = [table.topLevelItem(at) for at in range(table.topLevelItemCount())]
    return [[item.text(at) for at in range(table.columnCount())] for item in items]


def test_that_the_instruction_says_whom_to_follow_how_often(dialog):
    said = "For each applicant, follow naive_bayes at 0.2000 with probability 0.250, else mlp at"
    assert text(dialog, "instruction").startswith(said)
    assert field(dialog, "first_threshold").text() == "0.2000"
    assert field(dialog, "wanted").text() == "0.25"
    assert not field(dialog, "population").isVisible()


def test_that_the_mixture_stands_below_both_points(dialog):
    first, second, mixture = rows(dialog)
    assert (first[0], mixture[0]) == ("naive_bayes at 0.2000", "Mixture")
    for column in (1, 2, 4):
        one, other, mean = (float(row[column]) for row in (first, second, mixture))
        assert mean == pytest.approx(0.25 * one + 0.75 * other, abs=1e-3)
    snapshot = german()
    assert f"{snapshot.mix.mean('expected_profit'):.2f} DM" in mixture[5]


def test_that_the_worked_example_of_clients_is_told(qtbot, dialog):
    family = family_snapshot(SelectionSpec(population=4000), 0.06)
    ends = (PointSpec("f/clients", 1.0), PointSpec("f/clients", 2.0))
    mix = MixSpec(*ends, by=MixBy.CASES, wanted=800)
    dialog.show_snapshot(build_snapshot(family.curve_set, replace(family.settings, mix=mix)))
    # Fawcett (2004), 7.4.1, with k = 94 in 165 in place of its rounded 0.53.
    assert text(dialog, "instruction") == (
        "For each client, follow clients at A with probability 0.430, else clients at B."
    )
    assert text(dialog, "outcome").startswith("That picks 800 of 4\u202f000 clients, with 103 of")
    classifier = dialog.findChild(QComboBox, "mixing_second_classifier")
    assert classifier.isVisible()
    assert classifier.currentText() == "B"
    assert not field(dialog, "second_threshold").isVisible()
    told = told_with_ends(dialog.position_edited)
    classifier.activated.emit(3)
    assert told == [("second", 3.0)]


@pytest.mark.parametrize(
    ("by", "wanted", "said"),
    [
        (MixBy.SHARE, 1.5, "A share lies between 0 and 1."),
        (MixBy.FPR, 0.99, "No mixture has a false positive rate of 0.990: the two have 0.086"),
        (MixBy.CASES, 9999, "No mixture picks 9\u202f999 of 10\u202f000 applicants: the two pick"),
    ],
)
def test_that_out_of_reach_is_said_and_what_would_do(dialog, by, wanted, said):
    dialog.show_snapshot(german(by, wanted))
    assert text(dialog, "instruction").startswith(said)
    assert text(dialog, "outcome") == ""
    assert len(rows(dialog)) == 2


def test_that_every_part_can_be_chosen(qtbot, dialog):
    positions, models = map(told_with_ends, (dialog.position_edited, dialog.model_chosen))
    wanted, kinds = record(dialog.wanted_edited), record(dialog.by_chosen)
    type_into(qtbot, field(dialog, "second_threshold"), "0.5")
    box = dialog.findChild(QComboBox, "mixing_first_model")
    box.activated.emit(box.findData("mlp"))
    type_into(qtbot, field(dialog, "wanted"), "0.75")
    qtbot.mouseClick(dialog.findChild(QPushButton, "mixing_by_cases"), LEFT)
    assert positions == [("second", 0.5)]
    assert models == [("first", "mlp")]
    assert (wanted, kinds) == ([0.75], [MixBy.CASES])
    assert dialog.isVisible()  # Return finished the numbers only


def test_that_cases_are_counted_among_a_population(qtbot, dialog):
    dialog.show_snapshot(german(MixBy.CASES, 3000))
    told = record(dialog.population_edited)
    assert field(dialog, "population").text() == "10\u202f000"
    type_into(qtbot, field(dialog, "population"), "0.5")
    assert field(dialog, "population").fault
    type_into(qtbot, field(dialog, "population"), "4000")
    assert told == [4000]


def test_that_it_closes_when_there_is_no_mixture_any_more(qtbot, dialog):
    asked = record(dialog.remove_requested)
    qtbot.mouseClick(dialog.findChild(QPushButton, "mixing_remove"), LEFT)
    assert len(asked) == 1
    dialog.show_snapshot(german_snapshot())
    assert not dialog.isVisible()


def test_that_escape_closes_it(qtbot, dialog):
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
