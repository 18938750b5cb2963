"""What a drag leaves behind: the pictures that a fresh start would paint."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.model_ranking import winning_trivial
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.tables.table_view import table_view
from costcurve_gui.window.program import Program
from tests.flows.driver import click
from tests.helpers.inline_runner import InlineRunner
from tests.helpers.plot_mouse import LEFT, NONE, grip

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QImage
    from pytestqt.qtbot import QtBot

    from costcurve_gui.session.preferences import Preferences

pytestmark = pytest.mark.shared_window

COMPUTED_MS = 60_000
HELD_MS = 1000  # within which all that a drag left out is shown
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
    release: bool = True,
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
    if release:
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


def test_that_decision_and_list_name_the_same_model_in_every_frame(german_credit: Program) -> None:
    window, named = german_credit.window, set()
    for step in range(61):
        german_credit.condition.preview_drag(0.2 + 0.01 * step)
        snapshot = german_credit.results.snapshot
        assert snapshot is not None
        best = [row.key for row in window.dataset_panel.models.rows.rows if row.best]
        assert best == [winning_trivial(snapshot) or snapshot.best]
        if winning_trivial(snapshot) is None:
            model = snapshot.models[snapshot.selected or ""].info.name
            assert window.decision_panel.headline.text == model
            named.add(model)
    german_credit.session.cancel_preview()
    assert len(named) > 2


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


@pytest.mark.parametrize(
    ("front", "dragged", "handle", "way"),
    [
        ("cost", "cost", "condition", LEFT_AND_RIGHT),
        ("cost", "roc", "condition", UP_AND_DOWN),
        ("profit", "profit", "threshold", QPoint(70, 0)),
        ("net_benefit", "net_benefit", "cost_ratio", QPoint(60, 0)),
        ("superiority", "roc", "condition", UP_AND_DOWN),
    ],
)
@pytest.mark.parametrize("steps", [2, 7])
def test_that_every_plot_settles_while_a_held_handle_rests(
    qtbot: QtBot,
    german_credit: Program,
    front: str,
    dragged: str,
    handle: str,
    way: QPoint,
    steps: int,
) -> None:
    german_credit.window.bring_to_front(front)
    qtbot.waitUntil(lambda: not german_credit.window.frames[front].is_empty, timeout=COMPUTED_MS)
    drag(german_credit, dragged, handle, way, steps, release=False)
    QTest.qWait(HELD_MS)
    seen = [one for one in german_credit.plots.values() if one.isVisible()]
    held = [one.viewport().grab().toImage() for one in seen]
    for one in seen:
        one.set_tokens(tokens_in_use())
    anew = [one.viewport().grab().toImage() for one in seen]
    QTest.mouseRelease(german_credit.plots[dragged].viewport(), LEFT, NONE)
    assert [one.objectName() for one, a, b in zip(seen, held, anew, strict=True) if a != b] == []


@pytest.mark.parametrize("moment", ["moving", "resting"])
def test_that_a_result_is_painted_in_haste_only_while_the_mouse_moves(
    german_credit: Program, moment: str
) -> None:
    QTest.qWait(HELD_MS)
    drag(german_credit, "cost", "condition", LEFT_AND_RIGHT, release=False)
    if moment == "resting":
        QTest.qWait(HELD_MS)
    cost, told = german_credit.plots["cost"], list[bool]()
    cost.begin_frame = lambda *, moving: told.append(moving)  # type: ignore[method-assign]
    results = german_credit.results
    assert results.curve_set is not None
    results.update(results.curve_set, replace)
    del cost.begin_frame
    QTest.mouseRelease(cost.viewport(), LEFT, NONE)
    assert told[-1] == (moment == "moving")


class UpdateRequests(QObject):
    """Counts how often the window is asked to paint what has changed."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        del watched
        self.count += event.type() == QEvent.Type.UpdateRequest
        return False


def test_that_a_frame_of_a_drag_paints_all_plots_in_one_update(quiet_program: Program) -> None:
    requests, plot = UpdateRequests(), quiet_program.plots["cost"]
    start = grip(plot, "condition")
    QTest.mousePress(plot.viewport(), LEFT, NONE, start)
    QApplication.processEvents()
    quiet_program.window.installEventFilter(requests)
    counts = []
    for step in range(1, 40):
        QTest.mouseMove(plot.viewport(), start - QPoint(2 * step, 0))
        before = requests.count
        QApplication.processEvents()
        counts.append(requests.count - before)
    QTest.mouseRelease(plot.viewport(), LEFT, NONE, start - QPoint(80, 0))
    assert counts[1:] == [1] * (len(counts) - 1)


@pytest.fixture
def quiet_program(qtbot: QtBot, settings: Preferences) -> Iterator[Program]:
    """Return the program with an example whose intervals are ready before anything is dragged."""
    runner = InlineRunner()
    program = Program(settings, runner)
    program.show()
    click(qtbot, program, "example_german_credit_half")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    qtbot.waitUntil(lambda: not program.window.reveal.under_way)
    QTest.qWait(HELD_MS)
    runner.holding = True
    yield program
    program.window.close()
    QApplication.processEvents()
