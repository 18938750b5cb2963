"""Predictions as other programs write them are read without a word about their columns."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError, UnclearError
from costcurve_gui.dataio.formats import text_reader
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.column_uses import column_uses
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.dataio.roles.tool_names import TOOLS, named_by_class

P = (0.9, 0.25, 0.6, 0.125, 0.7, 0.3, 0.8, 0.4)
TRUE = (1, 0, 1, 0, 0, 0, 1, 1)
WORDS = ("no", "yes")


def table(header, template, words=WORDS):
    """Return a pasted file of eight cases.

    The template of a row has n (number), age, t and w (true class as 0 or 1 and as a word), p and q
    (probability of 1 and of 0), d and v (class decided), c (probability of that).
    """
    lines = [header]
    for number, (true, score) in enumerate(zip(TRUE, P, strict=True), start=1):
        decided, other = int(score >= 0.5), round(1 - score, 6)
        cells = {"n": number, "age": 30 + number, "t": true, "w": words[true], "p": score}
        cells |= {"q": other, "d": decided, "v": words[decided], "c": max(score, other)}
        lines.append(template.format(**cells))
    return open_text("\n".join(lines) + "\n")


# Header, template of a row, then what is expected: label, positive, and the scores.
SAMPLES = {
    "scikit-learn": (
        "y_true,y_pred,y_proba,age",
        "{t},{d},{p},{age}",
        ("y_true", "1", ("y_proba",)),
    ),
    "scikit-learn classes_": (
        "age,label,0,1",
        "{age},{t},{q},{p}",
        ("label", "1", ("1",)),
    ),
    "scikit-learn predict_proba": (
        "label,age,predict_proba_no,predict_proba_yes",
        "{w},{age},{q},{p}",
        ("label", "yes", ("predict_proba_yes",)),
    ),
    "tidymodels": (
        "id,.row,.pred_class,.pred_no,.pred_yes,churn,.config",
        "Fold{n},{n},{v},{q},{p},{w},Preprocessor1_Model1",
        ("churn", "yes", (".pred_yes",)),
    ),
    "parsnip 0 and 1": (
        "outcome,.pred_class,.pred_0,.pred_1,age",
        "{t},{d},{q},{p},{age}",
        ("outcome", "1", (".pred_1",)),
    ),
    "caret": (
        "pred,obs,no,yes,rowIndex,mtry,Resample",
        "{v},{w},{q},{p},{n},2,Fold{n}",
        ("obs", "yes", ("yes",)),
    ),
    "mlr3": (
        "row_ids,truth,response,prob.no,prob.yes",
        "{n},{w},{v},{q},{p}",
        ("truth", "yes", ("prob.yes",)),
    ),
    "KNIME": (
        "row ID,age,risk,P (risk=0),P (risk=1),Prediction (risk)",
        "Row{n},{age},{t},{q},{p},{d}",
        ("risk", "1", ("P (risk=1)",)),
    ),
    "KNIME of two models": (
        "risk,P (risk=0) (RF),P (risk=1) (RF),Prediction (risk) (Confidence),P (risk=0),P (risk=1)",
        "{t},{q},{p},{c},{p},{q}",
        ("risk", "1", ("P (risk=1) (RF)", "P (risk=1)")),
    ),
    "H2O": (
        "predict,p0,p1,target",
        "{d},{q},{p},{t}",
        ("target", "1", ("p1",)),
    ),
    "H2O with names": (
        "predict,no,yes,churned,age",
        "{v},{q},{p},{w},{age}",
        ("churned", "yes", ("yes",)),
    ),
    "MLflow": (
        "age,income,target,prediction",
        "{age},{n}000,{t},{p}",
        ("target", "1", ("prediction",)),
    ),
    "PyCaret raw": (
        "age,bought,prediction_label,prediction_score_0,prediction_score_1",
        "{age},{t},{d},{q},{p}",
        ("bought", "1", ("prediction_score_1",)),
    ),
    "RapidMiner": (
        "age,label,prediction(label),confidence(yes),confidence(no)",
        "{age},{w},{v},{p},{q}",
        ("label", "yes", ("confidence(yes)",)),
    ),
    "Orange": (
        "age,heart,Forest,Forest (no),Forest (yes)",
        "{age},{w},f,{q},{p}",
        ("heart", "yes", ("Forest (yes)",)),
    ),
    "Weka": (
        "age,class,classification,distribution_no,distribution_yes",
        "{age},{w},{v},{q},{p}",
        ("class", "yes", ("distribution_yes",)),
    ),
    "Weka's margin": (
        "age,prediction margin,predicted class,class,J48_prob_no,J48_prob_yes",
        "{age},{c},{v},{w},{q},{p}",
        ("class", "yes", ("J48_prob_yes",)),
    ),
    "SAS": (
        "age,F_churn,I_churn,P_churnno,P_churnyes",
        "{age},{w},{v},{q},{p}",
        ("F_churn", "yes", ("P_churnyes",)),
    ),
    "SPSS": (
        "age,churn,PRE_1,PGR_1",
        "{age},{t},{p},{d}",
        ("churn", "1", ("PRE_1",)),
    ),
    "SPSS Modeler": (
        "age,churn,$L-churn,$LC-churn,$LP-no,$LP-yes",
        "{age},{w},{v},{c},{q},{p}",
        ("churn", "yes", ("$LP-yes",)),
    ),
    "Stata": ("age,died,phat", "{age},{t},{p}", ("died", "1", ("phat",))),
    "Azure Machine Learning": (
        "age,income,Scored Labels,Scored Probabilities",
        "{age},{t},{d},{p}",
        ("income", "1", ("Scored Probabilities",)),
    ),
}


@pytest.mark.parametrize("tool", SAMPLES)
def test_that_predictions_are_read_by_the_names_of_their_program(tool):
    header, row, (label, positive, scores) = SAMPLES[tool]
    source = table(header, row)
    roles = choose_roles(source)
    assert (roles.label, roles.positive, roles.scores) == (label, positive, scores)
    dataset = load_dataset(source, roles)
    np.testing.assert_array_equal(dataset.y_true, np.array(TRUE, bool))
    np.testing.assert_array_equal(dataset.scores[scores[0]], P)


@pytest.mark.parametrize("tool", SAMPLES)
def test_that_the_window_proposes_the_same(tool):
    header, row, (label, positive, scores) = SAMPLES[tool]
    proposal = propose_roles(table(header, row))
    assert not proposal.problems
    found = proposal.roles
    assert (found.label, found.positive, found.scores) == (label, positive, scores)


def test_that_every_program_has_a_sample():
    sampled = {tool for name in TOOLS for tool in SAMPLES if tool.startswith(name.tool)}
    assert sampled | {"H2O with names", "Orange", "scikit-learn classes_"} == set(SAMPLES)
    assert all(any(tool.startswith(one.tool) for tool in SAMPLES) for one in TOOLS)


def test_that_folds_of_tidymodels_are_no_identifiers():
    header, row, _ = SAMPLES["tidymodels"]
    by_column = propose_roles(table(header, row)).by_column
    assert (by_column["id"], by_column[".row"]) == (Role.FOLD, Role.IDENTIFIER)


@pytest.mark.parametrize("score", [".pred_bad", "P (class=bad)", "prob.bad", "confidence(bad)"])
def test_that_the_class_that_a_score_names_is_the_positive_one(score):
    source = table(f"class,truth,{score}", "{w},{n},{p}", ("good", "bad"))
    assert choose_roles(source, label="class").positive == "bad"
    assert choose_roles(source, label="class", positive="good").positive == "good"


def test_that_scores_of_both_classes_do_not_tell_which_is_positive():
    source = table("label,.pred_bad,.pred_good", "{w},{p},{q}", ("good", "bad"))
    with pytest.raises(UnclearError, match="Which value is positive"):
        choose_roles(source)
    assert propose_roles(source).problems[0].part == "positive"
    assert choose_roles(source, scores=[".pred_good"]).positive == "good"


def test_that_the_probability_of_whichever_class_was_decided_is_no_score():
    source = table(
        "age,bought,prediction_label,prediction_score",
        "{age},{t},of type {d},{c}",
    )
    problem = propose_roles(source).problems[0]
    assert problem.part == "scores"
    assert "prediction_score is the probability of the class that was decided" in problem.message


def test_that_the_decision_beside_it_tells_how_that_probability_is_read():
    source = table("age,bought,prediction_label,prediction_score", "{age},{t},{d},{c}")
    roles = choose_roles(source)
    assert roles.scores == ("prediction_score",)
    assert load_dataset(source, roles).confidences["prediction_score"].decision == (
        "prediction_label"
    )


def test_that_decisions_are_a_model_where_nothing_else_is():
    source = table("label,prediction", "{t},{d}")
    assert choose_roles(source).scores == ("prediction",)


def test_that_a_column_that_was_decided_is_never_the_true_class():
    source = table("Prediction (risk),P (risk=1)", "{v},{p}")
    assert propose_roles(source).problems[0].part == "label"


def test_that_a_response_is_the_true_class_where_nothing_else_is_called_truth():
    source = table("response,score,age", "{w},{p},{age}")
    assert choose_roles(source).label == "response"


def test_that_what_a_column_is_used_for_is_said():
    header, row, _ = SAMPLES["KNIME of two models"]
    source = table(header, row)
    uses = {use.column: use.reason for use in column_uses(source, choose_roles(source))}
    assert uses["Prediction (risk) (Confidence)"] == (
        "the probability of the class that was decided, whichever that is"
    )
    assert uses["P (risk=0) (RF)"] == "1 \u2212 P (risk=1) (RF), the same model"


@pytest.mark.parametrize(
    ("pair", "classes", "expected"),
    [
        (("no", "yes"), ("yes", "no"), True),
        (("X0", "X1"), ("0", "1"), True),
        (("default", "not_default"), ("default", "not_default"), True),
        (("Forest (no)", "Tree (yes)"), ("yes", "no"), False),
        (("no", "yes"), ("yes", "no", "maybe"), False),
        (("north", "south"), ("yes", "no"), False),
    ],
)
def test_that_names_that_differ_by_the_class_alone_are_told(pair, classes, expected):
    assert named_by_class(pair, classes) is expected


WEKA = """\
inst#,actual,predicted,error,distribution,,amount
1,1:bad,1:bad,,*0.7,0.3,250
2,2:good,1:bad,+,*0.55,0.45,80
3,2:good,2:good,,0.125,*0.875,120
4,1:?,2:good,,0.25,*0.75,15
"""
WEKA_ONE = """\
inst#,actual,predicted,error,prediction
1,1:bad,1:bad,,0.7
2,2:good,1:bad,+,0.55
3,2:good,2:good,,0.9
4,1:bad,2:good,+,0.75
"""


@pytest.mark.parametrize("limit", [text_reader.SMALL_FILE_BYTES, 0])
def test_that_the_distribution_that_weka_prints_is_a_column_a_class(tmp_path, monkeypatch, limit):
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", limit)
    (tmp_path / "p.csv").write_text(WEKA, encoding="utf-8")
    source = open_source(tmp_path / "p.csv")
    assert [column.name for column in source.columns][4:] == [
        "distribution_bad", "distribution_good", "amount",
    ]  # fmt: skip
    dataset = load_dataset(source, choose_roles(source, positive="bad"))
    assert dataset.y_true.tolist() == [True, False, False]
    assert dataset.scores["distribution_bad"].tolist() == [0.7, 0.55, 0.125]
    assert dataset.numeric["amount"].tolist() == [250, 80, 120]


def test_that_the_one_probability_that_weka_prints_is_turned_to_the_class():
    source = open_text(WEKA_ONE)
    dataset = load_dataset(source, choose_roles(source, label="actual", positive="bad"))
    assert dataset.scores["distribution_bad"].tolist() == [0.7, 0.55, 0.1, 0.25]
    assert source.format_text.endswith("predictions of Weka")


def test_that_one_probability_of_three_classes_is_refused():
    with pytest.raises(DataError, match="has 3 classes and the probability of one"):
        open_text(WEKA_ONE + "5,3:ugly,2:good,+,0.4\n")


def test_that_a_class_that_weka_does_not_write_so_is_refused_with_its_row():
    with pytest.raises(DataError, match=r'row 5 has "ugly", and Weka writes a class as 1:bad'):
        open_text(WEKA_ONE + "5,ugly,2:good,+,0.4\n")


def test_that_predictions_of_numbers_are_left_as_they_are():
    source = open_text("inst#,actual,predicted,error\n1,0,0.25,0.25\n2,1,0.5,-0.5\n")
    assert [column.name for column in source.columns] == ["inst#", "actual", "predicted", "error"]
