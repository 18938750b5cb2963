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
        ("cost", f"90 % bands: corrected, {DRAWN}"),
        ("difference", f"90 % band: simultaneous, {DRAWN}"),
        ("winners", f"P(cheapest): fixed policy, {DRAWN}"),
        ("verdicts", f"90 % verdicts: simultaneous, {DRAWN}"),
        ("superiority", f"90 % intervals: {DRAWN}"),
    ],
)
def test_that_the_view_in_front_of_cost_space_is_described(front, expected):
    assert said(FRAME, front) == expected


def test_that_what_was_resampled_before_is_not_named_of_another_view():
    snapshot = resampled("cost")
    for front in ("difference", "verdicts", "winners", ""):
        assert said(snapshot, front) == f"90 % intervals: {DRAWN}"


def test_that_samples_of_their_own_are_named():
    snapshot = resampled("winners", samples=Samples.DIFFERENT)
    assert said(snapshot, "winners") == f"P(cheapest): fixed policy, independent samples, {DRAWN}"
    assert said(snapshot, "regret") == f"90 % intervals: independent samples, {DRAWN}"


def test_that_groups_are_named():
    dataset = replace(FRAME.curve_set.dataset, group="customer")
    snapshot = replace(FRAME, curve_set=replace(FRAME.curve_set, dataset=dataset))
    assert said(snapshot, "regret") == f"90 % intervals: by groups of customer, {DRAWN}"


def test_that_nothing_is_said_where_nothing_was_resampled():
    assert said(german_credit_snapshot(), "cost") == ""
    assert said(banded(FRAME, shown=False, spec=SPEC), "difference") == ""
