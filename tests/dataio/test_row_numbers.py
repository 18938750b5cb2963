import json

import duckdb
import numpy as np
import pandas as pd
import pytest

from costcurve_gui import compare
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.column_uses import column_uses
from costcurve_gui.dataio.roles.findings import Inquiry, find
from costcurve_gui.dataio.roles.proposal import propose_roles

NUMBERS = (950, 12, 977, 3, 961, 45)
LABELS = (1, 0, 1, 0, 1, 0)
FOREST = (0.7, 0.4, 0.35, 0.5, 0.8, 0.2)
NAMES = (
    *("", "Unnamed: 0", "Unnamed: 0.1", "X", "...1", "rowname", "row.names", "__index_level_0__"),
    *("V1", "nr", "No.", "obs", "level_0", "rn"),
)


def scores_of(text):
    return propose_roles(open_text(text)).roles.scores


def with_first(name, numbers=NUMBERS, separator=","):
    rows = zip(numbers, LABELS, FOREST, strict=True)
    lines = [separator.join(map(str, row)) for row in rows]
    return "\n".join([separator.join((name, "y", "rf")), *lines, ""])


@pytest.mark.parametrize("name", NAMES)
def test_that_shuffled_row_numbers_are_no_model(name):
    assert scores_of(with_first(name)) == ("rf",)
    assert scores_of(with_first(name, separator=";")) == ("rf",)
    assert scores_of(with_first(name, [f"{one}.0" for one in NUMBERS])) == ("rf",)


def test_that_row_numbers_are_said_to_be_left_out():
    source = open_text(with_first("Unnamed: 0"))
    uses = {one.column: one.described for one in column_uses(source, choose_roles(source))}
    assert uses["Unnamed: 0"] == "Unnamed: 0 (row numbers)"


def test_that_row_numbers_that_repeat_ask_nothing_about_long_format():
    proposal = propose_roles(open_text(with_first("", (0, 1, 2, 0, 1, 2))))
    assert (proposal.roles.scores, proposal.problems) == (("rf",), ())
    assert proposal.by_column["column_1"] is Role.COST


@pytest.mark.parametrize("name", ["points", "2024", "score_1", "xgb", "age7", "v2"])
def test_that_whole_numbers_with_a_name_of_their_own_are_a_model(name):
    assert name in scores_of(with_first(name))


def test_that_fractions_are_a_model_whatever_they_are_called():
    for name in ("", "X", "Unnamed: 0"):
        assert len(scores_of(with_first(name, (0.9, 0.1, 0.8, 0.3, 0.5, 0.2)))) == 2


def test_that_a_nameless_true_class_is_no_row_number():
    assert (
        propose_roles(open_text(",score\n1,0.9\n0,0.4\n1,0.3\n0,0.1\n")).roles.label == "column_1"
    )


def test_that_the_only_numbers_are_a_model_unless_they_are_row_names():
    rows = [f"{number},{label}" for number, label in zip(NUMBERS, LABELS, strict=True)]
    assert scores_of("\n".join(["x,y", *rows, ""])) == ("x",)
    with pytest.raises(DataError, match=r"column_1 numbers the rows"):
        choose_roles(open_text("\n".join([",y", *rows, ""])))
    assert choose_roles(open_text("\n".join([",y", *rows, ""])), scores=["column_1"]).scores


def test_that_what_a_parquet_file_calls_its_index_is_no_model(tmp_path):
    frame = pd.DataFrame({"stop": NUMBERS, "y": LABELS, "rf": FOREST})  # noqa: F841 - DuckDB reads it
    duck = duckdb.connect()
    for index, scores in (("stop", ("rf",)), ("", ("stop", "rf"))):
        path = tmp_path / f"of_{index}.parquet"
        levels = json.dumps({"index_columns": [index, {"kind": "range"}]})
        how = f"(FORMAT parquet, KV_METADATA {{pandas: '{levels}'}})"
        duck.execute(f"COPY frame TO '{path}' {how}")
        assert choose_roles(open_source(path)).scores == scores


@pytest.mark.parametrize("ending", [".xlsx", ".json", ".csv"])
def test_that_the_row_numbers_of_pandas_are_found_in_other_formats(tmp_path, ending):
    frame = pd.DataFrame({"y": LABELS, "rf": FOREST}, index=NUMBERS)
    path = tmp_path / f"a{ending}"
    if ending == ".xlsx":
        frame.to_excel(path)
    elif ending == ".csv":
        frame.to_csv(path)
    else:
        frame.reset_index().to_json(path, orient="records")
    assert choose_roles(open_source(path)).scores == ("rf",)


def test_that_a_perfect_score_of_consecutive_numbers_is_doubted():
    order = np.random.default_rng(1).permutation(np.arange(1, 21)).tolist()
    rows = [f"{at},{int(at > 12)},{at % 7}" for at in order]
    source = open_text("\n".join(["points,y,rf", *rows, ""]))
    roles = choose_roles(source)
    assert roles.scores == ("points", "rf")
    (warning,) = load_dataset(source, roles).warnings
    assert warning == (
        "points parts the classes perfectly and is the whole numbers from 1 to 20, as numbers of "
        "rows that were sorted by class are: if it numbers the rows, choose the scores without it "
        "(--scores)."
    )
    found = find(source, Inquiry(roles)).columns
    assert found["points"].level == "doubt"
    assert found["points"].text == "AUC 1.000, 1 to 20: numbers of sorted rows?"


def test_that_a_first_score_that_numbers_the_rows_in_any_order_is_doubted():
    rows = [f"{a},{b},{c}" for a, b, c in zip((6, 1, 3, 2, 5, 4), LABELS, FOREST, strict=True)]
    for name, doubted in (("points", True), ("rank", False), ("score_a", False)):
        source = open_text("\n".join([f"{name},y,score_b", *rows, ""]))
        roles = choose_roles(source, scores=[name, "score_b"])
        assert roles.scores == (name, "score_b")
        said = " ".join(load_dataset(source, roles).warnings)
        assert ("is the whole numbers from 1 to 6, each once" in said) is doubted
        text = find(source, Inquiry(roles)).columns[name].text
        assert text.endswith("1 to 6: numbers of rows?") is doubted


@pytest.mark.parametrize("numbers", [(9, 1, 8, 2, 7, 3), (6, 1, 3, 2, 5, 4), (0.6, 0.1, 0.4, 0.2)])
def test_that_other_scores_are_not_doubted(numbers):
    rows = [f"{one},{label}" for one, label in zip(numbers, LABELS, strict=False)]
    source = open_text("\n".join(["points,y", *rows, ""]))
    assert load_dataset(source, choose_roles(source)).warnings == ()


def test_that_compare_refuses_a_frame_with_row_numbers():
    frame = pd.DataFrame({"Unnamed: 0": NUMBERS, "rf": FOREST})
    with pytest.raises(ValueError, match=r"scores has the column 'Unnamed: 0'.*drop\(columns="):
        compare(np.array(LABELS), frame, bootstrap=0)
    points = frame.rename(columns={"Unnamed: 0": "points"})
    assert list(compare(np.array(LABELS), points, bootstrap=0).models) == ["points", "rf"]


def test_that_shuffled_row_numbers_without_any_header_are_no_model():
    rows = zip((17, 3, 44, 2, 9, 5), LABELS, FOREST, strict=True)
    text = "".join(f"{number},{label},{score}\n" for number, label, score in rows)
    assert scores_of(text) == ("column_3",)
    assert scores_of("".join(f"{points},{y}\n" for points, y in zip(NUMBERS, LABELS, strict=True)))
