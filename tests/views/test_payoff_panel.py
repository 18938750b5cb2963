from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QStackedWidget,
)

from costcurve_gui.analysis.settings import ConditionSpec, DragChanges, PriorUnit
from costcurve_gui.controllers.error_messages import cell_error
from costcurve_gui.dataio.expressions.expression import ExpressionError, compile_expression
from costcurve_gui.views.panels import condition_editor
from costcurve_gui.views.panels.payoff_cell import mended
from costcurve_gui.views.panels.payoff_panel import PayoffPanel
from tests.helpers.plot_mouse import double_click
from tests.helpers.snapshots import PAYOFF, dataset, settings, snapshot, state

AMOUNT = ("amount", "column", "column, 276 – 18 424")
COMPLETIONS = (
    AMOUNT,
    ("abs( )", "function", "absolute value"),
    ("max( , )", "function", "the larger of two"),
)


def misspelt():
    """Return the fault of a cell whose column is misspelt, as the controller reports it."""
    with pytest.raises(ExpressionError) as caught:
        compile_expression("0.05*amout", ("amount",))
    return cell_error("tn", caught.value, dataset(), PAYOFF)


@pytest.fixture
def panel(qtbot):
    widget = PayoffPanel()
    qtbot.addWidget(widget)
    widget.resize(328, 440)
    widget.set_presets([("credit_approval", "Credit approval"), ("fraud", "Fraud alarm")])
    widget.show_state(state())
    widget.show_snapshot(snapshot())
    widget.show()
    qtbot.waitActive(widget)
    return widget


def field(panel, name):
    return panel.findChild(QLineEdit, name)


def label(panel, name):
    return panel.findChild(QLabel, name)


def retype(qtbot, line, text, key=Qt.Key.Key_Return):
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    if key is not None:
        qtbot.keyClick(line, key)


def texts(panel):
    return {cell: field(panel, f"payoff_{cell}").text() for cell in ("tp", "fp", "fn", "tn")}


def test_that_the_matrix_reads_actual_across_and_decision_down(panel):
    assert texts(panel) == {"tp": "0", "fp": "0", "fn": "-amount", "tn": "0.05*amount"}
    assert label(panel, "payoff_actual_p").text() == "actual <b>bad</b>"
    assert label(panel, "payoff_actual_n").text() == "actual <b>good</b>"
    assert panel.matrix.decisions["positive_action"].word == "refuse"
    assert panel.matrix.decisions["negative_action"].word == "grant"


def test_that_the_mean_over_the_class_stands_under_each_cell(panel):
    below = {cell: label(panel, f"payoff_{cell}_mean").full_text for cell in texts(panel)}
    assert below == {
        "tp": "mean 0",
        "fp": "mean 0",
        "fn": "mean −3\u202f828.71",
        "tn": "mean +148.21",
    }
    assert panel.errors.text == (
        "Miss (actual: bad) 3\u202f828.71 DM\nFalse alarm (actual: good) 148.21 DM"
    )


def test_that_a_cell_commits_on_enter_once(qtbot, panel):
    edits = []
    panel.cell_edited.connect(lambda *edit: edits.append(edit))
    retype(qtbot, field(panel, "payoff_fp"), "-20")
    field(panel, "prior").setFocus()
    assert edits == [("fp", "-20")]


def test_that_a_cell_commits_when_the_focus_leaves(qtbot, panel):
    retype(qtbot, field(panel, "payoff_fp"), "-30", key=None)
    with qtbot.waitSignal(panel.cell_edited) as caught:
        field(panel, "prior").setFocus()
    assert caught.args == ["fp", "-30"]


def test_that_leaving_an_untouched_cell_commits_nothing(qtbot, panel):
    with qtbot.assertNotEmitted(panel.cell_edited):
        field(panel, "payoff_fp").setFocus()
        field(panel, "payoff_tp").setFocus()


def test_that_escape_restores_the_matrix_in_force(qtbot, panel):
    with qtbot.assertNotEmitted(panel.cell_edited):
        retype(qtbot, field(panel, "payoff_fn"), "-2*amount", key=Qt.Key.Key_Escape)
        field(panel, "prior").setFocus()
    assert texts(panel)["fn"] == "-amount"


def test_that_a_cell_being_typed_in_is_never_overwritten(qtbot, panel):
    retype(qtbot, field(panel, "payoff_fn"), "-3", key=None)
    other = settings(payoff=replace(PAYOFF, fn="-99", tp="7"))
    panel.show_state(state(other))
    assert texts(panel)["fn"] == "-3"
    assert texts(panel)["tp"] == "7"


def test_that_a_bad_expression_is_marked_in_place_and_the_last_good_one_named(qtbot, panel):
    panel.cell_edited.connect(lambda cell, _: panel.show_error(cell, misspelt()))
    retype(qtbot, field(panel, "payoff_tn"), "0.05*amout")
    assert texts(panel)["tn"] == "0.05*amout"
    assert field(panel, "payoff_tn").property("faulty") == "true"
    assert label(panel, "payoff_tn_mean").full_text == "shown: 0.05*amount"
    assert label(panel, "payoff_fault").text() == misspelt().message
    assert panel.matrix.fault.isVisible()


def test_that_a_new_condition_leaves_the_mark_on_a_bad_cell(qtbot, panel):
    panel.cell_edited.connect(lambda cell, _: panel.show_error(cell, misspelt()))
    retype(qtbot, field(panel, "payoff_tn"), "0.05*amout")
    panel.show_state(state(settings(condition=ConditionSpec(prior=0.07))))
    panel.show_snapshot(snapshot(prior=0.07))
    assert texts(panel)["tn"] == "0.05*amout"
    assert panel.matrix.fault.isVisible()


def test_that_fix_takes_the_suggested_column(qtbot, panel):
    faults = iter([misspelt()])

    def refuse_once(cell, _text):
        for fault in faults:
            panel.show_error(cell, fault)
            return

    edits = []
    panel.cell_edited.connect(refuse_once)
    panel.cell_edited.connect(lambda *edit: edits.append(edit))
    retype(qtbot, field(panel, "payoff_tn"), "0.05*amout")
    qtbot.mouseClick(panel.findChild(QPushButton, "payoff_fix"), Qt.MouseButton.LeftButton)
    assert edits[-1] == ("tn", "0.05*amount")
    assert texts(panel)["tn"] == "0.05*amount"
    assert panel.matrix.fault.isHidden()
    assert label(panel, "payoff_tn_mean").full_text == "mean +148.21"


def test_that_escape_takes_the_mark_away(qtbot, panel):
    panel.cell_edited.connect(lambda cell, _: panel.show_error(cell, misspelt()))
    retype(qtbot, field(panel, "payoff_tn"), "0.05*amout")
    qtbot.keyClick(field(panel, "payoff_tn"), Qt.Key.Key_Escape)
    assert texts(panel)["tn"] == "0.05*amount"
    assert panel.matrix.fault.isHidden()
    assert label(panel, "payoff_tn_mean").full_text == "mean +148.21"


def test_that_an_error_without_a_repair_has_no_fix(qtbot, panel):
    panel.show_error("fp", ValueError("No cost in 12 rows."))
    assert panel.findChild(QPushButton, "payoff_fix").isHidden()
    assert label(panel, "payoff_fault").text().startswith("No cost in 12 rows")


@pytest.mark.parametrize(
    ("text", "position", "fixed"),
    [
        ("0.05*amout", 5, "0.05*amount"),
        ("amout", 0, "amount"),
        ("amout + amout_2", 0, "amount + amout_2"),
        ("2*", 2, "amount"),
        ("anything", None, "amount"),
    ],
)
def test_that_a_repair_replaces_the_word_at_the_fault(text, position, fixed):
    assert mended(text, position, "amount") == fixed


def test_that_costs_turn_signs_titles_and_means(panel):
    titles = []
    panel.subtitle_changed.connect(titles.append)
    as_costs = settings(payoff=replace(PAYOFF, typed_as_costs=True))
    panel.show_state(state(as_costs))
    panel.show_snapshot(snapshot(as_costs))
    assert texts(panel) == {"tp": "0", "fp": "0", "fn": "amount", "tn": "-0.05*amount"}
    assert label(panel, "payoff_fn_mean").full_text == "mean 3\u202f828.71"
    assert label(panel, "payoff_tn_mean").full_text == "mean −148.21"
    assert titles == ["cost per applicant"]


def test_that_a_cost_that_is_typed_is_reported_as_a_gain(qtbot, panel):
    panel.show_state(state(settings(payoff=replace(PAYOFF, typed_as_costs=True))))
    with qtbot.waitSignal(panel.cell_edited) as caught:
        retype(qtbot, field(panel, "payoff_fp"), "20 + 0.1*amount")
    assert caught.args == ["fp", "-(20 + 0.1*amount)"]


def test_that_a_cost_stays_as_it_was_typed(qtbot, panel):
    panel.show_state(state(settings(payoff=replace(PAYOFF, typed_as_costs=True))))
    retype(qtbot, field(panel, "payoff_fp"), "0.10 * amount")
    typed = replace(PAYOFF, fp="-0.10*amount")
    panel.show_state(state(settings(payoff=replace(typed, typed_as_costs=True))))
    assert texts(panel)["fp"] == "0.10 * amount"
    panel.show_state(state(settings(payoff=typed)))
    assert texts(panel)["fp"] == "-0.10*amount"


def test_that_the_switch_asks_for_costs(qtbot, panel):
    with qtbot.waitSignal(panel.costs_toggled) as caught:
        qtbot.mouseClick(panel.sign.button(True), Qt.MouseButton.LeftButton)
    assert caught.args == [True]


def test_that_a_preset_is_asked_for_and_shown_only_once_it_is_in_force(qtbot, panel):
    combo = panel.findChild(QComboBox, "payoff_preset")
    assert combo.currentText() == "Credit approval"
    combo.setFocus()
    with qtbot.waitSignal(panel.preset_chosen) as caught:
        combo.setCurrentIndex(1)
        combo.activated.emit(1)
    assert caught.args == ["fraud"]
    assert combo.currentText() == "Credit approval"
    panel.show_state(state(settings(payoff=replace(PAYOFF, preset="fraud"))))
    assert combo.currentText() == "Fraud alarm"
    panel.show_state(state(settings(payoff=replace(PAYOFF, preset=""))))
    assert combo.currentIndex() == -1
    assert combo.placeholderText() == "Own payoffs"


def test_that_a_double_click_renames_a_decision(qtbot, panel):
    word = panel.matrix.decisions["positive_action"]
    double_click(word)
    line = field(panel, "positive_action_field")
    with qtbot.waitSignal(panel.action_renamed) as caught:
        retype(qtbot, line, "reject")
    assert caught.args == ["positive_action", "reject"]
    assert word.currentWidget() is not line


def test_that_an_empty_word_keeps_the_old_one(qtbot, panel):
    word = panel.matrix.decisions["negative_action"]
    word.edit()
    line = field(panel, "negative_action_field")
    line.clear()
    with qtbot.assertNotEmitted(panel.action_renamed):
        qtbot.keyClicks(line, " ")
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert word.word == "grant"
    assert line.text() == "grant"


def test_that_typing_a_letter_proposes_columns_then_functions(qtbot, panel):
    panel.set_completions(COMPLETIONS)
    line = field(panel, "payoff_fn")
    retype(qtbot, line, "-a", key=None)
    view = panel.matrix.cells["fn"].field.popup.view
    assert view.isVisible()
    model = view.model()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["amount", "abs( )"]
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert line.text() == "-amount"
    assert not view.isVisible()


def test_that_a_function_is_inserted_with_the_cursor_between_its_brackets(qtbot, panel):
    panel.set_completions(COMPLETIONS)
    line = field(panel, "payoff_fn")
    retype(qtbot, line, "20 + m", key=None)
    qtbot.keyClick(panel.matrix.cells["fn"].field.popup.view, Qt.Key.Key_Return)
    assert line.text() == "20 + max()"
    assert line.cursorPosition() == len("20 + max(")


def test_that_escape_closes_the_proposals_and_keeps_the_text(qtbot, panel):
    panel.set_completions(COMPLETIONS)
    line = field(panel, "payoff_fn")
    retype(qtbot, line, "-a", key=None)
    view = panel.matrix.cells["fn"].field.popup.view
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not view.isVisible()
    assert line.text() == "-a"


def test_that_the_condition_shows_prior_odds_and_probability_cost(panel):
    assert field(panel, "prior").text() == "5"
    assert label(panel, "prior_aside").text() == "1 in 20"
    assert field(panel, "cost_ratio").text() == "25.8"
    assert label(panel, "pc_plus").text() == "0.576"


@pytest.mark.parametrize(
    ("unit", "text", "aside"),
    [
        (PriorUnit.PERCENT, "5", "1 in 20"),
        (PriorUnit.ODDS, "1 : 19", "5 %"),
        (PriorUnit.ONE_IN, "20", "5 %"),
    ],
)
def test_that_the_prior_is_shown_in_the_unit_chosen(panel, unit, text, aside):
    panel.show_snapshot(snapshot(settings(condition=ConditionSpec(prior=0.05, prior_unit=unit))))
    assert field(panel, "prior").text() == text
    assert label(panel, "prior_aside").text() == aside


@pytest.mark.parametrize(
    ("text", "unit", "prior"),
    [
        ("5", PriorUnit.PERCENT, 0.05),
        ("0,5", PriorUnit.PERCENT, 0.005),
        ("0.0001", PriorUnit.PERCENT, 1e-6),
        ("1 in 24 000", PriorUnit.PERCENT, 1 / 24_000),
        ("1:19", PriorUnit.PERCENT, 0.05),
        ("1 : 19", PriorUnit.ODDS, 0.05),
        ("19", PriorUnit.ODDS, 0.05),
        ("20", PriorUnit.ONE_IN, 0.05),
        ("5 %", PriorUnit.ONE_IN, 0.05),
    ],
)
def test_that_a_prior_is_read_in_any_spelling(text, unit, prior):
    assert condition_editor.read(text, unit) == pytest.approx(prior)
    assert condition_editor.check(prior) == ""


@pytest.mark.parametrize("text", ["0", "100", "0.00001", "-5", "1000"])
def test_that_a_prior_out_of_range_is_marked_and_not_reported(qtbot, panel, text):
    with qtbot.assertNotEmitted(panel.prior_edited):
        retype(qtbot, field(panel, "prior"), text)
    assert label(panel, "condition_fault").text() == condition_editor.RANGE_FAULT
    assert field(panel, "prior").property("faulty") == "true"


def test_that_a_word_for_a_prior_is_marked(qtbot, panel):
    retype(qtbot, field(panel, "prior"), "few")
    assert label(panel, "condition_fault").text() == '"few" is not a number.'
    qtbot.keyClick(field(panel, "prior"), Qt.Key.Key_Escape)
    assert field(panel, "prior").text() == "5"
    assert label(panel, "condition_fault").isHidden()


def test_that_a_typed_prior_is_reported_as_a_share(qtbot, panel):
    with qtbot.waitSignal(panel.prior_edited) as caught:
        retype(qtbot, field(panel, "prior"), "7")
    assert caught.args == [pytest.approx(0.07)]


def test_that_a_prior_being_typed_survives_a_drag_elsewhere(qtbot, panel):
    retype(qtbot, field(panel, "prior"), "1", key=None)
    panel.show_snapshot(snapshot(prior=0.2))
    assert field(panel, "prior").text() == "1"
    assert label(panel, "pc_plus").text() != "0.576"


def test_that_a_typed_cost_ratio_is_reported_and_must_be_positive(qtbot, panel):
    with qtbot.waitSignal(panel.cost_ratio_edited) as caught:
        retype(qtbot, field(panel, "cost_ratio"), "30")
    assert caught.args == [30.0]
    with qtbot.assertNotEmitted(panel.cost_ratio_edited):
        retype(qtbot, field(panel, "cost_ratio"), "0")
    assert label(panel, "condition_fault").text() == "The cost ratio must be above 0."


def test_that_the_unit_of_the_prior_is_asked_for(qtbot, panel):
    combo = panel.findChild(QComboBox, "prior_unit")
    with qtbot.waitSignal(panel.prior_unit_chosen) as caught:
        combo.activated.emit(combo.findData(PriorUnit.ONE_IN))
    assert caught.args == [PriorUnit.ONE_IN]


def test_that_the_drag_switch_asks_for_the_other_mode(qtbot, panel):
    box = panel.findChild(QCheckBox, "drag_mode")
    with qtbot.waitSignal(panel.drag_mode_chosen) as caught:
        box.click()
    assert caught.args == [DragChanges.COST_RATIO]


def test_that_a_low_window_moves_the_drag_switch_into_the_menu(qtbot, panel):
    menu = QMenu(panel)
    panel.fill_menu(menu)
    assert not panel.drag_action.isVisible()
    panel.set_compact(True)
    assert panel.findChild(QCheckBox, "drag_mode").isHidden()
    assert panel.drag_action.isVisible()
    with qtbot.waitSignal(panel.drag_mode_chosen) as caught:
        panel.drag_action.trigger()
    assert caught.args == [DragChanges.COST_RATIO]


def test_that_every_control_has_a_name_to_be_read_aloud(panel):
    for kind in (QLineEdit, QComboBox, QCheckBox, QPushButton):
        for widget in panel.findChildren(kind):
            assert widget.objectName(), widget
            assert widget.accessibleName(), widget.objectName()
    assert field(panel, "payoff_fn").accessibleName() == "Gain: grant, actual bad"


def test_that_a_snapshot_with_the_same_numbers_touches_no_text(monkeypatch, panel):
    panel.show_snapshot(snapshot())
    touched = []
    monkeypatch.setattr(QLabel, "setText", lambda _self, text: touched.append(text))
    monkeypatch.setattr(QLineEdit, "setText", lambda _self, text: touched.append(text))
    panel.show_snapshot(snapshot())
    assert touched == []


def test_that_taking_a_proposal_commits_nothing_yet(qtbot, panel):
    panel.set_completions(COMPLETIONS)
    line = field(panel, "payoff_fn")
    retype(qtbot, line, "-a", key=None)
    with qtbot.assertNotEmitted(panel.cell_edited):
        qtbot.keyClick(panel.matrix.cells["fn"].field.popup.view, Qt.Key.Key_Return)
    with qtbot.waitSignal(panel.cell_edited) as caught:
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert caught.args == ["fn", "-amount"]


@pytest.mark.parametrize(("name", "word"), [("unit", "EUR"), ("case_noun", "client")])
def test_that_unit_and_case_are_renamed_where_they_stand(qtbot, panel, name, word):
    menu = QMenu(panel)
    panel.fill_menu(menu)
    next(entry for entry in menu.actions() if entry.objectName() == f"rename_{name}").trigger()
    with qtbot.waitSignal(panel.action_renamed) as caught:
        retype(qtbot, field(panel, f"{name}_field"), word)
    assert caught.args == [name, word]


def test_that_the_unit_can_be_left_empty(qtbot, panel):
    panel.findChild(QStackedWidget, "unit").edit()
    line = field(panel, "unit_field")
    line.selectAll()
    qtbot.keyClick(line, Qt.Key.Key_Delete)
    with qtbot.waitSignal(panel.action_renamed) as caught:
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert caught.args == ["unit", ""]
