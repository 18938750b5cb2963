"""What a review band does, against sums over single cases."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis.criteria import REVIEW_BAND
from costcurve_gui.analysis.review_effect import review_effect
from costcurve_gui.analysis.selection_settings import ReviewSpec, SelectionSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.selection.policy import Reviewer
from tests.helpers.snapshots import german_credit_snapshot

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot

PERSON = Reviewer(0.05, 0.9, 0.1)
POPULATION = 1_000


def with_band(review: ReviewSpec | None, *, intervals: bool = True) -> Snapshot:
    plain = german_credit_snapshot()
    settings = plain.settings
    selection = SelectionSpec(REVIEW_BAND, review=review, population=POPULATION)
    bands = replace(settings.bands, shown=intervals)
    return build_snapshot(plain.curve_set, replace(settings, selection=selection, bands=bands))


def test_that_the_gain_is_the_difference_of_both_rules_case_by_case() -> None:
    snapshot = with_band(ReviewSpec(PERSON))
    effect = review_effect(snapshot)
    assert effect is not None
    policy = snapshot.models[snapshot.selected or ""].policy
    gain = policy.expected_profit - effect.single.expected_profit
    assert effect.gain.gain == pytest.approx(gain)
    assert gain > 0
    assert effect.one_more is None  # everybody who is referred is seen
    bare = review_effect(with_band(ReviewSpec(PERSON), intervals=False))
    assert bare is not None
    assert bare.gain.gain == pytest.approx(gain)
    assert (bare.gain.low, bare.gain.high) == (None, None)
    if effect.gain.low is not None:
        assert effect.gain.low < gain < effect.gain.high


def test_that_one_more_reviewer_earns_what_a_larger_capacity_earns() -> None:
    few, more = (ReviewSpec(PERSON, seen, reviewers) for seen, reviewers in ((40.0, 4), (50.0, 5)))
    effect = review_effect(with_band(few))
    assert effect is not None
    assert effect.referred <= 40 + 1e-9
    assert effect.one_more is not None
    key = with_band(few).selected or ""
    profits = [with_band(one).models[key].policy.expected_profit for one in (few, more)]
    assert effect.one_more == pytest.approx(float(np.diff(profits)[0]) * POPULATION)


def test_that_there_is_no_effect_without_a_band() -> None:
    assert review_effect(german_credit_snapshot()) is None
