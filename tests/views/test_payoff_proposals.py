from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from costcurve_gui.dataio.roles.column_names import PayoffColumn
from costcurve_gui.views.panels.payoff_panel import PayoffPanel
from tests.helpers.snapshots import PAYOFF, settings, snapshot, state

PROPOSED = (
    PayoffColumn("tp", "gain_tp", "gain_tp", "a gain"),
    PayoffColumn("fn", "cost_fn", "-cost_fn", "a loss, so a negative gain"),
)


def with_proposals(payoff=PAYOFF, proposed=PROPOSED):
    given = state(settings(payoff=payoff))
    info = replace(given.dataset, payoff_columns=proposed)
    return replace(given, datasets=tuple(info for _ in given.datasets))


@pytest.fixture
def panel(qtbot):
    widget = PayoffPanel()
    qtbot.addWidget(widget)
    widget.resize(328, 700)
    widget.show_state(with_proposals())
    widget.show_snapshot(snapshot())
    widget.show()
    qtbot.waitActive(widget)
    return widget


def overlay(panel, cell):
    return panel.findChild(QLabel, f"payoff_{cell}_proposed")


def press(panel, name):
    panel.findChild(QPushButton, name).click()


def test_that_nothing_is_shown_where_nothing_is_proposed(panel):
    panel.show_state(with_proposals(proposed=()))
    assert not panel.proposals.isVisible()
    assert not overlay(panel, "tp").isVisible()


def test_that_a_proposal_stands_in_its_cell_with_what_is_in_force_below(panel):
    assert overlay(panel, "fn").isVisible()
    assert overlay(panel, "fn").text() == "-cost_fn"
    assert not overlay(panel, "fp").isVisible()
    field = panel.findChild(QLineEdit, "payoff_fn")
    assert field.text() == PAYOFF.fn
    assert panel.matrix.cells["fn"].below.full_text == f"{PAYOFF.fn} in force"


def test_that_a_cell_that_is_typed_into_shows_its_own_text(panel, qtbot):
    field = panel.findChild(QLineEdit, "payoff_fn")
    field.setFocus()
    assert not overlay(panel, "fn").isVisible()
    with qtbot.assertNotEmitted(panel.cell_edited):
        panel.findChild(QLineEdit, "payoff_tn").setFocus()
    assert overlay(panel, "fn").isVisible()


def test_that_use_reports_one_cell_and_use_all_every_one(panel, qtbot):
    with qtbot.waitSignal(panel.cells_used) as used:
        press(panel, "payoff_use_fn")
    assert used.args == [{"fn": "-cost_fn"}]
    with qtbot.waitSignal(panel.cells_used) as used:
        press(panel, "payoff_use_all")
    assert used.args == [{"tp": "gain_tp", "fn": "-cost_fn"}]


def test_that_what_is_in_force_is_proposed_no_more(panel):
    panel.show_state(with_proposals(replace(PAYOFF, fn="-cost_fn")))
    assert not overlay(panel, "fn").isVisible()
    assert overlay(panel, "tp").isVisible()
    title = panel.findChild(QLabel, "payoff_proposals_title")
    assert title.text() == "One column looks like a payoff"
    panel.show_state(with_proposals(replace(PAYOFF, fn="-cost_fn", tp="gain_tp")))
    assert not panel.proposals.isVisible()


def test_that_costs_are_proposed_as_costs_where_costs_are_typed(panel):
    panel.show_state(with_proposals(replace(PAYOFF, typed_as_costs=True)))
    assert overlay(panel, "fn").text() == "cost_fn"


def test_that_not_now_holds_for_the_file(panel):
    press(panel, "payoff_not_now")
    assert not panel.proposals.isVisible()
    assert not overlay(panel, "fn").isVisible()
    panel.show_state(with_proposals(replace(PAYOFF, tn="3")))
    assert not panel.proposals.isVisible()


def test_that_the_proposals_are_reached_by_the_keyboard(panel, qtbot):
    use = panel.findChild(QPushButton, "payoff_use_tp")
    use.setFocus()
    with qtbot.waitSignal(panel.cells_used) as used:
        qtbot.keyClick(use, Qt.Key.Key_Space)
    assert used.args == [{"tp": "gain_tp"}]


@pytest.mark.parametrize(("button", "cell"), [("payoff_use_fn", "fn"), ("payoff_use_all", "tp")])
def test_that_the_focus_goes_to_the_cell_that_was_filled(panel, button, cell):
    panel.findChild(QPushButton, button).setFocus()
    press(panel, button)
    assert panel.matrix.cells[cell].field.hasFocus()
