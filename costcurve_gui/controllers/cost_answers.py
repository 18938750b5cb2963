"""What the views of the cost family say about the models on show, computed once it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.cost.belief import TriangularBelief
from costcurve_gui.engine.cost.crossovers import crossovers, dominance, where_cheapest
from costcurve_gui.engine.selection.criteria import best
from costcurve_gui.models.results import BeliefFigures, Comparison, CostAnswers, DrawnCurve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.cost.crossovers import Better, Interval
    from costcurve_gui.engine.cost.difference import CostDifference
    from costcurve_gui.engine.cost.lower_envelope import CostCurve
    from costcurve_gui.engine.cost.tangents import CommonTangent
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.models.results import ModelFrame, ModelScene, Stretches
    from costcurve_gui.models.state import DatasetSettings


_NO_ROWS = np.empty(0, dtype=np.int64)
_INSIDE, _FINE = 0.0025, 200


def cost_answers(
    shown: Sequence[ModelScene],
    models: Mapping[str, ModelFrame],
    selected: str | None,
    settings: DatasetSettings,
    condition: OperatingCondition,
) -> CostAnswers:
    """Return the answers about the models on show, none of them computed yet."""
    family = _Family({one.info.key: one for one in shown}, models, selected, settings, condition)
    return CostAnswers(
        cache(family.rival),
        cache(family.comparison),
        cache(family.cheapest),
        cache(family.figures),
        lambda: _density(settings.belief),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Family:
    """The models on show at one condition."""

    scenes: Mapping[str, ModelScene]
    models: Mapping[str, ModelFrame]
    selected: str | None
    settings: DatasetSettings
    condition: OperatingCondition

    def rival(self) -> str | None:
        """Return the rival that was chosen, or else the runner-up."""
        chosen = self.settings.views.rival
        if chosen in self.models and chosen != self.selected:
            return chosen
        others = {key: one.policy for key, one in self.models.items() if key != self.selected}
        return best(others) if others else None

    def comparison(self) -> Comparison | None:
        """Compare the selected model with its rival; None where there is none."""
        rival = self.rival()
        if self.selected is None or rival is None:
            return None
        from costcurve_gui.engine.cost.regret import loss_difference

        pair = _pair(self._envelope(self.selected), self._envelope(rival))
        means = self.condition.means
        return Comparison(
            model=self.selected,
            rival=rival,
            difference=pair.difference,
            loss=loss_difference(pair.difference, means.fn_cost, means.fp_cost),
            stretches=pair.stretches,
            dominant=pair.dominant,
            tangents=pair.tangents,
            lc_index=self._lc_index(self.selected, rival),
        )

    def cheapest(self) -> Mapping[str, Stretches]:
        """Return the stretches of PC(+) in which each model is lowest."""
        if not self.scenes:
            return {}
        found = _cheapest(tuple(self._envelope(key) for key in self.scenes))
        return dict(zip(self.scenes, found, strict=True))

    def figures(self) -> Mapping[str, BeliefFigures]:
        """Return what each model is worth under the belief."""
        return {key: self._figures(key) for key in self.scenes}

    def _figures(self, key: str) -> BeliefFigures:
        from costcurve_gui.engine.cost.expected_cost import expected_cost

        model, belief = self.scenes[key].evaluation, self.settings.belief
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
        from costcurve_gui.engine.cost.lc_index import lc_index

        return lc_index(self._envelope(a), self._envelope(b), self.settings.belief)

    def _envelope(self, key: str) -> CostCurve:
        return self.scenes[key].evaluation.envelope


class _Pair(NamedTuple):
    """What follows from two envelopes alone."""

    difference: CostDifference
    stretches: tuple[Interval, ...]
    dominant: Better | None
    tangents: tuple[CommonTangent, ...]


# Envelopes outlive the frames of a drag: what hangs on them alone is kept from frame to frame.


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
    from costcurve_gui.engine.cost.tangents import common_tangents

    return _Pair(cost_difference(a, b), crossovers(a, b), dominance(a, b), common_tangents(a, b))


@lru_cache(maxsize=4)
def _cheapest(curves: tuple[CostCurve, ...]) -> tuple[Stretches, ...]:
    return where_cheapest(curves)


@lru_cache(maxsize=32)
def _h_measure(hull: RocHull, prevalence: float) -> float:
    from costcurve_gui.engine.cost.h_measure import h_measure

    return h_measure(hull, prevalence)
