"""Days with so many places: what the view shows, and what is chosen in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit

from tests.cli.conftest import SAMPLES
from tests.flows.driver import snapshot_of, type_into, widget
from tests.helpers.plot_mouse import LEFT

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.day_results import ModelDays
    from costcurve_gui.window.program import Program


def shown(program: Program) -> ModelDays | None:
    known = snapshot_of(program).results.days
    return None if known is None else known.found


def capacity(program: Program) -> int | None:
    found = shown(program)
    return None if found is None else found.choices.capacity


def test_that_places_are_typed_and_dragged_and_waiting_has_a_price(
    qtbot: QtBot, program: Program
) -> None:
    program.datasets.open_example("cases_by_day")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.window.bring_to_front("days")
    qtbot.waitUntil(lambda: shown(program) is not None, timeout=30_000)
    found = shown(program)
    assert found is not None
    cases = pd.read_csv(SAMPLES / "cases_by_day.csv")
    over = (cases[f"score_{found.info.name}"] >= found.threshold).sum()
    assert capacity(program) == round(over / 61)
    view = program.tables["days"]
    type_into(qtbot, widget(program, "day_places", QLineEdit), "12")
    qtbot.waitUntil(lambda: capacity(program) == 12)
    type_into(qtbot, widget(program, "day_delay", QLineEdit), "3")
    qtbot.waitUntil(lambda: (one := shown(program)) and one.choices.delay.share == 0.03)
    rows = {row.title: row.cells for row in view.table.rows.content.rows}
    assert rows["Cases seen"][2] == "732"
    assert rows["Places left empty"][2] == "0"
    assert "a day more than the queue" in view.lead.text() or "less" in view.lead.text()
    assert "From 15 July the threshold lets in more than can be seen" in view.late.text()
    chart = view.chart
    start = QPoint(chart.width() // 2, round(chart.place_height()))
    qtbot.mousePress(chart, LEFT, pos=start)
    qtbot.mouseMove(chart, start + QPoint(0, -60))
    assert chart.places > 12
    dragged = chart.places
    qtbot.mouseRelease(chart, LEFT, pos=start + QPoint(0, -60))
    qtbot.waitUntil(lambda: capacity(program) == dragged)
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: capacity(program) == dragged - 1)
    program.session.undo()
    qtbot.waitUntil(lambda: capacity(program) == dragged)


def test_that_a_file_without_days_says_what_would_do(qtbot: QtBot, german_credit: Program) -> None:
    german_credit.window.bring_to_front("days")
    frame = german_credit.window.frames["days"]
    qtbot.waitUntil(lambda: frame.message_text.startswith("No days"))
