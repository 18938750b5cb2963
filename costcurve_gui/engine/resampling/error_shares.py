"""The error rates of given rules, and what a sample without such an error leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.intervals import wilson_interval

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.resampling.columns import ClassColumns
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample


@dataclass(frozen=True, slots=True, eq=False)
class ErrorShares:
    """Error rates of k rules.

    Attributes
    ----------
    fnr, fpr : ndarray of float64, shape (k,)
        By count, or by cost where errors of a class cost differently.
    positives, negatives : ndarray of float64, shape (k,)
        How many instances each rate is a share of: as many alike ones as are worth the same
        where weights, costs or groups make them differ.
    trivial : ndarray of bool, shape (k,)
        Rules that decide without looking; nothing about them is uncertain.
    """

    fnr: Floats
    fpr: Floats
    positives: Floats
    negatives: Floats
    trivial: Bools

    @property
    def unseen(self) -> Bools:
        """Rules of which the sample lacks wrong or right decisions on a class, shape (k,).

        Resampling cannot show what the sample lacks, and takes the rate for certain.
        """
        extreme = np.isin(self.fnr, (0.0, 1.0)) | np.isin(self.fpr, (0.0, 1.0))
        unseen: Bools = extreme & ~self.trivial
        return unseen

    def cost(self, pc_plus: Floats) -> Floats:
        """Return the normalized expected cost of each rule at a PC(+) of its own, shape (k,)."""
        return self.fnr * pc_plus + self.fpr * (1 - pc_plus)

    def margins(
        self, fn_stake: Floats | float, fp_stake: Floats | float, level: float
    ) -> tuple[Floats, Floats]:
        """Return how far the cost may lie below and above ``fn_stake * fnr + fp_stake * fpr``.

        Wilson's intervals of both rates, joined by the squares of their arms.

        References
        ----------
        .. [1] Zou & Donner (2008), Construction of confidence limits about effect measures.
        """
        fn_low, fn_high = wilson_interval(self.fnr, self.positives, level)
        fp_low, fp_high = wilson_interval(self.fpr, self.negatives, level)
        below = np.hypot(fn_stake * (self.fnr - fn_low), fp_stake * (self.fpr - fp_low))
        above = np.hypot(fn_stake * (fn_high - self.fnr), fp_stake * (fp_high - self.fpr))
        return below, above


def error_shares(sample: Sample, model: RankedModel, rows: Indices) -> ErrorShares:
    """Return the error rates of rules of a model on the whole sample.

    Parameters
    ----------
    sample : Sample
        What is resampled.
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (k,)
        Rows of its table.
    """
    source = model.evaluation.rates
    groups = sample.groups or (None, None)
    scored = (float(model.stops(of_positives=of)[-1:][0]) for of in (True, False))
    return ErrorShares(
        1 - source.tpr_at(rows),
        source.fpr_at(rows),
        np.full(rows.shape, _worth(sample.positives, groups[0], next(scored))),
        np.full(rows.shape, _worth(sample.negatives, groups[1], next(scored))),
        trivial_rows(model.table, rows),
    )


def trivial_rows(table: ThresholdTable, rows: Indices) -> Bools:
    """Return which rows call nothing or everything positive."""
    trivial: Bools = (rows == 0) | (rows == len(table) - 1)
    return trivial


def _worth(columns: ClassColumns, groups: Indices | None, scored: float) -> float:
    """Return the effective number of scored instances (Kish 1965); groups count once."""
    stakes = columns.costs if isinstance(columns.costs, np.ndarray) else columns.weights
    worth = scored
    if stakes is not None and stakes.any():
        worth *= float(stakes.sum() ** 2 / (stakes * stakes).sum()) / columns.size
    return worth if groups is None else min(worth, float(np.unique(groups).size))
