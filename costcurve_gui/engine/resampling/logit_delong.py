"""DeLong's interval of an AUC, taken of its logit."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.engine.intervals import two_sided_deviate
from costcurve_gui.engine.resampling.delong import AucInterval, auc_interval, auc_variance

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable


def logit_auc_interval(table: ThresholdTable, level: float = 0.9) -> AucInterval:
    """Return the AUC with DeLong's interval taken of its logit.

    It never leaves [0, 1], and near 1 it covers better than the normal interval.

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

    References
    ----------
    .. [1] Pepe (2003), The statistical evaluation of medical tests for classification and
       prediction, section 5.2.4.
    .. [2] Qin & Hotilovac (2008), Comparison of non-parametric confidence intervals for the area
       under the ROC curve of a continuous-scale diagnostic test.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> interval = logit_auc_interval(threshold_table([1, 0, 1, 0], [0.9, 0.6, 0.6, 0.1]))
    >>> interval.auc, round(interval.low, 3), round(interval.high, 3)
    (0.875, 0.329, 0.99)
    """
    normal = auc_interval(table, level)
    area = normal.auc
    if normal.reason:
        return replace(normal, method="logit DeLong")
    margin = two_sided_deviate(level) * math.sqrt(auc_variance(table, area))
    return AucInterval(area, *logit_interval(area, margin), level, method="logit DeLong")


def logit_interval(share: float, margin: float) -> tuple[float, float]:
    """Return the interval of a share whose logit has the margin that makes `margin` its own.

    >>> low, high = logit_interval(0.9, 0.18)
    >>> round(low, 3), round(high, 3)
    (0.549, 0.985)
    """
    odds, factor = share / (1 - share), math.exp(margin / (share * (1 - share)))
    return 1 / (1 + factor / odds), 1 / (1 + 1 / (odds * factor))
