"""What the window shows of models that did not score every row: decision 0004."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.known_results import failure, intervals_of
from costcurve_gui.views.catalogue import plot_view, view_of
from costcurve_gui.views.plotting.marks import Line
from costcurve_gui.views.shell.theme import tokens_for
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.gap_bands import KEPT, WHOLE, alone, snapshot_of, without_common_rows


def test_that_the_line_of_a_difference_is_about_the_rows_that_both_scored() -> None:
    snapshot = snapshot_of(WHOLE, "b", "difference")
    competitor = snapshot.models[cost_comparisons(snapshot).comparison.competitor].info
    scores = {name: WHOLE.scores[name][KEPT] for name in ("score_b", competitor.column)}
    expected = cost_comparisons(snapshot_of(replace(alone(), scores=scores), "b")).comparison
    cases, places = np.count_nonzero(KEPT), np.linspace(0, 1, 41)
    for given in (snapshot, with_all_common_cases(replace(snapshot, intervals=None))):
        (line,) = (
            mark
            for mark in plot_view("difference").static_items(given, tokens_for("light"))
            if isinstance(mark, Line) and mark.key == "difference"
        )
        drawn = np.interp(places, line.x, line.y)
        np.testing.assert_allclose(drawn, expected.difference.value_at(places), atol=1e-12)
        assert view_of("difference").subtitle(given).endswith(f", {cases} cases")


@pytest.mark.parametrize("view", ["winners", "verdicts", "difference"])
def test_that_a_view_of_models_without_common_rows_gives_the_reason_of_its_interval(
    view: str,
) -> None:
    snapshot = snapshot_of(without_common_rows(), "a", view)
    (wanted,) = (one for one in intervals_of(snapshot).results if one.kind == view)
    found = empty_state(view, snapshot)
    assert found.headline == "Cannot be computed"
    assert found.sentence == failure(snapshot, wanted)
