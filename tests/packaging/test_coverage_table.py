"""The page of coverage keeps its words and gets another table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import coverage_table as table

from tests.coverage import kept
from tests.coverage.cells import CELLS
from tests.coverage.run import path_of

if TYPE_CHECKING:
    import pytest


def test_that_only_the_table_is_written_again():
    page = f"# Head\n\n{table.BEGIN}old\n{table.END}\ntail\n"
    written = table.with_table(page, ["### Costs", "### Curves"])
    assert written.startswith(f"# Head\n\n{table.BEGIN}")
    assert written.endswith(f"### Curves\n{table.END}\ntail\n")
    assert "old" not in written
    assert table.with_table(written, ["### Costs", "### Curves"]) == written


def test_that_the_page_has_a_table_of_every_part():
    page = Path("docs/coverage.md").read_text("utf-8")
    inside = page.partition(table.BEGIN)[2].partition(table.END)[0]
    assert [line[4:] for line in inside.splitlines() if line.startswith("### ")] == list(
        table.TITLES
    )


def test_that_the_table_is_that_of_the_sums_that_are_kept(tmp_path):
    kept.unpack(tmp_path)
    found = table.table.tables(table.table.shares(tmp_path))
    page = table.PAGE.read_text("utf-8")
    assert table.with_table(page, found) == page


def test_that_a_run_goes_on_from_what_is_kept(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept, "ARCHIVE", tmp_path / "sums.tar.xz")
    sums, others = tmp_path / "sums", tmp_path / "others"
    sums.mkdir()
    leads, rules = (path_of(sums, CELLS[0], block) for block in ("leads", "rules"))
    for path in (leads, rules):
        path.write_text(json.dumps({"samples": 3, "rows": {}}), "utf-8")
    kept.pack(sums)
    others.mkdir()
    (others / leads.name).write_text("{}", "utf-8")
    kept.unpack(others)
    assert (others / leads.name).read_text("utf-8") == "{}"
    assert (others / rules.name).read_text("utf-8") == rules.read_text("utf-8")
    kept.forget(["leads"])
    again = tmp_path / "again"
    kept.unpack(again)
    assert [path.name for path in again.iterdir()] == [rules.name]
