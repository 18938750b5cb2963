"""Derived models and folds: combinations, concavities, mixtures, folds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.fold_results import FoldSample, fold_sample
from costcurve_gui.analysis.mixture_settings import MixBy, MixedPoints, MixSpec, PointSpec
from costcurve_gui.analysis.mixtures import mixture_of
from costcurve_gui.analysis.tables.combinations import COMBINATIONS_HEADER, combination_rows
from costcurve_gui.analysis.tables.curves import CONCAVITIES_HEADER as CONCAVITIES
from costcurve_gui.analysis.tables.curves import concavity_columns
from costcurve_gui.analysis.tables.folds import fold_columns
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.tables.views import RESULT_HEADERS
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.engine.averaging.folds import Folds, split_folds
from costcurve_gui.engine.errors import ConstraintError, EngineError
from costcurve_gui.engine.selection.criteria import manual, min_cost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.conditions import AnalysedModel
    from costcurve_gui.cli.analysis import Analysis, Evaluated
    from costcurve_gui.cli.derivations import Mix, Part
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.engine.selection.policy import Policy


def combinations_table(analysis: Analysis) -> Table:
    """Return a row for each model that a combination joins."""
    names = {model.column: model.name for model in analysis.models}
    rows = (
        row
        for model in analysis.derived
        if model.kind.uses_thresholds
        for row in combination_rows(model, names, analysis.cache)
    )
    return Table.of_rows(COMBINATIONS_HEADER, rows)


def concavities_table(analysis: Evaluated) -> Table:
    """Return every concavity of every model."""
    parts = ((model.name, concavity_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(CONCAVITIES, parts)


_MEANS = (
    *("fpr", "tpr", "fraction_targeted"),
    *("normalized_expected_cost", "expected_cost", "expected_profit"),
)
MIXTURES_HEADER = (
    *("bound", "model_a", "threshold_a", "model_b", "threshold_b", "probability_a"),
    *_MEANS,
    "rule",
)


def mixtures_table(analysis: Analysis) -> Table:
    """Return a row for each mixture and each bound."""
    return Table.of_rows(MIXTURES_HEADER, _mixture_rows(analysis))


def _mixture_rows(analysis: Analysis) -> Iterator[tuple[Any, ...]]:
    for mix in analysis.options.mix:
        for bound, by, wanted in _bounds(analysis.options):
            try:
                yield (bound, *_row(analysis, mix, by, wanted))
            except ConstraintError as error:
                raise OptionError(f"--mix {mix.text}: {error}") from error


def _bounds(options: ReportOptions) -> Iterator[tuple[str, MixBy, float]]:
    if options.capacity is not None:
        yield "capacity", MixBy.CASES, options.capacity
    if options.max_fpr is not None:
        yield "max_fpr", MixBy.FPR, options.max_fpr


def _row(analysis: Analysis, mix: Mix, by: MixBy, wanted: float) -> tuple[Any, ...]:
    first, second = (_policy(analysis.named(part.name), part) for part in mix.parts)
    population = analysis.options.population or 1.0
    found = mixture_of((first, second), by, wanted, analysis.prior, population)
    one, other = (PointSpec(policy.model, policy.threshold) for policy in (first, second))
    mixed = MixedPoints(MixSpec(one, other, by, wanted), first, second, found)
    share = mixed.wanted[MixBy.SHARE]
    named = (first.model, first.threshold, second.model, second.threshold)
    return *named, share, *map(mixed.mean, _MEANS), _rule(first, second, share)


def _policy(model: AnalysedModel, part: Part) -> Policy:
    if part.threshold is None:
        return min_cost(model.evaluation, model.condition)
    return manual(model.evaluation, model.condition, part.threshold)


def _rule(first: Policy, second: Policy, share: float) -> str:
    one, other = (f"{policy.model} at {policy.threshold:g}" for policy in (first, second))
    return f"For each case, follow {one} with probability {share:.4g}, else {other}."


def folds_table(analysis: Analysis) -> Table:
    """Return the pooled, vertical, threshold and cost-space average of every model."""
    dataset, level = analysis.dataset, analysis.options.confidence
    if dataset.fold is None:
        return Table.of_rows(RESULT_HEADERS["folds"], ())
    folds = split_folds(dataset.fold, dataset.fold_names)
    parts = (
        (model.name, columns)
        for model in analysis.models
        for columns in fold_columns(model.evaluation.table, _sample(analysis, model, folds), level)
    )
    return Table.of_parts(RESULT_HEADERS["folds"], parts)


def _sample(analysis: Analysis, model: AnalysedModel, folds: Folds) -> FoldSample:
    try:
        return fold_sample(analysis.cache.dataset, model.column, folds, analysis.payoffs.costs)
    except EngineError as error:
        raise OptionError(f"--fold {analysis.roles.fold}: {model.place}: {error}") from error
