"""Models tested on different cases: what is computed of them."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from costcurve_gui.analysis.interval_settings import Samples
from costcurve_gui.analysis.intervals.known_results import failure, known
from costcurve_gui.analysis.intervals.requests import (
    decision_intervals,
    difference_request,
    verdicts_request,
    winners_request,
)
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.cli.report import run
from tests.helpers.separate_samples import (
    DIFFERENT,
    SAME,
    alike,
    of_cases,
    of_counts,
    without_common_rows,
)


@pytest.fixture(scope="module")
def apart():
    return of_cases(DIFFERENT)


@pytest.fixture(scope="module")
def together():
    return of_cases(SAME)


def test_that_a_difference_and_a_lead_are_less_sure_apart(apart, together):
    wide, narrow = (known(f, difference_request(f)).curve.band for f in (apart, together))
    middle = slice(30, 70)
    assert np.all((wide.upper - wide.lower)[middle] > (narrow.upper - narrow.lower)[middle])
    ends = [decision_intervals(snapshot).lead for snapshot in (apart, together)]
    assert ends[0].high - ends[0].low > ends[1].high - ends[1].low
    assert decision_intervals(apart).policy == decision_intervals(together).policy


def test_that_models_without_common_rows_are_compared_only_apart():
    data = without_common_rows()
    same, different = of_cases(SAME, data), of_cases(DIFFERENT, data)
    for wanted in (difference_request, winners_request, verdicts_request):
        assert known(same, wanted(same)) is None
        assert known(different, wanted(different)) is not None
    assert known(different, difference_request(different)).curve.band.lower[50] < 1


@pytest.mark.parametrize("name", ["breast_cancer_family", "breast_cancer_leaves"])
def test_that_counts_are_compared_only_apart(name):
    same, different = of_counts(name, SAME), of_counts(name, DIFFERENT)
    explained = (
        "Two classifiers cannot be compared: the counts do not say on which cases both err. "
        "If they were tested on different cases, choose so in Analysis > Uncertainty."
    )
    assert failure(same, difference_request(same)) == explained
    for wanted in (difference_request, winners_request, verdicts_request):
        assert known(same, wanted(same)) is None
        assert known(different, wanted(different)) is not None


def test_that_intervals_are_those_that_the_report_writes(tmp_path, apart):
    data = alike()
    lines = ["label,score_a,score_b,score_c"]
    columns = (data.scores[f"score_{letter}"] for letter in "abc")
    for label, *scores in zip(data.y_true, *columns, strict=True):
        lines.append(",".join(["bad" if label else "good", *(f"{score:.1f}" for score in scores)]))
    path = tmp_path / "cases.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = ["--positive", "bad", "--bootstrap", "300", "--seed", "2", "--samples", "different"]
    assert run([str(path), "--format", "csv", "--out", str(tmp_path / "out"), *words]) == 0
    band = known(apart, difference_request(apart)).curve.band
    names = [apart.models[key].info.name for key in difference_request(apart).models]
    with (tmp_path / "out" / "difference.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if {row["model_a"], row["model_b"]} == {*names}]
    assert rows[0]["model_a"] == names[0]
    lower, upper = (np.array([float(row[end]) for row in rows]) for end in ("lower", "upper"))
    np.testing.assert_allclose((lower, upper), (band.lower, band.upper), atol=1e-12)
    won = known(apart, winners_request(apart))
    shares = np.column_stack([won.shares, won.trivial])
    with (tmp_path / "out" / "winners.csv").open(encoding="utf-8") as file:
        written = [float(row["share"]) for row in csv.DictReader(file)]
    np.testing.assert_allclose(written, shares.ravel(), atol=1e-12)


def test_that_the_choice_is_part_of_the_settings():
    assert DatasetSettings().bands.samples is Samples.SAME
