"""Days with so many places: what the view shows, and what is chosen in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit

from costcurve_gui.analysis.operations import known_days
from costcurve_gui.analysis.tables.view_values import view_values
from costcurve_gui.engine.progress import NO_PROGRESS
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


def fitting_of(program: Program) -> float | None:
    """Return the threshold that fits, once it is that of the settings in force."""
    known = known_days(snapshot_of(program))
    if known is None or known.found is None or known.found.since is None:
        return None
    return known.found.fitting


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
    assert "than the queue on this sample" in view.lead.text()
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
    type_into(qtbot, widget(program, "day_places", QLineEdit), "12")
    qtbot.waitUntil(lambda: capacity(program) == 12)
    values = view_values("days", snapshot_of(program), progress=NO_PROGRESS)
    assert list(values.columns[1]) == sorted(set(cases["received"]))
    qtbot.waitUntil(lambda: view.use_places.isVisible() and view.use_places.isEnabled())
    qtbot.mouseClick(view.use_places, LEFT)
    bound = round(snapshot_of(program).settings.selection.population * 12 * 61 / len(cases))
    qtbot.waitUntil(lambda: snapshot_of(program).settings.selection.bounds.cases == bound)
    program.session.undo()
    qtbot.waitUntil(lambda: snapshot_of(program).settings.selection.bounds.cases is None)
    qtbot.waitUntil(lambda: fitting_of(program) is not None and view.use_fitting.isEnabled())
    fitting = fitting_of(program)
    qtbot.mouseClick(view.use_fitting, LEFT)
    qtbot.waitUntil(lambda: (one := shown(program)) and one.threshold == fitting)
    assert snapshot_of(program).settings.selection.criterion.key == "manual"


def test_that_a_file_without_days_says_what_would_do(qtbot: QtBot, german_credit: Program) -> None:
    german_credit.window.bring_to_front("days")
    frame = german_credit.window.frames["days"]
    qtbot.waitUntil(lambda: frame.message_text.startswith("No days"))
