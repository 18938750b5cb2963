"""The table of decisions holds what `report` writes into selection.csv."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.criteria import MANUAL
from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.decisions import (
    POLICY_HEADER,
    decision_text,
    selection_table,
)
from costcurve_gui.analysis.tables.new_cases import NEW_CASES
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.cli.report import run
from costcurve_gui.resources import resource_path
from tests.helpers.band_snapshots import resampled
from tests.helpers.snapshots import german_credit, german_credit_snapshot

if TYPE_CHECKING:
    from pathlib import Path

BOUNDED = SelectionSpec(bounds=BoundsSpec(fpr=0.2, cases=1500))


def snapshot_with(selection: SelectionSpec):
    settings = replace(german_credit_snapshot().settings, selection=selection)
    return build_snapshot(german_credit().curve_set, settings)


def rows_of(snapshot):
    table = selection_table(snapshot, TableOptions())
    return [dict(zip(table.header, row, strict=True)) for row in zip(*table.columns, strict=True)]


def test_that_each_row_is_that_of_the_report(tmp_path: Path) -> None:
    file = resource_path("sample_data", "german_credit_half.csv")
    words = ("--positive", "bad", "--fp", "0", "--fn", "-amount", "--tn", "0.05*amount")
    bounds = ("--max-fpr", "0.2", "--capacity", "1500", "--population", "10000", "--prior", "0.05")
    options = ("--bootstrap", "0", "--format", "csv", "--out", str(tmp_path / "out"))
    assert run([str(file), *words, *bounds, *options]) == 0
    with (tmp_path / "out" / "selection.csv").open(encoding="utf-8", newline="") as lines:
        written = {(row["criterion"], row["model"]): row for row in csv.DictReader(lines)}
    # The window calibrates no scores unless it is asked to decide case by case.
    written = {key: row for key, row in written.items() if not key[0].startswith("per_case")}
    rows = {(row["criterion"], row["model"]): row for row in rows_of(snapshot_with(BOUNDED))}
    assert written.keys() <= rows.keys()
    for key, row in written.items():
        found = rows[key]
        assert str(found["best"]).lower() == row["best"]
        for name in ("threshold", "fpr", "tpr", "expected_profit"):
            assert found[name] == pytest.approx(float(row[name]), rel=1e-12)


def test_that_the_text_is_a_header_and_a_line_a_row() -> None:
    snapshot = snapshot_with(BOUNDED)
    lines = decision_text(snapshot).split("\n")
    header = [*POLICY_HEADER, *NEW_CASES, "estimated_on"]
    assert lines[0].split("\t") == header
    assert len(lines) == 1 + len(rows_of(snapshot))
    assert {len(line.split("\t")) for line in lines} == {len(header)}


def test_that_the_text_has_what_the_file_has_for_new_cases() -> None:
    snapshot = resampled()
    header, *lines = (line.split("\t") for line in decision_text(snapshot).split("\n"))
    copied = [dict(zip(header, line, strict=True)) for line in lines]
    name = snapshot.models[snapshot.selected].policy.model
    (found,) = [one for one in copied if (one["criterion"], one["model"]) == ("min_cost", name)]
    estimate = decision_on_new_cases(snapshot)
    assert float(found["new_cases_profit"]) == estimate.profit.estimate
    assert float(found["new_cases_profit_low"]) == estimate.profit.low
    assert float(found["new_cases_lead_over_trivial_high"]) == estimate.lead.high
    assert found["better_trivial"] == estimate.trivial
    assert found["new_cases_method"].startswith(estimate.method)


def test_that_a_threshold_by_hand_is_a_criterion_of_the_table() -> None:
    snapshot = snapshot_with(replace(BOUNDED, criterion=MANUAL, thresholds={}))
    names = {row["criterion"] for row in rows_of(snapshot)}
    assert "manual" in names
    assert {"workforce_profit", "constrained_single", "target_recall"} <= names
