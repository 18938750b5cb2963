"""Simulate how often intervals hold the truth: python3 packaging/dev.py coverage [FOLDER].

Writes the table of docs/coverage.md again. What was simulated is kept in the folder, so that a run
that was stopped goes on, and beside the tests, so that it goes on elsewhere; where nothing is
missing the table alone is written.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.coverage import kept, run, table  # noqa: E402 (the path is set first)
from tests.coverage.cells import CELLS  # noqa: E402 (the same)
from tests.coverage.rows import SECTIONS  # noqa: E402 (the same)

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGE = ROOT / "docs" / "coverage.md"
KEPT = ROOT / "build" / "intervals"
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"
TITLES = (*SECTIONS, *(f"{title}: {table.EVERY_SCORE}" for title in SECTIONS))


def with_table(page: str, tables: Iterable[str]) -> str:
    """Return the page with other tables between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([before + BEGIN, *tables, END + after])


def write(folder: Path) -> None:
    """Write the table of what a folder holds, and keep its sums."""
    kept.pack(folder)
    tables = table.tables(table.shares(folder))
    PAGE.write_text(with_table(PAGE.read_text("utf-8"), tables), "utf-8")


def main(folder: Path = KEPT) -> None:
    """Simulate every cell, those first that the table is about, then write it."""
    kept.unpack(folder)
    run.simulate(folder, [cell for cell in CELLS if not run.is_crossed(cell)])
    run.simulate(folder, [cell for cell in CELLS if run.is_crossed(cell)])
    write(folder)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
