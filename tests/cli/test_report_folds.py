"""folds.csv and the partial areas, computed again in another way."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score, roc_curve

from costcurve_gui.cli.manifest import OPTIMISTIC_ENVELOPES, SHARED_TRAINING
from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES, Report

GERMAN = "german_credit_cv10.csv"
SONAR = "sonar_cv10.csv"
LOAN = ("--positive", "bad", "--fn", "-amount", "--fp", "-0.2*amount", "--fold", "fold")
MODEL = "logistic_regression"
GRID = [step / 100 for step in range(101)]
CASES = "label,fold,score\n" + "1,{0},0.9\n0,{0},0.2\n1,{0},0.5\n0,{1},0.6\n1,{1},0.7\n0,{1},0.1\n"


@pytest.fixture(scope="module")
def loans(report):
    return report(GERMAN, *LOAN, "--confidence", "0.8")


@pytest.fixture(scope="module")
def folds():
    """Label, scores and amount of each fold."""
    cases = pd.read_csv(SAMPLES / GERMAN)
    return [part for _, part in cases.groupby("fold")]


def roc_points(part, model=MODEL):
    fpr, tpr, _ = roc_curve(part["label"] == "bad", part[f"score_{model}"], drop_intermediate=False)
    return fpr, tpr


def written(report, method, *columns, model=MODEL):
    rows = report.rows("folds.csv", model=model, method=method)
    return [[float(row[column]) for row in rows] for column in columns]


def assert_scatter(report, method, values, level, names=("std", "lower", "upper")):
    """Compare with the t interval of the columns of `values`, a row per fold."""
    std, lower, upper = written(report, method, *names)
    expected = values.std(axis=0, ddof=1)
    np.testing.assert_allclose(std, expected, atol=1e-12)
    margin = stats.t.ppf((1 + level) / 2, len(values) - 1) * expected / np.sqrt(len(values))
    np.testing.assert_allclose(lower, values.mean(axis=0) - margin, atol=1e-12)
    np.testing.assert_allclose(upper, values.mean(axis=0) + margin, atol=1e-12)


def test_that_the_columns_and_methods_are_those_of_the_contract(loans):
    header = ["model", "method", "threshold", "x", "y", "std", "lower", "upper"]
    assert loans.header("folds.csv")[:8] == header
    rows = loans.rows("folds.csv", model=MODEL)
    methods = list(dict.fromkeys(row["method"] for row in rows))
    assert methods == ["pooled", "vertical", "threshold", "cost_space"]
    said = {(row["method"], row["interval"], row["level"]) for row in rows}
    averaged = {(method, "Student's t", "0.8") for method in methods[1:]}
    assert said == {("pooled", "", ""), *averaged}
    assert "folds.csv" in loans.manifest["files"]
    assert loans.manifest["options"]["fold"] == "fold"


def test_that_the_manifest_says_that_folds_share_training_data(loans, report):
    assert SHARED_TRAINING in loans.manifest["warnings"]
    assert SHARED_TRAINING not in report(GERMAN, *LOAN[:-2]).manifest["warnings"]


def test_that_the_report_says_that_envelopes_chosen_on_their_own_rows_are_optimistic(loans):
    assert OPTIMISTIC_ENVELOPES in loans.manifest["warnings"]


def test_that_the_averages_are_drawn_too(tmp_path, write_cases):
    out = tmp_path / "pictures"
    words = ["--fold", "fold", "--format", "svg", "--out", str(out)]
    assert run([write_cases(CASES.format("a", "b")), *words]) == 0
    picture = (out / "folds.svg").read_text(encoding="utf-8")
    assert "<title>Vertical averages over folds of 1 model" in picture


def test_that_pooled_points_are_those_of_all_rows_and_have_no_scatter(loans):
    points = loans.rows("folds.csv", model=MODEL, method="pooled")
    roc = loans.rows("roc.csv", model=MODEL)
    assert [(p["threshold"], p["x"], p["y"]) for p in points] == [
        (p["threshold"], p["fpr"], p["tpr"]) for p in roc
    ]
    assert {p[column] for p in points for column in ("std", "lower", "upper")} == {""}


def test_that_the_vertical_average_is_the_mean_tpr_at_each_fpr(loans, folds):
    def height(fpr, tpr, x):
        return tpr[fpr == x].max() if (fpr == x).any() else np.interp(x, fpr, tpr)

    values = np.array([[height(*roc_points(part), x) for x in GRID] for part in folds])
    x, y = written(loans, "vertical", "x", "y")
    assert x == GRID
    np.testing.assert_allclose(y, values.mean(axis=0), atol=1e-12)
    assert_scatter(loans, "vertical", values, 0.8)
    rows = loans.rows("folds.csv", model=MODEL, method="vertical")
    assert {row["threshold"] for row in rows} == {""}


def test_that_the_threshold_average_has_a_row_for_each_distinct_score(loans, folds):
    name = f"score_{MODEL}"
    scores = sorted({score for part in folds for score in part[name]}, reverse=True)
    threshold, x, y = written(loans, "threshold", "threshold", "x", "y")
    assert threshold == scores
    rates = {}
    for kind in ("good", "bad"):
        columns = [part.loc[part["label"] == kind, name].to_numpy() for part in folds]
        rates[kind] = np.array([[(column >= t).mean() for t in scores] for column in columns])
    np.testing.assert_allclose(x, rates["good"].mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(y, rates["bad"].mean(axis=0), atol=1e-12)
    assert_scatter(loans, "threshold", rates["bad"], 0.8)
    assert_scatter(loans, "threshold", rates["good"], 0.8, ("x_std", "x_lower", "x_upper"))


def test_that_the_cost_space_average_takes_the_rates_of_the_amounts(loans, folds):
    def envelope(part):
        scores, bad = part[f"score_{MODEL}"].to_numpy(), (part["label"] == "bad").to_numpy()
        amount = part["amount"].to_numpy()
        called = [scores >= t for t in (np.inf, *np.unique(scores))]
        fpr = np.array([amount[hit & ~bad].sum() for hit in called]) / amount[~bad].sum()
        tpr = np.array([amount[hit & bad].sum() for hit in called]) / amount[bad].sum()
        return [((1 - tpr) * x + fpr * (1 - x)).min() for x in GRID]

    values = np.array([envelope(part) for part in folds])
    x, y = written(loans, "cost_space", "x", "y")
    assert x == GRID
    np.testing.assert_allclose(y, values.mean(axis=0), atol=1e-12)
    assert_scatter(loans, "cost_space", values, 0.8)


@pytest.fixture
def small(tmp_path, write_cases):
    def write(cases, *words):
        out = tmp_path / "out"
        words = ("--fold", "fold", "--format", "csv", "--out", str(out), *words)
        assert run([write_cases(cases), *words]) == 0
        return Report(out)

    return write


@pytest.mark.parametrize("names", [("1", "2"), ("north", "south"), ("2.5", "x y")])
def test_that_fold_ids_may_be_numbers_or_text(small, names):
    report = small(CASES.format(*names))
    y = written(report, "vertical", "y", model="score")[0]
    assert (y[0], y[50], y[100]) == (1, 1, 1)
    assert report.manifest["warnings"] == [SHARED_TRAINING, OPTIMISTIC_ENVELOPES]


def test_that_a_name_among_fold_numbers_is_no_fault(small):
    lines = "".join(
        f"{label},{fold},{label}\n" for fold in (*range(19), "rest") for label in (1, 0)
    )
    report = small(f"label,fold,score\n{lines}")
    assert written(report, "vertical", "y", model="score")[0] == [1.0] * 101
    assert not any(text.startswith("fold") for text in report.manifest["warnings"])


def test_that_fold_numbers_are_no_scores(small):
    cases = CASES.replace("score", "logit").replace("fold", "part").format(1, 2)
    report = small(cases, "--fold", "part")
    assert [row["model"] for row in report.rows("models.csv")] == ["logit"]


def test_that_a_missing_score_is_missing_in_its_fold_alone(small):
    cases = CASES.format("a", "b") + "0,a,\n"
    assert written(small(cases), "vertical", "y", model="score")[0] == [1.0] * 101


def test_that_weights_count_rows_of_a_fold_several_times(small, tmp_path):
    lines = CASES.format("a", "b").splitlines()
    times = (2, 1, 3, 1, 2, 4)
    weighted = [f"{lines[0]},weight"]
    weighted += [f"{line},{weight}" for line, weight in zip(lines[1:], times, strict=True)]
    repeated = [line for line, weight in zip(lines[1:], times, strict=True) for _ in range(weight)]
    found = small("\n".join(weighted), "--weight", "weight").rows("folds.csv")
    expected = small("\n".join([lines[0], *repeated])).rows("folds.csv")
    assert len(found) == len(expected)
    for row, other in zip(found, expected, strict=True):
        for column in ("x", "y", "std"):
            assert (row[column] == "") == (other[column] == "")
            if row[column]:
                assert float(row[column]) == pytest.approx(float(other[column]), abs=1e-12)


def test_that_folds_left_out_by_the_filter_do_not_count(small):
    cases = CASES.format("a", "b") + "1,c,0.1\n1,c,0.1\n"
    rows = small(cases, "--where", 'fold != "c"').rows("folds.csv", method="vertical")
    assert {row["std"] for row in rows} == {"0"}


def test_that_one_fold_left_has_no_scatter(small):
    rows = small(CASES.format("a", "b"), "--where", 'fold == "a"').rows("folds.csv")
    assert {row[column] for row in rows for column in ("std", "lower", "upper")} == {""}


@pytest.mark.parametrize(
    ("extra", "words", "named"),
    [
        ("1,,0.3\n0,NA,0.4\n", (), ["fold", "2 rows: 7, 8", "needs a fold"]),
        ("1,,0.3\n", ("--where", "score > 0.15"), ["fold", "1 row: 7"]),
        ("1,c,0.3\n", (), ["--fold fold", "score", "Fold c", "negative class"]),
        ("1,c,\n0,c,\n", (), ["--fold fold", "score", "Fold c", "No row has a score"]),
    ],
)
def test_that_rows_and_folds_that_cannot_be_averaged_are_named(
    tmp_path, write_cases, capsys, extra, words, named
):
    out = tmp_path / "out"
    path = write_cases(CASES.format("a", "b") + extra)
    assert run([path, "--fold", "fold", "--format", "csv", "--out", str(out), *words]) == 2
    message = capsys.readouterr().err
    for word in named:
        assert word in message
    assert not out.exists()


def test_that_each_of_several_classes_is_averaged_against_all_others(report):
    words = ("--fold", "fold", "--partial-auc", "0,0.5")
    result = report("wine_cv10.csv", "--proba", "proba_naive_bayes_*", *words)
    cases = pd.read_csv(SAMPLES / "wine_cv10.csv")
    for name in ("class_0", "class_1", "class_2"):
        column = f"proba_naive_bayes_{name}"
        parts = [(part["label"] == name, part[column]) for _, part in cases.groupby("fold")]
        at_zero = [(score[is_class] > score[~is_class].max()).mean() for is_class, score in parts]
        found = result.rows("folds.csv", model=column, method="vertical")[0]
        assert float(found["y"]) == pytest.approx(np.mean(at_zero), abs=1e-12)
        area = roc_auc_score(cases["label"] == name, cases[column], max_fpr=0.5)
        row = result.row("models.csv", model=column)
        assert float(row["partial_auc_standardized"]) == pytest.approx(area, abs=1e-12)


@pytest.mark.parametrize("file", [GERMAN, SONAR])
def test_that_partial_areas_stand_at_the_end_of_models_csv(report, file):
    positive = "bad" if file == GERMAN else "M"
    words = ("--label", "label", "--positive", positive)
    result = report(file, *words, "--partial-auc", "0,0.2")
    assert result.header("models.csv")[-2:] == ["partial_auc", "partial_auc_standardized"]
    cases = pd.read_csv(SAMPLES / file)
    for row in result.rows("models.csv"):
        scores = cases[f"score_{row['model']}"]
        expected = roc_auc_score(cases["label"] == positive, scores, max_fpr=0.2)
        assert float(row["partial_auc_standardized"]) == pytest.approx(expected, abs=1e-12)
    assert "partial_auc" not in report(file, *words).header("models.csv")


def test_that_the_partial_area_over_high_tpr_is_that_of_reversed_classes_at_low_fpr(report):
    words = ("--positive", "bad", "--partial-auc", "0.8,1", "--partial-axis", "tpr")
    cases = pd.read_csv(SAMPLES / GERMAN)
    for row in report(GERMAN, *words).rows("models.csv"):
        scores = cases[f"score_{row['model']}"]
        expected = roc_auc_score(cases["label"] == "good", -scores, max_fpr=0.2)
        assert float(row["partial_auc_standardized"]) == pytest.approx(expected, abs=1e-9)


def test_that_the_partial_area_over_all_tpr_is_the_auc(report):
    words = ("--positive", "bad", "--partial-auc", "0,1", "--partial-axis", "tpr")
    result = report(GERMAN, *words)
    for row in result.rows("models.csv"):
        assert float(row["partial_auc"]) == pytest.approx(float(row["auc"]), abs=1e-12)
    assert result.manifest["options"]["partial_auc"] == [0, 1]
    assert result.manifest["options"]["partial_axis"] == "tpr"
