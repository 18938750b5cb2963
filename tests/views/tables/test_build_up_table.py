from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.view_results import build_view_result
from costcurve_gui.views.tables.build_up_table import build_up_content
from tests.helpers.snapshots import german_credit, german_credit_snapshot


@pytest.fixture
def snapshot():
    loaded = german_credit()
    given = view_input(loaded.curve_set, loaded.source, loaded.settings.payoff)
    return replace(german_credit_snapshot(), results=build_view_result("build_up", given))


def test_that_the_four_cells_have_the_words_of_the_user(snapshot):
    content = build_up_content(snapshot)
    assert [row.title for row in content.rows] == [
        *("bad, refused", "bad, granted", "actual: bad"),
        *("good, refused", "good, granted", "actual: good"),
        "profit",
    ]
    assert [column.title for column in content.columns] == [*("product", "rate", "prior", "payoff")]


def test_that_rates_priors_and_payoffs_of_the_headline_are_shown(snapshot):
    rows = {row.title: row.cells for row in build_up_content(snapshot).rows}
    # The headline of this file: 60.15 DM per applicant.
    assert rows["profit"][0] == "+60.15"
    assert rows["bad, refused"] == ("0", "0.747", "5 %", "0")
    assert rows["good, refused"] == ("0", "0.314", "95 %", "0")
    assert rows["bad, granted"][1:3] == ("0.253", "5 %")
    assert rows["good, granted"][1:3] == ("0.686", "95 %")
    # Of 10 000 applicants: -302 650 and +904 181 DM in the decision panel.
    assert rows["actual: bad"][0] == "\u221230.27"
    assert rows["good, granted"][0] == "+90.42"


def test_that_there_is_no_table_before_it_is_computed():
    assert build_up_content(german_credit_snapshot()).rows == ()
