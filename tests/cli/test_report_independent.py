"""Reports on models that were tested on different cases."""

from __future__ import annotations

import csv
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import norm, t

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES, Report

FAMILY, LEAVES, CASES = (
    "breast_cancer_family.csv",
    "breast_cancer_leaves.csv",
    "german_credit_half.csv",
)
WORDS = ("--bootstrap", "300", "--confidence", "0.8", "--seed", "5")
APART = (*WORDS, "--samples", "different")
LEADS = ("new_cases_lead_over_next_best", "new_cases_lead_method")
GERMAN = ("--label", "label", "--positive", "bad", "--scores", "score_naive_bayes,score_mlp")


@pytest.fixture(scope="module")
def apart(report):
    return report(CASES, *GERMAN, *APART)


@pytest.fixture(scope="module")
def together(report):
    return report(CASES, *GERMAN, *WORDS)


@pytest.fixture(scope="module")
def leaves(report):
    return report(LEAVES, "--positive", "malignant", *APART)


def width(row):
    return float(row["upper"]) - float(row["lower"])


def test_that_differences_of_models_alike_are_less_sure_than_on_the_same_cases(apart, together):
    rows = zip(apart.rows("difference.csv"), together.rows("difference.csv"), strict=True)
    middle = [pair for pair in rows if 0.3 < float(pair[0]["pc_plus"]) < 0.7]
    assert all(width(own) > width(paired) for own, paired in middle)
    estimates = [[float(row["difference"]) for row in rows] for rows in zip(*middle, strict=True)]
    assert estimates[0] == pytest.approx(estimates[1])


@pytest.mark.parametrize(
    "name", ["difference.csv", "winners.csv", "verdicts.csv", "comparisons.csv"]
)
def test_that_every_comparison_names_its_samples(apart, together, name):
    assert all("independent samples" in row["method"] for row in apart.rows(name))
    assert not any("independent samples" in row["method"] for row in together.rows(name))


def test_that_what_concerns_one_model_is_as_it_was(apart, together):
    for name in ("cost_band.csv", "bands.csv", "selection.csv", "models.csv"):
        assert (apart.folder / name).read_bytes() == (together.folder / name).read_bytes()
    best, rows = (alone(found.rows("optimum.csv")) for found in (apart, together))
    assert best == rows


def alone(rows):
    """Leave out what compares a model with the next best one."""
    return [{name: row[name] for name in row if not name.startswith(LEADS)} for row in rows]


def test_that_the_manifest_has_the_choice(apart, together):
    for report, samples in ((apart, "different"), (together, "same")):
        assert report.manifest["options"]["samples"] == samples
        assert report.manifest["resampling"]["samples"] == samples


def test_that_leads_on_new_cases_are_of_the_samples_too(apart, together):
    words = {
        ("independent samples" in row["new_cases_lead_method"], found is apart)
        for found in (apart, together)
        for row in found.rows("optimum.csv")
    }
    assert words == {(True, True), (False, False)}


def test_that_two_reports_have_the_same_bytes(apart, report):
    again = report(CASES, *GERMAN, *APART, "--format", "csv")
    assert again.folder != apart.folder
    for path in apart.folder.iterdir():
        assert path.read_bytes() == (again.folder / path.name).read_bytes()


def structural_variance(scores, positive):
    between = scores[positive][:, None] - scores[~positive][None, :]
    kernel = (between > 0) + 0.5 * (between == 0)
    parts = kernel.mean(axis=1), kernel.mean(axis=0)
    return kernel.mean(), sum(part.var(ddof=1) / part.size for part in parts)


def test_that_aucs_are_compared_by_the_sum_of_their_variances(apart):
    with (SAMPLES / CASES).open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    positive = np.array([line["label"] == "bad" for line in lines])
    (a, of_a), (b, of_b) = (
        structural_variance(np.array([float(line[f"score_{name}"]) for line in lines]), positive)
        for name in ("naive_bayes", "mlp")
    )
    error, rest = np.sqrt(of_a + of_b), min(positive.sum(), (~positive).sum()) - 1
    freedom = (of_a + of_b) ** 2 / ((of_a**2 + of_b**2) / rest)
    (row,) = apart.rows("auc_comparison.csv")
    (test,) = apart.rows("comparisons.csv", measure="auc")
    for found, deviate in ((row, norm()), (test, t(freedom))):
        ends = sorted(abs(float(found[end])) for end in ("lower", "upper"))
        low, high = abs(a - b) + error * np.array(deviate.interval(0.8))
        assert ends == pytest.approx(sorted((abs(low), abs(high))), abs=1e-9)
        assert float(found["p_value"]) == pytest.approx(2 * deviate.sf(abs(a - b) / error))


def test_that_aucs_are_compared_apart_without_a_bootstrap_too(apart, report):
    none = report(CASES, *GERMAN, "--bootstrap", "0", "--confidence", "0.8", *APART[-2:])
    assert none.rows("auc_comparison.csv") == apart.rows("auc_comparison.csv")


def test_that_models_without_a_common_row_are_compared(tmp_path, write_cases):
    rng = np.random.default_rng(2)
    lines = ["label,score_a,score_b"]
    for at in range(240):
        label = int(rng.random() < 0.4)
        score = f"{label + rng.normal():.3f}"
        lines.append(f"{label},{score}," if at % 2 else f"{label},,{score}")
    path = write_cases("\n".join(lines) + "\n")
    found = {}
    for samples in ("same", "different"):
        out = tmp_path / samples
        words = ["--format", "csv", "--bootstrap", "200", "--positive", "1", "--samples", samples]
        assert run([path, "--out", str(out), *words]) == 0
        found[samples] = Report(out)
    assert found["same"].rows("difference.csv")[50]["lower"] == ""
    assert not found["same"].rows("winners.csv")
    (lacking,) = found["same"].rows("comparisons.csv", measure="auc")
    assert lacking["method"].startswith("no interval (no cases of both classes that both")
    assert "different cases" in lacking["method"]
    assert found["different"].rows("difference.csv")[50]["lower"]
    assert len(found["different"].rows("winners.csv")) == 303  # and the trivial
    assert found["different"].rows("crossovers.csv")[0]["pc_high"] != "1"
    assert all(row["p_value"] for row in found["different"].rows("comparisons.csv"))


def test_that_counts_are_compared_on_different_cases_only(report, leaves):
    family = report(FAMILY, *APART)
    for counted in (family, leaves):
        methods = {row["method"] for row in counted.rows("winners.csv")}
        assert all(method.endswith(", independent samples") for method in methods)
        assert counted.rows("verdicts.csv")
        assert all(row["lower"] for row in counted.rows("difference.csv"))
    for counted in (report(FAMILY, *WORDS), report(LEAVES, "--positive", "malignant", *WORDS)):
        assert not any(row["lower"] for row in counted.rows("difference.csv"))
        for name in ("winners.csv", "verdicts.csv", "comparisons.csv", "auc_comparison.csv"):
            assert not counted.rows(name)


def cases_of(model):
    """Return the cases of the leaves of a tree, one by one."""
    with (SAMPLES / LEAVES).open(encoding="utf-8") as file:
        lines = [line for line in csv.DictReader(file) if line["model"] == model]
    scores, labels = [], []
    for line in lines:
        matched, errors = int(line["matched"]), int(line["errors"])
        says_positive = line["class"] == "malignant"
        positives = matched - errors if says_positive else errors
        if matched:
            scores += [positives / matched] * matched
            labels += [1] * positives + [0] * (matched - positives)
    return np.array(scores), np.array(labels, bool)


def test_that_trees_have_the_intervals_of_their_cases_drawn_one_by_one(leaves):
    rng = np.random.default_rng(3)
    names = [row["model"] for row in leaves.rows("models.csv")]
    areas = {}
    for name in names:
        scores, positive = cases_of(name)
        draws = []
        for _ in range(2000):
            of_p = rng.choice(scores[positive], positive.sum())
            of_n = rng.choice(scores[~positive], (~positive).sum())
            between = of_p[:, None] - of_n[None, :]
            draws.append(((between > 0) + 0.5 * (between == 0)).mean())
        areas[name] = np.array(draws)
    for a, b in combinations(names, 2):
        row = leaves.row("comparisons.csv", model_a=a, model_b=b, measure="auciv")
        expected = np.quantile(areas[a] - areas[b], [0.1, 0.9])
        reach = expected[1] - expected[0]
        assert [float(row["lower"]), float(row["upper"])] == pytest.approx(
            expected, abs=0.12 * reach
        )


def test_that_the_area_of_several_classifiers_has_no_interval_but_a_reason(report):
    for measure in ("auciv", "cost_curve_area", "expected_cost"):
        (row,) = report(FAMILY, *APART).rows("comparisons.csv", measure=measure)
        assert row["method"].startswith(
            "no interval (the counts do not say on which cases the members"
        )
        assert row["p_value"] == ""


def test_that_the_exact_interval_of_the_cost_stands_beside_the_other(together, report):
    for row in together.rows("selection.csv"):
        if row["exact_cost_method"] == "two binomials, observed rates":
            low, high = (float(row[f"exact_cost_{end}"]) for end in ("low", "high"))
            drawn = [float(row[f"normalized_expected_cost_{end}"]) for end in ("low", "high")]
            assert drawn == pytest.approx([low, high], abs=0.15 * (high - low) + 0.005)
        else:
            assert row["exact_cost_low"] == row["exact_cost_high"] == ""
            assert row["exact_cost_method"].startswith("no interval (")
    assert together.row("selection.csv", criterion="min_cost", model="mlp")["exact_cost_low"]
    varying = report(CASES, *GERMAN, "--fn", "-amount", *WORDS)
    assert {row["exact_cost_method"] for row in varying.rows("selection.csv")} == {
        "no interval (costs differ between cases of a class)"
    }
    plain = report(CASES, *GERMAN)
    assert {row["exact_cost_low"] for row in plain.rows("selection.csv")} == {""}
