from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costcurve_gui.dataio.csv_writer import write_csv
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.json_files import read_examples, read_payoff_file
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.dataio.table_kind import TableKind, table_kind
from costcurve_gui.dataio.writers import atomic_path, write_json
from tests.helpers.examples import examples

SAMPLES = Path("resources/sample_data")
# The start page offers files of scored cases of two classes.


def test_that_cells_are_written_as_the_contract_says(tmp_path):
    path = tmp_path / "roc.csv"
    columns = [
        "mlp",
        np.array([math.inf, 0.1, 1 / 3, math.nan]),
        np.array([0.0, 1.0, -2.0, 1e300]),
        np.array([0, 1, 2, 3], dtype=np.int32),
        np.array([True, False, True, False]),
        [None, 0.5, "a,b", 'say "x"'],
    ]
    write_csv(path, ["model", "threshold", "x", "n", "on_hull", "note"], columns)
    assert path.read_bytes().decode() == (
        "model,threshold,x,n,on_hull,note\n"
        "mlp,inf,0,0,true,\n"
        "mlp,0.1,1,1,false,0.5\n"
        'mlp,0.3333333333333333,-2,2,true,"a,b"\n'
        'mlp,,1e+300,3,false,"say ""x"""\n'
    )


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-x", "@SUM(A1)", "\tx", "\r=x"])
def test_that_no_text_becomes_a_formula(tmp_path, text):
    write_csv(tmp_path / "t.csv", [text, "b"], [[text, text], [-1, -0.5]])
    with (tmp_path / "t.csv").open(newline="") as stream:
        rows = list(csv.reader(stream))
    assert rows == [[f"'{text}", "b"], [f"'{text}", "-1"], [f"'{text}", "-0.5"]]


@settings(
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    numbers=st.lists(st.floats(allow_nan=False), min_size=1, max_size=20),
    texts=st.lists(st.text(max_size=8), min_size=20, max_size=20),
)
def test_that_what_is_written_reads_back_the_same(tmp_path, numbers, texts):
    texts = [text.strip().replace("\0", "") for text in texts[: len(numbers)]]
    path = tmp_path / "t.csv"
    write_csv(path, ["x", "text", "y"], [np.array(numbers), texts, numbers])
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))[1:]
    assert [float(row[0]) for row in rows] == numbers
    assert [float(row[2]) for row in rows] == numbers
    assert [row[1].removeprefix("'") for row in rows] == [text.removeprefix("'") for text in texts]


@settings(
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    numbers=st.lists(st.floats(), min_size=1, max_size=20),
    texts=st.lists(
        st.sampled_from(["a", "b c", "x,y", 'q"q', "é", "l\nm"]), min_size=20, max_size=20
    ),
)
def test_that_the_reader_understands_what_the_writer_writes(tmp_path, numbers, texts):
    path = tmp_path / "t.csv"
    texts = texts[: len(numbers)]
    write_csv(path, ["x", "text"], [np.array(numbers), texts])
    answer = open_source(path).table.read([Numbers("x"), Texts("text")])
    np.testing.assert_array_equal(answer.arrays[Numbers("x")], numbers)
    assert answer.arrays[Texts("text")].tolist() == texts


def test_that_columns_of_unequal_length_are_a_fault(tmp_path):
    with pytest.raises(ValueError, match="lengths"):
        write_csv(tmp_path / "t.csv", ["a", "b"], [[1], [1, 2]])
    assert not list(tmp_path.iterdir())


def test_that_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("old")

    def write_half() -> None:
        with atomic_path(path) as temporary:
            temporary.write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_half()
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


def test_that_a_folder_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    with pytest.raises(DataError, match=r"Cannot write t\.csv: there is no folder"):
        write_csv(tmp_path / "none" / "t.csv", ["a"], [[1]])

    def locked(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkdtemp", locked)
    with pytest.raises(DataError) as caught:
        write_csv(tmp_path / "t.csv", ["a"], [[1]])
    assert str(caught.value) == (
        "Cannot write t.csv: the folder is read-only. Choose another folder."
    )


def test_that_json_holds_numpy_values_and_infinity(tmp_path):
    path = tmp_path / "t.json"
    write_json(
        path, {"a": np.float64(0.1), "b": (math.inf, math.nan), "c": np.arange(2), "p": path}
    )
    assert json.loads(path.read_text()) == {
        "a": 0.1,
        "b": ["inf", None],
        "c": [0, 1],
        "p": str(path),
    }


def test_that_a_payoff_file_is_read(tmp_path):
    path = tmp_path / "p.json"
    path.write_text('{"tp": "0", "fp": 0, "fn": "-amount", "tn": 0.05}')
    assert read_payoff_file(path) == {"tp": "0", "fp": "0", "fn": "-amount", "tn": "0.05"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"tp": 0}', "must hold the four cells"),
        ("[1]", "must hold the four cells"),
        ('{"tp": [], "fp": 0, "fn": 0, "tn": 0}', '"tp" must be a number or an expression'),
        ('{"tp": true, "fp": 0, "fn": 0, "tn": 0}', '"tp" must be a number or an expression'),
        ("{\n oops", "line 2 is not JSON"),
        ("[" * 100_000, "it is not JSON"),
    ],
)
def test_that_a_bad_payoff_file_is_refused(tmp_path, content, words):
    path = tmp_path / "p.json"
    path.write_text(content)
    with pytest.raises(DataError, match=words):
        read_payoff_file(path)
    with pytest.raises(DataError, match="Cannot read none"):
        read_payoff_file(tmp_path / "none.json")


def test_that_every_shipped_example_fits_its_file():
    examples = read_examples(SAMPLES)
    assert [example.title for example in examples][:1] == ["German credit"]
    shipped = {file.name for file in SAMPLES.glob("*.csv")} - {"cases_august.csv"}  # no labels
    assert {example.path.name for example in examples} == shipped
    for example in examples:
        source = open_source(example.path)
        if table_kind(source) is not TableKind.CONFUSION:
            assert example.positive in source.column(example.label).counts
        assert set(example.payoff) == {"tp", "fp", "fn", "tn"}
