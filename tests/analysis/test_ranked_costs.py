"""Instance costs in order of score, against the sorted rows of the file."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.ranked_costs import ranked_costs
from costcurve_gui.engine.progress import NO_PROGRESS
from tests.helpers.samples import dataset, loaded

DATA = dataset(rows=150)


@pytest.fixture(scope="module")
def ranked():
    opened = loaded(DATA)
    given = view_input(opened.curve_set, opened.source, opened.settings.payoff)
    found = ranked_costs(given, NO_PROGRESS)
    return {model.column: found[model.key] for model in opened.info.models}


@pytest.mark.parametrize("column", DATA.scores)
def test_that_a_place_is_the_number_of_cases_at_or_above_its_threshold(ranked, column) -> None:
    scores = DATA.scores[column]
    thresholds = [np.inf, *np.unique(scores)[::-1]]
    places = [ranked[column].place(row) for row in range(len(thresholds))]
    assert places == [(scores >= threshold).sum() for threshold in thresholds]
    assert ranked[column].cases == 150


@pytest.mark.parametrize("column", DATA.scores)
def test_that_rows_are_found_by_the_number_of_cases(ranked, column) -> None:
    mine = ranked[column]
    rows = range(len(np.unique(DATA.scores[column])) + 1)
    for wanted in (0, 1, 40.4, 75, 149.9, 150):
        reaching = mine.row_reaching(wanted)
        assert mine.place(reaching) >= wanted
        assert reaching == 0 or mine.place(reaching - 1) < wanted
        nearest = abs(mine.place(mine.row_nearest(wanted)) - wanted)
        assert nearest == min(abs(mine.place(row) - wanted) for row in rows)


def test_that_columns_of_a_stretch_hold_the_cases_of_those_ranks(ranked) -> None:
    mine = ranked["score_a"]
    starts = mine.columns.starts
    found = mine.columns_between(10, 20)
    assert starts[found.start] <= 10
    assert starts[found.stop] > 20 or found.stop == starts.size
    assert mine.columns_between(0, 149) == slice(0, starts.size - 1)
