"""Reports are cell by cell what an earlier commit wrote; columns and files may be added.

Text is compared as text, and numbers as numbers: processors add up in another order, so that one
writes 0.30000000000000004 where another has 0.3. `archive.py` says how the archive was made.
"""

from __future__ import annotations

import csv
import io
import math
from functools import cache
from pathlib import Path

import pytest

from costcurve_gui.cli.report import run
from tests.acceptance.archive import ARCHIVE, tables
from tests.acceptance.cases import CASES

ROOT = Path(__file__).resolve().parents[2]
ROUNDING = 1e-9
"""By how much a number may differ, as a share of it; about 0 by a thousandth of that."""
archived = cache(tables)


def same(before: str, now: str) -> bool:
    if before == now:
        return True
    try:
        one, other = float(before), float(now)
    except ValueError:
        return False
    close = math.isclose(one, other, rel_tol=ROUNDING, abs_tol=ROUNDING / 1000)
    return close or (math.isnan(one) and math.isnan(other))


def differences(before: str, now: str) -> list[str]:
    """Return the cells of a table that are no longer what they were."""
    rows, found = (list(csv.reader(io.StringIO(text, newline=""))) for text in (before, now))
    header, *rows = rows
    given, *found = found
    missing = [name for name in header if name not in given]
    if missing or len(rows) != len(found):
        return [f"columns {missing} are missing; {len(rows)} rows are {len(found)}"]
    places = [given.index(name) for name in header]
    return [
        f"row {at}, {name}: {cell} is {new[place]}"
        for at, (old, new) in enumerate(zip(rows, found, strict=True), 1)
        for name, cell, place in zip(header, old, places, strict=True)
        if not same(cell, new[place])
    ]


@pytest.mark.parametrize("case", CASES)
def test_that_every_cell_is_that_of_the_commit_before(case, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert run([*CASES[case], "--format", "csv", "--out", str(tmp_path / "report")]) == 0
    changed = {}
    for name, before in archived()[case].items():
        now = (tmp_path / "report" / name).read_text(encoding="utf-8")
        found = differences(before, now)
        if found:
            changed[name] = (len(found), found[:3])
    assert not changed


def test_that_the_cases_write_every_table(tmp_path):
    written = {name for case in archived().values() for name in case}
    assert len(written) == 59
    assert all(archived()[case] for case in CASES)
    assert ARCHIVE.stat().st_size < 1_500_000


def test_that_a_changed_cell_is_found_and_an_added_column_is_none():
    before = "model,auc\na,0.5\nb,nan\n"
    assert differences(before, "model,gini,auc\na,0,0.50\nb,1,NaN\n") == []
    assert differences(before, "model,auc\na,0.5\nc,nan\n") == ["row 2, model: b is c"]
    assert differences(before, "model,auc\na,0.5000001\nb,nan\n") == [
        "row 1, auc: 0.5 is 0.5000001"
    ]
    assert differences(before, "model,auc\na,0.50000000000000011\nb,nan\n") == []
    assert differences(before, "model,auc\na,0.5\n") == [
        "columns [] are missing; 2 rows are 1",
    ]
