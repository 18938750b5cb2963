"""Whether every kind of file reads back as the numbers that were put into it."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.selftest.check import Check, expect

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from costcurve_gui.dataio.dataset import Dataset

HEADER = ("label", "amount", "score_a")
# Sixteen digits, the most that Excel files hold, so that a sloppy reader shows.
ROWS = (("bad", 5951, 0.1), ("good", 7882, 0.6666666666666666), ("bad", 20, 2.5e-07))
LABELS, AMOUNTS, SCORES = zip(*ROWS, strict=True)


def _delimited(separator: str) -> str:
    lines = [separator.join(map(str, row)) for row in (HEADER, *ROWS)]
    return "\n".join(lines) + "\n"


def _write_csv(path: Path) -> None:
    path.write_text(_delimited(","), encoding="utf-8")


def _write_tsv(path: Path) -> None:
    path.write_text(_delimited("\t"), encoding="utf-8")


def _write_gzip(path: Path) -> None:
    path.write_bytes(gzip.compress(_delimited(",").encode(), mtime=0))


def _write_json_lines(path: Path) -> None:
    lines = [json.dumps(dict(zip(HEADER, row, strict=True))) for row in ROWS]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_json(path: Path) -> None:
    rows = [dict(zip(HEADER, row, strict=True)) for row in ROWS]
    path.write_text(json.dumps(rows), encoding="utf-8")


def _write_parquet(path: Path) -> None:
    import duckdb

    columns = "label VARCHAR, amount INTEGER, score_a DOUBLE"
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"CREATE TABLE cases ({columns})")
        connection.executemany("INSERT INTO cases VALUES (?, ?, ?)", [list(row) for row in ROWS])
        connection.table("cases").write_parquet(str(path))


def _write_excel(path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in (HEADER, *ROWS):
        sheet.append(row)
    book.save(path)


WRITERS: Mapping[str, Callable[[Path], None]] = {
    "csv": _write_csv,
    "tsv": _write_tsv,
    "csv.gz": _write_gzip,
    "json": _write_json,
    "jsonl": _write_json_lines,
    "parquet": _write_parquet,
    "xlsx": _write_excel,
}


def reading_checks() -> tuple[Check, ...]:
    """Return a check for every kind of file that can be opened."""
    return tuple(Check(f"read {ending}", partial(_read_back, ending)) for ending in WRITERS)


def _read_back(ending: str, folder: Path) -> str:
    path = folder / f"cases.{ending}"
    WRITERS[ending](path)
    dataset = _load(path)
    expect(dataset.y_true.tolist(), [label == "bad" for label in LABELS], "labels")
    expect(tuple(dataset.scores["score_a"].tolist()), SCORES, "scores")
    expect(tuple(dataset.numeric["amount"].tolist()), AMOUNTS, "amounts")
    return f"{dataset.rows} rows"


def _load(path: Path) -> Dataset:
    from costcurve_gui.dataio.dataset import load_dataset
    from costcurve_gui.dataio.formats.opening import open_source
    from costcurve_gui.dataio.roles.proposal import propose_roles

    source = open_source(path)
    proposed = propose_roles(source).roles
    roles = replace(proposed, label="label", positive="bad", scores=("score_a",))
    return load_dataset(source, roles)
