"""The criteria of the sources: best recall, or best profit, within one bound."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.selection_settings import Criterion, Kind, Measure
from costcurve_gui.engine.selection import constrained, criteria
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.selection_settings import ChoiceInput, SelectionSpec
    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule
    from costcurve_gui.engine.selection.policy import Policy


# What replicates choose by is imported when something is resampled, not at every start.
def best_threshold(objective: Objective, *bounds: Bound) -> ReplicateRule:
    """Return what chooses the best threshold of each replicate within bounds."""
    from costcurve_gui.engine.resampling.replicate_rules import BestThreshold

    return BestThreshold(objective.compared, bounds)


def best_mixture(objective: Objective, bound: Bound) -> ReplicateRule:
    """Return what chooses the best mixture of each replicate within a bound."""
    from costcurve_gui.engine.resampling.replicate_rules import BestMixture

    return BestMixture(objective.compared, bound)


class _Limit(NamedTuple):
    """A bound: the arguments that it adds to a criterion, none where it is not in force."""

    arguments: Callable[[SelectionSpec], tuple[float, ...]]
    bound: Callable[..., Bound]


def _fpr_limit(selection: SelectionSpec) -> tuple[float, ...]:
    limit = selection.bounds.fpr
    return () if limit is None else (limit,)


def _cases_limit(selection: SelectionSpec) -> tuple[float, ...]:
    limit = selection.bounds.cases
    return () if limit is None else (limit, selection.population)


_FPR = _Limit(_fpr_limit, partial(Bound, BoundKind.FPR))
_CASES = _Limit(_cases_limit, Bound.on_cases)
_RECALL = Measure(lambda policy: policy.tpr)


def _bounded(
    key: str, function: Callable[..., Policy], limit: _Limit, measure: Measure | None
) -> Criterion:
    arguments, mixes = limit.arguments, not key.endswith("_single")

    def rechoose(given: ChoiceInput) -> ReplicateRule:
        objective = Objective.PROFIT if measure is None else Objective.TPR
        bound = limit.bound(*arguments(given.selection))
        return best_mixture(objective, bound) if mixes else best_threshold(objective, bound)

    return Criterion(
        key,
        Kind.FIXED,
        lambda given: function(given.evaluation, given.condition, *arguments(given.selection)),
        measure=measure,
        applies=lambda selection, payoffs_given: (
            bool(arguments(selection)) and (payoffs_given or measure is not None)
        ),
        rechoose=rechoose,
    )


BEST_RECALL = (
    _bounded("neyman_pearson", criteria.neyman_pearson, _FPR, _RECALL),
    _bounded("neyman_pearson_single", criteria.neyman_pearson_single, _FPR, _RECALL),
    _bounded("workforce", criteria.workforce, _CASES, _RECALL),
    _bounded("workforce_single", criteria.workforce_single, _CASES, _RECALL),
)
BEST_PROFIT = (
    _bounded("workforce_profit", constrained.workforce_profit, _CASES, None),
    _bounded("workforce_profit_single", constrained.workforce_profit_single, _CASES, None),
    _bounded("neyman_pearson_profit", constrained.neyman_pearson_profit, _FPR, None),
    _bounded("neyman_pearson_profit_single", constrained.neyman_pearson_profit_single, _FPR, None),
)
