"""Every number and mark at one condition, with the curves that they belong to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

from costcurve_gui.analysis.common_cases import Common
from costcurve_gui.analysis.conditions import miss_factor, model_condition
from costcurve_gui.analysis.criteria import merit
from costcurve_gui.analysis.curves import CurveSet, DrawnCurve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.hybrid_curves import Hybrid
    from costcurve_gui.analysis.mixture_settings import MixedPoints
    from costcurve_gui.analysis.mixtures import Mixture
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.view_settings import ViewChoices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.cost.cost_curve import RegretCurve
    from costcurve_gui.engine.cost.crossovers import Better, Interval
    from costcurve_gui.engine.cost.difference import CostDifference
    from costcurve_gui.engine.cost.duality import CommonTangent
    from costcurve_gui.engine.roc.area import PartialAuc
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.engine.selection.bounds import BoundKind
    from costcurve_gui.engine.selection.policy import Policy

    Stretches = tuple[tuple[float, float], ...]
    Winners = tuple[float, float, tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class ModelSnapshot:
    """One model at the present condition: its operating point and its profit curve.

    `cheapest` is the threshold of least cost where the condition alone chose. Where the model
    cannot do what is asked for `met` is False, and in its place stands the threshold of highest
    precision, or the cheapest one: it takes part in no comparison.
    """

    info: ModelInfo
    policy: Policy
    cheapest: Policy | None
    profit: DrawnCurve
    met: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class BoundEffect:
    """What the bounds in force do to the decision.

    `single` is the selected model's best threshold within the bounds. `mixture` does better by
    mixing two at random, where that is possible within the one bound; `price` is what the mixture
    gains per unit of the bound. `free` is the best policy without bounds: of all models for the
    best of them, else of the selected model. `binding` are the bounds that stand in the way.
    Where the most positives are wanted `at_profit` is the threshold of highest profit instead.
    """

    single: Policy
    free: Policy
    binding: frozenset[BoundKind]
    mixture: Policy | None = None
    price: float = 0.0
    at_profit: Policy | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The selected model against a rival, by key, over all of PC(+) and on the same cases.

    `cases` is the number of those that both scored, None where both scored every case.
    `difference` and `loss` are the model's cost less the rival's: normalized over PC(+), and in
    money over the prior. In `stretches` and `dominant` "a" is the model and "b" the rival, whose
    `hulls` the `tangents` touch.
    """

    model: str
    rival: str
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


def _no_curve() -> DrawnCurve:
    nothing = np.empty(0)
    return DrawnCurve(nothing, nothing, np.empty(0, dtype=np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class CostComparisons:
    """What the views of the cost family need, each computed when it is first asked for.

    `rival` is the key of the model that the selected one is compared with. `cheapest` has the
    stretches of PC(+) in which each model is lowest, `winners` all of [0, 1] as low, high and the
    keys of the models that are lowest, several where they tie, or of the trivial classifier that
    no model beats: "none" or "all". Both are over the cases that all models on show scored, empty
    where nothing is known of these.
    `figures` has a row a model. `density` is the belief as a curve that is 1 high.
    """

    rival: Callable[[], str | None] = lambda: None
    comparison: Callable[[], Comparison | None] = lambda: None
    cheapest: Callable[[], Mapping[str, Stretches]] = dict
    winners: Callable[[], tuple[Winners, ...]] = tuple
    figures: Callable[[], Mapping[str, BeliefFigures]] = dict
    density: Callable[[], DrawnCurve] = _no_curve


@dataclass(frozen=True, slots=True, eq=False)
class TiedCurves:
    """A model's equal scores with the positives first and last, and the AUC that either gives."""

    optimistic: DrawnCurve
    pessimistic: DrawnCurve
    lowest_auc: float
    highest_auc: float


class RocDetails(Protocol):
    """What ROC shows of a model on demand."""

    def ties(self, key: str, /) -> TiedCurves | None:
        """Return the corners of equal scores; None where there are no scores."""

    def partial_auc(self, key: str, choices: ViewChoices, /) -> PartialAuc | None:
        """Return the area over the range that was chosen; None where none was."""


def _no_curves(_view: str) -> Mapping[str, DrawnCurve]:
    return {}


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Snapshot:
    """Everything that depends on condition, criterion, objective and bounds, computed together.

    `models` holds all models, in file order: those with a hidden curve decide as well; `shown`
    those whose curves are drawn. `best` is the best by criterion and objective,
    `selected` the model that panels and heavy lines show. `trivial` has "all" and "none".
    `curves_of` computes the curves of a view that is not always on show, once it is asked.
    `extras` holds what jobs have computed for single views, by view; `answers` computes what the
    cost family needs from what is known of common cases; `details` what ROC shows on demand, and is
    kept with the curve set.
    `mixture` is that of two models which uses the capacity best, where that is the criterion.
    `mix` are two points that the user chose, and their mixture. `bounded` is known where bounds
    are in force that the selected model can keep. Where bounds exclude each other, `reachable` is
    the highest true positive rate within the others, if one of them asks for such a rate.
    """

    curve_set: CurveSet
    settings: DatasetSettings
    condition: OperatingCondition
    models: Mapping[str, ModelSnapshot]
    trivial: Mapping[str, Policy]
    best: str | None
    selected: str | None
    perfect_profit: DrawnCurve
    random_profit: DrawnCurve
    curves_of: Callable[[str], Mapping[str, DrawnCurve]] = _no_curves
    extras: Mapping[str, object] = field(default_factory=dict)
    answers: Callable[[Common | None], CostComparisons] = lambda _common: CostComparisons()
    details: RocDetails | None = None
    mixture: Mixture | None = None
    mix: MixedPoints | None = None
    bounded: BoundEffect | None = None
    reachable: Policy | None = None

    @property
    def shown(self) -> dict[str, ModelSnapshot]:
        """The models whose curves are drawn."""
        hidden = self.settings.hidden
        return {key: model for key, model in self.models.items() if key not in hidden}

    @property
    def met(self) -> bool:
        """Whether any model can do what is asked for."""
        return any(model.met for model in self.models.values())

    @property
    def miss_factor(self) -> float:
        """What the condition makes of the cost of a miss in the cells; 1 where it keeps it."""
        return miss_factor(self.curve_set.payoff_means, self.settings.condition)

    @property
    def cost_answers(self) -> CostComparisons:
        """What the cost family needs."""
        return self.answers(common_of(self))


HYBRID = "hybrid"  # extra of the criterion that goes by the condition alone, in any view


def hybrid_of(snapshot: Snapshot, key: str) -> Hybrid | None:
    """Return the hybrid curve of a model, once it is computed."""
    hybrids = cast("Mapping[str, Hybrid]", snapshot.extras.get(HYBRID, {}))
    return hybrids.get(key)


@dataclass(frozen=True, slots=True)
class Reading:
    """What stands under the cursor: one real point of one model."""

    model: ModelInfo
    index: int
    threshold: float
    fpr: float
    tpr: float
    fp_cost_rate: float
    tp_benefit_rate: float
    fraction_targeted: float
    normalized_expected_cost: float
    expected_profit: float


def condition_of(snapshot: Snapshot, key: str) -> OperatingCondition:
    """Return the condition of a snapshot over the rows that a model of it scored."""
    (model,) = (model for model in snapshot.curve_set.models if model.info.key == key)
    return model_condition(model, snapshot.condition.prior, snapshot.miss_factor)


def ranking(snapshot: Snapshot) -> list[str]:
    """Return all models, the best first; those that can do what is asked for come before others."""

    def quality(key: str) -> tuple[bool, tuple[float, float]]:
        model = snapshot.models[key]
        return model.met, merit(model.policy, snapshot.settings.objective)

    return sorted(snapshot.models, key=quality, reverse=True)


def runner_up(snapshot: Snapshot, key: str) -> str | None:
    """Return the best of the other models."""
    return next((name for name in ranking(snapshot) if name != key), None)


COMMON = "common cases"  # extra of the snapshot


def common_of(snapshot: Snapshot) -> Common | None:
    """Return what is known of the common cases of a snapshot."""
    found = snapshot.extras.get(COMMON)
    return found if isinstance(found, Common) else None
