"""Find thresholds that take more than a model's curve: by beliefs about conditions, or by units.

They take a job of the window; what was found is remembered for the curve set it belongs to.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.analysis.found_criteria import EXPECTED_COST, UNIT_PROFIT, WORST_REGRET
from costcurve_gui.analysis.found_thresholds import (
    NO_MEANS,
    NO_UNITS,
    NOTHING_UNCERTAIN,
    Thresholds,
    keep_thresholds,
    known_thresholds,
)
from costcurve_gui.analysis.recommended import recommended
from costcurve_gui.analysis.selection_settings import FoundThreshold
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.uncertain_conditions import conditions_of, is_uncertain
from costcurve_gui.analysis.uncertain_profits import rule_features
from costcurve_gui.analysis.units import find_units, known_units, units_key
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.uncertainty.payoff_draws import best_profits
from costcurve_gui.engine.uncertainty.threshold_risk import (
    class_gains,
    highest_mean_profit,
    least_worst_regret,
    worst_draws,
)
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.uncertain_conditions import Conditions
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule
    from costcurve_gui.engine.uncertainty.payoff_draws import RuleFeatures

    Modelled = tuple[ModelCurves, RuleFeatures]
    Find = Callable[[Conditions, Mapping[str, Modelled]], "Thresholds"]

_CHECKED = 2_000


def find_thresholds(
    snapshot: Snapshot, criterion: str, *, progress: Progress = NO_PROGRESS
) -> Thresholds:
    """Return the threshold of each model by a criterion, found now unless it is known."""
    known = known_thresholds(snapshot, criterion)
    if known is not None:
        return known
    try:
        found = _FINDING[criterion](snapshot, progress)
    except (EngineError, ValueError) as error:
        found = Thresholds(fault=str(error))
    keep_thresholds(snapshot, criterion, found)
    return found


def settled_snapshot(
    curve_set: CurveSet, settings: DatasetSettings, previous: Snapshot | None = None
) -> Snapshot:
    """Return a snapshot whose thresholds are found first where its criterion takes that."""
    snapshot = build_snapshot(curve_set, settings, previous)
    criterion = settings.selection.criterion
    if not criterion.found or known_thresholds(snapshot, criterion.key) is not None:
        return snapshot
    find_thresholds(snapshot, criterion.key)
    return build_snapshot(curve_set, settings, snapshot)


def with_recommended_model(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot that shows the recommended model, where another one was selected."""
    found = recommended(snapshot)
    if found is None or found.key == snapshot.selected:
        return snapshot
    settings = replace(snapshot.settings, selected=None)
    return settled_snapshot(snapshot.curve_set, settings, snapshot)


def _by_expected_cost(snapshot: Snapshot, progress: Progress) -> Thresholds:
    def find(conditions: Conditions, models: Mapping[str, Modelled]) -> Thresholds:
        weights = conditions.drawn.weights[conditions.sound & conditions.likely]
        if not len(weights):
            return Thresholds(fault=NO_MEANS)
        mean, found = weights.mean(axis=0), {}
        for done, (key, (model, features)) in enumerate(models.items()):
            progress.advance(done, len(models), model.info.name)
            row, profit = highest_mean_profit(weights, features)
            cost = float(mean @ features.perfect) - profit
            rule = _of_least_cost(snapshot, model, features, conditions, mean)
            found[key] = FoundThreshold(row, -cost, rule)
        return Thresholds(found)

    return _under_beliefs(snapshot, find)


def _by_worst_regret(snapshot: Snapshot, progress: Progress) -> Thresholds:
    def find(conditions: Conditions, models: Mapping[str, Modelled]) -> Thresholds:
        weights = conditions.drawn.weights[conditions.sound]
        least: dict[str, Floats] = {}
        found: dict[str, FoundThreshold] = {}
        for done, (key, (model, features)) in enumerate(models.items()):
            progress.advance(done, 2 * len(models), model.info.name)
            if key in snapshot.candidates:
                least[key] = weights @ features.perfect - best_profits(weights, features)
        never = np.full(len(weights), np.inf)
        for done, (key, (model, features)) in enumerate(models.items(), len(models)):
            progress.advance(done, 2 * len(models), model.info.name)
            others = np.minimum.reduce([never, *(least[one] for one in least if one != key)])
            reference = weights @ features.perfect - np.minimum(others, least.get(key, never))
            row, regret = least_worst_regret(weights, reference, features)
            draws = worst_draws(weights, reference, features)
            rule = _of_regret(snapshot, model, features, conditions, weights[draws], others[draws])
            found[key] = FoundThreshold(row, -regret, rule)
        return Thresholds(found)

    return _under_beliefs(snapshot, find)


def _under_beliefs(snapshot: Snapshot, find: Find) -> Thresholds:
    """Draw what is uncertain, and find thresholds from what rules get in the draws."""
    if not is_uncertain(snapshot.settings):
        return Thresholds(fault=NOTHING_UNCERTAIN)
    conditions = conditions_of(snapshot, snapshot.settings.bands.spec.seed)
    if not conditions.sound.any():
        return Thresholds(
            fault=tr("In no draw of the uncertain numbers do both kinds of error have a cost.")
        )
    models = {
        model.info.key: (model, rule_features(snapshot, model, conditions.terms))
        for model in snapshot.curve_set.models
    }
    return find(conditions, models)


def _of_least_cost(
    snapshot: Snapshot,
    model: ModelCurves,
    features: RuleFeatures,
    conditions: Conditions,
    mean: Floats,
) -> ReplicateRule | None:
    """Return how replicates choose at the mean of the draws.

    None where cases of one class change places: then no two numbers say what errors cost, and
    replicates, which have the costs in force alone, cannot choose by them.
    """
    from costcurve_gui.engine.resampling.uncertain_rules import BestAtCosts

    positive = _of_positives(conditions)
    gain, loss = (float(one[0]) for one in class_gains(mean[None], features, positive))
    rates = model.evaluation.rates
    rows = np.unique(np.linspace(0, features.rules - 1, _CHECKED).astype(np.int64))
    change = (features.at(rows) - features.ends[0]) * mean
    size = 1e-9 * (abs(gain) + abs(loss))
    kept = np.allclose(change[:, :positive].sum(axis=1), gain * rates.tpr_at(rows), 0, size)
    kept &= np.allclose(-change[:, positive:].sum(axis=1), loss * rates.fpr_at(rows), 0, size)
    means = condition_of(snapshot, model.info.key).means
    return BestAtCosts(gain / means.fn_cost, loss / means.fp_cost) if kept else None


def _of_regret(
    snapshot: Snapshot,
    model: ModelCurves,
    features: RuleFeatures,
    conditions: Conditions,
    weights: Floats,
    others: Floats,
) -> ReplicateRule:
    """Return how replicates choose by the worst of some draws.

    Where cases of one class change places, that is as if they kept the proportions in force.
    """
    from costcurve_gui.engine.resampling.uncertain_rules import LeastWorstRegret

    gains, losses = class_gains(weights, features, _of_positives(conditions))
    means = condition_of(snapshot, model.info.key).means
    factors = gains / means.fn_cost, losses / means.fp_cost
    return LeastWorstRegret(*(tuple(one.tolist()) for one in (*factors, others)))


def _of_positives(conditions: Conditions) -> int:
    """Return how many of the features, the first ones, are of positives."""
    return len(conditions.terms.tp) + len(conditions.terms.fn)


def _by_unit_profit(snapshot: Snapshot, progress: Progress) -> Thresholds:
    curves, key = known_units(snapshot), units_key(snapshot)
    if curves is None:
        if key is None:
            return Thresholds(fault=NO_UNITS)
        result = find_units(snapshot, key, progress=progress)
        if result.curves is None:
            return Thresholds(fault=result.fault)
        curves = result.curves
    found = {}
    for model in snapshot.curve_set.models:
        curve = curves.get(model.info.key)
        if curve is not None:
            threshold = np.array([curve.thresholds[curve.best]])
            row = int(model.evaluation.table.rows_at_thresholds(threshold)[0])
            found[model.info.key] = FoundThreshold(row, float(curve.profit[curve.best]))
    return Thresholds(found)


_FINDING: Final[Mapping[str, Callable[[Snapshot, Progress], Thresholds]]] = {
    EXPECTED_COST: _by_expected_cost,
    WORST_REGRET: _by_worst_regret,
    UNIT_PROFIT: _by_unit_profit,
}
