"""Models derived from others: how each is defined and described, what a combination achieves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, count
from typing import TYPE_CHECKING

from costcurve_gui.analysis.dataset_info import ModelInfo
from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.model_edits import in_order
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.derivation import CountTables, Derivation, DerivedCounts, Step
    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.selection.combinations import LogicalBounds


EXPECTED = tr("expected if its models decide independently within each class, not measured")
"""What is said of a combination of models of which no cases are known."""


def without(models: tuple[DerivedModel, ...], column: str) -> tuple[DerivedModel, ...]:
    """Return the models that stay when one is removed: none that was made from it."""
    gone = {column}
    for model in models:  # sources stand before what is made from them
        if gone.intersection(model.sources):
            gone.add(model.column)
    return tuple(model for model in models if model.column not in gone)


@dataclass(frozen=True, slots=True)
class ModelDraft:
    """What the user asks for: how a model is made, the keys of those it is made from, its name.

    `of_classifiers` is whether a source may come again, with another of its classifiers.
    """

    kind: Derivation
    sources: tuple[str, ...]
    name: str
    of_classifiers: bool = False


def proposed_name(kind: Derivation, sources: Sequence[str], taken: Container[str]) -> str:
    """Return a name that no other model has."""
    name = kind.proposed_name(sources)
    names = chain([name], (f"{name} {number}" for number in count(2)))
    return next(one for one in names if one not in taken)


@dataclass(frozen=True, slots=True)
class Combination:
    """What joined decisions of models achieve, and what follows from the points of the models.

    `measured` is None where no cases are known: the model then lies where it is expected.
    `expected` is where they would lie if the models decided independently within each class; of a
    chain one point for each model from the second on. `bounds` is the box of what is possible,
    None for a chain.
    """

    measured: RocPoint | None
    expected: tuple[RocPoint, ...]
    bounds: LogicalBounds | None = None


def combination(model: DerivedModel, cache: CountsCache) -> Combination | None:
    """Measure what joined decisions achieve, and compute what they were expected to.

    None for a model whose scores are changed instead.
    """
    return None if model.kind.steps is None else combination_of(model.kind.steps(model, cache))


def combination_of(steps: Sequence[Step]) -> Combination:
    """Return what the last of the steps amounts to."""
    _, *later = steps
    last = later[-1]
    return Combination(last.measured, tuple(step.expected for step in later), last.bounds)


def require_data(kind: Derivation, info: DatasetInfo) -> None:
    """Raise `ConstraintError` where a file has not what a model of this kind is made from."""
    if not kind.needs.met_by(info.kind):
        raise ConstraintError(
            tr(
                "{label} needs scored cases; the rows of {name} are {rows_are}.",
                label=kind.label,
                name=info.name,
                rows_are=info.kind.rows_are,
            )
        )


def only_classifier(table: ThresholdTable) -> int | None:
    """Return the row of the one classifier that a model is, if it is one."""
    single = isinstance(table, FamilyTable) and len(table.classifiers) == 1
    return 1 if single else None


def model_of(
    draft: ModelDraft,
    infos: Mapping[str, ModelInfo],
    payoffs: tuple[str, str],
    thresholds: Callable[[], Iterable[float]],
) -> DerivedModel:
    """Put a draft into terms of columns, thresholds and payoffs.

    Parameters
    ----------
    draft : ModelDraft
        What was asked for.
    infos : mapping of key to ModelInfo
        All models there are.
    payoffs : tuple of str
        What a positive found and one missed pay now, as typed.
    thresholds : callable
        Returns the threshold at which each source works; asked where decisions are joined.

    Raises
    ------
    ConstraintError
        Where it cannot be made, or is there already.
    """
    _check(draft, list(infos.values()))
    joined = tuple(thresholds()) if draft.kind.uses_thresholds else ()
    if draft.of_classifiers and len(set(zip(draft.sources, joined, strict=False))) < len(joined):
        raise ConstraintError(tr("Choose two different classifiers."))
    model = DerivedModel(
        draft.name.strip(),
        1 + max(info.slot for info in infos.values()),
        draft.kind,
        tuple(infos[key].column for key in draft.sources),
        joined,
        payoffs if draft.kind.uses_payoffs else (),
    )
    same = next((info for info in infos.values() if info.column == model.column), None)
    if same is not None:
        raise ConstraintError(tr("{name} already is this model.", name=same.name))
    return model


def _check(draft: ModelDraft, infos: list[ModelInfo]) -> None:
    if not draft.name.strip():
        raise ConstraintError(tr("The model needs a name."))
    if any(info.name == draft.name.strip() for info in infos):
        raise ConstraintError(tr("A model named {name} already exists.", name=draft.name.strip()))
    different = len(draft.sources) if draft.of_classifiers else len(set(draft.sources))
    if different < max(draft.kind.fewest, len(draft.sources)):
        raise ConstraintError(tr("Choose two different models."))


def derived_info(
    dataset_id: str, model: DerivedModel, source: ModelInfo, cache: CountsCache
) -> ModelInfo:
    """Describe a derived model; its scores are computed where the cache lacks them.

    `source` describes the first model that it was made from.

    Raises
    ------
    EngineError
        Where it has no scores.
    """
    if model.column not in cache.dataset.scores:
        cache.add(model.column, model.kind.scores(model, cache))
    turned = model.kind.turns_sign(source.lower_is_positive)
    missing = cache.table(model.column).missing
    return _derived_info(dataset_id, model, missing, turned=turned)


def _derived_info(
    dataset_id: str, model: DerivedModel, missing: int = 0, *, turned: bool
) -> ModelInfo:
    return ModelInfo(
        key=f"{dataset_id}/{model.column}",
        name=model.name,
        column=model.column,
        slot=model.slot,
        missing=missing,
        lower_is_positive=turned,
        derived=model,
    )


def with_derived_counts(
    info: DatasetInfo, derived: tuple[DerivedModel, ...], tables: CountTables
) -> tuple[DatasetInfo, dict[str, DerivedCounts]]:
    """Return the description of a file of counts with derived models, and these by column.

    Raises
    ------
    EngineError
        Where one is made from more than counts.
    """
    models, known = {model.column: model for model in info.models}, dict(tables)
    made: dict[str, DerivedCounts] = {}
    for model in derived:
        require_data(model.kind, info)
        found = made[model.column] = derived_counts(model, known)
        known[model.column] = found.table
        scores = not isinstance(found.table, FamilyTable)
        turned = scores and model.kind.turns_sign(models[model.sources[0]].lower_is_positive)
        models[model.column] = _derived_info(info.id, model, turned=turned)
    return replace(info, models=in_order(models.values(), info.order)), made


def derived_counts(model: DerivedModel, tables: CountTables) -> DerivedCounts:
    """Make a model from the counts of its sources; raises `ConstraintError` where it needs more."""
    if model.kind.from_counts is None:
        raise ConstraintError(tr("{label} needs scored cases.", label=model.kind.label))
    return model.kind.from_counts(model, tables)


def with_derived(
    info: DatasetInfo, derived: tuple[DerivedModel, ...], cache: CountsCache
) -> DatasetInfo:
    """Return the description of a dataset with derived models after those of the file."""
    models = {model.column: model for model in info.models}
    for model in derived:
        source = models[model.sources[0]]
        models[model.column] = derived_info(info.id, model, source, cache)
    return replace(info, models=in_order(models.values(), info.order))
