"""What subtitles begin with, for there may be no room for their ends: replicates and seed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.analysis.interval_settings import Samples
from costcurve_gui.views.catalogue import view_of
from costcurve_gui.views.text.decision_uncertainty import intervals_note
from tests.helpers.band_snapshots import SPEC, resampled

APART = resampled("difference", "winners", samples=Samples.DIFFERENT)
DRAWN = "400 replicates, seed 0"


def grouped(snapshot):
    dataset = replace(snapshot.curve_set.dataset, group="customer")
    return replace(snapshot, curve_set=replace(snapshot.curve_set, dataset=dataset))


@pytest.mark.parametrize(
    ("view", "level"),
    [("tests", "90 %, "), ("verdicts", "lead and cost on new cases, 90 %, "), ("winners", "")],
)
def test_that_the_samples_stand_before_replicates_and_seed(view, level):
    start = f"{level}independent samples, {DRAWN}"
    assert view_of(view).subtitle(APART).startswith(start)


def test_that_groups_stand_before_replicates_and_seed():
    said = view_of("tests").subtitle(grouped(APART))
    assert said == f"90 %, independent samples, by groups of customer, {DRAWN}"


def test_that_groups_stand_first_in_subtitles_of_bands_and_of_the_decision():
    snapshot = resampled("cost")
    found = snapshot.intervals
    spec = replace(SPEC, groups="customer")
    results = {
        one: replace(known, spec=spec) if hasattr(known, "spec") else known
        for one, known in found.results.items()
    }
    snapshot = replace(snapshot, intervals=replace(found, results=results))
    assert view_of("cost").subtitle(snapshot).startswith("90 % bands, by groups of customer, ")
    assert intervals_note(snapshot) == f"90 % intervals, by groups of customer, {DRAWN}"


def test_that_a_difference_begins_with_the_competitor_then_says_how_sure_it_is():
    said = view_of("difference").subtitle(APART)
    pair = "gradient_boosting subtracted from naive_bayes"
    assert said.startswith(f"{pair}, 90 % band, independent samples, ")
    assert said.endswith(DRAWN)
    pair = "gradient_boosting against naive_bayes"
    assert view_of("superiority").subtitle(APART) == f"{pair}, on this sample"
