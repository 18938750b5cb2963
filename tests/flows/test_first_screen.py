"""What the first screen of a file shows without scrolling, in DejaVu Sans, which is wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRegularExpression
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea

from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.views.panels.model_list import ROW_HEIGHT
from costcurve_gui.views.panels.model_row import INTERVAL
from costcurve_gui.views.widgets.labels import NameLabel
from tests.flows.driver import wait_for_rest, widget

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

AREAS = ("decision_middle_scroll", "model_list", "payoffs_scroll")


def test_that_models_payoffs_and_decision_need_no_scrolling(
    qtbot: QtBot, german_credit: Program
) -> None:
    german_credit.window.resize(1440, 900)
    german_credit.window.dock_layout.reset()
    wait_for_rest(qtbot, german_credit)
    assert german_credit.window.decision_panel.figures.isVisible()
    qtbot.waitUntil(lambda: nothing_scrolls(german_credit))


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768)])
def test_that_models_have_their_intervals_and_short_classes_stand_in_one_line(
    qtbot: QtBot, german_credit: Program, size: tuple[int, int]
) -> None:
    german_credit.window.resize(*size)
    german_credit.window.dock_layout.reset()
    wait_for_rest(qtbot, german_credit)
    models = german_credit.window.dataset_panel.models
    qtbot.waitUntil(lambda: not models.isColumnHidden(INTERVAL))
    assert {models.rowHeight(at) for at in range(models.rows.rowCount())} == {ROW_HEIGHT}
    headings = german_credit.window.decision_panel.findChildren(
        NameLabel, QRegularExpression("confusion_actual_.")
    )
    assert [one.text() for one in headings] == ["actual <b>bad</b>", "actual <b>good</b>"]


def nothing_scrolls(program: Program) -> bool:
    areas = {name: widget(program, name, QAbstractScrollArea) for name in AREAS}
    beyond = {name: area.verticalScrollBar().maximum() for name, area in areas.items()}
    assert not any(beyond.values()), beyond
    return True


def test_that_the_decision_scrolls_between_head_and_buttons_in_a_low_window(
    qtbot: QtBot, german_credit: Program
) -> None:
    german_credit.window.resize(1366, 768)
    german_credit.window.dock_layout.reset()
    wait_for_rest(qtbot, german_credit)
    panel = german_credit.window.decision_panel
    areas = panel.findChildren(QAbstractScrollArea)
    assert [area.objectName() for area in areas if area.isVisible()] == ["decision_middle_scroll"]
    german_credit.selection.set_bound(BoundKind.FPR, 0.2)
    wait_for_rest(qtbot, german_credit)
    middle = widget(german_credit, "decision_middle_scroll", QScrollArea)
    qtbot.waitUntil(lambda: middle.widget().width() <= middle.viewport().width())
    for part in (panel.headline, panel.head.validate, panel.foot.apply):
        assert part.visibleRegion().boundingRect().height() == part.height()
