"""Build a snapshot, with what bounds do to it; runs on every mouse event of a drag."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from costcurve_gui.analysis.bound_effects import bound_effect
from costcurve_gui.analysis.common_cases import NOTHING_KNOWN
from costcurve_gui.analysis.conditions import condition_over, miss_factor, model_condition
from costcurve_gui.analysis.criteria import choose
from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.analysis.found_thresholds import known_thresholds
from costcurve_gui.analysis.mixtures import mixed_points, mixture_for
from costcurve_gui.analysis.per_case_rules import per_case_policy
from costcurve_gui.analysis.recommended import recommended_model
from costcurve_gui.analysis.selection_settings import (
    SelectionSpec,
)
from costcurve_gui.analysis.snapshot import (
    ModelSnapshot,
    Reading,
    Snapshot,
    candidates_of,
    deciding_curves,
)
from costcurve_gui.analysis.view_results import NO_RESULTS
from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.cost.payoff import PayoffMeans
from costcurve_gui.engine.curves.profit import perfect_profit, profit_rates, random_profit
from costcurve_gui.engine.selection.criteria import trivial
from costcurve_gui.engine.selection.policy_evaluation import row_policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.curves.profit import ProfitRates, ReferenceProfit


PROFIT_POINTS = 4000
_NO_INDICES = np.empty(0, dtype=np.int64)
_PROFIT_RATES: WeakKeyDictionary[ModelCurves, tuple[NDArray[np.int64], ProfitRates]] = (
    WeakKeyDictionary()
)


def build_snapshot(
    curve_set: CurveSet, settings: DatasetSettings, previous: Snapshot | None = None
) -> Snapshot:
    """Compute everything that depends on condition, criterion, objective and bounds.

    Thresholds that take a job stay those of the snapshot before until they are found: see
    `settled_snapshot`.
    """
    condition = dataset_condition(curve_set, settings.condition)
    factor = miss_factor(curve_set.payoff_means, settings.condition)
    earlier = previous if previous is not None and previous.curve_set is curve_set else None
    models = {
        model.info.key: _model_snapshot(curve_set, model, condition, factor, settings, earlier)
        for model in curve_set.models
    }
    if settings.selection.criterion.found:
        models = _with_found(curve_set, settings, models, earlier)
    if earlier is not None and _bounds_exclude_all(candidates_of(models, settings), settings):
        models = _as_before(models, condition, factor, earlier)
    candidates = candidates_of(models, settings)
    winner = recommended_model(candidates, curve_set.dataset, settings.objective)
    selected = settings.selected if settings.selected in models else winner
    return Snapshot(
        curve_set=curve_set,
        settings=settings,
        condition=condition,
        models=models,
        trivial=trivial(condition),
        best=winner,
        selected=selected,
        perfect_profit=_drawn(perfect_profit(condition, curve_set.perfect)),
        random_profit=_drawn(random_profit(condition)),
        results=NO_RESULTS if earlier is None else earlier.results,
        common=NOTHING_KNOWN if earlier is None else earlier.common,
        intervals=None if earlier is None else earlier.intervals,
        mixture=mixture_for(deciding_curves(curve_set, settings), condition.prior, settings),
        bounded=bound_effect(
            curve_set, models, selected, winner, (condition.prior, factor), settings
        ),
        mix=mixed_points(
            curve_set,
            lambda model: model_condition(model, condition.prior, factor),
            settings,
        ),
        validation=settings.validation,
    )


def _with_found(
    curve_set: CurveSet,
    settings: DatasetSettings,
    models: Mapping[str, ModelSnapshot],
    earlier: Snapshot | None,
) -> dict[str, ModelSnapshot]:
    """Return the models with the thresholds that take more than their curves.

    Until these are known the thresholds before stay, at the new condition.
    """
    free = SelectionSpec(population=settings.selection.population)
    plain = build_snapshot(curve_set, replace(settings, selection=free))
    key = settings.selection.criterion.key
    known = known_thresholds(plain, key)
    before = plain if earlier is None else earlier
    found = {}
    for model in curve_set.models:
        name = model.info.key
        condition = model_condition(model, plain.condition.prior, plain.miss_factor)
        if known is None:
            row = before.models[name].policy.index
            policy, met = row_policy(key, model.evaluation, condition, row), True
        else:
            at = known.of.get(name)
            policy, _, met = choose(
                model, condition, settings.selection, settings.objective, found={key: at}.get
            )
        found[name] = replace(models[name], policy=policy, cheapest=None, met=met)
    return found


def build_reading(snapshot: Snapshot, key: str, index: int) -> Reading:
    """Read one point of one model: a row of its threshold table."""
    model = next(model for model in snapshot.curve_set.models if model.info.key == key)
    condition = model_condition(model, snapshot.condition.prior, snapshot.miss_factor)
    table, rates = model.evaluation.table, model.evaluation.rates
    at = np.array([index])
    fpr, tpr = float(table.fpr_at(at)[0]), float(table.tpr_at(at)[0])
    fp_cost_rate, tp_benefit_rate = float(rates.fpr_at(at)[0]), float(rates.tpr_at(at)[0])
    return Reading(
        model=model.info,
        index=index,
        threshold=float(table.thresholds[index]),
        fpr=fpr,
        tpr=tpr,
        fp_cost_rate=fp_cost_rate,
        tp_benefit_rate=tp_benefit_rate,
        fraction_targeted=condition.prior * tpr + (1 - condition.prior) * fpr,
        normalized_expected_cost=condition.normalized_expected_cost(fp_cost_rate, tp_benefit_rate),
        expected_profit=condition.expected_profit(fp_cost_rate, tp_benefit_rate),
    )


def dataset_condition(curve_set: CurveSet, spec: ConditionSpec) -> OperatingCondition:
    """Return the condition over all rows of the dataset: the one that is shown and dragged."""
    cells = curve_set.payoff_means
    means = PayoffMeans(
        tp_payoff=cells["tp"],
        tn_payoff=cells["tn"],
        fn_cost=cells["tp"] - cells["fn"],
        fp_cost=cells["tn"] - cells["fp"],
    )
    prior = curve_set.dataset.prevalence if spec.prior is None else spec.prior
    return condition_over(prior, means, miss_factor(cells, spec))


def _model_snapshot(
    curve_set: CurveSet,
    model: ModelCurves,
    shown: OperatingCondition,
    factor: float,
    settings: DatasetSettings,
    earlier: Snapshot | None,
) -> ModelSnapshot:
    before = _still_valid(model, shown, factor, earlier)
    if before is not None and earlier is not None and _same_choice(earlier.settings, settings):
        return before
    condition = model_condition(model, shown.prior, factor)
    by_case = partial(per_case_policy, curve_set, model, condition, factor, settings)
    chosen = choose(model, condition, settings.selection, settings.objective, by_case)
    profit = _profit(model, condition) if before is None else before.profit
    return ModelSnapshot(model.info, chosen.policy, chosen.cheapest, profit, chosen.met)


def _bounds_exclude_all(models: Mapping[str, ModelSnapshot], settings: DatasetSettings) -> bool:
    """Whether several bounds exclude each other for every model."""
    several = len(settings.selection.engine_bounds) > 1
    return several and not any(model.met for model in models.values())


def _as_before(
    models: Mapping[str, ModelSnapshot],
    shown: OperatingCondition,
    factor: float,
    earlier: Snapshot,
) -> dict[str, ModelSnapshot]:
    """Keep the last thresholds, for there are none to be shown in their place."""
    kept = {}
    for model in earlier.curve_set.models:
        key, condition = model.info.key, model_condition(model, shown.prior, factor)
        row = earlier.models[key].policy.index
        policy = row_policy("constrained_single", model.evaluation, condition, row)
        kept[key] = replace(models[key], policy=policy)
    return kept


def _same_choice(one: DatasetSettings, other: DatasetSettings) -> bool:
    return one.selection == other.selection and one.objective is other.objective


def _still_valid(
    model: ModelCurves,
    shown: OperatingCondition,
    factor: float,
    earlier: Snapshot | None,
) -> ModelSnapshot | None:
    """Return what was computed for a model at the same condition, if it was."""
    if earlier is None or earlier.condition.prior != shown.prior:
        return None
    if earlier.miss_factor != factor:
        return None
    return earlier.models.get(model.info.key)


def selected_profit(snapshot: Snapshot) -> DrawnCurve | None:
    """Return the profit curve of the selected model at the condition of a snapshot."""
    if snapshot.selected is None:
        return None
    model = snapshot.curve_set.model(snapshot.selected)
    return _profit(model, model_condition(model, snapshot.condition.prior, snapshot.miss_factor))


def _profit(model: ModelCurves, condition: OperatingCondition) -> DrawnCurve:
    if model not in _PROFIT_RATES:
        _PROFIT_RATES[model] = _rates_for_profit(model)
    rows, rates = _PROFIT_RATES[model]
    curve = rates.curve(condition)
    return DrawnCurve(curve.fraction_targeted, curve.expected_profit, rows)


def _rates_for_profit(model: ModelCurves) -> tuple[NDArray[np.int64], ProfitRates]:
    """Return evenly chosen rows of the drawn ROC curve and all that can be best, with their rates.

    They are combined again for every step of a drag: fewer points than elsewhere.
    """
    drawn, evaluation = model.roc.indices, model.evaluation
    even = drawn[:: max(1, len(drawn) // PROFIT_POINTS)]
    rows = distinct(even, drawn[-1:], evaluation.rociv_hull.indices)
    return rows, profit_rates(evaluation.table, evaluation.rates, rows)


def _drawn(curve: ReferenceProfit) -> DrawnCurve:
    return DrawnCurve(curve.fraction_targeted, curve.expected_profit, _NO_INDICES)
