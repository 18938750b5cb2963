"""How the difference of two cost curves varies from sample to sample, at all PC(+) together.

The difference is a mean over instances, each of which adds what one model errs more on it than
the other. Between two thresholds of each model all instances of a class add alike, so that a
million of them are some thousand cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.resampling.crossed_cells import cell_keys
from costcurve_gui.engine.resampling.error_rates import cases_of
from costcurve_gui.engine.resampling.independent_samples import are_independent_samples
from costcurve_gui.engine.resampling.small_counts import class_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceMoments:
    """Moments of a difference of costs at k PC(+), of samples like this one.

    Attributes
    ----------
    covariance : ndarray of float64, shape (k, k)
        Between the PC(+).
    added : ndarray of float64, shape (k,)
        Variance of half a case that only the first model errs on, and half a one that only the
        second does, in each class: cases that the sample may lack (Agresti & Min 2005).
    fourth : ndarray of float64, shape (k,)
        Sum of the fourth powers of what each instance adds, half cases included.
    """

    covariance: Floats
    added: Floats
    fourth: Floats

    @property
    def variance(self) -> Floats:
        """Of the difference at each PC(+), half cases included."""
        total: Floats = np.diagonal(self.covariance) + self.added
        return total

    @property
    def freedom(self) -> Floats:
        """Degrees of freedom of `variance`, as of a sum of squares (Satterthwaite 1946).

        It is twice the number of cases that the models decide differently, where all count alike.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            found: Floats = 2 * self.variance**2 / self.fourth
        return found

    def __add__(self, other: DifferenceMoments) -> DifferenceMoments:
        """Return the moments of a sum of two differences that are independent."""
        return DifferenceMoments(
            self.covariance + other.covariance,
            self.added + other.added,
            self.fourth + other.fourth,
        )


def difference_moments(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    rows: Sequence[Indices],
    pc_plus: Floats,
) -> DifferenceMoments:
    """Return the moments of the cost of given rules of one model less that of another's.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        The instances of the models: common ones, or each its own.
    models : sequence of two RankedModel
        The models.
    rows : sequence of two ndarray of int64, shape (k,)
        The rule of each at each PC(+), by rows of its threshold table.
    pc_plus : ndarray of float64, shape (k,)
        Within 0-1.

    References
    ----------
    .. [1] Agresti & Min (2005), Simple improved confidence intervals for comparing matched
       proportions, Statistics in Medicine 24.
    .. [2] Satterthwaite (1946), An approximate distribution of estimates of variance components,
       Biometrics Bulletin 2.
    """
    stakes = np.stack([pc_plus, 1 - pc_plus])
    if not are_independent_samples(resampler, models):
        return _of_sample(resampler.part(models[0]).sample, models, rows, stakes)
    alone = zip(models, rows, strict=True)
    first, second = (
        _of_sample(resampler.part(model).sample, [model], [at], stakes) for model, at in alone
    )
    return first + second


def _of_sample(
    sample: Sample, models: Sequence[RankedModel], rows: Sequence[Indices], stakes: Floats
) -> DifferenceMoments:
    added = _half_cases(sample, models, stakes)
    if isinstance(models[0].table, FamilyTable):
        covariance, fourth = _of_classifiers(models[0].table, rows[0], stakes)
    elif sample.groups is None:
        covariance, fourth = _of_classes(sample, models, rows, stakes)
    else:
        covariance, fourth = _of_groups(sample, models, rows, stakes)
    return DifferenceMoments(covariance, added.sum(axis=0), fourth + (added**2).sum(axis=0))


def _half_cases(sample: Sample, models: Sequence[RankedModel], stakes: Floats) -> Floats:
    sizes = [class_sizes(sample, model, by_cost=True) for model in models]
    fewest = min(one.positives for one in sizes), min(one.negatives for one in sizes)
    added: Floats = (stakes / np.array(fewest)[:, None]) ** 2
    return added


def _of_classes(
    sample: Sample, models: Sequence[RankedModel], rows: Sequence[Indices], stakes: Floats
) -> tuple[Floats, Floats]:
    size = stakes.shape[1]
    covariance, fourth = np.zeros((size, size)), np.zeros(size)
    for columns, of, stake in _classes(sample, stakes):
        cells = _class_cells(sample, models, rows, columns, of_positives=of)
        spread, peak = cells.moments()
        covariance += spread * np.outer(stake, stake)
        fourth += peak * stake**4
    return covariance, fourth


def _classes(sample: Sample, stakes: Floats) -> Sequence[tuple[ClassColumns, bool, Floats]]:
    return ((sample.positives, True, stakes[0]), (sample.negatives, False, stakes[1]))


_POWERS = np.array([[1.0], [2.0], [4.0]])


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Instances of a class that add alike.

    `values` are what they add, shape (c, t); `powers` the sums over each cell of their shares of
    the class, of the squares and of the fourth powers, shape (3, c); `which` is the combination of
    rules at each PC(+).
    """

    values: Floats
    powers: Floats
    instances: int
    which: Indices

    def moments(self) -> tuple[Floats, Floats]:
        """Return the covariance, shape (k, k), and the sums of fourth powers, shape (k,)."""
        shares, squares, fourths = self.powers
        centred = self.values - shares @ self.values
        factor = self.instances / max(self.instances - 1, 1)
        spread = (centred * squares[:, None]).T @ centred * factor
        peak = fourths @ centred**4
        return spread[np.ix_(self.which, self.which)], peak[self.which]


def _class_cells(
    sample: Sample,
    models: Sequence[RankedModel],
    rows: Sequence[Indices],
    columns: ClassColumns,
    *,
    of_positives: bool,
) -> _Cells:
    stops, which = _distinct_stops(models, rows, of_positives=of_positives)
    levels = [np.unique(stop) for stop in stops]
    if models[0].order is None:
        (level,) = levels
        sizes = np.diff(level, prepend=0, append=columns.size)
        powers = sizes / float(columns.size) ** _POWERS
        steps, instances = [np.arange(sizes.size)], columns.size
    else:
        orders = [sample.places[model.rows(of_positives=of_positives)] for model in models]
        bases = [level.size + 1 for level in levels]
        keys = cell_keys(columns.size, orders, levels)
        steps, powers, instances = _summed(keys, bases, columns)
    values = sum(
        sign * _errors(step[:, None] <= np.searchsorted(level, stop), of_positives=of_positives)
        for sign, step, level, stop in zip((1, -1), steps, levels, stops, strict=False)
    )
    return _Cells(np.asarray(values, np.float64), powers, instances, which)


def _summed(
    keys: Indices, bases: Sequence[int], columns: ClassColumns
) -> tuple[list[Indices], Floats, int]:
    """Return the steps of the cells that occur, the powers of `_Cells`, and how many instances."""
    scored, number = keys >= 0, int(np.prod(bases))
    keys = keys[scored]
    counts = np.bincount(keys, minlength=number)
    found = np.flatnonzero(counts)
    costs = columns.error_costs
    if isinstance(costs, np.ndarray):
        shares = costs[scored] / costs[scored].sum()
        sums = (np.bincount(keys, shares**power, number) for power in _POWERS.ravel())
        powers: Floats = np.stack([one[found] for one in sums]).astype(np.float64)
    else:
        powers = counts[found] / float(keys.size) ** _POWERS
    steps: list[Indices] = []
    for base in reversed(bases):
        found, step = np.divmod(found, base)
        steps.insert(0, step)
    return steps, powers, keys.size


def _errors(called: np.ndarray, *, of_positives: bool) -> Floats:
    return (~called if of_positives else called).astype(np.float64)


def _distinct_stops(
    models: Sequence[RankedModel], rows: Sequence[Indices], *, of_positives: bool
) -> tuple[Indices, Indices]:
    """Return how many each model calls positive by each combination of rules, and which is where.

    Shapes (models, t) and (k,).
    """
    stops = np.stack(
        [
            model.stops(of_positives=of_positives)[at].astype(np.int64)
            for model, at in zip(models, rows, strict=True)
        ]
    )
    distinct, which = np.unique(stops, axis=1, return_inverse=True)
    return distinct, which.ravel()


def _of_groups(
    sample: Sample, models: Sequence[RankedModel], rows: Sequence[Indices], stakes: Floats
) -> tuple[Floats, Floats]:
    groups = sample.groups or ()
    number = 1 + max(int(of.max()) for of in groups)
    added = np.zeros((stakes.shape[1], number))
    for (columns, of, stake), codes in zip(_classes(sample, stakes), groups, strict=True):
        orders = [sample.places[model.rows(of_positives=of)] for model in models]
        shares = _shares(columns, orders)
        of_models = [
            _called(model, at, order, shares, codes, number, of_positives=of)
            for model, at, order in zip(models, rows, orders, strict=True)
        ]
        # An error of positives is one that is not called: a constant, which centring takes off.
        sign = -1.0 if of else 1.0
        value = sign * (of_models[0] - of_models[1] if len(of_models) > 1 else of_models[0])
        of_group = np.bincount(codes, shares, number)
        added += (value - value.sum(axis=1)[:, None] * of_group) * stake[:, None]
    units = np.unique(np.concatenate(groups)).size
    covariance: Floats = added @ added.T * (units / max(units - 1, 1))
    fourth: Floats = ((added**2) ** 2).sum(axis=1)
    return covariance, fourth


def _shares(columns: ClassColumns, orders: Sequence[Indices]) -> Floats:
    """Return the share of the class' costs of each instance; of those that lack a score 0."""
    scored = np.zeros(columns.size, np.int64)
    for order in orders:
        scored[order] += 1
    costs: Floats = np.broadcast_to(columns.error_costs, columns.size) * (scored == len(orders))
    shares: Floats = costs / costs.sum()
    return shares


def _called(
    model: RankedModel,
    rows: Indices,
    order: Indices,
    shares: Floats,
    codes: Indices,
    number: int,
    *,
    of_positives: bool,
) -> Floats:
    """Return the share of the class that a model calls positive of each group, shape (k, g)."""
    stops = model.stops(of_positives=of_positives)[rows].astype(np.int64)
    distinct, which = np.unique(stops, return_inverse=True)
    called = np.zeros((distinct.size, number))
    begin, so_far = 0, np.zeros(number)
    for at, stop in enumerate(distinct.tolist()):
        between = order[begin:stop]
        so_far += np.bincount(codes[between], shares[between], number)
        called[at], begin = so_far, stop
    found: Floats = called[which.ravel()]
    return found


def _of_classifiers(table: FamilyTable, rows: Indices, stakes: Floats) -> tuple[Floats, Floats]:
    """Return the moments of classifiers, of which no two are known to err on the same cases."""
    same = rows[:, None] == rows[None]
    rates, sizes = (table.tpr_at(rows), table.fpr_at(rows)), cases_of(table, rows)
    covariance, fourth = np.zeros(same.shape), np.zeros(rows.size)
    for rate, size, stake in zip(rates, sizes, stakes, strict=True):
        spread, peak = _binomial(rate, size)
        covariance += np.where(same, spread * np.outer(stake, stake), 0.0)
        fourth += peak * stake**4
    return covariance, fourth


def _binomial(rate: Floats, size: Floats) -> tuple[Floats, Floats]:
    spread = rate * (1 - rate)
    return spread / size, spread * ((1 - rate) ** 3 + rate**3) / size**3
