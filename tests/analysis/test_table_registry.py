"""Every table has one producer, which the report and the window's exports share."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.interval_settings import BandChoices
from costcurve_gui.analysis.intervals import jobs
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.intervals.requests import SHOWN_INTERVALS
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.registry import BY_VIEW, TABLES, TableSpec, view_table
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.view_results import VIEW_RESULTS
from costcurve_gui.cli import report
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.cli.conftest import SAMPLES
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

LOADED = loaded(dataset())
BANDS = BandChoices(spec=BootstrapSpec(replicates=20))
SETTINGS = DatasetSettings(payoff=BY_AMOUNT, condition=ConditionSpec(prior=0.1), bands=BANDS)
SNAPSHOT = build_snapshot(LOADED.curve_set, SETTINGS)
OPTIONS = TableOptions()


def estimator():
    return Estimator(resampling_input(LOADED.curve_set, LOADED.source, BY_AMOUNT), BANDS)


def test_that_no_two_tables_share_a_name_or_a_view():
    assert len({spec.name for spec in TABLES}) == len(TABLES)
    assert len(BY_VIEW) == sum(bool(spec.view) for spec in TABLES)


def test_that_the_same_intervals_are_resampled_once_for_all_tables(monkeypatch):
    asked = Counter()
    original = jobs.resample

    def counting(source, wanted, *others, **named):
        asked.update(wanted)
        return original(source, wanted, *others, **named)

    monkeypatch.setattr(jobs, "resample", counting)
    one = estimator()
    for spec in [spec for spec in TABLES if spec.name in ("selection", "optimum", "thresholds")]:
        one.estimate(spec.needs(SNAPSHOT, OPTIONS))
    assert set(asked.values()) == {1}
    assert one.results.keys() == asked.keys()


def test_that_the_intervals_that_a_table_needs_are_those_that_it_shows():
    bands = next(spec for spec in TABLES if spec.name == "bands")
    assert len(bands.make(SNAPSHOT, OPTIONS).columns[0]) == 0
    known = replace(SNAPSHOT, intervals=estimator().estimate(bands.needs(SNAPSHOT, OPTIONS)))
    names = set(bands.make(known, OPTIONS).columns[1])
    assert {"roc_vertical", "roc_simultaneous", "rociv_vertical", "profit", "gain"} <= names


@pytest.mark.parametrize("view", ["roc", "rociv", "cost", "profit", "pr", "det", "gain"])
def test_that_a_view_exports_the_rows_of_the_report_of_the_models_on_show(view):
    hidden = LOADED.curve_set.models[1].info
    fewer = build_snapshot(LOADED.curve_set, replace(SETTINGS, hidden=frozenset({hidden.key})))
    whole, shown = BY_VIEW[view].make(SNAPSHOT, OPTIONS), view_table(view, fewer)
    kept = whole.columns[0] != hidden.name
    assert shown.header == whole.header
    for mine, wanted in zip(shown.columns, whole.columns, strict=True):
        np.testing.assert_array_equal(mine, wanted[kept])


def test_that_what_the_window_waits_for_before_an_export_is_declared():
    assert {spec.intervals for spec in TABLES if spec.intervals} <= SHOWN_INTERVALS.keys()
    assert {spec.result for spec in TABLES if spec.result} <= VIEW_RESULTS.keys()
    assert all(spec.view for spec in TABLES if spec.intervals or spec.result)


def test_that_a_row_of_the_registry_is_a_file_of_the_report(monkeypatch, tmp_path):
    def names(snapshot, options):
        return Table.of_rows(("model",), ((one.name,) for one in models_of(snapshot, options)))

    monkeypatch.setattr(report, "TABLES", (TableSpec("names", names),))
    words = ["--positive", "bad", "--bootstrap", "0", "--format", "csv"]
    out = tmp_path / "out"
    assert report.run([str(SAMPLES / "german_credit_half.csv"), *words, "--out", str(out)]) == 0
    written = {path.name for path in out.iterdir()}
    assert written == {"names.csv", "policy.json", "manifest.json"}
    assert (out / "names.csv").read_text(encoding="utf-8").startswith("model\nlogistic_regression")
