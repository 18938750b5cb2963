"""Bands of models that did not score every row: decision 0004."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.interval_settings import BandChoices, BandsOf
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.requests import (
    bands_of,
    decision_intervals,
    failure,
    interval_requests,
    intervals_of,
    known_difference,
    known_optimism,
)
from costcurve_gui.analysis.intervals.results import Intervals
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.views.catalogue import plot_view, view_of
from costcurve_gui.views.plotting.marks import Line
from costcurve_gui.views.shell.theme import tokens_for
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.samples import BY_AMOUNT, dataset, dearer, loaded

SPEC = BootstrapSpec(replicates=1000)
WHOLE = dataset(240, missing=60)
KEPT = np.isfinite(WHOLE.scores["score_b"])


def alone():
    """Return a file of the rows that the second model scored, and of this model only."""
    return replace(
        WHOLE,
        y_true=WHOLE.y_true[KEPT],
        scores={"score_b": WHOLE.scores["score_b"][KEPT]},
        numeric={name: values[KEPT] for name, values in WHOLE.numeric.items()},
    )


def snapshot_of(data, name="b", *views):
    """Return the snapshot of one model with its profit band and decision."""
    bands = BandChoices(spec=SPEC, of=BandsOf.SELECTED)
    opened = loaded(data)
    (key,) = (model.info.key for model in opened.curve_set.models if model.info.name == name)
    settings = DatasetSettings(
        payoff=BY_AMOUNT,
        condition=dearer(opened.curve_set, 1.5, prior=0.2),
        bands=bands,
        selected=key,
    )
    snapshot = with_all_common_cases(build_snapshot(opened.curve_set, settings))
    source = resampling_input(opened.curve_set, opened.source, BY_AMOUNT)
    found = resample(source, interval_requests(snapshot, ["profit", "roc", *views]), bands, SPEC)
    known = Intervals(bands, found, dict.fromkeys(found, SPEC.replicates))
    return replace(snapshot, intervals=known)


GAPS, ALONE = snapshot_of(WHOLE), snapshot_of(alone())


def only(snapshot, view):
    (band,) = bands_of(snapshot, view).values()
    return band


def test_that_the_whole_file_has_other_means() -> None:
    assert GAPS.condition.means.fn_cost != pytest.approx(ALONE.condition.means.fn_cost, rel=0.01)


def test_that_the_profit_band_holds_the_profit_curve_of_the_same_rows() -> None:
    band, drawn = only(GAPS, "profit"), GAPS.models[GAPS.selected].profit
    at = np.searchsorted(band.rows, drawn.indices)
    np.testing.assert_allclose(band.estimate[at], drawn.y, atol=1e-9)
    assert np.all(band.lower <= band.estimate + 1e-9)
    assert np.all(band.estimate - 1e-9 <= band.upper)


@pytest.mark.parametrize("view", ["profit", "roc"])
def test_that_bands_are_those_of_a_file_without_the_rows(view: str) -> None:
    band, other = only(GAPS, view), only(ALONE, view)
    np.testing.assert_allclose(band.estimate, other.estimate, atol=1e-9)
    wide = float(np.mean(other.upper - other.lower))
    assert np.abs(band.lower - other.lower).mean() < 0.1 * wide
    assert np.abs(band.upper - other.upper).mean() < 0.1 * wide


def test_that_the_decision_is_as_sure_as_in_a_file_without_the_rows() -> None:
    found, other = (decision_intervals(snapshot).policy for snapshot in (GAPS, ALONE))
    for figure in ("expected_profit", "expected_cost", "normalized_expected_cost", "tpr"):
        ours, theirs = getattr(found, figure), getattr(other, figure)
        wide = theirs.high - theirs.low
        assert ours.low == pytest.approx(theirs.low, abs=0.1 * wide)
        assert ours.high == pytest.approx(theirs.high, abs=0.1 * wide)


@pytest.mark.parametrize("view", ["profit", "roc"])
def test_that_rows_without_a_score_are_not_drawn(view: str) -> None:
    """Then the replicates are those of a file without the rows, number by number."""
    band, other = only(GAPS, view), only(ALONE, view)
    np.testing.assert_allclose(band.lower, other.lower, atol=1e-9)
    np.testing.assert_allclose(band.upper, other.upper, atol=1e-9)


def test_that_a_difference_is_that_of_the_rows_that_both_scored() -> None:
    snapshot = snapshot_of(WHOLE, "b", "difference")
    competitor = snapshot.models[cost_comparisons(snapshot).comparison.competitor].info
    scores = {name: WHOLE.scores[name][KEPT] for name in ("score_b", competitor.column)}
    alone_too = replace(alone(), scores=scores)
    expected = cost_comparisons(snapshot_of(alone_too, "b")).comparison.difference
    cases, places = np.count_nonzero(KEPT), np.linspace(0, 1, 41)
    for given in (snapshot, with_all_common_cases(replace(snapshot, intervals=None))):
        (line,) = (
            mark
            for mark in plot_view("difference").static_items(given, tokens_for("light"))
            if isinstance(mark, Line) and mark.key == "difference"
        )
        drawn = np.interp(places, line.x, line.y)
        np.testing.assert_allclose(drawn, expected.value_at(places), atol=1e-12)
        assert f"{cases} cases that both scored" in view_of("difference").subtitle(given)
    band = known_difference(snapshot)
    np.testing.assert_allclose(band.band.estimate, expected.value_at(band.band.x), atol=1e-9)


def without_common_rows():
    """Return a file in which no row has a score of both models."""
    rows = np.arange(len(WHOLE.y_true))
    scores = {
        name: np.where(rows % 2 == at, WHOLE.scores[name], np.nan)
        for at, name in enumerate(("score_a", "score_c"))
    }
    return replace(WHOLE, scores=scores, missing=dict.fromkeys(scores, len(rows) // 2))


def test_that_models_without_common_rows_have_intervals_of_their_own_only() -> None:
    snapshot = snapshot_of(without_common_rows(), "a")
    known = decision_intervals(snapshot)
    assert known.policy.expected_profit.low is not None
    assert known.lead.low is None
    assert known.lead.reason == (
        "no cases of both classes that both models scored; if they were tested on different "
        "cases, choose so in Analysis > Uncertainty"
    )


@pytest.mark.parametrize("view", ["winners", "verdicts", "difference"])
def test_that_models_without_common_rows_are_not_compared(view: str) -> None:
    snapshot = snapshot_of(without_common_rows(), "a", view)
    (wanted,) = (one for one in intervals_of(snapshot).results if one.kind == view)
    reason = (
        "No cases of both classes were scored by all of these models. "
        "If they were tested on different cases, choose so in Analysis > Uncertainty."
    )
    assert failure(snapshot, wanted) == reason
    found = empty_state(view, snapshot)
    assert (found.headline, found.sentence) == ("Cannot be computed", reason)


def test_that_the_out_of_bag_optimum_starts_from_the_profit_on_show() -> None:
    optimum = known_optimism(GAPS).optimum
    shown = GAPS.models[GAPS.selected].policy.expected_profit
    assert optimum.perfect_profit - optimum.apparent_cost == pytest.approx(shown)
