"""The page of coverage keeps its words and gets another table."""

from __future__ import annotations

from pathlib import Path

import coverage_table as table


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
