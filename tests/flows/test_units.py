"""Units: column and horizon in the view, and the threshold of highest profit per unit used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from costcurve_gui.analysis.found_criteria import BEST_UNIT_PROFIT
from costcurve_gui.analysis.unit_results import UnitFigures
from costcurve_gui.analysis.units import known_units
from costcurve_gui.views.panels.decision_figures import figure_rows
from costcurve_gui.views.text.decision_summary import profit_per_case
from costcurve_gui.views.text.new_cases_text import figure
from tests.flows.driver import snapshot_of, type_into, widget
from tests.helpers.plot_mouse import LEFT

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program


def test_that_units_have_a_horizon_and_a_threshold_to_use(qtbot: QtBot, program: Program) -> None:
    program.datasets.open_example("cards_june")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.window.bring_to_front("units")
    qtbot.waitUntil(lambda: known_units(snapshot_of(program)) is not None, timeout=30_000)
    view = program.tables["units"]
    rows = {row.title: row.cells for row in view.table.rows.content.rows}
    assert list(rows) == [
        *("Share with an alarm", "Recall", "False positive rate", "Precision"),
        "Profit each, on this sample",
    ]
    assert all(len(cells) == 3 for cells in rows.values())
    assert "500 cards" in view.counted.text()
    type_into(qtbot, widget(program, "unit_horizon", QLineEdit), "7")
    qtbot.waitUntil(lambda: "stretches of 7 days" in view.counted.text())
    program.selection.set_threshold(0.05)
    qtbot.waitUntil(lambda: "more than that in force" in view.lead.text())
    snapshot = snapshot_of(program)
    best = UnitFigures.best(known_units(snapshot)[snapshot.selected])
    qtbot.mouseClick(view.use_best, LEFT)
    qtbot.waitUntil(lambda: "No threshold earns more per card" in view.lead.text())
    now = snapshot_of(program)
    assert now.settings.selection.criterion is BEST_UNIT_PROFIT
    assert now.models[now.selected].policy.threshold == best.threshold
    assert "on this sample" in profit_per_case(now, now.selected)
    qtbot.waitUntil(lambda: figure(snapshot_of(program)) is not None)
    hints = [row.hint for row in figure_rows(snapshot_of(program), now.selected)]
    assert any("by least cost in place of the criterion" in hint for hint in hints)
    type_into(qtbot, widget(program, "unit_horizon", QLineEdit), "14")  # the decision follows
    qtbot.waitUntil(lambda: "stretches of 14 days" in view.counted.text())
    longer = UnitFigures.best(known_units(snapshot_of(program))[snapshot.selected])
    qtbot.waitUntil(
        lambda: snapshot_of(program).models[snapshot.selected].policy.own_merit == longer.profit
    )
    program.session.undo()
    program.session.undo()
    qtbot.waitUntil(lambda: "more than that in force" in view.lead.text())
