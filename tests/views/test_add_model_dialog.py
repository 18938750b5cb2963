from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QListWidget, QPushButton, QWidget

from costcurve_gui.analysis.derivations import CALIBRATED, CHAIN, DISJUNCTION, REVERSED
from costcurve_gui.analysis.derived_models import EXPECTED, ModelDraft
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.views.dialogs.add_model_dialog import AddModelDialog

NAMES = {"g/a": "forest", "g/b": "bayes", "g/c": "tree"}


@pytest.fixture
def dialog(qtbot):
    widget = AddModelDialog(NAMES, "g/b", CALIBRATED)
    qtbot.addWidget(widget)
    widget.show()
    return widget


def box(dialog, name):
    return dialog.findChild(QComboBox, name)


def choose(dialog, kind):
    kinds = box(dialog, "add_model_kind")
    kinds.setCurrentIndex(kinds.findData(kind.key))


def shown(dialog):
    names = ("add_model_first", "add_model_second", "add_model_chain")
    return [dialog.findChild(QWidget, name).isVisible() for name in names]


def test_that_the_selected_model_and_a_name_are_proposed(dialog):
    assert dialog.draft == ModelDraft(CALIBRATED, ("g/b",), "bayes calibrated")
    assert "isotonic" in dialog.findChild(QLabel, "add_model_meaning").text()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (REVERSED, [True, False, False]),
        (DISJUNCTION, [True, True, False]),
        (CHAIN, [False, False, True]),
    ],
)
def test_that_each_kind_asks_for_its_models_alone(dialog, kind, expected):
    choose(dialog, kind)
    assert shown(dialog) == expected


def test_that_two_models_are_joined(dialog):
    choose(dialog, DISJUNCTION)
    assert dialog.draft == ModelDraft(DISJUNCTION, ("g/b", "g/a"), "bayes or forest")


def test_that_the_models_of_a_chain_are_ticked(dialog):
    choose(dialog, CHAIN)
    dialog.findChild(QListWidget, "add_model_chain").item(2).setCheckState(Qt.CheckState.Checked)
    assert dialog.draft == ModelDraft(CHAIN, ("g/b", "g/c"), "chain of 2")


def test_that_a_name_once_typed_stays(qtbot, dialog):
    name = dialog.findChild(QLineEdit, "add_model_name")
    name.selectAll()
    qtbot.keyClicks(name, "mine")
    choose(dialog, REVERSED)
    assert dialog.draft.name == "mine"


def test_that_a_fault_is_said_in_place_until_something_changes(qtbot, dialog):
    add = dialog.findChild(QPushButton, "add_model_add")
    with qtbot.waitSignal(dialog.model_requested) as told:
        qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
    assert told.args == [dialog.draft]
    assert not add.isEnabled()
    error, height = dialog.findChild(QLabel, "add_model_error"), dialog.height()
    dialog.show_error("It cannot be made.")
    assert dialog.height() > height + error.fontMetrics().height()
    assert (error.text(), error.isVisible(), add.isEnabled()) == ("It cannot be made.", True, True)
    choose(dialog, REVERSED)
    assert not error.isVisible()
    assert dialog.height() == height
    assert dialog.isVisible()


def test_that_the_help_is_one_click_away(qtbot, dialog):
    with qtbot.waitSignal(dialog.help_requested) as told:
        dialog.findChild(QPushButton, "add_model_help").click()
    assert told.args == ["models"]


def test_that_kinds_that_need_cases_are_greyed_for_counts(qtbot):
    widget = AddModelDialog(NAMES, "g/b", CALIBRATED, rows=TableKind.CONFUSION)
    qtbot.addWidget(widget)
    kinds = box(widget, "add_model_kind")
    items = {kinds.itemData(at): kinds.model().item(at) for at in range(kinds.count())}
    assert {key for key, item in items.items() if item.isEnabled()} == {"reversed", "and", "or"}
    assert "confusion matrices" in items["chain"].toolTip()
    assert widget.draft.kind is REVERSED  # the one that was asked for needs scores
    choose(widget, DISJUNCTION)
    said = widget.findChild(QLabel, "add_model_meaning").text()
    assert EXPECTED in said
    assert "Chain: these need scored cases" in said
