"""The writer of large tables against the one of small tables, byte by byte."""

from __future__ import annotations

import io
import math
import os
import sys

import duckdb
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costcurve_gui.dataio import csv_writer
from costcurve_gui.dataio.csv_writer import copy_table, header_line, write_csv, write_table
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import opening, text_reader
from costcurve_gui.engine.progress import Cancelled, Progress
from tests.helpers.examples import examples

SPECIAL = [
    *(0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 2.0**53 - 1, 2.0**53, 1e15, 1e16),
    *(1e-4, math.nextafter(1e-4, 0.0), math.nextafter(1e-4, 1.0), 2.0**52 - 0.5, 1e15 + 0.5),
]


def both(folder, header, columns):
    """Return what the fast and what the plain writer make of a table."""
    rows = next(len(column) for column in columns if not isinstance(column, str))
    copy_table(folder / "copied.csv", header_line(header), columns, rows)
    plain = io.StringIO()
    write_table(plain, header, columns)
    return (folder / "copied.csv").read_bytes(), plain.getvalue().encode()


@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    numbers=st.lists(st.floats() | st.sampled_from(SPECIAL), min_size=2, max_size=30),
    text=st.text(max_size=8),
)
def test_that_any_table_has_the_same_bytes(tmp_path, numbers, text):
    size = len(numbers)
    floats = np.array(numbers)
    columns = [
        text,
        floats,
        floats[::-1],
        np.clip(floats, -1, 1),
        np.arange(size),
        floats > 0,
        np.full(size, text, dtype=object),
        np.array([None, *numbers], dtype=object)[:size],
        [text, *numbers][:size],
    ]
    copied, plain = both(tmp_path, [text, *"abcdefgh"], columns)
    assert copied == plain


def test_that_every_power_of_two_and_its_neighbours_have_the_same_bytes(tmp_path):
    powers = np.ldexp(1.0, np.arange(-1074, 1024))
    around = np.concatenate([powers, np.nextafter(powers, 0), np.nextafter(powers, np.inf)])
    around = np.concatenate([around, -around])
    for values in (around, around[np.abs(around) < 2.0**53]):
        copied, plain = both(tmp_path, ["x"], [values])
        assert copied == plain


@pytest.mark.parametrize("seed", range(3))
def test_that_rates_and_scores_have_the_same_bytes(tmp_path, seed):
    rng = np.random.default_rng(seed)
    size = 30_000
    bits = rng.integers(0, 2**64, size, dtype=np.uint64).view(np.float64)
    columns = [
        rng.random(size),
        rng.integers(0, size, size) / rng.integers(1, size, size),
        np.round(rng.normal(size=size) * 10.0 ** rng.integers(-9, 9, size), 4),
        np.where(np.abs(bits) < 2.0**53, bits, 1.0),
        rng.random(size).astype(np.float32),
    ]
    copied, plain = both(tmp_path, list("abcde"), columns)
    assert copied == plain


def test_that_the_guard_against_wrong_powers_is_still_needed():
    """Once DuckDB writes them right, `_EXACT` may go."""
    ((text,),) = duckdb.execute("SELECT (2.0::DOUBLE ^ 81)::VARCHAR").fetchall()
    assert float(text) != 2.0**81


def test_that_large_tables_are_copied_into_any_name(tmp_path, monkeypatch):
    monkeypatch.setattr(csv_writer, "COPIED_ROWS", 2)
    path = tmp_path / "we'ird [*] %s é.csv"
    write_csv(path, ["a", '=b,"'], [[1.5, None], "=x,"])
    assert path.read_text(encoding="utf-8") == 'a,"\'=b,"""\n1.5,"\'=x,"\n,"\'=x,"\n'
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes are Linux's")
def test_that_large_tables_are_written_where_a_folder_is_not_utf_8(tmp_path, monkeypatch):
    monkeypatch.setattr(csv_writer, "COPIED_ROWS", 2)
    folder = tmp_path / os.fsdecode(b"f\xfc")
    folder.mkdir()
    write_csv(folder / "t.csv", ["a"], [[1.0, 2.5]])
    assert (folder / "t.csv").read_bytes() == b"a\n1\n2.5\n"


def test_that_a_folder_that_is_gone_is_named(tmp_path):
    with pytest.raises(OSError, match="gone"):
        copy_table(tmp_path / "gone" / "t.csv", "a", [np.arange(3)], 3)
    with pytest.raises(DataError, match="no folder"):
        write_csv(tmp_path / "gone" / "t.csv", ["a"], [np.arange(3)])


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
def test_that_a_full_disk_is_said_as_such():
    from pathlib import Path

    with pytest.raises(OSError, match="No space left"):
        copy_table(Path("/dev/full"), "a", [np.arange(3)], 3)


def test_that_a_cancelled_table_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(csv_writer, "COPIED_ROWS", 2)
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        write_csv(tmp_path / "t.csv", ["a"], [np.arange(3)], progress)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes are Linux's")
def test_that_duckdb_reads_a_file_whose_name_is_not_utf_8(tmp_path, monkeypatch):
    path = tmp_path / os.fsdecode(b"d\xe4ta.csv")
    path.write_text("label,score\n" + 60_000 * "1,0.5\n0,0.25\n", encoding="utf-8")
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 500_000)
    table = opening.open_source(path).table
    assert table.counts("label") == {"0": 60_000, "1": 60_000}
