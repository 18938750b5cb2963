"""Numbers that a float64 does not tell apart are refused with their rows, in every format."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui import compare
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.roles.choice import choose_roles

if TYPE_CHECKING:
    from pathlib import Path

PAIRS = {
    "tiny": ("1e-410", "1e-420"),
    "huge": ("1e400", "2e400"),
    "fine": ("0.12345678901234567891", "0.12345678901234567892"),
    "whole": ("9007199254740993.0", "9007199254740992.0"),
}


def refused(path: Path) -> str:
    source = open_source(path)
    with pytest.raises(DataError) as caught:
        load_dataset(source, choose_roles(source, positive="1"))
    return caught.value.message


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("name", ["a.csv", "a.json", "a.jsonl", "large.csv"])
def test_that_numbers_that_collapse_are_refused(tmp_path, monkeypatch, pair, name):
    if name == "large.csv":
        monkeypatch.setattr("costcurve_gui.dataio.formats.text_reader.SMALL_FILE_BYTES", 40)
    first, second = PAIRS[pair]
    rows = [("1", first), ("0", second), ("1", "0.25"), ("0", "0.125")]
    if name.endswith("csv"):
        content = "y,score\n" + "".join(f"{y},{score}\n" for y, score in rows)
    else:
        lines = [f'{{"y":{y},"score":{score}}}' for y, score in rows]
        content = "\n".join(lines) if name == "a.jsonl" else f"[{','.join(lines)}]"
    (tmp_path / name).write_text(content)
    assert "float64 does not tell apart in" in refused(tmp_path / name)


def test_that_decimals_of_parquet_are_told_apart(tmp_path):
    import duckdb

    cells = ", ".join(
        f"({y}, {x}::DECIMAL(38,20))" for y, x in zip("10", PAIRS["fine"], strict=True)
    )
    query = f"SELECT * FROM (VALUES {cells}) AS t(y, score)"  # noqa: S608
    duckdb.sql(query).write_parquet(str(tmp_path / "a.parquet"))
    assert "in 2 rows: 1 (0.12345678901234567891)" in refused(tmp_path / "a.parquet")


@pytest.mark.parametrize(
    "scores",
    [
        [Decimal("1e-420"), Decimal("1e-430"), Decimal(1), Decimal(2)],
        [10**400, 10**399, 1, 2],
        np.array(["9007199254740993", "9007199254740992", "1", "2"]).astype(np.longdouble),
    ],
)
def test_that_objects_in_memory_are_told_apart(scores):
    with pytest.raises(ValueError, match=r"^scores: m has (whole )?numbers"):
        compare([1, 0, 1, 0], {"m": scores}, bootstrap=0)


def test_that_numbers_that_stay_apart_are_read(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y,score\n1,0.30000000000000004\n0,0.3\n1,1e-300\n0,0\n1,0.10\n0,0.1\n")
    source = open_source(path)
    assert load_dataset(source, choose_roles(source, positive="1")).rows == 6
    found = compare(
        [1, 0, 1, 0], {"m": [Decimal("0.9"), Decimal("0.1"), Decimal("0.8"), 0]}, bootstrap=0
    )
    assert found.tables["models"]["auc"].tolist() == [1.0]
