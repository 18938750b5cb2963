"""Files of SAS, SPSS and Stata, written by pyreadstat and read back."""

from __future__ import annotations

import datetime
import math
import subprocess
import sys

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import registry
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.table import Texts

NAMES = ("a.sav", "a.zsav", "a.dta", "a.xpt")
LABELS = {"outcome": {1.0: "bad", 2.0: "good"}, "part": {1.0: "one"}}


def frame(rows=6):
    return pd.DataFrame(
        {
            "id": [f"{row:03}" for row in range(rows)],
            "outcome": [1.0 + row % 2 for row in range(rows)],
            "score": [row / 7 if row else math.nan for row in range(rows)],
            "part": [1.0 + row % 3 for row in range(rows)],
            "day": [datetime.date(2026, 1, 1) + datetime.timedelta(row) for row in range(rows)],
        }
    )


def written(tmp_path, name, table=None, labels=LABELS):
    path = tmp_path / name
    table = frame() if table is None else table
    match path.suffix:
        case ".sav" | ".zsav":
            packed = path.suffix == ".zsav"
            pyreadstat.write_sav(table, path, compress=packed, variable_value_labels=labels)
        case ".dta":
            pyreadstat.write_dta(table, path, variable_value_labels=labels)
        case _:
            pyreadstat.write_xport(table, path, file_format_version=8)
    return path


def texts(source, column):
    return source.table.read([Texts(column)]).arrays[Texts(column)].tolist()


@pytest.mark.parametrize("name", NAMES)
def test_that_what_was_written_is_read(tmp_path, name):
    source = open_source(written(tmp_path, name))
    table = frame()
    assert [column.name for column in source.columns] == list(table.columns)
    assert source.rows == len(table)
    assert texts(source, "id") == table["id"].tolist()
    assert texts(source, "day") == [day.isoformat() for day in table["day"]]


@pytest.mark.parametrize("name", NAMES)
def test_that_scores_are_read_to_the_last_digit_and_missing_ones_are_missing(tmp_path, name):
    source = open_source(written(tmp_path, name))
    positive = "1" if name.endswith("xpt") else "bad"  # which has no labels
    roles = choose_roles(source, label="outcome", positive=positive, scores=["score"])
    dataset = load_dataset(source, roles)
    np.testing.assert_array_equal(dataset.scores["score"], frame()["score"])
    np.testing.assert_array_equal(dataset.y_true, frame()["outcome"] == 1)


def test_that_a_renamed_file_of_spss_is_told_by_its_first_bytes(tmp_path):
    path = written(tmp_path, "a.sav")
    assert open_source(path.rename(tmp_path / "a.dat")).format_text == "SPSS"


@pytest.mark.parametrize("name", ["a.sav", "a.dta"])
def test_that_value_labels_are_the_classes_where_every_value_has_one(tmp_path, name):
    source = open_source(written(tmp_path, name))
    assert set(source.column("outcome").counts) == {"bad", "good"}
    assert set(source.column("part").counts) == {"1", "2", "3"}
    assert source.column("part").kind is Kind.WHOLE


def test_that_values_that_share_a_label_are_kept_apart(tmp_path):
    labels = {"outcome": {1.0: "same", 2.0: "same"}}
    source = open_source(written(tmp_path, "a.sav", labels=labels))
    assert set(source.column("outcome").counts) == {"1", "2"}


def test_that_values_declared_as_missing_are_missing(tmp_path):
    path = tmp_path / "a.sav"
    pyreadstat.write_sav(frame(), path, missing_ranges={"part": [2, 3]})
    assert open_source(path).column("part").missing == 4


def test_that_rows_from_all_over_a_larger_file_are_looked_at(tmp_path):
    source = open_source(written(tmp_path, "a.sav", frame(5_000)))
    assert (source.rows, source.complete, source.rows_exact) == (5_000, False, True)
    assert source.column("score").maximum == pytest.approx(4_999 / 7)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.sav", b"label,score\n1,2\n", r"named \.sav but is not such a file"),
        ("a.sav", b"$FL2@(#) broken", r"it is not a whole SPSS file \("),
        ("a.dta", b"<stata_dta><header>", r"it is not a whole Stata file \("),
        ("a.sas7bdat", b"\0" * 64, r"it is not a whole SAS file \("),
        ("a.xpt", b"HEADER RECORD*", r"it is not a whole SAS transport file \("),
    ],
)
def test_that_a_damaged_file_is_refused(tmp_path, name, content, words):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DataError, match=words):
        open_source(path)


@pytest.mark.parametrize("name", ["a.sav", "a.zsav"])
@pytest.mark.parametrize(("cases", "good"), [(5, False), (7, False), (6, True), (-1, True)])
def test_that_no_row_is_lost_where_the_header_has_another_number(tmp_path, name, cases, good):
    path = written(tmp_path, name)
    content = bytearray(path.read_bytes())
    content[80:84] = cases.to_bytes(4, "little", signed=True)
    path.write_bytes(content)
    if good:
        assert open_source(path).rows == 6
    else:
        with pytest.raises(DataError, match=f"declares {cases} rows but has 6"):
            open_source(path)


@pytest.mark.parametrize("name", ["a.sav", "a.zsav"])
def test_that_a_crash_of_the_reader_takes_nothing_with_it(tmp_path, name):
    """Its C code reads beyond its memory where a number is said to be a text of 256 letters."""
    path = written(tmp_path, name)
    content = bytearray(path.read_bytes())
    content[content.index(b"SCORE   ") + 13] = 1
    path.write_bytes(content)
    with pytest.raises(DataError, match="not a whole SPSS file"):
        open_source(path)


def test_that_reading_apart_can_be_cancelled(tmp_path):
    class CancelledError(Exception):
        pass

    class Progress:
        def advance(self, *_):
            raise CancelledError

    with pytest.raises(CancelledError):
        open_source(written(tmp_path, "a.sav"), progress=Progress())


def test_that_a_file_cut_short_is_refused(tmp_path):
    path = written(tmp_path, "a.sav", frame(500))
    path.write_bytes(path.read_bytes()[:-700])
    with pytest.raises(DataError, match="not a whole SPSS file"):
        open_source(path)


@pytest.mark.parametrize(("name", "kind"), [("a.sav", "SPSS"), ("a.sas7bdat", "SAS")])
def test_that_a_missing_extra_is_named(tmp_path, monkeypatch, name, kind):
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    path = tmp_path / name
    path.write_bytes(b"$FL2" if kind == "SPSS" else b"\0\0\0\0")
    with pytest.raises(DataError) as caught:
        open_source(path)
    assert str(caught.value) == (
        f"{name} is a file of {kind}. Reading it needs the stats extra, which brings pyreadstat: "
        'pip install "costcurve[stats]". Or save it as CSV.'
    )


def test_that_the_extra_is_loaded_for_its_files_alone(tmp_path):
    (tmp_path / "a.csv").write_text("label,score\n1,0.5\n0,0.25\n", encoding="utf-8")
    code = (
        "import sys; from costcurve_gui.dataio.formats.opening import open_source; "
        f"open_source({str(tmp_path / 'a.csv')!r}); print('pyreadstat' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_that_what_an_extra_reads_is_not_promised_but_can_be_chosen():
    assert "SPSS" not in registry.format_names()
    assert {"*.sav", "*.zsav", "*.dta", "*.xpt", "*.sas7bdat"} <= set(
        registry.name_patterns().split()
    )
