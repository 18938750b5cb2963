"""Reports on confusion matrices and on leaves of trees."""

import csv

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss, roc_auc_score

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES, Report
from tests.cli.test_report_contract import HEADERS
from tests.helpers.oracles import hull_by_definition

FAMILY, LEAVES = "breast_cancer_family.csv", "breast_cancer_leaves.csv"
RANKING = {"pr.csv", "det.csv", "gain.csv", "calibration.csv", "net_benefit.csv", "isotonic.csv"}
RANKING |= {"concavities.csv", "ties.csv"}
CASES = {"instance_costs.csv", "cases_needed.csv"}
FEW = ("--bootstrap", "200")
BOUNDS = ("--max-fpr", "0.1", "--capacity", "60", "--population", "285")


@pytest.fixture(scope="module")
def family(report):
    return report(FAMILY, *BOUNDS)


@pytest.fixture(scope="module")
def leaves(report):
    return report(LEAVES, "--positive", "malignant", *BOUNDS, "--threshold", "0.5")


@pytest.fixture(scope="module")
def sure_family(report):
    return report(FAMILY, *FEW)


@pytest.fixture(scope="module")
def sure_leaves(report):
    return report(LEAVES, "--positive", "malignant", *FEW)


@pytest.fixture
def counted(tmp_path, write_cases):
    """Report on a few lines of counts."""

    def write(text, *words):
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
        assert run([write_cases(text), "--format", "csv", "--out", str(out), *words]) == 0
        return Report(out)

    return write


def lines(name):
    with (SAMPLES / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def points(report, model):
    rows = report.rows("roc.csv", model=model)
    return [(float(row["fpr"]), float(row["tpr"])) for row in rows]


@pytest.mark.parametrize("name", HEADERS)
def test_that_the_columns_begin_as_the_contract_says(family, leaves, name):
    reports = () if name in CASES else (leaves,) if name in RANKING else (family, leaves)
    for report in reports:
        assert report.header(name)[: HEADERS[name].count(",") + 1] == HEADERS[name].split(",")


def test_that_a_family_has_no_files_of_a_ranking(family):
    assert not RANKING & {path.name for path in family.folder.iterdir()}
    assert family.row("models.csv", model="tree")["average_precision"] == ""
    assert {row["brier"] for row in family.rows("models.csv")} == {""}


def test_that_every_classifier_has_its_point_between_the_trivial_classifiers(family):
    classifiers = [
        (int(row["fp"]) / 179, int(row["tp"]) / 106)
        for row in lines(FAMILY)
        if row["model"] == "tree"
    ]
    assert points(family, "tree") == [(0, 0), *sorted(classifiers), (1, 1)]
    rows = family.rows("roc.csv", model="tree")
    assert (rows[0]["threshold"], rows[-1]["threshold"]) == ("inf", "-inf")
    assert {row["threshold"] for row in rows[1:-1]} == {""}
    for row in rows[1:-1]:
        source = [line for line in lines(FAMILY) if line["model"] == "tree"][int(row["member"]) - 1]
        assert (row["fp"], row["tp"]) == (source["fp"], source["tp"])


def test_that_the_classifiers_on_the_hull_are_its_vertices(family):
    rows = family.rows("roc.csv", model="tree", on_hull="true")
    found = [(float(row["fpr"]), float(row["tpr"])) for row in rows]
    assert found == hull_by_definition(points(family, "tree"))
    assert len(rows) < len(family.rows("roc.csv", model="tree"))


def test_that_the_cost_curve_is_the_lowest_line_of_the_classifier_named(family):
    for model in ("tree", "stump"):
        at = {row["member"]: row for row in family.rows("roc.csv", model=model)}
        rows = family.rows("cost_curve.csv", model=model)
        for row in rows:
            x, y = float(row["pc_plus"]), float(row["normalized_expected_cost"])
            costs = {
                name: (1 - float(point["tpr"])) * x + float(point["fpr"]) * (1 - x)
                for name, point in at.items()
            }
            assert y == pytest.approx(min(costs.values()), abs=1e-12)
            assert costs[row["member"]] == pytest.approx(y, abs=1e-12)


def test_that_profit_and_rociv_have_the_same_rows(family):
    for model in ("tree", "stump"):
        roc = family.rows("roc.csv", model=model)
        for name, column in (("profit.csv", "fraction_targeted"), ("rociv.csv", "fp_cost_rate")):
            rows = family.rows(name, model=model)
            assert [row["member"] for row in rows] == [row["member"] for row in roc]
            assert all(row[column] for row in rows)
    (row,) = (row for row in family.rows("profit.csv", model="stump") if row["member"] == "1")
    assert float(row["expected_profit"]) == pytest.approx(-(34 + 45) / 285)
    assert float(row["fraction_targeted"]) == pytest.approx((72 + 45) / 285)


def test_that_a_single_classifier_has_an_area_with_an_interval_and_a_family_none(family):
    stump, tree = (family.row("models.csv", model=model) for model in ("stump", "tree"))
    assert float(stump["auc"]) == pytest.approx((1 + 72 / 106 - 45 / 179) / 2)
    assert float(stump["auc_low"]) < float(stump["auc"]) < float(stump["auc_high"])
    # A classifier lies right of and below another: no ranking has these points.
    assert tree["auc"] == tree["gini"] == tree["auciv"] == tree["auc_low"] == ""
    assert float(tree["hull_auc"]) > 0.7
    assert (tree["n"], tree["positives"], tree["negatives"]) == ("285", "106", "179")
    assert any("no ranking" in warning for warning in family.manifest["warnings"])


def test_that_the_choice_by_condition_takes_the_classifier_trained_nearest(family, report):
    # At the test prior and equal costs PC(+) is 106 / 285, about 0.3719.
    row = family.row("selection.csv", criterion="performance_independent", model="tree")
    assert (row["member"], row["threshold"]) == ("5", "")
    rare = report(FAMILY, "--prior", "0.05")
    row = rare.row("selection.csv", criterion="performance_independent", model="tree")
    assert row["member"] == "1"
    assert float(row["fpr"]) == 3 / 179


def test_that_mixed_classifiers_are_both_named(family):
    row = family.row("selection.csv", criterion="neyman_pearson", model="tree")
    at = {r["member"]: r for r in family.rows("roc.csv", model="tree")}
    first, second, k = at[row["member"]], at[row["member_2"]], float(row["mixing"])
    assert float(row["fpr"]) == pytest.approx(0.1)
    for rate in ("fpr", "tpr"):
        mixed = (1 - k) * float(first[rate]) + k * float(second[rate])
        assert float(row[rate]) == pytest.approx(mixed)


def test_that_bounds_pick_the_best_classifier_that_fits(family):
    at = [(float(r["fpr"]), float(r["tpr"])) for r in family.rows("roc.csv", model="tree")]
    row = family.row("selection.csv", criterion="neyman_pearson_single", model="tree")
    assert float(row["tpr"]) == max(tpr for fpr, tpr in at if fpr <= 0.1)
    row = family.row("selection.csv", criterion="workforce_single", model="tree")
    fits = [tpr for fpr, tpr in at if 106 * tpr + 179 * fpr <= 60 + 1e-9]
    assert float(row["tpr"]) == max(fits)


def test_that_counts_of_two_models_are_not_compared_in_pairs(family, leaves):
    for report in (family, leaves):
        assert report.rows("auc_comparison.csv") == []
        assert report.rows("crossovers.csv") != []


FOUR = "model,tp,fn,fp,tn\na,40,10,20,80\na,30,20,8,92\nb,42,8,25,75\nb,28,22,4,96\n"


def test_that_models_of_the_same_cost_differ_by_0(counted):
    """Both never decide positive below PC(+) 0.06; sums of products leave 1e-18 there."""
    rows = counted(FOUR).rows("difference.csv")
    assert [row["difference"] for row in rows[:7]] == ["0"] * 7
    values = [abs(float(row["difference"])) for row in rows]
    assert all(value == 0 or value > 1e-12 for value in values)
    assert max(values) > 0.01


def test_that_what_the_envelope_gives_is_there_for_counts_too(family, leaves):
    for report in (family, leaves):
        for row in report.rows("models.csv"):
            cost = report.row("expected_cost.csv", model=row["model"])["expected_normalized_cost"]
            assert float(cost) == pytest.approx(float(row["cost_curve_area"]))
            assert 0 < float(row["h_measure"]) < 1


def test_that_leaves_give_the_curve_of_their_cases_scored(leaves):
    for model in ("tree_leaf5", "tree_leaf15", "tree_leaf40"):
        y_true, y_score = [], []
        for leaf in lines(LEAVES):
            matched, errors = int(leaf["matched"]), int(leaf["errors"])
            if leaf["model"] == model and matched:
                positive = errors if leaf["class"] == "benign" else matched - errors
                y_true += [1] * positive + [0] * (matched - positive)
                y_score += [positive / matched] * matched
        row = leaves.row("models.csv", model=model)
        assert float(row["auc"]) == pytest.approx(roc_auc_score(y_true, y_score))
        thresholds = leaves.column("roc.csv", "threshold", model=model)
        assert float(row["brier"]) == pytest.approx(brier_score_loss(y_true, y_score))
        assert thresholds == [np.inf, *sorted(set(y_score), reverse=True)]
        chosen = leaves.row("selection.csv", criterion="manual", model=model)
        called = np.array(y_score) >= 0.5
        assert float(chosen["tpr"]) == pytest.approx(called[np.array(y_true) == 1].mean())


def test_that_the_manifest_says_what_the_rows_are(family, leaves):
    assert family.manifest["input"]["kind"] == "confusion"
    assert leaves.manifest["input"]["kind"] == "leaves"
    for report in (family, leaves):
        sizes = [report.manifest["input"][key] for key in ("positives", "negatives")]
        assert sizes == [106, 179]
        assert report.manifest["options"]["prior"] == 106 / 285
    assert leaves.manifest["options"]["positive"] == "malignant"
    assert family.manifest["options"]["positive"] is None


def test_that_classifiers_of_other_test_sets_have_no_sizes_in_common(counted):
    report = counted("model,tp,fn,fp,tn\na,4,6,1,9\na,8,2,1,19\n")
    row = report.row("models.csv")
    assert row["n"] == row["positives"] == row["negatives"] == ""
    assert points(report, "a") == [(0, 0), (0.05, 0.8), (0.1, 0.4), (1, 1)]


def test_that_constant_costs_move_the_choice(counted):
    text = "model,tp,fn,fp,tn\na,4,6,1,9\na,9,1,5,5\n"
    costly = ("--fn", "-5", "--tp", "2*3", "--prior", "0.3")
    row = counted(text, *costly).row("selection.csv", criterion="min_cost")
    assert row["member"] == "2"
    assert float(row["expected_cost"]) == pytest.approx(0.3 * 0.1 * 11 + 0.7 * 0.5 * 1)
    assert float(row["expected_profit"]) == pytest.approx(0.3 * 6 - float(row["expected_cost"]))


@pytest.mark.parametrize(
    ("file", "words", "named"),
    [
        (FAMILY, ["--fn", "-amount"], ["--fn", "amount", "no cases", "number"]),
        (LEAVES, ["--positive", "benign", "--fp", "-matched"], ["--fp", "matched", "no cases"]),
        (FAMILY, ["--fn", "5"], ["--fn", "negative"]),
        (FAMILY, ["--positive", "malignant"], ["--positive", "confusion matrices"]),
        (FAMILY, ["--threshold", "0.5"], ["--threshold", "confusion matrices"]),
        (FAMILY, ["--weight", "tp"], ["--weight", "confusion matrices"]),
        (FAMILY, ["--fold", "model"], ["--fold", "confusion matrices"]),
        (LEAVES, ["--positive", "benign", "--fold", "leaf"], ["--fold", "leaves of trees"]),
        (LEAVES, ["--positive", "benign", "--scores", "matched"], ["--scores", "leaves"]),
        (LEAVES, [], ["malignant", "benign"]),
        (LEAVES, ["--positive", "bad"], ["bad", "malignant"]),
    ],
)
def test_that_what_counts_cannot_answer_is_refused(tmp_path, capsys, file, words, named):
    out = tmp_path / "out"
    assert run([str(SAMPLES / file), "--out", str(out), *words]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert said.count("\n") == 1
    assert not out.exists()
    for word in named:
        assert word in said


@pytest.mark.parametrize("file", [FAMILY, LEAVES])
def test_that_the_pictures_are_drawn(tmp_path, program, file):
    words = ["--positive", "malignant"] if file == LEAVES else []
    words += ["--bootstrap", "20", "--format", "svg", "--out", tmp_path / "out"]
    done = program("report", SAMPLES / file, *words)
    assert done.returncode == 0, done.stderr
    pictures = {path.name for path in (tmp_path / "out").glob("*.svg")}
    assert {"roc.svg", "rociv.svg", "cost_space.svg", "profit.svg"} <= pictures


def test_that_scores_beyond_probabilities_have_no_choice_by_condition(report):
    rows = report("sonar_cv10.csv", "--positive", "M").rows("selection.csv")
    models = [row["model"] for row in rows if row["criterion"] == "performance_independent"]
    assert "svm" not in models
    assert len(models) == 15


def test_that_the_choice_by_condition_follows_the_prior(report):
    found = report("german_credit_half.csv", "--positive", "bad", "--prior", "0.05", "--fn", "-5")
    row = found.row("selection.csv", criterion="performance_independent", model="naive_bayes")
    stake = 0.05 * 5 / (0.05 * 5 + 0.95)
    odds = (1 - stake) / stake * 0.3 / 0.7
    assert float(row["threshold"]) == pytest.approx(odds / (1 + odds))
    with (SAMPLES / "german_credit_half.csv").open(encoding="utf-8") as file:
        cases = list(csv.DictReader(file))
    score = np.array([float(case["score_naive_bayes"]) for case in cases])
    bad = np.array([case["label"] == "bad" for case in cases])
    called = score / (1 - score) >= odds
    assert float(row["tpr"]) == pytest.approx(called[bad].mean())
    assert float(row["fpr"]) == pytest.approx(called[~bad].mean())


def test_that_classifiers_have_intervals_of_their_rates_and_profits(sure_family):
    rows = sure_family.rows("threshold_band.csv", model="tree")
    assert {row["method"] for row in rows} == {"Wilson"}
    for row in rows:
        for rate in ("fpr", "tpr"):
            low, value, high = (float(row[f"{rate}{end}"]) for end in ("_lower", "", "_upper"))
            assert low < value < high
    bands = sure_family.rows("bands.csv", model="tree")
    assert {row["band"] for row in bands} == {"profit"}
    assert {row["method"] for row in bands[1:-1]} == {"two binomials, observed rates"}


def test_that_the_policies_of_counts_have_intervals(sure_family, sure_leaves):
    for report in (sure_family, sure_leaves):
        rows = report.rows("selection.csv", criterion="min_cost")
        assert rows
        for row in rows:
            low, cost, high = (float(row[f"expected_cost{end}"]) for end in ("_low", "", "_high"))
            assert low <= cost <= high
            assert row["rates_method"] == "Wilson"


def test_that_two_classifiers_that_decide_by_lot_have_no_interval(counted):
    text = "model,tp,fn,fp,tn\ntree,6,4,1,9\ntree,9,1,4,6\n"
    report = counted(text, "--max-fpr", "0.2", *FEW)
    (mixed,) = report.rows("selection.csv", criterion="neyman_pearson")
    assert mixed["member"] != mixed["member_2"]
    assert mixed["expected_cost_low"] == ""
    assert mixed["method"].startswith("no interval (two classifiers decide by lot")


def test_that_the_curves_of_trees_have_bands(sure_leaves):
    found = {row["band"] for row in sure_leaves.rows("bands.csv", model="tree_leaf5")}
    at_once = {"roc_simultaneous", "rociv_simultaneous"}
    assert found == {*at_once, "roc_vertical", "rociv_vertical"} | {
        *("profit", "gain", "pr", "net_benefit"),
    }


def test_that_trivial_classifiers_cost_what_they_cost(sure_family):
    for row in sure_family.rows("cost_band.csv", model="tree"):
        assert float(row["lower"]) <= float(row["estimate"]) <= float(row["upper"])


PAPER_12 = "papers/fawcett2004_figure_12.csv"
PAPER_10 = "papers/fawcett2004_figure_10.csv"


def test_that_classifiers_are_joined_by_their_rates_alone(report):
    joined = report(
        PAPER_12, "--derive", "and:c1,c2", "--derive", "or:c1@1,c2@1", "--bootstrap", "100"
    )
    both = joined.row("combinations.csv", model="c1 and c2", step="2")
    either = joined.row("combinations.csv", model="c1 or c2", step="2")
    for row, expected, low, high in (
        (both, (0.08, 0.42), (0, 0), (0.2, 0.525)),
        (either, (0.52, 0.905), (0.4, 0.8), (0.6, 1)),
    ):
        for name, point in (("expected", expected), ("low", low), ("high", high)):
            found = [float(row[f"{name}_{rate}"]) for rate in ("fpr", "tpr")]
            assert found == pytest.approx(point)
        assert (row["measured_fpr"], row["threshold"], row["member"]) == ("", "", "1")
    member = joined.row("roc.csv", model="c1 and c2", member="1")
    assert float(member["tpr"]) == pytest.approx(0.42)
    assert joined.manifest["options"]["derive"] == ["and:c1,c2", "or:c1@1,c2@1"]
    assert sum("not measured" in text for text in joined.manifest["warnings"]) == 2
    areas = {row["model"]: row["auc_low"] for row in joined.rows("models.csv")}
    assert (bool(areas["c1"]), areas["c1 and c2"]) == (True, "")
    rows = joined.rows("selection.csv", criterion="min_cost")
    assert [bool(row["tpr_low"]) for row in rows] == [True, True, False, False]


def test_that_the_mailing_of_fawcett_finds_what_the_source_and_the_hull_expect(report):
    mailing = ("--capacity", "800", "--population", "4000", "--bootstrap", "0")
    mixed = report(PAPER_10, "--mix", "clients@1,clients@2", *mailing)
    row = mixed.row("mixtures.csv", bound="capacity")
    assert float(row["probability_a"]) == pytest.approx(1 - 94 / 165)
    assert 240 * float(row["tpr"]) == pytest.approx(102.69, abs=0.005)
    assert (row["member_a"], row["member_b"], row["threshold_a"]) == ("1", "2", "")
    assert "clients at classifier 1 with probability 0.4303" in row["rule"]
    best = mixed.row("selection.csv", criterion="workforce", model="clients")
    assert 240 * float(best["tpr"]) == pytest.approx(106.27, abs=0.005)
    assert (best["member"], best["member_2"]) == ("none", "2")


DOMINATED = "model,tp,fn,fp,tn\nf,5,5,1,9\nf,4,6,2,8\nf,8,2,5,5\n"


@pytest.fixture
def with_dominated(report, write_cases):
    """Report on a family whose second classifier is dominated by its first."""
    return lambda *words: report(write_cases(DOMINATED), *words)


def test_that_two_classifiers_of_with_dominated_are_joined(with_dominated):
    joined = with_dominated("--derive", "and:f@1,f@3", "--derive", "or:f@1,f@3")
    first, second = joined.rows("combinations.csv", model="f 1 and f 3")
    assert [first["member"], second["member"]] == ["1", "3"]
    assert float(second["expected_fpr"]) == pytest.approx(0.1 * 0.5)
    assert float(second["expected_tpr"]) == pytest.approx(0.5 * 0.8)
    either = joined.row("combinations.csv", model="f 1 or f 3", step="2")
    assert float(either["expected_tpr"]) == pytest.approx(1 - 0.5 * 0.2)


def test_that_a_dominated_classifier_is_joined_and_mixed_when_it_is_named(with_dominated):
    found = with_dominated("--derive", "or:f@2,f@3", "--mix", "f@2,f@3", "--max-fpr", "0.3")
    first, second = found.rows("combinations.csv", model="f 2 or f 3")
    assert first["member"] == "2"
    assert [float(first["fpr"]), float(first["tpr"])] == [0.2, 0.4]
    assert float(second["expected_tpr"]) == pytest.approx(1 - 0.6 * 0.2)
    mixed = found.row("mixtures.csv", bound="max_fpr")
    assert (mixed["member_a"], mixed["member_b"]) == ("2", "3")
    assert float(mixed["probability_a"]) == pytest.approx(2 / 3)
    assert float(mixed["tpr"]) == pytest.approx(2 / 3 * 0.4 + 0.8 / 3)
    assert "f at classifier 2" in mixed["rule"]


def test_that_a_classifier_is_not_joined_with_itself(write_cases, tmp_path, capsys):
    refused = {"and:f@2,f@2": "two different classifiers", "and:f@9,f": "It takes 1, 2 and 3"}
    for words, said in refused.items():
        out = str(tmp_path / "out")
        assert run([write_cases(DOMINATED), "--derive", words, "--out", out]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--derive", "calibrated:c1"), "Calibrated needs scored cases"),
        (("--derive", "chain:c1,c2"), "Chain needs scored cases"),
        (("--derive", "and:c1@3,c2"), "c1 has no classifier 3. It takes 1"),
        (("--mix", "c1,c3", "--max-fpr", "0.3"), 'No model "c3"'),
        (("--mix", "c1,c2", "--max-fpr", "0.1"), "No mixture"),
    ],
)
def test_that_what_counts_cannot_tell_is_refused_in_words(capsys, tmp_path, words, said):
    assert run([str(SAMPLES / PAPER_12), *words, "--out", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err


def test_that_trees_are_joined_and_mixed_at_thresholds(report):
    tree = report(
        *(LEAVES, "--positive", "malignant", "--bootstrap", "0", "--max-fpr", "0.2"),
        *("--derive", "or:tree_leaf5@0.5,tree_leaf15@0.3", "--derive", "reversed:tree_leaf5"),
        *("--mix", "tree_leaf5@0.5,tree_leaf15@0.3"),
    )
    row = tree.row("combinations.csv", step="2")
    assert (row["threshold"], row["measured_tpr"]) == ("0.3", "")
    assert float(tree.row("mixtures.csv", bound="max_fpr")["fpr"]) == pytest.approx(0.2)
    areas = {row["model"]: float(row["auc"]) for row in tree.rows("models.csv")}
    assert areas["tree_leaf5 reversed"] == pytest.approx(1 - areas["tree_leaf5"])
