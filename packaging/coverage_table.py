"""Simulate how often intervals hold the truth: python3 packaging/dev.py coverage.

Writes the table of docs/coverage.md again; takes half an hour.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.coverage import suite  # noqa: E402 (the path is set first)
from tests.coverage.suite import REPLICATES, SAMPLES  # noqa: E402 (the same)

PARTS = {title: part for title, part in suite.PARTS.items() if part.in_table}
PAGE = ROOT / "docs" / "coverage.md"
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"


def with_table(page: str, tables: list[str]) -> str:
    """Return the page with other tables between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    said = f"{SAMPLES} samples a case, {REPLICATES} replicates, level 90 %."
    return "\n".join([before + BEGIN, said, "", *tables, END + after])


def main() -> None:
    """Simulate every part, one after another."""
    tables = []
    for title, part in PARTS.items():
        tables.append(suite.table(title, part, part.simulate(SAMPLES, REPLICATES)))
        print(tables[-1], flush=True)
    PAGE.write_text(with_table(PAGE.read_text("utf-8"), tables), "utf-8")


if __name__ == "__main__":
    main()
