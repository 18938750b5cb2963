from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from costcurve_gui.analysis.payoffs import CELLS, PayoffSpec
from costcurve_gui.dataio.roles.column_names import PayoffColumn
from costcurve_gui.views.panels.payoff_panel import PayoffPanel
from tests.helpers.snapshots import settings, snapshot, state

UNTOUCHED = PayoffSpec()
PROPOSED = (
    PayoffColumn("tp", "gain_tp", "gain_tp", "a gain"),
    PayoffColumn("fn", "cost_fn", "-cost_fn", "a loss, so a negative gain"),
)


def with_proposals(payoff=UNTOUCHED, proposed=PROPOSED):
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


def press(panel, name):
    panel.findChild(QPushButton, name).click()


def offered(panel):
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # the lines of before
    names = [f"payoff_use_{cell}" for cell in CELLS]
    return [name[-2:] for name in names if panel.findChild(QPushButton, name) is not None]


def test_that_nothing_is_shown_where_nothing_is_proposed(panel):
    panel.show_state(with_proposals(proposed=()))
    assert not panel.proposals.isVisible()


def test_that_a_cell_shows_what_is_in_force_beside_its_proposal(panel):
    assert offered(panel) == ["tp", "fn"]
    field = panel.findChild(QLineEdit, "payoff_fn")
    assert field.text() == UNTOUCHED.fn
    covers = [one for one in field.findChildren(QLabel) if one.isVisible()]
    assert not covers
    assert "in force" not in panel.matrix.cells["fn"].below.full_text


def test_that_a_cell_that_was_typed_has_no_proposal(panel):
    panel.show_state(with_proposals(replace(UNTOUCHED, fn="-2")))
    assert offered(panel) == ["tp"]
    panel.show_state(with_proposals(replace(UNTOUCHED, fn="-0.05*amount", tp="1")))
    assert not panel.proposals.isVisible()


def test_that_use_reports_one_cell_and_use_all_every_one(panel, qtbot):
    with qtbot.waitSignal(panel.cells_used) as used:
        press(panel, "payoff_use_fn")
    assert used.args == [{"fn": "-cost_fn"}]
    with qtbot.waitSignal(panel.cells_used) as used:
        press(panel, "payoff_use_all")
    assert used.args == [{"tp": "gain_tp", "fn": "-cost_fn"}]


def test_that_what_is_in_force_is_proposed_no_more(panel):
    panel.show_state(with_proposals(replace(UNTOUCHED, fn="-cost_fn")))
    assert offered(panel) == ["tp"]
    title = panel.findChild(QLabel, "payoff_proposals_title")
    assert title.text() == "One column looks like a payoff"
    panel.show_state(with_proposals(replace(UNTOUCHED, fn="-cost_fn", tp="gain_tp")))
    assert not panel.proposals.isVisible()


def test_that_costs_are_proposed_as_costs_where_costs_are_typed(panel):
    panel.show_state(with_proposals(replace(UNTOUCHED, typed_as_costs=True)))
    assert offered(panel) == ["tp", "fn"]
    assert panel.findChild(QPushButton, "payoff_use_fn").accessibleName().endswith(": cost_fn")


def test_that_not_now_holds_for_the_file(panel):
    press(panel, "payoff_not_now")
    assert not panel.proposals.isVisible()
    panel.show_state(with_proposals(replace(UNTOUCHED, tn="3")))
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
