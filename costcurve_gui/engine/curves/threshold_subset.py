"""One subset of the thresholds of a model for every curve, and how far each curve is off by it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.counts.rate_source import first_rows_reaching
from costcurve_gui.engine.curves.confusion_rates import ConfusionRates
from costcurve_gui.engine.curves.det import probit
from costcurve_gui.engine.roc.curve import largest_gap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.evaluation import ModelEvaluation

    Figure = Callable[[Floats, Floats], Floats]

_ROWS_PER_LINE = 2
"""A line of the grid keeps the row before it and the row on it."""


def threshold_subset(
    evaluation: ModelEvaluation, max_rows: int, keep: Iterable[int] = ()
) -> Indices:
    """Choose the rows of a model that stand for all of its thresholds.

    Kept are both ends, the rows where the first and the last instance of each class are reached,
    the vertices of the ROC and ROCIV hulls, and `keep`; where these leave room, the rows beside
    the lines of a grid.

    Parameters
    ----------
    evaluation : ModelEvaluation
        The model.
    max_rows : int
        How many rows at most, unless those that must be kept are more.
    keep : iterable of int
        Rows that must be kept.

    Returns
    -------
    ndarray of int64, shape (k,)
        Rows of the threshold table, ascending; all of them where there are at most `max_rows`.

    Notes
    -----
    The grid divides the sum of all rates that curves are drawn from: fpr and tpr, those by cost
    where costs vary, and both once more on a scale that is logarithmic towards 0 and towards 1,
    which is what precision at the head of the ranking and the deviates of a DET curve hang on.
    Each never decreases along the rows, so between two lines none changes by more than the
    distance of the lines, and the lines are found by binary search.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> model = evaluate_scores("a", [True, False] * 5_000, range(10_000))
    >>> rows = threshold_subset(model, 100, keep=[1234])
    >>> rows.size <= 100, 1234 in rows
    (True, True)
    """
    size = len(evaluation.table)
    if size <= max_rows:
        return read_only(np.arange(size))
    hulls = evaluation.roc_hull.indices, evaluation.rociv_hull.indices
    kept = distinct(_ends(evaluation.table), *hulls, np.fromiter(keep, np.int64))
    lines = (max_rows - kept.size) // _ROWS_PER_LINE
    if lines > 0:
        kept = distinct(kept, _beside_lines(evaluation, lines))
    return read_only(kept)


def _ends(table: RateSource) -> Indices:
    """Return the rows before and on which each class is first and last counted, and both ends."""
    ends = np.array([np.nextafter(0.0, 1.0), 1.0])
    reached = np.concatenate((table.rows_reaching_fpr(ends), table.rows_reaching_tpr(ends)))
    last = len(table) - 1
    return np.concatenate((reached, reached - 1, [0, 1, last - 1, last])).clip(0, last)


def _beside_lines(evaluation: ModelEvaluation, lines: int) -> Indices:
    size = len(evaluation.table)
    top = float(_height(evaluation, np.array([size - 1]))[0])
    heights = np.linspace(0.0, top, lines + 2)[1:-1]
    reached = first_rows_reaching(partial(_height, evaluation), size, heights).clip(max=size - 1)
    return np.concatenate((reached, (reached - 1).clip(0)))


def _height(evaluation: ModelEvaluation, rows: Indices) -> Floats:
    """Return the sum of the rates at `rows`, which the grid divides."""
    table, rates = evaluation.table, evaluation.rates
    fpr, tpr = table.fpr_at(rows), table.tpr_at(rows)
    height = fpr + tpr + (_towards_ends(fpr, len(table)) + _towards_ends(tpr, len(table))) / 2
    return height if rates is table else height + rates.fpr_at(rows) + rates.tpr_at(rows)


def _towards_ends(rate: Floats, steps: int) -> Floats:
    """Return a rate on a scale from 0 to 1 that is logarithmic towards both ends."""
    spread = np.log1p(rate * steps) - np.log1p((1 - rate) * steps)
    scaled: Floats = 0.5 + spread / (2 * np.log1p(steps))
    return scaled


@dataclass(frozen=True, slots=True)
class SubsetErrors:
    """How far off the curves drawn through a subset of the thresholds can be.

    Attributes
    ----------
    roc, rociv : float
        No point of the full curve is farther than this from the drawn one, in units of rate.
    fpr, tpr, fp_cost_rate, tp_benefit_rate, fraction_targeted, expected_profit, precision, lift,
    npv, accuracy, probit_fpr, probit_fnr : float
        At a threshold that is left out the column differs by no more than this from its values
        at both neighbours in the subset, and from the straight line between these; in the units
        of the column. fnr has the error of tpr, specificity that of fpr.
    """

    roc: float
    rociv: float
    fpr: float
    tpr: float
    fp_cost_rate: float
    tp_benefit_rate: float
    fraction_targeted: float
    expected_profit: float
    precision: float
    lift: float
    npv: float
    accuracy: float
    probit_fpr: float
    probit_fnr: float


def subset_errors(
    evaluation: ModelEvaluation, rows: Indices, condition: OperatingCondition
) -> SubsetErrors:
    """Bound what is lost where a model is shown at `rows` alone.

    Parameters
    ----------
    evaluation : ModelEvaluation
        The model.
    rows : ndarray of int64, shape (k,)
        Ascending, the first and the last row of its table included, as `threshold_subset` has
        them.
    condition : OperatingCondition
        Prior and mean payoffs that profit, precision, lift, npv and accuracy are computed at.

    Returns
    -------
    SubsetErrors
        All 0 where `rows` are all rows.

    Notes
    -----
    Both rates of a row that is left out lie between those of its neighbours (f1, t1) and
    (f2, t2). What ascends with the tpr and descends with the fpr therefore lies between its
    values at (f2, t1) and (f1, t2). The bounds hold up to the rounding of the figures themselves.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> model = evaluate_scores("a", [True, False] * 500, range(1000))
    >>> errors = subset_errors(model, np.arange(0, 1001, 10), model.condition(prior=0.5))
    >>> round(errors.fpr, 9), round(errors.tpr, 9)
    (0.01, 0.01)
    """
    if rows.size == len(evaluation.table):
        return SubsetErrors(*(0.0 for _ in fields(SubsetErrors)))
    counts = _Gaps(evaluation.table, rows)
    costs = counts if evaluation.rates is evaluation.table else _Gaps(evaluation.rates, rows)
    at = partial(ConfusionRates, prior=condition.prior)
    return SubsetErrors(
        roc=largest_gap(evaluation.table, rows),
        rociv=largest_gap(evaluation.rates, rows),
        fpr=counts.along(lambda fpr, _: fpr),
        tpr=counts.along(lambda _, tpr: tpr),
        fp_cost_rate=costs.along(lambda fpr, _: fpr),
        tp_benefit_rate=costs.along(lambda _, tpr: tpr),
        fraction_targeted=counts.along(lambda fpr, tpr: at(fpr, tpr).fraction_targeted),
        expected_profit=costs.across(condition.expected_profit),
        precision=counts.across(lambda fpr, tpr: at(fpr, tpr).precision),
        lift=counts.across(lambda fpr, tpr: at(fpr, tpr).lift),
        npv=counts.across(lambda fpr, tpr: at(fpr, tpr).npv),
        accuracy=counts.across(lambda fpr, tpr: at(fpr, tpr).accuracy),
        probit_fpr=counts.along(lambda fpr, _: probit(fpr)),
        probit_fnr=_along(*map(probit, _missed(evaluation.table, rows))),
    )


class _Gaps:
    """Rates at both ends of the gaps that a subset of the rows leaves."""

    def __init__(self, rates: RateSource, rows: Indices) -> None:
        starts, stops = _gaps(rows)
        self.first = rates.fpr_at(starts), rates.tpr_at(starts)
        self.last = rates.fpr_at(stops), rates.tpr_at(stops)

    def along(self, figure: Figure) -> float:
        """Bound the error of what never decreases along the rows."""
        return _along(figure(*self.first), figure(*self.last))

    def across(self, figure: Figure) -> float:
        """Bound the error of what ascends with the tpr and descends with the fpr."""
        (low_fpr, low_tpr), (high_fpr, high_tpr) = self.first, self.last
        ends = figure(*self.first), figure(*self.last)
        above = figure(low_fpr, high_tpr) - np.minimum(*ends)
        below = np.maximum(*ends) - figure(high_fpr, low_tpr)
        return _largest(np.concatenate((above, below)))


def _gaps(rows: Indices) -> tuple[Indices, Indices]:
    skipped = np.diff(rows) > 1
    return rows[:-1][skipped], rows[1:][skipped]


def _missed(table: RateSource, rows: Indices) -> tuple[Floats, Floats]:
    """Return the fnr at both ends of each gap as det.csv has it, the smaller one first."""
    first, last = (table.positives - table.tps_at(ends) for ends in _gaps(rows))
    return last / table.positives, first / table.positives


def _along(first: Floats, last: Floats) -> float:
    with np.errstate(invalid="ignore"):  # both infinite, as is all between them
        return _largest(last - first)


def _largest(errors: Floats) -> float:
    """Return the largest error; NaN stands for a gap in which the figure does not exist."""
    return float(np.fmax.reduce(errors, initial=0.0))
