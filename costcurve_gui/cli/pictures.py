"""The pictures of a report, drawn in memory. The only module of the command line with Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

import costcurve_gui.startup.load_qt  # noqa: F401 - before any class is derived from one of Qt's
from costcurve_gui.analysis.picture_style import PictureStyle
from costcurve_gui.cli.picture_snapshots import (
    complete,
    drawn_pictures,
    drawn_views,
    model_pictures,
    picture_views,
    with_best_curves,
)
from costcurve_gui.cli.progress import signals_held
from costcurve_gui.page.chapters import PICTURES
from costcurve_gui.page.paper import document_pictures, paper_bytes
from costcurve_gui.page.saving import Press
from costcurve_gui.views.plotting.picture import readable, write_picture
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.text.empty_states import lacks_picture

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.cli.progress import Steps
    from costcurve_gui.cli.report_input import ReportPart
    from costcurve_gui.views.view_spec import ViewSpec


def write_pictures(
    part: ReportPart,
    report: ReportOptions,
    folder: Path,
    ending: str,
    steps: Steps,
    *,
    first: bool = True,
) -> None:
    """Write every view that is not empty and its readings, in every picture format asked for.

    `ending` closes the files' names. The `first` of several classes has what is about all of them.
    """
    drawing_application()
    steps.begin("Computing what the pictures show")
    views = _views_of(report)
    keys = [view.key for view in views]
    snapshot = _drawable(part, report, keys)
    pictures = [
        (picture, shown)
        for picture in [*drawn_pictures(views), *model_pictures(views, snapshot, first=first)]
        if report.contents.draws(picture)
        for shown in [picture.chosen(snapshot)]
        if lacks_picture(picture.view.key, shown) is None
    ]
    formats = report.picture_formats
    steps.expect(1 + len(formats) * len(pictures) - most_pictures(report))
    for format_ in formats:
        for picture, shown in pictures:
            name = f"{picture.named(ending)}.{format_}"
            steps.begin(f"Writing {name}")
            style = PictureStyle()
            if picture.stem == picture.view.stem:  # other readings have other axes
                style = shown.settings.pictures.get(picture.view.key, style)
            options = replace(ExportOptions(), view=picture.view.key, format=format_, style=style)
            with signals_held():  # Qt dies where an exception leaves a painter at work
                write_picture(folder / name, shown, readable(shown, options))


def press(report: ReportOptions) -> Press:
    """Return what draws and prints for documents: see `Press`."""
    drawing_application()

    def pictures(part: ReportPart) -> dict[str, bytes]:
        return document_pictures(_drawable(part, report, [*PICTURES]))

    return Press(pictures, paper_bytes)


def _drawable(part: ReportPart, report: ReportOptions, views: Collection[str]) -> Snapshot:
    """Return what pictures of these views show: the curves of the project, else the best ones."""
    shown = part.snapshot if report.project is not None else with_best_curves(part.snapshot)
    return complete(shown, part.estimator, views, part.table_options)


def most_pictures(options: ReportOptions) -> int:
    """Return how many pictures an analysis has where no view is empty."""
    pictures = filter(options.contents.draws, drawn_pictures(drawn_views()))
    return len([*pictures]) * len(options.picture_formats)


def _views_of(options: ReportOptions) -> list[ViewSpec]:
    """Return the views that have a picture which is asked for."""
    known, asked = picture_views(), options.contents.views
    wanted = known.values() if asked is None else [known[name] for name in asked]
    return [view for view in drawn_views() if view.key in wanted]


def drawing_application() -> QApplication:
    """Return the application that Qt needs to draw."""
    application = QApplication.instance()
    return application if isinstance(application, QApplication) else QApplication(["costcurve"])
