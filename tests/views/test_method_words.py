"""What the status bar says of how bands and intervals on show were found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.analysis.interval_settings import BandPolicy, Samples
from costcurve_gui.views.text.decision_uncertainty import method_summary
from tests.helpers.band_snapshots import SPEC, banded, resampled
from tests.helpers.snapshots import german_credit_snapshot

DRAWN = "400 replicates, seed 0"
FRAME = resampled("cost", "roc", "difference", "winners", "verdicts", policy=BandPolicy.CORRECTED)


def said(snapshot, front, **others):
    return method_summary(snapshot, {"roc": "roc", "cost": front, **others})


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("cost", f"Cost space: 90 % bands: corrected, {DRAWN}"),
        ("difference", f"Difference: 90 % band: simultaneous, {DRAWN}"),
        ("winners", f"P(cheapest): P(cheapest): fixed policy, {DRAWN}"),
        ("verdicts", f"Verdicts: 90 % verdicts: simultaneous, {DRAWN}"),
    ],
)
def test_that_the_hint_names_how_each_view_in_front_was_found(front, expected):
    roc, found = said(FRAME, front).hint.split("\n")
    assert roc.startswith("ROC: 90 % bands: ")
    assert found == expected


@pytest.mark.parametrize("front", ["cost", "difference", "superiority"])
def test_that_level_replicates_and_seed_are_said_once_whatever_is_in_front(front):
    assert said(FRAME, front).text == f"90 %, {DRAWN}"


def test_that_samples_of_their_own_are_named():
    snapshot = resampled("winners", samples=Samples.DIFFERENT)
    assert said(snapshot, "winners").text == f"90 %, independent samples, {DRAWN}"


def test_that_groups_are_named():
    dataset = replace(FRAME.curve_set.dataset, group="customer")
    snapshot = replace(FRAME, curve_set=replace(FRAME.curve_set, dataset=dataset))
    assert said(snapshot, "regret").text == f"90 %, by groups of customer, {DRAWN}"


def test_that_nothing_is_said_where_nothing_was_resampled():
    assert said(german_credit_snapshot(), "cost") == ("", "")
    assert said(banded(FRAME, shown=False, spec=SPEC), "difference") == ("", "")
