"""What titles leave out where there is little room: the seed first, what was drawn last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.analysis.interval_settings import Samples
from costcurve_gui.views.text.decision_uncertainty import intervals_note, intervals_notes
from costcurve_gui.views.text.subtitles import details, fuller, subtitles
from costcurve_gui.views.widgets.labels import PartsLabel
from tests.helpers.band_snapshots import SPEC, resampled

pytestmark = pytest.mark.usefixtures("qapp")
APART = resampled("difference", "winners", samples=Samples.DIFFERENT)


def shown(snapshot, view, room):
    """Return what a title says of a view where the words of `room` would just fit."""
    brief = subtitles(snapshot)
    return fitted(brief[view], fuller(snapshot, brief)[view], room)


def fitted(text, longer, room):
    label = PartsLabel()
    label.resize(label.fontMetrics().horizontalAdvance(room), 20)
    label.set_full_text(text)
    label.set_fuller(longer)
    return label.text()


@pytest.mark.parametrize(
    ("view", "level"), [("tests", "90 %, "), ("verdicts", "90 %, "), ("winners", "")]
)
def test_that_seed_and_replicates_go_before_the_samples(view, level):
    said = (
        f"400 replicates, seed 0, {level}independent samples",
        f"400 replicates, {level}independent samples",
        f"{level}independent samples",
        "independent samples",
    )
    for text in said:
        assert shown(APART, view, text) == text
    assert "400 replicates, seed 0" in details(APART)[view]


def test_that_groups_stay_longer_than_seed_and_replicates():
    dataset = replace(APART.curve_set.dataset, grouped=True)
    snapshot = replace(APART, curve_set=replace(APART.curve_set, dataset=dataset))
    for text in (
        "90 %, independent samples, groups resampled",
        "independent samples, groups resampled",
    ):
        assert shown(snapshot, "tests", text) == text


def test_that_groups_stay_in_titles_of_bands_and_of_the_decision():
    snapshot = resampled("cost")
    found = snapshot.extras["uncertainty"]
    grouped = replace(SPEC, grouped=True)
    results = {
        one: replace(known, spec=grouped) if hasattr(known, "spec") else known
        for one, known in found.results.items()
    }
    snapshot = replace(snapshot, extras={"uncertainty": replace(found, results=results)})
    for text in ("90 % bands, groups resampled", "90 %, groups resampled"):
        assert shown(snapshot, "cost", text) == text
    for text in ("90 %, groups resampled, 400 replicates", "90 %, groups resampled"):
        assert fitted(intervals_note(snapshot), intervals_notes(snapshot), text) == text


@pytest.mark.parametrize(
    "text",
    [
        "naive_bayes minus gradient_boosting, 90 % band, independent samples",
        "naive_bayes minus gradient_boosting, 90 % band",
        "naive_bayes minus gradient_boosting, 90 %",
        "naive_bayes minus gradient_boosting",
        "minus gradient_boosting",
    ],
)
def test_that_the_level_of_a_difference_goes_before_a_name(text):
    assert shown(APART, "difference", text) == text


def test_that_no_name_of_a_difference_is_ever_cut():
    assert not shown(APART, "difference", "minus gradient_boo")
    assert shown(APART, "superiority", "against gradient_boosting") == "against gradient_boosting"
