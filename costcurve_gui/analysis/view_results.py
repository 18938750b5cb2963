"""Results that single views need beyond the curves, computed in a job."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from costcurve_gui.analysis.curves import CaseInput, CurveInput
from costcurve_gui.analysis.payoffs import payoff_matrix
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.day_results import DaysResult
    from costcurve_gui.analysis.fold_curves import FoldResults
    from costcurve_gui.analysis.hybrid_curves import Hybrid
    from costcurve_gui.analysis.multiclass import ClassCurves
    from costcurve_gui.analysis.ranked_costs import RankedCosts
    from costcurve_gui.analysis.segment_results import SegmentsResult
    from costcurve_gui.analysis.unit_results import UnitsResult
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset
    from costcurve_gui.engine.curves.calibration import CalibrationCurve
    from costcurve_gui.engine.curves.grouped_shares import GroupedCases
    from costcurve_gui.engine.curves.profit_build_up import PayoffSums
    from costcurve_gui.engine.measures import ModelMeasures
    from costcurve_gui.engine.multiclass.areas import MulticlassAreas
    from costcurve_gui.engine.roc.concavities import Concavities


_Result = TypeVar("_Result")

HYBRIDS, CONCAVITIES = "hybrids", "concavities"
"""What is no view of its own: shown in several while its criterion or menu entry is chosen."""


@dataclass(frozen=True, slots=True, eq=False)
class ViewResults:
    """What jobs have computed of one curve set, most of it by model; None what is not computed.

    `faults` says by view why a job computed nothing.
    """

    calibration: Mapping[str, CalibrationCurve] | None = None
    measures: Mapping[str, ModelMeasures] | None = None
    concavities: Mapping[str, Concavities] | None = None
    hybrids: Mapping[str, Hybrid] | None = None
    build_up: Mapping[str, PayoffSums] | None = None
    instance_costs: Mapping[str, RankedCosts] | None = None
    folds: FoldResults | None = None
    multiclass: Mapping[str, MulticlassAreas] | None = None
    class_curves: Mapping[str, ClassCurves] | None = None
    segments: SegmentsResult | None = None
    days: DaysResult | None = None
    units: UnitsResult | None = None
    faults: Mapping[str, str] = field(default_factory=dict)

    def with_more(self, found: ViewResults) -> ViewResults:
        """Return these results with others added."""
        more = ((one.name, getattr(found, one.name)) for one in fields(found))
        known = {name: value for name, value in more if value is not None}
        return replace(self, **{**known, "faults": self.faults})

    def with_fault(self, view: str, reason: str) -> ViewResults:
        """Return these results and why there is none for a view; without a reason no such fault."""
        others = {key: one for key, one in self.faults.items() if key != view}
        return replace(self, faults={**others, view: reason} if reason else others)


NO_RESULTS = ViewResults()


def has_view_result(view: str, kind: TableKind) -> bool:
    """Whether something is to be computed for a view of such a file."""
    return view in VIEW_RESULTS and kind in VIEW_RESULTS[view].kinds


def lacks_view_result(view: str, results: ViewResults) -> bool:
    """Whether something that a view shows is not computed yet."""
    return view in VIEW_RESULTS and VIEW_RESULTS[view].known(results) is None


def build_view_result(
    view: str, given: CurveInput | CaseInput, *, progress: Progress = NO_PROGRESS
) -> ViewResults:
    """Compute what a view shows, in a job of the window or directly for a report."""
    return VIEW_RESULTS[view].build(given, progress)


def _calibration(given: CurveInput | CaseInput, progress: Progress) -> ViewResults:
    from costcurve_gui.engine.curves.calibration import calibration_curve

    dataset = given.dataset if isinstance(given, CaseInput) else None
    curves = {}
    for done, model in enumerate(given.curve_set.models):
        progress.advance(done, len(given.curve_set.models), model.info.name)
        if are_probabilities(model.evaluation.table):
            table, level = model.evaluation.table, given.curve_set.level
            grouped = grouped_cases(dataset, model.info.column)
            curves[model.info.key] = calibration_curve(
                table, "quantile", level=level, grouped=grouped
            )
    return ViewResults(calibration=curves)


def grouped_cases(dataset: Dataset | None, column: str) -> GroupedCases | None:
    """Return what a model scored, with its groups; None without groups, and with weights."""
    if dataset is None or dataset.group is None or dataset.weight is not None:
        return None
    from costcurve_gui.engine.curves.grouped_shares import GroupedCases

    scores = dataset.scores[column]
    rows = ~np.isnan(scores)
    return GroupedCases(dataset.y_true[rows], scores[rows], dataset.group[rows])


def _measures(given: CurveInput | CaseInput, progress: Progress) -> ViewResults:
    from costcurve_gui.engine.measures import model_measures

    prior, models, found = given.curve_set.dataset.prevalence, given.curve_set.models, {}
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        turned = model.info.lower_is_positive
        found[model.info.key] = model_measures(model.evaluation, prior, turned=turned)
    return ViewResults(measures=found)


def _instance_costs(given: CurveInput | CaseInput, progress: Progress) -> ViewResults:
    from costcurve_gui.analysis.ranked_costs import ranked_costs

    return ViewResults(instance_costs=ranked_costs(_cases(given), progress))


def _cases(given: CurveInput | CaseInput) -> CaseInput:
    """Return the input of a view that no file of counts has."""
    if isinstance(given, CurveInput):
        raise TypeError(f"{given.curve_set.dataset.name} has no cases.")
    return given


def _build_up(given: CurveInput | CaseInput, progress: Progress) -> ViewResults:
    """Sum the payoffs of the cases; where there are counts only, each cell pays the same."""
    if isinstance(given, CurveInput):
        return ViewResults(build_up={})
    models, sums = given.curve_set.models, {}
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        sums[model.info.key] = model_payoff_sums(given, model)
    return ViewResults(build_up=sums)


def model_payoff_sums(given: CaseInput, model: ModelCurves) -> PayoffSums:
    """Sum the payoffs of the cases in the order of one model."""
    from costcurve_gui.engine.curves.profit_build_up import payoff_sums

    matrix, weight = payoff_matrix(given.payoff, given.dataset), given.dataset.weight
    order = given.cache.order(model.info.column) if matrix.varies else None
    return payoff_sums(matrix, model.evaluation.table, order, weight)


def _hybrids(given: CurveInput | CaseInput, progress: Progress) -> ViewResults:
    from costcurve_gui.analysis.hybrid_curves import build_hybrids

    return ViewResults(hybrids=build_hybrids(given.curve_set, progress))


def _concavities(given: CurveInput | CaseInput, progress: Progress) -> ViewResults:
    """Return where curves lie below their hulls; several classifiers have no order to repair."""
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.roc.concavities import concavities

    found = {}
    for done, model in enumerate(given.curve_set.models):
        progress.advance(done, len(given.curve_set.models), model.info.name)
        evaluation = model.evaluation
        if not isinstance(evaluation.table, FamilyTable):
            found[model.info.key] = concavities(evaluation.table, evaluation.roc_hull)
    return ViewResults(concavities=found)


def _folds(given: CurveInput | CaseInput, progress: Progress) -> ViewResults:
    from costcurve_gui.analysis.fold_curves import fold_results

    return ViewResults(folds=fold_results(_cases(given), progress))


def _multiclass(given: CurveInput | CaseInput, progress: Progress) -> ViewResults:
    """Measure every model of the file over all classes; nothing where there are only two."""
    from costcurve_gui.analysis.multiclass import areas_of_models

    data = _cases(given).multiclass
    if data is None:
        return ViewResults(multiclass={})
    areas = areas_of_models(data, progress)
    return ViewResults(multiclass=_by_key(given, data, areas))


def _class_curves(given: CurveInput | CaseInput, progress: Progress) -> ViewResults:
    """Return the curves of all classes of every model of the file; nothing of two classes."""
    from costcurve_gui.analysis.multiclass import curves_of_classes

    data = _cases(given).multiclass
    if data is None:
        return ViewResults(class_curves={})
    found = curves_of_classes(data, progress)
    return ViewResults(class_curves=_by_key(given, data, found))


def _by_key(
    given: CurveInput | CaseInput, data: MulticlassDataset, found: Mapping[str, _Result]
) -> dict[str, _Result]:
    """Return what was found of the listed models of the file by their keys."""
    from costcurve_gui.analysis.multiclass import scores_of_models

    listed = scores_of_models(given.curve_set, data)
    return {info.key: found[scores.name] for info, scores in listed}


_CASES = frozenset({TableKind.SCORES})
_THRESHOLDS = frozenset({TableKind.SCORES, TableKind.LEAVES})


class ViewResult(NamedTuple):
    """How a result is computed, where it is found, and from which kinds of files."""

    build: Callable[[CurveInput | CaseInput, Progress], ViewResults]
    known: Callable[[ViewResults], object | None]
    kinds: frozenset[TableKind] = frozenset(TableKind)


VIEW_RESULTS: Mapping[str, ViewResult] = {
    "calibration": ViewResult(_calibration, lambda results: results.calibration, _THRESHOLDS),
    "measures": ViewResult(_measures, lambda results: results.measures),
    "build_up": ViewResult(_build_up, lambda results: results.build_up),
    HYBRIDS: ViewResult(_hybrids, lambda results: results.hybrids),
    CONCAVITIES: ViewResult(_concavities, lambda results: results.concavities),
    "instance_costs": ViewResult(_instance_costs, lambda results: results.instance_costs, _CASES),
    "folds": ViewResult(_folds, lambda results: results.folds, _CASES),
    "multiclass": ViewResult(_multiclass, lambda results: results.multiclass, _CASES),
    "class_curves": ViewResult(_class_curves, lambda results: results.class_curves, _CASES),
}
"""By view, or by what a view shows only where that is chosen in its menu."""
