"""A file is read to its last byte, comments and packing among them, whatever its size."""

from __future__ import annotations

import gzip
import json
import math

import duckdb
import numpy as np
import pytest
from openpyxl import Workbook

from costcurve_gui.dataio.dataset import Dataset, load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader as source_module
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.roles.choice import choose_roles

ROWS = "".join(f"{'bad' if row % 3 else 'good'},{row}.5\n" for row in range(200))
TABLE = f"label,score\n{ROWS}".encode()


@pytest.fixture(params=["small", "large"])
def size(request, monkeypatch):
    if request.param == "large":
        monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 100)
    return request.param


def load(path, content: bytes, **chosen: object) -> Dataset:
    path.write_bytes(content)
    source = open_source(path)
    return load_dataset(source, choose_roles(source, positive="bad", **chosen))


def flipped(packed: bytes, place: int) -> bytes:
    content = bytearray(packed)
    content[place] ^= 0xFF
    return bytes(content)


PACKED = gzip.compress(TABLE, mtime=0)


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize(
    "content",
    [flipped(PACKED, -8), flipped(PACKED, -1), flipped(PACKED, 300), PACKED[:-1], PACKED[:90],
     PACKED + b"junk"],
    ids=["checksum", "length", "content", "cut by 1", "cut", "followed by junk"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["t.csv.gz", "t.jsonl.gz"])
def test_that_a_damaged_packed_file_is_refused(tmp_path, content, name):
    with pytest.raises(DataError, match="the compressed file is damaged or truncated"):
        load(tmp_path / name, content)


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize(
    "content",
    [PACKED + b"\0" * 512, gzip.compress(TABLE[:900]) + gzip.compress(TABLE[900:])],
    ids=["zero padding", "two members"],
)
def test_that_a_padded_or_divided_packed_file_is_whole(tmp_path, content):
    found, plain = load(tmp_path / "a.csv.gz", content), load(tmp_path / "b.csv", TABLE)
    np.testing.assert_array_equal(found.scores["score"], plain.scores["score"])


def test_that_a_checksum_above_the_limit_of_small_files_is_checked(tmp_path):
    big = b"label,score\n" + b"bad,1.5\ngood,0.5\n" * 260_000
    packed = gzip.compress(big, compresslevel=1)
    assert len(big) > source_module.SMALL_FILE_BYTES
    assert load(tmp_path / "t.csv.gz", packed).rows == 520_000
    with pytest.raises(DataError, match="damaged"):
        load(tmp_path / "t.csv.gz", flipped(packed, -6))


@pytest.mark.usefixtures("size")
def test_that_comment_lines_are_skipped_and_counted(tmp_path):
    head = b"# made by x, version 2, today\n\n% more\n"
    late = ROWS.encode().replace(b"good,150.5\n", b"good,150.5\n# a remark\n%\n")
    data = load(tmp_path / "t.csv", head + b"label,score\n" + late)
    assert data.rows == 200
    assert data.warnings == ("4 comment lines (# or %) skipped.",)


@pytest.mark.usefixtures("size")
def test_that_a_marked_line_with_as_many_fields_as_the_rows_is_the_header(tmp_path):
    rows = "".join(f"#{row},{'bad' if row % 2 else 'good'},{row}.5\n" for row in range(50))
    data = load(tmp_path / "t.csv", f"# by x\n#id,label,score\n{rows}".encode())
    assert data.rows == 50
    assert list(data.numeric) == ["score"]
    assert data.warnings == ("1 comment line (# or %) skipped.",)


@pytest.mark.usefixtures("size")
def test_that_a_marked_line_above_a_header_is_a_comment(tmp_path):
    data = load(tmp_path / "t.csv", b"# a,b\n" + TABLE)
    assert (data.rows, list(data.scores)) == (200, ["score"])


@pytest.mark.usefixtures("size")
def test_that_a_wrong_separator_line_is_an_error_that_names_the_row(tmp_path):
    content = b'sep=,\n#label;score\n"label";score\n' + b'"bad";1\n' * 20
    with pytest.raises(DataError, match="row 1: ',' expected after"):
        load(tmp_path / "t.csv", content)


@pytest.mark.usefixtures("size")
def test_that_an_open_quote_does_not_swallow_rows(tmp_path):
    late = TABLE.replace(b"bad,100.5", b'"bad,100.5')
    with pytest.raises(
        DataError, match="row 101: a quotation mark that opens there is never closed"
    ):
        load(tmp_path / "t.csv", late)


@pytest.mark.usefixtures("size")
def test_that_a_byte_met_late_decides_the_encoding(tmp_path):
    content = b"label,score,name\n" + b"bad,1,a\ngood,2,b\n" * 100 + b"bad,3,\x80\n"
    data = load(tmp_path / "t.csv", content, where='name == "\u20ac" or label == "good"')
    assert data.y_true.sum() == 1


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("kind", ["csv", "parquet", "json", "xlsx", "pasted"])
def test_that_whole_numbers_that_would_lose_their_order_are_refused(tmp_path, kind):
    big = [2**53 + 1, 2**53, 5]
    path = tmp_path / f"t.{kind}"
    rows = [("bad", big[0]), ("good", big[1]), ("good", big[2])]
    text = "label,score\n" + "".join(f"{label},{score}\n" for label, score in rows)
    if kind == "parquet":
        values = ", ".join(f"('{label}', {score})" for label, score in rows)
        duckdb.sql(f"SELECT * FROM (VALUES {values}) t(label, score)").write_parquet(str(path))  # noqa: S608
    elif kind == "xlsx":
        book = Workbook()
        for row in [("label", "score"), *[(label, str(score)) for label, score in rows]]:
            book.active.append(row)
        book.save(path)
    elif kind == "json":
        path.write_text(json.dumps([{"label": label, "score": score} for label, score in rows]))
    else:
        path.write_text(text)
    source = open_text(text) if kind == "pasted" else open_source(path)
    with pytest.raises(DataError, match=r"above 2\^53 in 1 row: 1 \(9007199254740993\)"):
        load_dataset(source, choose_roles(source, positive="bad"))


@pytest.mark.usefixtures("size")
def test_that_large_numbers_that_float64_holds_are_read(tmp_path):
    content = b"label,score\nbad,9007199254740992\ngood,1e300\nbad,18014398509481984\ngood,-inf\n"
    data = load(tmp_path / "t.csv", content)
    assert data.scores["score"].tolist() == [2.0**53, 1e300, 2.0**54, -math.inf]


@pytest.mark.parametrize("weight", ["1e308", "1e-320", "1e101", "-1", "inf", ""])
def test_that_extreme_weights_are_refused(weight):
    rows = f"bad,1,{weight}\ngood,2,{weight}\nbad,3,1\n"
    source = open_text(f"label,score,weight\n{rows}")
    with pytest.raises(DataError, match="weight is not a weight in 2 rows"):
        load_dataset(source, choose_roles(source, positive="bad", weight="weight"))


def test_that_values_of_several_kinds_in_json_are_labels_without_quotes(tmp_path):
    path = tmp_path / "t.json"
    path.write_text('[{"label":"bad","score":1},{"label":1,"score":2},{"label":"bad","score":3}]')
    source = open_source(path)
    data = load_dataset(source, choose_roles(source, label="label", positive="bad"))
    assert {value.text for value in data.labels} == {"bad", "1"}
