"""Simulate cells and keep what was found, so that a run can be stopped and taken up again.

python -m tests.coverage.run FOLDER [--sizes 30+30 100+100] [--blocks bands] [--samples 1000]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tests.coverage import bands, beyond_rates, figures, fresh, pairs, parts
from tests.coverage.cells import CELLS, EQUAL
from tests.coverage.check import Case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tests.coverage.cells import Cell
    from tests.coverage.check import Check

    Block = Callable[[Case], Iterator[Check]]

BLOCKS: Mapping[str, tuple[Block, ...]] = {
    "auc": (figures.auc, figures.ungrouped),
    "figures": (figures.areas, figures.decision, figures.thresholds),
    "rules": (fresh.rules,),
    "found rules": (beyond_rates.found_rules,),
    "review": (fresh.bands,),
    "curves": (fresh.curves,),
    "beliefs": (fresh.beliefs, figures.beliefs),
    "leads": (fresh.leads,),
    "verified": (fresh.verified,),
    "bands": (bands.by_count, bands.by_cost),
    "cost bands": (bands.of_cost,),
    "differences": (pairs.differences,),
    "verdicts": (pairs.verdicts,),
    "noise": (pairs.noise,),
    "auc tests": (pairs.aucs,),
    "several": (pairs.several,),
    "tests": (pairs.areas,),
    "belief tests": (pairs.beliefs,),
    "apart": (pairs.apart,),
    "parts": (parts.folds, parts.calibration, parts.amounts),
    "counts": (parts.counts,),
    "families": (parts.families,),
    "unlabelled": (parts.unlabelled,),
}
"""What is simulated from samples of its own, and can be simulated again by itself."""
SAMPLES, REPLICATES = 1_000, 200
ROUNDS = (50, 100, 200, 400, 700, 1_000)
"""Samples after which the next cell has its turn."""
_SECONDS = 20


def size_of(cell: Cell) -> str:
    """Return how many rows of each class a cell has, as said."""
    return f"{cell.positives}+{cell.negatives}"


def is_crossed(cell: Cell) -> bool:
    """Whether a cell differs from the plain one in both scores and costs."""
    return cell.costs != EQUAL and cell.scores != "continuous"


def path_of(folder: Path, cell: Cell, block: str) -> Path:
    """Return where the sums of a block of a cell are kept."""
    name = f"{size_of(cell)} {cell.name} {block}"
    return folder / f"{name.replace(',', '').replace(' ', '_')}.json"


class Tally:
    """Sums over the samples of one block of one cell: how many, held, and cautioned of."""

    def __init__(self, folder: Path, cell: Cell, block: str) -> None:
        self.cell, self.block = cell, block
        self.path = path_of(folder, cell, block)
        self.samples, self.rows = 0, dict[str, list[float]]()
        if self.path.exists():
            kept = json.loads(self.path.read_text("utf-8"))
            self.samples, self.rows = kept["samples"], kept["rows"]

    def simulate(self, until: int, replicates: int) -> None:
        """Draw samples until there are so many."""
        kept = time.monotonic()
        while self.samples < until:
            case = Case(self.cell, self.samples, replicates)
            for part in BLOCKS[self.block]:
                for row, value, cautioned in part(case):
                    sums = self.rows.setdefault(row, [0, 0.0, 0])
                    for at, one in enumerate((1, value, int(cautioned))):
                        sums[at] += one
            self.samples += 1
            if time.monotonic() > kept + _SECONDS:
                self.keep()
                kept = time.monotonic()
        self.keep()

    def keep(self) -> None:
        """Write the sums to their file, all at once: another may be reading it."""
        kept = {"samples": self.samples, "rows": self.rows}
        beside = self.path.with_suffix(".new")
        beside.write_text(json.dumps(kept), "utf-8")
        beside.replace(self.path)


def simulate(
    folder: Path,
    cells: Iterable[Cell],
    blocks: Iterable[str] = BLOCKS,
    samples: int = SAMPLES,
    replicates: int = REPLICATES,
) -> None:
    """Simulate in rounds, so that something of every cell is there early."""
    folder.mkdir(parents=True, exist_ok=True)
    cells, blocks = list(cells), list(blocks)
    for until in (*(one for one in ROUNDS if one < samples), samples):
        for cell, block in product(cells, blocks):
            tally = Tally(folder, cell, block)
            if tally.samples < until:
                tally.simulate(until, replicates)
                sys.stdout.write(f"{until} {tally.path.stem}\n")
                sys.stdout.flush()


def main() -> None:
    """Simulate what the command line says."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--sizes", nargs="*", default=[])
    words.add_argument("--blocks", nargs="*", default=list(BLOCKS), choices=BLOCKS)
    words.add_argument("--crossed", action="store_true", help="every score with every cost")
    words.add_argument("--samples", type=int, default=SAMPLES)
    words.add_argument("--replicates", type=int, default=REPLICATES)
    given = words.parse_args()
    sizes = given.sizes or list(dict.fromkeys(map(size_of, CELLS)))
    cells = [
        cell for cell in CELLS if size_of(cell) in sizes and (given.crossed or not is_crossed(cell))
    ]
    simulate(given.folder, cells, given.blocks, given.samples, given.replicates)


if __name__ == "__main__":
    main()
