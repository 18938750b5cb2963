from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader as source_module
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.roles.choice import choose_roles
from tests.helpers.examples import examples

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.dataio.dataset import Dataset


def load(path: Path, **chosen: object) -> Dataset:
    source = open_source(path)
    return load_dataset(source, choose_roles(source, **chosen))


def complaint(path: Path) -> str:
    """Return what is wrong with a file; empty where it loads."""
    try:
        load(path)
    except DataError as fault:
        return str(fault)
    return ""


def written(folder: Path, text: str | bytes, name: str = "march.csv") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_that_a_row_with_too_few_fields_is_named(tmp_path):
    path = written(tmp_path, "label,score\nyes,0.5\nno,0.25\nyes\n")
    with pytest.raises(DataError) as caught:
        open_source(path)
    assert str(caught.value) == "Cannot read march.csv: row 3 has 1 field, the header has 2."
    assert caught.value.rows == (3,)


def test_that_blank_lines_are_no_rows_and_are_not_counted(tmp_path):
    path = written(tmp_path, "label,score\nyes,0.5\n\n \nno,0.25,9\n")
    with pytest.raises(DataError, match="row 2 has 3 fields, the header has 2"):
        open_source(path)


def test_that_text_among_scores_is_named_by_row_and_value(tmp_path):
    rows = [f"{'yes' if i % 3 else 'no'},0.{i}" for i in range(1, 31)]
    for row, text in ((18, "n.v."), (27, "-"), (30, "n.v."), (5, " "), (6, "NA"), (7, "NaN")):
        rows[row - 1] = f"yes,{text}"
    path = written(tmp_path, "label,score_mlp\n" + "\n".join(rows))
    with pytest.raises(DataError) as caught:
        load(path)
    assert str(caught.value) == (
        'score_mlp has text in 3 rows: 18 "n.v.", 27 "-", 30 "n.v.". '
        "Count as missing, or choose another column."
    )
    assert (caught.value.column, caught.value.rows) == ("score_mlp", (18, 27, 30))
    assert caught.value.located.startswith("march.csv: score_mlp has text")


def test_that_rows_left_out_by_the_filter_may_hold_text(tmp_path):
    path = written(tmp_path, "label,score,region\nyes,0.5,n\nno,bad,s\nno,0.2,n\nyes,1,n\n")
    assert load(path, scores=["score"], where='region == "n"').rows == 3
    with pytest.raises(DataError, match="score has text in 1 row: 2"):
        load(path, scores=["score"])


def test_that_one_class_only_is_refused_with_its_name_and_count(tmp_path):
    path = written(tmp_path, "label,score\ngood,0.5\ngood,0.25\n")
    with pytest.raises(DataError, match=r"^All 2 rows are good\. Curves need both classes\.$"):
        load(path)
    with pytest.raises(DataError, match=r"^All 2 rows are good\. Curves need both classes\.$"):
        load(path, positive="good")


def test_that_a_filter_that_leaves_one_class_is_refused(tmp_path):
    path = written(tmp_path, "label,score\nyes,0.5\nno,0.25\nno,0.1\n")
    with pytest.raises(DataError, match="All 2 rows kept by the filter are no"):
        load(path, where="score < 0.4")
    with pytest.raises(DataError, match="keeps none of 3 rows"):
        load(path, where="score < 0")


def test_that_an_unclear_positive_class_names_the_candidates_with_counts(tmp_path):
    path = written(tmp_path, "label,score\ngood,0.5\nbad,0.25\ngood,0.1\n")
    with pytest.raises(DataError, match=r"^Which value is positive: bad \(1\) or good \(2\)\?$"):
        load(path)


def test_that_three_classes_need_a_positive_one_and_a_word_on_the_others(tmp_path):
    path = written(tmp_path, "label,score\na,0.5\nb,0.25\nc,0.1\nb,0.3\n")
    with pytest.raises(DataError, match=r"positive: a \(1\), c \(1\) or b \(2\)\?"):
        load(path)
    dataset = load(path, positive="b", others_negative=True)
    assert dataset.y_true.tolist() == [False, True, False, True]
    assert dataset.negative_label == "not b"


def test_that_a_value_that_is_not_there_is_refused_with_those_that_are(tmp_path):
    path = written(tmp_path, "label,score\ngood,0.5\nbad,0.25\n")
    with pytest.raises(DataError, match=r'label has no value "worse"\. It has bad \(1\) and good'):
        load(path, positive="worse")


def test_that_a_wrong_column_is_refused_with_the_nearest(tmp_path):
    path = written(tmp_path, "label,score_a\nyes,0.5\nno,0.25\n")
    for chosen in ({"label": "labl"}, {"scores": ["labl"]}, {"weight": "labl"}, {"fold": "labl"}):
        with pytest.raises(DataError, match=r'No column "labl"\. Did you mean label\?'):
            load(path, **chosen)


def test_that_a_table_without_label_or_scores_says_which_is_missing(tmp_path):
    path = written(tmp_path, "a,b\n0.1,0.5\n0.3,0.25\n0.2,1\n")
    with pytest.raises(DataError, match="No column looks like a true class"):
        load(path)
    path = written(tmp_path, "label,b\nyes,x\nno,y\n")
    with pytest.raises(DataError, match="No column holds scores"):
        load(path)


def test_that_text_in_the_only_score_column_is_named(tmp_path):
    path = written(tmp_path, "label,score_a\nyes,0.5\nno,abc\nno,0.2\nyes,def\n")
    with pytest.raises(DataError, match=r'score_a has text in 2 rows: 2 "abc", 4 "def"'):
        load(path)
    path = written(tmp_path, "label,amount,score\nyes,5,high\nno,6,low\n")
    with pytest.raises(DataError, match=r'score holds text \("high"\), not numbers'):
        load(path)


def test_that_a_text_column_chosen_as_score_is_refused(tmp_path):
    path = written(tmp_path, "label,branch,score\nyes,north,1\nno,south,2\n")
    with pytest.raises(DataError, match=r'branch holds text \("north"\), not numbers'):
        load(path, scores=["branch"])


def test_that_double_names_are_refused_with_their_places(tmp_path):
    path = written(tmp_path, "label,score,score\nyes,1,2\n")
    with pytest.raises(DataError, match=r'2 columns named "score" \(columns 2, 3\)'):
        open_source(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\n\n", "blank lines only"),
        (b"label,score\n", "no rows below its header"),
        (b"\x00\x01\x02\x03" * 100, "binary data"),
        (bytes(range(1, 32)) * 40, "binary data"),
        (b"\x1f\x8b\x08\x00broken", "damaged or truncated"),
        (gzip.compress(b"label,score\nyes,1\nno,2\n" * 50)[:-12], "damaged or truncated"),
        (b"PK\x03\x04 not a workbook", "not a whole Excel workbook"),
        (b"PAR1 not a parquet file PAR1", "Cannot read march.csv"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "old Excel file"),
    ],
)
def test_that_a_file_that_is_no_table_is_refused(tmp_path, content, words):
    with pytest.raises(DataError, match=words) as caught:
        open_source(written(tmp_path, content))
    assert caught.value.file == "march.csv"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["march.parquet", "march.xlsx", "march.json"])
def test_that_a_wrong_ending_is_said(tmp_path, name):
    with pytest.raises(DataError, match=name):
        open_source(written(tmp_path, "label,score\nyes,1\n", name))


def test_that_folders_and_missing_or_locked_files_are_refused(tmp_path, monkeypatch):
    with pytest.raises(DataError, match="is a folder"):
        open_source(tmp_path)
    with pytest.raises(DataError, match="not a file that can be read"):
        open_source("/dev/zero")
    with pytest.raises(DataError, match="no such file"):
        open_source(tmp_path / "none.csv")
    with pytest.raises(DataError, match="Cannot read"):
        open_source("nul\0name.csv")
    path = written(tmp_path, "label,score\nyes,1\nno,0\n")

    def locked(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", locked)
    with pytest.raises(DataError, match=r"march\.csv: permission denied"):
        open_source(path)


def test_that_weights_must_be_numbers_from_zero_up(tmp_path):
    path = written(tmp_path, "label,score,weight\nyes,1,1\nno,0,-2\nno,0,\n")
    with pytest.raises(
        DataError, match=r"weight is not a weight in 2 rows: 2 \(-2\), 3 \(missing\)"
    ):
        load(path, weight="weight")
    path = written(tmp_path, "label,score,weight\nyes,1,0\nno,0,2\n")
    with pytest.raises(DataError, match="0 for every row of one class"):
        load(path, weight="weight")


def test_that_a_model_without_any_score_is_refused(tmp_path):
    path = written(tmp_path, "label,score_a,score_b\nyes,1,\nno,0,NA\n")
    with pytest.raises(DataError, match="score_b has no score in any row"):
        load(path, scores=["score_a", "score_b"])


def test_that_a_bad_filter_names_the_place(tmp_path):
    path = written(tmp_path, "label,score\nyes,1\nno,0\n")
    with pytest.raises(DataError, match=r'filter scor > 1: No column "scor"\. Did you mean score'):
        load(path, where="scor > 1")


@settings(
    max_examples=examples(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(content=st.binary(max_size=400))
def test_that_any_bytes_give_a_table_or_a_data_error(tmp_path, content):
    for magic in (b"", b"label,score\n", b"\x1f\x8b", b"\xff\xfe"):
        path = written(tmp_path, magic + content)
        assert "\n" not in complaint(path)


@settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(content=st.binary(max_size=200))
def test_that_any_bytes_behind_a_magic_number_give_a_data_error(tmp_path, content):
    starts = (
        ("a.csv", b"PAR1"),
        ("a.csv", b"PK\x03\x04"),
        ("a.json", b'[{"a":'),
        ("a.arff", b"@relation r\n@attribute x real\n@attribute label {a, b}\n@data\n1,a\n"),
    )
    for name, magic in starts:
        assert "\n" not in complaint(written(tmp_path, magic + content, name))


@pytest.mark.parametrize("rows", [10, 100_000])  # so that a cell longer than any is met too
def test_that_a_quotation_mark_that_is_never_closed_is_told_alike(tmp_path, rows, monkeypatch):
    body = "".join(f"{row % 2},0.{row:024}\n" for row in range(rows))
    path = written(tmp_path, f'label,score\n1,"0.5\n{body}')
    with pytest.raises(DataError, match="row 1: a quotation mark that opens there is never closed"):
        load(path)
    monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 0)
    with pytest.raises(DataError, match="row 1: a quotation mark that opens there is never closed"):
        load(path)
