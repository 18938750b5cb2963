"""Small files whose columns are easily taken for what they are not, and the right answers."""

from __future__ import annotations

import json

import pytest

from costcurve_gui import compare
from costcurve_gui.cli.deciding import run as decide
from costcurve_gui.cli.report import run
from tests.cli.conftest import ROOT, Report

CASES = ROOT / "tests" / "data" / "cases"


@pytest.fixture
def told(tmp_path, capsys):
    """Write the report of a file; return it and what was said on the standard error."""

    def write(file, *words, status=0):
        out = tmp_path / f"out_{len(list(tmp_path.iterdir()))}"
        path = file if "/" in str(file) else CASES / file
        given = [str(path), "--bootstrap", "0", "--format", "csv", "--out", str(out), *words]
        if "--positive" not in words:
            given += ["--positive", "1"]
        capsys.readouterr()
        assert run(given) == status
        return Report(out), capsys.readouterr().err

    return write


def areas(report):
    return {row["model"]: float(row["auc"]) for row in report.rows("models.csv")}


@pytest.mark.parametrize("file", ["index_unnamed.csv", "index_pandas.parquet"])
def test_that_an_index_is_no_model(told, file):
    report, said = told(file)
    assert areas(report) == pytest.approx({"rf": 7 / 9, "nb": 6 / 9})
    assert "(row numbers)" in said
    assert list(compare(CASES / file, pos_label=1, bootstrap=0).models) == ["rf", "nb"]


RF, NB = 8 / 9, 6 / 9
JOINED = ("--join", str(CASES / "join_nb.csv"))


def test_that_every_joined_file_keeps_its_models(told):
    report, _ = told("join_rf.csv", *JOINED)
    assert areas(report) == pytest.approx({"rf": RF, "nb": NB})
    report, _ = told("join_rf.csv", *JOINED, "--scores", "rf,nb")
    assert areas(report) == pytest.approx({"rf": RF, "nb": NB})
    report, _ = told("join_rf.csv", *JOINED, "--scores", "nb")
    assert areas(report) == pytest.approx({"nb": NB})


def test_that_two_models_and_three_files_are_all_kept(told, write_cases):
    first = write_cases(
        "id,y,rf,svm\n1,1,0.9,0.2\n2,0,0.4,0.1\n3,1,0.35,0.6\n4,0,0.1,0.3\n5,1,0.8,0.7\n6,0,0.2,0.5\n"
    )
    third = write_cases(
        "id,score\n6,0.1\n5,0.9\n4,0.2\n3,0.8\n2,0.3\n1,0.7\n", name="third_forest.csv"
    )
    report, _ = told(first, *JOINED, "--join", third)
    found = areas(report)
    assert list(found) == ["rf", "svm", "nb", "score"]
    assert found["rf"] == pytest.approx(RF)
    assert found["score"] == 1


def test_that_models_of_one_name_are_named_by_their_files(told, write_cases):
    first = write_cases("id,y,rf\n1,1,0.9\n2,0,0.4\n3,1,0.35\n4,0,0.1\n", name="march.csv")
    second = write_cases("id,rf,nb\n1,0.8,0.5\n2,0.5,0.3\n3,0.4,0.9\n4,0.7,0.1\n", name="april.csv")
    report, _ = told(first, "--join", second)
    assert list(areas(report)) == ["march", "april rf", "nb"]


def test_that_facts_about_the_cases_beside_the_labels_are_said_to_be_no_model(told, write_cases):
    labels = write_cases("id,y,age\n1,1,40\n2,0,31\n3,1,22\n4,0,57\n5,1,64\n6,0,18\n")
    report, said = told(labels, *JOINED)
    assert list(areas(report)) == ["nb"]
    assert "note: age of cases.csv is no model: it is no probability, as the scores" in said
    report, _ = told(labels, *JOINED, "--scores", "age,nb")
    assert list(areas(report)) == ["age", "nb"]


@pytest.mark.parametrize(
    ("file", "words", "score"),
    [
        ("confidence.csv", (), "confidence"),
        ("confidence_pipeline.csv", ("--label", "truth", "--positive", "bad"), "score"),
    ],
)
def test_that_a_confidence_is_the_probability_of_what_was_decided(told, file, words, score):
    report, said = told(file, *words)
    assert areas(report) == pytest.approx({score: 17 / 18})
    assert f"{score} is the probability of the class in " in said
    report, said = told(file, *words, "--scores", score)
    assert areas(report) == pytest.approx({score: 17 / 18})
    assert any("read as 1" in one for one in report.manifest["warnings"])


def test_that_points_beside_the_labels_are_a_model(told, write_cases):
    points = write_cases("id,y,points\n1,1,700\n2,0,610\n3,1,650\n4,0,660\n5,1,690\n6,0,600\n")
    report, _ = told(points, *JOINED)
    assert list(areas(report)) == ["points", "nb"]


WEIGHTED = "weight_column.csv"


def test_that_no_door_uses_a_column_called_weight_unasked(told):
    report, said = told(WEIGHTED)
    assert areas(report) == pytest.approx({"score": 8 / 9})
    assert "warning: weight is not used: it may be the weight of each row in the sample" in said
    assert "--weight weight" in said
    assert "--weight none" in said
    assert any("--weight none" in one for one in report.manifest["warnings"])
    found = compare(CASES / WEIGHTED, pos_label=1, bootstrap=0)
    assert found.tables["models"]["auc"].tolist() == pytest.approx([8 / 9])
    assert any("sample_weight weight weighs" in one for one in found.warnings)


def test_that_an_answer_about_weights_settles_it(told):
    for answer, area in (("weight", 11 / 12), ("none", 8 / 9)):
        report, said = told(WEIGHTED, "--weight", answer)
        assert areas(report) == pytest.approx({"score": area})
        assert "warning: weight" not in said
        found = compare(CASES / WEIGHTED, pos_label=1, bootstrap=0, sample_weight=answer)
        assert found.tables["models"]["auc"].tolist() == pytest.approx([area])


def test_that_ten_weights_of_a_tenth_are_ten_rows(told):
    bounds = ("--scores", "score", "--max-fpr", "0.3", "--min-tpr", "1")
    weighted, _ = told("equal_weights.csv", *bounds, "--weight", "w")
    plain, _ = told("equal_weights.csv", *bounds)
    for criterion in ("neyman_pearson_single", "constrained_single"):
        row = weighted.row("selection.csv", criterion=criterion)
        assert (row["threshold"], row["fpr"], row["tpr"]) == ("988", "0.3", "1")
    columns = ("criterion", "model", "threshold", "threshold_2", "mixing", "best", "fpr", "tpr")
    chosen = [
        [[row[name] for name in columns] for row in one.rows("selection.csv")]
        for one in (weighted, plain)
    ]
    assert chosen[0] == chosen[1]


ARFF = """\
@relation cases
@attribute y {0, 1}
@attribute score numeric
@data
1, 0.9, {2}
0, 0.4
1, 0.35
0, 0.1
1, 0.8
0, 0.2
"""


def test_that_instance_weights_of_arff_are_weights(told, write_cases):
    path = write_cases(ARFF, name="cases.arff")
    report, said = told(path)
    assert areas(report) == pytest.approx({"score": 11 / 12})
    assert "weight weight" in said
    assert report.manifest["options"]["weight"] == "weight"
    report, _ = told(path, "--weight", "none")
    assert areas(report) == pytest.approx({"score": 8 / 9})
    _, said = told(path, "--unit", "score", status=2)
    assert "say --weight none to count them alike" in said


def test_that_a_plan_of_single_precision_acts_on_the_same_scores_as_text(told, tmp_path, capsys):
    report, _ = told("float32.parquet")
    policy, out = report.folder / "policy.json", tmp_path / "decisions.csv"
    words = [str(CASES / "float32_as_text.csv"), "--policy", str(policy), "--out", str(out)]
    assert decide(words) == 0
    assert "runs from" not in capsys.readouterr().err
    decisions = [line.split(",")[3] for line in out.read_text(encoding="utf-8").splitlines()[1:]]
    assert decisions == ["1", "0", "0", "0", "1", "0"]
    entry = json.loads(policy.read_text(encoding="utf-8"))["policies"][0]
    assert (entry["threshold"], entry["precision"]) == (0.8, "float32")
