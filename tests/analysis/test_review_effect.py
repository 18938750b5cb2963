"""What a review band does, and what the engine makes of both rules on new cases."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis.criteria import REVIEW_BAND
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.requests import interval_requests
from costcurve_gui.analysis.review_effect import (
    band_gain_request,
    known_lead,
    one_more_request,
    review_effect,
)
from costcurve_gui.analysis.selection_settings import ReviewSpec, SelectionSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine import ChosenPolicy, min_cost, new_cases_lead, review_band
from costcurve_gui.engine.resampling.replicate_rules import BestBand, BestThreshold
from costcurve_gui.engine.selection.policy import Reviewer
from tests.helpers.band_snapshots import SPEC, resampled
from tests.helpers.snapshots import german_credit, german_credit_snapshot

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot

PERSON = Reviewer(0.05, 0.9, 0.1)
POPULATION = 1_000
LOADED = german_credit()


def with_band(review: ReviewSpec | None, *, intervals: bool = True) -> Snapshot:
    plain = german_credit_snapshot()
    settings = plain.settings
    selection = SelectionSpec(REVIEW_BAND, review=review, population=POPULATION)
    bands = replace(settings.bands, shown=intervals)
    return build_snapshot(plain.curve_set, replace(settings, selection=selection, bands=bands))


def test_that_the_gain_is_the_difference_to_the_best_threshold_and_is_estimated_for_new_cases() -> (
    None
):
    snapshot = with_band(ReviewSpec(PERSON, 40.0, 4))
    effect, key = review_effect(snapshot), snapshot.selected or ""
    assert effect is not None
    policy, evaluation = snapshot.models[key].policy, snapshot.curve_set.model(key).evaluation
    assert effect.single == min_cost(evaluation, snapshot.condition)
    gain = policy.expected_profit - effect.single.expected_profit
    assert effect.gain == pytest.approx(gain)
    assert gain > 0
    wanted = band_gain_request(snapshot), one_more_request(snapshot)
    assert set(wanted) <= set(interval_requests(snapshot, ()))
    found = resampled(wanted, snapshot=snapshot)
    leads = [known_lead(found, one) for one in wanted]
    source = resampling_input(LOADED.curve_set, LOADED.source, LOADED.settings.payoff)
    drawn, model = source.resampler(SPEC), source.model(key)
    share = 40.0 / POPULATION
    few, more = (
        ChosenPolicy(
            review_band(evaluation, snapshot.condition, PERSON, one), BestBand(PERSON, one)
        )
        for one in (share, share * 1.25)
    )
    single = ChosenPolicy(effect.single, BestThreshold())
    for lead, choices in zip(leads, ((few, single), (more, few)), strict=True):
        expected = new_cases_lead(
            drawn, model, model, snapshot.condition, choose_a=choices[0], choose_b=choices[1]
        )
        assert lead == expected
    assert leads[0] is not None
    assert leads[0].profit.apparent == pytest.approx(gain)
    hidden = replace(found, settings=with_band(None, intervals=False).settings)
    assert known_lead(hidden, wanted[0]) is None


def test_that_one_more_reviewer_earns_what_a_larger_capacity_earns() -> None:
    few, more = (ReviewSpec(PERSON, seen, reviewers) for seen, reviewers in ((40.0, 4), (50.0, 5)))
    effect = review_effect(with_band(few))
    assert effect is not None
    assert effect.referred <= 40 + 1e-9
    everybody = review_effect(with_band(ReviewSpec(PERSON)))
    assert everybody is not None
    assert everybody.one_more is None  # all who are referred are seen
    assert effect.one_more is not None
    key = with_band(few).selected or ""
    profits = [with_band(one).models[key].policy.expected_profit for one in (few, more)]
    assert effect.one_more == pytest.approx(float(np.diff(profits)[0]) * POPULATION)


def test_that_there_is_no_effect_without_a_band() -> None:
    plain = german_credit_snapshot()
    assert review_effect(plain) is band_gain_request(plain) is one_more_request(plain) is None
    assert one_more_request(with_band(ReviewSpec(PERSON))) is None
