"""What a drag leaves behind: the pictures that a fresh start would paint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.tables.table_view import table_view
from tests.helpers.plot_mouse import LEFT, NONE, grip

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

COMPUTED_MS = 60_000
HEADS = ("roc", "rociv", "cost", "profit")
LEFT_AND_RIGHT, UP_AND_DOWN = QPoint(-90, 0), QPoint(30, -50)


def pictures(program: Program) -> dict[str, QImage]:
    QApplication.processEvents()
    return {head: program.plots[head].viewport().grab().toImage() for head in HEADS}


def drag(
    program: Program,
    dragged: str,
    handle: str,
    way: QPoint,
    steps: int = 24,
    *,
    cancelled: bool = False,
) -> None:
    """Drag a handle and let it go."""
    plot = program.plots[dragged]
    start = grip(plot, handle)
    QTest.mousePress(plot.viewport(), LEFT, NONE, start)
    for step in range(1, steps):
        QTest.mouseMove(plot.viewport(), start + way * (step / (steps - 1)))
        QApplication.processEvents()
    if cancelled:
        program.session.cancel_preview()
    QTest.mouseRelease(plot.viewport(), LEFT, NONE, start + way)


@pytest.mark.parametrize(
    ("dragged", "handle", "way", "cancelled"),
    [
        ("cost", "condition", QPoint(-90, 0), False),
        ("cost", "condition", QPoint(60, 0), True),
        ("roc", "threshold", QPoint(40, -20), False),
        ("profit", "threshold", QPoint(70, 0), False),
    ],
)
def test_that_every_plot_at_the_end_of_a_drag_is_the_picture_painted_anew(
    german_credit: Program, dragged: str, handle: str, way: QPoint, cancelled: bool
) -> None:
    drag(german_credit, dragged, handle, way, cancelled=cancelled)
    after = pictures(german_credit)
    for one in german_credit.plots.values():
        one.set_tokens(tokens_in_use())  # all is laid out and painted again
    anew = pictures(german_credit)
    assert [head for head in HEADS if after[head] != anew[head]] == []


@pytest.mark.parametrize(
    ("front", "dragged", "handle", "way"),
    [
        *((front, "cost", "condition", LEFT_AND_RIGHT) for front in ("pr", "det", "gain")),
        ("instance_costs", "cost", "condition", LEFT_AND_RIGHT),
        ("net_benefit", "cost", "condition", LEFT_AND_RIGHT),
        *((front, "roc", "condition", UP_AND_DOWN) for front in ("difference", "superiority")),
        ("regret", "roc", "condition", UP_AND_DOWN),
        ("winners", "roc", "condition", UP_AND_DOWN),
        ("pr", "pr", "threshold", QPoint(40, 20)),
        ("regret", "regret", "condition", QPoint(60, 0)),
    ],
)
def test_that_a_view_in_front_is_the_picture_painted_anew_after_a_drag(
    qtbot: QtBot, german_credit: Program, front: str, dragged: str, handle: str, way: QPoint
) -> None:
    german_credit.window.bring_to_front(front)
    qtbot.waitUntil(lambda: not german_credit.window.frames[front].is_empty, timeout=COMPUTED_MS)
    QApplication.processEvents()
    drag(german_credit, dragged, handle, way)
    QApplication.processEvents()
    view = german_credit.plots[front]
    after = view.viewport().grab().toImage()
    view.set_tokens(tokens_in_use())
    QApplication.processEvents()
    assert after == view.viewport().grab().toImage()


@pytest.mark.parametrize("front", ["rates", "build_up", "measures"])
def test_that_a_table_in_front_shows_the_last_numbers_after_a_drag(
    qtbot: QtBot, german_credit: Program, front: str
) -> None:
    german_credit.window.bring_to_front(front)
    qtbot.waitUntil(lambda: not german_credit.window.frames[front].is_empty, timeout=COMPUTED_MS)
    for steps in (24, 25):  # the last step is the turn of one group of texts, then of the other
        drag(german_credit, "cost", "condition", LEFT_AND_RIGHT, steps)
        shown, anew = german_credit.tables[front].rows.content, table_view(front)
        anew.show_snapshot(german_credit.results.snapshot)
        assert shown == anew.rows.content
        german_credit.session.undo()
