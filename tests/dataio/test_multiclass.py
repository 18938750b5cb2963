from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.formats.text_reader import SMALL_FILE_BYTES
from costcurve_gui.dataio.multiclass_dataset import load_multiclass
from costcurve_gui.dataio.roles.choice import choose_class_scores, choose_roles
from costcurve_gui.dataio.roles.proposal import propose_roles

HEAD = "id,label,fee,proba_lynx,proba_fox,proba_hare,weight"
ROWS = (
    "1,fox,10,0.2,0.7,0.1,1",
    "2,hare,20,0.1,0.1,0.8,2",
    "3,lynx,30,0.6,0.3,0.1,1",
    "4,fox,40,0.5,0.4,0.1,1",
    "5,hare,50,0.2,0.2,0.6,3",
)


def text(head: str = HEAD, rows: tuple[str, ...] = ROWS) -> str:
    return "\n".join((head, *rows)) + "\n"


def load(content: str, *patterns: str, **choices):
    source = open_text(content)
    return load_multiclass(source, choose_class_scores(source, patterns or ["proba_*"], **choices))


def refused(content: str, *patterns: str, **choices) -> str:
    with pytest.raises(DataError) as caught:
        load(content, *patterns, **choices)
    return caught.value.located


def test_that_classes_are_named_by_the_columns_in_file_order() -> None:
    source = open_text(text())
    chosen = choose_class_scores(source, ["proba_*"])
    assert chosen.roles.label == "label"
    assert chosen.roles.classes == ("lynx", "fox", "hare")
    assert chosen.roles.scores == ("proba_lynx", "proba_fox", "proba_hare")
    (model,) = chosen.models
    assert model.name == "proba"
    assert model.columns["fox"] == "proba_fox"


def test_that_labels_become_positions_and_scores_stand_by_class() -> None:
    data = load(text(), weight="weight")
    assert data.codes.tolist() == [1, 2, 0, 1, 2]
    assert list(data.scores(data.models[0])) == ["lynx", "fox", "hare"]
    assert data.scores(data.models[0])["hare"].tolist() == [0.1, 0.8, 0.1, 0.1, 0.6]
    assert data.cases.weight.tolist() == [1, 2, 1, 1, 3]


@pytest.mark.parametrize("reference", ["lynx", "fox", "hare"])
def test_that_one_against_all_is_what_two_classes_would_have_been_read_as(reference) -> None:
    source = open_text(text())
    column = f"proba_{reference}"
    binary = load_dataset(
        source, choose_roles(source, positive=reference, scores=[column], others_negative=True)
    )
    found = load(text()).against_all(reference)
    assert found.y_true.tolist() == binary.y_true.tolist()
    assert found.scores[column].tolist() == binary.scores[column].tolist()
    assert (found.positive_label, found.negative_label) == (reference, f"not {reference}")
    assert found.missing == binary.missing == {column: 0}
    assert found.numeric["fee"].tolist() == binary.numeric["fee"].tolist()
    assert not found.y_true.flags.writeable


def test_that_the_roles_of_one_class_are_those_of_two() -> None:
    chosen = choose_class_scores(open_text(text()), ["proba_*"])
    roles = chosen.against_all("hare")
    assert (roles.positive, roles.scores) == ("hare", ("proba_hare",))


def test_that_a_reference_class_must_be_a_class() -> None:
    source = open_text(text())
    assert choose_class_scores(source, ["proba_*"], reference="fox").roles.positive == "fox"
    with pytest.raises(DataError, match='label has no value "wolf"'):
        choose_class_scores(source, ["proba_*"], reference="wolf")


def test_that_several_models_score_the_same_classes() -> None:
    content = text("label,rf_a,rf_b,rf_c,nb_c,nb_b,nb_a", ("a,1,2,3,4,5,6", "b,0,0,0,0,0,0",
                                                          "c,9,9,9,9,9,9"))  # fmt: skip
    data = load(content, "rf_*", "nb_*")
    assert [model.name for model in data.models] == ["rf", "nb"]
    assert [data.scores(model)["b"][0] for model in data.models] == [2, 5]
    assert list(data.against_all("c").scores) == ["rf_c", "nb_c"]


@pytest.mark.parametrize("pattern", ["p*", "proba_*", "proba_c*", "proba_class_*", "proba_?lass_?"])
def test_that_the_class_name_is_what_follows_the_common_part(pattern) -> None:
    rows = ("class_0,1,2,3", "class_1,0,0,1", "class_2,5,5,5")
    content = text("kind,proba_class_0,proba_class_1,proba_class_2", rows)
    data = load(content, pattern, label="kind")
    assert data.classes == ("class_0", "class_1", "class_2")
    assert data.models[0].name == "proba"


@pytest.mark.parametrize(
    ("start", "end", "pattern", "name"),
    [
        ("P (label=", ")", "P (label=*)", "P"),
        ("P (label=", ")", "P (label=*", "P"),
        ("confidence(", ")", "confidence*", "confidence"),
        (".pred_", "", ".pred_*", ".pred"),
        ("prob.", "", "prob.*", "prob."),
        ("distribution_", "", "distribution_*", "distribution"),
    ],
)
def test_that_classes_are_found_in_the_names_of_other_programs(start, end, pattern, name) -> None:
    classes = ("lynx", "fox", "hare")
    head = "id,label,fee," + ",".join(f"{start}{one}{end}" for one in classes) + ",weight"
    data = load(text(head), pattern)
    assert data.models[0].name == name
    assert data.scores(data.models[0])["hare"].tolist() == [0.1, 0.8, 0.1, 0.1, 0.6]
    [proposed] = propose_roles(open_text(text(head))).class_scores
    assert proposed == data.models[0]


def test_that_a_class_may_end_with_a_bracket_itself() -> None:
    head = "id,label,fee,p_a (1),p_b,p_c,weight"
    rows = tuple(
        f"{row},{label},1,0.2,0.3,0.5,1" for row, label in enumerate(["a (1)", "b", "c", "b", "c"])
    )
    assert list(load(text(head, rows), "p_*").classes) == ["a (1)", "b", "c"]
    [proposed] = propose_roles(open_text(text(head, rows))).class_scores
    assert proposed.columns["a (1)"] == "p_a (1)"


def test_that_a_class_is_found_however_its_number_is_written() -> None:
    data = load(text("label,proba_0,proba_1,proba_2", ("0.0,1,2,3", "1.0,0,0,1", "2.0,5,5,5")))
    assert data.classes == ("0.0", "1.0", "2.0")
    assert data.codes.tolist() == [0, 1, 2]


def test_that_the_label_is_no_score_though_a_pattern_means_it_too() -> None:
    rows = ("a,1,2,3", "b,0,0,1", "c,5,5,5")
    data = load(text("p_true,p_a,p_b,p_c", rows), "p_*", label="p_true")
    assert data.classes == ("a", "b", "c")


def test_that_folds_stay_with_the_cases() -> None:
    data = load(text(), fold="weight")
    assert data.against_all("fox").fold_names == ("1", "2", "3")


def test_that_models_whose_names_would_clash_keep_their_prefix() -> None:
    rows = ("a,1,2,3,4,5,6", "b,0,0,0,0,0,0", "c,9,9,9,9,9,9")
    data = load(text("label,p_a,p_b,p_c,p__a,p__b,p__c", rows), "p_[abc]", "p__*")
    assert [model.name for model in data.models] == ["p_", "p__"]


def test_that_a_row_without_one_score_is_left_out_for_that_model_alone() -> None:
    head = "label,a_x,a_y,a_z,b_x,b_y,b_z"
    rows = ("x,1,,3,4,5,6", "x,1,2,3,4,5,6", "y,1,2,3,4,5,6", "z,1,2,3,4,5,6")
    data = load(text(head, rows), "a_*", "b_*")
    assert np.isnan(data.scores(data.models[0])["x"]).tolist() == [True, False, False, False]
    assert not np.isnan(data.scores(data.models[1])["x"]).any()
    assert data.against_all("z").missing == {"a_z": 1, "b_z": 0}
    assert data.cases.numeric["a_x"].tolist() == [1, 1, 1, 1]
    assert data.cases.warnings == (
        "a lacks the score of a class in 1 row; they are left out for a alone.",
    )


def test_that_rows_without_a_label_and_filtered_rows_are_left_out() -> None:
    rows = (*ROWS, "6,,60,0.2,0.2,0.6,1", "7,fox,70,0.1,0.8,0.1,1")
    data = load(text(rows=rows), where="fee != 10")
    assert data.codes.tolist() == [2, 0, 1, 2, 1]
    assert data.cases.row_numbers.tolist() == [2, 3, 4, 5, 7]


def test_that_a_large_file_is_read_alike(tmp_path) -> None:
    names = np.array(["lynx", "fox", "hare"])
    codes = np.sort(np.random.default_rng(2).integers(0, 3, 150_000))
    lines = [f"{row},{names[code]},10,0.25,0.5,0.{row:06},1" for row, code in enumerate(codes)]
    path = tmp_path / "large.csv"
    path.write_text(text(rows=tuple(lines)), encoding="utf-8")
    assert path.stat().st_size > SMALL_FILE_BYTES
    source = open_source(path)
    data = load_multiclass(source, choose_class_scores(source, ["proba_*"]))
    np.testing.assert_array_equal(data.codes, codes)


@pytest.mark.parametrize(
    ("head", "patterns", "named"),
    [
        (HEAD, ["prob_*"], 'No column "prob_*"'),
        (HEAD, ["proba_[lf]*"], "means 2 columns (proba_lynx, proba_fox)"),
        (HEAD, ["proba_lynx", "proba_fox", "proba_hare"], "one pattern, such as proba_*"),
        (HEAD.replace("hare", "wolf"), ["proba_*"], "hare (2 rows); no class for proba_wolf"),
        (HEAD.replace("fee", "proba_dog"), ["proba_*"], "fit: no class for proba_dog."),
        ("id,label,fee,foxfox,hare,lynx,weight", ["[fhl][oay]*"], "no class for foxfox"),
        (HEAD, ["proba_*", "prob*"], "proba_lynx is a column of 2 models"),
        (HEAD.replace("label", "animal"), ["proba_*"], "Choose one"),
    ],
)  # fmt: skip
def test_that_columns_that_do_not_fit_are_named(head, patterns, named) -> None:
    message = refused(text(head), *patterns)
    assert named in message


def test_that_a_class_without_a_column_is_named_with_its_rows() -> None:
    message = refused(text(rows=(*ROWS, "6,wolf,60,0.2,0.2,0.6,1")))
    assert "no column for wolf (1 row)" in message
    assert message.startswith("Pasted table: ")


def test_that_two_columns_for_a_class_are_refused() -> None:
    rows = ("0,1,2,3,4", "1,0,0,1,4", "2,5,5,5,4")
    message = refused(text("label,proba_0,proba_1,proba_2,proba_2.0", rows))
    assert "2 columns for 2" in message


def test_that_text_in_a_column_is_refused() -> None:
    message = refused(text(rows=(*ROWS, "6,fox,60,low,0.2,0.6,1")))
    assert 'proba_lynx has text in 1 row: 6 "low"' in message
    words = tuple(row.replace("0.1", "low") for row in ROWS)
    assert "not numbers" in refused(text("label,proba_a,proba_b,proba_c",
                                         ("a,1,x,3", "b,1,y,3", "c,1,z,3")))  # fmt: skip
    assert "text" in refused(text(rows=words))


def test_that_a_class_that_the_filter_empties_is_refused() -> None:
    message = refused(text(), where="fee < 25")
    assert message == (
        "Pasted table: All 2 rows kept by the filter are not lynx. Curves need both classes."
    )


def test_that_a_column_of_numbers_is_no_label_of_classes() -> None:
    rows = tuple(f"{row},1,2,3" for row in range(300))
    message = refused(text("label,proba_0,proba_1,proba_2", rows))
    assert "label has 300 values, and at most 250 are told apart" in message
