"""What the window says of models that were tested on different cases."""

from __future__ import annotations

import pytest

from costcurve_gui.analysis.intervals.known_results import failure
from costcurve_gui.analysis.intervals.requests import decision_intervals, difference_request
from costcurve_gui.views.catalogue import view_of
from costcurve_gui.views.tables import pair_tests_table
from costcurve_gui.views.tables.verdicts_table import verdicts_content
from costcurve_gui.views.text import uncertainty_text
from costcurve_gui.views.text.decision_uncertainty import (
    COST,
    LEAD,
    method_summary,
    uncertainty_note,
)
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.samples import dataset, loaded
from tests.helpers.separate_samples import (
    DIFFERENT,
    SAME,
    of_cases,
    of_counts,
    snapshot_of,
    without_common_rows,
)


@pytest.fixture(scope="module")
def apart():
    return of_cases(DIFFERENT)


@pytest.fixture(scope="module")
def together():
    return of_cases(SAME)


def test_that_every_view_says_so(apart, together):
    drawn = "independent samples, 300 replicates, seed 2"
    unseen = "fixed policy, rule of three where an error was never seen"
    assert uncertainty_text.winners_note(apart) == f"bootstrap: {unseen}, {drawn}"
    assert uncertainty_text.difference_note(apart).endswith(f", {drawn}")
    assert method_summary(apart, {"cost": "verdicts"}).text == f"90 %, {drawn}"
    assert verdicts_content(apart).rows[0].hint.endswith(f"Bootstrap, simultaneous, {drawn}")
    heads = [row.title for row in pair_tests_table.tests_content(apart).rows if not row.cells]
    assert "AUC: DeLong, Student, independent samples" in heads
    assert all(head.endswith(", independent samples") for head in heads if ":" in head)
    assert uncertainty_note(apart, LEAD).hint.endswith(f"Bootstrap, percentile, {drawn}")
    assert "independent" not in uncertainty_note(apart, "expected_profit").hint
    for text in (
        uncertainty_text.winners_note(together),
        method_summary(together, {"cost": "verdicts"}).text,
        uncertainty_note(together, LEAD).hint,
    ):
        assert "independent" not in text


def test_that_the_tests_table_of_the_same_cases_is_paired(apart, together):
    p_values = [
        [row.cells[-1] for row in pair_tests_table.tests_content(snapshot).rows if row.cells]
        for snapshot in (apart, together)
    ]
    assert p_values[0] != p_values[1]


def test_that_the_cost_has_its_exact_interval_in_the_hint(apart):
    found = decision_intervals(apart).policy
    hint = uncertainty_note(apart, COST).hint.splitlines()
    assert len(hint) == 3
    assert hint[2] == (
        f"{found.exact_cost.low:.3f} to {found.exact_cost.high:.3f}: two binomials, observed rates"
    )
    assert "binomials" not in uncertainty_note(apart, "expected_profit").hint


def test_that_the_hint_says_why_there_is_no_exact_interval():
    varying = snapshot_of(loaded(dataset(200)), SAME)
    assert uncertainty_note(varying, COST).hint.splitlines()[2] == (
        "No interval by two binomials (costs differ between cases of a class)"
    )


def test_that_models_without_common_rows_are_shown_only_apart():
    data = without_common_rows()
    same, different = of_cases(SAME, data), of_cases(DIFFERENT, data)
    for view in ("winners", "verdicts"):
        assert empty_state(view, different) is None
        assert "choose so in Analysis > Uncertainty" in empty_state(view, same).sentence
    assert uncertainty_note(different, LEAD).note
    assert "both scored" not in uncertainty_note(different, LEAD).hint
    assert "cases" not in view_of("difference").subtitle(different)
    assert "choose so in Analysis > Uncertainty" in uncertainty_note(same, LEAD).hint


@pytest.mark.parametrize("name", ["breast_cancer_family", "breast_cancer_leaves"])
def test_that_views_of_counts_say_why_they_are_empty(name):
    same, different = of_counts(name, SAME), of_counts(name, DIFFERENT)
    for view in ("winners", "verdicts", "tests"):
        assert empty_state(view, same).sentence == failure(same, difference_request(same))
        assert empty_state(view, different) is None
    assert uncertainty_note(same, LEAD).hint == (
        "no interval (the counts do not say on which cases both err; if they were tested on "
        "different cases, choose so in Analysis > Uncertainty)"
    )
    assert " to " in uncertainty_note(different, LEAD).note
