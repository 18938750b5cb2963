"""What the program computed, in the shape in which the views draw it.

Two messages carry everything. A `Scene` changes with data or payoffs and holds the curves;
a `Frame` changes with the condition or the criterion as well and holds every number and mark
that depends on them. A view never combines parts of two frames, so it never shows a stale
number beside a fresh one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np
from PySide6.QtCore import QObject, Signal

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.models.band_choices import DEFAULT_BANDS
from costcurve_gui.models.common_cases import common_of
from costcurve_gui.models.conditions import miss_factor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.cost.cost_curve import RegretCurve
    from costcurve_gui.engine.cost.crossovers import Better, Interval
    from costcurve_gui.engine.cost.difference import CostDifference
    from costcurve_gui.engine.cost.duality import CommonTangent
    from costcurve_gui.engine.curves.profit import PerfectRanking
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.auc_interval import AucInterval
    from costcurve_gui.engine.roc.area import PartialAuc
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.engine.roc.joint_hull import HullEdge
    from costcurve_gui.engine.selection.bounds import BoundKind
    from costcurve_gui.engine.selection.combinations import Interpolation
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.combination import Combination
    from costcurve_gui.models.common_cases import Common, CommonSource
    from costcurve_gui.models.hybrid import Hybrid
    from costcurve_gui.models.mixing import MixedPoints
    from costcurve_gui.models.state import DatasetInfo, DatasetSettings, ModelInfo, ViewChoices

    Stretches = tuple[tuple[float, float], ...]
    Winners = tuple[float, float, tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCurve:
    """A decimated curve. `indices[k]` is the row of (x[k], y[k]) in the model's threshold table."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    indices: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class ModelScene:
    """One model's curves, independent of the condition.

    `absolute` is (fpr, tpr) at threshold 0.5; None where scores are no probabilities.
    `combination` is known of models that join the decisions of others.
    """

    info: ModelInfo
    evaluation: ModelEvaluation
    auc: AucInterval
    roc: DrawnCurve
    rociv: DrawnCurve
    warning: str = ""
    absolute: tuple[float, float] | None = None
    combination: Combination | None = None

    def dial(self, row: int) -> float:
        """Return what stands for a row where it is chosen by hand: its threshold, if it has one.

        Members of a family have none; the row itself stands for them.
        """
        table = self.evaluation.table
        return float(row) if isinstance(table, FamilyTable) else float(table.thresholds[row])


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The curves of one dataset under one payoff matrix. `models` in file order, hidden too."""

    dataset: DatasetInfo
    models: tuple[ModelScene, ...]
    payoff_means: Mapping[str, float]  # mean of each cell over its class: tp, fp, fn, tn
    perfect: PerfectRanking | None = None  # thinned; None where all errors of a class cost alike
    common: CommonSource | None = None  # None where every model has every case

    @property
    def costs_vary(self) -> bool:
        """Whether errors of one class cost differently: then ROC and ROCIV are two spaces."""
        return any(one.evaluation.rates is not one.evaluation.table for one in self.models)

    @property
    def level(self) -> float:
        """Confidence of the intervals that are computed with the scene."""
        return self.models[0].auc.level if self.models else DEFAULT_BANDS.spec.level

    def at(self, level: float) -> Scene:
        """Return the scene with its intervals at another level; itself where it is this one."""
        if all(model.auc.level == level for model in self.models):
            return self
        models = tuple(replace(model, auc=model.auc.at(level)) for model in self.models)
        return replace(self, models=models)


@dataclass(frozen=True, slots=True, eq=False)
class ModelFrame:
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
class CostAnswers:
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


@dataclass(frozen=True, slots=True)
class Mixture:
    """Decisions drawn by lot from two models; `edge` names the keys of both."""

    edge: HullEdge
    found: Interpolation


def _no_curves(_view: str) -> Mapping[str, DrawnCurve]:
    return {}


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Frame:
    """Everything that depends on condition, rule, objective and bounds, computed together.

    `models` holds all models, in file order: those with a hidden curve decide as well; `shown`
    those whose curves are drawn. `best` is the best by rule and objective,
    `selected` the model that panels and heavy lines show. `trivial` has "all" and "none".
    `curves_of` computes the curves of a view that is not always on show, once it is asked.
    `extras` holds what jobs have computed for single views, by view; `answers` computes what the
    cost family needs from what is known of common cases; `details` what ROC shows on demand, and is
    kept with the scene.
    `mixture` is that of two models which uses the capacity best, where that is the criterion.
    `mix` are two points that the user chose, and their mixture. `bounded` is known where bounds
    are in force that the selected model can keep. Where bounds exclude each other, `reachable` is
    the highest true positive rate within the others, if one of them asks for such a rate.
    """

    scene: Scene
    settings: DatasetSettings
    condition: OperatingCondition
    models: Mapping[str, ModelFrame]
    trivial: Mapping[str, Policy]
    best: str | None
    selected: str | None
    perfect_profit: DrawnCurve
    random_profit: DrawnCurve
    curves_of: Callable[[str], Mapping[str, DrawnCurve]] = _no_curves
    extras: Mapping[str, object] = field(default_factory=dict)
    answers: Callable[[Common | None], CostAnswers] = lambda _common: CostAnswers()
    details: RocDetails | None = None
    mixture: Mixture | None = None
    mix: MixedPoints | None = None
    bounded: BoundEffect | None = None
    reachable: Policy | None = None

    @property
    def shown(self) -> dict[str, ModelFrame]:
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
        return miss_factor(self.scene.payoff_means, self.settings.condition)

    @property
    def cost_answers(self) -> CostAnswers:
        """What the cost family needs."""
        return self.answers(common_of(self))


HYBRID = "hybrid"  # extra of the criterion that goes by the condition alone, in any view


def hybrid_of(frame: Frame, key: str) -> Hybrid | None:
    """Return the hybrid curve of a model, once it is computed."""
    hybrids = cast("Mapping[str, Hybrid]", frame.extras.get(HYBRID, {}))
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


class ResultsModel(QObject):
    """Holds the newest scene and frame and tells the views."""

    scene_changed = Signal(object)  # Scene | None
    frame_changed = Signal(object)  # Frame | None
    reading_changed = Signal(object)  # Reading | None

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scene: Scene | None = None
        self.frame: Frame | None = None
        self.reading: Reading | None = None

    def publish(self, scene: Scene | None, frame: Frame | None) -> None:
        """Replace both; the scene is announced only when it is another one.

        Who hears of the scene may add an extra to the frame at once: the newest is announced.
        """
        scene_is_new = scene is not self.scene
        self.scene, self.frame = scene, frame
        if scene_is_new:
            self.scene_changed.emit(scene)
        self.frame_changed.emit(self.frame)

    def add_extra(self, scene: Scene, view: str, extra: object) -> None:
        """Take what was computed for one view, unless the scene is another one by now."""
        if self.frame is None or scene is not self.scene:
            return
        self.frame = replace(self.frame, extras={**self.frame.extras, view: extra})
        self.frame_changed.emit(self.frame)

    def read(self, reading: Reading | None) -> None:
        """Announce what is under the cursor."""
        self.reading = reading
        self.reading_changed.emit(reading)
