"""Choosing by targets and by the condition alone, with the keyboard and the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit

from costcurve_gui.models.results import HYBRID
from costcurve_gui.views.plots.marks import Between
from tests.flows.driver import click, frame_of, press, type_into, widget
from tests.helpers.choices import Choice
from tests.helpers.plot_mouse import drag, grip

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.program import Program

CTRL = Qt.KeyboardModifier.ControlModifier


def policy_of(program: Program) -> Policy:
    frame = frame_of(program)
    assert frame.selected is not None
    return frame.models[frame.selected].policy


def criterion(program: Program) -> Choice:
    return frame_of(program).settings.selection.criterion


def said(program: Program, name: str) -> str:
    return widget(program, name, QLabel).text()


def test_that_the_condition_alone_is_chosen_by_keyboard_and_shown_against_the_cheapest(
    qtbot: QtBot, german_credit: Program
) -> None:
    press(german_credit, Qt.Key.Key_D, CTRL)
    press(german_credit, Qt.Key.Key_I)
    assert criterion(german_credit) is Choice.PERFORMANCE_INDEPENDENT
    qtbot.waitUntil(lambda: HYBRID in frame_of(german_credit).extras)
    policy = policy_of(german_credit)
    # 30 % of the sample are bad.
    at = frame_of(german_credit).condition.probability_cost
    odds = (1 - at) / at * 0.3 / 0.7
    assert policy.threshold == pytest.approx(odds / (1 + odds), abs=1e-3)
    rows = german_credit.window.decision_panel.figures.rows
    assert rows[1][0] == "cheapest threshold"
    assert rows[2][0] == "Area above the cheapest"
    plot = german_credit.plots["cost"]
    start = grip(plot, "condition")
    drag(plot, start, start + QPoint(-40, 0))
    assert policy_of(german_credit).threshold > policy.threshold
    assert any(isinstance(mark, Between) for mark in plot.still.marks)


def test_that_a_precision_is_ticked_typed_missed_and_undone(
    qtbot: QtBot, german_credit: Program
) -> None:
    click(qtbot, german_credit, "precision_bound")
    assert criterion(german_credit) is Choice.TARGET_PRECISION
    type_into(qtbot, widget(german_credit, "min_precision", QLineEdit), "20 %")
    assert frame_of(german_credit).settings.selection.min_precision == pytest.approx(0.2)
    reached = policy_of(german_credit)
    german_credit.selection.hide_models(
        frozenset(frame_of(german_credit).models) - {_key(german_credit, "decision_tree")}
    )
    assert said(german_credit, "precision_now") == "out of reach"
    assert "No threshold has a precision of 20.0 %" in said(german_credit, "decision_rule")
    for _ in range(2):
        press(german_credit, Qt.Key.Key_Z, CTRL)
    assert frame_of(german_credit).settings.selection.min_precision == 0.5
    press(german_credit, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert policy_of(german_credit) == reached
    assert said(german_credit, "precision_now").startswith("now 2")


def test_that_a_recall_is_chosen_from_the_box_and_its_answer_copied(
    qtbot: QtBot, german_credit: Program
) -> None:
    choose = widget(german_credit, "criterion", QComboBox)
    choose.activated.emit(choose.findData(Choice.TARGET_RECALL))
    type_into(qtbot, widget(german_credit, "min_tpr", QLineEdit), "0.9")
    assert policy_of(german_credit).tpr >= 0.9
    press(german_credit, Qt.Key.Key_C, CTRL | Qt.KeyboardModifier.ShiftModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("To find 90.0 % of the bad, ")
    click(qtbot, german_credit, "tpr_bound")
    assert criterion(german_credit) is Choice.MIN_COST


@pytest.mark.parametrize(
    ("key", "chosen"),
    [
        (Qt.Key.Key_R, Choice.TARGET_RECALL),
        (Qt.Key.Key_P, Choice.TARGET_PRECISION),
        (Qt.Key.Key_Y, Choice.YOUDEN),
        (Qt.Key.Key_C, Choice.CLOSEST_TO_CORNER),
    ],
)
def test_that_every_criterion_has_its_keys(
    german_credit: Program, key: Qt.Key, chosen: Choice
) -> None:
    press(german_credit, Qt.Key.Key_D, CTRL)
    press(german_credit, key)
    assert criterion(german_credit) is chosen
    assert german_credit.session.undo_label == "change the criterion"


def _key(program: Program, name: str) -> str:
    models = frame_of(program).models
    return next(key for key, model in models.items() if model.info.name == name)
