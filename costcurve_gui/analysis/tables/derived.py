"""Tables of derived models: combinations, mixtures, and the family that thresholds make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.derived_models import derived_counts
from costcurve_gui.analysis.mixtures import points_mixed
from costcurve_gui.analysis.score_family import score_family
from costcurve_gui.analysis.settings import MixBy
from costcurve_gui.analysis.tables.curves import CLASSIFIER, is_family
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.counts.family import FamilyTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.derivation import DerivedModel, Step
    from costcurve_gui.analysis.settings import MixSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.engine.selection.combinations import LogicalBounds
    from costcurve_gui.engine.selection.policy import Policy

_BOUNDS = ("low", "high", "reachable")
COMBINATIONS_HEADER = (
    *("model", "kind", "step", "source", "threshold", "fpr", "tpr"),
    *("measured_fpr", "measured_tpr", "expected_fpr", "expected_tpr"),
    *(f"{corner}_{rate}" for corner in _BOUNDS for rate in ("fpr", "tpr")),
)


FAMILY_HEADER = ("model", "tp", "fn", "fp", "tn", "train_pc", "classifier", "threshold")
_MEANS = (
    *("fpr", "tpr", "fraction_targeted"),
    *("normalized_expected_cost", "expected_cost", "expected_profit"),
)
MIXTURES_HEADER = (
    *("bound", "model_a", "threshold_a", "model_b", "threshold_b", "probability_a"),
    *_MEANS,
    "rule",
)
_BOUND_NAMES = {MixBy.CASES: "capacity", MixBy.FPR: "max_fpr", MixBy.SHARE: "share"}


def combinations_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row for each model that a combination joins."""
    sources = {model.info.column: model for model in snapshot.curve_set.models}
    rows = (
        row
        for model in models_of(snapshot, options)
        if model.info.derived is not None and model.info.derived.kind.uses_thresholds
        for row in _combination(model.info.derived, sources, _steps(snapshot, model.info.derived))
    )
    classifiers = (CLASSIFIER,) if is_family(snapshot) else ()
    return Table.of_rows((*COMBINATIONS_HEADER, *classifiers), rows)


def _steps(snapshot: Snapshot, model: DerivedModel) -> tuple[Step, ...]:
    """Return what each model adds: measured on the cases, or expected where there are counts."""
    cases = snapshot.curve_set.cases
    if cases is None:
        tables = {one.info.column: one.evaluation.table for one in snapshot.curve_set.models}
        return derived_counts(model, tables).steps
    return () if model.kind.steps is None else model.kind.steps(model, cases.cache)


def has_combinations(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether the decisions of models are joined."""
    derived = (model.info.derived for model in models_of(snapshot, options))
    return any(one is not None and one.kind.uses_thresholds for one in derived)


def mixtures_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row for each mixture; raises `ConstraintError` where one does not exist."""
    models = {model.key: model for model in models_of(snapshot, options)}
    rows = (_mixture(models, mix, options.population) for mix in options.mixes)
    classifiers = ("member_a", "member_b") if is_family(snapshot) else ()
    return Table.of_rows((*MIXTURES_HEADER, *classifiers), rows)


def family_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a confusion matrix for each model at one threshold: a file that can be opened.

    Raises
    ------
    DataError
        Where fewer than two models have scores within 0-1.
    """
    source, threshold = snapshot.curve_set.source, options.family_threshold
    cases = None if source is None else source.cases(snapshot.curve_set.dataset)
    if cases is None or threshold is None:
        return Table.of_rows(FAMILY_HEADER, ())
    family = score_family(snapshot.curve_set.dataset, cases, threshold)
    rows = (
        (name, one.tp, one.fn, one.fp, one.tn, one.train_pc, one.name, threshold)
        for name, table in family.tables.items()
        if isinstance(table, FamilyTable)
        for one in table.classifiers
    )
    return Table.of_rows(FAMILY_HEADER, rows)


def has_family(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether scores are thresholded to make a family."""
    del snapshot
    return options.family_threshold is not None


def has_mixtures(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether two operating points are mixed."""
    del snapshot
    return bool(options.mixes)


def _combination(
    model: DerivedModel, sources: Mapping[str, ModelCurves], steps: tuple[Step, ...]
) -> Iterator[tuple[Any, ...]]:
    """Yield what each model does alone, and what all up to it do together.

    `sources` has the models by column. The last row is the whole combination; with two models it
    has the corners of the box in which it can lie. Classifiers of families have a name in place of
    a threshold.
    """
    for number, step in enumerate(steps, start=1):
        source = sources[step.source]
        table = source.evaluation.table
        yield (
            *(model.name, model.kind.key, number, source.info.name),
            None if isinstance(table, FamilyTable) else step.threshold,
            *(*step.alone, *(step.measured or (None, None)), *step.expected),
            *_corners(step.bounds),
            *((table.name_at(int(step.threshold)),) if isinstance(table, FamilyTable) else ()),
        )


def _corners(bounds: LogicalBounds | None) -> tuple[float | None, ...]:
    if bounds is None:
        return (None,) * (2 * len(_BOUNDS))
    return tuple(rate for corner in _BOUNDS for rate in getattr(bounds, corner))


def _mixture(models: Mapping[str, TableModel], mix: MixSpec, population: float) -> tuple[Any, ...]:
    ends = [(models[end.key].curves, models[end.key].condition) for end in (mix.first, mix.second)]
    mixed = points_mixed(mix, ends[0], ends[1], population)
    first, second, share = mixed.first, mixed.second, mixed.wanted[MixBy.SHARE]
    named = (first.model, first.threshold, second.model, second.threshold)
    means = map(mixed.mean, _MEANS)
    rule = _rule(first, second, share)
    return (
        _BOUND_NAMES[mix.by],
        *named,
        share,
        *means,
        rule,
        *first.classifiers,
        *second.classifiers,
    )


def _rule(first: Policy, second: Policy, share: float) -> str:
    one, other = (f"{policy.model} at {_place(policy)}" for policy in (first, second))
    return f"For each case, follow {one} with probability {share:.4g}, else {other}."


def _place(policy: Policy) -> str:
    return f"classifier {policy.classifiers[0]}" if policy.classifiers else f"{policy.threshold:g}"
