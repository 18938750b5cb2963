"""Columns in memory are read as the same columns of a file are."""

import numpy as np
import pytest

from costcurve_gui.dataio.arrays import open_arrays
from costcurve_gui.dataio.cells import ABSENT, OTHER
from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.formats.opening import open_text
from costcurve_gui.dataio.table import Marks, Matches, Numbers, Texts

COLUMNS = {
    "whole": np.array([1, 0, 1, 2**53 + 1]),
    "number": np.array([0.1, np.nan, -2.0, 250.5]),
    "text": ["a", "", "b", "a"],
    "written": ["0.5", "NA", "7", "1e3"],
}
ROWS = zip(
    *(
        ["1", "0", "1", str(2**53 + 1)],
        ["0.1", "", "-2", "250.5"],
        COLUMNS["text"],
        COLUMNS["written"],
    ),
    strict=True,
)
PASTED = "\n".join(["\t".join(COLUMNS), *("\t".join(row) for row in ROWS)]) + "\n"


@pytest.fixture(params=["arrays", "text"])
def source(request):
    return open_arrays("data", COLUMNS) if request.param == "arrays" else open_text(PASTED)


def test_that_columns_have_the_kind_of_their_values(source):
    kinds = {column.name: column.kind for column in source.columns}
    assert kinds == {
        "whole": Kind.WHOLE,
        "number": Kind.NUMBER,
        "text": Kind.TEXT,
        "written": Kind.NUMBER,
    }
    assert {column.name: column.missing for column in source.columns if column.missing} == {
        "number": 1,
        "text": 1,
        "written": 1,
    }


def test_that_numbers_are_read(source):
    found = source.table.read([Numbers(name) for name in ("whole", "number", "written")]).arrays
    assert found[Numbers("whole")].tolist()[:3] == [1.0, 0.0, 1.0]
    np.testing.assert_array_equal(found[Numbers("number")], [0.1, np.nan, -2.0, 250.5])
    np.testing.assert_array_equal(found[Numbers("written")], [0.5, np.nan, 7.0, 1000.0])


def test_that_whole_numbers_which_float64_changes_are_told(source):
    asked = Numbers("whole", exact=True)
    answer = source.table.read([asked])
    assert answer.inexact[asked].rows == [3]
    assert answer.inexact[asked].texts == [str(2**53 + 1)]


def test_that_text_in_a_column_of_numbers_is_told(source):
    asked = Numbers("text")
    assert source.table.read([asked]).bad[asked].rows == [0, 2, 3]


def test_that_values_are_coded_marked_and_written(source):
    codes, marks, texts = Matches("whole", ("0", "1")), Marks("text"), Texts("number")
    found = source.table.read([codes, marks, texts]).arrays
    assert found[codes].tolist() == [2, 1, 2, OTHER]
    assert found[marks][0] == found[marks][3] != found[marks][2]
    assert found[marks][1] == 0
    assert found[texts].tolist() == ["0.1", "", "-2", "250.5"]
    first = Matches("number", ("0.1",))
    assert source.table.read([first]).arrays[first].tolist() == [1, ABSENT, OTHER, OTHER]


def test_that_values_are_counted_most_frequent_first(source):
    assert source.table.counts("whole") == {"1": 2, "0": 1, str(2**53 + 1): 1}
    assert source.table.counts("text") == {"a": 2, "b": 1}


def test_that_a_column_of_numbers_stays_one_where_the_sample_has_none():
    values = np.full(10_000, np.nan)
    values[1] = 0.5
    (column,) = open_arrays("data", {"score": values}).columns
    assert column.kind is Kind.NUMBER
