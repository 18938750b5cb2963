"""Rows of a large file come in the order of the file, whatever is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import numpy as np

from costcurve_gui.dataio.formats.duckdb_connection import DuckFile
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.table import Marks, Matches, Numbers, Texts

if TYPE_CHECKING:
    from pathlib import Path

ROWS = 500_000  # enough for two threads to read at the same time


def test_that_rows_keep_their_order_in_every_reading(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    columns = "'K' || i AS id, if(i % 3 = 0, 'good', 'bad') AS label, i AS score, 'a word' AS note"
    duckdb.sql(f"SELECT {columns} FROM range({ROWS}) rows(i)").write_csv(str(path))  # noqa: S608
    table = open_source(path).table
    score = Numbers("score")
    for request in (Texts("id"), Matches("label", ("bad",)), Marks("id"), Texts("id")):
        answer = table.read([request, score])
        assert np.array_equal(answer.arrays[score], np.arange(ROWS))


def test_that_a_list_of_words_makes_no_join(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a\n1\n")
    words = ", ".join(f"'{i}'" for i in range(40))
    query = f"EXPLAIN SELECT a::VARCHAR IN ({words}) FROM read_csv('{path}')"  # noqa: S608
    with DuckFile(path) as duck:
        plan = str(duck.rows(query))
    assert "JOIN" not in plan.upper()
