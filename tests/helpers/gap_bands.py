"""Snapshots with intervals of a file in which scores of a model are missing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.interval_settings import BandChoices, BandsOf
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.requests import interval_requests
from costcurve_gui.analysis.intervals.results import Intervals
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.helpers.samples import BY_AMOUNT, costlier, dataset, loaded

SPEC = BootstrapSpec(replicates=1000)
WHOLE = dataset(240, missing=60)
KEPT = np.isfinite(WHOLE.scores["score_b"])


def alone():
    """Return a file of the rows that the second model scored, and of this model only."""
    return replace(
        WHOLE,
        y_true=WHOLE.y_true[KEPT],
        scores={"score_b": WHOLE.scores["score_b"][KEPT]},
        numeric={name: values[KEPT] for name, values in WHOLE.numeric.items()},
    )


def snapshot_of(data, name="b", *views):
    """Return the snapshot of one model with its profit band and decision."""
    bands = BandChoices(spec=SPEC, of=BandsOf.SELECTED)
    opened = loaded(data)
    (key,) = (model.info.key for model in opened.curve_set.models if model.info.name == name)
    settings = DatasetSettings(
        payoff=BY_AMOUNT,
        condition=costlier(opened.curve_set, 1.5, prior=0.2),
        bands=bands,
        selected=key,
    )
    snapshot = with_all_common_cases(build_snapshot(opened.curve_set, settings))
    source = resampling_input(opened.curve_set, opened.source, BY_AMOUNT)
    found = resample(source, interval_requests(snapshot, ["profit", "roc", *views]), bands, SPEC)
    known = Intervals(bands, found, dict.fromkeys(found, SPEC.replicates))
    return replace(snapshot, intervals=known)


def without_common_rows():
    """Return a file in which no row has a score of both models."""
    rows = np.arange(len(WHOLE.y_true))
    scores = {
        name: np.where(rows % 2 == at, WHOLE.scores[name], np.nan)
        for at, name in enumerate(("score_a", "score_c"))
    }
    return replace(WHOLE, scores=scores, missing=dict.fromkeys(scores, len(rows) // 2))
