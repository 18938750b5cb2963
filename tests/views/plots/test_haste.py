"""What a plot spares while a handle moves."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from costcurve_gui.views.plotting.canvas import Bounds, Canvas, TextFonts
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.haste import Haste
from costcurve_gui.views.plotting.label_placement import Surroundings, placed_words
from costcurve_gui.views.plotting.marks import Label, Line
from costcurve_gui.views.plotting.notes import Notes, placed
from costcurve_gui.views.plotting.surface import PlotSurface
from costcurve_gui.views.plotting.thinning import is_thinned, nearly_same_picture, points_in_haste
from costcurve_gui.views.shell.theme import LIGHT

pytestmark = pytest.mark.usefixtures("qapp")

ENDS = (0.0, 1.0)
FRAMES = 8  # of a drag, of which one looks for places
KEPT = 8  # frames for which the points of a line serve


def canvas(haste):
    fonts = TextFonts(QFont(), QFont())
    return Canvas(QRectF(0, 0, 300, 300), Bounds(0, 1, 0, 1), LIGHT, fonts, haste=haste)


def notes(*, line: float, x: float = 0.5) -> Notes:
    """Return a note with a high and a low place, and a level line at a height."""
    labels = tuple(Label(x, y, "words", "center", (0.0, 0.0)) for y in (0.8, 0.2))
    return Notes((labels,), ((ENDS, (line, line)),))


def heights(haste, shown, *, moving, frames=1):
    """Return at which height a note stands in some frames."""
    found = []
    for _ in range(frames):
        haste.begin_frame(moving=moving)
        found += [round(note.box.center().y()) for note in placed(shown, canvas(haste))]
    return found


def test_that_a_note_keeps_its_side_while_a_handle_moves_but_in_one_frame_of_eight():
    haste = Haste()
    assert heights(haste, notes(line=0.2), moving=False) == [60]
    crossed = heights(haste, notes(line=0.8), moving=True, frames=FRAMES)
    changed = crossed.index(240)
    assert crossed == [60] * changed + [240] * (FRAMES - changed)


def test_that_a_note_at_rest_stands_where_it_would_without_a_haste():
    haste = Haste()
    heights(haste, notes(line=0.2), moving=False)
    heights(haste, notes(line=0.8), moving=True, frames=FRAMES - 1)
    assert heights(haste, notes(line=0.8), moving=False) == [240]


def test_that_a_note_looks_for_a_place_where_its_old_one_has_left_the_view():
    haste = Haste()
    heights(haste, notes(line=0.2), moving=False)
    gone = (Label(-2.0, 0.8, "words"), Label(0.5, 0.2, "words"))
    shown = Notes((gone,), ())
    assert heights(haste, shown, moving=True, frames=FRAMES) == [240] * FRAMES


def test_that_a_note_without_a_place_stays_away_until_it_looks_again():
    haste, low = Haste(), Label(0.5, 0.2, "words")
    shown = Notes(((low,),), ((ENDS, (0.2, 0.2)),))
    assert heights(haste, shown, moving=False) == []
    again = heights(haste, Notes(((low,),), ()), moving=True, frames=FRAMES)
    assert 0 < len(again) <= FRAMES


def test_that_a_haste_that_is_told_to_forget_looks_at_once():
    haste = Haste()
    heights(haste, notes(line=0.2), moving=False)
    haste.forget()
    assert heights(haste, notes(line=0.8), moving=True, frames=FRAMES) == [240] * FRAMES


def test_that_the_value_of_a_handle_goes_with_it_at_the_side_where_it_stood():
    haste = Haste()
    line = Line("m", ENDS, ENDS, "#000000")
    haste.begin_frame(moving=False)

    def place(x: float) -> QRectF:
        shown = Handle("condition", x, x, (0.5, 0.5), "slope 1.0")
        found = placed_words([shown], canvas(haste), lambda: Surroundings.of([line], canvas(None)))
        return found[shown].box

    before = place(0.5)
    moved = []
    for _ in range(FRAMES):
        haste.begin_frame(moving=True)
        moved.append(place(0.5))
    assert moved == [before] * FRAMES
    assert haste.savings


def test_that_a_line_without_needless_points_stays_where_it_was():
    rng = np.random.default_rng(0)
    x = np.linspace(0, 400, 1500)
    for y in (x**0.5 * 15, np.where(x < 200, x, 300.0), rng.random(1500) * 9 + x):
        across, up = nearly_same_picture(x, y)
        assert (across[0], across[-1]) == (x[0], x[-1])
        assert np.abs(np.interp(x, across, up) - y).max() <= 0.2
    assert len(nearly_same_picture(x, x**0.5 * 15)[0]) < len(x) / 5


def test_that_the_points_of_a_line_serve_for_a_few_frames_of_a_drag():
    haste, x = Haste(), np.linspace(0, 1, 5_000)
    chosen = []
    for frame in range(2 * KEPT):
        haste.begin_frame(moving=True)
        y = x ** (2 + frame / 50)
        across, up = points_in_haste("m", x, y, canvas(haste), wide=True)
        assert np.abs(np.interp(300 * x, across, up) - 300 * (1 - y)).max() < 0.4
        chosen.append(next(iter(haste.points.values())))
    assert all(len(points) < 100 for points in chosen)
    assert len({id(points) for points in chosen}) in (2, 3)
    assert haste.savings == 2 * KEPT
    haste.begin_frame(moving=False)
    assert not haste.points


def test_that_a_line_is_thinned_in_the_frames_of_a_drag_alone():
    haste, x = Haste(), np.linspace(0, 1, 5_000)
    haste.begin_frame(moving=False)
    assert not is_thinned(x, canvas(haste))
    assert not is_thinned(x, canvas(None))
    haste.begin_frame(moving=True)
    assert is_thinned(x, canvas(haste))
    assert not is_thinned(x[:50], canvas(haste))


def test_that_an_axis_that_has_to_give_way_to_a_drag_makes_room_until_it_ends(qtbot):
    surface = PlotSurface("roc", "ROC")
    qtbot.addWidget(surface)
    surface.follow(Bounds(0, 1, 0, 1), refit=True)
    surface.begin_frame(moving=True)
    surface.follow(Bounds(0, 1, 0, 1.1), refit=False)
    roomy = surface.bounds
    assert roomy.y_low == 0
    assert roomy.y_high > 1.1
    surface.follow(Bounds(0, 1, 0, 1.15), refit=False)
    assert surface.bounds == roomy
    surface.begin_frame(moving=False)
    assert surface.bounds == Bounds(0, 1, 0, 1.15)
