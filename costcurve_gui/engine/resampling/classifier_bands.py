"""Bands of classifiers that are given by counts: the errors of each are two binomials."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.band import PC_GRID, Band
from costcurve_gui.engine.resampling.cost_bands import fixed_policy_rows, widened
from costcurve_gui.engine.resampling.error_shares import ErrorShares, trivial_rows
from costcurve_gui.engine.resampling.two_binomials import CostDistribution

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec

TWO_BINOMIALS = "two binomials, exact"


def classifier_band(evaluation: ModelEvaluation, row: int, spec: BootstrapSpec) -> Band:
    """Return the cost line of one fixed classifier with its exact interval.

    Parameters
    ----------
    evaluation : ModelEvaluation
        The model, with errors that cost the same within each class, and without weights.
    row : int
        Row of its table.
    spec : BootstrapSpec
        Its level is used; nothing is drawn.

    Returns
    -------
    Band
        Normalized expected cost over `PC_GRID`.

    Raises
    ------
    EngineError
        Where errors do not count alike.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.6.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
    >>> from costcurve_gui.engine.evaluation import evaluate_table
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> table = family_table([ConfusionMatrix("1", tp=16, fn=4, fp=4, tn=6)])
    >>> band = classifier_band(evaluate_table("one", table), 1, BootstrapSpec())
    >>> [round(float(cost[50]), 3) for cost in (band.lower, band.estimate, band.upper)]
    [0.15, 0.3, 0.45]
    """
    return _band(evaluation, np.full(PC_GRID.size, row), spec)


def family_band(evaluation: ModelEvaluation, spec: BootstrapSpec) -> Band:
    """Return the lower envelope of a family, or of the leaves of a tree, with its interval.

    At every PC(+) it is the exact interval of the classifier that is cheapest there, on as many
    test cases as this classifier had.

    Parameters
    ----------
    evaluation, spec : ModelEvaluation, BootstrapSpec
        As in `classifier_band`.

    Returns
    -------
    Band
        Normalized expected cost over `PC_GRID`.

    Raises
    ------
    EngineError
        Where errors do not count alike.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 4.6 and 5.2.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.tree_leaves import tree_table
    >>> from costcurve_gui.engine.evaluation import evaluate_table
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> table = tree_table([True, False], matched=[100, 100], errors=[20, 20])
    >>> band = family_band(evaluate_table("tree", table), BootstrapSpec())
    >>> [round(float(cost[50]), 3) for cost in (band.lower, band.estimate, band.upper)]
    [0.155, 0.2, 0.245]
    """
    return _band(evaluation, fixed_policy_rows(evaluation), spec)


def _band(evaluation: ModelEvaluation, rows: Indices, spec: BootstrapSpec) -> Band:
    table = evaluation.table
    if evaluation.rates is not table or not _whole_counts(table):
        raise EngineError("Errors are binomial only where all of a class count alike.")
    shares = _shares(table, rows)
    costs = {row: _distribution(shares, at) for at, row in enumerate(rows.tolist())}
    tail = (1 - spec.level) / 2
    points = list(zip(rows.tolist(), PC_GRID.tolist(), strict=True))
    lower, upper = (
        np.array([costs[row].quantile(pc, share) for row, pc in points])
        for share in (tail, 1 - tail)
    )
    return widened(Band(PC_GRID, shares.cost(PC_GRID), lower, upper, TWO_BINOMIALS, spec), shares)


def _whole_counts(table: ThresholdTable) -> bool:
    if isinstance(table, FamilyTable):
        return all(
            float(count).is_integer()
            for member in table.members
            for count in (member.tp, member.fn, member.fp, member.tn)
        )
    return not table.weighted


def _distribution(shares: ErrorShares, at: int) -> CostDistribution:
    positives, negatives = int(shares.positives[at]), int(shares.negatives[at])
    fn, fp = round(shares.fnr[at] * positives), round(shares.fpr[at] * negatives)
    return CostDistribution.of(fn, positives, fp, negatives)


def _shares(table: ThresholdTable, rows: Indices) -> ErrorShares:
    trivial = trivial_rows(table, rows)
    positives, negatives = _cases(table, rows)
    return ErrorShares(1 - table.tpr_at(rows), table.fpr_at(rows), positives, negatives, trivial)


def _cases(table: ThresholdTable, rows: Indices) -> tuple[Floats, Floats]:
    """Return how many cases of each class the classifier of each row was tested on."""
    positives = np.full(len(table), table.positives)
    negatives = np.full(len(table), table.negatives)
    if isinstance(table, FamilyTable):
        kept = ~table.dominated
        members = [member for member, is_kept in zip(table.members, kept, strict=True) if is_kept]
        positives[1:-1] = [member.positives for member in members]
        negatives[1:-1] = [member.negatives for member in members]
    return positives[rows], negatives[rows]
