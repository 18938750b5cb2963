"""The values of a view are those that its CSV file has, at most so many a model."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables import view_values as values
from costcurve_gui.analysis.tables.registry import BY_VIEW, view_table
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.views.catalogue import VIEWS
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

SNAPSHOT = build_snapshot(loaded(dataset()).curve_set, DatasetSettings(payoff=BY_AMOUNT))
SHOWN_AT_ONCE = [  # without a job
    view for view, spec in BY_VIEW.items() if view in VIEWS and not (spec.result or spec.intervals)
]


def rows(table):
    columns = (one.tolist() for one in table.columns)
    return [tuple(map(repr, row)) for row in zip(*columns, strict=True)]


def of(view, **more):
    return values.view_values(
        view, SNAPSHOT, rate_curve=VIEWS[view].curve, progress=NO_PROGRESS, **more
    )


def test_that_every_view_has_values():
    assert all(view in BY_VIEW or spec.curve for view, spec in VIEWS.items())


@pytest.mark.parametrize("view", SHOWN_AT_ONCE)
def test_that_the_values_are_those_of_the_file(view):
    try:
        expected = view_table(view, SNAPSHOT)
    except DataError:
        pytest.skip("not computed without a job")
    found = of(view)
    assert found.header == expected.header
    assert rows(found) == rows(expected)


@pytest.mark.parametrize("view", ["roc", "pr", "gain", "profit"])
def test_that_many_thresholds_are_a_subset_of_them(view, monkeypatch):
    every = of(view)
    monkeypatch.setattr(values, "MOST_POINTS", 9)
    few = of(view)
    assert few.header == every.header
    assert 0 < len(rows(few)) < len(rows(every))
    assert set(rows(few)) <= set(rows(every))


def test_that_the_drawn_curve_is_in_the_values():
    found = of("roc")
    table = dict(zip(found.header, found.columns, strict=True))
    for model in SNAPSHOT.curve_set.models:
        mine = table["model"] == model.info.name
        drawn = model.evaluation.table
        assert np.array_equal(table["fpr"][mine], drawn.fpr)
        assert np.array_equal(table["tpr"][mine], drawn.tpr)
