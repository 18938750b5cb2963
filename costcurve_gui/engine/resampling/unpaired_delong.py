"""DeLong's comparison of two AUCs that were found on different instances."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.engine.intervals import two_sided_deviate
from costcurve_gui.engine.resampling.delong import AucComparison, auc_interval

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.resampling.delong import AucInterval


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
    one, other = auc_interval(a, level), auc_interval(b, level)
    difference = one.auc - other.auc
    if one.std_error is None or other.std_error is None:
        return AucComparison(difference, None, None, None, level, _reason(one, other))
    error = math.hypot(one.std_error, other.std_error)
    margin = two_sided_deviate(level) * error
    low, high = max(difference - margin, -1.0), min(difference + margin, 1.0)
    p_value = math.erfc(abs(difference) / error / math.sqrt(2))
    return AucComparison(difference, low, high, p_value, level)


def _reason(one: AucInterval, other: AucInterval) -> str:
    if one.reason == other.reason:
        return one.reason
    return f"of one model {one.reason or other.reason}"
