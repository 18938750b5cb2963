"""Columns of what to expect on new cases, in every table that has them."""

from __future__ import annotations

import csv
import math
from dataclasses import replace
from functools import cache

import pytest

from costcurve_gui.analysis.criteria import CRITERIA
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.results import Failed, Intervals
from costcurve_gui.analysis.selection_settings import BoundsSpec, ChoiceInput, SelectionSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.methods import curve_held_fixed
from costcurve_gui.analysis.tables.new_cases import method_of
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.cli.report import run
from costcurve_gui.engine import (
    BootstrapSpec,
    ConfusionMatrix,
    RankedModel,
    evaluate_table,
    family_table,
    new_cases_curve,
    new_cases_estimate,
    sample_from_counts,
    workforce_single,
)
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief
from costcurve_gui.engine.resampling.resampler import ClassifierResampler
from costcurve_gui.engine.selection.criteria import trivial
from costcurve_gui.resources import resource_path
from tests.helpers.snapshots import german_credit

LOADED = german_credit()
SOURCE = resampling_input(LOADED.curve_set, LOADED.source, LOADED.settings.payoff)
SPEC = BootstrapSpec(60, seed=2)
NAMES = ("naive_bayes", "logistic_regression")
KEYS = tuple(f"g/score_{name}" for name in NAMES)
OPTIONS = TableOptions(models=frozenset(KEYS), payoffs_given=True)
SELECTION = SelectionSpec(
    CRITERIA["manual"],
    bounds=BoundsSpec(fpr=0.2, cases=150),
    population=1000,
    thresholds=dict.fromkeys(KEYS, 0.4),
)
BELIEF = BetaBelief(2, 6)
FIGURES = {
    "profit": "expected_profit",
    "cost": "expected_cost",
    "normalized_cost": "normalized_expected_cost",
}
GIVEN = {"manual", "performance_independent"}


def spec_of(name):
    return next(spec for spec in TABLES if spec.name == name)


@cache
def snapshot():
    """Two models of the credit file, with everything that the tables need."""
    models = tuple(one for one in LOADED.curve_set.models if one.info.key in KEYS)
    bands = replace(LOADED.settings.bands, spec=SPEC)
    condition = replace(LOADED.settings.condition, prior=0.05)
    chosen = replace(
        LOADED.settings, selection=SELECTION, bands=bands, condition=condition, belief=BELIEF
    )
    built = build_snapshot(replace(LOADED.curve_set, models=models), chosen)
    needs = [
        one
        for name in ("models", "expected_cost", "selection", "optimum")
        for one in spec_of(name).needs(built, OPTIONS)
    ]
    results = resample(SOURCE, list(dict.fromkeys(needs)), bands, SPEC)
    return replace(built, intervals=Intervals(bands, results, {}))


def rows_of(name, shown=None):
    table = spec_of(name).make(snapshot() if shown is None else shown, OPTIONS)
    columns = [column.tolist() for column in table.columns]
    rows = [dict(zip(table.header, row, strict=True)) for row in zip(*columns, strict=True)]
    return [
        row for row in rows if not row.get("criterion", "").startswith("per_case")
    ]  # has no threshold


def ends(row, name):
    return [row[f"{name}{end}"] for end in ("", "_low", "_high")]


def condition():
    return LOADED.curve_set.model(KEYS[0]).evaluation.condition(0.05)


@pytest.mark.parametrize("figure", FIGURES)
def test_that_every_row_has_a_figure_with_an_interval(figure):
    for row in rows_of("selection"):
        value, low, high = ends(row, f"new_cases_{figure}")
        assert low < value < high
        assert row["new_cases_method"]


def test_that_rows_of_chosen_and_of_given_thresholds_are_there():
    found = {row["criterion"] for row in rows_of("selection")}
    assert found >= GIVEN | {"min_cost", "youden", "neyman_pearson", "workforce_profit_single"}


def test_that_a_threshold_that_was_not_chosen_here_has_its_plain_figures():
    for row in rows_of("selection"):
        if row["criterion"] in GIVEN:
            for figure, plain in FIGURES.items():
                assert ends(row, f"new_cases_{figure}") == ends(row, plain)
            assert row["new_cases_method"].startswith("threshold not chosen here, percentile")
            for figure in ("net_benefit", "lead_over_trivial"):
                value, low, high = ends(row, f"new_cases_{figure}")
                assert value == row[figure]
                assert low < value < high


def test_that_intervals_of_a_threshold_that_was_chosen_here_say_that_it_is_held_fixed():
    for row in rows_of("selection"):
        chosen = row["criterion"] not in GIVEN
        assert row["method"] == ("percentile, threshold held fixed" if chosen else "percentile")


def test_that_intervals_of_whole_curves_say_that_their_thresholds_are_held_fixed():
    for table in ("models", "expected_cost"):
        said = {row["method"] for row in rows_of(table)}
        assert said == {"fixed policy, percentile, thresholds held fixed"}
    reason = "no interval (only the counts are known)"
    assert curve_held_fixed(reason) == reason


@pytest.mark.parametrize("key", ["min_cost", "youden", "neyman_pearson", "workforce_profit"])
def test_that_figures_are_those_of_replicates_that_choose_one_by_one(key):
    def choose(evaluation, condition):
        return CRITERIA[key].choose(ChoiceInput(evaluation, condition, SELECTION))

    model = SOURCE.model(KEYS[0])
    found = new_cases_estimate(SOURCE.resampler(SPEC), model, condition(), choose=choose)
    (row,) = (
        row for row in rows_of("selection") if (row["criterion"], row["model"]) == (key, NAMES[0])
    )
    assert ends(row, "new_cases_cost") == pytest.approx(
        [found.cost.estimate, found.cost.low, found.cost.high]
    )
    compared = "none" if key in ("neyman_pearson", "workforce_profit") else found.trivial
    assert row["better_trivial"] == compared  # refusing all would break the bound
    other = trivial(condition())[compared].expected_profit
    assert row["lead_over_trivial"] == pytest.approx(found.profit.apparent - other)
    assert row["net_benefit"] == pytest.approx(found.net_benefit.apparent)
    lead = ends(row, "new_cases_lead_over_trivial")[0]
    assert lead == pytest.approx(found.profit.estimate - other)
    assert row["new_cases_method"] == found.method


def test_that_net_benefit_weighs_false_alarms_by_the_mean_costs():
    means = condition().means
    for row in rows_of("selection"):
        alarm = 0.95 * row["fpr"] * means.fp_cost / means.fn_cost
        assert row["net_benefit"] == pytest.approx(0.05 * row["tpr"] - alarm)


def test_that_the_best_threshold_of_each_model_is_judged_as_in_the_selection():
    chosen = {row["model"]: row for row in rows_of("selection") if row["criterion"] == "min_cost"}
    for row in rows_of("optimum"):
        for figure in FIGURES:
            name = f"new_cases_{figure}"
            assert ends(row, name) == ends(chosen[row["model"]], name)
        assert row["apparent_cost"] == pytest.approx(chosen[row["model"]]["expected_cost"])


def test_that_leads_over_the_next_best_are_differences_of_the_estimates():
    first, second = rows_of("optimum")
    assert (first["next_best"], second["next_best"]) == (second["model"], first["model"])
    lead = first["new_cases_profit"] - second["new_cases_profit"]
    assert first["new_cases_lead_over_next_best"] == pytest.approx(lead)
    assert second["new_cases_lead_over_next_best"] == pytest.approx(-lead)
    low, high = (first[f"new_cases_lead_over_next_best{end}"] for end in ("_low", "_high"))
    assert low < lead < high


def test_that_areas_and_costs_under_a_belief_are_those_of_the_engine():
    drawn, model = SOURCE.resampler(SPEC), SOURCE.model(KEYS[0])
    for name, figure, under in (
        ("models", "cost_curve_area_new_cases", {}),
        ("expected_cost", "new_cases_expected_normalized_cost", {"belief": BELIEF}),
    ):
        found = new_cases_curve(drawn, model, **under).expected_cost
        row = next(row for row in rows_of(name) if row["model"] == NAMES[0])
        assert ends(row, figure) == [found.estimate, found.low, found.high]
        assert found.low < found.estimate < found.high


def test_that_given_thresholds_alone_have_figures_where_nothing_is_resampled():
    bare = replace(snapshot(), intervals=None)
    for row in rows_of("selection", bare):
        plain = row["expected_profit"] if row["criterion"] in GIVEN else math.nan
        expected = [plain, math.nan, math.nan]
        assert ends(row, "new_cases_profit") == pytest.approx(expected, nan_ok=True)
    for row in rows_of("models", bare):
        assert math.isnan(row["cost_curve_area_new_cases"])


def test_that_a_method_says_why_there_is_no_estimate_and_warns_of_few_cases():
    assert method_of(Failed("Two models cannot be compared.")) == (
        "no estimate (two models cannot be compared)"
    )
    model = SOURCE.model(KEYS[0])
    found = new_cases_estimate(SOURCE.resampler(SPEC), model, condition())
    few = replace(found, caution="few positives: this interval is known to be too short")
    assert method_of(few) == (
        "out of bag, Wilson and log t of amounts "
        "(few positives: this interval is known to be too short)"
    )
    assert method_of(replace(found, method="", reason="no rule suits")) == (
        "no estimate (no rule suits)"
    )


def written(folder, name):
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.fixture(scope="module")
def family(tmp_path_factory):
    folder = tmp_path_factory.mktemp("family") / "report"
    words = ("--fn=-5", "--prior", "0.2", "--max-fpr", "0.1", "--bootstrap", "60")
    file = resource_path("sample_data", "breast_cancer_family.csv")
    assert run([str(file), *words, "--format", "csv", "--out", str(folder)]) == 0
    return folder


def test_that_classifiers_have_their_rates_corrected(family):
    for row in written(family, "selection"):
        assert row["new_cases_cost"]
        assert row["new_cases_method"].startswith(
            ("bootstrap optimism", "the rule decides", "threshold not chosen here")
        )
    for name, column in (("models", "cost_curve_area_new_cases"), ("expected_cost", "new_cases")):
        figure = {"expected_cost": "new_cases_expected_normalized_cost"}.get(name, column)
        for row in written(family, name):
            assert row[f"{column}_method"].startswith("bootstrap optimism, Wilson")
            low, value, high = (float(row[f"{figure}{end}"]) for end in ("_low", "", "_high"))
            assert low < value < high


def test_that_a_classifier_that_another_one_dominates_is_not_drawn():
    counts = (("first", 18, 4), ("second", 14, 5), ("third", 12, 2))
    table = family_table(
        [ConfusionMatrix(name, tp=tp, fn=20 - tp, fp=fp, tn=20 - fp) for name, tp, fp in counts]
    )
    model = RankedModel(evaluate_table("family", table))
    drawn = ClassifierResampler(sample_from_counts(table, model.evaluation.means), SPEC)

    def choose(evaluation, condition):
        return replace(
            workforce_single(evaluation, condition, 50, 100), index=2, classifiers=("second",)
        )

    found = new_cases_estimate(drawn, model, model.evaluation.condition(0.5), choose=choose)
    assert found.reason == "a dominated classifier is not drawn"
    assert found.cost.estimate is None


def test_that_groups_are_resampled_whole(tmp_path):
    file = resource_path("sample_data", "german_credit_cv10.csv")
    words = ("--label", "label", "--positive", "bad", "--group", "fold", "--bootstrap", "30")
    few = ("--scores", "score_mlp", "--where", "amount < 1500")
    folder = tmp_path / "report"
    assert run([str(file), *words, *few, "--format", "csv", "--out", str(folder)]) == 0
    row = written(folder, "selection")[0]
    assert "out of bag, Wilson, by groups of fold" in row["new_cases_method"]
    assert float(row["new_cases_cost_low"]) < float(row["new_cases_cost"])
