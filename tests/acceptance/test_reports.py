"""Reports are word by word and cell by cell what an earlier commit wrote: see `archive.py`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.acceptance import archive
from tests.acceptance.cases import CASES
from tests.acceptance.differences import differences

ROOT = Path(__file__).resolve().parents[2]
kept = cache(archive.archived)


@pytest.mark.parametrize("case", [*CASES, archive.HELP])
def test_that_every_text_is_that_of_the_commit_before(case, monkeypatch):
    monkeypatch.chdir(ROOT)
    before = {name: text for name, text in kept()[case].items() if not name.startswith("marks")}
    changed = archive.changed(before, archive.written(case))
    assert {name: (len(found), found[:3]) for name, found in changed.items()} == {}


def test_that_the_cases_write_every_table():
    written = {name for case in kept().values() for name in case if name.endswith(".csv")}
    assert len(written) == 59
    assert kept().keys() == {*CASES, archive.HELP}
    assert archive.ARCHIVE.stat().st_size < 2_500_000


def test_that_a_changed_cell_is_found_and_an_added_column_is_none():
    before = "model,auc\na,0.5\nb,nan\n"
    assert differences("t.csv", before, "model,gini,auc\na,0,0.50\nb,1,NaN\n") == []
    assert differences("t.csv", before, "model,auc\na,0.5\nc,nan\n") == ["row 2, model: b is c"]
    assert differences("t.csv", before, "model,auc\na,0.5000001\nb,nan\n") == [
        "row 1, auc: 0.5 is 0.5000001"
    ]
    assert differences("t.csv", before, "model,auc\na,0.50000000000000011\nb,nan\n") == []
    assert differences("t.csv", before, "model,auc\na,0.5\n") == [
        "columns [] are missing; 2 rows are 1",
    ]
    assert differences("t.csv", before, None) == ["it is missing"]


def test_that_a_changed_entry_is_found_wherever_it_stands():
    before = '{"a": [1, {"b": "text"}], "c": 0.3}'
    assert (
        differences("t.json", before, '{"c": 0.30000000000000004, "a": [1, {"b": "text"}]}') == []
    )
    assert differences("t.json", before, '{"a": [1, {"b": "word"}], "d": null}') == [
        'a[1].b: "text" is "word"',
        "c is missing",
        "d is new",
    ]
    assert differences("t.json", "[1, true]", "[1]") == [": [1, true] is [1]"]


def test_that_a_changed_line_is_found():
    assert differences("t.txt", "one\ntwo\n", "one\nthree\n") == ["-two", "+three"]
