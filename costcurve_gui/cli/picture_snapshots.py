"""What the pictures of a report show, computed without Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.intervals.requests import view_requests
from costcurve_gui.analysis.view_results import (
    NO_RESULTS,
    VIEW_RESULTS,
    build_view_result,
    has_view_result,
)
from costcurve_gui.views.catalogue import VIEWS, ViewSpec

if TYPE_CHECKING:
    from collections.abc import Collection

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.report_input import ReportPart


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
