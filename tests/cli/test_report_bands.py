"""How sure a report is: its bands, tests and intervals, found again in another way."""

import math
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tests.cli.conftest import SAMPLES

GERMAN = "german_credit_half.csv"
MODELS = ("logistic_regression", "naive_bayes", "random_forest")
WORDS = ("--positive", "bad", "--scores", ",".join(f"score_{name}" for name in MODELS))
LEVEL = 0.8
B = ("--bootstrap", "400", "--confidence", str(LEVEL), "--seed", "7")
PAIRS = list(combinations(MODELS, 2))
RESAMPLED = (
    *("cost_band.csv", "bands.csv", "threshold_band.csv", "difference.csv", "winners.csv"),
    *("verdicts.csv", "comparisons.csv", "optimum.csv", "selection.csv", "models.csv"),
    *("expected_cost.csv", "thresholds.csv"),
)


@pytest.fixture(scope="module")
def german(report):
    return report(GERMAN, *WORDS, *B, "--belief", "triangular:0.1,0.2,0.6")


@pytest.fixture(scope="module")
def bad():
    return pd.read_csv(SAMPLES / GERMAN)["label"].to_numpy() == "bad"


def scores_of(model):
    return pd.read_csv(SAMPLES / GERMAN)[f"score_{model}"].to_numpy()


def numbers(row, *names):
    return [float(row[name]) for name in names]


@pytest.mark.parametrize("name", RESAMPLED)
def test_that_every_row_names_replicates_level_and_seed(german, name):
    rows = german.rows(name)
    assert rows
    for row in rows:
        drawn = {} if row["method"] == "DeLong, Student" else {"replicates": "400", "seed": "7"}
        named = {"level": "0.8", "replicates": "", "seed": "", **drawn}
        assert named.items() <= row.items()
        assert row["method"]


def test_that_every_interval_of_an_auc_names_its_method_and_level(german):
    for row in german.rows("models.csv"):
        assert (row["auc_method"], row["auc_logit_method"]) == ("DeLong", "logit DeLong")
        assert row["auc_score_method"] == "score, Student"
        assert row["auciv_method"] == "score, spread of replicates"
    for row in german.rows("auc_comparison.csv"):
        assert (row["method"], row["level"]) == ("DeLong", "0.8")


def test_that_intervals_without_a_bootstrap_name_their_level_too(report):
    found = report(GERMAN, *WORDS, "--bootstrap", "0", "--confidence", "0.95")
    assert {row["level"] for row in found.rows("models.csv")} == {"0.95"}
    assert {row["replicates"] for row in found.rows("models.csv")} == {""}
    for row in found.rows("calibration.csv"):
        assert (row["method"], row["level"]) == ("Wilson", "0.95")


def test_that_pictures_have_the_level_that_was_asked_for(report):
    words = ("--bootstrap", "0", "--confidence", "0.95", "--format", "svg")
    drawn = report(GERMAN, *WORDS, *words).folder / "calibration.svg"
    assert "Wilson intervals, 95 %" in drawn.read_text(encoding="utf-8")


def test_that_the_manifest_names_them_too(german):
    assert german.manifest["resampling"] == {
        "method": "stratified bootstrap, percentiles",
        "cost_band": "fixed policy",
        "replicates": 400,
        "new_cases_replicates": 400,
        "verdicts": "simultaneous",
        "samples": "same",
        "level": 0.8,
        "seed": 7,
    }
    options = german.manifest["options"]
    assert (options["bootstrap"], options["band_policy"], options["group"]) == (400, "fixed", None)


def test_that_a_band_of_costs_is_that_of_a_bootstrap_written_out(german, bad):
    """At PC(+) 0.4 a fixed rule's errors are counted again on resampled cases."""
    rng = np.random.default_rng(1)
    for model in MODELS:
        row = german.row("cost_band.csv", model=model, pc_plus="0.4")
        estimate, lower, upper = numbers(row, "estimate", "lower", "upper")
        vertices = german.rows("cost_curve.csv", model=model)
        threshold = [float(v["threshold"]) for v in vertices if float(v["pc_plus"]) <= 0.4][-1]
        missed = scores_of(model)[bad] < threshold
        alarms = scores_of(model)[~bad] >= threshold
        costs = [
            0.4 * rng.choice(missed, missed.size).mean()
            + 0.6 * rng.choice(alarms, alarms.size).mean()
            for _ in range(4000)
        ]
        assert estimate == pytest.approx(0.4 * missed.mean() + 0.6 * alarms.mean())
        expected = np.quantile(costs, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        assert (lower, upper) == pytest.approx(expected, abs=0.005)


def test_that_bands_of_costs_lie_round_the_cost_curves(german):
    for model in MODELS:
        rows = german.rows("cost_band.csv", model=model)
        x, estimate, lower, upper = np.array(
            [numbers(row, "pc_plus", "estimate", "lower", "upper") for row in rows]
        ).T
        assert x.tolist() == [k / 100 for k in range(101)]
        curve = (
            german.column("cost_curve.csv", column, model=model)
            for column in ("pc_plus", "normalized_expected_cost")
        )
        assert estimate == pytest.approx(np.interp(x, *curve))
        assert (lower <= estimate + 1e-12).all()
        assert (estimate <= upper + 1e-12).all()


def test_that_a_policy_chosen_again_is_named_and_has_a_band_of_its_own(german, report):
    words = (*B, "--belief", "triangular:0.1,0.2,0.6", "--band-policy", "reoptimised")
    again = report(GERMAN, *WORDS, *words)
    assert all(row["method"].startswith("re-optimised") for row in again.rows("cost_band.csv"))
    assert again.manifest["resampling"]["cost_band"] == "re-optimised"
    assert again.column("cost_band.csv", "estimate") == german.column("cost_band.csv", "estimate")
    assert again.column("cost_band.csv", "upper") != german.column("cost_band.csv", "upper")


def test_that_a_difference_is_significant_where_its_interval_leaves_out_nought(german):
    shown = 0
    for a, b in PAIRS:
        rows = german.rows("difference.csv", model_a=a, model_b=b)
        assert [float(row["pc_plus"]) for row in rows] == [k / 100 for k in range(101)]
        for row in rows:
            difference, lower, upper = numbers(row, "difference", "lower", "upper")
            assert lower - 1e-12 <= difference <= upper + 1e-12
            assert row["significant"] == ("true" if lower > 0 or upper < 0 else "false")
            shown += row["significant"] == "true"
    assert 0 < shown < 303


def test_that_shares_of_wins_add_up_and_the_sure_winner_is_the_cheapest(german):
    for k in range(101):
        rows = german.rows("winners.csv", pc_plus=f"{k / 100:g}")
        shares = {row["model"]: float(row["share"]) for row in rows}
        trivial = "none" if k <= 50 else "all"
        assert tuple(shares) == (*MODELS, trivial)
        assert sum(shares.values()) == pytest.approx(1)
        del shares[trivial]
        cost = {
            row["model"]: float(row["estimate"])
            for row in german.rows("cost_band.csv", pc_plus=f"{k / 100:g}")
        }
        for model, share in shares.items():
            if share > 0.9:
                assert cost[model] == min(cost.values())


def test_that_verdicts_cover_nought_to_one_and_say_what_differences_say(german):
    rows = german.rows("verdicts.csv")
    assert (rows[0]["pc_low"], rows[-1]["pc_high"]) == ("0", "1")
    assert [row["pc_low"] for row in rows[1:]] == [row["pc_high"] for row in rows[:-1]]
    better = [row for row in rows if row["verdict"] == "better"]
    for row in better:
        low, high = numbers(row, "pc_low", "pc_high")
        for other in set(MODELS) - {row["best"]}:
            pair = next(pair for pair in PAIRS if set(pair) == {row["best"], other})
            band = german.rows("difference.csv", model_a=pair[0], model_b=pair[1])
            inside = [one for one in band if low < float(one["pc_plus"]) < high]
            assert all(one["significant"] == "true" for one in inside)


def test_that_the_reference_is_the_cheapest_model_and_has_verdicts_of_its_own(german):
    (cheapest,) = german.rows("selection.csv", criterion="min_cost", best="true")
    rows = german.rows("verdicts.csv")
    assert {row["reference"] for row in rows} == {cheapest["model"]}
    for row in rows:
        verdicts = {"better", "not significant"} if row["best"] == row["reference"] else {"worse"}
        assert row["reference_verdict"] in {*verdicts, "not significant", "tied", "equal"}


def test_that_comparisons_have_each_measure_and_holm_s_correction(german):
    rows = german.rows("comparisons.csv")
    measures = ("auc", "auciv", "cost_curve_area", "expected_cost")
    assert [row["measure"] for row in rows] == [name for name in measures for _ in PAIRS]
    for measure in measures:
        found = german.rows("comparisons.csv", measure=measure)
        assert [(row["model_a"], row["model_b"]) for row in found] == PAIRS
        p_values = np.array(german.column("comparisons.csv", "p_value", measure=measure))
        order = p_values.argsort()
        raised = np.maximum.accumulate(p_values[order] * (3, 2, 1)).clip(max=1)
        holm = np.array(german.column("comparisons.csv", "p_holm", measure=measure))
        assert holm[order] == pytest.approx(raised)


def test_that_expected_costs_are_compared_under_the_belief(german):
    cost = {
        row["model"]: float(row["expected_normalized_cost"])
        for row in german.rows("expected_cost.csv")
    }
    for row in german.rows("comparisons.csv", measure="expected_cost"):
        difference = cost[row["model_a"]] - cost[row["model_b"]]
        assert float(row["difference"]) == pytest.approx(difference, abs=1e-12)


def test_that_areas_and_costs_of_chosen_thresholds_are_compared_on_new_cases_too(german):
    new_cases = {
        measure: {row["model"]: float(row[column]) for row in german.rows(name)}
        for measure, name, column in (
            ("cost_curve_area", "models.csv", "cost_curve_area_new_cases"),
            ("expected_cost", "expected_cost.csv", "new_cases_expected_normalized_cost"),
        )
    }
    for measure, cost in new_cases.items():
        for row in german.rows("comparisons.csv", measure=measure):
            difference = float(row["new_cases_difference"])
            expected = cost[row["model_a"]] - cost[row["model_b"]]
            assert difference == pytest.approx(expected, abs=0.003)
            assert float(row["lower"]) < difference < float(row["upper"])
    for measure in ("auc", "auciv"):  # no thresholds are chosen
        rows = german.rows("comparisons.csv", measure=measure)
        assert not any(row["new_cases_difference"] for row in rows)


def test_that_comparisons_of_aucs_are_those_of_delong_and_nearly_those_of_the_bootstrap(german):
    for a, b in PAIRS:
        delong = german.row("auc_comparison.csv", model_a=a, model_b=b)
        found = german.row("comparisons.csv", model_a=a, model_b=b, measure="auc")
        assert found["difference"] == delong["difference"]
        columns = ("lower", "upper", "p_value")  # Student's deviate is a little larger
        normal, student = (numbers(row, *columns) for row in (delong, found))
        assert student == pytest.approx(normal, abs=0.003)
        assert student[0] < normal[0] < normal[1] < student[1]
        assert student[2] > normal[2]
        drawn = german.row("comparisons.csv", model_a=a, model_b=b, measure="auciv")
        ends = numbers(delong, "difference", "lower", "upper")
        assert numbers(drawn, "difference", "lower", "upper") == pytest.approx(ends, abs=0.008)


def test_that_every_curve_has_its_bands_round_its_points(german):
    names = (
        *("roc_vertical", "roc_simultaneous", "rociv_vertical", "rociv_simultaneous"),
        *("profit", "gain", "pr", "net_benefit"),
    )
    for model in MODELS:
        rows = german.rows("bands.csv", model=model)
        assert tuple(dict.fromkeys(row["band"] for row in rows)) == names
        for row in rows:
            estimate, lower, upper = (
                float(row[key] or "nan") for key in ("estimate", "lower", "upper")
            )
            assert math.isnan(lower) or lower - 1e-9 <= estimate <= upper + 1e-9
        points = {row["threshold"]: row for row in german.rows("profit.csv", model=model)}
        for row in german.rows("bands.csv", model=model, band="profit"):
            assert row["estimate"] == points[row["threshold"]]["expected_profit"]


def test_that_a_simultaneous_band_holds_the_vertical_one(german):
    widths = [
        np.subtract(
            german.column("bands.csv", "upper", band=band),
            german.column("bands.csv", "lower", band=band),
        ).mean()
        for band in ("roc_vertical", "roc_simultaneous")
    ]
    assert widths[0] < widths[1]


def test_that_scores_that_are_no_probabilities_have_no_band_of_net_benefit(report):
    found = report("sonar_cv10.csv", "--positive", "M", "--scores", "score_*svm*", *B)
    models = {row["model"] for row in found.rows("models.csv")}
    probable = {row["model"] for row in found.rows("net_benefit.csv")}
    assert {row["model"] for row in found.rows("bands.csv", band="net_benefit")} == (
        models & probable
    )
    assert models - probable


def test_that_intervals_of_thresholds_are_round_their_points_of_roc(german):
    for model in MODELS:
        points = {row["threshold"]: row for row in german.rows("roc.csv", model=model)}
        for row in german.rows("threshold_band.csv", model=model):
            for rate in ("fpr", "tpr"):
                assert row[rate] == points[row["threshold"]][rate]
                lower, value, upper = numbers(row, f"{rate}_lower", rate, f"{rate}_upper")
                assert lower - 1e-12 <= value <= upper + 1e-12


def test_that_policies_have_intervals_round_their_figures(german):
    figures = (
        *("normalized_expected_cost", "expected_cost", "expected_profit"),
        *("fpr", "tpr", "fraction_targeted"),
    )
    for row in german.rows("selection.csv"):
        for name in figures:
            low, value, high = numbers(row, f"{name}_low", name, f"{name}_high")
            assert low < value < high
        for rate, cases in (("fpr", 350), ("tpr", 150)):
            test = stats.binomtest(round(float(row[rate]) * cases), cases)
            wilson = test.proportion_ci(LEVEL, method="wilson")
            assert numbers(row, f"{rate}_low", f"{rate}_high") == pytest.approx(tuple(wilson))
        assert row["rates_method"] == "Wilson"
        assert bool(row["threshold_low"]) == (row["criterion"] in ("min_cost", "youden"))


def test_that_the_optimum_is_costlier_than_it_looks(german):
    for model in MODELS:
        row = german.row("optimum.csv", model=model)
        chosen = german.row("selection.csv", criterion="min_cost", model=model)
        apparent, corrected, left_out = numbers(
            row, "apparent_cost", "corrected_cost", "out_of_bag_cost"
        )
        assert apparent == pytest.approx(float(chosen["expected_cost"]))
        assert apparent < corrected < left_out + 0.01
        profits = numbers(row, "apparent_profit", "corrected_profit", "out_of_bag_profit")
        assert profits == pytest.approx([-apparent, -corrected, -left_out])
        low, threshold, high = numbers(row, "threshold_low", "threshold", "threshold_high")
        assert low <= threshold <= high
        assert numbers(chosen, "threshold_low", "threshold_high") == [low, high]
        worst, best = numbers(row, "plateau_low", "plateau_high")
        assert worst <= threshold <= best
        assert row["plateau_tolerance"] == "0.01"


def test_that_the_thresholds_of_the_replicates_have_shares(german):
    for model in MODELS:
        rows = german.rows("thresholds.csv", model=model)
        thresholds = [float(row["threshold"]) for row in rows]
        shares = np.array([float(row["share_of_replicates"]) for row in rows])
        assert thresholds == sorted(set(thresholds), reverse=True)
        assert shares.sum() == pytest.approx(1)
        assert shares * 400 == pytest.approx(np.rint(shares * 400))
        low, high = numbers(german.row("optimum.csv", model=model), *_ENDS)
        inside = [low <= one <= high for one in thresholds]
        # each end is at the nearest share, which may leave out half of a threshold's
        assert shares[inside].sum() >= LEVEL - shares.max() / 2


_ENDS = ("threshold_low", "threshold_high")


def test_that_areas_have_intervals(german):
    for row in german.rows("models.csv"):
        for area in ("auciv", "cost_curve_area"):
            low, value, high = numbers(row, f"{area}_low", area, f"{area}_high")
            assert low < value < high
        auc, low, high, logit_low, logit_high = numbers(
            row, "auc", "auc_low", "auc_high", "auc_logit_low", "auc_logit_high"
        )
        margin = (high - low) / 2 / (auc * (1 - auc))
        assert float(row["auc_score_low"]) < auc < float(row["auc_score_high"])
        logits = [math.log(end / (1 - end)) for end in (logit_low, auc, logit_high)]
        assert np.diff(logits) == pytest.approx([margin, margin])


def test_that_an_uncertain_cost_is_that_of_resampled_cases_at_the_thresholds_kept(german, bad):
    """The expected cost under a belief, integrated over a grid of PC(+) in each replicate."""
    grid = np.linspace(0, 1, 1001)
    belief = stats.triang(0.2, loc=0.1, scale=0.5).pdf(grid)
    model = MODELS[0]
    vertices = german.rows("cost_curve.csv", model=model)
    starts = np.array([float(row["pc_plus"]) for row in vertices])
    thresholds = np.array([float(row["threshold"]) for row in vertices])
    at = thresholds[np.searchsorted(starts, grid, side="right") - 1]
    missed = scores_of(model)[bad][:, None] < at
    alarms = scores_of(model)[~bad][:, None] >= at
    losses = (
        np.trapezoid(missed * grid * belief, grid, axis=1),
        np.trapezoid(alarms * (1 - grid) * belief, grid, axis=1),
    )
    rng = np.random.default_rng(2)
    costs = [sum(rng.choice(loss, loss.size).mean() for loss in losses) for _ in range(4000)]
    row = german.row("expected_cost.csv", model=model)
    expected = np.quantile(costs, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    assert numbers(row, "lower", "upper") == pytest.approx(expected, abs=0.003)
    assert float(row["expected_normalized_cost"]) == pytest.approx(
        sum(loss.mean() for loss in losses), abs=1e-4
    )


def test_that_nothing_is_resampled_where_nobody_asks_for_it(report):
    plain = report(GERMAN, *WORDS, "--bootstrap", "0")
    for name in ("cost_band", "bands", "threshold_band", "winners", "verdicts", "comparisons"):
        assert plain.rows(f"{name}.csv") == []
    assert plain.rows("optimum.csv") == []
    for row in plain.rows("selection.csv"):
        assert row["expected_cost_low"] == row["method"] == ""
    assert {row["lower"] for row in plain.rows("difference.csv")} == {""}
    assert plain.manifest["resampling"] is None
    assert all(row["auc_low"] for row in plain.rows("models.csv"))


def test_that_the_seed_decides_and_the_level_widens(report):
    words = ("german_credit_half.csv", *WORDS, "--bootstrap", "200", "--table", "cost_band")
    first, other = (report(*words, "--seed", seed) for seed in ("1", "2"))
    wide = report(*words, "--seed", "1", "--confidence", "0.95")
    columns = [found.column("cost_band.csv", "upper") for found in (first, other, wide)]
    assert columns[0] != columns[1]
    assert np.mean(columns[0]) < np.mean(columns[2])


def test_that_the_same_words_give_the_same_bytes(german, report):
    again = report(GERMAN, *WORDS, "--belief", "triangular:0.1,0.2,0.6", *B)
    for path in german.folder.iterdir():
        assert path.read_bytes() == (again.folder / path.name).read_bytes()
