"""What a drag leaves behind: the pictures that a fresh start would paint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from costcurve_gui.views.shell.theme import tokens_in_use
from tests.helpers.plot_mouse import LEFT, NONE, grip

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from costcurve_gui.window.program import Program

HEADS = ("roc", "rociv", "cost", "profit")


def pictures(program: Program) -> dict[str, QImage]:
    QApplication.processEvents()
    return {head: program.plots[head].viewport().grab().toImage() for head in HEADS}


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
    plot = german_credit.plots[dragged]
    start = grip(plot, handle)
    QTest.mousePress(plot.viewport(), LEFT, NONE, start)
    for step in range(1, 24):
        QTest.mouseMove(plot.viewport(), start + way * (step / 23))
        QApplication.processEvents()
    if cancelled:
        german_credit.session.cancel_preview()
    QTest.mouseRelease(plot.viewport(), LEFT, NONE, start + way)
    after = pictures(german_credit)
    for one in german_credit.plots.values():
        one.set_tokens(tokens_in_use())  # all is laid out and painted again
    anew = pictures(german_credit)
    assert [head for head in HEADS if after[head] != anew[head]] == []
