"""The pictures of a report, drawn in memory. The only module of the command line with Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

import costcurve_gui.startup.load_qt  # noqa: F401 - before any class is derived from one of Qt's
from costcurve_gui.cli.analysis import REPORT
from costcurve_gui.cli.counted import CountedAnalysis
from costcurve_gui.cli.signals import signals_held
from costcurve_gui.controllers.common_cases import settled
from costcurve_gui.controllers.counted_scenes import describe_counted
from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.controllers.loading import describe
from costcurve_gui.controllers.scene_sources import CountedSource, ScoredSource
from costcurve_gui.controllers.view_extras import BUILDERS, build_extra, has_extra, view_input
from costcurve_gui.engine.cost.belief import parse_belief
from costcurve_gui.models.band_choices import BandChoices
from costcurve_gui.models.catalogue import VIEWS, View
from costcurve_gui.models.state import ConditionSpec, DatasetSettings, PayoffSpec
from costcurve_gui.models.uncertainty import (
    UNCERTAINTY,
    Uncertainty,
    wanted_by,
)
from costcurve_gui.views.plotting.picture import write_picture
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.text.empty_states import empty_state

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from costcurve_gui.cli.analysis import Analysis
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.cli.progress import Steps
    from costcurve_gui.cli.resampling import Finding
    from costcurve_gui.controllers.scene_sources import SceneSource
    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.state import DatasetInfo

NO_BANDS = BandChoices(shown=False)


def write_pictures(
    analysis: Analysis | CountedAnalysis, folder: Path, ending: str, steps: Steps
) -> None:
    """Write every view that is not empty, in every picture format asked for.

    `ending` closes the files' names.
    """
    _application()
    steps.begin("Computing what the pictures show")
    frame = _frame(analysis)
    drawable = _drawable(frame)
    formats = analysis.options.picture_formats
    steps.expect(1 + len(formats) * len(drawable) - most_pictures(analysis.options))
    for format_ in formats:
        for view in drawable:
            name = f"{view.stem}{ending}.{format_}"
            steps.begin(f"Writing {name}")
            options = replace(ExportOptions(), view=view.key, format=format_)
            with signals_held():  # Qt dies where an exception leaves a painter at work
                write_picture(folder / name, frame, options)


def most_pictures(options: ReportOptions) -> int:
    """Return how many pictures an analysis has where no view is empty."""
    views = [view for view in VIEWS.values() if not view.is_table]
    return len(views) * len(options.picture_formats)


def _drawable(frame: Frame) -> list[View]:
    """Return the views that have something to show."""
    plots = (view for view in VIEWS.values() if not view.is_table)
    return [view for view in plots if empty_state(view.key, frame) is None]


def _application() -> QApplication:
    application = QApplication.instance()
    return application if isinstance(application, QApplication) else QApplication(["costcurve"])


def _frame(analysis: Analysis | CountedAnalysis) -> Frame:
    cells = analysis.options.payoffs
    payoff = PayoffSpec(tp=cells["tp"], fp=cells["fp"], fn=cells["fn"], tn=cells["tn"])
    derived = () if isinstance(analysis, CountedAnalysis) else analysis.derived
    settings = DatasetSettings(
        payoff=payoff,
        derived=derived,
        condition=ConditionSpec(prior=analysis.options.prior),
        belief=parse_belief(analysis.options.belief),
        bands=analysis.options.bands or NO_BANDS,
    )
    source, info = _source(analysis), _info(analysis)
    scene = source.build_scene(info, payoff, derived).at(analysis.options.confidence)
    frame = build_frame(scene, settings)
    given = view_input(frame.scene, source, payoff)
    drawn = [view for view in BUILDERS if view in VIEWS and not VIEWS[view].is_table]
    wanted = [view for view in drawn if has_extra(view, info.kind)]
    extras = {view: build_extra(view, given) for view in wanted}
    frame = settled(replace(frame, extras=extras))
    return replace(frame, extras={**frame.extras, **_uncertainty(frame, analysis.finding)})


def _uncertainty(frame: Frame, drawn: Finding | None) -> Mapping[str, Uncertainty]:
    """Return how sure the curves are, as the window would show it."""
    if drawn is None:
        return {}
    wanted = wanted_by(frame, [view.key for view in VIEWS.values() if not view.is_table])
    drawn.fill(wanted)
    counts = dict.fromkeys(drawn.results, drawn.choices.spec.replicates)
    return {UNCERTAINTY: Uncertainty(drawn.choices, drawn.results, counts)}


def _source(analysis: Analysis | CountedAnalysis) -> SceneSource:
    if isinstance(analysis, CountedAnalysis):
        return CountedSource(analysis.counted)
    return ScoredSource(analysis.dataset, analysis.cache)


def _info(analysis: Analysis | CountedAnalysis) -> DatasetInfo:
    """Return what the window knows of a dataset, its models named as in the tables."""
    if isinstance(analysis, CountedAnalysis):
        info = describe_counted(REPORT, analysis.counted)
        return replace(info, sha256=analysis.counted.sha256)
    info = describe(REPORT, analysis.dataset, analysis.cache)
    return replace(info, sha256=analysis.dataset.sha256)
