"""The payoff matrix in force, and the same relative to a decision that is made anyway."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from costcurve_gui.analysis.conditions import means_in_force
from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.dataio.expressions.rewriting import missed_cell, relative_cells

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot

    Baseline = Literal["N", "Y"]

_BASELINE_ROW = {"N": ("fn", "tn"), "Y": ("tp", "fp")}
_PARTNER = {"tp": "fn", "fn": "tp", "fp": "tn", "tn": "fp"}


@dataclass(frozen=True, slots=True)
class MatrixCells:
    """Expression and mean of each cell: gain positive."""

    texts: Mapping[str, str]
    means: Mapping[str, float]


def matrix_in_force(snapshot: Snapshot) -> MatrixCells:
    """Return the payoff matrix, its misses scaled to the cost ratio in force."""
    tp, fp, fn, tn = snapshot.settings.payoff.cells
    if snapshot.miss_factor != 1:
        columns = snapshot.curve_set.dataset.numeric_columns
        fn = missed_cell(tp, fn, snapshot.miss_factor, columns)
    means = means_in_force(snapshot.curve_set.payoff_means, snapshot.miss_factor)
    return MatrixCells(dict(zip(CELLS, (tp, fp, fn, tn), strict=True)), means)


def relative_to(snapshot: Snapshot, baseline: Baseline) -> MatrixCells:
    """Return the matrix in force with the row of the baseline subtracted: that row is 0."""
    known = matrix_in_force(snapshot)
    tp, fp, fn, tn = (known.texts[cell] for cell in CELLS)
    columns = snapshot.curve_set.dataset.numeric_columns
    texts = relative_cells((tp, fp, fn, tn), columns, baseline)
    zero = _BASELINE_ROW[baseline]
    means = {
        cell: 0.0 if cell in zero else known.means[cell] - known.means[_PARTNER[cell]]
        for cell in CELLS
    }
    return MatrixCells(dict(zip(CELLS, texts, strict=True)), means)
