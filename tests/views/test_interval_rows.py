"""The texts of an axis of intervals, in a wide place and in a narrow one."""

from __future__ import annotations

from costcurve_gui.views.widgets.interval_rows import far_apart

HALVES = (12.0, 4.0, 12.0)  # of -50, 0 and +50


def test_that_all_texts_are_written_where_they_have_room() -> None:
    assert far_apart((0.0, 50.0, 100.0), HALVES, 50.0) == {0, 1, 2}


def test_that_zero_stays_where_the_texts_would_run_into_one_another() -> None:
    assert far_apart((36.0, 50.0, 64.0), HALVES, 50.0) == {1}


def test_that_what_keeps_off_zero_is_written() -> None:
    assert far_apart((0.0, 30.0, 60.0, 90.0), (12.0, 12.0, 12.0, 12.0), 0.0) == {0, 1, 2, 3}
    assert far_apart((0.0, 20.0, 40.0, 60.0), (12.0, 12.0, 12.0, 12.0), 0.0) == {0, 2}
