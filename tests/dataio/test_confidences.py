"""Probabilities of the class that was decided: read by the decision, or left as they are."""

from __future__ import annotations

import json

import duckdb
import numpy as np
import pytest

from costcurve_gui import compare
from costcurve_gui.cli.deciding import run as decide
from costcurve_gui.cli.report import run as report
from costcurve_gui.cli.rule_code import run as rule
from costcurve_gui.cli.verifying import run as verify
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.findings import Inquiry, find
from tests.cli.conftest import ROOT

CASES = ROOT / "tests" / "data" / "cases"
ACTUAL = (1, 0, 1, 0, 1, 0, 1, 0, 1, 0)
P = (0.9, 0.4, 0.35, 0.1, 0.8, 0.2, 0.77, 0.33, 0.61, 0.05)
DECIDED = tuple(int(p >= 0.5) for p in P)
CONFIDENT = tuple(round(max(p, 1 - p), 6) for p in P)


def table(names, *columns):
    return "\n".join(
        [",".join(names), *(",".join(map(str, row)) for row in zip(*columns, strict=True))]
    )


def loaded(text, **options):
    source = open_text(f"{text}\n")
    return load_dataset(source, choose_roles(source, **options))


@pytest.mark.parametrize(
    ("decision", "confidence"),
    [("predicted", "confidence"), ("y_pred", "score"), ("prediction", "probability"),
     ("prediction_label", "prediction_score"), ("Prediction (y)", "Prediction (y) (confidence)"),
     ("pred_class", "conf"), ("decision", "prob"), ("predicted_class", "max_prob")],
)  # fmt: skip
def test_that_a_confidence_is_read_by_its_decision(decision, confidence):
    data = loaded(table(("y", decision, confidence), ACTUAL, DECIDED, CONFIDENT), label="y")
    assert list(data.scores) == [confidence]
    np.testing.assert_allclose(data.scores[confidence], P)
    np.testing.assert_allclose(data.numeric[confidence], CONFIDENT)
    (said,) = data.warnings
    assert said == (
        f"{confidence} is the probability of the class in {decision}: read as 1 − {confidence} "
        "where that is 0."
    )


def test_that_decisions_may_be_words_percent_and_labels_of_a_pipeline():
    words = ["bad" if one else "good" for one in ACTUAL]
    decided = ["bad" if one else "good" for one in DECIDED]
    data = loaded(
        table(("truth", "label", "score"), words, decided, CONFIDENT), label="truth", positive="bad"
    )
    np.testing.assert_allclose(data.scores["score"], P)
    numbered = [f"LABEL_{one}" for one in DECIDED]
    data = loaded(table(("y", "predicted", "score"), ACTUAL, numbered, CONFIDENT))
    np.testing.assert_allclose(data.scores["score"], P)
    percent = [round(100 * one, 4) for one in CONFIDENT]
    data = loaded(table(("y", "predicted", "confidence"), ACTUAL, DECIDED, percent))
    np.testing.assert_allclose(data.scores["confidence"], 100 * np.array(P))


def test_that_each_confidence_goes_with_the_decision_of_its_model():
    other = tuple(1 - one for one in DECIDED)
    names = ("y", "rf_pred", "rf_confidence", "nb_pred", "nb_confidence")
    data = loaded(table(names, ACTUAL, DECIDED, CONFIDENT, other, CONFIDENT))
    np.testing.assert_allclose(data.scores["rf_confidence"], P)
    np.testing.assert_allclose(data.scores["nb_confidence"], 1 - np.array(P))


HIGH = (0.9, 0.6, 0.7, 0.55, 0.8, 0.52, 0.77, 0.58, 0.95, 0.51)


@pytest.mark.parametrize(
    ("names", "decided", "values"),
    [
        (("y", "predicted", "score"), DECIDED, P),
        (("y", "predicted", "confidence"), DECIDED, P),
        (("y", "predicted", "prob_1"), DECIDED, CONFIDENT),
        (("y", "predicted", "p1"), DECIDED, CONFIDENT),
        (("y", "predicted", "score"), [int(one >= 0.75) for one in HIGH], HIGH),
        (("y", "predicted", "score"), [1] * 10, HIGH),
        (("y", "approved", "score"), DECIDED, CONFIDENT),
        (("y", "predicted", "points"), DECIDED, [round(1000 * one) for one in CONFIDENT]),
    ],
)
def test_that_a_score_stays_one_beside_a_column_of_decisions(names, decided, values):
    data = loaded(table(names, ACTUAL, decided, values))
    np.testing.assert_array_equal(data.scores[names[2]], values)
    assert data.confidences == {}


def test_that_a_confidence_in_one_of_several_classes_is_refused():
    actual = ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a"]
    text = table(("y", "predicted", "confidence"), actual, actual[::-1], CONFIDENT)
    with pytest.raises(DataError, match=r"has 3 classes; write out the probability of a\."):
        loaded(text, positive="a", others_negative=True)


def test_that_decisions_that_name_no_class_are_refused():
    text = table(("y", "predicted", "confidence"), ACTUAL, ["x", "z"] * 5, CONFIDENT)
    with pytest.raises(DataError, match=r"and predicted has x and z, no class of y\. Write out"):
        loaded(text)
    source = open_text(f"{text}\n")
    assert find(source, Inquiry(choose_roles(source))).columns["confidence"].level == "fault"
    both = table(("y", "pred_a", "pred_b", "confidence"), ACTUAL, DECIDED, ACTUAL, CONFIDENT)
    with pytest.raises(DataError, match=r"it may go with pred_a or pred_b\."):
        loaded(both, scores=["confidence"])
    alone = table(("y", "confidence"), ACTUAL, CONFIDENT)
    assert list(loaded(alone).scores) == ["confidence"]


def test_that_a_confidence_without_its_decision_is_still_refused():
    text = table(("y", "prediction_label", "prediction_score"), ACTUAL, ["x", "z"] * 5, CONFIDENT)
    with pytest.raises(DataError, match="the probability of the class that was decided"):
        choose_roles(open_text(f"{text}\n"))


def test_that_the_import_dialog_shows_the_area_of_what_is_read():
    source = open_source(CASES / "confidence.csv")
    found = find(source, Inquiry(choose_roles(source))).columns["confidence"]
    assert (found.level, found.turned) == ("doubt", False)
    assert found.text == "AUC 0.944; 1 − confidence where predicted is 0"


@pytest.fixture
def plan(tmp_path):
    out = tmp_path / "plan"
    words = ["--positive", "1", "--bootstrap", "0", "--format", "csv", "--out", str(out)]
    assert report([str(CASES / "confidence.csv"), *words]) == 0
    return out / "policy.json"


def test_that_a_plan_by_confidences_is_applied_checked_and_written_as_sql(plan, tmp_path, capsys):
    entry = json.loads(plan.read_text(encoding="utf-8"))["policies"][0]
    assert entry["confidence"]["decision"] == "predicted"
    out = tmp_path / "decisions.csv"
    words = [str(CASES / "confidence.csv"), "--policy", str(plan), "--out", str(out)]
    assert decide(words) == 0
    rows = [line.split(",") for line in out.read_text(encoding="utf-8").splitlines()[1:]]
    decided = [int(row[3]) for row in rows]
    scores = [float(row[2]) for row in rows]
    assert [int(one >= entry["threshold"]) for one in scores] == decided
    capsys.readouterr()
    assert rule(["--policy", str(plan), "--language", "sql"]) == 0
    sql = capsys.readouterr().out
    file = str(CASES / "confidence.csv")
    with duckdb.connect() as base:
        found = base.execute(f"SELECT {sql} FROM read_csv('{file}')").fetchall()  # noqa: S608
    assert [row[0] for row in found] == decided
    assert rule(["--policy", str(plan), "--language", "python"]) == 2
    assert "SQL has both columns" in capsys.readouterr().err
    words = [str(CASES / "confidence.csv"), "--policy", str(plan), "--out", str(tmp_path / "v.csv")]
    assert verify([*words, "--bootstrap", "0"]) == 0
    assert "the difference is significant" not in capsys.readouterr().err


def test_that_new_rows_need_the_decisions(plan, tmp_path, capsys):
    (tmp_path / "rows.csv").write_text("confidence\n0.9\n", encoding="utf-8")
    out = tmp_path / "d.csv"
    assert decide([str(tmp_path / "rows.csv"), "--policy", str(plan), "--out", str(out)]) == 2
    assert 'No column "predicted"' in capsys.readouterr().err


def test_that_compare_reads_confidences_by_decisions_in_data():
    data = {"predicted": np.array(DECIDED)}
    found = compare(np.array(ACTUAL), {"confidence": np.array(CONFIDENT)}, data=data, bootstrap=0)
    plain = compare(np.array(ACTUAL), {"confidence": np.array(P)}, bootstrap=0)
    assert found.tables["models"]["auc"].tolist() == plain.tables["models"]["auc"].tolist()
    assert any("is the probability of the class in predicted" in one for one in found.warnings)
