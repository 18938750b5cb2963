from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from costcurve_gui.analysis.interval_settings import BandsOf
from costcurve_gui.views.catalogue import plot_views
from costcurve_gui.views.plotting.canvas import Bounds, Canvas, TextFonts
from costcurve_gui.views.plotting.marks import Between, Label, Line
from costcurve_gui.views.plotting.notes import Notes, placed
from costcurve_gui.views.plotting.obstacles import lines_and_bands, obstacles
from costcurve_gui.views.shell.fonts import SEMIBOLD, small
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.band_snapshots import resampled
from tests.helpers.snapshots import german_credit_snapshot

pytestmark = pytest.mark.usefixtures("qapp")
HIGH, LOW, ENDS = (0.8, 0.8), (0.2, 0.2), (0.0, 1.0)
ABOVE, BELOW = (Label(0.5, y, "words", "center", (0.0, 0.0)) for y in (0.8, 0.2))


def canvas(**changes):
    fonts = TextFonts(QFont(), QFont())
    return Canvas(QRectF(0, 0, 300, 300), Bounds(0, 1, 0, 1), LIGHT, fonts, **changes)


def places(*notes, lines=(), bands=(), **room):
    return placed(Notes(notes, tuple(lines), tuple(bands), **room), canvas())


def test_that_words_take_the_first_place_that_hides_no_line():
    (free,) = places((ABOVE, BELOW))
    (crossed,) = places((ABOVE, BELOW), lines=[(ENDS, HIGH)])
    assert free.box.center().y() == pytest.approx(60)
    assert crossed.box.center().y() == pytest.approx(240)
    assert crossed.grounded


def test_that_steep_and_slanted_pieces_are_seen():
    steep = (np.array([0.0, 0.5, 0.5, 1.0]), np.array([0.5, 0.5, 0.95, 0.95]))
    slanted = (ENDS, (0.6, 1.0))
    for line in (steep, slanted):
        (found,) = places((ABOVE, BELOW), lines=[line])
        assert found.box.center().y() == pytest.approx(240)


def test_that_words_stand_on_a_band_only_where_there_is_no_other_place_and_do_not_hide_it():
    over_all = (np.array(ENDS), np.zeros(2), np.ones(2))
    upper = (np.array(ENDS), np.full(2, 0.5), np.ones(2))
    (found,) = places((ABOVE, BELOW), bands=[upper])
    assert (found.box.center().y(), found.grounded) == (pytest.approx(240), True)
    (on_band,) = places((ABOVE, BELOW), lines=[(ENDS, HIGH)], bands=[over_all])
    assert (on_band.box.center().y(), on_band.grounded) == (pytest.approx(240), False)


def test_that_words_without_a_place_are_left_out():
    assert places((ABOVE, BELOW), lines=[(ENDS, HIGH), (ENDS, LOW)]) == []
    assert places((ABOVE,), top=70.0) == []
    assert places((BELOW,), foot=70.0) == []


def test_that_notes_keep_clear_of_each_other():
    found = places(*(((ABOVE, BELOW, Label(0.5, 0.5, "more words")),) * 3))
    assert len(found) == 3
    assert not any(a.box.intersects(b.box) for a, b in combinations(found, 2))


def test_that_notes_keep_clear_of_labels():
    (found,) = places((ABOVE, BELOW), others=(ABOVE,))
    assert found.box.center().y() == pytest.approx(240)


def test_that_a_piece_without_a_value_hides_nothing():
    gap = (np.linspace(0, 1, 3), np.array([0.8, np.nan, 0.8]))
    (found,) = places((ABOVE, BELOW), lines=[gap])
    assert found.box.center().y() == pytest.approx(60)


def test_that_faint_lines_and_other_marks_are_no_lines_to_keep_clear_of():
    x = np.array(ENDS)
    marks = [
        Line("curve", x, x, "#000000"),
        Line("edge", x, x, "#000000", 90),
        Between((x, x - 0.1), (x, x + 0.1), "#000000", 36),
        ABOVE,
    ]
    lines, bands = lines_and_bands(marks)
    assert len(lines) == len(bands) == 1


VIEWS = ("pr", "profit", "gain", "net_benefit", "det", "calibration")
SIZES = [(290.0, 205.0), (285.0, 300.0), (900.0, 640.0)]  # px, the first in a window of 1100 x 700

# Here the best order runs right below the words of the grip, and the curves right below it.
CROWDED = ("profit", 0.3, SIZES[0])


@cache
def of_prior(prior, of):
    plain = german_credit_snapshot(prior=prior)
    views = replace(plain.settings.views, chosen_thresholds=True, near_best=True)  # the foot full
    plain = replace(plain, settings=replace(plain.settings, views=views))
    return resampled(*VIEWS, snapshot=plain, of=of)


@pytest.mark.parametrize("of", [BandsOf.SELECTED, BandsOf.ALL])
@pytest.mark.parametrize("prior", [0.05, 0.3])
@pytest.mark.parametrize("view", VIEWS)
def test_that_every_line_is_named_at_every_size_and_no_name_lies_on_a_curve(view, prior, of):
    snapshot, drawn = of_prior(prior, of), plot_views()[view]
    (notes,) = (mark for mark in drawn.static_items(snapshot, LIGHT) if isinstance(mark, Notes))
    for size in SIZES:
        fonts = TextFonts(small(), small(SEMIBOLD))
        area = Canvas(QRectF(0, 0, *size), drawn.bounds(snapshot), LIGHT, fonts)
        found = placed(notes, area)
        assert len(found) == len(notes.notes) - ((view, prior, size) == CROWDED), size
        used = [
            box for mark in drawn.static_items(snapshot, LIGHT) for box in obstacles(mark, area)
        ]
        assert bool(used) == (view == "profit")
        assert not any(note.box.intersects(box) for note in found for box in used)
        for curve in drawn.curves(snapshot).values():
            for place in zip(area.x(curve.x), area.y(curve.y), strict=True):
                assert not any(note.box.contains(*place) for note in found)
