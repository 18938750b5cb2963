from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.controllers.band_jobs import resample
from costcurve_gui.controllers.band_source import band_source
from costcurve_gui.controllers.band_tables import band_table
from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.models.band_choices import BandChoices, BandsOf, RocBand
from costcurve_gui.models.state import ConditionSpec, DatasetSettings
from costcurve_gui.models.uncertainty import UNCERTAINTY, Uncertainty, bands_of, wanted_by
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

SPEC = BootstrapSpec(replicates=60, seed=5)
LOADED = loaded(dataset())
BANDED = ("cost", "roc", "rociv", "pr", "profit", "gain")


def frame_of(**choices):
    bands = BandChoices(spec=SPEC, **choices)
    settings = DatasetSettings(payoff=BY_AMOUNT, condition=ConditionSpec(prior=0.1), bands=bands)
    frame = build_frame(LOADED.scene, settings)
    source = band_source(LOADED.scene, LOADED.source, BY_AMOUNT)
    found = resample(source, wanted_by(frame, BANDED), bands, SPEC)
    known = Uncertainty(bands, found, dict.fromkeys(found, SPEC.replicates))
    return replace(frame, extras={UNCERTAINTY: known})


FRAME = frame_of()


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


@pytest.mark.parametrize("kind", RocBand)
def test_that_bands_of_roc_are_named_as_in_the_report(kind: RocBand) -> None:
    frame = frame_of(roc=kind, of=BandsOf.SELECTED)
    assert set(columns(band_table("roc", frame))["band"]) == {f"roc_{kind.value}"}
    assert set(columns(band_table("profit", frame))["band"]) == {"profit"}


def test_that_nothing_is_written_of_bands_that_are_off_or_not_there_yet() -> None:
    assert band_table("cost", frame_of(shown=False)) is None
    assert band_table("cost", replace(FRAME, extras={})) is None
    assert band_table("measures", FRAME) is None
