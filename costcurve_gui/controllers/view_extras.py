"""What single views need beyond the scene: computed in a job while the view is on show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.validation import are_probabilities
from costcurve_gui.models.catalogue import VIEWS
from costcurve_gui.models.results import HYBRID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.controllers.counts_cache import CountsCache
    from costcurve_gui.controllers.scene_sources import SceneSource
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset
    from costcurve_gui.dataio.table_kind import TableKind
    from costcurve_gui.engine.curves.calibration import CalibrationCurve
    from costcurve_gui.engine.measures import ModelMeasures
    from costcurve_gui.engine.multiclass.areas import MulticlassAreas
    from costcurve_gui.engine.roc.concavities import Concavities
    from costcurve_gui.models.fold_curves import FoldResults
    from costcurve_gui.models.results import Scene
    from costcurve_gui.models.state import PayoffSpec

    Build = Callable[["ViewInput", Progress], object]
    SceneBuild = Callable[["SceneInput | ViewInput", Progress], object]


@dataclass(frozen=True, slots=True, eq=False)
class SceneInput:
    """What an extra of any file is computed from: the scene on show and its payoffs."""

    scene: Scene
    payoff: PayoffSpec


@dataclass(frozen=True, slots=True, eq=False)
class ViewInput:
    """What an extra of scored cases is computed from: the scene, and what it was computed from.

    `multiclass` has the cases of several classes, in a file of such.
    """

    scene: Scene
    dataset: Dataset
    payoff: PayoffSpec
    cache: CountsCache
    multiclass: MulticlassDataset | None = None


def view_input(scene: Scene, source: SceneSource, payoff: PayoffSpec) -> SceneInput | ViewInput:
    """Return what the extras of a file are computed from."""
    cases = source.cases(scene.dataset)
    if cases is None:
        return SceneInput(scene, payoff)
    return ViewInput(scene, cases.cache.dataset, payoff, cases.cache, source.multiclass)


def has_extra(view: str, kind: TableKind) -> bool:
    """Whether something is to be computed for a view of such a file."""
    if view not in VIEWS:
        return view in SCENE_BUILDERS
    return view in BUILDERS and VIEWS[view].suits(kind)


def build_extra(
    view: str, given: SceneInput | ViewInput, *, progress: Progress = NO_PROGRESS
) -> object:
    """Compute the extra of a view, in a job of the window or directly for a report."""
    if isinstance(given, ViewInput):
        return BUILDERS[view](given, progress)
    return SCENE_BUILDERS[view](given, progress)


def _calibration(
    given: SceneInput | ViewInput, progress: Progress
) -> Mapping[str, CalibrationCurve]:
    from costcurve_gui.engine.curves.calibration import calibration_curve

    curves = {}
    for done, model in enumerate(given.scene.models):
        progress.advance(done, len(given.scene.models), model.info.name)
        if are_probabilities(model.evaluation.table):
            table, level = model.evaluation.table, given.scene.level
            curves[model.info.key] = calibration_curve(table, "quantile", level=level)
    return curves


def _measures(given: SceneInput | ViewInput, progress: Progress) -> Mapping[str, ModelMeasures]:
    from costcurve_gui.engine.measures import model_measures

    prior, models, found = given.scene.dataset.prevalence, given.scene.models, {}
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        turned = model.info.lower_is_positive
        found[model.info.key] = model_measures(model.evaluation, prior, turned=turned)
    return found


def _instance_costs(given: ViewInput, progress: Progress) -> object:
    from costcurve_gui.controllers.cost_extras import ranked_costs

    return ranked_costs(given, progress)


def _build_up(given: SceneInput | ViewInput, progress: Progress) -> object:
    """Sum the payoffs of the cases; where there are counts only, each cell pays the same."""
    if isinstance(given, SceneInput):
        return {}
    from costcurve_gui.controllers.cost_extras import summed_payoffs

    return summed_payoffs(given, progress)


def _hybrids(given: SceneInput | ViewInput, progress: Progress) -> object:
    from costcurve_gui.controllers.hybrids import build_hybrids

    return build_hybrids(given.scene, progress)


def _concavities(given: SceneInput | ViewInput, progress: Progress) -> Mapping[str, Concavities]:
    """Return where curves lie below their hulls; several classifiers have no order to repair."""
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.roc.concavities import concavities

    found = {}
    for done, model in enumerate(given.scene.models):
        progress.advance(done, len(given.scene.models), model.info.name)
        evaluation = model.evaluation
        if not isinstance(evaluation.table, FamilyTable):
            found[model.info.key] = concavities(evaluation.table, evaluation.roc_hull)
    return found


def _folds(given: ViewInput, progress: Progress) -> FoldResults:
    from costcurve_gui.controllers.fold_curves import fold_results

    return fold_results(given, progress)


def _multiclass(given: ViewInput, progress: Progress) -> Mapping[str, MulticlassAreas]:
    """Measure every model of the file over all classes; nothing where there are only two."""
    from costcurve_gui.engine.multiclass.areas import multiclass_areas
    from costcurve_gui.engine.multiclass.sample import multiclass_sample

    data = given.multiclass
    if data is None:
        return {}
    own = (model for model in given.scene.models if model.info.derived is None)
    areas = {}
    for model, info in zip(data.models, own, strict=True):
        sample = multiclass_sample(data.codes, data.scores(model), data.cases.weight)
        areas[info.info.key] = multiclass_areas(sample, progress)
    return areas


# By view, or by what a view shows only where that is chosen in its menu. These need a scene
# alone, and so are there for counts too.
SCENE_BUILDERS: Mapping[str, SceneBuild] = {
    "calibration": _calibration,
    "measures": _measures,
    "build_up": _build_up,
    HYBRID: _hybrids,
    "concavities": _concavities,
}
BUILDERS: Mapping[str, Build] = {
    **SCENE_BUILDERS,
    "instance_costs": _instance_costs,
    "folds": _folds,
    "multiclass": _multiclass,
}
