"""What the pictures of a report show, computed without Qt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.intervals.requests import view_requests
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
from costcurve_gui.views.catalogue import VIEWS, ViewSpec

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.report_input import ReportPart


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a report: a view, and what is chosen in its menu where it is another reading.

    `model` is the key of the one to select, where it is not the best.
    """

    view: ViewSpec
    stem: str
    choices: Mapping[str, Any] = field(default_factory=dict)
    model: str = ""

    def chosen(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot in which that is chosen."""
        if self.model:
            snapshot = replace(snapshot, selected=self.model)
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


def class_pictures(views: Iterable[ViewSpec], snapshot: Snapshot) -> list[Picture]:
    """Return the pictures of views that are about all classes, one for each model of the file."""
    found = snapshot.results.class_curves or {}
    words = file_words([one.model for one in found.values()])
    return [
        Picture(view, f"{view.stem}_{word}", model=key)
        for view in views
        if view.of_classes
        for key, word in zip(found, words, strict=True)
    ]


def drawn_views() -> list[ViewSpec]:
    """Return the views that have a picture."""
    return [view for view in VIEWS.values() if not view.is_table]


def complete(part: ReportPart, views: Collection[str]) -> Snapshot:
    """Return the snapshot of a part with everything that pictures of these views show."""
    snapshot = part.snapshot
    source, kind = snapshot.curve_set.source, snapshot.curve_set.dataset.kind
    if source is None:
        return snapshot
    given = view_input(snapshot.curve_set, source, snapshot.settings.payoff)
    results = NO_RESULTS
    for view in VIEW_RESULTS:
        if view in views and has_view_result(view, kind):
            results = results.with_more(build_view_result(view, given))
    snapshot = with_all_common_cases(replace(snapshot, results=results))
    if part.estimator is None:
        return snapshot
    wanted = view_requests(snapshot, [VIEWS[view].intervals for view in views])
    return replace(snapshot, intervals=part.estimator.estimate(wanted))
