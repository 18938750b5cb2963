"""The error rates of given rules, and what a sample without such an error leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.resampling.hidden_errors import hidden_share
from costcurve_gui.engine.resampling.small_counts import (
    class_sizes,
    linear_interval,
    margins,
)

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
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

    def hidden(self, level: float) -> Floats:
        """Return up to which share of each class other decisions may be hidden, shape (2, k).

        Positives first. The share is 0 where the sample has both wrong and right decisions.
        """
        rates = np.stack([self.fnr, self.fpr])
        sizes = np.stack([self.positives, self.negatives])
        lacking = np.isin(rates, (0.0, 1.0)) & ~self.trivial
        return hidden_share(sizes, (1 - level) / 2) * lacking

    def cost(self, pc_plus: Floats) -> Floats:
        """Return the normalized expected cost of each rule at a PC(+) of its own, shape (k,)."""
        return self.fnr * pc_plus + self.fpr * (1 - pc_plus)

    def margins(
        self, fn_stake: Floats | float, fp_stake: Floats | float, level: float
    ) -> tuple[Floats, Floats]:
        """Return how far the cost may lie below and above ``fn_stake * fnr + fp_stake * fpr``.

        Wilson's intervals of both rates; see `linear_interval`.
        """
        reach = margins(self.fpr, 1 - self.fnr, self, level)
        cost = linear_interval(np.zeros_like(self.fpr), fn_stake, fp_stake, reach)
        return cost.upper, -cost.lower


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
    source, table = model.evaluation.rates, model.table
    is_family = isinstance(table, FamilyTable)
    cases = cases_of(table, rows) if is_family else _worths(sample, model, rows)
    rates = 1 - source.tpr_at(rows), source.fpr_at(rows)
    return ErrorShares(*rates, *cases, trivial_rows(table, rows))


def cases_of(table: ThresholdTable, rows: Indices) -> tuple[Floats, Floats]:
    """Return how many cases of each class the classifier of each row was tested on."""
    positives = np.full(len(table), float(table.positives))
    negatives = np.full(len(table), float(table.negatives))
    if isinstance(table, FamilyTable):
        kept = ~table.dominated
        members = [member for member, is_kept in zip(table.members, kept, strict=True) if is_kept]
        positives[1:-1] = [member.positives for member in members]
        negatives[1:-1] = [member.negatives for member in members]
    return positives[rows], negatives[rows]


def trivial_rows(table: ThresholdTable, rows: Indices) -> Bools:
    """Return which rows call nothing or everything positive."""
    trivial: Bools = (rows == 0) | (rows == len(table) - 1)
    return trivial


def _worths(sample: Sample, model: RankedModel, rows: Indices) -> tuple[Floats, Floats]:
    sizes = class_sizes(sample, model, by_cost=True)
    return np.full(rows.shape, sizes.positives), np.full(rows.shape, sizes.negatives)
