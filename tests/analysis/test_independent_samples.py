"""Models tested on different cases in the window: what is computed, and in what words."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.interval_settings import BandChoices, Samples
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.requests import (
    decision_intervals,
    difference_request,
    failure,
    interval_requests,
    known,
    verdicts_request,
    winners_request,
)
from costcurve_gui.analysis.intervals.results import Intervals
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.cli.report import run
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.views.catalogue import view_of
from costcurve_gui.views.tables import pair_tests_table
from costcurve_gui.views.tables.verdicts_table import verdicts_content
from costcurve_gui.views.text import uncertainty_text
from costcurve_gui.views.text.decision_uncertainty import COST, LEAD, uncertainty_note
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.other_inputs import example
from tests.helpers.samples import dataset, loaded

SPEC = BootstrapSpec(replicates=300, seed=2)
VIEWS = ("difference", "winners", "verdicts", "tests")
SAME, DIFFERENT = (BandChoices(spec=SPEC, samples=samples) for samples in Samples)
PLAIN = PayoffSpec(tp="0", fp="-1", fn="-1", tn="0")


def alike(rows=400):
    """Return a file whose models err mostly on the same cases."""
    whole, rng = dataset(rows), np.random.default_rng(1)
    first = whole.scores["score_a"]
    scores = {name: np.round(first + rng.normal(0, 0.3, rows), 1) for name in whole.scores}
    return replace(whole, scores=scores)


def snapshot_of(opened, bands, **changes):
    settings = replace(opened.settings, bands=bands, **changes)
    snapshot = build_snapshot(opened.curve_set, settings)
    source = resampling_input(opened.curve_set, opened.source, settings.payoff)
    found = resample(source, interval_requests(snapshot, VIEWS), bands, SPEC)
    counts = dict.fromkeys(found, SPEC.replicates)
    return replace(snapshot, intervals=Intervals(bands, found, counts))


def of_cases(bands, data=None):
    return snapshot_of(loaded(alike() if data is None else data, PLAIN), bands)


def of_counts(name, bands):
    return snapshot_of(example(name), bands)


def without_common_rows():
    whole = dataset(400, models=2)
    rows = np.arange(400)
    scores = {
        name: np.where(rows % 2 == at, scores, np.nan)
        for at, (name, scores) in enumerate(whole.scores.items())
    }
    return replace(whole, scores=scores, missing=dict.fromkeys(scores, 200))


@pytest.fixture(scope="module")
def apart():
    return of_cases(DIFFERENT)


@pytest.fixture(scope="module")
def together():
    return of_cases(SAME)


def test_that_a_difference_and_a_lead_are_less_sure_apart(apart, together):
    wide, narrow = (known(f, difference_request(f)).band for f in (apart, together))
    middle = slice(30, 70)
    assert np.all((wide.upper - wide.lower)[middle] > (narrow.upper - narrow.lower)[middle])
    ends = [decision_intervals(snapshot).lead for snapshot in (apart, together)]
    assert ends[0].high - ends[0].low > ends[1].high - ends[1].low
    assert decision_intervals(apart).policy == decision_intervals(together).policy


def test_that_every_view_says_so(apart, together):
    drawn = "independent samples, 300 replicates, seed 2"
    unseen = "fixed policy, rule of three where an error was never seen"
    assert uncertainty_text.uncertainty_note(apart, "winners") == f"bootstrap: {unseen}, {drawn}"
    assert uncertainty_text.uncertainty_note(apart, "difference").endswith(f", {drawn}")
    assert view_of("verdicts").subtitle(apart) == f"90 %, {drawn}"
    assert verdicts_content(apart).rows[0].hint.endswith(f"Bootstrap, fixed policy, {drawn}")
    heads = [row.title for row in pair_tests_table.tests_content(apart).rows if not row.cells]
    assert "AUC: DeLong, independent samples" in heads
    assert all(head.endswith(", independent samples") for head in heads if ":" in head)
    assert uncertainty_note(apart, LEAD).hint.endswith(f"Bootstrap, percentile, {drawn}")
    assert "independent" not in uncertainty_note(apart, "expected_profit").hint
    for text in (
        uncertainty_text.uncertainty_note(together, "winners"),
        view_of("verdicts").subtitle(together),
        uncertainty_note(together, LEAD).hint,
    ):
        assert "independent" not in text


def test_that_the_tests_table_of_the_same_cases_is_paired(apart, together):
    p_values = [
        [row.cells[3] for row in pair_tests_table.tests_content(snapshot).rows if row.cells]
        for snapshot in (apart, together)
    ]
    assert p_values[0] != p_values[1]


def test_that_models_without_common_rows_are_compared_only_apart():
    data = without_common_rows()
    same, different = of_cases(SAME, data), of_cases(DIFFERENT, data)
    for view in ("winners", "verdicts"):
        assert empty_state(view, different) is None
        assert "choose so in Analysis > Uncertainty" in empty_state(view, same).sentence
    assert known(different, difference_request(different)).band.lower[50] < 1
    assert uncertainty_note(different, LEAD).note
    assert "both scored" not in uncertainty_note(different, LEAD).hint
    assert "cases that both scored" not in view_of("difference").subtitle(different)
    assert "choose so in Analysis > Uncertainty" in uncertainty_note(same, LEAD).hint


@pytest.mark.parametrize("name", ["breast_cancer_family", "breast_cancer_leaves"])
def test_that_counts_are_compared_only_apart(name):
    same, different = of_counts(name, SAME), of_counts(name, DIFFERENT)
    explained = (
        "Two classifiers cannot be compared: the counts do not say on which cases both err. "
        "If they were tested on different cases, choose so in Analysis > Uncertainty."
    )
    assert failure(same, difference_request(same)) == explained
    for view in ("winners", "verdicts", "tests"):
        assert empty_state(view, same).sentence == explained
        assert empty_state(view, different) is None
    for wanted in (difference_request, winners_request, verdicts_request):
        assert known(same, wanted(same)) is None
        assert known(different, wanted(different)) is not None
    assert uncertainty_note(same, LEAD).hint == (
        "no interval (the counts do not say on which cases both err; if they were tested on "
        "different cases, choose so in Analysis > Uncertainty)"
    )
    assert " to " in uncertainty_note(different, LEAD).note


def test_that_the_window_finds_what_the_report_writes(tmp_path, apart):
    data = alike()
    lines = ["label,score_a,score_b,score_c"]
    columns = (data.scores[f"score_{letter}"] for letter in "abc")
    for label, *scores in zip(data.y_true, *columns, strict=True):
        lines.append(",".join(["bad" if label else "good", *(f"{score:.1f}" for score in scores)]))
    path = tmp_path / "cases.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = ["--positive", "bad", "--bootstrap", "300", "--seed", "2", "--samples", "different"]
    assert run([str(path), "--format", "csv", "--out", str(tmp_path / "out"), *words]) == 0
    band = known(apart, difference_request(apart)).band
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


def test_that_the_cost_has_its_exact_interval_in_the_hint(apart):
    found = decision_intervals(apart).policy
    hint = uncertainty_note(apart, COST).hint.splitlines()
    assert len(hint) == 3
    assert hint[2] == (
        f"{found.exact_cost.low:.3f} to {found.exact_cost.high:.3f}: two binomials, exact"
    )
    assert "binomials" not in uncertainty_note(apart, "expected_profit").hint


def test_that_the_hint_says_why_there_is_no_exact_interval():
    varying = snapshot_of(loaded(dataset(200)), SAME)
    assert uncertainty_note(varying, COST).hint.splitlines()[2] == (
        "No exact interval (costs differ between cases of a class)"
    )


def test_that_the_choice_is_part_of_the_settings():
    assert DatasetSettings().bands.samples is Samples.SAME
