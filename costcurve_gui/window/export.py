"""The export dialog at work: what it previews, saves and copies."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage

from costcurve_gui.analysis.intervals.requests import lacks_results
from costcurve_gui.analysis.picture_style import PictureStyle
from costcurve_gui.analysis.view_results import lacks_view_result
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS, plot_view
from costcurve_gui.views.dialogs.export_dialog import ExportDialog
from costcurve_gui.views.dialogs.export_form import ExportModels, ExportView
from costcurve_gui.views.dialogs.export_style import Automatic
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.picture import Fit, plot_fit, render_image, write_picture
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.plotting.picture_presets import custom_from_json, custom_to_json
from costcurve_gui.views.text.empty_states import empty_state, lacks_picture
from costcurve_gui.window.export_all import AllViews

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.view import EmptyState
    from costcurve_gui.views.view_spec import ViewSpec
    from costcurve_gui.window.components import Components


class ExportTool:
    """Connects one export dialog with the snapshot on screen and the writer."""

    def __init__(self, components: Components) -> None:
        self._components = components

    def open(self, view: str, *, all_views: bool = False) -> None:
        """Open the dialog at a view, and let it write all of them where that is asked for.

        A table has no picture and goes straight to a file.
        """
        snapshot = self._components.results.snapshot
        lack = None if snapshot is None else empty_state(view, snapshot)
        if snapshot is None or lack is not None:
            self._refuse(view, lack)
            return
        self._compute(view)
        if not VIEWS[view].has_picture or lacks_picture(view, snapshot) is not None:
            self._components.exports.save_curves(view, f"{VIEWS[view].stem}.csv")
            return
        views = [
            ExportView(one.key, one.title, one.stem, self._size(one))
            for one in VIEWS.values()
            if one.has_picture and lacks_picture(one.key, snapshot) is None
        ]
        names = {key: model.info.name for key, model in snapshot.models.items()}
        stored = self._components.settings.export_options
        remembered = ExportOptions.from_json(stored)
        dialog = ExportDialog(
            views,
            self._render,
            replace(remembered, view=view),
            models=ExportModels(names, snapshot.hidden, snapshot.selected),
            custom_size=custom_from_json(stored.get("custom")),
            lacking=self._lacking,
            style_of=self._style_of,
            plot_fit=self._plot_fit,
            parent=self._components.window,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._connect(dialog)
        dialog.open()
        if all_views:
            dialog.save_all_requested.emit(dialog.options)

    def _connect(self, dialog: ExportDialog) -> None:
        components, choices = self._components, self._components.choices
        dialog.save_requested.connect(partial(self._save, dialog))
        dialog.copy_requested.connect(partial(self._copy, dialog))
        dialog.save_all_requested.connect(partial(self._save_all, dialog))
        dialog.style_edited.connect(choices.set_picture_style)
        dialog.undo_requested.connect(choices.undo_picture_style)
        dialog.redo_requested.connect(choices.redo_picture_style)
        dialog.finished.connect(lambda _: self._remember(dialog))
        components.results.snapshot_changed.connect(dialog.refresh)
        components.session.state_changed.connect(dialog.show_style)

    def _remember(self, dialog: ExportDialog) -> None:
        options = dialog.options
        sized = replace(options, text_pt=options.text_size, line_pt=options.line_width)
        self._components.settings.export_options = {
            **sized.to_json(),
            "custom": custom_to_json(dialog.custom_size),
        }

    def _refuse(self, view: str, lack: EmptyState | None) -> None:
        """Say why there is nothing to write, in place of writing nothing."""
        if lack is not None:
            title = tr("{title} has nothing to export", title=VIEWS[view].title)
            self._components.prompts.show_error(title, f"{lack.headline}. {lack.sentence}")

    def _lacking(self, view: str) -> str:
        """Say why a view is empty, which some views know only after their job; or nothing."""
        snapshot = self._components.results.snapshot
        found = None if snapshot is None else lacks_picture(view, snapshot)
        return "" if found is None else f"{found.headline}. {found.sentence}"

    def _style_of(self, view: str) -> tuple[PictureStyle, Automatic]:
        """Return the style of a view, and what the program would draw."""
        snapshot = self._components.results.snapshot
        if snapshot is None:
            return PictureStyle(), Automatic()
        style = self._components.session.state.current.pictures.get(view, PictureStyle())
        drawn = plot_view(view)
        across, up = drawn.axes(snapshot)
        bounds = self._bounds(view) or drawn.bounds(snapshot)
        return style, Automatic(
            captions.titles(snapshot, drawn)[0],
            across.title,
            up.title,
            (bounds.x_low, bounds.x_high),
            (bounds.y_low, bounds.y_high),
            across.style,
            up.style,
        )

    def _compute(self, view: str) -> None:
        """Show a view that needs a job first, so that there is something to write."""
        snapshot = self._components.results.snapshot
        if snapshot is None:
            return
        lacking = lacks_results(snapshot, VIEWS[view].intervals)
        if lacking or lacks_view_result(view, snapshot.results):
            self._components.window.bring_to_front(view)

    def _save(self, dialog: ExportDialog, options: ExportOptions) -> None:
        self._remember(dialog)
        name = f"{VIEWS[options.view].stem}.{options.format}"
        draw = partial(self._draw, options)
        table = options.table
        self._components.exports.save_picture(
            options.view, name, draw, dialog.accept, table=table, hidden=options.hidden
        )

    def _save_all(self, dialog: ExportDialog, options: ExportOptions) -> None:
        """Write every view into a folder; the dialog closes once that is done."""
        self._remember(dialog)
        AllViews(self._components, dialog, options, self._draw, self._plot_fit).ask()

    def _copy(self, dialog: ExportDialog, options: ExportOptions) -> None:
        QGuiApplication.clipboard().setImage(self._render(options.view, options))
        dialog.show_message(tr("Picture copied"))

    def _render(self, view: str, options: ExportOptions) -> QImage:
        snapshot = self._snapshot
        if snapshot is None:  # the file was closed while the dialog stood open
            return QImage()
        self._compute(view)
        return render_image(snapshot, options, self._bounds(view), date=today())

    def _plot_fit(self, options: ExportOptions) -> Fit | None:
        snapshot = self._components.results.snapshot
        if snapshot is None:
            return None
        return plot_fit(snapshot, options, self._bounds(options.view))

    def _draw(self, options: ExportOptions, path: Path) -> None:
        snapshot = self._snapshot
        if snapshot is not None:
            write_picture(path, snapshot, options, self._bounds(options.view), date=today())

    @property
    def _snapshot(self) -> Snapshot | None:
        return identified_snapshot(self._components)

    def _bounds(self, view: str) -> Bounds | None:
        """Return the stretch on the screen; None, for all of it, where the view was never shown."""
        plot = self._components.plots.get(view)
        return None if plot is None else plot.bounds

    def _size(self, view: ViewSpec) -> tuple[int, int]:
        """Return the size on the screen; a view never shown would have that of its family."""
        plots = self._components.plots
        size = plots.get(view.key, plots[view.family]).size()
        return max(size.width(), 1), max(size.height(), 1)


def identified_snapshot(components: Components) -> Snapshot | None:
    """Return the snapshot on screen, naming the hash of its file if that is known by now."""
    snapshot = components.results.snapshot
    if snapshot is None:
        return None
    dataset = snapshot.curve_set.dataset
    source = components.store.get(dataset.id, dataset.reading)
    hashed = replace(dataset, sha256=source.fingerprint.known)
    return replace(snapshot, curve_set=replace(snapshot.curve_set, dataset=hashed))


def today() -> str:
    """Return the day as a source line and a page name it."""
    today = datetime.now().astimezone()
    return f"{today.day} {today:%B %Y}"
