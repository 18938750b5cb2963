"""The scores of derived models, and what combinations achieve.

Imported when the first model is derived: the start has no time for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.derived_models import Combination, Derivation, Step
from costcurve_gui.analysis.payoffs import payoff_cell
from costcurve_gui.engine.cost.duality import RocPoint
from costcurve_gui.engine.cost.instance_costs import cost_weighted_scores
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.curves.calibration import isotonic_map
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.concavities import concavities, repaired_scores
from costcurve_gui.engine.roc.hull import convex_hull
from costcurve_gui.engine.selection.chaining import chain
from costcurve_gui.engine.selection.combinations import combine
from costcurve_gui.engine.selection.measured_rates import ThresholdedModel, scored_by_all

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.derived_models import DerivedModel
    from costcurve_gui.engine.selection.chaining import ClassifierChain
    from costcurve_gui.engine.selection.combinations import Operation

    Scores = NDArray[np.float64]
    Make = Callable[[DerivedModel, CountsCache], Scores]


def derived_scores(model: DerivedModel, cache: CountsCache) -> Scores:
    """Compute the scores of a model, one for each row, from those of its sources.

    Raises
    ------
    EngineError, PayoffCellError
        Where it cannot be made.
    """
    return _MAKERS[model.kind](model, cache)


def combination(model: DerivedModel, cache: CountsCache) -> Combination:
    """Measure what joined decisions achieve, and compute what they were expected to."""
    _, *later = steps(model, cache)
    last = later[-1]
    return Combination(last.measured, tuple(step.expected for step in later), last.bounds)


def steps(model: DerivedModel, cache: CountsCache) -> tuple[Step, ...]:
    """Measure what the models of a combination achieve, one after the other and together."""
    if model.kind is Derivation.CHAIN:
        return tuple(
            Step(link.model, link.threshold, link.alone, link.measured, link.expected)
            for link in _chain(model, cache).links
        )
    data = cache.dataset
    first, second = _parts(model, cache)
    operation: Operation = "and" if model.kind is Derivation.CONJUNCTION else "or"
    joined = combine(operation, first, second, data.y_true, data.weight)
    alone, bounds = joined.first, joined.bounds
    start = Step(first.name, first.threshold, alone, alone, RocPoint(alone.fpr, alone.tpr))
    return start, Step(
        second.name, second.threshold, joined.second, joined.measured, bounds.expected, bounds
    )


def _reversed(model: DerivedModel, cache: CountsCache) -> Scores:
    return 0.0 - _scores(model, cache)  # 0.0 must not become -0.0


def _calibrated(model: DerivedModel, cache: CountsCache) -> Scores:
    table = cache.table(model.sources[0])
    return isotonic_map(table, convex_hull(table)).apply(_scores(model, cache))


def _repaired(model: DerivedModel, cache: CountsCache) -> Scores:
    table = cache.table(model.sources[0])
    return repaired_scores(table, concavities(table, convex_hull(table)), _scores(model, cache))


def _cost_weighted(model: DerivedModel, cache: CountsCache) -> Scores:
    tp, fn = (
        payoff_cell(cell, text, cache.dataset)
        for cell, text in zip(("tp", "fn"), model.payoffs, strict=True)
    )
    if not (isinstance(tp, np.ndarray) or isinstance(fn, np.ndarray)):
        raise ConstraintError(
            "At the present payoffs every miss costs the same, so the order would not change."
        )
    payoff = PayoffMatrix(tp=tp, fp=0.0, fn=fn, tn=0.0)
    return cost_weighted_scores(_scores(model, cache), payoff)


def _joined(model: DerivedModel, cache: CountsCache) -> Scores:
    """Return 1 where the combination is positive and 0 where it is not."""
    parts = _parts(model, cache)
    first, second = (part.positive for part in parts)
    joined = first & second if model.kind is Derivation.CONJUNCTION else first | second
    return _where_scored(parts, joined)


def _chained(model: DerivedModel, cache: CountsCache) -> Scores:
    """Return k where the first of k links is positive, k - 1 where the second is the first to be.

    So every chain that stops earlier is a threshold of the model.
    """
    parts = {part.name: part for part in _parts(model, cache)}
    links = [parts[link.model] for link in _chain(model, cache).links]
    place = np.zeros(cache.dataset.rows)
    for height, link in enumerate(reversed(links), start=1):
        place[link.positive] = height
    return _where_scored(tuple(links), place)


_MAKERS: Mapping[Derivation, Make] = {
    Derivation.REVERSED: _reversed,
    Derivation.CALIBRATED: _calibrated,
    Derivation.REPAIRED: _repaired,
    Derivation.COST_WEIGHTED: _cost_weighted,
    Derivation.CONJUNCTION: _joined,
    Derivation.DISJUNCTION: _joined,
    Derivation.CHAIN: _chained,
}


def _scores(model: DerivedModel, cache: CountsCache) -> Scores:
    return cache.dataset.scores[model.sources[0]]


def _parts(model: DerivedModel, cache: CountsCache) -> tuple[ThresholdedModel, ...]:
    return tuple(
        ThresholdedModel(column, cache.dataset.scores[column], threshold)
        for column, threshold in zip(model.sources, model.thresholds, strict=True)
    )


def _where_scored(parts: tuple[ThresholdedModel, ...], values: NDArray[np.generic]) -> Scores:
    scored = scored_by_all(parts, values.size)
    return np.where(scored, values.astype(np.float64), np.nan)


def _chain(model: DerivedModel, cache: CountsCache) -> ClassifierChain:
    data = cache.dataset
    return chain(_parts(model, cache), data.y_true, data.weight)
