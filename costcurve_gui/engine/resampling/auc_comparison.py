"""DeLong's comparison of two AUCs, on the same instances or different ones, alone or in groups."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.distributions.beta import student_t_beyond, student_t_quantile
from costcurve_gui.engine.distributions.normal import require_level, two_sided_deviate
from costcurve_gui.engine.resampling.auc_interval import WEIGHTED, auc_interval
from costcurve_gui.engine.resampling.grouped_areas import (
    GroupedVariance,
    Groups,
    centred_components,
    grouped_variance,
)
from costcurve_gui.engine.resampling.placements import Placements, placements
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.validation import (
    clean_labels,
    clean_scores,
    clean_weights,
    require_length,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.resampling.auc_interval import AucInterval


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
    std_error : float or None
        Of the difference; None where there is no interval.
    freedom : float or None
        Degrees of freedom of `std_error`, likewise.
    """

    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    level: float
    reason: str = ""
    std_error: float | None = None
    freedom: float | None = None

    @property
    def of_student(self) -> AucComparison:
        """The same by Student's t in place of the normal distribution, for classes that are small.

        References
        ----------
        .. [1] Welch (1947), The generalization of "Student's" problem when several different
           population variances are involved, Biometrika 34.

        Examples
        --------
        >>> y_true = [True, True, True, True, False, False, False]
        >>> found = compare_auc(y_true, [7, 6, 5, 4, 3, 2, 1.5], [2, 7, 5, 1, 3, 4, 6])
        >>> round(found.freedom, 1), round(found.p_value, 3), round(found.of_student.p_value, 3)
        (3.6, 0.027, 0.098)
        """
        if self.std_error is None or self.freedom is None:
            return self
        margin = student_t_quantile(self.freedom, (1 + self.level) / 2) * self.std_error
        return replace(
            self,
            low=max(self.difference - margin, -1.0),
            high=min(self.difference + margin, 1.0),
            p_value=student_t_beyond(self.freedom, abs(self.difference) / self.std_error),
        )


def _compared(
    difference: float,
    variances: Sequence[float],
    freedoms: Sequence[float],
    level: float,
) -> AucComparison:
    """Return DeLong's comparison: the variance has a part of each class, and of each sample."""
    parts = (part**2 / freedom for part, freedom in zip(variances, freedoms, strict=True))
    freedom, error = sum(variances) ** 2 / sum(parts), math.sqrt(sum(variances))
    margin = two_sided_deviate(level) * error
    return AucComparison(
        difference,
        max(difference - margin, -1.0),
        min(difference + margin, 1.0),
        math.erfc(abs(difference) / error / math.sqrt(2)),
        level,
        std_error=error,
        freedom=freedom,
    )


def compare_auc(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    level: float = 0.9,
    sample_weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
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
    groups : array_like of int, shape (n,), optional
        Which instances belong together, such as the number of a customer: the variance is that of
        whole groups, and the interval Student's.

    Returns
    -------
    AucComparison
        a minus b.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.
    EngineError
        Where labels, scores and groups are not usable; see `scored_sample` for the kinds.

    References
    ----------
    .. [1] DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44.
    .. [2] Obuchowski (1997), Nonparametric analysis of clustered ROC curve data, Biometrics 53.

    Examples
    --------
    >>> y_true = [True, True, True, False, False, False]
    >>> compare_auc(y_true, [6, 5, 2, 4, 3, 1], [6, 4, 3, 5, 2, 1]).difference
    0.0
    >>> compare_auc(y_true, [6, 5, 2, 4, 3, 1], [12, 10, 4, 8, 6, 2]).reason
    'both models place every instance alike'
    """
    scores = {"a": score_a, "b": score_b}
    return compare_aucs(y_true, scores, level, sample_weight, groups=groups)["a", "b"]


def compare_aucs(
    y_true: ArrayLike,
    scores: Mapping[str, ArrayLike],
    level: float = 0.9,
    sample_weight: ArrayLike | None = None,
    place: Callable[[str], Placements] | None = None,
    groups: ArrayLike | None = None,
) -> dict[tuple[str, str], AucComparison]:
    """Compare the AUCs of every pair of models; each complete model is ranked once.

    Parameters
    ----------
    scores : mapping of str to array_like of float, shape (n,)
        The models. A pair is compared on the rows that both scored.
    y_true, level, sample_weight, groups
        As in `compare_auc`, which also names the errors.
    place : callable, optional
        Returns the placements of a complete model by its name, where it is sorted already.

    Returns
    -------
    dict of (str, str) to AucComparison
        First minus second, pairs in the order of `scores`.
    """
    require_level(level)
    labels = clean_labels(y_true)
    columns = {name: clean_scores(score) for name, score in scores.items()}
    if sample_weight is not None:
        weights = clean_weights(sample_weight, labels.size)
        return {
            (a, b): _weighted_comparison(labels, columns[a], columns[b], weights, level)
            for a, b in combinations(columns, 2)
        }
    complete = {
        name: placements(labels, column) if place is None else place(name)
        for name, column in columns.items()
        if not np.isnan(column).any()
    }
    codes = None if groups is None else _codes(groups, labels.size)
    found = {}
    for a, b in combinations(columns, 2):
        if a in complete and b in complete:
            found[a, b] = _comparison(labels, complete[a], complete[b], level, codes)
        else:
            rows = ~(np.isnan(columns[a]) | np.isnan(columns[b]))
            both = [placements(labels[rows], columns[name][rows]) for name in (a, b)]
            of_rows = None if codes is None else codes[rows]
            found[a, b] = _comparison(labels[rows], both[0], both[1], level, of_rows)
    return found


def _codes(groups: ArrayLike, rows: int) -> Indices:
    codes = np.asarray(groups)
    require_length("groups", codes, rows)
    return codes


def _comparison(
    labels: Bools, a: Placements, b: Placements, level: float, groups: Indices | None
) -> AucComparison:
    difference, moved = a.auc - b.auc, a.doubled - b.doubled
    of_positives, of_negatives = moved[labels], moved[~labels]
    reason = _no_variance_of_difference(of_positives, of_negatives)
    if reason:
        return AucComparison(difference, None, None, None, level, reason)
    if groups is not None:
        found = grouped_variance(*centred_components(moved, labels), Groups.of(labels, groups))
        return _by_groups(difference, found, level)
    positives, negatives = of_positives.size, of_negatives.size
    variances = (
        float(of_positives.var(ddof=1)) / (4 * negatives**2 * positives),
        float(of_negatives.var(ddof=1)) / (4 * positives**2 * negatives),
    )
    return _compared(difference, variances, (positives - 1, negatives - 1), level)


def _by_groups(difference: float, found: GroupedVariance, level: float) -> AucComparison:
    if found.reason:
        return AucComparison(difference, None, None, None, level, found.reason)
    return _compared(difference, [found.variance], [found.freedom], level).of_student


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
    return AucComparison(areas[0] - areas[1], None, None, None, level, WEIGHTED)


def compare_independent_aucs(
    a: ThresholdTable, b: ThresholdTable, level: float = 0.9
) -> AucComparison:
    """Compare the AUCs of two models, each over instances of its own: the variances add up.

    Parameters
    ----------
    a, b : ThresholdTable
        Counts of each model.
    level : float, default 0.9
        Confidence, between 0 and 1.

    Returns
    -------
    AucComparison
        a minus b. Without an interval where one of the AUCs has none.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.

    References
    ----------
    .. [1] Hanley & McNeil (1983), A method of comparing the areas under receiver operating
       characteristic curves derived from the same cases, Radiology 148: equation 1 without the
       correlation.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> a = threshold_table([1, 1, 1, 0, 0, 0], [6, 5, 2, 4, 3, 1])
    >>> b = threshold_table([1, 1, 0, 0], [4, 2, 3, 1])
    >>> found = compare_independent_aucs(a, b)
    >>> round(found.difference, 3), round(found.p_value, 3)
    (0.028, 0.949)
    """
    # What one class adds to the variance is not kept: the smaller one is taken to make it all.
    freedoms = [float(min(table.positives, table.negatives)) - 1 for table in (a, b)]
    return _of_independent(auc_interval(a, level), auc_interval(b, level), freedoms)


def compare_independent_groups(a: AucInterval, b: AucInterval) -> AucComparison:
    """Compare the AUCs of two models, each over groups of its own: the variances add up.

    Parameters
    ----------
    a, b : AucInterval
        Of each model, by groups; the level is that of the first.

    Returns
    -------
    AucComparison
        a minus b, by Student's t. Without an interval where one of the AUCs has none.
    """
    freedoms = [one.freedom or math.nan for one in (a, b)]
    return _of_independent(a, b, freedoms).of_student


def _of_independent(
    one: AucInterval, other: AucInterval, freedoms: Sequence[float]
) -> AucComparison:
    difference = one.auc - other.auc
    if one.std_error is None or other.std_error is None:
        return AucComparison(difference, None, None, None, one.level, _reason(one, other))
    return _compared(difference, (one.std_error**2, other.std_error**2), freedoms, one.level)


def _reason(one: AucInterval, other: AucInterval) -> str:
    if one.reason == other.reason:
        return one.reason
    return f"of one model {one.reason or other.reason}"
