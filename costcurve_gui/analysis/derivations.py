"""Define a derived model from a draft, and describe it once its scores are computed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.dataset_info import ModelInfo
from costcurve_gui.analysis.derived_models import Derivation, DerivedModel, ModelDraft
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable


_ROUNDING = 1e-12  # of an area


def model_of(
    draft: ModelDraft,
    infos: Mapping[str, ModelInfo],
    payoffs: tuple[str, str],
    threshold: Callable[[str], float],
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
    threshold : callable
        Returns the threshold at which the model with a key works.

    Raises
    ------
    ConstraintError
        Where it cannot be made, or is there already.
    """
    _check(draft, list(infos.values()))
    joined = draft.sources if draft.kind.uses_thresholds else ()
    model = DerivedModel(
        draft.name.strip(),
        1 + max(info.slot for info in infos.values()),
        draft.kind,
        tuple(infos[key].column for key in draft.sources),
        tuple(threshold(key) for key in joined),
        payoffs if draft.kind is Derivation.COST_WEIGHTED else (),
    )
    same = next((info for info in infos.values() if info.column == model.column), None)
    if same is not None:
        raise ConstraintError(f"{same.name} is this model already.")
    return model


def _check(draft: ModelDraft, infos: list[ModelInfo]) -> None:
    if not draft.name.strip():
        raise ConstraintError("The model needs a name.")
    if any(info.name == draft.name.strip() for info in infos):
        raise ConstraintError(f"A model is named {draft.name.strip()} already.")
    if len(set(draft.sources)) < max(draft.kind.fewest, len(draft.sources)):
        raise ConstraintError("Choose two different models.")


def require_concavity(table: ThresholdTable) -> None:
    """Raise `ConstraintError` where a ROC curve has nothing to repair."""
    from costcurve_gui.engine.measures import hull_area
    from costcurve_gui.engine.roc.area import auc
    from costcurve_gui.engine.roc.hull import convex_hull

    if hull_area(convex_hull(table)) - auc(table) <= _ROUNDING:
        raise ConstraintError("Its ROC curve has no concavity: there is nothing to repair.")


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
        from costcurve_gui.analysis.derived_scores import derived_scores

        cache.add(model.column, derived_scores(model, cache))
    table = cache.table(model.column)
    return ModelInfo(
        key=f"{dataset_id}/{model.column}",
        name=model.name,
        column=model.column,
        slot=model.slot,
        missing=table.missing,
        distinct_scores=len(table) - 1,
        lower_is_positive=_turned(model.kind, source.lower_is_positive),
        derived=model,
    )


def _turned(kind: Derivation, source_is: bool) -> bool:
    """Tell whether the scores are shown with their sign turned, so that they look familiar."""
    if kind is Derivation.REVERSED:
        return not source_is
    return kind is Derivation.REPAIRED and source_is


def with_derived(
    info: DatasetInfo, derived: tuple[DerivedModel, ...], cache: CountsCache
) -> DatasetInfo:
    """Return the description of a dataset with derived models after those of the file."""
    models = {model.column: model for model in info.models}
    for model in derived:
        source = models[model.sources[0]]
        models[model.column] = derived_info(info.id, model, source, cache)
    return replace(info, models=tuple(models.values()))
