"""Named parameters and beliefs in the real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton

from costcurve_gui.analysis import uncertain_conditions
from costcurve_gui.analysis.found_criteria import LEAST_EXPECTED_COST, LEAST_WORST_REGRET
from costcurve_gui.analysis.found_thresholds import known_thresholds
from costcurve_gui.analysis.payoffs import Parameter
from costcurve_gui.analysis.project_choices import choices_from_json, choices_to_json
from tests.flows.driver import press, snapshot_of, type_into, widget

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.window.program import Program

CTRL = Qt.KeyboardModifier.ControlModifier
pytestmark = [pytest.mark.usefixtures("no_intervals"), pytest.mark.shared_window]


@pytest.fixture(autouse=True)
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uncertain_conditions, "DRAWS", 500)


def with_lgd(qtbot: QtBot, program: Program) -> None:
    """Add a parameter, call it lgd, and use it for what a missed one costs."""
    program.window.payoff_panel.parameter_wanted.emit()
    panel = program.window.payoff_panel
    qtbot.waitUntil(lambda: panel.parameters is not None and "x1" in panel.parameters.rows)
    assert panel.parameters is not None
    panel.parameters.rows["x1"].renamed.emit("lgd")
    qtbot.waitUntil(lambda: snapshot_of(program).settings.payoff.parameter_names == ("lgd",))
    type_into(qtbot, widget(program, "payoff_fn", QLineEdit), "-lgd*amount")
    qtbot.waitUntil(lambda: snapshot_of(program).settings.payoff.fn == "-lgd*amount")


def believe(program: Program, kind: str) -> None:
    box = widget(program, "lgd_kind", QComboBox)
    box.setCurrentIndex(box.findData(kind))
    box.activated.emit(box.currentIndex())


def test_that_a_parameter_is_added_named_used_believed_and_undone(
    qtbot: QtBot, german_credit: Program
) -> None:
    program = german_credit
    before = snapshot_of(program).condition.means.fn_cost
    with_lgd(qtbot, program)
    assert snapshot_of(program).condition.means.fn_cost == pytest.approx(before)
    type_into(qtbot, widget(program, "lgd_value", QLineEdit), "0.45")
    qtbot.waitUntil(
        lambda: snapshot_of(program).condition.means.fn_cost == pytest.approx(0.45 * before)
    )
    panel = program.window.payoff_panel
    believe(program, "triangular")
    assert program.session.state.current.payoff.parameters[0].belief.startswith("triangular:0.36,")
    assert panel.beliefs is not None
    qtbot.waitUntil(lambda: panel.beliefs is not None and "naive_bayes" in panel.beliefs.text)
    assert "expected" in panel.beliefs.text
    assert "500 draws" in panel.beliefs.text
    assert "lgd best model changes" in panel.beliefs.text
    assert program.session.undo_label == "change lgd"
    press(program, Qt.Key.Key_Z, CTRL)
    assert program.session.state.current.payoff.parameters[0].belief == ""
    qtbot.waitUntil(lambda: panel.beliefs is not None and panel.beliefs.isHidden())
    for _ in range(3):
        press(program, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: snapshot_of(program).settings.payoff.parameter_names == ("x1",))


def test_that_an_unknown_name_in_a_cell_becomes_a_parameter_in_one_step(
    qtbot: QtBot, german_credit: Program
) -> None:
    program, before = german_credit, snapshot_of(german_credit).condition.means.fn_cost
    cell = program.window.payoff_panel.matrix.cells["fn"]
    type_into(qtbot, cell.field, "-lgd*amount")
    link = widget(program, "payoff_make_parameter", QPushButton)
    qtbot.waitUntil(link.isVisible)
    assert link.text() == "Make lgd a parameter"
    link.click()
    qtbot.waitUntil(lambda: snapshot_of(program).settings.payoff.parameter_names == ("lgd",))
    assert snapshot_of(program).settings.payoff.fn == "-lgd*amount"
    assert snapshot_of(program).condition.means.fn_cost == pytest.approx(before)
    assert not cell.fault
    assert not link.isVisible()
    press(program, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: snapshot_of(program).settings.payoff.parameter_names == ())


def test_that_figures_are_grey_until_those_of_the_present_condition_are_there(
    qtbot: QtBot, german_credit: Program
) -> None:
    program, panel = german_credit, german_credit.window.payoff_panel
    with_lgd(qtbot, program)
    believe(program, "uniform")
    summary = panel.beliefs
    assert summary is not None
    qtbot.waitUntil(lambda: summary.isEnabled() and "naive_bayes" in summary.text)
    shown = summary.text
    program.condition.set_prior(0.2)
    assert not summary.isEnabled()
    assert summary.text == shown
    qtbot.waitUntil(summary.isEnabled)
    assert summary.text != shown


def test_that_what_cannot_be_taken_is_said_and_changes_nothing(
    qtbot: QtBot, german_credit: Program
) -> None:
    program, panel = german_credit, german_credit.window.payoff_panel
    with_lgd(qtbot, program)
    editor = panel.parameters
    assert editor is not None
    payoff = program.session.state.current.payoff
    editor.rows["lgd"].renamed.emit("amount")
    assert "amount is a column of the file too" in editor.fault.text()
    editor.rows["lgd"].renamed.emit("max")
    assert "has a meaning in expressions" in editor.fault.text()
    type_into(qtbot, widget(program, "lgd_value", QLineEdit), "-3")
    qtbot.waitUntil(lambda: "negative" in editor.fault.text())
    assert program.session.state.current.payoff == payoff
    believe(program, "uniform")
    believed = program.session.state.current.payoff
    type_into(qtbot, widget(program, "lgd_ends", QLineEdit), "much")
    assert editor.fault.text() == "The ends, as in 25 \u2013 60."
    type_into(qtbot, widget(program, "lgd_ends", QLineEdit), "3 to 2")
    assert "needs A below B" in editor.fault.text()
    assert program.session.state.current.payoff == believed
    type_into(qtbot, widget(program, "payoff_fn", QLineEdit), "-lgdd*amount")
    cell = panel.matrix.cells["fn"]
    qtbot.waitUntil(lambda: 'No column or parameter "lgdd". Did you mean lgd?' in cell.fault)


def test_that_a_removed_parameter_leaves_its_value_in_the_cells(
    qtbot: QtBot, german_credit: Program
) -> None:
    program, panel = german_credit, german_credit.window.payoff_panel
    with_lgd(qtbot, program)
    type_into(qtbot, widget(program, "lgd_value", QLineEdit), "0.5")
    qtbot.waitUntil(lambda: snapshot_of(program).settings.payoff.parameters[0].value == 0.5)
    cost = snapshot_of(program).condition.means.fn_cost
    editor = panel.parameters
    assert editor is not None
    editor.rows["lgd"].remove.click()
    qtbot.waitUntil(lambda: snapshot_of(program).settings.payoff.fn == "-0.5*amount")
    assert snapshot_of(program).condition.means.fn_cost == pytest.approx(cost)
    assert editor.isHidden()


def test_that_prior_and_cost_ratio_take_ranges_and_beliefs_that_are_undone_and_kept(
    qtbot: QtBot, german_credit: Program
) -> None:
    program, panel = german_credit, german_credit.window.payoff_panel
    program.condition.set_prior(0.05)
    qtbot.waitUntil(lambda: snapshot_of(program).condition.prior == 0.05)
    panel.uncertainty_wanted.emit("prior")
    qtbot.waitUntil(lambda: panel.beliefs is not None and "naive_bayes" in panel.beliefs.text)
    assert program.session.state.current.condition.prior_belief == "range:0.025,0.075"
    editor, summary = panel.parameters, panel.beliefs
    assert editor is not None
    assert summary is not None
    assert "no probabilities" in summary.text
    assert widget(program, "prior_value", QLineEdit).text() == "5"
    type_into(qtbot, widget(program, "prior_ends", QLineEdit), "2 to 8")
    spec = program.session.state.current.condition
    assert (spec.prior, spec.prior_belief) == (0.05, "range:0.02,0.08")
    type_into(qtbot, widget(program, "prior_ends", QLineEdit), "2 to 180")
    assert "a prior is a share" in editor.fault.text()
    assert program.session.state.current.condition == spec
    box = widget(program, "prior_kind", QComboBox)
    assert box.findData("normal") == -1
    box.setCurrentIndex(box.findData("beta"))
    box.activated.emit(box.currentIndex())
    assert program.session.state.current.condition.prior_belief == "beta:1,19"
    panel.uncertainty_wanted.emit("cost ratio")
    qtbot.waitUntil(lambda: tuple(editor.condition_rows) == ("prior", "cost ratio"))
    condition = program.session.state.current.condition
    assert condition.ratio_belief.startswith("range:")
    assert condition.cost_ratio is None
    info = program.session.state.dataset
    assert info is not None
    saved = choices_to_json(program.session.state.current, info)
    assert choices_from_json(saved, info).settings.condition == condition
    editor.condition_rows["cost ratio"].remove.click()
    qtbot.waitUntil(lambda: tuple(editor.condition_rows) == ("prior",))
    assert program.session.undo_label == "change the cost ratio"
    qtbot.waitUntil(lambda: summary.isEnabled() and "cost ratio" not in summary.text)
    picked = program.session.state.current.selected
    summary.picks["least expected cost"].use.click()
    assert program.session.state.current.selected is not None
    press(program, Qt.Key.Key_Z, CTRL)
    assert program.session.state.current.selected == picked
    press(program, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: tuple(editor.condition_rows) == ("prior", "cost ratio"))


def test_that_a_rule_of_beliefs_asks_for_one_and_follows_it(
    qtbot: QtBot, german_credit: Program
) -> None:
    program = german_credit
    panel = program.window.decision_panel
    program.selection.choose_criterion(LEAST_EXPECTED_COST)
    qtbot.waitUntil(lambda: panel.rule_hint.text.startswith("Set a belief first"))
    assert panel.rule_hint.link.text() == "Set a belief"
    program.selection.choose_criterion(LEAST_WORST_REGRET)
    qtbot.waitUntil(lambda: panel.rule_hint.text.startswith("Set a range or a belief first"))
    assert "Shown is the least cost" in panel.answer()
    assert panel.rule_hint.link.text() == "Set a range"
    panel.rule_hint.link.click()

    def found() -> Policy | None:
        snapshot = snapshot_of(program)
        known = known_thresholds(snapshot, LEAST_WORST_REGRET.key)
        policy = snapshot.models[snapshot.selected or ""].policy
        return policy if known is not None and known.of and policy.own_merit is not None else None

    qtbot.waitUntil(lambda: found() is not None)
    assert panel.rule_hint.isHidden()
    assert program.session.state.current.condition.prior_belief.startswith("range:")
    links = program.window.payoff_panel.condition.uncertain
    assert links.links["prior"].isHidden()
    links.links["cost ratio"].click()
    qtbot.waitUntil(links.isHidden)
    assert program.session.state.current.condition.ratio_belief.startswith("range:")
    program.session.undo()
    qtbot.waitUntil(lambda: found() is not None and not links.links["cost ratio"].isHidden())
    first = found()
    program.parameter_wiring.parameters.change(Parameter("prior", 0.05, "range:0.3,0.6"))
    qtbot.waitUntil(lambda: found() not in (None, first))
    now = found()
    assert now is not None
    assert now.threshold != first.threshold
    program.selection.choose_criterion(LEAST_EXPECTED_COST)  # which a range does not do for
    qtbot.waitUntil(lambda: panel.rule_hint.text.startswith("Give one of the numbers a belief"))
    panel.rule_hint.link.click()
    qtbot.waitUntil(panel.rule_hint.isHidden)
    belief = program.session.state.current.condition.prior_belief
    assert belief == "triangular:0.025,0.05,0.075"  # the prior is not within 0.3 to 0.6
    program.session.undo()
    program.session.undo()
    qtbot.waitUntil(lambda: found() == now)
    info, saved = snapshot_of(program).curve_set.dataset, program.session.state.current
    again = choices_from_json(choices_to_json(saved, info), info).settings
    assert again.selection.criterion is LEAST_WORST_REGRET
    program.session.undo()
    qtbot.waitUntil(lambda: found() == first)
