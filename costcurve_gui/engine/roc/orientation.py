"""Models that rank the wrong way round, and the same models reversed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.cost_table import RankOrder
from costcurve_gui.engine.counts.rate_source import ClassSums, RestOfRows
from costcurve_gui.engine.counts.threshold_table import ThresholdTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.rate_source import CountColumn
    from costcurve_gui.engine.evaluation import ModelEvaluation


@dataclass(frozen=True, slots=True)
class Orientation:
    """Which way a model ranks.

    Attributes
    ----------
    auc : float
        Area under its curve.
    reversed_auc : float
        That of the model whose scores have the sign turned: 1 - `auc`.
    wholly_below : bool
        Whether no threshold lies above the diagonal and some lie below it: the model is of no
        use under any condition, and the reversed one is.
    """

    auc: float
    reversed_auc: float
    wholly_below: bool

    @property
    def below(self) -> bool:
        """Whether the reversed model has the larger area."""
        return self.auc < self.reversed_auc


def orientation(ev: ModelEvaluation) -> Orientation:
    """Tell whether a model lies below the diagonal. Nothing is reversed here.

    References
    ----------
    .. [1] Fawcett (2004), section 2.1.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> orientation(evaluate_scores("m", [True, False, False], [0.1, 0.9, 0.1]))
    Orientation(auc=0.25, reversed_auc=0.75, wholly_below=True)
    """
    # A curve that never rises above the diagonal has the diagonal for a hull.
    flat = bool((ev.roc_hull.tpr <= ev.roc_hull.fpr).all())
    return Orientation(ev.auc, 1 - ev.auc, wholly_below=flat and ev.auc < 1 - ev.auc)


def reversed_table(table: ThresholdTable) -> ThresholdTable:
    """Return the table of the negated scores without counting or sorting anything again.

    What scores at least -s in the reversed model scores at most s in the model itself, which is
    everything but the rows above s.

    Parameters
    ----------
    table : ThresholdTable
        Counts of a model.

    Returns
    -------
    ThresholdTable
        As many rows; its curve is the old one turned by 180 degrees about (1/2, 1/2).

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, False], [0.1, 0.9, 0.1])
    >>> turned = reversed_table(table)
    >>> turned.thresholds.tolist(), turned.fps.tolist(), turned.tps.tolist()
    ([inf, -0.1, -0.9], [0, 1, 2], [0, 1, 1])
    """
    positives = _turned(table.positive_sums.stops)
    negatives = table.negative_sums.stops
    return ThresholdTable(
        read_only(_turned_thresholds(table.thresholds)),
        # Without ties the rows that a class leaves over are the other class, turned or not.
        ClassSums(
            RestOfRows(positives) if isinstance(negatives, RestOfRows) else _turned(negatives),
            unit=table.negative_sums.unit,
        ),
        ClassSums(positives, unit=table.positive_sums.unit),
        table.rows,
        table.missing,
    )


def reversed_order(order: RankOrder) -> RankOrder:
    """Return the order of the rows by negated score.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
    >>> reversed_order(rank_order([True, False, True], [0.2, 0.5, 0.9])).positive_rows.tolist()
    [0, 2]
    """
    return RankOrder(
        read_only(order.positive_rows[::-1].copy()),
        read_only(order.negative_rows[::-1].copy()),
        _turned(order.positive_stops),
        _turned(order.negative_stops),
        order.length,
    )


def _turned(counts: CountColumn) -> NDArray[Any]:
    """Count from the last row instead of from the first."""
    upwards = counts[:]
    return read_only(upwards[-1] - upwards[::-1])


def _turned_thresholds(thresholds: Floats) -> Floats:
    turned = np.empty_like(thresholds)
    turned[0] = np.inf
    # 0.0 must not become -0.0.
    turned[1:] = 0.0 - thresholds[:0:-1]
    return turned
