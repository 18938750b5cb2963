"""What every curve of this engine is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Counts, Floats, Indices, Rows
    from costcurve_gui.engine.counts.class_sums import ClassSums


@dataclass(frozen=True, slots=True, eq=False)
class RateSource:
    """Points of a ROC-like curve, one per threshold, from (0, 0) to exactly (1, 1).

    Row 0 is the threshold +inf of the rule "never positive"; row k > 0 is the rule
    ``score >= thresholds[k]``. A score of +inf therefore gives a second row at +inf.
    fpr and tpr never decrease. They are made on demand, so that millions of rows cost nothing
    until they are looked at: ask for the rows you need.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (m,)
        +inf, then each distinct score, descending; 0.0 stands for -0.0 too.
    negative_sums : ClassSums
        Numerators of the false-positive rate.
    positive_sums : ClassSums
        Numerators of the true-positive rate.
    """

    thresholds: Floats
    negative_sums: ClassSums
    positive_sums: ClassSums

    def __len__(self) -> int:
        return int(self.thresholds.size)

    @property
    def fps(self) -> Counts:
        """Numerators of the false-positive rate, shape (m,)."""
        return read_only(self.fps_at(slice(None)))

    @property
    def tps(self) -> Counts:
        """Numerators of the true-positive rate, shape (m,)."""
        return read_only(self.tps_at(slice(None)))

    @property
    def fpr(self) -> Floats:
        """False-positive rate (with costs: share of the false-positive cost), shape (m,)."""
        return read_only(self.fpr_at(slice(None)))

    @property
    def tpr(self) -> Floats:
        """True-positive rate (with costs: share of the benefit), shape (m,)."""
        return read_only(self.tpr_at(slice(None)))

    @property
    def negatives(self) -> float:
        """Denominator of the false-positive rate."""
        return self.negative_sums.total

    @property
    def positives(self) -> float:
        """Denominator of the true-positive rate."""
        return self.positive_sums.total

    def fps_at(self, rows: Rows) -> Counts:
        """Numerators of the false-positive rate at `rows`."""
        return self.negative_sums.at(rows)

    def tps_at(self, rows: Rows) -> Counts:
        """Numerators of the true-positive rate at `rows`."""
        return self.positive_sums.at(rows)

    def fpr_at(self, rows: Rows) -> Floats:
        """False-positive rate at `rows`."""
        return self.negative_sums.rates_at(rows)

    def tpr_at(self, rows: Rows) -> Floats:
        """True-positive rate at `rows`."""
        return self.positive_sums.rates_at(rows)

    def rows_at_thresholds(self, thresholds: Floats) -> Indices:
        """Row of the rule ``score >= threshold`` for each threshold. Binary search."""
        below = np.searchsorted(self.thresholds[::-1], thresholds)
        return len(self) - 1 - below

    def rows_reaching_fpr(self, fpr: Floats) -> Indices:
        """First row with at least each fpr; m where there is none. Binary search."""
        return self.negative_sums.first_rows_reaching(fpr)

    def rows_reaching_tpr(self, tpr: Floats) -> Indices:
        """First row with at least each tpr; m where there is none. Binary search."""
        return self.positive_sums.first_rows_reaching(tpr)
