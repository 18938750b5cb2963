"""Tables that share columns, written block by block, against the writer of single tables."""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costcurve_gui.dataio import csv_tables
from costcurve_gui.dataio.csv_tables import Block, SharedTable, write_tables
from costcurve_gui.dataio.csv_writer import COPIED_ROWS, write_csv
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.progress import Cancelled, Progress
from tests.helpers.examples import examples

SPECIAL = [
    *(0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 2.0**53 - 1, 2.0**53, 1e15, 1e16),
    *(1e-4, math.nextafter(1e-4, 0.0), math.nextafter(1e-4, 1.0), 2.0**52 - 0.5, 1e15 + 0.5),
]
HEADERS = {
    "wide": ("model", "x", "n", "on", "y"),
    "twice": ("name", "y", "again"),
    "one": ("m", "n"),
}
COLUMNS = {"wide": ("x", "n", "on", "y"), "twice": ("y", "y"), "one": ("n",)}
WAYS = {"plain": 40, "parallel": COPIED_ROWS}


def tables(folder):
    return [SharedTable(folder / f"{name}.csv", HEADERS[name], COLUMNS[name]) for name in HEADERS]


def columns(numbers):
    x = np.array(numbers, dtype=np.float64)
    counts = np.arange(x.size, dtype=np.uint32)
    return {"x": x, "y": np.clip(x[::-1], -1, 1), "n": counts, "on": x > 0}


def written_apart(folder, texts, cells):
    """What `write_csv` makes of each table."""
    found = {}
    for name, header in HEADERS.items():
        own = [cells[column] for column in COLUMNS[name]]
        write_csv(folder / "apart.csv", header, [np.array(texts, dtype=object), *own])
        found[name] = (folder / "apart.csv").read_bytes()
    return found


def blocks_of(texts, cells, cuts):
    """Blocks of rows that begin with one text, cut at some more places."""
    starts = {0, *(k for k in range(1, len(texts)) if texts[k] != texts[k - 1]), *cuts}
    ends = sorted({k for k in starts if k < len(texts)} | {len(texts)})
    for start, stop in pairwise(ends):
        part = {name: column[start:stop] for name, column in cells.items()}
        yield partial(Block, texts[start], part)


@pytest.mark.parametrize("way", WAYS)
@settings(
    max_examples=examples(30),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    numbers=st.lists(st.floats() | st.sampled_from(SPECIAL), min_size=1, max_size=30),
    names=st.lists(st.text(max_size=8), min_size=1, max_size=3),
    cuts=st.lists(st.integers(1, 29), max_size=4),
)
def test_that_blocks_make_the_same_bytes_as_whole_tables(tmp_path, way, numbers, names, cuts):
    texts = [names[k * len(names) // len(numbers)] for k in range(len(numbers))]
    cells = columns(numbers)
    write_tables(tables(tmp_path), blocks_of(texts, cells, cuts), WAYS[way])
    for name, content in written_apart(tmp_path, texts, cells).items():
        assert (tmp_path / f"{name}.csv").read_bytes() == content


def test_that_long_runs_of_a_number_have_its_text(tmp_path):
    numbers = np.array([[value, -value, 0.25] for value in SPECIAL]).ravel()
    cells = columns(np.repeat(numbers, 100))
    texts = ["model"] * (100 * numbers.size)
    write_tables(tables(tmp_path), blocks_of(texts, cells, ()), COPIED_ROWS)
    for name, content in written_apart(tmp_path, texts, cells).items():
        assert (tmp_path / f"{name}.csv").read_bytes() == content


def test_that_many_blocks_stay_in_their_order(tmp_path, monkeypatch):
    monkeypatch.setattr(csv_tables, "_MOST_WORKERS", 4)
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    cells = columns(np.random.default_rng(0).random(50_000))
    texts = ["model"] * 50_000
    write_tables(tables(tmp_path), blocks_of(texts, cells, range(0, 50_000, 777)), 50_000)
    for name, content in written_apart(tmp_path, texts, cells).items():
        assert (tmp_path / f"{name}.csv").read_bytes() == content


@pytest.mark.parametrize("way", WAYS)
def test_that_tables_without_rows_have_their_header(tmp_path, way):
    write_tables(tables(tmp_path), (), WAYS[way])
    assert (tmp_path / "one.csv").read_text() == "m,n\n"


@pytest.mark.parametrize("way", WAYS)
def test_that_nothing_stays_where_writing_is_cancelled(tmp_path, way):
    def cancel(done, *_):
        if done:
            raise Cancelled

    blocks = [partial(Block, "model", columns([0.5, 0.25]))] * 20
    with pytest.raises(Cancelled):
        write_tables(tables(tmp_path), blocks, WAYS[way], Progress(cancel))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("way", WAYS)
def test_that_a_fault_of_a_block_is_raised_and_leaves_nothing(tmp_path, way):
    def fail():
        raise ValueError("no such column")

    blocks = [partial(Block, "model", columns([0.5])), fail]
    with pytest.raises(ValueError, match="no such column"):
        write_tables(tables(tmp_path), blocks, WAYS[way])
    assert list(tmp_path.iterdir()) == []


def test_that_only_a_few_blocks_are_made_ahead_of_the_one_that_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    made, written = [], []

    def make(number):
        made.append(number)
        return Block("model", columns([float(number)]))

    def note(*_):
        written.append(len(made))

    write_tables(
        tables(tmp_path), (partial(make, k) for k in range(40)), COPIED_ROWS, Progress(note)
    )
    assert all(ahead <= done + 4 for done, ahead in enumerate(written))


def test_that_a_file_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "twice.csv").mkdir()
    with pytest.raises(DataError, match=r"twice\.csv"):
        write_tables(tables(tmp_path), [partial(Block, "model", columns([0.5]))], 1)
