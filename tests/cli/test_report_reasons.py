"""What stands in files beside an interval, and in place of one that is not there."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import Report

FAMILY, LEAVES = "breast_cancer_family.csv", "breast_cancer_leaves.csv"
B = ("--bootstrap", "200")
TREE = ("--positive", "malignant", *B)
COUNTS = [(FAMILY, B), (LEAVES, TREE)]
NOT_COMPARED = (
    "no interval (two classifiers cannot be compared: "
    "the counts do not say on which cases both err)"
)
APART = ("--samples", "different")
ONE_POSITIVE = "label,score_a,score_b\nyes,1,0.5\nno,0,0.5\nno,0.2,0.5\n"


@pytest.fixture
def write(tmp_path, write_cases):
    def made(text, *words):
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
        assert run([write_cases(text), *B, *words, "--format", "csv", "--out", str(out)]) == 0
        return Report(out)

    return made


def grouped_cases():
    rng = np.random.default_rng(0)
    lines = ["label,customer,score_a,score_b"]
    for case in range(90):
        bad = case % 3 == 0
        a, b = rng.normal(size=2) + bad
        lines.append(f"{'bad' if bad else 'good'},c{case // 2},{a:.2f},{b:.2f}")
    return "\n".join(lines) + "\n"


def test_that_every_method_that_drew_groups_says_so(write):
    words = ("--positive", "bad", "--scores", "score_*", "--group", "customer")
    found = write(grouped_cases(), *words)
    for row in found.rows("selection.csv"):
        assert row["rates_method"].startswith("percentile, by groups of customer")
        assert row["method"].startswith("percentile, by groups of customer")
        assert "threshold held fixed" in row["method"]
        assert row["threshold_method"] == "percentile, chosen anew, by groups of customer"
    for row in found.rows("models.csv"):
        assert row["auciv_method"] == "score, spread of replicates, by groups of customer"
    for row in found.rows("optimum.csv"):
        assert row["threshold_method"].endswith("by groups of customer")
        assert row["out_of_bag_method"].endswith("by groups of customer")


@pytest.mark.parametrize(("file", "words"), COUNTS)
@pytest.mark.parametrize("samples", [(), APART])
def test_that_files_of_counts_give_a_reason_where_there_is_no_interval(
    report, file, words, samples
):
    found = report(file, *words, *samples)
    for row in found.rows("models.csv"):
        assert row["method"].startswith("no interval (")
        assert row["auciv_low"] or row["auciv_method"].startswith("no interval (")
    for name in ("expected_cost.csv", "difference.csv"):
        rows = found.rows(name)
        assert rows
        for row in rows:
            assert row["lower"] or row["method"].startswith("no interval (")
            assert row["level"] == "0.9"


def test_that_two_models_of_counts_on_the_same_cases_have_a_reason_at_each_pc_plus(report):
    for file, words, pairs in ((FAMILY, B, 1), (LEAVES, TREE, 3)):
        rows = report(file, *words).rows("difference.csv")
        assert len(rows) == 101 * pairs
        assert {row["method"] for row in rows} == {NOT_COMPARED}
        assert {(row["replicates"], row["seed"]) for row in rows} == {("", "")}


def test_that_models_without_a_common_case_have_a_reason_too(write):
    lines = ["label,score_a,score_b"]
    for case in range(40):
        of_a, of_b = (case, "") if case < 20 else ("", case)
        lines.append(f"{'yes' if case % 2 else 'no'},{of_a},{of_b}")
    rows = write("\n".join(lines) + "\n", "--positive", "yes").rows("difference.csv")
    assert {row["method"] for row in rows} == {
        "no interval (no cases of both classes were scored by all of these models)"
    }


def test_that_several_classifiers_of_one_family_are_the_reason_not_the_samples(report):
    rows = report(FAMILY, *B, *APART).rows("comparisons.csv")
    assert not any("independent samples" in row["method"] for row in rows)
    for row in rows:
        assert (row["lower"], row["replicates"], row["seed"]) == ("", "", "")
    assert {row["method"] for row in rows if row["measure"] != "auc"} == {
        "no interval (the counts do not say on which cases the members of one family err)"
    }


def test_that_two_classifiers_by_lot_are_named_as_the_reason(report):
    found = report(FAMILY, *B, "--max-fpr", "0.1")
    row = found.row("selection.csv", criterion="neyman_pearson", model="tree")
    assert row["expected_cost_low"] == ""
    assert row["method"] == row["rates_method"] == row["exact_cost_method"]


def test_that_trees_have_the_optimum_and_every_band_as_the_window_has(report):
    found = report(LEAVES, *TREE)
    names = [row["model"] for row in found.rows("models.csv")]
    assert [row["model"] for row in found.rows("optimum.csv")] == names
    for name in names:
        optimum = found.row("optimum.csv", model=name)
        chosen = found.row("selection.csv", criterion="min_cost", model=name)
        assert optimum["threshold"] == chosen["threshold"]
        for end in ("threshold_low", "threshold_high", "threshold_method"):
            assert optimum[end] == chosen[end]
        assert float(optimum["out_of_bag_profit"]) <= float(optimum["apparent_profit"])
        shares = found.column("thresholds.csv", "share_of_replicates", model=name)
        assert sum(shares) == pytest.approx(1)
        assert {row["band"] for row in found.rows("bands.csv", model=name)} == {
            *("roc_vertical", "roc_simultaneous", "rociv_vertical", "rociv_simultaneous"),
            *("profit", "gain", "pr", "net_benefit"),
        }
        assert found.row("models.csv", model=name)["auciv_low"]
        thresholds = found.column("threshold_band.csv", "threshold", model=name)
        assert set(thresholds) <= set(found.column("roc.csv", "threshold", model=name))
    assert any(row["threshold_low"] for row in found.rows("optimum.csv"))


def test_that_trees_take_the_policy_of_the_band_that_was_asked_for(report):
    found = report(LEAVES, *TREE, "--band-policy", "reoptimised")
    assert all(row["method"].startswith("re-optimised") for row in found.rows("cost_band.csv"))
    assert found.manifest["resampling"]["cost_band"] == "re-optimised"


def test_that_trees_of_fractions_have_reasons(write):
    text = "model,leaf,class,matched,errors\nt,a,yes,9.5,1.5\nt,b,no,8,2\n"
    found = write(text, "--positive", "yes")
    for name, column in (("models.csv", "auciv_method"), ("selection.csv", "threshold_method")):
        assert {row[column] for row in found.rows(name)} == {
            "no interval (counts that are no whole numbers cannot be resampled)"
        }
    for name in ("cost_band.csv", "bands.csv", "threshold_band.csv", "optimum.csv"):
        assert found.rows(name) == []


def test_that_only_what_was_drawn_has_replicates_and_a_seed(report, write):
    reports = [report(file, *words) for file, words in COUNTS]
    reports += [report(FAMILY, *B, *APART), write(ONE_POSITIVE, "--positive", "yes")]
    exact = ("two binomials", "Wilson", "DeLong")
    checked = 0
    for found in reports:
        for path in found.folder.glob("*.csv"):
            if path.name in ("models.csv", "selection.csv"):  # several intervals a row
                continue
            for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
                if "replicates" not in row:
                    continue
                known = row["method"].startswith(exact) or "only" in row["method"]
                known = known or "members" in row["method"] or "cannot be" in row["method"]
                drawn = "" if known else "200", "" if known else "0"
                assert (row["replicates"], row["seed"]) in (drawn, ("", ""))
                assert not known or row["replicates"] == ""
                assert row["level"] == "0.9"
                checked += known
    assert checked > 500


def test_that_a_policy_that_does_not_look_has_replicates_only_for_its_threshold(write):
    found = write(ONE_POSITIVE, "--positive", "yes")
    given = found.row("selection.csv", criterion="performance_independent", model="b")
    again = found.row("selection.csv", criterion="min_cost", model="b")
    assert given["method"] == again["method"] == "no interval (the rule decides without looking)"
    assert (given["replicates"], again["replicates"]) == ("", "200")


def test_that_an_optimum_without_figures_says_why(write):
    found = write(ONE_POSITIVE, "--positive", "yes")
    for row in found.rows("optimum.csv"):
        assert row["threshold_low"] == row["out_of_bag_cost"] == ""
        assert row["threshold_method"] == (
            "no interval (all or nearly all replicates choose the same threshold)"
        )
        assert (
            row["out_of_bag_method"] == "no figure (most replicates leave out no case of a class)"
        )
