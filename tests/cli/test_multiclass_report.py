"""Three classes: the totals, and each class against all others in every file."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from costcurve_gui.cli.output import file_words
from costcurve_gui.cli.picture_snapshots import drawn_pictures
from costcurve_gui.cli.report import run
from costcurve_gui.views.catalogue import VIEWS
from tests.cli.conftest import SAMPLES, Report

WINE = "wine_cv10.csv"
CLASSES = ("class_0", "class_1", "class_2")
MODELS = ("proba_naive_bayes", "proba_random_forest")
PROBA = ("--proba", ",".join(f"{model}_*" for model in MODELS))
CASES = (
    "kind,fee,n,p_cat,p_dog,p_cow\n"
    "cat,10,1,0.5,0.2,0.3\ndog,20,2,0.3,0.4,0.3\ncow,30,1,0.4,0.2,0.4\n"
    "cat,40,3,0.3,0.4,0.3\ndog,50,1,0.1,0.6,0.3\ncow,60,2,0.1,0.7,0.2\n"
)


@pytest.fixture(scope="module")
def wine(report):
    return report(WINE, *PROBA)


@pytest.fixture(scope="module")
def cases():
    return pd.read_csv(SAMPLES / WINE)


@pytest.fixture
def small(tmp_path, write_cases):
    def write(*words, cases=CASES, formats="csv"):
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
        words = ("--label", "kind", "--proba", "p_*", "--format", formats, *words)
        assert run([write_cases(cases), *words, "--out", str(out)]) == 0
        return Report(out)

    return write


@pytest.fixture
def refused(tmp_path, write_cases, capsys):
    def start(cases, *words):
        out = tmp_path / "out"
        words = ("--label", "kind", "--proba", "p_*", "--format", "csv", *words)
        assert run([write_cases(cases), *words, "--out", str(out)]) == 2
        assert not out.exists()
        return capsys.readouterr().err

    return start


def test_that_the_columns_are_those_of_the_contract(wine):
    expected = ["model", "class", "auc", "prevalence", "auc_total", "hand_till_m"]
    assert wine.header("multiclass.csv")[:6] == expected
    rows = [(row["model"], row["class"]) for row in wine.rows("multiclass.csv")]
    assert rows == [(model, name) for model in MODELS for name in CLASSES]


@pytest.mark.parametrize("model", MODELS)
def test_that_the_totals_agree_with_scikit_learn(wine, cases, model):
    labels, scores = cases["label"], cases[[f"{model}_{name}" for name in CLASSES]]
    total = roc_auc_score(labels, scores, multi_class="ovr", average="weighted")
    m = roc_auc_score(labels, scores, multi_class="ovo", average="macro")
    for row in wine.rows("multiclass.csv", model=model):
        assert float(row["auc_total"]) == pytest.approx(total, abs=1e-13)
        assert float(row["hand_till_m"]) == pytest.approx(m, abs=1e-13)


@pytest.mark.parametrize("model", MODELS)
def test_that_every_class_is_one_against_all_others(wine, cases, model):
    for name in CLASSES:
        expected = roc_auc_score(cases["label"] == name, cases[f"{model}_{name}"])
        row = wine.row("multiclass.csv", **{"model": model, "class": name})
        assert float(row["auc"]) == pytest.approx(expected, abs=1e-13)
        assert float(row["prevalence"]) == np.mean(cases["label"] == name)
        curve = wine.row("models.csv", model=f"{model}_{name}")
        assert curve["auc"] == row["auc"]
        assert int(curve["positives"]) == np.sum(cases["label"] == name)
        assert float(wine.rows("roc.csv", model=f"{model}_{name}")[-1]["tpr"]) == 1


def test_that_every_pair_has_both_of_its_areas(wine, cases):
    for row in wine.rows("multiclass_pairs.csv", model=MODELS[0]):
        a, b = row["class_a"], row["class_b"]
        pair = cases[cases["label"].isin([a, b])]
        given_b = roc_auc_score(pair["label"] == a, pair[f"{MODELS[0]}_{a}"])
        given_a = roc_auc_score(pair["label"] == b, pair[f"{MODELS[0]}_{b}"])
        assert float(row["auc_a_given_b"]) == pytest.approx(given_b, abs=1e-13)
        assert float(row["auc_b_given_a"]) == pytest.approx(given_a, abs=1e-13)
        assert float(row["auc"]) == pytest.approx((given_a + given_b) / 2, abs=1e-13)
    areas = wine.column("multiclass_pairs.csv", "auc", model=MODELS[0])
    m = float(wine.rows("multiclass.csv", model=MODELS[0])[0]["hand_till_m"])
    assert np.mean(areas) == pytest.approx(m, abs=1e-13)


def test_that_only_models_of_the_same_class_are_compared(wine):
    for file in ("auc_comparison.csv", "crossovers.csv"):
        pairs = {(row["model_a"], row["model_b"]) for row in wine.rows(file)}
        assert pairs == {(f"{MODELS[0]}_{name}", f"{MODELS[1]}_{name}") for name in CLASSES}


def test_that_each_class_has_its_winner(wine):
    rows = wine.rows("selection.csv", criterion="min_cost", best="true")
    assert [row["model"].removeprefix("proba_")[-7:] for row in rows] == list(CLASSES)


def test_that_one_class_gives_what_two_classes_of_its_own_would(report, cases, tmp_path):
    words = ("--fn", "-5", "--prior", "0.1", "--threshold", "0.5", "--max-fpr", "0.1")
    words = (*words, "--bootstrap", "100")
    found = report(WINE, *PROBA, "--positive", "class_1", *words)
    binary = cases[["label", *(f"{model}_class_1" for model in MODELS)]]
    path = tmp_path / "binary.csv"
    binary.assign(label=np.where(binary["label"] == "class_1", "yes", "no")).to_csv(path)
    out = tmp_path / "out"
    scores = ("--scores", "proba_*")
    assert run([str(path), *scores, *words, "--format", "csv", "--out", str(out)]) == 0
    names = {file.name for file in found.folder.iterdir()}
    assert names - {file.name for file in out.iterdir()} == {
        "multiclass.csv",
        "multiclass_pairs.csv",
    }
    for file in out.glob("*.csv"):
        content = (found.folder / file.name).read_bytes()
        if file.name == "payoff_matrix.csv":  # it names the class
            content = content.replace(b"class_1", b"yes")
        assert content == file.read_bytes()


TRIVIAL = ("joint_hull", "net_benefit", "superiority", "verdicts", "winners")


@pytest.mark.parametrize("name", TRIVIAL)
def test_that_rows_of_trivial_classifiers_name_their_class(wine, report, name):
    words = ("--bootstrap", "0", "--positive")
    parts = [report(WINE, *PROBA, *words, one).rows(f"{name}.csv") for one in CLASSES]
    named = [
        {**row, "positive": one} for one, rows in zip(CLASSES, parts, strict=True) for row in rows
    ]
    assert report(WINE, *PROBA, "--bootstrap", "0").rows(f"{name}.csv") == named


def test_that_the_totals_do_not_depend_on_the_class_that_is_asked_for(wine, report):
    one = report(WINE, *PROBA, "--positive", "class_1")
    for file in ("multiclass.csv", "multiclass_pairs.csv"):
        assert (one.folder / file).read_bytes() == (wine.folder / file).read_bytes()


def test_that_the_manifest_says_what_the_classes_are(wine, report):
    manifest = wine.manifest
    assert manifest["input"]["classes"] == {"class_0": 59, "class_1": 71, "class_2": 48}
    assert manifest["options"]["positive"] is None
    assert manifest["options"]["proba"] == [f"{model}_*" for model in MODELS]
    assert manifest["options"]["prior"] == pytest.approx(
        {"class_0": 59 / 178, "class_1": 71 / 178, "class_2": 48 / 178}
    )
    one = report(WINE, *PROBA, "--positive", "class_1").manifest
    assert one["options"]["positive"] == one["input"]["positive_label"] == "class_1"
    assert (one["input"]["positives"], one["input"]["negatives"]) == (71, 107)
    assert one["options"]["prior"] == 71 / 178


def test_that_weights_count_cases_several_times(small):
    first, *lines = CASES.splitlines()
    repeated = [line for line in lines for _ in range(int(line.split(",")[2]))]
    weighted, plain = small("--weight", "n"), small(cases="\n".join((first, *repeated)) + "\n")
    for column in ("auc", "prevalence", "auc_total", "hand_till_m"):
        expected = plain.column("multiclass.csv", column)
        assert weighted.column("multiclass.csv", column) == pytest.approx(expected, abs=1e-13)


def test_that_a_case_without_one_probability_is_left_out_and_told(small):
    found = small(cases=CASES + "cat,5,1,0.9,,0.1\n")
    assert found.rows("multiclass.csv") == small().rows("multiclass.csv")
    for name in ("cat", "dog", "cow"):
        assert found.row("models.csv", model=f"p_{name}")["missing"] == "1"
    assert found.manifest["warnings"][0] == (
        "p lacks the score of a class in 1 row; they are left out for p alone."
    )


def test_that_costs_of_cases_follow_the_class_that_is_positive(small):
    one = small("--positive", "cow", "--fn", "-fee", "--threshold", "0.4")
    row = one.row("selection.csv", criterion="manual", model="p_cow")
    assert float(row["expected_cost"]) == pytest.approx(60 / 6)  # the cow of 60 is missed
    everyone = small("--fn", "-fee", "--threshold", "0.4")
    assert everyone.row("selection.csv", criterion="manual", model="p_cow") == row


def test_that_every_class_has_pictures_of_its_own(small):
    cases = CASES.replace("cow", "c/w")
    found = small(cases=cases, formats="svg")
    names = {path.name for path in found.folder.glob("*.svg")}
    empty = {"difference", "winners", "folds"}  # of one model, and without a fold column
    drawn = (view for view in VIEWS.values() if not view.is_table and view.key not in empty)
    readings = {"loss_difference", "instance_costs_stacked"}  # of one model
    views = tuple(one.stem for one in drawn_pictures(drawn) if one.stem not in readings)
    views = (*views, "hybrid", "hybrid_roc")
    of_all = {"class_curves_p.svg"}
    of_one = {f"{view}_{word}.svg" for view in views for word in ("cat", "dog", "c_w")}
    assert names == of_one | of_all
    one = small("--positive", "cat", formats="svg")
    expected = {f"{view}.svg" for view in views} | of_all
    assert {path.name for path in one.folder.glob("*.svg")} == expected


def test_that_parts_of_file_names_differ_on_every_system():
    assert file_words(["good", "not/so:good"]) == ["good", "not_so_good"]
    assert file_words(["Cat", "cat", "cat_1"]) == ["Cat_1", "cat_2", "cat_1_3"]
    assert len(file_words(["long" * 100])[0]) == 50


@pytest.mark.parametrize(
    ("cases", "words", "named"),
    [
        (CASES.replace("p_cow", "p_owl"), [], ["p_*", "no column for cow (2 rows)", "p_owl"]),
        (CASES, ["--positive", "owl"], ["owl", "cat", "cow"]),
        (CASES, ["--where", "fee < 30"], ["kept by the filter are not cow"]),
        (CASES, ["--fn", "fee"], ["cat against all others", "--fn", "row 1: -10"]),
        (CASES.replace("0.4\n", "x\n", 1), [], ["p_cow has text", '3 "x"']),
        (CASES.replace("0.4\n", "\n").replace("0.2\n", "\n"), [], ["p: The cow class is missing"]),
    ],
)
def test_that_what_does_not_fit_is_refused(refused, cases, words, named):
    message = refused(cases, *words)
    assert message.startswith("error: ")
    assert message.count("\n") == 1
    for word in named:
        assert word in message
