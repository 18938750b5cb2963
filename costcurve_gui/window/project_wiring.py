"""Where projects meet the window: commands, title, the dot at Save, what quitting asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer

from costcurve_gui.session.preferences import LAYOUT_VERSION
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.shell.main_window import TITLE
from costcurve_gui.views.text.file_names import distinct_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from costcurve_gui.session.documents import Document
    from costcurve_gui.session.preferences import Defaults
    from costcurve_gui.window.components import Components


class ProjectWiring:
    """Connects the documents with the window around them."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._window = components.window
        projects, commands = components.projects, components.window.commands
        projects.layout = self._layout
        projects.show_layout = self._show_layout
        projects.notify = components.window.status.notify
        self.kept: Callable[[], bool] = lambda: False  # whether changes go into a journal
        projects.changed.connect(self._show)
        components.session.state_changed.connect(self._show_at_rest)
        commands["save"].triggered.connect(lambda _: projects.save())
        commands["save_as"].triggered.connect(lambda _: projects.save_as())
        commands["embed"].triggered.connect(projects.embed)
        self.autosave = QTimer(components.window)
        self.autosave.timeout.connect(self._save_by_itself)
        components.settings.defaults_changed.connect(self._plan_saving)
        self._plan_saving(components.settings.defaults)
        components.window.closing.connect(components.remembered.remember_all)
        self._show()

    def ask_before_closing(self, unless: Callable[[], bool]) -> None:
        """Let the window close only when nothing would be lost, or that was asked."""
        self._window.may_close = lambda: unless() or self._may_close()

    def _plan_saving(self, defaults: Defaults) -> None:
        """Save the project on screen every so often, or never."""
        self.autosave.stop()
        if defaults.autosave:
            self.autosave.start(60_000 * defaults.autosave)

    def _save_by_itself(self) -> None:
        """Save where nothing has to be asked: the project has a file, and that can be written."""
        document, previewing = self._components.projects.active, self._components.session.previewing
        if document is None or document.path is None or previewing:
            return
        if document.modified and not document.read_only:
            self._components.projects.save()

    def _may_close(self) -> bool:
        # Once it is settled, and the dialog gone, the window is closed again.
        return self._components.projects.may_quit(
            lambda: QTimer.singleShot(0, self._window, self._window.close)
        )

    def _show_at_rest(self) -> None:
        if not self._components.session.previewing:  # a drag changes nothing before its end
            self._show()

    def _show(self) -> None:
        window, projects = self._window, self._components.projects
        document = projects.active
        savable = document is not None and document.savable
        window.commands["save"].setEnabled(document is not None and _is_worth_saving(document))
        window.commands["save_as"].setEnabled(savable)
        window.commands["embed"].setEnabled(savable)
        window.commands["embed"].setChecked(document is not None and document.embeds)
        window.tool_bar.save_button.set_dotted(document is not None and document.would_be_lost)
        window.status.show_idle("" if document is None else _state_of(document, self.kept()))
        window.setWindowTitle(_title_of(document, projects.documents.values()))

    def _layout(self) -> Mapping[str, Any]:
        import base64  # with the first save, not with the start

        _, docks = self._window.dock_layout.saved()
        return {
            "version": LAYOUT_VERSION,
            "docks": base64.b64encode(docks).decode("ascii"),
            "in_front": [dock.current for dock in self._window.view_docks.values()],
        }

    def _show_layout(self, layout: Mapping[str, Any]) -> None:
        import base64  # with the first project

        try:
            docks = base64.b64decode(layout["docks"], validate=True)
        except ValueError:
            docks = b""
        if docks and layout["version"] == LAYOUT_VERSION:
            geometry, _ = self._window.dock_layout.saved()
            self._window.dock_layout.restore(geometry, docks)
        for view in layout["in_front"]:
            if view in VIEWS:
                self._window.bring_to_front(view)


def _is_worth_saving(document: Document) -> bool:
    """Whether a project file would have something that it has not."""
    return document.savable and (document.modified or document.outdated or document.path is None)


def _title_of(document: Document | None, documents: Iterable[Document]) -> str:
    """Name the document on screen among all that are open; a star says that it can be lost."""
    if document is None:
        return TITLE
    open_ones = list(documents)
    names = distinct_names((one.name, str(one.path or one.opened.info.path)) for one in open_ones)
    name = names[open_ones.index(document)]
    star = "* " if document.would_be_lost else ""
    read_only = tr(" (read-only)") if document.read_only else ""
    return f"{star}{name}{read_only} \u2013 {TITLE}"


def _state_of(document: Document, kept: bool) -> str:
    """Say how the project on screen stands: when it was saved, what was changed since."""
    if not document.modified:
        return "" if document.path is None else tr("Saved {since:%H:%M}", since=document.since)
    number = len(document.changes)
    changes = tr("1 change") if number == 1 else tr("{number} changes", number=number)
    since = (
        tr("in no project yet")
        if document.path is None
        else tr("since {since:%H:%M}", since=document.since)
    )
    all_kept = tr("kept") if number == 1 else tr("all kept")
    kept_words = (
        tr(", {all_kept} for recovery", all_kept=all_kept) if kept and document.restorable else ""
    )
    return f"{changes} {since}{kept_words}"
