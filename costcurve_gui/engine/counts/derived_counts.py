"""Tables of models derived from the counts of others, where no case is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.family import (
    ConfusionMatrix,
    FamilyTable,
    cumulated_counts,
    family_table,
)
from costcurve_gui.engine.counts.threshold_table import ThresholdTable

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.duality import RocPoint


def reversed_table(table: ThresholdTable) -> ThresholdTable:
    """Return the counts of a model with every decision reversed.

    Classifiers of a family exchange hits for misses and false alarms for correct rejections, and
    lose the PC(+) that they were trained for. Scores change their sign.

    Parameters
    ----------
    table : ThresholdTable
        Counts of a family or of a model that scores.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> turned = reversed_table(threshold_table([True, False, True], [0.9, 0.5, 0.2]))
    >>> turned.thresholds.tolist(), turned.tps.tolist(), turned.fps.tolist()
    ([inf, -0.2, -0.5, -0.9], [0, 1, 1, 2], [0, 0, 1, 1])
    """
    if isinstance(table, FamilyTable):
        return family_table(
            [
                ConfusionMatrix(one.name, tp=one.fn, fn=one.tp, fp=one.tn, tn=one.fp)
                for one in table.classifiers
            ]
        )
    thresholds = np.append(np.inf, 0.0 - table.thresholds[:0:-1])  # 0.0 must not become -0.0
    fps, tps = (
        total - counts[::-1].astype(np.float64)
        for total, counts in ((table.negatives, table.fps), (table.positives, table.tps))
    )
    sums = cumulated_counts(fps, tps)
    return ThresholdTable(read_only(thresholds), *sums, table.rows, table.missing)


def classifier_table(
    point: RocPoint, positives: float, negatives: float, *, family: bool
) -> ThresholdTable:
    """Return the table of one discrete classifier of which the rates are known.

    Parameters
    ----------
    point : RocPoint
        Its rates, 0-1.
    positives, negatives : float
        Cases of each class, above 0; the counts need not be whole.
    family : bool
        Whether it is a family of one classifier, "1", or knows the two scores 1 and 0.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.duality import RocPoint
    >>> table = classifier_table(RocPoint(0.08, 0.42), 1000, 500, family=True)
    >>> table.names, table.fps.tolist(), table.tps.tolist()
    (('none', '1', 'all'), [0, 40, 500], [0, 420, 1000])
    """
    tp, fp = point.tpr * positives, point.fpr * negatives
    if family:
        return family_table([ConfusionMatrix("1", tp, positives - tp, fp, negatives - fp)])
    counts = np.array([0.0, fp, negatives]), np.array([0.0, tp, positives])
    thresholds = read_only(np.array([np.inf, 1.0, 0.0]))
    rows = int(np.rint(positives + negatives))
    return ThresholdTable(thresholds, *cumulated_counts(*counts), rows, missing=0)
