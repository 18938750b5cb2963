"""What single views need beyond the scene: computed in a job while the view is on show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.engine.counts.probabilities import are_probabilities
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.models.results import HYBRID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.controllers.counts_cache import CountsCache
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.measures import ModelMeasures
    from costcurve_gui.engine.views.calibration import CalibrationCurve
    from costcurve_gui.models.fold_curves import FoldResults
    from costcurve_gui.models.results import Scene
    from costcurve_gui.models.state import PayoffSpec

    Build = Callable[["ViewInput", Progress], object]


@dataclass(frozen=True, slots=True, eq=False)
class ViewInput:
    """What an extra is computed from: the scene on show and what it was computed from itself."""

    scene: Scene
    dataset: Dataset
    payoff: PayoffSpec
    cache: CountsCache


def build_extra(view: str, given: ViewInput, *, progress: Progress = NO_PROGRESS) -> object:
    """Compute the extra of a view, in a job of the window or directly for a report."""
    return BUILDERS[view](given, progress)


def _calibration(given: ViewInput, progress: Progress) -> Mapping[str, CalibrationCurve]:
    from costcurve_gui.engine.views.calibration import calibration_curve

    curves = {}
    for done, model in enumerate(given.scene.models):
        progress.advance(done, len(given.scene.models), model.info.name)
        if are_probabilities(model.evaluation.table):
            curves[model.info.key] = calibration_curve(model.evaluation.table, "quantile")
    return curves


def _measures(given: ViewInput, progress: Progress) -> Mapping[str, ModelMeasures]:
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


def _build_up(given: ViewInput, progress: Progress) -> object:
    from costcurve_gui.controllers.cost_extras import summed_payoffs

    return summed_payoffs(given, progress)


def _hybrids(given: ViewInput, progress: Progress) -> object:
    from costcurve_gui.controllers.hybrids import build_hybrids

    return build_hybrids(given.scene, progress)


def _folds(given: ViewInput, progress: Progress) -> FoldResults:
    from costcurve_gui.controllers.fold_curves import fold_results

    return fold_results(given, progress)


BUILDERS: Mapping[str, Build] = {
    "calibration": _calibration,
    "measures": _measures,
    "instance_costs": _instance_costs,
    "build_up": _build_up,
    "folds": _folds,
    HYBRID: _hybrids,
}
