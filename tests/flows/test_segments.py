"""Segments in the window: a column, both rules, and what changes with the bound."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from costcurve_gui.analysis.segments import known_segments
from costcurve_gui.dataio.segments import SegmentTerms
from costcurve_gui.engine.segments.curves import OwnLimits
from costcurve_gui.engine.segments.rules import gap_of
from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.policies.saved import policies_of
from costcurve_gui.resources import resource_path
from costcurve_gui.views.dialogs.apply_dialog import ApplyDialog
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import ChoiceBox
from tests.flows.driver import click, dialog, snapshot_of, widget

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.views.tables.segments_view import SegmentsView
    from costcurve_gui.window.program import Program

DONORS = resource_path("sample_data", "donors_2000.csv")


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
    assert donors.window.view_docks["profit"].title_bar.subtitle == "by region, this sample"


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


def test_that_a_gap_and_payoffs_are_entered_and_undone(
    qtbot: QtBot, donors: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = view_of(donors)
    before, lead = cells(donors), view.lead.text()
    assert not view.gap.field.isEnabled()
    view.gap.box.click()
    first = snapshot_of(donors).settings.views.segment_gap
    assert first is not None
    qtbot.waitUntil(lambda: "points of gap" in view.lead.text())
    found = known_segments(snapshot_of(donors))
    assert found is not None
    assert found.found is not None
    assert gap_of(found.found.curves, found.found.own.rows, "share") <= first + 1e-9
    assert [row[3:6] for row in cells(donors).values()] != [row[3:6] for row in before.values()]
    assert [row[:3] for row in cells(donors).values()] == [row[:3] for row in before.values()]
    view.gap.field.setText("0")
    view.gap.field.setModified(True)
    view.gap.field.editingFinished.emit()
    assert snapshot_of(donors).settings.views.segment_gap == 0
    donors.session.undo()
    donors.session.undo()
    qtbot.waitUntil(lambda: view.lead.text() == lead and cells(donors) == before)
    assert not view.gap.box.isChecked()

    (tmp_path / "terms.json").write_text('{"North": {"prior": 0.2}}', "utf-8")
    paths = [tmp_path / "terms.json"]
    monkeypatch.setattr(donors.prompts, "choose_data_files", lambda _, take: take(paths))
    view.terms.click()
    asked = dialog(qtbot, donors, "segment_terms_dialog")
    prior, alarm = (asked.findChild(QLineEdit, f"segment_{key}") for key in ("prior_3", "fp_4"))
    use, load = (asked.findChild(QPushButton, f"segment_terms_{key}") for key in ("use", "load"))
    fault = asked.findChild(QLabel, "segment_terms_fault")
    load.click()
    assert prior.text() == "20"
    alarm.setText("gif - 1")
    use.click()
    assert "gif" in fault.text()
    alarm.setText("-2")
    most = asked.findChild(QLineEdit, "segment_max_share_1")
    most.setText("1.2")
    use.click()
    assert "Share, at most of Centre must be a number from 0 to 1" in fault.text()
    most.setText("0.01")
    use.click()
    terms = {
        "North": SegmentTerms(0.2),
        "South": SegmentTerms(None, {"fp": "-2"}),
        "Centre": SegmentTerms(limits=OwnLimits(max_share=0.01)),
    }
    assert snapshot_of(donors).settings.views.segment_terms == terms
    qtbot.waitUntil(lambda: is_known(donors) and cells(donors) != before)
    changed = [name for name, row in cells(donors).items() if row[2] != before[name][2]]
    assert {"Centre", "North", "South"} <= {*changed}
    assert view.terms.text() == "Own terms (3)\u2026"
    donors.session.undo()
    qtbot.waitUntil(lambda: cells(donors) == before)


def test_that_the_rule_on_show_is_chosen_and_taken_away(
    qtbot: QtBot, donors: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, out = view_of(donors), tmp_path / "out"
    monkeypatch.setattr(donors.prompts, "choose_save_path", lambda _, take: take(out))
    monkeypatch.setattr(donors.prompts, "choose_data_files", lambda _, take: take([DONORS]))

    def written(name: str) -> str:
        widget(donors, name, QPushButton).click()
        qtbot.waitUntil(lambda: out.exists() and not donors.runner.busy)
        text = out.read_text("utf-8")
        out.unlink()
        return text

    common = policies_of(json.loads(written("segment_save_policy"))).choose()
    assert common.criterion == "segments_common"
    assert common.segments is None
    control, columns = view.findChild(SegmentedControl, "segment_rule"), view.table.rows
    assert [column.chosen for column in columns.content.columns] == [True] * 3 + [False] * 4
    control.button(True).click()
    own_stands_out = [False] * 3 + [True] * 3 + [False]
    qtbot.waitUntil(lambda: [column.chosen for column in columns.content.columns] == own_stands_out)
    own = policies_of(json.loads(written("segment_save_policy"))).choose()
    assert own.segments is not None
    assert [*own.segments.thresholds] == ["Centre", "Islands", "North", "South"]
    assert len({*own.segments.thresholds.values()}) > 1
    widget(donors, "segment_apply", QPushButton).click()
    asked = dialog(qtbot, donors, "apply_dialog")
    assert isinstance(asked, ApplyDialog)
    asked.browse.click()
    qtbot.waitUntil(asked.write.isEnabled)
    assert asked.cut is not None
    planned = round(own.expected["fraction_targeted"] * 2000)
    assert asked.cut.acted == planned
    assert f"{planned} mail" in asked.counts.text()
    assert asked.expected.text().startswith("Positives (donated) expected: ")
    assert not asked.top.isEnabled()
    asked.what.button("all").click()
    asked.write.click()
    qtbot.waitUntil(lambda: out.exists() and not donors.runner.busy)
    acted = sum(line.split(",")[-3] == "1" for line in out.read_text("utf-8").splitlines()[1:])
    assert acted == planned
    asked.reject()
    widget(donors, "segment_copy_excel", QPushButton).click()
    assert 'EXACT(B2,"Centre")' in QGuiApplication.clipboard().text()
    donors.session.undo()
    qtbot.waitUntil(lambda: control.value is False)
    assert "sample, which chose them" in view.lead.text()


def test_that_a_file_without_segments_says_so(qtbot: QtBot, program: Program) -> None:
    click(qtbot, program, "example_german_credit_half")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.window.bring_to_front("segments")
    frame = program.window.frames["segments"]
    qtbot.waitUntil(lambda: frame.is_empty)
    assert snapshot_of(program).results.segments is None


def test_that_terms_that_fail_are_told_in_the_view_and_changed_there(
    qtbot: QtBot, donors: Program
) -> None:
    view, before = view_of(donors), cells(donors)
    donors.choices.choose("segment_terms", {"South": SegmentTerms(None, {"tp": "-100"})})
    hint = view.findChild(QLabel, "segments_hint")
    qtbot.waitUntil(lambda: "Own terms\u2026" in hint.text() and hint.isVisible())
    assert "the cost of the error is negative in 69 of 212 rows" in hint.text()
    assert view.terms.isVisible()
    view.terms.click()
    asked = dialog(qtbot, donors, "segment_terms_dialog")
    clear, use = (asked.findChild(QPushButton, f"segment_terms_{key}") for key in ("clear", "use"))
    clear.click()
    use.click()
    qtbot.waitUntil(lambda: is_known(donors) and cells(donors) == before)
    assert hint.isHidden()
