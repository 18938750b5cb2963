from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont

from costcurve_gui.views.plotting.canvas import Bounds, Canvas, TextFonts
from costcurve_gui.views.plotting.handles import Handle, grip_place, handle_at, visible_ends
from costcurve_gui.views.shell.theme import LIGHT

CANVAS = Canvas(QRectF(0, 0, 200, 100), Bounds(0, 1, 0, 1), LIGHT, TextFonts(QFont(), QFont()))
UPRIGHT = Handle("condition", 0.5, 0.0, (0.0, 1.0))
SLANTED = Handle("condition", 0.5, 0.5, (0.5, 0.5))
POINT = Handle("threshold", 0.5, 0.5, None)


def test_that_values_and_places_are_inverse():
    assert CANVAS.point(0.25, 0.75) == QPointF(50, 25)
    assert CANVAS.value(QPointF(50, 25)) == (0.25, 0.75)


def test_that_an_upright_line_crosses_the_view_from_bottom_to_top():
    assert visible_ends(UPRIGHT, CANVAS) == (QPointF(100, 100), QPointF(100, 0))


def test_that_a_slanted_line_enters_and_leaves_at_the_border():
    assert visible_ends(SLANTED, CANVAS) == (QPointF(0, 100), QPointF(200, 0))


@pytest.mark.parametrize(
    "outside",
    [
        Handle("condition", 2.0, 0.0, (0.0, 1.0)),
        Handle("condition", 0.0, 1.5, (1.0, 0.0)),
        Handle("condition", 0.0, 1.5, (1.0, 1.0)),
    ],
)
def test_that_a_line_outside_the_view_has_no_grip(outside):
    assert visible_ends(outside, CANVAS) is None
    assert grip_place(outside, CANVAS) is None


def test_that_the_grip_of_a_held_slanted_line_is_under_the_mouse():
    held = Handle("condition", 0.5, 0.5, (0.5, 0.5), held_at=(80.0, 60.0))
    assert grip_place(held, CANVAS) == QPointF(80, 60)


@pytest.mark.parametrize(("x", "hit"), [(94.5, True), (105.5, True), (93, False), (107, False)])
def test_that_a_line_is_hit_six_pixels_to_either_side(x, hit):
    assert (handle_at([UPRIGHT], CANVAS, QPointF(x, 80)) is UPRIGHT) == hit


@pytest.mark.parametrize(("x", "hit"), [(88.5, True), (111.5, True), (87, False)])
def test_that_a_grip_is_hit_twelve_pixels_around(x, hit):
    assert (handle_at([UPRIGHT], CANVAS, QPointF(x, 20)) is UPRIGHT) == hit


def test_that_the_operating_point_is_taken_before_the_line_through_it():
    assert handle_at([SLANTED, POINT], CANVAS, QPointF(101, 51)) is POINT


def test_that_nothing_is_hit_in_the_open():
    assert handle_at([UPRIGHT, SLANTED, POINT], CANVAS, QPointF(10, 10)) is None


def test_that_the_cursor_says_which_way_a_handle_moves():
    level = Handle("capacity", 0.0, 0.5, (1.0, 0.0))
    assert UPRIGHT.cursor == Qt.CursorShape.SizeHorCursor
    assert level.cursor == Qt.CursorShape.SizeVerCursor
    assert SLANTED.cursor == POINT.cursor == Qt.CursorShape.SizeAllCursor


def test_that_the_operating_point_does_not_cover_the_grip():
    line = Handle("condition", 0.2, 0.2, (0.5, 0.5))
    assert grip_place(line, CANVAS) == QPointF(84, 58)
    assert grip_place(SLANTED, CANVAS) == QPointF(36, 82)
