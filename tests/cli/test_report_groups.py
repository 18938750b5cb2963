"""Rows that belong together, files of counts, degenerate samples and pictures with bands."""

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.cli.report import run
from tests.cli.conftest import Report

B = ("--bootstrap", "300")


@pytest.fixture
def write(tmp_path, write_cases):
    def made(text, *words, formats="csv"):
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
        file = write_cases(text)
        assert run([file, *B, *words, "--format", formats, "--out", str(out)]) == 0
        return Report(out)

    return made


def cases(copies=1):
    """Return cases of which each stands in the file several times, as rows of one customer."""
    rng = np.random.default_rng(3)
    lines = ["label,score_a,score_b,customer"]
    for customer in range(150):
        bad = customer % 3 == 0
        a, b = rng.normal(size=2) + 1.2 * bad
        lines += [f"{'bad' if bad else 'good'},{a},{b},c{customer}"] * copies
    return "\n".join(lines) + "\n"


def mean_width(found, name):
    rows = found.rows(name)
    return np.mean([float(row["upper"]) - float(row["lower"]) for row in rows])


@pytest.mark.parametrize("name", ["cost_band.csv", "difference.csv", "expected_cost.csv"])
def test_that_copies_of_a_customer_s_rows_add_no_certainty(write, name):
    once = write(cases(), "--positive", "bad")
    copied = cases(copies=4)
    grouped = write(copied, "--positive", "bad", "--group", "customer")
    alone = write(copied, "--positive", "bad", "--scores", "score_*")
    assert mean_width(grouped, name) == pytest.approx(mean_width(once, name), rel=0.1)
    assert mean_width(alone, name) == pytest.approx(mean_width(once, name) / 2, rel=0.15)


def test_that_groups_are_named_and_no_model(write):
    found = write(cases(copies=2), "--positive", "bad", "--group", "customer")
    assert [row["model"] for row in found.rows("models.csv")] == ["a", "b"]
    for name in ("cost_band", "difference", "winners", "verdicts", "optimum", "bands"):
        for row in found.rows(f"{name}.csv"):
            assert row["method"].endswith("groups resampled")
    assert found.manifest["options"]["group"] == "customer"
    assert found.manifest["resampling"]["method"] == (
        "stratified bootstrap of whole groups, percentiles"
    )
    for row in found.rows("models.csv"):
        assert row["auc_method"] == "DeLong, groups not regarded"
        assert row["auc_logit_method"] == "logit DeLong, groups not regarded"
    for row in found.rows("auc_comparison.csv"):
        assert row["method"] == "DeLong, groups not regarded"
    assert any(warning.startswith("customer: ") for warning in found.manifest["warnings"])


def test_that_aucs_are_tested_by_whole_groups(write):
    """Four copies of a row are one customer: the interval is that of each row once."""
    once = write(cases(), "--positive", "bad").row("comparisons.csv", measure="auc")
    copied = cases(copies=4)
    grouped = write(copied, "--positive", "bad", "--group", "customer")
    alone = write(copied, "--positive", "bad", "--scores", "score_*")
    of_groups = grouped.row("comparisons.csv", measure="auc")
    of_rows = alone.row("comparisons.csv", measure="auc")

    def width(row):
        return float(row["upper"]) - float(row["lower"])

    assert float(of_groups["difference"]) == pytest.approx(float(once["difference"]))
    assert width(of_groups) == pytest.approx(width(once), rel=0.15)
    assert width(of_rows) == pytest.approx(width(once) / 2, rel=0.15)
    method = "spread of replicates, Student, groups resampled"
    assert (of_groups["method"], of_groups["replicates"]) == (method, "300")
    assert (of_rows["method"], of_rows["replicates"]) == ("DeLong, Student", "")


def test_that_a_group_column_that_is_not_there_is_refused(write_cases, tmp_path, capsys):
    words = ("--positive", "bad", "--group", "client", "--out", str(tmp_path / "out"))
    assert run([write_cases(cases()), *words]) == 2
    assert "client" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        "model,tp,fn,fp,tn\ntree,9,1,2,8\n",
        "model,leaf,class,matched,errors\ntree,a,yes,9,1\ntree,b,no,9,1\n",
    ],
)
def test_that_counts_have_no_groups(write_cases, tmp_path, capsys, text):
    words = ("--group", "customer", "--out", str(tmp_path / "out"))
    assert run([write_cases(text), *words]) == 2
    assert "--group is of no use here" in capsys.readouterr().err


def test_that_a_classifier_of_a_family_has_the_exact_band_of_two_binomials(write):
    found = write("model,tp,fn,fp,tn\ntree,80,20,30,170\n")
    rng = np.random.default_rng(0)
    fnr = stats.binom(100, 0.2).rvs(100_000, random_state=rng) / 100
    fpr = stats.binom(200, 0.15).rvs(100_000, random_state=rng) / 200
    row = found.row("cost_band.csv", model="tree", pc_plus="0.5")
    drawn = np.quantile(fnr / 2 + fpr / 2, [0.05, 0.95])
    assert [float(row["lower"]), float(row["upper"])] == pytest.approx(drawn, abs=0.003)
    assert row["method"] == "two binomials, observed rates"
    assert found.manifest["resampling"]["method"] == "two binomials, observed rates"
    (rates,) = found.rows("threshold_band.csv")
    wilson = stats.binomtest(80, 100).proportion_ci(0.9, "wilson")
    ends = [float(rates["tpr_lower"]), float(rates["tpr_upper"])]
    assert ends == pytest.approx([wilson.low, wilson.high])
    assert {row["band"] for row in found.rows("bands.csv")} == {"profit"}
    for name in ("winners", "verdicts", "comparisons", "optimum"):
        assert found.rows(f"{name}.csv") == []


def test_that_parts_of_cases_have_no_exact_band(write):
    assert write("model,tp,fn,fp,tn\ntree,80.5,20,30,170\n").rows("cost_band.csv") == []


DEGENERATE = "label,score_a,score_b\nyes,1,0.5\nno,0,0.5\nno,0.2,0.5\n"


def test_that_no_interval_pretends_certainty(write):
    found = write(DEGENERATE, "--positive", "yes")
    perfect = found.rows("cost_band.csv", model="a", pc_plus="0.5")
    assert float(perfect[0]["lower"]) == 0 < float(perfect[0]["upper"])
    assert "Wilson" in perfect[0]["method"]
    for row in found.rows("comparisons.csv"):
        assert row["lower"] == row["p_value"] == ""
        assert row["method"].startswith("no interval (")
    for row in found.rows("models.csv"):
        assert row["auciv_low"] == row["auc_logit_low"] == ""
        assert row["auciv_method"].startswith("no interval (")


def test_that_models_without_a_case_in_common_are_not_compared(write):
    lines = [
        f"{'yes' if case % 2 else 'no'},{case if case < 20 else ''},{case if case >= 20 else ''}"
        for case in range(40)
    ]
    found = write("\n".join(["label,score_a,score_b", *lines]) + "\n", "--positive", "yes")
    assert {row["significant"] for row in found.rows("difference.csv")} == {""}
    assert {row["verdict"] for row in found.rows("verdicts.csv")} <= {"not significant", "equal"}


@pytest.mark.parametrize("text", [cases(), DEGENERATE.replace("yes", "bad")])
def test_that_pictures_show_bands(write, text):
    banded = write(text, "--positive", "bad", formats="svg")
    plain = write(text, "--positive", "bad", "--bootstrap", "0", formats="svg")
    names = {path.name for path in banded.folder.iterdir()}
    assert names - {path.name for path in plain.folder.iterdir()} == {"winners.svg"}
    for name in ("cost_space.svg", "difference.svg"):
        assert (banded.folder / name).read_bytes() != (plain.folder / name).read_bytes()
