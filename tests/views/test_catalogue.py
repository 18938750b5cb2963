"""What the rows of the catalogue refer to is declared elsewhere."""

from __future__ import annotations

from costcurve_gui.analysis.examples import example_keys
from costcurve_gui.analysis.intervals.requests import SHOWN_INTERVALS
from costcurve_gui.views.catalogue import VIEWS


def test_that_some_view_shows_every_kind_of_interval_and_no_other() -> None:
    assert {spec.intervals for spec in VIEWS.values()} - {""} == SHOWN_INTERVALS.keys()


def test_that_a_comparison_of_all_models_shows_nothing_else() -> None:
    compared = [spec for spec in VIEWS.values() if spec.compared]
    assert compared
    assert all(SHOWN_INTERVALS[spec.intervals].whole for spec in compared)


def test_that_the_example_of_a_view_is_shipped() -> None:
    assert {spec.example for spec in VIEWS.values()} - {""} < set(example_keys())
