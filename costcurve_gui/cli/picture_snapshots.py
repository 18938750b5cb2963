"""What the pictures of a report show, computed without Qt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.criteria import PERFORMANCE_INDEPENDENT
from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.hybrid_curves import build_hybrids
from costcurve_gui.analysis.intervals.requests import view_requests
from costcurve_gui.analysis.threshold_finders import settled_snapshot
from costcurve_gui.analysis.view_results import (
    NO_RESULTS,
    VIEW_RESULTS,
    build_view_result,
    has_view_result,
)
from costcurve_gui.analysis.view_settings import (
    CostConstruction,
    DetAxes,
    FoldAverage,
    RegretReading,
)
from costcurve_gui.cli.output import file_words
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.selection.performance_independent import is_condition_aware
from costcurve_gui.views.catalogue import VIEWS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.intervals.estimator import Estimator
    from costcurve_gui.analysis.selection_settings import Criterion
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.views.view_spec import ViewSpec


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a report: a view, and what is chosen in its menu where it is another reading.

    `model` is the key of the one to select, where it is not the best, and `family` the name that
    the pictures of all these models share. With a `criterion` every model decides by that one.
    """

    view: ViewSpec
    stem: str
    choices: Mapping[str, Any] = field(default_factory=dict)
    model: str = ""
    family: str = ""
    criterion: Criterion | None = None

    @property
    def name(self) -> str:
        """What it is asked for by."""
        return self.family or self.stem

    def chosen(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot in which that is chosen."""
        if self.model:
            snapshot = replace(snapshot, selected=self.model)
        if self.criterion is not None:
            snapshot = _decided_by(self.criterion, snapshot)
        if not self.choices:
            return snapshot
        views = replace(snapshot.settings.views, **self.choices)
        return replace(snapshot, settings=replace(snapshot.settings, views=views))

    def named(self, ending: str) -> str:
        """Return its file name; what is about all classes has not the ending of one of them."""
        return self.stem if self.view.of_classes else f"{self.stem}{ending}"


_READINGS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "roc": {"joint_hull": {"joint_hull": True}, "ties": {"tie_corners": True}},
    "rociv": {
        "tangents": {"common_tangents": True},
        "construction_perpendicular": {"construction": CostConstruction.PERPENDICULAR},
        "construction_horizontal": {"construction": CostConstruction.HORIZONTAL},
    },
    "det": {"det_log": {"det_axes": DetAxes.LOG}},
    "regret": {
        "error_rate": {"regret": RegretReading.ERROR_RATE},
        "cost_ratio": {"regret": RegretReading.COST_RATIO},
        "loss_difference": {"regret": RegretReading.LOSS_DIFFERENCE},
    },
    "instance_costs": {"instance_costs_stacked": {"stacked_costs": True}},
    "folds": {
        "folds_horizontal": {"fold_average": FoldAverage.HORIZONTAL},
        "folds_cost_space": {"fold_average": FoldAverage.COST_SPACE},
        "folds_compared": {"fold_average": FoldAverage.COMPARED},
    },
}
"""What else a view shows when it is chosen in its menu, by the stem of the picture's file."""


def drawn_pictures(views: Iterable[ViewSpec]) -> list[Picture]:
    """Return the pictures of views: as they open, then their other readings."""
    views = tuple(view for view in views if not view.of_classes)
    readings = (
        Picture(view, stem, choices)
        for view in views
        for stem, choices in _READINGS.get(view.key, {}).items()
    )
    return [*(Picture(view, view.stem) for view in views), *readings]


def model_pictures(
    views: Iterable[ViewSpec], snapshot: Snapshot, *, first: bool = True
) -> list[Picture]:
    """Return the pictures of views that are about certain models, whichever is the best.

    These are the box of a combination whose decisions are measured (rates alone are in the picture
    of the view), the hybrid curve of the best model that the condition alone can choose for, and
    all classes of a model: these with the `first` of several classes alone.
    """
    found: list[Picture] = []
    hybrids = any(is_condition_aware(one.evaluation.table) for one in snapshot.curve_set.models)
    for view in views:
        if view.key == "roc":
            models = [one.info for one in snapshot.curve_set.models if _is_measured(one)]
            found += _one_each(view, _COMBINATION, {one.key: one.name for one in models})
        if view.key in _HYBRIDS and hybrids:
            found.append(Picture(view, _HYBRIDS[view.key], criterion=PERFORMANCE_INDEPENDENT))
        if view.of_classes and first:
            curves = snapshot.results.class_curves or {}
            found += _one_each(view, view.stem, {key: one.model for key, one in curves.items()})
    return found


def _one_each(view: ViewSpec, stem: str, names: Mapping[str, str]) -> list[Picture]:
    words = file_words([*names.values()])
    return [
        Picture(view, f"{stem}_{word}", model=key, family=stem)
        for key, word in zip(names, words, strict=True)
    ]


_HYBRIDS = {"cost": "hybrid", "roc": "hybrid_roc"}
_COMBINATION = "combination"


def picture_views() -> dict[str, str]:
    """Return the key of its view for the name of every picture."""
    drawn = {one.name: one.view.key for one in drawn_pictures(drawn_views())}
    of_classes = {view.stem: view.key for view in drawn_views() if view.of_classes}
    return drawn | of_classes | {_COMBINATION: "roc"} | {_HYBRIDS[key]: key for key in _HYBRIDS}


def _decided_by(criterion: Criterion, snapshot: Snapshot) -> Snapshot:
    """Return a snapshot in which every model decides by a criterion, with its hybrid curves."""
    settings, curve_set = snapshot.settings, snapshot.curve_set
    selection = replace(settings.selection, criterion=criterion)
    hybrids = build_hybrids(curve_set, NO_PROGRESS)
    found = settled_snapshot(curve_set, replace(settings, selection=selection), snapshot)
    return replace(found, results=replace(snapshot.results, hybrids=hybrids))


def _is_measured(model: ModelCurves) -> bool:
    return model.combination is not None and model.combination.measured is not None


def drawn_views() -> list[ViewSpec]:
    """Return the views that have a picture."""
    return [view for view in VIEWS.values() if view.has_picture]


def with_best_curves(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot of which the curves of the best models are drawn, as the window does."""
    return replace(snapshot, settings=replace(snapshot.settings, hidden=None))


def complete(
    snapshot: Snapshot,
    estimator: Estimator | None,
    views: Collection[str],
    options: TableOptions,
) -> Snapshot:
    """Return a snapshot with everything that pictures of these views show."""
    source, kind = snapshot.curve_set.source, snapshot.curve_set.dataset.kind
    if source is None:
        return snapshot
    given = view_input(snapshot.curve_set, source, snapshot.settings.payoff)
    results = NO_RESULTS
    for view in VIEW_RESULTS:
        if view in views and has_view_result(view, kind):
            results = results.with_more(build_view_result(view, given))
    if "days" in views and options.days is not None:
        from costcurve_gui.analysis.operations import with_days

        snapshot, results = with_days(snapshot, results, options.days)
    if "units" in views and options.units is not None:
        from costcurve_gui.analysis.units import with_units

        snapshot, results = with_units(snapshot, results, options.units)
    snapshot = with_all_common_cases(replace(snapshot, results=results))
    if estimator is None:
        return snapshot
    wanted = view_requests(snapshot, [VIEWS[view].intervals for view in views])
    return replace(snapshot, intervals=estimator.estimate(wanted))
