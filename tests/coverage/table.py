"""The table of coverage in Markdown, from what `tests.coverage.run` kept."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, NamedTuple

from tests.coverage.cells import CELLS, SIZES
from tests.coverage.rows import ALWAYS_NAMED, SECTIONS
from tests.coverage.run import BLOCKS, is_crossed, path_of, size_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from tests.coverage.cells import Cell
    from tests.coverage.rows import Row

    Found = Mapping[tuple[Cell, str], "Share"]

TOLERANCE = 2.0
"""Standard errors that chance may add."""
_FEWEST = 30
"""Samples that a share is told of."""
_NOTHING = "\u2013"
TITLES = {
    "continuous, equal costs": "continuous",
    "tied, equal costs": "tied",
    "tree, equal costs": "tree",
    "useless, equal costs": "useless",
    "excellent, equal costs": "excellent",
    "continuous, lognormal costs": "lognormal costs",
    "continuous, equal costs, 20 groups": "20 groups",
}
"""Columns of the table, by the names of cells."""
CROSSED = {cell.name: cell.name.removesuffix(" costs") for cell in CELLS if is_crossed(cell)}
"""Columns of the second table."""


EVERY_SCORE = "every score with lognormal costs"
"""What tables are called of that cell columns are those of `CROSSED`; others stand in the first."""


class Share(NamedTuple):
    """How often an interval held, of how many samples, and in which share of them cautioned."""

    samples: int
    share: float
    cautioned: float

    def misses(self, row: Row) -> bool:
        """Whether it lies outside what is wanted, by more than chance.

        Places of a curve and stretches of a sample are taken to hold or fail together.
        """
        if row.wanted is None:
            return False
        below, above = (self._chance(bound) for bound in row.wanted)
        return not row.wanted.least - below <= self.share <= row.wanted.most + above

    def _chance(self, bound: float) -> float:
        return TOLERANCE * math.sqrt(bound * (1 - bound) / self.samples)

    def told(self, row: Row) -> str:
        """Return the share as the table has it."""
        cautioned = "\u2020" if self.cautioned > 1 / 2 else ""
        return f"{100 * self.share:.0f}{'*' if self.misses(row) else ''}{cautioned}"


def shares(folder: Path) -> dict[tuple[Cell, str], Share]:
    """Read what was found of every cell and row."""
    found = {}
    for cell in CELLS:
        for block in BLOCKS:
            path = path_of(folder, cell, block)
            if not path.exists():
                continue
            kept = json.loads(path.read_text("utf-8"))
            for row, (intervals, held, cautioned) in kept["rows"].items():
                if intervals >= _FEWEST:
                    said = 1.0 if row in ALWAYS_NAMED else cautioned / intervals
                    samples = min(intervals, kept["samples"])
                    found[cell, row] = Share(samples, held / intervals, said)
    return found


def tables(found: Found) -> Iterator[str]:
    """Yield every section of the table, and what differs where scores and costs both do."""
    for title, rows in SECTIONS.items():
        yield "\n".join([f"### {title}", "", *_lines(found, rows, TITLES), ""])
    for title, rows in SECTIONS.items():
        yield "\n".join([f"### {title}: {EVERY_SCORE}", "", *_lines(found, rows, CROSSED), ""])


def _lines(found: Found, rows: Mapping[str, Row], titles: Mapping[str, str]) -> Iterator[str]:
    yield f"| interval | {' | '.join(titles.values())} | samples |"
    yield f"|---|{'---|' * len(titles)}---|"
    for name, row in rows.items():
        entries = [_entry(found, name, row, kind) for kind in titles]
        if any(entry != _NOTHING for entry in entries):
            yield f"| {name} | {' | '.join(entries)} | {_samples(found, name, titles)} |"


def _entry(found: Found, name: str, row: Row, kind: str) -> str:
    told = [
        found[cell, name].told(row) if (cell, name) in found else _NOTHING for cell in _cells(kind)
    ]
    return " / ".join(told) if any(one != _NOTHING for one in told) else _NOTHING


def _samples(found: Found, name: str, kinds: Mapping[str, str]) -> str:
    """Return the fewest samples of each size."""
    counts = []
    for at in range(len(SIZES)):
        cells = [_cells(kind)[at] for kind in kinds]
        known = [found[cell, name].samples for cell in cells if (cell, name) in found]
        counts.append(str(min(known)) if known else _NOTHING)
    return " / ".join(counts)


def _cells(kind: str) -> Sequence[Cell]:
    """Return the cells of a kind, a size each."""
    by_size = {size_of(cell): cell for cell in CELLS if cell.name == kind}
    return [by_size[f"{positives}+{negatives}"] for positives, negatives in SIZES]


def misses(found: Found) -> Iterator[str]:
    """Yield every entry that misses what is wanted and that the program does not caution of."""
    for rows in SECTIONS.values():
        for name, row in rows.items():
            for (cell, of), share in found.items():
                if of == name and share.misses(row) and share.cautioned <= 1 / 2:
                    yield f"{name} | {size_of(cell)} {cell.name} | {100 * share.share:.1f}"
