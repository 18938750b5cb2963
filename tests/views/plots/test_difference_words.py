from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from costcurve_gui.analysis.intervals.requests import known_difference
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.views.catalogue import plot_views
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.notes import Notes, placed
from costcurve_gui.views.plotting.obstacles import obstacles
from costcurve_gui.views.shell.fonts import SEMIBOLD, small
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.band_snapshots import resampled
from tests.helpers.snapshots import german_credit_snapshot

PAIRS = list(combinations(german_credit_snapshot().models, 2))
SIZES = [(290.0, 205.0), (285.0, 300.0), (900.0, 640.0)]  # px, the first in a window of 1100 x 700
VIEW = plot_views()["difference"]


pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(("model", "competitor"), PAIRS)
@pytest.mark.parametrize("size", SIZES)
def test_that_no_words_of_a_difference_lie_on_its_band_or_on_each_other(model, competitor, size):
    snapshot = compared(model, competitor)
    fonts = TextFonts(small(), small(SEMIBOLD))
    canvas = Canvas(QRectF(0, 0, *size), VIEW.bounds(snapshot), LIGHT, fonts)
    moving = VIEW.dynamic_items(snapshot, LIGHT)
    (notes,) = (mark for mark in moving if isinstance(mark, Notes))
    found = placed(notes, canvas)
    assert len(found) == len(notes.notes)
    band = known_difference(snapshot).band
    top, foot = canvas.y(float(band.upper.max())), canvas.y(float(band.lower.min()))
    grounded = [note.box for note in found if note.grounded]
    assert not any(_covers(box, band, canvas) for box in grounded)
    assert not any(one.box.intersects(other.box) for one, other in combinations(found, 2))
    assert top >= 31  # the words of the condition
    assert foot <= size[1] - 41  # the words of the strip
    assert all(note.box.top() >= 31 and note.box.bottom() <= size[1] - 41 for note in found)


@pytest.mark.parametrize("size", [(300.0, 300.0), *SIZES])
def test_that_no_name_stands_on_the_grip_or_its_words(size):
    snapshot = compared("naive_bayes", "gradient_boosting")
    fonts = TextFonts(small(), small(SEMIBOLD))
    canvas = Canvas(QRectF(0, 0, *size), VIEW.bounds(snapshot), LIGHT, fonts)
    (handle,) = VIEW.handles(snapshot)
    grip, words = obstacles(handle, canvas)
    assert not grip.intersects(words)
    (notes,) = (mark for mark in VIEW.dynamic_items(snapshot, LIGHT) if isinstance(mark, Notes))
    found = placed(notes, canvas)
    assert len(found) == len(notes.notes) == 2
    for note in found:
        assert not note.box.intersects(grip)
        assert not note.box.intersects(words)


@cache
def compared(model, competitor):
    bare = german_credit_snapshot()
    chosen = replace(bare.settings.views, competitor=competitor)
    settings = replace(bare.settings, selected=model, views=chosen)
    return resampled("difference", snapshot=build_snapshot(bare.curve_set, settings))


def _covers(box, band, canvas):
    xs = canvas.x(band.x)
    lower, upper = (canvas.y(edge) for edge in (band.lower, band.upper))
    over = (xs > box.left()) & (xs < box.right())
    return bool((over & (upper < box.bottom()) & (lower > box.top())).any())
