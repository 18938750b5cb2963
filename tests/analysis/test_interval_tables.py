from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.interval_settings import BandChoices, BandsOf, RocBand
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.requests import bands_of, interval_requests
from costcurve_gui.analysis.intervals.results import Intervals
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.bands import THRESHOLD_BAND_HEADER, band_table
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

SPEC = BootstrapSpec(replicates=60, seed=5)
LOADED = loaded(dataset())
METHOD = ("method", "replicates", "level", "seed")
BANDED = ("cost", "roc", "rociv", "pr", "profit", "gain")
RESAMPLED = ("difference", "winners", "verdicts", "tests")


def snapshot_of(**choices):
    bands = BandChoices(spec=SPEC, **choices)
    settings = DatasetSettings(payoff=BY_AMOUNT, condition=ConditionSpec(prior=0.1), bands=bands)
    snapshot = build_snapshot(LOADED.curve_set, settings)
    source = resampling_input(LOADED.curve_set, LOADED.source, BY_AMOUNT)
    found = resample(source, interval_requests(snapshot, [*BANDED, *RESAMPLED]), bands, SPEC)
    known = Intervals(bands, found, dict.fromkeys(found, SPEC.replicates))
    return replace(snapshot, intervals=known)


FRAME = snapshot_of()


def columns(table):
    return dict(zip(table.header, table.columns, strict=True))


@pytest.mark.parametrize("view", BANDED)
def test_that_a_view_writes_the_bands_that_it_shows(view: str) -> None:
    found = columns(band_table(view, FRAME))
    bands = bands_of(FRAME, view)
    names = [FRAME.models[key].info.name for key in bands]
    assert list(dict.fromkeys(found["model"])) == names
    for column in ("estimate", "lower", "upper"):
        expected = np.concatenate([getattr(band, column) for band in bands.values()])
        np.testing.assert_array_equal(found[column], expected)
    assert (set(found["replicates"]), set(found["level"]), set(found["seed"])) == ({60}, {0.9}, {5})
    assert set(found["method"]) == {band.method for band in bands.values()}


@pytest.mark.parametrize("kind", [RocBand.VERTICAL, RocBand.SIMULTANEOUS])
def test_that_bands_of_roc_are_named_as_in_the_report(kind: RocBand) -> None:
    snapshot = snapshot_of(roc=kind, of=BandsOf.SELECTED)
    assert set(columns(band_table("roc", snapshot))["band"]) == {f"roc_{kind.value}"}


@pytest.mark.parametrize("view", ["roc", "rociv"])
def test_that_intervals_by_threshold_have_both_rates_as_in_the_report(view: str) -> None:
    snapshot = snapshot_of(roc=RocBand.THRESHOLD, of=BandsOf.SELECTED)
    (band,) = bands_of(snapshot, view).values()
    table = band_table(view, snapshot)
    assert table.header == THRESHOLD_BAND_HEADER
    for column in ("threshold", "fpr", "fpr_lower", "tpr_upper"):
        expected = getattr(band, "thresholds" if column == "threshold" else column)
        np.testing.assert_array_equal(columns(table)[column], expected)
    assert set(columns(band_table("profit", snapshot))["band"]) == {"profit"}


def test_that_nothing_is_written_of_bands_that_are_off_or_not_there_yet() -> None:
    assert band_table("cost", snapshot_of(shown=False)) is None
    assert band_table("cost", replace(FRAME, intervals=None)) is None
    assert band_table("measures", FRAME) is None


def test_that_a_difference_has_its_band_once_it_is_known() -> None:
    known, unknown = (
        columns(view_table("difference", snapshot))
        for snapshot in (FRAME, replace(FRAME, intervals=None))
    )
    assert np.isnan(unknown["lower"].astype(float)).all()
    np.testing.assert_allclose(known["difference"], unknown["difference"], atol=1e-12)
    leaves_out = (known["lower"] > 0) | (known["upper"] < 0)
    assert leaves_out.tolist() == known["significant"].tolist()


def test_that_shares_verdicts_and_tests_are_written_with_names_of_models() -> None:
    names = {model.info.name for model in FRAME.models.values()}
    shares = columns(view_table("winners", FRAME))
    assert set(shares["model"]) == {*names, "none", "all"}
    totals = np.bincount((shares["pc_plus"] * 100).round().astype(int), shares["share"])
    np.testing.assert_allclose(totals, 1)
    verdicts = columns(view_table("verdicts", FRAME))
    assert set(verdicts["best"]) - {None} <= names
    assert (verdicts["pc_low"][0], verdicts["pc_high"][-1]) == (0, 1)
    tests = columns(view_table("tests", FRAME))
    assert set(tests["measure"]) == {"auc", "auciv", "cost_curve_area", "expected_cost"}
    assert set(tests["model_a"]) | set(tests["model_b"]) == names
    for table in (shares, verdicts, tests):
        assert set(METHOD) <= table.keys()


@pytest.mark.parametrize("view", ["winners", "verdicts", "tests"])
def test_that_a_view_that_was_never_shown_says_so(view: str) -> None:
    with pytest.raises(DataError, match="not computed yet"):
        view_table(view, replace(FRAME, intervals=None))
