"""How many cases decide a figure of given thresholds, and what is said where they are few.

Percentiles, and a variance that a sample shows, are known no better than from the cases that make
the figure: the errors whose costs are added up, or the cases on which two rules differ. Where these
are few, or a few large amounts outweigh the rest, intervals held the truth too seldom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import effective_number

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

FEWEST = 10.0
"""With fewer deciding cases simulated intervals of 90 % held the truth in less than 86 of 100."""
TOO_SHORT = "this interval is known to be too short"
TOO_LONG = "this interval is longer than it need be"
MAY_BE_LONG = "this interval may be longer than it need be"
FEW_A_GROUP = f"few cases a group: {TOO_LONG}"
_FEW_SCORES = 20
"""Of so few distinct scores an interval of thresholds held in 97 to 100 of 100 samples."""
_CASES_A_SCORE = 20
"""With so many a distinct score the interval is hardly longer than the step between two: that of
1,000 and 1,000 cases of some 75 scores held in 96 and 97 of 100 samples."""
_FEWEST_OF_THRESHOLD = 13.0
"""As `FEWEST`, of a threshold that is chosen again: with 12 that of excellent scores held in 82."""
HARDLY_ANY = 3.0
"""Errors; with fewer of a class Wilson's interval, and a widened one, held in 97 to 100 of 100."""
RARE = 10.0
"""How many times as many cases the other class has, for a class to count as rare."""
ERRORS, DIFFERENCES, MISPLACED = "errors", "cases make the difference", "misplaced cases"
"""What there are few of."""
FEW_OF_RARE = f"hardly any {ERRORS} of a rare class: {TOO_LONG}"
HARDLY_ANY_OF_RARE = 4.0
"""Errors of a rare class; with fewer means under a belief were held in 97 of 100 samples, and
profits at a threshold, where costs vary, in 96."""


def caution_of_few(number: float, what: str) -> str:
    """Return why an interval that so many cases decide is too short; nothing where it is not.

    >>> caution_of_few(4.2, ERRORS)
    'few errors: this interval is known to be too short'
    >>> caution_of_few(10.0, ERRORS)
    ''
    """
    return f"few {what}: {TOO_SHORT}" if number < FEWEST else ""


class ByClass(NamedTuple):
    """A value of each case, in the order of the file; NaN where the model did not score it."""

    positives: Floats
    negatives: Floats

    @property
    def errors(self) -> ByClass:
        """Which cases are decided wrongly, of those that are acted on."""
        return ByClass(1 - self.positives, self.negatives)

    @property
    def spared(self) -> ByClass:
        """Which cases are not acted on."""
        return ByClass(1 - self.positives, 1 - self.negatives)

    def less(self, other: ByClass) -> ByClass:
        """Return on which cases two rules differ."""
        return ByClass(self.positives - other.positives, self.negatives - other.negatives)


def acted_on(sample: Sample, model: RankedModel, rows: Indices, weights: Floats) -> ByClass | None:
    """Return how often each case is called positive by rules that take turns.

    Parameters
    ----------
    sample : Sample
        The instances.
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (k,)
        Rows of its threshold table.
    weights : ndarray of float64, shape (k,)
        How often each of these rules decides; the sum is 1.

    Returns
    -------
    ByClass or None
        From 0 to 1; None where counts do not say which cases these are.
    """
    if model.order is None:
        return None
    found = []
    for columns, of_positives in ((sample.positives, True), (sample.negatives, False)):
        acted = np.full(columns.size, np.nan)
        order = sample.places[model.rows(of_positives=of_positives)]
        acted[order] = 0.0
        for stop, weight in zip(model.stops(of_positives=of_positives)[rows], weights, strict=True):
            acted[order[: int(stop)]] += weight
        found.append(acted)
    return ByClass(*found)


def deciding_number(sample: Sample, cases: ByClass, stakes: tuple[float, float]) -> float:
    """Return how many equal cases decide how unsure a sum over cases is.

    Parameters
    ----------
    sample : Sample
        The instances.
    cases : ByClass
        How much of its cost each case adds.
    stakes : tuple of float
        What all positives cost together where each adds its cost, and all negatives.

    Returns
    -------
    float
        ``(sum e**2)**2 / sum e**4`` of what cases, or groups, add: Kish's number for their squares,
        of which the variance is made. Infinite where none adds anything.

    References
    ----------
    .. [1] Kish (1965), Survey Sampling.
    """
    squares = []
    columns = sample.positives, sample.negatives
    for at, (of_class, values, stake) in enumerate(zip(columns, cases, stakes, strict=True)):
        costs = np.broadcast_to(np.asarray(of_class.error_costs, np.float64), of_class.size)
        known = ~np.isnan(values)
        total = float(costs[known].sum())
        if total <= 0:
            continue
        added = values[known] * costs[known] * (stake / total)
        if sample.groups is not None:
            added = np.bincount(sample.groups[at][known], added).astype(np.float64)
        squares.append(added**2)
    return (effective_number(np.concatenate(squares)) if squares else 0.0) or np.inf


def errors_of_threshold(
    sample: Sample, model: RankedModel, row: int, stakes: tuple[float, float]
) -> float:
    """Return how many equal errors decide a threshold that replicates choose again.

    Parameters
    ----------
    sample : Sample
        The instances.
    model : RankedModel
        The model.
    row : int
        Of its threshold table, that the sample chooses.
    stakes : tuple of float
        As in `deciding_number`.

    Returns
    -------
    float
        Infinite where counts do not say which cases these are. Where a class lacks an error 0: its
        outermost cases decide, however many the other class has.
    """
    acted = acted_on(sample, model, np.array([row]), np.ones(1))
    if acted is None:
        return np.inf
    errors = acted.errors
    lacks = any(not np.nansum(of_class) for of_class in errors)
    return 0.0 if lacks else deciding_number(sample, errors, stakes)


def caution_of_threshold(model: RankedModel, errors: float) -> str:
    """Return why the interval of a threshold is too short, or longer than need be, if it is.

    Parameters
    ----------
    model : RankedModel
        The model: where few scores differ, the ends of an interval are far between.
    errors : float
        As `errors_of_threshold` has them.
    """
    scores = len(model.table) - 1
    if scores <= _FEW_SCORES:
        return f"few distinct scores: {TOO_LONG}"
    if errors < _FEWEST_OF_THRESHOLD:
        return f"few {ERRORS}: {TOO_SHORT}"
    if model.order is None:
        return ""
    cases = sum(model.rows(of_positives=of).size for of in (True, False))
    return f"few distinct scores: {TOO_LONG}" if cases >= _CASES_A_SCORE * scores else ""
