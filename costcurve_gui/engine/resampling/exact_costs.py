"""The interval of an expected cost by two binomials, for which nothing has to be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.classifier_bands import counts_are_whole, row_costs
from costcurve_gui.engine.resampling.figure_interval import CERTAIN, FigureInterval

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.figure_interval import PolicyRules
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

_SAME = "both ends are the same"


def exact_cost(
    sample: Sample, model: RankedModel, rules: PolicyRules, pc_plus: float, level: float
) -> FigureInterval:
    """Return the interval of the normalized expected cost of a policy by two binomials.

    The misses and the false alarms of one threshold are two independent binomials where all
    instances of a class count alike. So the cost at a PC(+) is a weighted sum of two, and nothing
    has to be drawn.

    Parameters
    ----------
    sample : Sample
        The instances, or what is known of them.
    model : RankedModel
        The model.
    rules : PolicyRules
        Its rules.
    pc_plus : float
        PC(+), 0-1.
    level : float
        Confidence, between 0 and 1.

    Returns
    -------
    FigureInterval
        Without bounds, but with the reason, where there are no two binomials.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.6.

    Examples
    --------
    >>> from costcurve_gui.engine import (
    ...     ConfusionMatrix, sample_from_counts, evaluate_table, family_table
    ... )
    >>> from costcurve_gui.engine.resampling.figure_interval import PolicyRules
    >>> from costcurve_gui.engine.resampling.sample import RankedModel
    >>> table = family_table([ConfusionMatrix("1", tp=16, fn=4, fp=4, tn=6)])
    >>> model = RankedModel(evaluate_table("one", table))
    >>> rules = PolicyRules(np.array([1]), np.array([1.0]))
    >>> sample = sample_from_counts(table, model.evaluation.means)
    >>> found = exact_cost(sample, model, rules, 0.5, 0.9)
    >>> round(found.low, 3), round(found.high, 3), found.method
    (0.15, 0.45, 'two binomials, observed rates')
    """
    used = rules.rows[rules.weights > 0]
    reason = _no_binomials(sample, model, used.size)
    if reason:
        return FigureInterval(None, None, "", reason, resampled=False)
    if used[0] in (0, len(model.table) - 1):
        return FigureInterval(None, None, "", CERTAIN, resampled=False)
    found = row_costs(model.table, used, np.array([pc_plus]), BootstrapSpec(level=level))
    low, high = float(found.lower[0]), float(found.upper[0])
    if low < high:
        return FigureInterval(low, high, found.method, resampled=False)
    return FigureInterval(None, None, "", _SAME, resampled=False)


def _no_binomials(sample: Sample, model: RankedModel, rules: int) -> str:
    """Return why errors are not binomial; nothing where they are."""
    if sample.groups is not None:
        return "rows of a group are not independent"
    if sample.positives.weights is not None:
        return "rows have weights"
    if not counts_are_whole(model.table):
        return "counts are no whole numbers"
    if model.evaluation.rates is not model.table:
        return "costs differ between cases of a class"
    return "" if rules == 1 else "two rules decide by lot"
