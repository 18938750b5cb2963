"""The pictures of a report, drawn in memory. The only module of the command line with Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

import costcurve_gui.startup.load_qt  # noqa: F401 - before any class is derived from one of Qt's
from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.intervals.requests import view_requests
from costcurve_gui.analysis.view_results import (
    NO_RESULTS,
    VIEW_RESULTS,
    build_view_result,
    has_view_result,
)
from costcurve_gui.cli.signals import signals_held
from costcurve_gui.views.catalogue import VIEWS, ViewSpec
from costcurve_gui.views.plotting.picture import write_picture
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.text.empty_states import empty_state

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.cli.progress import Steps
    from costcurve_gui.cli.report_input import ReportPart


def write_pictures(
    part: ReportPart, report: ReportOptions, folder: Path, ending: str, steps: Steps
) -> None:
    """Write every view that is not empty, in every picture format asked for.

    `ending` closes the files' names.
    """
    _application()
    steps.begin("Computing what the pictures show")
    snapshot = _complete(part)
    drawable = _drawable(snapshot)
    formats = report.picture_formats
    steps.expect(1 + len(formats) * len(drawable) - most_pictures(report))
    for format_ in formats:
        for view in drawable:
            name = f"{view.stem}{ending}.{format_}"
            steps.begin(f"Writing {name}")
            options = replace(ExportOptions(), view=view.key, format=format_)
            with signals_held():  # Qt dies where an exception leaves a painter at work
                write_picture(folder / name, snapshot, options)


def most_pictures(options: ReportOptions) -> int:
    """Return how many pictures an analysis has where no view is empty."""
    return len(_plots()) * len(options.picture_formats)


def _plots() -> list[ViewSpec]:
    return [view for view in VIEWS.values() if not view.is_table]


def _drawable(snapshot: Snapshot) -> list[ViewSpec]:
    """Return the views that have something to show."""
    return [view for view in _plots() if empty_state(view.key, snapshot) is None]


def _application() -> QApplication:
    application = QApplication.instance()
    return application if isinstance(application, QApplication) else QApplication(["costcurve"])


def _complete(part: ReportPart) -> Snapshot:
    """Return a snapshot with everything that its pictures show."""
    snapshot, drawn = part.snapshot, [view.key for view in _plots()]
    source, kind = snapshot.curve_set.source, snapshot.curve_set.dataset.kind
    if source is None:
        return snapshot
    given = view_input(snapshot.curve_set, source, snapshot.settings.payoff)
    results = NO_RESULTS
    for view in VIEW_RESULTS:
        if view in drawn and has_view_result(view, kind):
            results = results.with_more(build_view_result(view, given))
    snapshot = with_all_common_cases(replace(snapshot, results=results))
    if part.estimator is None:
        return snapshot
    wanted = view_requests(snapshot, drawn)
    return replace(snapshot, intervals=part.estimator.estimate(wanted))
