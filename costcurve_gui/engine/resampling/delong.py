"""DeLong's interval of an AUC and the comparison of two AUCs on the same instances.

DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44: the variance of an AUC is that of its
structural components, the placements of positives among negatives (V10) and of negatives among
positives (V01), each over the size of its class.

Sample weights have no interval here: whether they repeat rows or correct a sampling design is
not known, and the variance differs between the two.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.intervals import require_level, two_sided_deviate
from costcurve_gui.engine.resampling.placements import Placements, placements
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.validation import clean_labels, clean_scores, clean_weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

_WEIGHTED = "rows have weights"


@dataclass(frozen=True, slots=True)
class AucInterval:
    """An AUC and its interval.

    Attributes
    ----------
    auc : float
        Area, 0-1.
    low, high : float or None
        Bounds within 0-1; None where there is no interval.
    level : float
        Confidence, such as 0.9.
    reason : str
        Why there is no interval, to be read after "no interval:"; else empty.
    method : str
        "DeLong" or "logit DeLong".
    std_error : float or None
        Standard error that an interval of method "DeLong" is made of; else None.
    """

    auc: float
    low: float | None
    high: float | None
    level: float
    reason: str = ""
    method: str = "DeLong"
    std_error: float | None = None

    def at(self, level: float) -> AucInterval:
        """Return DeLong's interval at another level; where there is none, there is none there.

        Raises
        ------
        ConstraintError
            Where the level lies outside its range.

        Examples
        --------
        >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
        >>> wide = auc_interval(threshold_table([1, 0, 1, 0], [4, 3, 2, 1]), level=0.99)
        >>> wide.at(0.9) == auc_interval(threshold_table([1, 0, 1, 0], [4, 3, 2, 1]), level=0.9)
        True
        """
        if self.std_error is None:
            return replace(self, level=level)
        return _delong(self.auc, self.std_error, level)


@dataclass(frozen=True, slots=True)
class AucComparison:
    """The difference of two AUCs on the instances that both models scored.

    Attributes
    ----------
    difference : float
        First minus second, -1 to 1.
    low, high : float or None
        Bounds of the difference; None where its variance is 0 or unknown.
    p_value : float or None
        Two-sided, of no difference.
    level : float
        Confidence, such as 0.9.
    reason : str
        Why there is no interval; else empty.
    """

    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    level: float
    reason: str = ""


def auc_interval(table: ThresholdTable, level: float = 0.9) -> AucInterval:
    """Return the AUC with DeLong's normal interval, clipped to [0, 1].

    The placements are functions of the counts, so one pass over the table is enough.

    Parameters
    ----------
    table : ThresholdTable
        Counts of a model.
    level : float, default 0.9
        Confidence, between 0 and 1.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> interval = auc_interval(threshold_table([1, 0, 1, 0], [0.9, 0.6, 0.6, 0.1]))
    >>> interval.auc, round(interval.low, 3), interval.high
    (0.875, 0.584, 1.0)
    >>> auc_interval(threshold_table([1, 0], [0.9, 0.1])).reason
    'the classes are separated perfectly'
    """
    require_level(level)
    area = auc(table)
    reason = _no_variance(table, area)
    if reason:
        return AucInterval(area, None, None, level, reason)
    return _delong(area, math.sqrt(auc_variance(table, area)), level)


def _delong(area: float, std_error: float, level: float) -> AucInterval:
    margin = two_sided_deviate(level) * std_error
    low, high = max(area - margin, 0.0), min(area + margin, 1.0)
    return AucInterval(area, low, high, level, std_error=std_error)


def compare_auc(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    level: float = 0.9,
    sample_weight: ArrayLike | None = None,
) -> AucComparison:
    """Compare the AUCs of two models on the same instances.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    score_a, score_b : array_like of float, shape (n,)
        Rows with NaN in either are left out.
    level : float, default 0.9
        Confidence, between 0 and 1.
    sample_weight : array_like of float, shape (n,), optional
        With weights there is a difference but neither interval nor p-value.

    Returns
    -------
    AucComparison
        a minus b.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.
    EngineError
        Where labels and scores are not usable; see `scored_sample` for the kinds.

    Examples
    --------
    >>> y_true = [True, True, True, False, False, False]
    >>> compare_auc(y_true, [6, 5, 2, 4, 3, 1], [6, 4, 3, 5, 2, 1]).difference
    0.0
    >>> compare_auc(y_true, [6, 5, 2, 4, 3, 1], [12, 10, 4, 8, 6, 2]).reason
    'both models place every instance alike'
    """
    scores = {"a": score_a, "b": score_b}
    return compare_aucs(y_true, scores, level, sample_weight)["a", "b"]


def compare_aucs(
    y_true: ArrayLike,
    scores: Mapping[str, ArrayLike],
    level: float = 0.9,
    sample_weight: ArrayLike | None = None,
) -> dict[tuple[str, str], AucComparison]:
    """Compare the AUCs of every pair of models; each complete model is ranked once.

    Parameters
    ----------
    scores : mapping of str to array_like of float, shape (n,)
        The models. A pair is compared on the rows that both scored.
    y_true, level, sample_weight
        As in `compare_auc`, which also names the errors.

    Returns
    -------
    dict of (str, str) to AucComparison
        First minus second, pairs in the order of `scores`.
    """
    deviate, labels = two_sided_deviate(level), clean_labels(y_true)
    columns = {name: clean_scores(score) for name, score in scores.items()}
    if sample_weight is not None:
        weights = clean_weights(sample_weight, labels.size)
        return {
            (a, b): _weighted_comparison(labels, columns[a], columns[b], weights, level)
            for a, b in combinations(columns, 2)
        }
    complete = {
        name: placements(labels, column)
        for name, column in columns.items()
        if not np.isnan(column).any()
    }
    found = {}
    for a, b in combinations(columns, 2):
        if a in complete and b in complete:
            found[a, b] = _comparison(labels, complete[a], complete[b], level, deviate)
        else:
            rows = ~(np.isnan(columns[a]) | np.isnan(columns[b]))
            both = [placements(labels[rows], columns[name][rows]) for name in (a, b)]
            found[a, b] = _comparison(labels[rows], both[0], both[1], level, deviate)
    return found


def _comparison(
    labels: Bools, a: Placements, b: Placements, level: float, deviate: float
) -> AucComparison:
    difference = a.auc - b.auc
    moved = a.doubled - b.doubled
    of_positives, of_negatives = moved[labels], moved[~labels]
    reason = _no_variance_of_difference(of_positives, of_negatives)
    if reason:
        return AucComparison(difference, None, None, None, level, reason)
    positives, negatives = of_positives.size, of_negatives.size
    variance = (
        of_positives.var(ddof=1) / (4 * negatives**2 * positives)
        + of_negatives.var(ddof=1) / (4 * positives**2 * negatives)
    )  # fmt: skip
    error = math.sqrt(variance)
    low, high = max(difference - deviate * error, -1.0), min(difference + deviate * error, 1.0)
    p_value = math.erfc(abs(difference) / error / math.sqrt(2))
    return AucComparison(difference, low, high, p_value, level)


def _no_variance_of_difference(of_positives: Indices, of_negatives: Indices) -> str:
    for name, moved in (("positive", of_positives), ("negative", of_negatives)):
        if moved.size == 1:
            return f"there is only one {name}"
    if np.ptp(of_positives) or np.ptp(of_negatives):
        return ""
    if of_positives[0] or of_negatives[0]:
        return "the difference is the same for every instance"
    return "both models place every instance alike"


def _weighted_comparison(
    labels: Bools, score_a: Floats, score_b: Floats, weights: Floats, level: float
) -> AucComparison:
    rows = ~(np.isnan(score_a) | np.isnan(score_b))
    areas = [
        auc(threshold_table(labels[rows], score[rows], sample_weight=weights[rows]))
        for score in (score_a, score_b)
    ]
    return AucComparison(areas[0] - areas[1], None, None, None, level, _WEIGHTED)


def _no_variance(table: ThresholdTable, area: float) -> str:
    return _WEIGHTED if table.weighted else no_spread(table, area)


def no_spread(table: ThresholdTable, area: float) -> str:
    """Return why an area has no interval, whatever the weights of the rows; else nothing."""
    if isinstance(table, FamilyTable) and len(table.members) > 1:
        return "several classifiers are no ranking"
    if isinstance(table, FamilyTable) and table.members[0].calls_all_alike:
        return "every case is called alike"
    if len(table) == 2:  # "never positive" and one score
        return "every score is equal"
    if area in (0, 1):
        return "the classes are separated perfectly" + (", in reverse" if area == 0 else "")
    for name, count in (("positive", table.positives), ("negative", table.negatives)):
        if count == 1:
            return f"there is only one {name}"
    return ""


def auc_variance(table: ThresholdTable, area: float) -> float:
    """Return the variance of an AUC from the placements, without weights."""
    positives, negatives = table.positives, table.negatives
    spread_10, spread_01 = 0.0, 0.0
    for start, stop in chunks(1, len(table)):
        rows = slice(start - 1, stop)
        fps, tps = table.fps_at(rows).astype(np.float64), table.tps_at(rows).astype(np.float64)
        v10 = 1 - (fps[1:] + fps[:-1]) / (2 * negatives)
        v01 = (tps[1:] + tps[:-1]) / (2 * positives)
        spread_10 += float(np.diff(tps) @ (v10 - area) ** 2)
        spread_01 += float(np.diff(fps) @ (v01 - area) ** 2)
    return spread_10 / ((positives - 1) * positives) + spread_01 / ((negatives - 1) * negatives)
