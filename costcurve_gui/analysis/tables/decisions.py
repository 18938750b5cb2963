"""Tables of the decision: what each criterion chooses, and how optimistic the best threshold is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.criteria import MIN_COST, best, tabled
from costcurve_gui.analysis.intervals.requests import (
    known,
    known_or_failed,
    policies_request,
    spec_in_force,
)
from costcurve_gui.analysis.intervals.results import Failed, IntervalRequest
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.selection_settings import ChoiceInput
from costcurve_gui.analysis.tables.curves import CLASSIFIER, is_family
from costcurve_gui.analysis.tables.methods import (
    METHOD,
    figure_method,
    figure_words,
    method_cells,
    method_words,
    no_interval,
    threshold_words,
)
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection.bounds import Objective

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.intervals.results import DecisionIntervals, DecisionOptimism
    from costcurve_gui.analysis.selection_settings import Criterion, SelectionSpec
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel
    from costcurve_gui.engine.resampling.chosen_thresholds import ChosenThresholds
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.selection.policy import Policy

    Decision = tuple[Criterion, TableModel, Policy, bool]
    Reselected = OptimismEstimate | ChosenThresholds


POLICY_HEADER = (
    *("criterion", "model", "threshold", "threshold_2", "mixing", "fpr", "tpr"),
    *("fraction_targeted", "normalized_expected_cost", "expected_cost", "expected_profit", "best"),
)
_FIGURES = (
    *("normalized_expected_cost", "expected_cost", "expected_profit"),
    *("fpr", "tpr", "fraction_targeted", "precision"),
)
POLICY_INTERVALS = (
    *(f"{figure}_{end}" for figure in _FIGURES for end in ("low", "high")),
    *("threshold_low", "threshold_high", *METHOD, "rates_method"),
    *("exact_cost_low", "exact_cost_high", "exact_cost_method", "threshold_method"),
)
_NO_THRESHOLDS = "members of a family have no threshold"
_NOT_RESELECTED = "replicates keep the threshold"


def selection_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per criterion and model, with intervals of its figures.

    Of families it names the classifiers that decide; the second one where two are mixed.
    """
    family = is_family(snapshot)
    rows = (
        (
            *(criterion.key, *_policy_cells(policy), is_best),
            *(_deciding(policy) if family else ()),
            *_interval_cells(snapshot, criterion, model, policy),
        )
        for criterion, model, policy, is_best in decisions(snapshot, options)
    )
    classifiers = (CLASSIFIER, "member_2") if family else ()
    return Table.of_rows((*POLICY_HEADER, *classifiers, *POLICY_INTERVALS), rows)


def selection_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the intervals of every policy, and of thresholds that each replicate chooses again."""
    for criterion, model, policy, _ in decisions(snapshot, options):
        yield _decision_request(model, policy)
        reselected = _reselected_request(criterion, model)
        if reselected is not None:
            yield reselected


def decision_text(snapshot: Snapshot) -> str:
    """Return the decisions for the clipboard: columns separated by tabs, without intervals."""
    rows = (
        (criterion.key, *_policy_cells(policy), is_best)
        for criterion, _, policy, is_best in decisions(snapshot, TableOptions())
    )
    return "\n".join("\t".join(map(_text, row)) for row in (POLICY_HEADER, *rows))


def decisions(snapshot: Snapshot, options: TableOptions) -> Iterator[Decision]:
    """Yield the policy of every criterion and model, and whether it is the criterion's best."""
    settings, in_report = snapshot.settings, options.payoffs_given is not None
    objective = Objective.PROFIT if in_report else settings.objective
    models = models_of(snapshot, options)
    for criterion in _criteria(settings, options):
        found = (
            (model, criterion.choose(_given(model, settings.selection, objective)))
            for model in models
        )
        policies = [(model, policy) for model, policy in found if policy is not None]
        if policies:
            winner = best({model.key: policy for model, policy in policies}, objective)
            for model, policy in policies:
                yield criterion, model, policy, model.key == winner


def _criteria(settings: DatasetSettings, options: TableOptions) -> tuple[Criterion, ...]:
    if options.payoffs_given is not None:
        return tabled(settings.selection, payoffs_given=options.payoffs_given, in_report=True)
    typed = settings.payoff.cells != PayoffSpec().cells
    return tabled(settings.selection, payoffs_given=typed)


def _given(model: TableModel, selection: SelectionSpec, objective: Objective) -> ChoiceInput:
    threshold = selection.thresholds.get(model.key)
    return ChoiceInput(model.evaluation, model.condition, selection, objective, threshold)


def _policy_cells(policy: Policy) -> tuple[Any, ...]:
    """Return the columns from `model` to `expected_profit`."""
    return (
        policy.model,
        policy.threshold,
        policy.threshold_2,
        policy.mixing,
        policy.fpr,
        policy.tpr,
        policy.fraction_targeted,
        policy.normalized_expected_cost,
        policy.expected_cost,
        policy.expected_profit,
    )


def _deciding(policy: Policy) -> tuple[Any, Any]:
    first, *second = policy.classifiers
    return first, second[0] if second else None


def _decision_request(model: TableModel, policy: Policy) -> IntervalRequest:
    return policies_request((model.key,), model.condition, policy)


def _reselected_request(criterion: Criterion, model: TableModel) -> IntervalRequest | None:
    """Return the request for the thresholds of a criterion that each replicate reselects."""
    if isinstance(model.table, FamilyTable):
        return None
    if criterion is MIN_COST:
        return IntervalRequest("optimism", (model.key,), model.condition)
    return IntervalRequest(criterion.key, (model.key,)) if criterion.reselected else None


def _interval_cells(
    snapshot: Snapshot, criterion: Criterion, model: TableModel, policy: Policy
) -> tuple[Any, ...]:
    """Return the cells under `POLICY_INTERVALS`, empty where nothing was resampled."""
    found = known_or_failed(snapshot, _decision_request(model, policy))
    if found is None:
        return (None,) * len(POLICY_INTERVALS)
    chosen = _reselected(snapshot, criterion, model)
    if isinstance(found, Failed):
        cells = _reasons(found.reason, spec_in_force(snapshot).level)
    else:
        cells = _cells(found, resampled=chosen is not None)
    if chosen is not None:
        cells |= {"threshold_low": chosen.low, "threshold_high": chosen.high}
    if not isinstance(found, Failed) or isinstance(model.table, FamilyTable):
        cells["threshold_method"] = _threshold_method(model, chosen)
    return tuple(cells.get(name) for name in POLICY_INTERVALS)


def _reasons(reason: str, level: float) -> dict[str, Any]:
    """Return the cells of a policy whose figures have no interval."""
    methods = ("method", "rates_method", "exact_cost_method", "threshold_method")
    return dict.fromkeys(methods, no_interval(reason)) | {"level": level}


def _cells(found: DecisionIntervals, *, resampled: bool) -> dict[str, Any]:
    figures, spec = found.policy, found.spec
    named = {name: getattr(figures, name) for name in (*_FIGURES, "exact_cost")}
    lows = {f"{name}_low": figure.low for name, figure in named.items()}
    highs = {f"{name}_high": figure.high for name, figure in named.items()}
    cost = figures.expected_cost
    method = method_cells(figure_method(cost), spec, resampled=resampled or cost.resampled)
    return {
        **lows,
        **highs,
        **dict(zip(METHOD, method, strict=True)),
        "rates_method": figure_words(figures.fpr, spec),
        "exact_cost_method": figure_method(figures.exact_cost),
    }


def _reselected(snapshot: Snapshot, criterion: Criterion, model: TableModel) -> Reselected | None:
    """Return the thresholds of a criterion that is applied to each replicate."""
    found = known(snapshot, _reselected_request(criterion, model))
    reselected: Reselected | None = found
    if found is not None and criterion is MIN_COST:
        reselected = found.optimum
    return reselected


def _threshold_method(model: TableModel, chosen: Reselected | None) -> str:
    if isinstance(model.table, FamilyTable):
        return no_interval(_NO_THRESHOLDS)
    return no_interval(_NOT_RESELECTED) if chosen is None else threshold_words(chosen)


def _text(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


OPTIMUM_HEADER = (
    *("model", "threshold", "threshold_low", "threshold_high"),
    *("apparent_cost", "corrected_cost", "out_of_bag_cost"),
    *("apparent_profit", "corrected_profit", "out_of_bag_profit"),
    *("plateau_low", "plateau_high", "plateau_tolerance", *METHOD),
    *("threshold_method", "out_of_bag_method"),
)
THRESHOLDS_HEADER = ("model", "threshold", "share_of_replicates", *METHOD)


def optimum_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row a model: the threshold of least cost, its interval and its optimism."""
    return Table.of_rows(OPTIMUM_HEADER, _rows(snapshot, options))


def thresholds_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return how many replicates find each threshold the cheapest."""
    found = _found(snapshot, options)
    rows = (row for name, one in found for row in _thresholds(name, one.optimum))
    return Table.of_rows(THRESHOLDS_HEADER, rows)


def optimism_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the optimism of every model with thresholds."""
    return (_request(model) for model in _with_thresholds(snapshot, options))


def _found(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[str, DecisionOptimism]]:
    """Yield what is known of every model with thresholds that can be resampled."""
    for model in _with_thresholds(snapshot, options):
        found = known(snapshot, _request(model))
        if found is not None:
            yield model.name, found


def _with_thresholds(snapshot: Snapshot, options: TableOptions) -> Iterator[TableModel]:
    models = models_of(snapshot, options)
    return (model for model in models if not isinstance(model.table, FamilyTable))


def _request(model: TableModel) -> IntervalRequest:
    return IntervalRequest("optimism", (model.key,), model.condition)


def _rows(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[Any, ...]]:
    for name, found in _found(snapshot, options):
        flat, method = found.plateau, method_cells("bootstrap optimism", found.optimum.spec)
        methods = threshold_words(found.optimum), _out_of_bag_method(found.optimum)
        yield name, *_figures(found.optimum), flat.low, flat.high, flat.share, *method, *methods


def _out_of_bag_method(found: OptimismEstimate) -> str:
    if found.out_of_bag_reason:
        return f"no figure ({found.out_of_bag_reason})"
    return method_words("mean over the cases that replicates leave out", found.spec)


def _figures(found: OptimismEstimate) -> tuple[float | None, ...]:
    return (
        *(found.threshold, found.low, found.high),
        *(found.apparent_cost, found.corrected_cost, found.out_of_bag_cost),
        found.perfect_profit - found.apparent_cost,
        *(found.corrected_profit, found.out_of_bag_profit),
    )


def _thresholds(name: str, found: OptimismEstimate) -> Iterator[tuple[Any, ...]]:
    """Yield the thresholds that replicates find the cheapest, descending, and how many do."""
    method = method_cells("threshold of least cost, chosen anew", found.spec)
    thresholds, counts = np.unique(found.chosen, return_counts=True)
    shares = counts / max(found.chosen.size, 1)
    for threshold, share in zip(thresholds[::-1].tolist(), shares[::-1].tolist(), strict=True):
        yield name, threshold, share, *method
