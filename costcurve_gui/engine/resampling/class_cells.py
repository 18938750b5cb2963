"""How unsure the mean loss of a class is under rules that were chosen, of one model or two.

Two rules differ on the cases that one calls positive and the other does not. Those that the sample
chose may differ on few by luck, so the variance is averaged over what replicates chose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import effective_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.replicate_rules import RuleChoice
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample


class Spread(NamedTuple):
    """How unsure the mean loss of a class is.

    Attributes
    ----------
    of_mean : float
        Variance of the mean loss per instance, in units of payoff.
    of_share : float
        Variance of the loss as a share of what all errors of the class cost.
    added_to_mean, added_to_share : float
        The same of one case more, such as the sample may lack, that loses all.
    number : float
        How many equal cases the losses are worth.
    """

    of_mean: float
    of_share: float
    added_to_mean: float
    added_to_share: float
    number: float

    @property
    def halved(self) -> Spread:
        """The spread with half a case more in place of a whole one."""
        return self._replace(
            added_to_mean=self.added_to_mean / 2, added_to_share=self.added_to_share / 2
        )

    def plus(self, other: Spread) -> Spread:
        """Return the spread of the difference of two losses on cases of their own."""
        return Spread(*(own + its for own, its in zip(self, other, strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class ClassCells:
    """One class, cut at the rules of one model or two that are chosen from.

    Attributes
    ----------
    steps : tuple of ndarray of int64, shape (c,)
        For each model, the first of its rules that calls the cases of a cell positive.
    weights, costs, squares : ndarray of float64, shape (c,)
        Sums over each cell of the weights, of what errors cost times the weight, and of the
        squares of these products.
    cases : float
        How many independent cases the class is worth.
    """

    steps: tuple[Indices, ...]
    weights: Floats
    costs: Floats
    squares: Floats
    cases: float

    @property
    def worth(self) -> float:
        """How many equal cases the class is worth, where errors on some cost more."""
        return float(self.costs.sum() ** 2 / self.squares.sum())

    def spread(self, losses: Sequence[Floats]) -> Spread:
        """Return how unsure the mean loss is, averaged over replicates.

        Parameters
        ----------
        losses : sequence of ndarray of float64, shape (b, k + 1)
            For each model, what share of its error cost a case loses by the first of k rules
            that calls it positive; the last are those that none does. Of two models that of the
            second is taken off.
        """
        parts = [loss[:, steps] for loss, steps in zip(losses, self.steps, strict=True)]
        lost = parts[0] if len(parts) == 1 else parts[0] - parts[1]
        weight, cost = self.weights.sum(), self.costs.sum()
        squares, sums = lost**2 @ self.squares, lost @ self.costs
        unbiased = self.cases / max(self.cases - 1, 1.0)
        of_mean = (squares / weight**2 - (sums / weight) ** 2 / self.cases) * unbiased
        off = (lost - (sums / cost)[:, None]) ** 2 @ self.squares / cost**2 * unbiased
        one_more = float(self.squares.sum()) / self.cases
        worth = np.divide(
            (np.abs(lost) @ self.costs) ** 2, squares, out=np.zeros_like(sums), where=squares > 0
        )
        return Spread(
            float(of_mean.clip(0.0).mean()),
            float(off.mean()),
            one_more / float(weight) ** 2,
            one_more / float(cost) ** 2,
            float(worth.mean()),
        )


def rule_losses(
    choice: RuleChoice, rules: int, mean_costs: tuple[float, float]
) -> tuple[Floats, Floats]:
    """Return what positives and negatives lose by the rules chosen, (b, rules + 1) each.

    By the first rule that calls them positive, as `ClassCells.spread` takes it.

    Parameters
    ----------
    choice : RuleChoice
        Of b replicates.
    rules : int
        How many are chosen from.
    mean_costs : tuple of float
        Of errors of each class: the price of a review counts as a share of them, as if it rose
        with what an error on the case would cost.
    """
    steps = np.arange(rules + 1)
    first, second = (
        (steps <= part[:, None]).astype(np.float64) for part in (choice.first, choice.second)
    )
    person = choice.reviewer
    if person is None:
        share = choice.mixing[:, None]
        acted: Floats = (1 - share) * first + share * second
        return 1 - acted, acted
    referred = second - first
    missed, alarm = (person.cost / mean for mean in mean_costs)
    return (
        1 - first - (person.tpr - missed) * referred,
        first + (person.fpr + alarm) * referred,
    )


def curve_losses(chosen: Indices, stakes: Floats, rules: int) -> tuple[Floats, Floats]:
    """Return what positives and negatives lose by rules chosen at several PC(+).

    Parameters
    ----------
    chosen : ndarray of int64, shape (b, m)
        Positions of the rules.
    stakes : ndarray of float64, shape (2, m)
        What an error on a positive and on a negative loses at each PC(+).
    rules : int
        How many are chosen from.

    Returns
    -------
    tuple of ndarray of float64, shape (b, rules + 1)
        As `rule_losses`.
    """
    replicates = chosen.shape[0]
    cells = chosen + (rules + 1) * np.arange(replicates)[:, None]

    def below(stake: Floats) -> Floats:
        """Return what is lost where rules before that of each step were chosen."""
        at = np.bincount(
            cells.ravel(), np.tile(stake, replicates), minlength=replicates * (rules + 1)
        ).reshape(replicates, rules + 1)
        sums: Floats = np.cumsum(at.astype(np.float64), axis=1) - at
        return sums

    return below(stakes[0]), stakes[1].sum() - below(stakes[1])


def class_cells(
    sample: Sample,
    models: Sequence[RankedModel],
    rows: Sequence[Indices],
    *,
    of_positives: bool,
) -> ClassCells:
    """Cut a class of the sample at the rules of one model or two.

    Parameters
    ----------
    sample : Sample
        The instances. Those that a model did not score are left out.
    models : sequence of RankedModel
        One or two.
    rows : sequence of ndarray of int64
        Rows of each that are chosen from, ascending.
    of_positives : bool
        Which class.
    """
    columns = sample.positives if of_positives else sample.negatives
    stops = [
        model.stops(of_positives=of_positives)[at].astype(np.int64)
        for model, at in zip(models, rows, strict=True)
    ]
    if len(models) == 1 and not columns.varying:
        return _of_counts(columns, stops[0])
    keys = np.zeros(columns.size, np.int64)
    for model, stop in zip(models, stops, strict=True):
        order = sample.places[model.rows(of_positives=of_positives)]
        step = np.full(columns.size, -1, np.int64)
        step[order] = np.searchsorted(stop, np.arange(order.size), side="right")
        keys = np.where((keys < 0) | (step < 0), -1, keys * (stop.size + 1) + step)
    scored = keys >= 0
    found, cells = np.unique(keys[scored], return_inverse=True)
    weights = np.ones(columns.size) if columns.weights is None else columns.weights
    costs = np.broadcast_to(np.asarray(columns.error_costs, np.float64), columns.size)[scored]
    weights = weights[scored]
    steps = _steps(found, [stop.size + 1 for stop in stops])
    cases = effective_number(weights)
    count, cost, square = (_summed(cells, one) for one in (weights, costs, costs**2))
    return ClassCells(steps, count, cost, square, cases)


def _of_counts(columns: ClassColumns, stops: Indices) -> ClassCells:
    """Cut a class whose cases count alike, without a look at them."""
    sizes = np.diff(stops, prepend=0, append=stops[-1]).astype(np.float64)
    cost = float(np.asarray(columns.costs))
    steps = (np.arange(sizes.size),)
    return ClassCells(steps, sizes, cost * sizes, cost**2 * sizes, float(stops[-1]))


def _summed(cells: Indices, values: Floats) -> Floats:
    sums: Floats = np.bincount(cells, weights=values).astype(np.float64)
    return sums


def _steps(keys: Indices, bases: Sequence[int]) -> tuple[Indices, ...]:
    steps: list[Indices] = []
    rest = keys
    for base in reversed(bases):
        rest, step = np.divmod(rest, base)
        steps.insert(0, step)
    return tuple(steps)
