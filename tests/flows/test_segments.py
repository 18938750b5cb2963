"""Segments in the window: a column, both rules, and what changes with the bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.segments import known_segments
from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import ChoiceBox
from tests.flows.driver import click, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.views.tables.segments_view import SegmentsView
    from costcurve_gui.window.program import Program


@pytest.fixture
def donors(qtbot: QtBot, program: Program) -> Program:
    """Return the program with the segments of the donors on show."""
    program.datasets.open_example("donors_2000")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.window.bring_to_front("segments")
    qtbot.waitUntil(lambda: is_known(program) and "All" in cells(program))
    return program


def is_known(program: Program) -> bool:
    found = known_segments(snapshot_of(program))
    return found is not None and found.found is not None


def view_of(program: Program) -> SegmentsView:
    view = program.tables["segments"]
    assert view.objectName() == "segments_view"
    return view  # type: ignore[return-value]


def cells(program: Program) -> dict[str, tuple[str, ...]]:
    return {row.title: row.cells for row in view_of(program).table.rows.content.rows}


def test_that_a_bound_is_shared_by_the_segments(qtbot: QtBot, donors: Program) -> None:
    assert [*cells(donors)] == ["Centre", "Islands", "North", "South", "All"]
    donors.selection.set_bound(BoundKind.CASES, 100)
    view = view_of(donors)
    qtbot.waitUntil(lambda: float(cells(donors)["All"][0]) <= 101 and view.charts.isEnabled())
    rows = cells(donors)
    for at in (0, 3):
        parts = [float(rows[name][at]) for name in ("Centre", "Islands", "North", "South")]
        assert sum(parts) == pytest.approx(float(rows["All"][at]), abs=2)
        assert sum(parts) <= 101
    assert "100 donors in all" in donors.window.view_docks["profit"].title_bar.subtitle


def test_that_the_rule_that_stands_out_is_chosen_and_undone(qtbot: QtBot, donors: Program) -> None:
    control = view_of(donors).findChild(SegmentedControl, "segment_rule")
    chosen = [column.chosen for column in view_of(donors).table.rows.content.columns]
    assert chosen == [True] * 3 + [False] * 4
    control.button(True).click()
    assert snapshot_of(donors).settings.views.own_thresholds
    columns = view_of(donors).table.rows
    own = [False] * 3 + [True] * 3 + [False]
    qtbot.waitUntil(lambda: [column.chosen for column in columns.content.columns] == own)
    donors.session.undo()
    qtbot.waitUntil(lambda: control.value is False)
    assert "sample, which chose them" in view_of(donors).lead.text()


def test_that_gaps_are_shown_for_the_largest_and_for_a_pair(donors: Program) -> None:
    view = view_of(donors)
    assert "Mailed, of all common" in view.gaps.accessibleDescription()
    pairs = view.findChild(ChoiceBox, "segment_pair")
    assert [pairs.itemText(at) for at in range(pairs.count())][:2] == [
        "Largest gap",
        "Centre and Islands",
    ]
    before = view.gaps.accessibleDescription()
    pairs.setCurrentIndex(1)
    pairs.activated.emit(1)
    assert view.gaps.accessibleDescription() != before


def test_that_a_file_without_segments_says_so(qtbot: QtBot, program: Program) -> None:
    click(qtbot, program, "example_german_credit_half")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.window.bring_to_front("segments")
    frame = program.window.frames["segments"]
    qtbot.waitUntil(lambda: frame.is_empty)
    assert snapshot_of(program).results.segments is None
