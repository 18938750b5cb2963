"""Tables in four formats hold the same cells, and no text of theirs is a formula."""

from __future__ import annotations

import csv
import math
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costcurve_gui.dataio import xlsx_writer
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.dataio.table_files import TABLE_FORMATS, write_table_file
from costcurve_gui.engine.progress import Cancelled, Progress
from tests.helpers.examples import examples

if TYPE_CHECKING:
    from pathlib import Path

HEADER = ["model", "threshold", "n", "on_hull", "note"]
COLUMNS = [
    "mlp",
    np.array([math.inf, 0.1, 1 / 3, math.nan, -1e300]),
    np.array([0, 1, 2, 3, 4], dtype=np.int32),
    np.array([True, False, True, False, True]),
    [None, "0.5", "a,b\tc", 'say "x"\nagain', "=1+1"],
]
EXAMPLES = settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def cells_of(path: Path) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Read a table with a library that had no part in writing it."""
    if path.suffix == ".xlsx":
        rows = list(openpyxl.load_workbook(path)["Table"].iter_rows(values_only=True))
        return [str(cell) for cell in rows[0]], rows[1:]
    if path.suffix == ".parquet":
        with duckdb.connect() as connection:
            found = connection.execute("SELECT * FROM read_parquet(?)", [str(path)])
            return [column[0] for column in found.description or ()], found.fetchall()
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream, delimiter="\t" if path.suffix == ".tsv" else ","))
    return rows[0], [tuple(row) for row in rows[1:]]


def plain(cell: Any) -> Any:
    """Return a cell of any of the formats as text, without the apostrophe of CSV and TSV."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, int | float):
        return repr(float(cell)).removesuffix(".0")
    try:
        return repr(float(cell)).removesuffix(".0")
    except ValueError:
        return str(cell).removeprefix("'")


@pytest.mark.parametrize("ending", [ending for ending in TABLE_FORMATS if ending != "csv"])
def test_that_a_table_has_the_cells_of_its_csv(tmp_path, ending):
    one, other = tmp_path / "t.csv", tmp_path / f"t.{ending}"
    for path in (one, other):
        write_table_file(path, HEADER, COLUMNS)
    (head, rows), (other_head, others) = cells_of(one), cells_of(other)
    assert head == other_head == HEADER
    assert [[plain(cell) for cell in row] for row in rows] == [
        [plain(cell) for cell in row] for row in others
    ]
    assert len(rows) == 5


@pytest.mark.parametrize("ending", list(TABLE_FORMATS))
@EXAMPLES
@given(numbers=st.lists(st.floats(allow_nan=False), min_size=1, max_size=12))
def test_that_every_number_reads_back_to_its_last_bit(tmp_path, ending, numbers):
    path = tmp_path / f"t.{ending}"
    write_table_file(path, ["x"], [np.array(numbers)])
    assert [float(cell) for (cell,) in cells_of(path)[1]] == numbers


@pytest.mark.parametrize("ending", list(TABLE_FORMATS))
@EXAMPLES
@given(
    texts=st.lists(
        st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(
            lambda text: text.strip("'") == text
        ),
        min_size=1,
        max_size=6,
    )
)
def test_that_every_text_reads_back(tmp_path, ending, texts):
    path = tmp_path / f"t.{ending}"
    write_table_file(path, ["text", "n"], [texts, np.arange(len(texts))])
    assert [str(row[0]).removeprefix("'") for row in cells_of(path)[1]] == texts


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-x", "@SUM(A1)", "\tx", "\r=x", "=HYPERLINK()"])
def test_that_no_text_becomes_a_formula(tmp_path, text):
    for ending in ("tsv", "xlsx", "parquet"):
        write_table_file(tmp_path / f"t.{ending}", [text, "b"], [[text], [-1.5]])
    head, [row] = cells_of(tmp_path / "t.tsv")
    assert head[0] == row[0] == f"'{text}"
    assert row[1] == "-1.5"
    sheet = openpyxl.load_workbook(tmp_path / "t.xlsx")["Table"]
    assert {sheet["A1"].data_type, sheet["A2"].data_type} == {"s"}
    assert sheet["B2"].value == -1.5
    # A program for tables reads Parquet cell by cell, so the text is left as it is.
    assert cells_of(tmp_path / "t.parquet")[1] == [(text, -1.5)]


def test_that_control_characters_do_not_spoil_a_workbook(tmp_path):
    texts = ["bell\x07", "_x0041_", "tab\there", "line\nbreak", "<&>"]
    write_table_file(tmp_path / "t.xlsx", ["text"], [texts])
    found = [row[0] for row in cells_of(tmp_path / "t.xlsx")[1]]
    assert found[2:] == texts[2:]
    assert found[0] == "bell_x0007_"  # as openpyxl gives it back; Excel shows the character
    assert found[1] == "_x005F_x0041_"


def test_that_types_stay_types_in_parquet(tmp_path):
    path = tmp_path / "t.parquet"
    write_table_file(path, HEADER, COLUMNS)
    with duckdb.connect() as connection:
        kinds = connection.execute("DESCRIBE SELECT * FROM read_parquet(?)", [str(path)]).fetchall()
    assert [kind[1] for kind in kinds] == ["VARCHAR", "DOUBLE", "INTEGER", "BOOLEAN", "VARCHAR"]


@pytest.mark.parametrize("ending", ["tsv", "xlsx", "parquet"])
def test_that_the_program_reads_what_it_writes(tmp_path, ending):
    path = tmp_path / f"t.{ending}"
    write_table_file(path, ["score", "label"], [np.array([0.1, 1 / 3, 2.5]), ["a", "b", "a"]])
    found = open_source(path).table.read([Numbers("score"), Texts("label")])
    assert found.arrays[Numbers("score")].tolist() == [0.1, 1 / 3, 2.5]
    assert found.arrays[Texts("label")].tolist() == ["a", "b", "a"]


@pytest.mark.parametrize("ending", ["tsv", "xlsx"])
def test_that_the_same_table_gives_the_same_bytes(tmp_path, ending):
    paths = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for path in paths:
        write_table_file(path, HEADER, COLUMNS)
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.parametrize("name", ["t.txt", "t", "t.xls"])
def test_that_another_ending_is_refused_with_those_there_are(tmp_path, name):
    with pytest.raises(DataError, match=r"ends in \.csv, \.tsv, \.xlsx or \.parquet"):
        write_table_file(tmp_path / name, ["a"], [[1]])
    assert list(tmp_path.iterdir()) == []


def test_that_a_table_too_long_for_a_sheet_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(xlsx_writer, "MOST_ROWS", 3)
    write_table_file(tmp_path / "t.xlsx", ["a"], [[1, 2]])
    with pytest.raises(DataError, match="Choose CSV or Parquet"):
        write_table_file(tmp_path / "more.xlsx", ["a"], [[1, 2, 3]])
    assert [path.name for path in tmp_path.iterdir()] == ["t.xlsx"]


@pytest.mark.parametrize("ending", list(TABLE_FORMATS))
def test_that_nothing_is_left_of_a_file_that_cannot_be_written(tmp_path, ending):
    with pytest.raises(DataError, match="there is no folder"):
        write_table_file(tmp_path / "gone" / f"t.{ending}", ["a"], [[1]])
    with pytest.raises(ValueError, match="lengths"):
        write_table_file(tmp_path / f"t.{ending}", ["a", "b"], [[1], [1, 2]])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["tsv", "xlsx", "parquet"])
def test_that_a_cancelled_table_leaves_what_was_there(tmp_path, ending):
    path, progress = tmp_path / f"t.{ending}", Progress()
    path.write_text("old")
    progress.cancel()
    with pytest.raises(Cancelled):
        write_table_file(path, ["a"], [np.arange(10)], progress)
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1
