"""Results that single views need beyond the curves, computed in a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.snapshot import HYBRID
from costcurve_gui.analysis.sources.source import CaseInput, CurveInput
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.fold_results import FoldResults
    from costcurve_gui.engine.curves.calibration import CalibrationCurve
    from costcurve_gui.engine.measures import ModelMeasures
    from costcurve_gui.engine.multiclass.areas import MulticlassAreas
    from costcurve_gui.engine.roc.concavities import Concavities

    Build = Callable[["CaseInput", Progress], object]
    CurvesBuild = Callable[["CurveInput | CaseInput", Progress], object]


def has_view_result(view: str, kind: TableKind) -> bool:
    """Whether something is to be computed for a view of such a file."""
    if kind is TableKind.SCORES:
        return view in BUILDERS
    return view in SCENE_BUILDERS and (kind is not TableKind.CONFUSION or view not in _OF_SCORES)


def build_view_result(
    view: str, given: CurveInput | CaseInput, *, progress: Progress = NO_PROGRESS
) -> object:
    """Compute the extra of a view, in a job of the window or directly for a report."""
    if isinstance(given, CaseInput):
        return BUILDERS[view](given, progress)
    return SCENE_BUILDERS[view](given, progress)


def _calibration(
    given: CurveInput | CaseInput, progress: Progress
) -> Mapping[str, CalibrationCurve]:
    from costcurve_gui.engine.curves.calibration import calibration_curve

    curves = {}
    for done, model in enumerate(given.curve_set.models):
        progress.advance(done, len(given.curve_set.models), model.info.name)
        if are_probabilities(model.evaluation.table):
            table, level = model.evaluation.table, given.curve_set.level
            curves[model.info.key] = calibration_curve(table, "quantile", level=level)
    return curves


def _measures(given: CurveInput | CaseInput, progress: Progress) -> Mapping[str, ModelMeasures]:
    from costcurve_gui.engine.measures import model_measures

    prior, models, found = given.curve_set.dataset.prevalence, given.curve_set.models, {}
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        turned = model.info.lower_is_positive
        found[model.info.key] = model_measures(model.evaluation, prior, turned=turned)
    return found


def _instance_costs(given: CaseInput, progress: Progress) -> object:
    from costcurve_gui.analysis.ranked_costs import ranked_costs

    return ranked_costs(given, progress)


def _build_up(given: CurveInput | CaseInput, progress: Progress) -> object:
    """Sum the payoffs of the cases; where there are counts only, each cell pays the same."""
    if isinstance(given, CurveInput):
        return {}
    from costcurve_gui.analysis.profit_build_up import summed_payoffs

    return summed_payoffs(given, progress)


def _hybrids(given: CurveInput | CaseInput, progress: Progress) -> object:
    from costcurve_gui.analysis.hybrid_curves import build_hybrids

    return build_hybrids(given.curve_set, progress)


def _concavities(given: CurveInput | CaseInput, progress: Progress) -> Mapping[str, Concavities]:
    """Return where curves lie below their hulls; several classifiers have no order to repair."""
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.roc.concavities import concavities

    found = {}
    for done, model in enumerate(given.curve_set.models):
        progress.advance(done, len(given.curve_set.models), model.info.name)
        evaluation = model.evaluation
        if not isinstance(evaluation.table, FamilyTable):
            found[model.info.key] = concavities(evaluation.table, evaluation.roc_hull)
    return found


def _folds(given: CaseInput, progress: Progress) -> FoldResults:
    from costcurve_gui.analysis.fold_curves import fold_results

    return fold_results(given, progress)


def _multiclass(given: CaseInput, progress: Progress) -> Mapping[str, MulticlassAreas]:
    """Measure every model of the file over all classes; nothing where there are only two."""
    from costcurve_gui.engine.multiclass.areas import multiclass_areas
    from costcurve_gui.engine.multiclass.sample import multiclass_sample

    data = given.multiclass
    if data is None:
        return {}
    own = (model for model in given.curve_set.models if model.info.derived is None)
    areas = {}
    for model, info in zip(data.models, own, strict=True):
        sample = multiclass_sample(data.codes, data.scores(model), data.cases.weight)
        areas[info.info.key] = multiclass_areas(sample, progress)
    return areas


# By view, or by what a view shows only where that is chosen in its menu. These need a curve set
# alone, and so are there for counts too.
SCENE_BUILDERS: Mapping[str, CurvesBuild] = {
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
_OF_SCORES = frozenset({"calibration"})
"""Views that several classifiers without a score in common have nothing for."""
