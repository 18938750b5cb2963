"""Compare models in cost space: rival, difference, cheapest model, belief figures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.analysis.common_case_requests import common_cases
from costcurve_gui.analysis.conditions import condition_over, miss_factor
from costcurve_gui.analysis.criteria import best
from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.analysis.snapshot import BeliefFigures, Comparison, CostComparisons
from costcurve_gui.engine.cost.belief import TriangularBelief
from costcurve_gui.engine.cost.crossovers import (
    cheapest,
    crossovers,
    dominance,
    where_cheapest,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from costcurve_gui.analysis.common_cases import Common, CommonCases
    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Stretches, Winners
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.cost.crossovers import Better, Interval, Stretch
    from costcurve_gui.engine.cost.difference import CostDifference
    from costcurve_gui.engine.cost.duality import CommonTangent
    from costcurve_gui.engine.cost.payoff import PayoffMeans
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.roc.hull import RocHull


_NO_ROWS = np.empty(0, dtype=np.int64)
_INSIDE, _FINE = 0.0025, 200
_EVEN = 0.5  # PC(+) at which both trivial classifiers cost the same


def cost_comparisons(
    curve_set: CurveSet,
    models: Mapping[str, ModelSnapshot],
    selected: str | None,
    settings: DatasetSettings,
    condition: OperatingCondition,
) -> Callable[[Common | None], CostComparisons]:
    """Return what answers about the models on show; nothing is computed yet.

    It takes what is known of the cases that several models scored.
    """

    @lru_cache(maxsize=1)
    def answers(common: Common | None) -> CostComparisons:
        family = _Family(curve_set, common, models, selected, settings, condition)
        return CostComparisons(
            cache(family.rival),
            cache(family.comparison),
            cache(family.cheapest),
            cache(family.winners),
            cache(family.figures),
            lambda: _density(settings.belief),
        )

    return answers


@dataclass(frozen=True, slots=True, eq=False)
class _Family:
    """All models at one condition."""

    curve_set: CurveSet
    common: Common | None
    models: Mapping[str, ModelSnapshot]
    selected: str | None
    settings: DatasetSettings
    condition: OperatingCondition

    def rival(self) -> str | None:
        """Return the rival that was chosen, or else the runner-up."""
        chosen = self.settings.views.rival
        if chosen in self.models and chosen != self.selected:
            return chosen
        others = {key: one for key, one in self.models.items() if key != self.selected}
        able = {key: one.policy for key, one in others.items() if one.met}
        policies = able or {key: one.policy for key, one in others.items()}
        return best(policies, self.settings.objective) if policies else None

    def comparison(self) -> Comparison | None:
        """Compare the selected model with its rival; None where there is none, or not yet."""
        rival = self.rival()
        if self.selected is None or rival is None:
            return None
        same = self._same((self.selected, rival))
        if not same.evaluations:
            return None
        from costcurve_gui.engine.cost.difference import loss_difference

        model, other = (same.evaluations[key] for key in (self.selected, rival))
        pair = _pair(model.envelope, other.envelope)
        means = self._means(same, model)
        return Comparison(
            model=self.selected,
            rival=rival,
            cases=same.cases,
            difference=pair.difference,
            loss=loss_difference(pair.difference, means.fn_cost, means.fp_cost),
            stretches=pair.stretches,
            dominant=pair.dominant,
            hulls=(model.rociv_hull, other.rociv_hull),
            tangents=pair.tangents,
            lc_index=self._lc_index(self.selected, rival),
        )

    def cheapest(self) -> Mapping[str, Stretches]:
        """Return the stretches of PC(+) in which each model is lowest."""
        curves = self._curves()
        return dict(zip(curves, _cheapest(tuple(curves.values())), strict=True)) if curves else {}

    def winners(self) -> tuple[Winners, ...]:
        """Return which models, or which trivial classifier, are the cheapest at each PC(+)."""
        curves = self._curves()
        keys, found = list(curves), _winners(tuple(curves.values())) if curves else ()
        return tuple(
            winner
            for low, high, lowest in found
            for winner in (
                [(low, high, tuple(keys[at] for at in lowest))] if lowest else _trivial(low, high)
            )
        )

    def _curves(self) -> Mapping[str, CostCurve]:
        """Return the envelopes of the models on show over the cases that all of them scored."""
        return self._same(self.models).curves

    def figures(self) -> Mapping[str, BeliefFigures]:
        """Return what each model is worth under the belief."""
        return {
            one.info.key: self._figures(one.info.key, one.evaluation)
            for one in self.curve_set.models
            if one.info.key in self.models
        }

    def _figures(self, key: str, model: ModelEvaluation) -> BeliefFigures:
        from costcurve_gui.engine.cost.belief import expected_cost

        belief = self.settings.belief
        selected = self.selected
        return BeliefFigures(
            expected_cost=expected_cost(model.envelope, belief),
            area=model.envelope.area,
            h_measure=_h_measure(model.roc_hull, model.prevalence),
            lc_index=(
                None if selected is None or selected == key else self._lc_index(selected, key)
            ),
        )

    def _lc_index(self, a: str, b: str) -> float:
        from costcurve_gui.engine.cost.difference import lc_index

        curves = self._same((a, b)).curves
        return lc_index(curves[a], curves[b], self.settings.belief) if curves else math.nan

    def _same(self, keys: Collection[str]) -> CommonCases:
        apart = self.settings.bands.apart
        return common_cases(self.curve_set, self.common, keys, apart=apart)

    def _means(self, same: CommonCases, model: ModelEvaluation) -> PayoffMeans:
        """Return the mean payoffs of the cases that are compared."""
        if same.cases is None:
            return self.condition.means
        factor = miss_factor(self.curve_set.payoff_means, self.settings.condition)
        return condition_over(self.condition.prior, model.means, factor).means


class _Pair(NamedTuple):
    """What follows from two envelopes alone."""

    difference: CostDifference
    stretches: tuple[Interval, ...]
    dominant: Better | None
    tangents: tuple[CommonTangent, ...]


# Envelopes outlive the snapshots of a drag: what depends on them alone is kept between snapshots.


@lru_cache(maxsize=4)
def _density(belief: Belief) -> DrawnCurve:
    if isinstance(belief, TriangularBelief):
        x = np.array([belief.lo, belief.mode, belief.hi])
        return DrawnCurve(x, np.array([0.0, 1.0, 0.0]), _NO_ROWS)
    x = np.linspace(_INSIDE, 1 - _INSIDE, _FINE)  # at the very ends it may be infinite
    density = belief.density(x)
    return DrawnCurve(x, density / density.max(), _NO_ROWS)


@lru_cache(maxsize=8)
def _pair(a: CostCurve, b: CostCurve) -> _Pair:
    from costcurve_gui.engine.cost.difference import cost_difference
    from costcurve_gui.engine.cost.duality import common_tangents

    return _Pair(cost_difference(a, b), crossovers(a, b), dominance(a, b), common_tangents(a, b))


@lru_cache(maxsize=4)
def _cheapest(curves: tuple[CostCurve, ...]) -> tuple[Stretches, ...]:
    return where_cheapest(curves)


@lru_cache(maxsize=4)
def _winners(curves: tuple[CostCurve, ...]) -> tuple[Stretch, ...]:
    return cheapest(curves)


def _trivial(low: float, high: float) -> Iterator[Winners]:
    """Yield which trivial classifier is the cheaper one: never acting up to PC(+) 0.5."""
    if low < _EVEN:
        yield low, min(high, _EVEN), ("none",)
    if high > _EVEN:
        yield max(low, _EVEN), high, ("all",)


@lru_cache(maxsize=32)
def _h_measure(hull: RocHull, prevalence: float) -> float:
    from costcurve_gui.engine.measures import h_measure

    return h_measure(hull, prevalence)
