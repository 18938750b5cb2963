"""The page says where its decision was validated."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from costcurve_gui.analysis.intervals.results import Figure
from costcurve_gui.analysis.snapshot import decision_of
from costcurve_gui.cli.report import run
from costcurve_gui.views.text import optimism
from tests.cli.conftest import SAMPLES
from tests.helpers.snapshots import german_credit_snapshot

WORDS = [str(SAMPLES / "german_credit_half.csv"), "--positive", "bad", "--scores"]
WORDS += ["score_naive_bayes", "--fn", "-amount", "--bootstrap", "50", "--format", "html"]


def test_that_a_validated_page_has_no_mark(tmp_path):
    assert run([*WORDS, "--validate-split", "0.5", "--out", str(tmp_path)]) == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Validated on 0.5 of the cases, seed 0: " in page
    assert "Not yet validated" not in page


@pytest.mark.parametrize(
    ("name", "value", "ends", "said"),
    [
        ("expected_profit", 28.76, (-5.114, 60.7), "+28.76 DM per applicant (\u22125.11 to 60.70)"),
        ("normalized_expected_cost", 0.4, (0.0312, 0.61), "0.400 (0.031 to 0.610)"),
    ],
)
def test_that_both_ends_of_a_validated_interval_have_the_same_decimals(name, value, ends, said):
    figure, snapshot = Figure(value, ends), german_credit_snapshot()
    found = SimpleNamespace(
        figure=name,
        observed=figure,
        consistent=True,
        label="a split",
        sizes=(500, 500),
        figures={name: SimpleNamespace(chosen=figure, expected=figure)},
        decision=decision_of(snapshot),
    )
    mark = optimism.mark(replace(snapshot, validation=found))
    assert mark.text == f"Validated on a split: {said}"
    chosen = said.partition(" (")[0]  # the ends of cases that chose hold for no others
    assert mark.hint == (
        f"Expected on new cases: {said}. On the 500 applicants that chose: {chosen}."
    )
