"""Weights, filters, missing scores and directions."""

import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import Report

HEAD = "label,amount,weight,score_a,score_b\n"
CASES = (
    HEAD + "1,10,2,0.9,0.2\n0,20,1,0.3,0.4\n1,30,1,0.8,\n0,40,3,0.1,0.6\n1,50,1,0.2,0.9\n"
    "0,60,1,0.7,0.1\n"
)

GAPS = HEAD + "".join(
    f"{i % 3 == 0:d},{10 + i},1,{'' if i % 7 == 2 else (i * 37 % 40 + 9 * (i % 3 == 0)) / 50},"
    f"{'' if i % 11 == 5 else (i * 23 % 40 + 12 * (i % 3 == 0)) / 55}\n"
    for i in range(40)
)


@pytest.fixture
def small(tmp_path, write_cases):
    """Report on a few cases; nothing is resampled unless the words say so."""

    def write(*words, cases=CASES):
        if "--bootstrap" not in words:
            words = (*words, "--bootstrap", "0")
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
        assert run([write_cases(cases), "--format", "csv", "--out", str(out), *words]) == 0
        return Report(out)

    return write


def test_that_a_missing_score_leaves_the_row_out_for_that_model_alone(small, capsys):
    report = small()
    assert report.row("models.csv", model="a")["n"] == "6"
    row = report.row("models.csv", model="b")
    assert (row["n"], row["positives"], row["missing"]) == ("5", "2", "1")
    assert any("left out for b" in warning for warning in report.manifest["warnings"])
    assert "left out for b" in capsys.readouterr().err


def test_that_a_comparison_takes_the_rows_that_both_scored(small):
    # Rows 1, 2, 4, 5, 6 have both: a wins 4 of 6 pairs, b 4 of 6.
    row = small().row("auc_comparison.csv", model_a="a", model_b="b")
    assert float(row["difference"]) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("replicates", ["0", "20"])
def test_that_cost_curves_are_compared_on_the_rows_that_both_scored(small, replicates: str):
    words = ("--belief", "triangular:0.1,0.4,0.9", "--prior", "0.4", "--bootstrap", replicates)
    gaps = small(*words, "--fn", "-amount", cases=GAPS)
    whole = [line for line in GAPS.splitlines() if ",," not in f"{line},"]
    assert len(whole) == 32
    both = small(*words, "--fn", "-amount", cases="\n".join(whole) + "\n")
    for file, column in (
        ("crossovers.csv", "pc_low"),
        ("difference.csv", "difference"),
        ("lc_index.csv", "lc_index"),
    ):
        found, expected = ([float(row[column]) for row in r.rows(file)] for r in (gaps, both))
        assert found == pytest.approx(expected, abs=1e-12)


def test_that_models_without_a_common_case_of_a_class_are_not_compared(small):
    cases = HEAD + "1,5,1,0.9,\n1,6,1,,0.2\n0,5,1,0.1,0.7\n0,5,1,0.3,0.1\n"
    report = small("--belief", "triangular:0,0.5,1", "--bootstrap", "20", cases=cases)
    (row,) = report.rows("crossovers.csv")
    assert (row["pc_low"], row["pc_high"], row["better"]) == ("0", "1", "")
    assert {row["difference"] for row in report.rows("difference.csv")} == {""}
    assert report.row("lc_index.csv", model_a="a")["lc_index"] == ""


def test_that_weights_count_rows_several_times(small):
    lines = CASES.splitlines()[1:]
    repeated = [line for line in lines for _ in range(int(line.split(",")[2]))]
    costs = ("--fn", "-amount", "--threshold", "0.5")
    weighted = small("--weight", "weight", *costs)
    plain = small(*costs, cases=HEAD + "\n".join(repeated) + "\n")
    for model in ("a", "b"):
        row, other = (report.row("models.csv", model=model) for report in (weighted, plain))
        for column in ("n", "positives", "auc", "auciv", "cost_curve_area", "hull_auc"):
            assert float(row[column]) == pytest.approx(float(other[column]), abs=1e-12)
        row, other = (
            report.row("selection.csv", criterion="manual", model=model)
            for report in (weighted, plain)
        )
        for column in ("fpr", "tpr", "fraction_targeted", "expected_cost", "expected_profit"):
            assert float(row[column]) == pytest.approx(float(other[column]), abs=1e-12)


def test_that_the_money_of_a_model_is_that_of_the_rows_it_scored(small):
    # b scored the positives of 10 and 50; from 0.5 on it finds the second alone.
    report = small("--fn", "-amount", "--fp", "0", "--tn", "1", "--threshold", "0.5")
    row = report.row("selection.csv", criterion="manual", model="b")
    assert float(row["tpr"]) == 0.5
    assert float(row["expected_profit"]) == pytest.approx(0.5 * -10 / 2 + 0.5 * 2 / 3)


def test_that_weighted_areas_have_no_interval_and_the_manifest_says_so(small):
    report = small("--weight", "weight")
    row = report.row("models.csv", model="a")
    assert row["auc_low"] == row["auc_high"] == ""
    assert any("no interval" in warning for warning in report.manifest["warnings"])


def test_that_a_filter_keeps_the_rows_that_fulfil_it(small):
    report = small("--where", "amount >= 20 and amount < 60")
    assert report.row("models.csv", model="a")["n"] == "4"
    assert report.manifest["input"]["rows"] == 6
    assert report.manifest["input"]["rows_used"] == 4


def test_that_low_scores_can_mean_positive(small):
    high, low = small().row("models.csv", model="a"), small("--lower-is-positive", "a")
    turned = low.row("models.csv", model="a")
    assert float(turned["auc"]) == pytest.approx(1 - float(high["auc"]), abs=1e-12)
    assert low.row("models.csv", model="b")["auc"] == small().row("models.csv", model="b")["auc"]
    assert any("score_a: low scores" in warning for warning in low.manifest["warnings"])


def test_that_patterns_choose_models_and_they_stay_in_file_order(small):
    rows = small("--scores", "score_b,score_?").rows("models.csv")
    assert [row["model"] for row in rows] == ["a", "b"]


def test_that_a_model_worse_than_chance_is_not_reversed_but_told(small):
    report = small(cases="label,score\n1,0.1\n0,0.9\n1,0.4\n0,0.3\n")
    row = report.row("models.csv", model="score")
    assert float(row["auc"]) == 0.25
    assert any("ranks backwards" in warning for warning in report.manifest["warnings"])


def test_that_a_useless_model_has_no_operating_range_and_one_empty_interval(small):
    report = small(cases="label,score_a,score_b\n1,0.5,0\n0,0.5,0\n1,0.5,0\n0,0.5,0\n")
    row = report.row("models.csv", model="a")
    assert row["operating_range_low"] == row["operating_range_high"] == ""
    assert row["auc_low"] == ""
    assert float(row["auc"]) == 0.5
    crossing = report.row("crossovers.csv")
    assert (crossing["pc_low"], crossing["pc_high"], crossing["better"]) == ("0", "1", "")


def test_that_models_without_a_common_row_have_an_empty_comparison(small):
    cases = "label,score_a,score_b\n1,0.5,\n0,0.4,\n1,,0.5\n0,,0.6\n"
    row = small(cases=cases).row("auc_comparison.csv")
    assert row["difference"] == row["p_value"] == ""


def test_that_one_model_has_no_pairs_but_the_files_are_there(small):
    report = small("--scores", "score_a")
    assert report.rows("crossovers.csv") == []
    assert report.header("auc_comparison.csv")[0] == "model_a"


def test_that_without_a_prior_it_is_the_share_of_positives(small):
    assert small().manifest["options"]["prior"] == 0.5
    assert small("--weight", "weight").manifest["options"]["prior"] == pytest.approx(4 / 9)


def test_that_confidence_widens_the_interval(report):
    low = []
    for level in ("0.5", "0.99"):
        written = report("german_credit_half.csv", "--positive", "bad", "--confidence", level)
        low.append(float(written.row("models.csv", model="mlp")["auc_low"]))
    assert low[1] < low[0]
