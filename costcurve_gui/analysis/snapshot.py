"""Every number and mark at one condition, with the curves that they belong to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from costcurve_gui.analysis.common_cases import NOTHING_KNOWN, Common
from costcurve_gui.analysis.conditions import belief_over_pc, miss_factor, model_condition
from costcurve_gui.analysis.criteria import best, merit
from costcurve_gui.analysis.interval_settings import BandsOf
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.view_results import NO_RESULTS, ViewResults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import CurveSet, DrawnCurve, ModelCurves
    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.intervals.results import Intervals
    from costcurve_gui.analysis.mixtures import Mixture
    from costcurve_gui.analysis.settings import DatasetSettings, MixedPoints
    from costcurve_gui.analysis.validated_decision import ValidatedDecision
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.selection.bounds import BoundKind
    from costcurve_gui.engine.selection.policy import Policy

    Stretches = tuple[tuple[float, float], ...]
    Winners = tuple[float, float, tuple[str, ...]]

MOST_DRAWN = 6  # curves, until the user chooses
_DIGITS = 9  # of figures that tell decisions apart: the last ones differ between machines


Of = TypeVar("Of")


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
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
    mixing two at random within the bounds; `prices` is what the mixture gains per unit of a bound,
    where that is anything. `free` is the best policy without bounds: of all models for the
    best of them, else of the selected model. `binding` are the bounds that stand in the way.
    Where the most positives are wanted `at_profit` is the threshold of highest profit instead.
    """

    single: Policy
    free: Policy
    binding: frozenset[BoundKind]
    mixture: Policy | None = None
    prices: Mapping[BoundKind, float] = field(default_factory=dict)
    at_profit: Policy | None = None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Snapshot:
    """Everything that depends on condition, criterion, objective and bounds, computed together.

    `models` holds all models, in file order: those whose curve is `hidden` decide as well; `shown`
    those whose curves are drawn. `best` is the best of the `candidates` by criterion and objective,
    `selected` the model that panels and heavy lines show. `trivial` has "all" and "none".
    `results` holds what jobs have computed for single views, `common` what is known of the cases
    that models have in common, `intervals` what was resampled.
    `mixture` is that of two models which uses the capacity best, where that is the criterion.
    `mix` are two points that the user chose, and their mixture. `bounded` is known where bounds
    are in force that the selected model can keep.
    `fault` says why newer payoffs or models have no curves: these are the last good ones.
    `validation` is the newest one, which may be of another decision: see
    `validation_in_force`.
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
    results: ViewResults = NO_RESULTS
    common: Common = NOTHING_KNOWN
    intervals: Intervals | None = None
    mixture: Mixture | None = None
    mix: MixedPoints | None = None
    bounded: BoundEffect | None = None
    fault: str = ""
    validation: ValidatedDecision | None = None

    @property
    def shown(self) -> dict[str, ModelSnapshot]:
        """The models whose curves are drawn."""
        hidden = self.hidden
        return {key: model for key, model in self.models.items() if key not in hidden}

    @property
    def hidden(self) -> frozenset[str]:
        """Models and trivial classifiers that are not drawn; the selected model always is.

        Of many models the best at this condition are drawn, until the user chooses by hand.
        """
        return _hidden(self)

    @property
    def candidates(self) -> dict[str, ModelSnapshot]:
        """The models that the decision is among: all but those left out of it."""
        return candidates_of(self.models, self.settings)

    @property
    def compared(self) -> dict[str, ModelSnapshot]:
        """The candidates, and the selected model where it is none of them, in file order."""
        candidates, selected = self.candidates, self.selected
        if selected is None or selected in candidates or selected not in self.models:
            return candidates
        return {key: one for key, one in self.models.items() if key in {*candidates, selected}}

    @property
    def met(self) -> bool:
        """Whether any candidate can do what is asked for."""
        return any(model.met for model in self.candidates.values())

    @property
    def is_least_cost_for_all(self) -> bool:
        """Whether the least cost stands in for a rule that lacks what its thresholds come from."""
        criterion = self.settings.selection.criterion
        return criterion.found and not any(model.met for model in self.models.values())

    def compares(self, key: str) -> bool:
        """Whether a model does what is asked for, or none can and all fall back alike."""
        return self.models[key].met or self.is_least_cost_for_all

    @property
    def miss_factor(self) -> float:
        """What the condition makes of the cost of a miss in the cells; 1 where it keeps it."""
        return miss_factor(self.curve_set.payoff_means, self.settings.condition)

    @property
    def belief(self) -> Belief:
        """What is believed of PC(+)."""
        settings = self.settings
        return belief_over_pc(settings.belief, settings.condition, self.condition)


def candidates_of(models: Mapping[str, Of], settings: DatasetSettings) -> dict[str, Of]:
    """Return what is of models that are not left out of the decision, by their keys.

    All where none would be left, as in a file that lacks the others.
    """
    left_out = settings.left_out
    return {key: one for key, one in models.items() if key not in left_out} or dict(models)


def deciding_curves(curve_set: CurveSet, settings: DatasetSettings) -> tuple[ModelCurves, ...]:
    """Return the curves of the models that are candidates of the decision, in file order."""
    curves = {model.info.key: model for model in curve_set.models}
    return tuple(candidates_of(curves, settings).values())


def names_left_out(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the names of the models that are no candidates of the decision, in file order."""
    candidates = snapshot.candidates
    return tuple(one.info.name for key, one in snapshot.models.items() if key not in candidates)


def relabelled_snapshot(snapshot: Snapshot, curve_set: CurveSet) -> Snapshot:
    """Return a snapshot of the same models called, coloured or ordered otherwise, results kept.

    `curve_set` is that of the snapshot relabelled, see `curves.relabelled`.
    """
    models = {
        model.info.key: _relabelled_model(snapshot.models[model.info.key], model.info)
        for model in curve_set.models
    }
    return replace(snapshot, curve_set=curve_set, models=models)


def _relabelled_model(model: ModelSnapshot, info: ModelInfo) -> ModelSnapshot:
    cheapest = None if model.cheapest is None else replace(model.cheapest, model=info.name)
    policy = replace(model.policy, model=info.name)
    return replace(model, info=info, policy=policy, cheapest=cheapest)


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


@once
def _hidden(snapshot: Snapshot) -> frozenset[str]:
    hidden, selected = snapshot.settings.hidden, snapshot.selected
    if hidden is None and len(snapshot.models) > MOST_DRAWN:
        drawn = sorted(ranking(snapshot), key=lambda key: key != selected)
        hidden = frozenset(drawn[MOST_DRAWN:])
    bands, asked = snapshot.settings.bands, snapshot.settings.views.competitor
    second = asked if bands.of is BandsOf.PAIR else None  # whose band was asked for
    return (hidden or frozenset()) - {selected, second}


@once
def ranking(snapshot: Snapshot) -> tuple[str, ...]:
    """Return all models, the best first.

    Candidates of the decision come before others, then those that can do what is asked for.
    """
    candidates = snapshot.candidates

    def quality(key: str) -> tuple[bool, bool, tuple[float, float]]:
        model = snapshot.models[key]
        by_objective = merit(model.policy, snapshot.settings.objective)
        return key in candidates, model.met, by_objective

    return tuple(sorted(snapshot.models, key=quality, reverse=True))


def runner_up(snapshot: Snapshot, key: str) -> str | None:
    """Return the best of the other candidates of the decision."""
    candidates = snapshot.candidates
    return next((one for one in ranking(snapshot) if one != key and one in candidates), None)


@once
def competitor_of(snapshot: Snapshot) -> str | None:
    """Return the key of the model that the selected one is compared with.

    That is the one which was chosen, or else the runner-up.
    """
    models, selected = snapshot.models, snapshot.selected
    chosen = snapshot.settings.views.competitor
    if chosen in models and chosen != selected:
        return chosen
    others = {key: one for key, one in snapshot.candidates.items() if key != selected}
    able = {key: one.policy for key, one in others.items() if one.met}
    policies = able or {key: one.policy for key, one in others.items()}
    return best(policies, snapshot.settings.objective) if policies else None


def decision_of(snapshot: Snapshot) -> tuple[str, ...]:
    """Return what a decision hangs on: another one is not validated by the validation of this.

    It is the same when the file is opened again: models by their columns, rules by thresholds.
    """
    key, settings, data = snapshot.selected, snapshot.settings, snapshot.curve_set.dataset
    asked = (settings.selection.criterion.key, settings.objective.value, *settings.payoff.cells)
    condition = _told(snapshot.condition.prior), _told(snapshot.miss_factor)
    given = (data.positive_label, str(data.rows), *condition, *asked)
    if key is None:
        return given
    model = snapshot.models[key]
    return (*given, model.info.column, *_rule(model.policy), _told(model.policy.expected_profit))


def _rule(policy: Policy) -> tuple[str, ...]:
    band = () if policy.review is None else (_told(policy.review.threshold),)
    second = "" if policy.threshold_2 is None else repr(float(policy.threshold_2))
    return (repr(float(policy.threshold)), second, _told(policy.mixing), *band)


def _told(value: float) -> str:
    return f"{value:.{_DIGITS}g}"


def validation_in_force(snapshot: Snapshot) -> ValidatedDecision | None:
    """Return how the decision was validated; None where another one was, or none."""
    found = snapshot.validation
    return found if found is not None and found.decision == decision_of(snapshot) else None
