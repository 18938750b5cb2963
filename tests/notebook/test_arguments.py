"""What `compare` takes, and how it refuses the rest: with the argument named."""

import inspect
import re
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import costcurve_gui
from costcurve_gui import compare
from costcurve_gui.notebook.columns import as_cells

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "sample_data"
RNG = np.random.default_rng(0)
ROWS = 60
BAD = RNG.random(ROWS) < 0.4
SCORE = BAD * 0.5 + RNG.random(ROWS)
OTHER = RNG.random(ROWS)
LABELS = np.where(BAD, "bad", "good")
CLASSES = RNG.choice(["a", "b", "c"], ROWS)
DATA = pd.DataFrame({"amount": RNG.gamma(2, 100, ROWS), "segment": RNG.choice(["x", "y"], ROWS)})


def auc(y_true, scores=None, **options):
    return compare(y_true, scores, **{"bootstrap": 0, **options}).tables["models"]["auc"].tolist()


EXPECTED = auc(BAD, {"m": SCORE})


@pytest.mark.parametrize(
    ("y_true", "options"),
    [
        (BAD.tolist(), {}),
        (BAD.astype(int), {}),
        (np.where(BAD, 1.0, -1.0), {}),
        (np.where(BAD, "yes", "no"), {}),
        (LABELS, {"pos_label": "bad"}),
        (pd.Series(LABELS), {"pos_label": "bad"}),
        (pd.Categorical(LABELS), {"pos_label": "bad"}),
        (pd.array(BAD, dtype="boolean"), {}),
        (pd.array(BAD.astype(int), dtype="Int64"), {}),
        (BAD.astype(object), {"pos_label": True}),
        (BAD.astype(int), {"pos_label": np.int64(1), "bootstrap": np.int64(0)}),
        (BAD[:, None], {}),
    ],
)
def test_that_labels_of_every_kind_are_the_same_labels(y_true, options):
    assert auc(y_true, {"m": SCORE}, **options) == EXPECTED


@pytest.mark.parametrize(
    "scores",
    [
        {"m": SCORE.tolist()},
        pd.DataFrame({"m": SCORE}),
        pd.Series(SCORE, name="m"),
        SCORE,
        [pd.Series(SCORE, name="m")],
        {"m": np.column_stack([-SCORE, SCORE])},
        {"m": pd.DataFrame({True: SCORE, False: -SCORE})},
        {"m": np.log(np.column_stack([1.7 - SCORE, SCORE + 0.3]) / 2)},
        np.column_stack([-SCORE, SCORE]),
        {"m": pd.array(SCORE, dtype="Float64")},
        {"m": [str(value) for value in SCORE]},
        {"m": np.ma.masked_array(SCORE, mask=False)},
    ],
)
def test_that_scores_of_every_kind_are_the_same_scores(scores):
    assert auc(BAD, scores) == EXPECTED


def test_that_a_matrix_of_probabilities_has_the_classes_in_the_order_of_unique():
    matrix = np.column_stack([SCORE, -SCORE])  # bad comes before good
    assert auc(LABELS, {"m": matrix}, pos_label="bad") == EXPECTED


def test_that_a_matrix_whose_columns_are_named_by_the_classes_goes_by_the_names():
    matrix = pd.DataFrame({"good": -SCORE, "bad": SCORE})
    assert auc(LABELS, {"m": matrix}, pos_label="bad") == EXPECTED


@pytest.mark.parametrize(
    "names",
    [("p1", "p0"), (".pred_1", ".pred_0"), ("P (y=1)", "P (y=0)"), ("yes", "no"), (1, 0),
     ("p_True", "p_False"), ("rf (positive)", "rf (negative)"), ("class_1_p", "class_0_p")],
)  # fmt: skip
def test_that_the_columns_of_a_frame_go_by_every_name_that_files_know(names):
    matrix = pd.DataFrame(dict(zip(names, (SCORE, 1 - SCORE), strict=True)))
    assert auc(BAD, {"m": matrix}) == EXPECTED
    assert auc(BAD, {"m": matrix[list(reversed(names))]}) == EXPECTED
    assert auc(BAD, {"m": matrix}, pos_label=0) == pytest.approx(EXPECTED)


@pytest.mark.parametrize("names", [("a", "b"), ("1", "2"), ("good", "bad"), ("p0", "p00")])
def test_that_a_frame_whose_names_tell_no_class_is_refused(names):
    matrix = pd.DataFrame(dict(zip(names, (1 - SCORE, SCORE), strict=True)))
    with pytest.raises(ValueError, match=r"scores\['m'\] has the columns .*to_numpy\(\)"):
        compare(BAD, {"m": matrix}, bootstrap=0)
    assert auc(BAD, {"m": matrix.to_numpy()}) == EXPECTED


def test_that_numbered_columns_do_not_name_classes_of_text():
    matrix = pd.DataFrame(np.column_stack([SCORE, 1 - SCORE]))  # bad comes before good
    with pytest.raises(ValueError, match="has the columns 0 and 1"):
        compare(LABELS, {"m": matrix}, pos_label="bad", bootstrap=0)


def test_that_p_and_its_complement_in_a_frame_are_one_model():
    matrix = pd.DataFrame({"p0": 1 - SCORE / 2, "p1": SCORE / 2, "o": OTHER})
    assert compare(BAD, matrix, bootstrap=0).models == ["p1", "o"]
    other = matrix.rename(columns={"p0": "a", "p1": "b"})
    assert compare(BAD, other, bootstrap=0).models == ["a", "b", "o"]


@pytest.mark.parametrize(
    "mask",
    [BAD | (OTHER < 0.5), pd.Series(BAD | (OTHER < 0.5)), (BAD | (OTHER < 0.5)).tolist(),
     pd.array(BAD | (OTHER < 0.5), dtype="boolean"), "use"],
)  # fmt: skip
def test_that_a_mask_as_sample_weight_leaves_rows_out(mask):
    kept = BAD | (OTHER < 0.5)
    data = DATA.assign(use=kept)
    assert auc(BAD, {"m": SCORE}, sample_weight=mask, data=data) == auc(
        BAD[kept], {"m": SCORE[kept]}
    )


def test_that_models_are_series_or_names_of_columns_of_data():
    named = [pd.Series(SCORE, name="m"), pd.Series(OTHER, name="o")]
    assert compare(BAD, named, bootstrap=0).models == ["m", "o"]
    data = DATA.assign(m=SCORE, o=OTHER)
    assert auc(BAD, ["m"], data=data, fn="-amount") == EXPECTED
    assert compare(BAD, ("o", "m"), data=data, bootstrap=0).models == ["o", "m"]


def test_that_missing_scores_and_constant_ones_are_compared():
    found = compare(
        BAD, {"gappy": np.where(OTHER < 0.1, None, SCORE), "flat": np.ones(ROWS)}, bootstrap=0
    )
    gaps = np.count_nonzero(OTHER < 0.1)
    assert (
        f"gappy has no value in {gaps} rows; they are left out for gappy alone." in found.warnings
    )
    models = found.tables["models"].set_index("model")
    assert models.loc["gappy", "missing"] == gaps
    assert models.loc["flat", "auc"] == 0.5


def test_that_a_payoff_may_be_a_value_a_case():
    by_name = compare(BAD, {"m": SCORE}, data=DATA, fn="-amount", bootstrap=0)
    by_value = compare(BAD, {"m": SCORE}, fn=-DATA["amount"], bootstrap=0)
    assert by_value.decision().expected_cost == by_name.decision().expected_cost


def test_that_weights_groups_and_folds_are_arrays_or_names():
    data = DATA.assign(weight=OTHER + 0.1, customer=np.arange(ROWS) // 3, part=np.arange(ROWS) % 3)
    named = {"sample_weight": "weight", "groups": "customer", "fold": "part"}
    given = {name: data[column] for name, column in named.items()}
    by_name = compare(BAD, {"m": SCORE}, data=data, bootstrap=20, **named)
    by_value = compare(BAD, {"m": SCORE}, bootstrap=20, **given)
    for table in ("models", "selection", "folds"):
        found = by_value.tables[table].replace("groups of groups", "groups of customer", regex=True)
        pd.testing.assert_frame_equal(by_name.tables[table], found)


def test_that_a_column_that_is_a_model_may_also_stand_in_data():
    data = DATA.assign(m=SCORE, y_true=BAD)
    assert auc(BAD, data[["m"]], data=data) == EXPECTED


def shuffled(values):
    return pd.Series(values).sample(frac=1, random_state=1)


REFUSED = {
    "labels too few": (BAD[:-1], {"m": SCORE}, {}, "scores['m'] has 60 values, and y_true has 59"),
    "data too short": (BAD, {"m": SCORE}, {"data": DATA[:-1]}, "data['amount'] has 59 values"),
    "weights too short": (BAD, {"m": SCORE}, {"sample_weight": OTHER[1:]}, "sample_weight has 59"),
    "a label missing": ([None, *LABELS[1:]], {"m": SCORE}, {}, "y_true has no label in 1 row: 1"),
    "one class": (np.ones(ROWS), {"m": SCORE}, {}, "y_true has one class only, 1"),
    "no positive": (LABELS, {"m": SCORE}, {}, "bad (25) or good (35)? Name it with pos_label"),
    "unknown positive": (LABELS, {"m": SCORE}, {"pos_label": "x"}, "pos_label: y_true has no"),
    "third value": (CLASSES, {"m": SCORE}, {"pos_label": "a"}, "others negative"),
    "prior of classes": (CLASSES, RNG.random((ROWS, 3)), {"prior": 0.1}, "pos_label"),
    "no cost column": (BAD, {"m": SCORE}, {"data": DATA, "fn": "-amont"}, "fn '-amont': No column"),
    "cost of no sign": (BAD, {"m": SCORE}, {"fn": 5}, "fn: the cost of the error is negative"),
    "prior beyond 1": (BAD, {"m": SCORE}, {"prior": 2}, "prior: 2 is not between 0 and 1"),
    "prior of text": (BAD, {"m": SCORE}, {"prior": "x"}, "prior: 'x' is not a number"),
    "no population": (BAD, {"m": SCORE}, {"capacity": 3}, "capacity needs population"),
    "no such group": (BAD, {"m": SCORE}, {"groups": "x"}, "groups: there is no column 'x'"),
    "odd weights": (BAD, {"m": SCORE}, {"sample_weight": -OTHER}, "sample_weight is not a weight"),
    "filter": (BAD, {"m": SCORE}, {"data": DATA, "where": "x > 1"}, "where x > 1: No column"),
    "text scores": (BAD, {"m": LABELS}, {}, "scores: m holds text"),
    "no scores": (BAD, {}, {}, "scores has no column"),
    "too wide": (BAD, {"m": np.zeros((ROWS, 3))}, {}, "scores['m'] has the shape (60, 3)"),
    "two models": (
        BAD,
        np.column_stack([SCORE, OTHER]),
        {},
        "scores['model'] has two columns that do not add up",
    ),
    "rows for columns": (BAD, [SCORE, OTHER], {}, "several models are a dict {name: column}"),
    "two series": (BAD, [pd.Series(SCORE, name="m")] * 2, {}, "scores has two Series of one name"),
    "no column": (BAD, ["q"], {"data": DATA}, "scores: there is no column 'q' in data"),
    "no score column": (SAMPLES / "sonar_cv10.csv", "q", {"pos_label": "M"}, "scores: "),
    "a name twice": (BAD, {"amount": SCORE}, {"data": DATA}, "data['amount'] and scores['amount']"),
    "another order": (pd.Series(BAD), {"m": shuffled(SCORE)}, {}, "scores['m'] has the index"),
    "points": (BAD, {"m": SCORE}, {"points": 1}, "points: '1' is neither"),
    "level": (BAD, {"m": SCORE}, {"confidence": 90}, "confidence: 90 is not above 0 and below 1"),
    "no such model": (BAD, {"m": SCORE}, {"lower_is_positive": "x"}, "lower_is_positive: No model"),
    "payoff of nothing": (BAD, {"m": SCORE}, {"fn": np.nan}, "fn: nan is not a number"),
    "one name": (
        BAD,
        pd.DataFrame(np.ones((ROWS, 2)), columns=["a", "a"]),
        {},
        "columns named 'a'",
    ),
    "no name": (BAD, {"": SCORE}, {}, "scores has a column without a name"),
    "no file": ("nowhere.csv", None, {}, "y_true: Cannot read nowhere.csv"),
}


@pytest.mark.parametrize(("y_true", "scores", "options", "said"), REFUSED.values(), ids=REFUSED)
def test_that_what_cannot_be_used_is_refused_with_its_argument(y_true, scores, options, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        compare(y_true, scores, **{"bootstrap": 0, **options})


class Lazy:
    """A table that is still to be computed, as polars has them."""

    def collect(self):
        raise NotImplementedError


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"max_frp": 0.1}, "did you mean max_fpr?"),
        ({"weights": OTHER}, "did you mean sample_weight?"),
        ({"scores": None}, "scores is missing"),
        ({"label": "x"}, "label goes with a file"),
        ({"data": [1, 2]}, "data must be a DataFrame or a dict, not list"),
        ({"sample_weight": OTHER, "weight": "amount"}, "are the same; give one of them"),
        ({"prior": [0.1]}, "prior: [0.1] is neither a number nor text"),
        ({"where": OTHER > 0.5}, "where: ndarray is neither a number nor text"),
        ({"data": Lazy()}, "data is a Lazy; hand over data.collect()"),
        ({"max_fpr": True}, "max_fpr: True is neither a number nor text"),
    ],
)
def test_that_arguments_of_another_type_are_refused(options, said):
    with pytest.raises(TypeError, match=re.escape(said)):
        compare(BAD, **{"scores": {"m": SCORE}, "bootstrap": 0, **options})


def test_that_series_with_other_labels_align_by_position():
    apart = pd.Series(SCORE, index=range(100, 100 + ROWS))
    assert auc(pd.Series(BAD), {"m": apart}) == EXPECTED


def test_that_an_unknown_table_or_criterion_is_refused_with_what_there_is():
    found = compare(BAD, {"m": SCORE}, bootstrap=0)
    with pytest.raises(KeyError, match="did you mean 'selection'"):
        found.tables["selektion"]
    with pytest.raises(ValueError, match="criterion: 'workforce' is none of recommended, min_cost"):
        found.decision("workforce")


def test_that_a_decision_for_each_of_several_classes_needs_one_of_them():
    scores = {"m": RNG.random((ROWS, 3))}
    found = compare(CLASSES, scores, bootstrap=0)
    assert found.models == ["m"]
    assert all(f"<td>{name}</td>" in found._repr_html_() for name in "abc")
    with pytest.raises(ValueError, match="choose one with pos_label, such as pos_label='a'"):
        found.decision()
    against_others = compare(CLASSES, scores, pos_label="b", bootstrap=0)
    assert [against_others.decision().model] == against_others.models == ["m_b"]


def test_that_models_of_several_classes_may_have_names_that_begin_alike():
    scores = {name: RNG.random((ROWS, 3)) for name in ("rf", "rf_tuned", "rf [2]", "*")}
    assert compare(CLASSES, scores, bootstrap=0).models == list(scores)
    with pytest.raises(ValueError, match="a single one of x"):
        compare(CLASSES, {**scores, "x": SCORE}, bootstrap=0)


def test_that_a_policy_is_plain_data_about_the_scores_as_they_are():
    found = compare(BAD, {"m": -SCORE}, lower_is_positive=["m"], bootstrap=0, prior=0.3)
    policy = found.policy("youden")
    (rule,) = policy["policies"]
    assert policy["format"] == "costcurve-policy"
    assert rule["lower_is_positive"] is True
    assert rule["threshold"] == -found.decision("youden").threshold
    decided = rule["threshold"] >= -SCORE
    assert rule["expected"]["tpr"] == pytest.approx(decided[BAD].mean())


def test_that_a_policy_says_where_it_cannot_be_applied_to_rows():
    found = compare(BAD, {"m": SCORE}, derive="calibrated:m", bootstrap=0)
    rules = {name: found.policy(name)["policies"][0] for name in ("min_cost", "youden")}
    for rule in rules.values():
        assert rule["applicable"] is (rule["model"] == "m")
        assert bool(rule["reason"]) is not rule["applicable"]
    family = compare(SAMPLES / "breast_cancer_family.csv", bootstrap=0)
    assert family.policy()["policies"][0]["applicable"] is False


def test_that_a_policy_that_acts_on_nobody_says_none():
    found = compare(BAD, {"m": -SCORE}, bootstrap=0, prior=0.001)
    assert found.policy()["policies"][0]["threshold"] == "none"


def test_that_the_front_door_has_the_names_of_its_contract():
    names = list(inspect.signature(compare).parameters)
    assert names[:8] == ["y_true", "scores", "pos_label", "data", "tp", "fp", "fn", "tn"]
    defaults = {name: one.default for name, one in inspect.signature(compare).parameters.items()}
    assert [defaults[cell] for cell in ("tp", "fp", "fn", "tn")] == [0, -1, -1, 0]
    assert {"compare", "Comparison", "Decision"} <= set(dir(costcurve_gui))
    with pytest.raises(AttributeError, match="no attribute 'compere'"):
        _ = costcurve_gui.compere


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, None, Decimal("2.5")], [1.0, np.nan, 2.5]),
        ([1, 2, 2**60], [1, 2, 2**60]),
        ([1, "a", None], ["1", "a", ""]),
        ([True, None], ["True", ""]),
        ([None, np.nan], ["", ""]),
        (pd.array(["a", pd.NA], dtype="string"), ["a", ""]),
        (pd.to_datetime(["2024-02-01", None]), ["2024-02-01", ""]),
        (pd.to_datetime(["2024-02-01 10:30", None]), ["2024-02-01 10:30:00", ""]),
        (np.array(["a", "b"]), ["a", "b"]),
        (np.array([1, 0], dtype=np.int8), [1, 0]),
    ],
)
def test_that_objects_are_numbers_where_all_are_and_else_texts(values, expected):
    found = list(as_cells(values, "data"))
    np.testing.assert_array_equal(found, expected)


def test_that_text_far_down_a_column_of_numbers_makes_it_text():
    values = [0.5] * 5_000
    values[4_321] = "x"
    cells = as_cells(values, "data")
    assert cells[4_321] == "x"
    assert cells[:2] == ["0.5", "0.5"]
    assert len(cells) == 5_000


def test_that_the_name_of_a_column_is_not_taken_for_a_file():
    with pytest.raises(TypeError, match=re.escape("hand over data['segment']")):
        compare("segment", {"m": SCORE}, data=DATA)


def test_that_a_comparison_says_how_its_file_was_read_in_arguments(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("Scores of May\n\ny,score\n1,0.9\n0,0.4\n1,0.35\n0,-999\n")
    made = compare(path, pos_label=1, bootstrap=0)
    assert made.notes == ["2 lines above the header left out. Else say skip 0."]
    assert any("; if that stands for none, missing_values -999 " in one for one in made.warnings)
