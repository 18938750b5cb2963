"""The picture of the days against the counts that it shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.interval_settings import BandChoices
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.operations import days_key, find_days
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plots.cost_bars import Bars
from costcurve_gui.views.plots.days import HatchedBars
from costcurve_gui.views.plotting.marks import Label, Line
from costcurve_gui.views.plotting.picture import picture_bytes
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.plotting.ticks import tick_texts, tick_values
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text.empty_states import lacks_picture

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def snapshots():
    """The days of an example before and after they are computed."""
    example = example_of("cases_by_day")
    assert example is not None
    loaded = load_example("d", example)
    settings = replace(loaded.settings, bands=BandChoices(shown=False))
    settings = replace(settings, views=replace(settings.views, day_places=12))
    before = build_snapshot(loaded.curve_set, settings)
    key = days_key(before)
    assert key is not None
    return before, replace(before, results=replace(before.results, days=find_days(before, key)))


def test_that_bars_end_at_the_places_and_the_rest_is_hatched_above(snapshots):
    snapshot = snapshots[1]
    found = snapshot.results.days.found
    marks = plot_view("days").static_items(snapshot, LIGHT)
    (full,) = (mark for mark in marks if type(mark) is Bars)
    (rest,) = (mark for mark in marks if isinstance(mark, HatchedBars))
    assert full.heights[::2].tolist() == np.minimum(found.over, 12).tolist()
    assert rest.heights[::2].tolist() == np.maximum(found.over - 12, 0).tolist()
    assert rest.ground == 12
    middles = (full.edges[:-1:2] + full.edges[1::2])[: found.over.size] / 2
    assert middles == pytest.approx(np.arange(found.over.size) + 0.5)


def test_that_the_backlog_is_read_off_its_own_part_of_the_axis(snapshots):
    snapshot, drawn = snapshots[1], plot_view("days")
    queue = snapshot.results.days.found.ways["threshold"]
    across, up = drawn.axes(snapshot)
    bounds = drawn.bounds(snapshot)
    (line,) = (
        mark
        for mark in drawn.static_items(snapshot, LIGHT)
        if isinstance(mark, Line) and mark.key == "backlog"
    )
    ticks = tick_values(bounds.y_low, bounds.y_high, up.style)
    below = [place for place in ticks if place < 0]
    labelled = [float(text) for text in tick_texts(below, up.style)]
    slope = (below[-1] - below[0]) / (labelled[-1] - labelled[0])
    assert (line.y[::2] - below[0]) / slope == pytest.approx(queue.waiting)
    days = tick_values(bounds.x_low, bounds.x_high, across.style)
    assert np.diff(days).tolist() == [7.0] * (len(days) - 1)
    assert tick_texts(days, across.style)[:2] == ["1 June", "8 June"]


def test_that_the_picture_says_model_places_and_queue_in_every_format(snapshots):
    before, after = snapshots
    assert lacks_picture("days", before) is not None
    assert lacks_picture("days", after) is None
    options = ExportOptions(view="days", format="svg")
    text = picture_bytes(after, options).decode()
    labels = [
        mark.text
        for mark in plot_view("days").static_items(after, LIGHT)
        if isinstance(mark, Label)
    ]
    for said in (*labels, "Cases by day of", "capacity 12", "Backlog"):
        assert said in text
    assert "12 a day can be seen" in labels
    for format_, first in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert picture_bytes(after, replace(options, format=format_)).startswith(first)
