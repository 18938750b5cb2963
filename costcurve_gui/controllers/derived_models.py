"""Scenes with models that were made from others. Without Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.controllers.deriving import derived_info
from costcurve_gui.controllers.scenes import build_scene
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from costcurve_gui.controllers.counts_cache import CountsCache
    from costcurve_gui.models.derived import DerivedModel
    from costcurve_gui.models.results import ModelScene, Scene
    from costcurve_gui.models.state import DatasetInfo, PayoffSpec


def build_derived_scene(
    info: DatasetInfo,
    payoff: PayoffSpec,
    derived: tuple[DerivedModel, ...],
    cache: CountsCache,
    known: tuple[ModelScene, ...] = (),
    *,
    progress: Progress = NO_PROGRESS,
) -> Scene:
    """Compute the curves of the file's models and of those derived from them.

    Parameters
    ----------
    info : DatasetInfo
        With the file's own models.
    payoff : PayoffSpec
        The payoff matrix.
    derived : tuple of DerivedModel
        In the order in which they were made.
    cache : CountsCache
        Of the dataset; the scores of derived models are added to it.
    known : tuple of ModelScene
        Curves under the same payoffs that need not be computed again.

    Raises
    ------
    EngineError
        Where a derived model has no scores, or the payoffs cannot be used.
    """
    whole = with_derived(info, derived, cache)
    scene = build_scene(whole, cache.dataset, payoff, cache, known, progress=progress)
    models = tuple(_with_combination(model, cache) for model in scene.models)
    return replace(scene, models=models)


def with_derived(
    info: DatasetInfo, derived: tuple[DerivedModel, ...], cache: CountsCache
) -> DatasetInfo:
    """Return the description of a dataset with derived models after those of the file."""
    models = {model.column: model for model in info.models}
    for model in derived:
        source = models[model.sources[0]]
        models[model.column] = derived_info(info.id, model, source, cache)
    return replace(info, models=tuple(models.values()))


def _with_combination(model: ModelScene, cache: CountsCache) -> ModelScene:
    """Add what a combination was expected to achieve; its 1 and 0 are no probabilities."""
    derived = model.info.derived
    if derived is None or model.combination is not None or not derived.kind.uses_thresholds:
        return model
    from costcurve_gui.controllers.derived_scores import combination

    return replace(model, combination=combination(derived, cache), absolute=None)
