"""The report on one page from the menu: written in a job, its pictures drawn between events."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.page.chapters import PICTURE_OPTIONS, PICTURES
from costcurve_gui.page.saving import save_page
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.plotting.picture import png_bytes, render_image
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.empty_states import empty_state
from costcurve_gui.window.export import identified_snapshot, today

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QImage

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.window.components import Components

    Drawn = SimpleQueue[QImage | Exception]

_DOCUMENTS = (".docx", ".pdf")
_LOOK_AGAIN = 0.05
"""Seconds until a job that waits for a picture looks whether it was cancelled."""


class PageTool:
    """Writes the report on one page, with what the window shows."""

    def __init__(self, components: Components) -> None:
        self._components = components

    def save(self) -> None:
        """Ask where to write, and write what the window shows now."""
        snapshot = identified_snapshot(self._components)
        if snapshot is not None:
            name = f"{Path(snapshot.curve_set.dataset.name).stem}_report.html"
            self._components.exports.save_page(name, partial(self._writer, snapshot))

    def _writer(self, snapshot: Snapshot, path: Path) -> Callable[..., str]:
        """Return what writes the report in a job, and begin to draw the pictures it takes."""
        pictures: Callable[[Progress], dict[str, bytes]] = _no_pictures
        if path.suffix.lower() in _DOCUMENTS:
            views = [view for view in PICTURES if empty_state(view, snapshot) is None]
            drawing = _Drawing(snapshot, views, self._components.window)
            pictures = partial(_fetched, tuple(views), drawing.drawn)
        return partial(save_page, snapshot, path, pictures, today())


class _Drawing(QObject):
    """Draws a view each time the event loop comes round, and puts it where a job takes it.

    Views can be drawn in the GUI thread alone. One takes a tenth of a second at most, since making
    a file of it is the job's.
    """

    def __init__(self, snapshot: Snapshot, views: Iterable[str], parent: QObject) -> None:
        super().__init__(parent)
        self._snapshot = snapshot
        self._waiting = deque(views)
        self.drawn: Drawn = SimpleQueue()
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._draw)
        self._next.start()

    def _draw(self) -> None:
        if not self._waiting:
            self._next.stop()
            self.deleteLater()
            return
        options = replace(ExportOptions(), view=self._waiting.popleft(), **PICTURE_OPTIONS)
        try:
            with numbers.decimal_point():  # as the figures of the page
                self.drawn.put(render_image(self._snapshot, options))
        except Exception as error:  # noqa: BLE001 - the job waits, and tells what went wrong
            self.drawn.put(error)


def _no_pictures(_progress: Progress) -> dict[str, bytes]:
    return {}


def _fetched(views: tuple[str, ...], drawn: Drawn, progress: Progress) -> dict[str, bytes]:
    """Return the PNG of each view, in the thread of a job, as soon as they are drawn.

    Raises
    ------
    Cancelled
        Where the job was cancelled meanwhile.
    """
    found = {}
    for done, view in enumerate(views):
        advance = partial(
            progress.advance, done, len(views), tr("Drawing {title}", title=VIEWS[view].title)
        )
        found[view] = png_bytes(_next_of(drawn, advance))
    return found


def _next_of(drawn: Drawn, advance: Callable[[], None]) -> QImage:
    while True:
        advance()
        try:
            image = drawn.get(timeout=_LOOK_AGAIN)
        except Empty:
            continue
        if isinstance(image, Exception):
            raise image
        return image
