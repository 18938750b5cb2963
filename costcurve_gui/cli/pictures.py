"""The pictures of a report, drawn in memory. The only module of the command line with Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

import costcurve_gui.startup.load_qt  # noqa: F401 - before any class is derived from one of Qt's
from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.interval_settings import BandChoices
from costcurve_gui.analysis.intervals.requests import (
    Intervals,
    interval_requests,
)
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.sources.cases import ScoredSource, describe_cases
from costcurve_gui.analysis.sources.counts import dataset_info_from_counts
from costcurve_gui.analysis.sources.source import view_input
from costcurve_gui.analysis.view_results import (
    NO_RESULTS,
    VIEW_RESULTS,
    build_view_result,
    has_view_result,
)
from costcurve_gui.cli.analysis import REPORT
from costcurve_gui.cli.payoffs import payoff_spec
from costcurve_gui.cli.report_input import CountAnalysis
from costcurve_gui.cli.signals import signals_held
from costcurve_gui.engine.cost.belief import parse_belief
from costcurve_gui.views.catalogue import VIEWS, ViewSpec
from costcurve_gui.views.plotting.picture import write_picture
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.text.empty_states import empty_state

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.intervals.estimators import Estimator
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.sources.source import CurveSource
    from costcurve_gui.cli.analysis import Analysis
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.cli.progress import Steps

NO_BANDS = BandChoices(shown=False)


def write_pictures(
    analysis: Analysis | CountAnalysis, folder: Path, ending: str, steps: Steps
) -> None:
    """Write every view that is not empty, in every picture format asked for.

    `ending` closes the files' names.
    """
    _application()
    steps.begin("Computing what the pictures show")
    snapshot = _snapshot(analysis)
    drawable = _drawable(snapshot)
    formats = analysis.options.picture_formats
    steps.expect(1 + len(formats) * len(drawable) - most_pictures(analysis.options))
    for format_ in formats:
        for view in drawable:
            name = f"{view.stem}{ending}.{format_}"
            steps.begin(f"Writing {name}")
            options = replace(ExportOptions(), view=view.key, format=format_)
            with signals_held():  # Qt dies where an exception leaves a painter at work
                write_picture(folder / name, snapshot, options)


def most_pictures(options: ReportOptions) -> int:
    """Return how many pictures an analysis has where no view is empty."""
    views = [view for view in VIEWS.values() if not view.is_table]
    return len(views) * len(options.picture_formats)


def _drawable(snapshot: Snapshot) -> list[ViewSpec]:
    """Return the views that have something to show."""
    plots = (view for view in VIEWS.values() if not view.is_table)
    return [view for view in plots if empty_state(view.key, snapshot) is None]


def _application() -> QApplication:
    application = QApplication.instance()
    return application if isinstance(application, QApplication) else QApplication(["costcurve"])


def _snapshot(analysis: Analysis | CountAnalysis) -> Snapshot:
    payoff = payoff_spec(analysis.options)
    derived = () if isinstance(analysis, CountAnalysis) else analysis.derived
    settings = DatasetSettings(
        payoff=payoff,
        derived=derived,
        condition=ConditionSpec(prior=analysis.options.prior),
        belief=parse_belief(analysis.options.belief),
        bands=analysis.options.bands or NO_BANDS,
    )
    source, info = _source(analysis), _info(analysis)
    curve_set = source.build_curves(info, payoff, derived).at(analysis.options.confidence)
    snapshot = build_snapshot(curve_set, settings)
    given = view_input(snapshot.curve_set, source, payoff)
    drawn = [view for view in VIEW_RESULTS if view in VIEWS and not VIEWS[view].is_table]
    wanted = [view for view in drawn if has_view_result(view, info.kind)]
    results = NO_RESULTS
    for view in wanted:
        results = results.with_more(build_view_result(view, given))
    snapshot = with_all_common_cases(replace(snapshot, results=results))
    return replace(snapshot, intervals=_intervals(snapshot, analysis.finding))


def _intervals(snapshot: Snapshot, drawn: Estimator | None) -> Intervals | None:
    """Return how sure the curves are, as the window would show it."""
    if drawn is None:
        return None
    wanted = interval_requests(snapshot, [view.key for view in VIEWS.values() if not view.is_table])
    drawn.fill(wanted)
    counts = dict.fromkeys(drawn.results, drawn.choices.spec.replicates)
    return Intervals(drawn.choices, drawn.results, counts)


def _source(analysis: Analysis | CountAnalysis) -> CurveSource:
    if isinstance(analysis, CountAnalysis):
        return analysis.counts
    return ScoredSource(analysis.dataset, analysis.cache)


def _info(analysis: Analysis | CountAnalysis) -> DatasetInfo:
    """Return what the window knows of a dataset, its models named as in the tables."""
    if isinstance(analysis, CountAnalysis):
        info = dataset_info_from_counts(REPORT, analysis.counted)
        return replace(info, sha256=analysis.counted.sha256)
    info = describe_cases(REPORT, analysis.dataset, analysis.cache)
    return replace(info, sha256=analysis.dataset.sha256)
