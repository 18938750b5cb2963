"""Tables of precision-recall, DET, gain, calibration, net benefit and isotonic maps."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.tables.by_threshold import threshold_table
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.view_results import grouped_cases
from costcurve_gui.engine.curves.calibration import calibration_curve
from costcurve_gui.engine.curves.confusion_rates import confusion_rates
from costcurve_gui.engine.curves.net_benefit import net_benefit_curve, treat_all, treat_none
from costcurve_gui.engine.resampling.bootstrap import by_groups
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.curves.calibration import Strategy
    from costcurve_gui.engine.curves.grouped_shares import GroupedCases
    from costcurve_gui.engine.selection.policy import Policy

    RateCurve = Callable[..., Any]
    """(table, prior, rows or all of them) -> frozen dataclass of columns, thresholds first."""

_RATES = (
    *("fraction_targeted", "tpr", "fpr", "fnr", "tnr", "precision", "npv"),
    *("false_discovery_rate", "false_omission_rate", "accuracy", "balanced_accuracy"),
    *("error_rate", "f1", "mcc", "lift", "informedness", "markedness"),
)
RANKING_HEADERS: Mapping[str, tuple[str, ...]] = {
    "calibration": (
        *("model", "strategy", "bin", "count", "mean_score"),
        *("fraction_positive", "lower", "upper", "method", "level"),
    ),
    "net_benefit": ("model", "threshold_probability", "net_benefit"),
    "policy_rates": ("model", "threshold", "threshold_2", "mixing", "prior", *_RATES),
}
_WILSON = "Wilson"
_STRATEGIES: tuple[Strategy, ...] = ("uniform", "quantile")


def rate_curve_table(snapshot: Snapshot, options: TableOptions, curve: RateCurve) -> Table:
    """Return every point of a curve over thresholds, with all columns of the engine's function."""
    models = models_of(snapshot, options)
    parts = [(model.name, curve(model.table, model.condition.prior)) for model in models]
    any_table = snapshot.curve_set.models[0].evaluation.table
    no_points = curve(any_table, snapshot.condition.prior, np.empty(0, np.int64))
    names = [field.name for field in fields(no_points)]
    return Table.of_parts(
        ("model", "threshold", *names[1:]),
        ((model, tuple(getattr(found, name) for name in names)) for model, found in parts),
    )


def calibration_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the bins of every model whose scores are probabilities.

    Those of both strategies are by ascending score, counted from 1, empty ones too.
    """
    models = [model for model in models_of(snapshot, options) if has_probabilities(model)]
    cases = snapshot.curve_set.cases
    dataset = None if cases is None else cases.cache.dataset
    parts = ((model.name, _calibration(model, dataset)) for model in models)
    return Table.of_parts(RANKING_HEADERS["calibration"], parts)


def net_benefit_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the decision curve of every such model, then those of "all" and "none"."""
    models = models_of(snapshot, options)
    curves = [
        (model.name, net_benefit_curve(model.table, model.condition.prior))
        for model in models
        if has_probabilities(model)
    ]
    if models:
        curves += [("all", treat_all(snapshot.condition.prior)), ("none", treat_none())]
    parts = ((name, (curve.threshold_probabilities, curve.net_benefit)) for name, curve in curves)
    return Table.of_parts(RANKING_HEADERS["net_benefit"], parts)


def isotonic_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the calibrated value of the distinct scores of every model, ascending.

    That of a score between two of them is the value at the lower one.
    """
    return threshold_table("isotonic", snapshot, options)


def policy_rates_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model: the thresholds of its policy and every rate to expect of it."""
    rows = (
        (model.name, *_rates(snapshot.models[model.key].policy, model.condition.prior))
        for model in models_of(snapshot, options)
    )
    return Table.of_rows(RANKING_HEADERS["policy_rates"], rows)


def has_probabilities(model: TableModel) -> bool:
    """Return whether the scores of a model can be probabilities of the positive class."""
    return not model.info.lower_is_positive and are_probabilities(model.table)


def _calibration(model: TableModel, dataset: Dataset | None) -> Columns:
    grouped = grouped_cases(dataset, model.info.column)
    group = None if dataset is None else dataset.group_column
    parts = (_binned(model, strategy, grouped, group) for strategy in _STRATEGIES)
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


def _rates(policy: Policy, prior: float) -> tuple[float | None, ...]:
    rates = confusion_rates(policy.fpr, policy.tpr, prior)
    values = policy.threshold, policy.threshold_2, policy.mixing, prior
    return *values, *(getattr(rates, rate) for rate in _RATES)


def _binned(
    model: TableModel, strategy: Strategy, grouped: GroupedCases | None, group: str | None
) -> Columns:
    level = model.curves.auc.level
    curve = calibration_curve(model.table, strategy, level=level, grouped=grouped)
    size = curve.counts.size
    method = _WILSON if group is None else f"{_WILSON}, effective sizes, {by_groups(group)}"
    if model.table.weighted:
        method = "no interval (rows have weights)"
    return (
        np.full(size, strategy, dtype=object),
        np.arange(1, size + 1),
        curve.counts,
        curve.mean_scores,
        curve.fractions_positive,
        curve.lower,
        curve.upper,
        np.full(size, method, dtype=object),
        np.full(size, level),
    )
