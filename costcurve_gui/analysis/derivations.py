"""The ways to derive a model from others, declared once: `DERIVATIONS`.

The dialog, `--derive` and the list of models read this registry. Adding a way takes a function of
the engine and an entry here. The engine is imported when the first model is derived: the start has
no time for it.
"""

from __future__ import annotations

import copyreg
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.derivation import Derivation, DerivedCounts, Step
from costcurve_gui.dataio.table_kind import Needs
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.derivation import CountTables, DerivedModel
    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.selection.chaining import ClassifierChain
    from costcurve_gui.engine.selection.combinations import Operation
    from costcurve_gui.engine.selection.measured_rates import MeasuredRates, ThresholdedModel

    Scores = NDArray[np.float64]


_ROUNDING = 1e-12  # of an area


def _reversed(model: DerivedModel, cache: CountsCache) -> Scores:
    return 0.0 - _scores(model, cache)  # 0.0 must not become -0.0


def _reversed_counts(model: DerivedModel, tables: CountTables) -> DerivedCounts:
    from costcurve_gui.engine.counts.derived_counts import reversed_table

    return DerivedCounts(reversed_table(tables[model.sources[0]]))


def _calibrated(model: DerivedModel, cache: CountsCache) -> Scores:
    from costcurve_gui.engine.curves.calibration import isotonic_map
    from costcurve_gui.engine.roc.hull import convex_hull

    table = cache.table(model.sources[0])
    return isotonic_map(table, convex_hull(table)).apply(_scores(model, cache))


def _repaired(model: DerivedModel, cache: CountsCache) -> Scores:
    from costcurve_gui.engine.roc.concavities import concavities, repaired_scores
    from costcurve_gui.engine.roc.hull import convex_hull

    table = cache.table(model.sources[0])
    return repaired_scores(table, concavities(table, convex_hull(table)), _scores(model, cache))


def _cost_weighted(model: DerivedModel, cache: CountsCache) -> Scores:
    from costcurve_gui.analysis.payoffs import payoff_cell
    from costcurve_gui.engine.cost.instance_costs import cost_weighted_scores
    from costcurve_gui.engine.cost.payoff import PayoffMatrix

    tp, fn = (
        payoff_cell(cell, text, cache.dataset)
        for cell, text in zip(("tp", "fn"), model.payoffs, strict=True)
    )
    if not (isinstance(tp, np.ndarray) or isinstance(fn, np.ndarray)):
        raise ConstraintError(
            tr("At the present payoffs every miss costs the same, so the order would not change.")
        )
    payoff = PayoffMatrix(tp=tp, fp=0.0, fn=fn, tn=0.0)
    return cost_weighted_scores(_scores(model, cache), payoff)


def _joined(operation: Operation, model: DerivedModel, cache: CountsCache) -> Scores:
    """Return 1 where the combination is positive and 0 where it is not."""
    parts = _parts(model, cache)
    first, second = (part.positive for part in parts)
    return _where_scored(parts, first & second if operation == "and" else first | second)


def _joined_steps(
    operation: Operation, model: DerivedModel, cache: CountsCache
) -> tuple[Step, ...]:
    from costcurve_gui.engine.selection.combinations import combine

    data = cache.dataset
    first, second = _parts(model, cache)
    joined = combine(operation, first, second, data.y_true, data.weight)
    alone, other, measured = map(_point, (joined.first, joined.second, joined.measured))
    bounds = joined.bounds
    return (
        Step(first.name, first.threshold, alone, alone, alone),
        Step(second.name, second.threshold, other, measured, bounds.expected, bounds),
    )


def _joined_counts(operation: Operation, model: DerivedModel, tables: CountTables) -> DerivedCounts:
    """Return the classifier to expect where both decide independently within each class."""
    from costcurve_gui.engine.counts.derived_counts import classifier_table
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.selection.combinations import logical_bounds

    sources = [tables[column] for column in model.sources]
    alone, other = map(_point_at, sources, model.thresholds)
    bounds = logical_bounds(operation, alone, other)
    positives, negatives = (
        float(np.mean([getattr(table, size) for table in sources]))
        for size in ("positives", "negatives")
    )
    family = any(isinstance(table, FamilyTable) for table in sources)
    expected = classifier_table(bounds.expected, positives, negatives, family=family)
    steps = (
        Step(model.sources[0], model.thresholds[0], alone, alone, alone),
        Step(model.sources[1], model.thresholds[1], other, None, bounds.expected, bounds),
    )
    return DerivedCounts(expected, steps)


def _point_at(table: ThresholdTable, threshold: float) -> RocPoint:
    """Return the point of a threshold, or of a classifier of a family by its place."""
    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.counts.family import FamilyTable

    member = table.member_at(int(threshold)) if isinstance(table, FamilyTable) else None
    if member is not None:
        return RocPoint(member.fpr, member.tpr)
    at = np.array([threshold])
    row = at.astype(np.int64) if isinstance(table, FamilyTable) else table.rows_at_thresholds(at)
    return RocPoint(float(table.fpr_at(row)[0]), float(table.tpr_at(row)[0]))


def _point(rates: MeasuredRates) -> RocPoint:
    from costcurve_gui.engine.cost.duality import RocPoint

    return RocPoint(rates.fpr, rates.tpr)


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


def _chained_steps(model: DerivedModel, cache: CountsCache) -> tuple[Step, ...]:

    return tuple(
        Step(link.model, link.threshold, _point(link.alone), _point(link.measured), link.expected)
        for link in _chain(model, cache).links
    )


def _scores(model: DerivedModel, cache: CountsCache) -> Scores:
    return cache.dataset.scores[model.sources[0]]


def _parts(model: DerivedModel, cache: CountsCache) -> tuple[ThresholdedModel, ...]:
    from costcurve_gui.engine.selection.measured_rates import ThresholdedModel

    return tuple(
        ThresholdedModel(column, cache.dataset.scores[column], threshold)
        for column, threshold in zip(model.sources, model.thresholds, strict=True)
    )


def _where_scored(parts: tuple[ThresholdedModel, ...], values: NDArray[np.generic]) -> Scores:
    from costcurve_gui.engine.selection.measured_rates import scored_by_all

    scored = scored_by_all(parts, values.size)
    return np.where(scored, values.astype(np.float64), np.nan)


def _chain(model: DerivedModel, cache: CountsCache) -> ClassifierChain:
    from costcurve_gui.engine.selection.chaining import chain

    data = cache.dataset
    return chain(_parts(model, cache), data.y_true, data.weight)


def _require_concavity(table: ThresholdTable) -> None:
    """Raise `ConstraintError` where a ROC curve has nothing to repair."""
    from costcurve_gui.engine.measures import hull_area
    from costcurve_gui.engine.roc.area import auc
    from costcurve_gui.engine.roc.hull import convex_hull

    if hull_area(convex_hull(table)) - auc(table) <= _ROUNDING:
        raise ConstraintError(tr("Its ROC curve has no concavity: there is nothing to repair."))


def _ending(words: str) -> Callable[[Sequence[str]], str]:
    return lambda sources: f"{sources[0]} {words}"


def _joining(word: str) -> Callable[..., str]:
    return lambda sources, _payoffs=(): f" {word} ".join(sources)


REVERSED = Derivation(
    "reversed",
    "reversed",
    "Reversed",
    tr("Ranks the other way round: its AUC is 1 minus that of the model."),
    _reversed,
    _ending("reversed"),
    needs=Needs.CLASSIFIERS,
    from_counts=_reversed_counts,
    turns_sign=lambda lower_is_positive: not lower_is_positive,
)
CALIBRATED = Derivation(
    "calibrated",
    "calibrated",
    "Calibrated",
    tr(
        "Probabilities read off the convex hull (isotonic regression), at the sample's "
        "prior. Fitted and measured on the same cases."
    ),
    _calibrated,
    _ending("calibrated"),
)
REPAIRED = Derivation(
    "repaired",
    "repaired",
    tr("Concavities repaired"),
    tr(
        "Where the curve lies below its hull, the ranking is reversed (Flach and Wu 2003). "
        "Chosen and measured on the same cases."
    ),
    _repaired,
    _ending("repaired"),
    note=tr("its concavities"),
    turns_sign=lambda lower_is_positive: lower_is_positive,
    require=_require_concavity,
)
COST_WEIGHTED = Derivation(
    "cost_weighted",
    "weighted",
    tr("Weighted by cost"),
    tr(
        "Score times the cost of missing the case, for costs known at decision time. "
        "It keeps the present payoffs when they change later."
    ),
    _cost_weighted,
    _ending(tr("by cost")),
    note=tr("by the cost of a miss"),
    uses_payoffs=True,
    origin=lambda sources, payoffs: tr(
        "{source} times the cost of a miss, ({right}) \u2212 ({wrong})",
        source=sources[0],
        right=payoffs[0],
        wrong=payoffs[1],
    ),
)
CONJUNCTION = Derivation(
    "and",
    "and",
    tr("Both say yes (and)"),
    tr("Acts where both act at their present thresholds."),
    partial(_joined, "and"),
    _joining("and"),
    needs=Needs.CLASSIFIERS,
    from_counts=partial(_joined_counts, "and"),
    fewest=2,
    steps=partial(_joined_steps, "and"),
    origin=_joining("and"),
)
DISJUNCTION = Derivation(
    "or",
    "or",
    tr("One says yes (or)"),
    tr("Acts where either acts at its present threshold."),
    partial(_joined, "or"),
    _joining("or"),
    needs=Needs.CLASSIFIERS,
    from_counts=partial(_joined_counts, "or"),
    fewest=2,
    steps=partial(_joined_steps, "or"),
    origin=_joining("or"),
)
CHAIN = Derivation(
    "chain",
    "chain",
    "Chain",
    tr(
        "Asks one after the other at their present thresholds, the strictest first, "
        "until one acts. Every shorter chain is a threshold of it."
    ),
    _chained,
    lambda sources: tr("chain of {sources}", sources=len(sources)),
    fewest=2,
    takes_more=True,
    steps=_chained_steps,
    origin=lambda sources, _payoffs: tr("Chain of {sources}", sources=", ".join(sources)),
)
_ENTRIES = (
    REVERSED,
    CALIBRATED,
    REPAIRED,
    COST_WEIGHTED,
    CONJUNCTION,
    DISJUNCTION,
    CHAIN,
)
DERIVATIONS: Mapping[str, Derivation] = {one.key: one for one in _ENTRIES}
"""Every derivation by its key, in the order of the dialog and of the help."""


def derivation_of(key: str) -> Derivation:
    """Return the derivation of a key."""
    return DERIVATIONS[key]


# There is one object a derivation, in every process that a snapshot is sent to.
copyreg.pickle(Derivation, lambda derivation: (derivation_of, (derivation.key,)))
