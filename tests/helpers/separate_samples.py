"""Snapshots of models that were tested on the same cases, and on different ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from costcurve_gui.analysis.interval_settings import BandChoices, Samples
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.requests import interval_requests
from costcurve_gui.analysis.intervals.results import Intervals
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.helpers.other_inputs import example
from tests.helpers.samples import dataset, loaded

SPEC = BootstrapSpec(replicates=300, seed=2)
VIEWS = ("difference", "winners", "verdicts", "tests")
SAME, DIFFERENT = (BandChoices(spec=SPEC, samples=samples) for samples in Samples)
PLAIN = PayoffSpec(tp="0", fp="-1", fn="-1", tn="0")


def alike(rows=400):
    """Return a file whose models err mostly on the same cases."""
    whole, rng = dataset(rows), np.random.default_rng(1)
    first = whole.scores["score_a"]
    scores = {name: np.round(first + rng.normal(0, 0.3, rows), 1) for name in whole.scores}
    return replace(whole, scores=scores)


def snapshot_of(opened, bands, **changes):
    settings = replace(opened.settings, bands=bands, **changes)
    snapshot = build_snapshot(opened.curve_set, settings)
    source = resampling_input(opened.curve_set, opened.source, settings.payoff)
    found = resample(source, interval_requests(snapshot, VIEWS), bands, SPEC)
    counts = dict.fromkeys(found, SPEC.replicates)
    return replace(snapshot, intervals=Intervals(bands, found, counts))


def of_cases(bands, data=None):
    return snapshot_of(loaded(alike() if data is None else data, PLAIN), bands)


def of_counts(name, bands):
    return snapshot_of(example(name), bands)


def without_common_rows():
    whole = dataset(400, models=2)
    rows = np.arange(400)
    scores = {
        name: np.where(rows % 2 == at, scores, np.nan)
        for at, (name, scores) in enumerate(whole.scores.items())
    }
    return replace(whole, scores=scores, missing=dict.fromkeys(scores, 200))
