from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.views.plotting.canvas import Canvas
from costcurve_gui.views.plotting.marks import Dot, Label, Line, Mark, Ring, same_marks
from costcurve_gui.views.plotting.notes import Notes
from costcurve_gui.views.plotting.painting import paint
from costcurve_gui.views.plotting.plot_view import operating_points
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.snapshots import german_credit_snapshot

X = np.array([0.0, 1.0])
LINE = Line("curve", X, X, "#000000")


def test_that_equal_marks_are_the_same_picture_whoever_made_them():
    assert same_marks([LINE, Dot("a", 1, 2, "#111111")], [LINE, Dot("a", 1, 2, "#111111")])
    assert same_marks([LINE], [replace(LINE, x=X.copy())])
    notes, others = (Notes(((Label(0, y, "a"),),), ((X, X),)) for y in (1, 2))
    assert same_marks([notes], [Notes(((Label(0, 1, "a"),),), ((X.copy(), X),))])
    assert not same_marks([notes], [others])


@pytest.mark.parametrize(
    "other",
    [
        [],
        [LINE, LINE],
        [replace(LINE, y=np.array([0.0, 2.0]))],
        [replace(LINE, color="#ffffff")],
        [replace(LINE, width=2.0)],
        [replace(LINE, x=(0.0, 1.0, 2.0))],
        [Ring("curve", 0, 0, "#000000")],
    ],
)
def test_that_any_difference_is_another_picture(other):
    assert not same_marks([LINE], other)


def test_that_a_mark_nobody_can_paint_is_an_error():
    with pytest.raises(TypeError, match="nothing paints a Mark"):
        paint(Mark(), None, Canvas)


def test_that_the_mark_of_a_model_left_out_of_the_decision_is_faint() -> None:
    whole = german_credit_snapshot()
    left_out, *_ = (key for key in whole.models if key != whole.selected)
    settings = replace(whole.settings, left_out=frozenset({left_out}))
    marks = operating_points(
        replace(whole, settings=settings), LIGHT, iter((key, 0.1, 0.2) for key in whole.models)
    )
    dots = {mark.key: mark.faint for mark in marks if isinstance(mark, Dot)}
    assert dots == {key: key == left_out for key in whole.models if key != whole.selected}
