"""How far the threshold that a criterion chooses moves in resampled sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected, percentile_interval
from costcurve_gui.engine.resampling.few_cases import caution_of_threshold, errors_of_threshold
from costcurve_gui.engine.resampling.replicate_rules import MERITS, first_best
from costcurve_gui.engine.roc.curve import decimate

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


_ROWS = 1_000
"""So many thresholds stand for those of a longer table, beside the vertices of its hull."""
SAME_THRESHOLD = "all or nearly all replicates choose the same threshold"
_NO_WEIGHT = "a class has no weight in any resampled set"


@dataclass(frozen=True, slots=True, eq=False)
class ChosenThresholds:
    """The thresholds that replicates choose.

    Attributes
    ----------
    chosen : ndarray of float64, shape (b,)
        That of each replicate; +inf where it calls none positive.
    low, high : float or None
        Percentile interval, each of them a score; None where all replicates agree.
    spec : BootstrapSpec
        Replicates, level and seed.
    caution : str
        Why the interval is known to be too short, or too long; else empty.
    """

    chosen: Floats
    low: float | None
    high: float | None
    spec: BootstrapSpec
    caution: str = ""

    @property
    def threshold_reason(self) -> str:
        """Why there is no interval, to be read after "no interval:"; else empty."""
        return no_movement(self.chosen, self.low)


def chosen_thresholds(
    resampler: Resampler,
    model: RankedModel,
    criterion: str,
    *,
    progress: Progress = NO_PROGRESS,
) -> ChosenThresholds:
    """Choose a threshold again in every replicate.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    criterion : {"youden", "closest_to_corner"}
        What chooses, as the functions of these names do; of equally good thresholds the highest.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    ConstraintError
        Where the criterion is none of these.
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    Of a table of more than a thousand thresholds those beside 250 steps of each rate are chosen
    from, and the vertices of the hull. Replicates that leave a class without weight do not count.
    """
    if criterion not in MERITS:
        raise ConstraintError(f"No threshold is chosen again by {criterion!r}.")
    merit = MERITS[criterion]
    rows = decimate(model.table, _ROWS, hull=model.evaluation.roc_hull).indices

    def best(rates: ResampledRates) -> Floats:
        return first_best(merit(rates.fpr, rates.tpr)).astype(np.float64)

    picked = collected(resampler.rates(model, rows), best, resampler.spec, progress)
    at = picked[picked >= 0].astype(np.int64)
    thresholds = model.table.thresholds[rows[at]]
    table = model.table
    own = rows[first_best(merit(table.fpr_at(rows)[None], table.tpr_at(rows)[None]))[0]]
    errors = errors_of_threshold(resampler.sample.by_count, model, int(own), (1.0, 1.0))
    low, high = score_interval(thresholds, resampler.spec.level, errors)
    said = "" if low is None else caution_of_threshold(model, errors)
    return ChosenThresholds(read_only(thresholds), low, high, resampler.spec, said)


def no_movement(chosen: Floats, low: float | None) -> str:
    """Return why thresholds of replicates have no interval; nothing where they have `low`."""
    if low is not None:
        return ""
    return SAME_THRESHOLD if chosen.size else _NO_WEIGHT


_MANY_ERRORS = 20.0
"""With fewer an interval of thresholds is too short rather than too long."""


def score_interval(
    thresholds: Floats, level: float, errors: float = 0.0
) -> tuple[float | None, float | None]:
    """Return the percentile interval of thresholds, of which one may be infinite.

    Many replicates choose the same threshold. Its ends hold the percentiles; where many errors
    decide, so that this is wider than need be, they are those that leave out a share nearest to
    that of the percentiles.

    Parameters
    ----------
    thresholds : ndarray of float64, shape (b,)
        Of the replicates.
    level : float
        Confidence, between 0 and 1.
    errors : float, default 0
        How many errors decide.

    Examples
    --------
    >>> thresholds = np.repeat([1.0, 2.0, 3.0, 4.0], [6, 44, 43, 7])
    >>> score_interval(thresholds, 0.9), score_interval(thresholds, 0.9, errors=50)
    ((1.0, 4.0), (2.0, 3.0))
    """
    if not thresholds.size:
        return None, None
    ordered = np.sort(thresholds)
    if errors < _MANY_ERRORS:
        places = percentile_interval(np.arange(ordered.size, dtype=np.float64), level)
        low, high = ordered[int(np.floor(places[0]))], ordered[int(np.ceil(places[1]))]
    else:
        low, high = (sign * _leaving_out(sign * ordered, (1 - level) / 2) for sign in (1, -1))
    return (float(low), float(high)) if low < high else (None, None)


def _leaving_out(values: Floats, share: float) -> float:
    """Return the value below which lies a share of all nearest to the one given."""
    places = distinct(values)
    below = np.searchsorted(np.sort(values), places) / values.size
    return float(places[np.abs(below - share).argmin()])


RESELECTABLE = tuple(MERITS)
"""Criteria that can be applied to each replicate."""


@dataclass(frozen=True, slots=True)
class Plateau:
    """Thresholds around the best that do almost as well.

    Attributes
    ----------
    first, last : int
        Rows of the threshold table: the widest stretch around the best row in which each row
        is good enough.
    high, low : float
        Their thresholds.
    share : float
        How far below the best profit was still good enough, relative to the best.
    """

    first: int
    last: int
    high: float
    low: float
    share: float


def plateau(
    evaluation: ModelEvaluation, condition: OperatingCondition, share: float = 0.01
) -> Plateau:
    """Return the thresholds next to the best whose profit is nearly the best.

    Parameters
    ----------
    evaluation : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean payoffs.
    share : float, default 0.01
        How much of the best profit may be missing.

    Examples
    --------
    >>> from costcurve_gui.engine import PayoffMatrix, evaluate_scores
    >>> model = evaluate_scores("a", [1, 0, 1, 0], [0.9, 0.6, 0.5, 0.1], PayoffMatrix(9, -1, 0, 0))
    >>> plateau(model, model.condition(), share=0.2)
    Plateau(first=3, last=4, high=0.5, low=0.1, share=0.2)
    """
    rates = evaluation.rates
    profit = condition.expected_profit(rates.fpr_at(slice(None)), rates.tpr_at(slice(None)))
    best = int(profit.argmax())
    poor = np.flatnonzero(profit < profit[best] - share * abs(profit[best]))
    at = int(np.searchsorted(poor, best))
    first = int(poor[at - 1]) + 1 if at else 0
    last = int(poor[at]) - 1 if at < poor.size else len(rates) - 1
    high, low = (float(rates.thresholds[row]) for row in (first, last))
    return Plateau(first, last, high, low, share)
