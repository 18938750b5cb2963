"""Rows that belong together, files of counts, degenerate samples and pictures with bands."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from costcurve_gui import compare
from costcurve_gui.cli.report import run
from tests.cli.conftest import Report

B = ("--bootstrap", "300")
BY_GROUPS = "by groups of customer"


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


def test_that_copies_of_a_customer_s_rows_add_no_certainty(write):
    """Four copies of a row are one customer: intervals are those of each row once."""
    once = write(cases(), "--positive", "bad")
    copied = cases(copies=4)
    grouped = write(copied, "--positive", "bad", "--group", "customer")
    alone = write(copied, "--positive", "bad", "--scores", "score_*", "--group", "none")
    found = write(copied, "--positive", "bad", "--scores", "score_*")
    for path in found.folder.glob("*.csv"):
        assert path.read_bytes() == (grouped.folder / path.name).read_bytes()
    for name in ("cost_band.csv", "difference.csv", "expected_cost.csv", "auc_comparison.csv"):
        assert mean_width(grouped, name) == pytest.approx(mean_width(once, name), rel=0.1)
        assert mean_width(alone, name) == pytest.approx(mean_width(once, name) / 2, rel=0.15)
    tests = [report.row("comparisons.csv", measure="auc") for report in (once, grouped, alone)]
    differences = [float(row["difference"]) for row in tests]
    assert differences == pytest.approx([differences[0]] * 3)
    one, of_groups, of_rows = (float(row["upper"]) - float(row["lower"]) for row in tests)
    assert of_groups == pytest.approx(one, rel=0.15)
    assert of_rows == pytest.approx(one / 2, rel=0.15)
    assert (tests[1]["method"], tests[1]["replicates"]) == (f"DeLong, Student, {BY_GROUPS}", "")
    assert (tests[2]["method"], tests[2]["replicates"]) == ("DeLong, Student", "")


KINDS_OF_AVERAGE = ("folds.csv", "folds_roc.csv")  # their column of methods is called interval
NO_INTERVALS = {"concavities.csv", "constructions.csv", "crossovers.csv", "joint_hull.csv"}
NO_INTERVALS |= {"superiority.csv", "ties.csv", "winners.csv"}  # stretches of PC(+), ranges
ENDS = ("lower", "upper", "_low", "_high", "p_value", "p_holm")


def people():
    """Return two rows a customer, in different folds, with probabilities and amounts."""
    rng = np.random.default_rng(4)
    lines = ["label,score_a,score_b,amount,fold,customer"]
    for row in range(120):
        bad = row // 2 % 3 == 0
        a, b = 1 / (1 + np.exp(-rng.normal(size=2) - bad))
        lines.append(
            f"{'bad' if bad else 'good'},{a:.4f},{b:.4f},{row % 7 + 1},{row % 4},c{row // 2}"
        )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("samples", ["same", "different"])
def test_that_every_interval_of_every_table_is_by_groups_and_says_so(write, samples):
    chosen = ("--positive", "bad", "--group", "customer", "--samples", samples)
    costs = ("--fn", "-amount", "--fp=-1", "--max-fpr", "0.2", "--threshold", "0.5")
    more = ("--fold", "fold", "--stability", "rows", "--derive", "calibrated:a")
    found = write(people(), *chosen, *costs, *more, "--bootstrap", "40")
    said = {}
    for path in sorted(found.folder.glob("*.csv")):
        rows = found.rows(path.name)
        columns = list(rows[0]) if rows else []
        kind = "interval" if path.name in KINDS_OF_AVERAGE else "method"
        methods = [name for name in columns if name.endswith(kind)]
        assert methods or path.name in NO_INTERVALS or not any(c.endswith(ENDS) for c in columns)
        said[path.name] = {row[name] for row in rows for name in methods} - {""}
        for text in said[path.name]:
            assert BY_GROUPS in text or text.startswith("no interval ("), (path.name, text)
    assert len([name for name, texts in said.items() if texts]) == 18
    apart = ", independent samples" if samples == "different" else ""
    assert said["auc_comparison.csv"] == {f"DeLong, Student, {BY_GROUPS}{apart}"}
    size = found.row("cases_needed.csv", model_a="a", model_b="b")
    assert bool(size["low"]) == (BY_GROUPS in size["method"]) == (samples == "same")
    assert size["delta"]
    assert said["calibration.csv"] == {f"Wilson, effective sizes, {BY_GROUPS}"}
    assert said["cost_stability.csv"] == {f"Smirnov, effective sizes, {BY_GROUPS}"}
    assert said["folds.csv"] == {"no interval (groups of customer lie in several folds)"}
    assert {row["lower"] for row in found.rows("folds.csv")} == {""}
    assert found.manifest["options"]["group"] == "customer"
    assert (
        found.manifest["resampling"]["method"] == f"stratified bootstrap {BY_GROUPS}, percentiles"
    )
    assert not any("independent" in one for one in found.manifest["warnings"] if "fold" not in one)


def test_that_a_column_of_groups_is_no_model(write):
    found = write(cases(), "--positive", "bad", "--group", "customer", "--bootstrap", "10")
    assert [row["model"] for row in found.rows("models.csv")] == ["a", "b"]


def test_that_folds_of_whole_groups_have_intervals_by_groups(write):
    lines = people().splitlines()
    whole = [line.rsplit(",", 2) for line in lines[1:]]
    text = "\n".join([lines[0], *(f"{row},{int(who[1:]) % 4},{who}" for row, _, who in whole)])
    found = write(
        f"{text}\n", "--positive", "bad", "--group", "customer", "--fold", "fold", *B[:1], "1"
    )
    said = {row["interval"] for row in found.rows("folds.csv")} - {""}
    assert said == {f"Student's t, {BY_GROUPS}"}


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
    size = found.row("cases_needed.csv")
    assert size["low"] == size["cases"] == ""
    assert size["method"].startswith("no interval (")
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
    row = found.row("cases_needed.csv")
    assert row["delta"] == row["low"] == row["cases"] == ""
    assert row["method"] == "no interval (no cases of both classes that both models scored)"


@pytest.mark.parametrize("text", [cases(), DEGENERATE.replace("yes", "bad")])
def test_that_pictures_show_bands(write, text):
    banded = write(text, "--positive", "bad", formats="svg")
    plain = write(text, "--positive", "bad", "--bootstrap", "0", formats="svg")
    names = {path.name for path in banded.folder.iterdir()}
    assert names - {path.name for path in plain.folder.iterdir()} == {"winners.svg"}
    for name in ("cost_space.svg", "difference.svg"):
        assert (banded.folder / name).read_bytes() != (plain.folder / name).read_bytes()


def test_that_a_column_of_customers_that_was_found_is_said_once(write, capsys):
    found = write(cases(copies=2), "--positive", "bad", "--bootstrap", "2")
    said = "customer has 150 values in 300 rows: the rows of each value are taken to belong"
    assert capsys.readouterr().err.count(said) == 1
    assert [one.startswith(said) for one in found.manifest["notes"]].count(True) == 1
    assert found.manifest["options"]["group"] == "customer"
    for words in (("--group", "customer"), ("--group", "none")):
        found = write(cases(copies=2), "--positive", "bad", "--bootstrap", "2", *words)
        assert "belong" not in capsys.readouterr().err
        assert found.manifest["options"]["group"] == (None if "none" in words else "customer")
    alone = write(cases(copies=2), "--positive", "bad", "--bootstrap", "0")
    assert BY_GROUPS in alone.row("auc_comparison.csv")["method"]


def test_that_a_column_that_numbers_cases_and_repeats_is_doubted(write, capsys):
    text = cases(copies=2).replace("customer", "order_id")
    write(text, "--positive", "bad", "--bootstrap", "2", "--long", "none")
    said = "order_id has 150 values in 300 rows: intervals treat rows as independent"
    assert capsys.readouterr().err.count(said) == 1
    write(text, "--positive", "bad", "--bootstrap", "2", "--long", "none", "--group", "none")
    assert "independent" not in capsys.readouterr().err


def test_that_the_notebook_finds_the_groups_of_a_file_and_of_data(write_cases):
    file = write_cases(cases(copies=2))
    frame = pd.read_csv(file)
    given = {"pos_label": "bad", "bootstrap": 2}
    scores = frame[["score_a", "score_b"]]
    for groups, said in ((None, True), ("none", False), ("customer", True)):
        of_file = compare(file, label="label", groups=groups, **given)
        in_memory = compare(frame["label"], scores, data=frame, groups=groups, **given)
        for found in (of_file, in_memory):
            assert (BY_GROUPS in found.tables["auc_comparison"]["method"][0]) is said
