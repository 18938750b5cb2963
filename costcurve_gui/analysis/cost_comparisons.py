"""Compare models in cost space: competitor, difference, cheapest model, belief figures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.analysis.common_case_requests import common_cases
from costcurve_gui.analysis.conditions import condition_over, miss_factor
from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.engine.cost.crossovers import (
    cheapest,
    crossovers,
    dominance,
    where_cheapest,
)
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from costcurve_gui.analysis.common_cases import Common, CommonCases
    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.cost.cost_curve import CostCurve, RegretCurve
    from costcurve_gui.engine.cost.crossovers import Better, Interval, Stretch
    from costcurve_gui.engine.cost.difference import CostDifference
    from costcurve_gui.engine.cost.duality import CommonTangent
    from costcurve_gui.engine.cost.payoff import PayoffMeans
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.roc.hull import RocHull

    Stretches = tuple[tuple[float, float], ...]
    Winners = tuple[float, float, tuple[str, ...]]


_NO_ROWS = np.empty(0, dtype=np.int64)
_INSIDE, _FINE = 0.0025, 200
_EVEN = 0.5  # PC(+) at which both trivial classifiers cost the same


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The selected model against a competitor, by key, over all of PC(+) and on the same cases.

    `cases` is the number of those that both scored, None where both scored every case.
    `difference` and `loss` are the model's cost less the competitor's: normalized over PC(+), and
    in money over the prior. In `stretches` and `dominant` "a" is the model and "b" the competitor,
    whose `hulls` the `tangents` touch.
    """

    model: str
    competitor: str
    cases: int | None
    difference: CostDifference
    loss: RegretCurve
    stretches: tuple[Interval, ...]
    dominant: Better | None
    hulls: tuple[RocHull, RocHull]
    tangents: tuple[CommonTangent, ...]
    lc_index: float


@dataclass(frozen=True, slots=True)
class BeliefFigures:
    """What a model is worth where PC(+) is uncertain.

    `lc_index` is that of the selected model against this one, on the cases that both scored; None
    for the selected itself, NaN where the two cannot be compared, or are not yet.
    """

    expected_cost: float
    area: float
    h_measure: float
    lc_index: float | None


@once
def cost_comparisons(snapshot: Snapshot) -> CostComparisons:
    """Return the comparisons of a snapshot's models; nothing is computed yet."""
    return CostComparisons(
        snapshot.curve_set,
        snapshot.common,
        snapshot.models,
        tuple(snapshot.compared),
        snapshot.selected,
        competitor_of(snapshot),
        snapshot.settings,
        snapshot.condition,
        snapshot.belief,
    )


@dataclass(frozen=True, eq=False, repr=False)
class CostComparisons:
    """All models at one condition, compared in cost space; each result computed when asked for.

    `competitor` is the key of the model that the selected one is compared with, `compared` are
    those of the models of which one is the cheapest.
    """

    curve_set: CurveSet
    common: Common
    models: Mapping[str, ModelSnapshot]
    compared: tuple[str, ...]
    selected: str | None
    competitor: str | None
    settings: DatasetSettings
    condition: OperatingCondition
    belief: Belief

    @cached_property
    def comparison(self) -> Comparison | None:
        """The selected model against its competitor; None where there is none, or not yet."""
        competitor = self.competitor
        if self.selected is None or competitor is None:
            return None
        same = self._same((self.selected, competitor))
        if not same.evaluations:
            return None
        from costcurve_gui.engine.cost.difference import loss_difference

        model, other = (same.evaluations[key] for key in (self.selected, competitor))
        pair = _pair(model.envelope, other.envelope)
        means = self._means(same, model)
        return Comparison(
            model=self.selected,
            competitor=competitor,
            cases=same.cases,
            difference=pair.difference,
            loss=loss_difference(pair.difference, means.fn_cost, means.fp_cost),
            stretches=pair.stretches,
            dominant=pair.dominant,
            hulls=(model.rociv_hull, other.rociv_hull),
            tangents=pair.tangents,
            lc_index=self._lc_index(self.selected, competitor),
        )

    @cached_property
    def cheapest(self) -> Mapping[str, Stretches]:
        """The stretches of PC(+) in which each model is lowest.

        Over the cases that all models scored; empty where nothing is known of these.
        """
        curves = self._curves()
        return dict(zip(curves, _cheapest(tuple(curves.values())), strict=True)) if curves else {}

    @cached_property
    def winners(self) -> tuple[Winners, ...]:
        """All of [0, 1] in PC(+) as low, high and the keys of the models that are lowest there.

        Several where they tie; "none" or "all" for the trivial classifier that no model beats.
        """
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
        """Return the envelopes of the models compared over the cases that all of them scored."""
        return self._same(self.compared).curves

    @cached_property
    def figures(self) -> Mapping[str, BeliefFigures]:
        """What each model is worth under the belief."""
        return {
            one.info.key: self._figures(one.info.key, one.evaluation)
            for one in self.curve_set.models
            if one.info.key in self.models
        }

    @property
    def density(self) -> DrawnCurve:
        """The belief as a curve that is 1 high."""
        return _density(self.belief)

    def _figures(self, key: str, model: ModelEvaluation) -> BeliefFigures:
        selected = self.selected
        return BeliefFigures(
            expected_cost=_expected_cost(model.envelope, self.belief),
            area=model.envelope.area,
            h_measure=_h_measure(model.roc_hull, model.prevalence),
            lc_index=(
                None if selected is None or selected == key else self._lc_index(selected, key)
            ),
        )

    def _lc_index(self, a: str, b: str) -> float:
        curves = self._same((a, b)).curves
        return _lc_index(curves[a], curves[b], self.belief) if curves else math.nan

    def _same(self, keys: Collection[str]) -> CommonCases:
        independent_samples = self.settings.bands.independent_samples
        return common_cases(
            self.curve_set, self.common, keys, independent_samples=independent_samples
        )

    def _means(self, same: CommonCases, model: ModelEvaluation) -> PayoffMeans:
        factor = miss_factor(self.curve_set.payoff_means, self.settings.condition)
        return compared_means(same, model, self.condition, factor)


def compared_means(
    same: CommonCases, model: ModelEvaluation, condition: OperatingCondition, factor: float
) -> PayoffMeans:
    """Return the mean payoffs of the cases that are compared, misses scaled by `factor`."""
    if same.cases is None:
        return condition.means
    return condition_over(condition.prior, model.means, factor).means


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


@lru_cache(maxsize=32)
def _expected_cost(envelope: CostCurve, belief: Belief) -> float:
    from costcurve_gui.engine.cost.belief import expected_cost

    return expected_cost(envelope, belief)


@lru_cache(maxsize=64)
def _lc_index(a: CostCurve, b: CostCurve, belief: Belief) -> float:
    from costcurve_gui.engine.cost.difference import lc_index

    return lc_index(a, b, belief)


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
