"""The export dialog at work: what it previews, saves and copies."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage

from costcurve_gui.analysis.intervals.requests import lacks_results
from costcurve_gui.analysis.view_results import lacks_view_result
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.dialogs.export_dialog import ExportDialog
from costcurve_gui.views.dialogs.export_form import ExportView
from costcurve_gui.views.plotting.picture import render_image, write_picture
from costcurve_gui.views.plotting.picture_options import MM_PER_INCH, ExportOptions
from costcurve_gui.views.text.empty_states import empty_state

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.catalogue import ViewSpec
    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.view import EmptyState
    from costcurve_gui.window.components import Components

SCREEN_DPI = 96.0


class ExportTool:
    """Connects one export dialog with the snapshot on screen and the writer."""

    def __init__(self, components: Components) -> None:
        self._components = components

    def open(self, view: str) -> None:
        """Open the dialog at a view; a table has no picture and goes straight to a file."""
        snapshot = self._components.results.snapshot
        lack = None if snapshot is None else empty_state(view, snapshot)
        if snapshot is None or lack is not None:
            self._refuse(view, lack)
            return
        self._compute(view)
        if VIEWS[view].is_table:
            self._components.exports.save_curves(view, f"{VIEWS[view].stem}.csv")
            return
        views = [
            ExportView(one.key, one.title, one.stem, self._size_mm(one))
            for one in VIEWS.values()
            if not one.is_table and empty_state(one.key, snapshot) is None
        ]
        dialog = ExportDialog(
            views,
            self._render,
            ExportOptions(view=view),
            lacking=self._lacking,
            parent=self._components.window,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.save_requested.connect(partial(self._save, dialog))
        dialog.copy_requested.connect(partial(self._copy, dialog))
        self._components.results.snapshot_changed.connect(dialog.refresh)
        dialog.open()

    def save_page(self) -> None:
        """Write the report on one page, with what the window shows now."""
        from costcurve_gui.page.saving import save_page

        snapshot = self._snapshot
        if snapshot is not None:
            name = f"{Path(snapshot.curve_set.dataset.name).stem}_report.html"
            self._components.exports.save_page(name, partial(save_page, snapshot, date=_today()))

    def _refuse(self, view: str, lack: EmptyState | None) -> None:
        """Say why there is nothing to write, in place of writing nothing."""
        if lack is not None:
            title = f"{VIEWS[view].title} has nothing to export"
            self._components.prompts.show_error(title, f"{lack.headline}. {lack.sentence}")

    def _lacking(self, view: str) -> str:
        """Say why a view is empty, which some views know only after their job; or nothing."""
        snapshot = self._components.results.snapshot
        found = None if snapshot is None else empty_state(view, snapshot)
        return "" if found is None else f"{found.headline}. {found.sentence}"

    def _compute(self, view: str) -> None:
        """Show a view that needs a job first, so that there is something to write."""
        snapshot = self._components.results.snapshot
        if snapshot is None:
            return
        lacking = lacks_results(snapshot, VIEWS[view].intervals)
        if lacking or lacks_view_result(view, snapshot.results):
            self._components.window.bring_to_front(view)

    def _save(self, dialog: ExportDialog, options: ExportOptions) -> None:
        name = f"{VIEWS[options.view].stem}.{options.format}"
        exports = self._components.exports
        if options.format == "csv":
            exports.save_curves(options.view, name, dialog.accept)
        else:
            draw = partial(self._draw, options)
            exports.save_picture(
                options.view, name, draw, dialog.accept, also_csv=bool(options.table)
            )

    def _copy(self, dialog: ExportDialog, options: ExportOptions) -> None:
        QGuiApplication.clipboard().setImage(self._render(options.view, options))
        dialog.show_message("Picture copied")

    def _render(self, view: str, options: ExportOptions) -> QImage:
        snapshot = self._snapshot
        if snapshot is None:  # the file was closed while the dialog stood open
            return QImage()
        self._compute(view)
        return render_image(snapshot, options, self._bounds(view), date=_today())

    def _draw(self, options: ExportOptions, path: Path) -> None:
        snapshot = self._snapshot
        if snapshot is not None:
            write_picture(path, snapshot, options, self._bounds(options.view), date=_today())

    @property
    def _snapshot(self) -> Snapshot | None:
        """The snapshot on screen, naming the hash of its file if that is known by now."""
        snapshot = self._components.results.snapshot
        if snapshot is None:
            return None
        dataset = snapshot.curve_set.dataset
        hashed = replace(dataset, sha256=self._components.store.get(dataset.id).fingerprint.known)
        return replace(snapshot, curve_set=replace(snapshot.curve_set, dataset=hashed))

    def _bounds(self, view: str) -> Bounds | None:
        """Return the stretch on the screen; None, for all of it, where the view was never shown."""
        plot = self._components.plots.get(view)
        return None if plot is None else plot.bounds

    def _size_mm(self, view: ViewSpec) -> tuple[float, float]:
        """Return the size on the screen; a view never shown would have that of its family."""
        plots = self._components.plots
        size = plots.get(view.key, plots[view.family]).size()
        return (
            size.width() / SCREEN_DPI * MM_PER_INCH,
            size.height() / SCREEN_DPI * MM_PER_INCH,
        )


def _today() -> str:
    today = datetime.now().astimezone()
    return f"{today.day} {today:%B %Y}"
