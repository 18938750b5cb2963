"""Opens, saves and closes projects, and asks where something would be lost."""

from __future__ import annotations

import os
import stat
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from costcurve_gui.controllers import project_questions as questions
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.session.documents import Change, Document
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.analysis.loading import Loaded
    from costcurve_gui.analysis.projects import OpenedProject
    from costcurve_gui.controllers.dataset_controller import DatasetController
    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.dataio.project_file import Project
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.preferences import Preferences
    from costcurve_gui.session.session import Session

OPEN, SAVE = "open project", "save project"


def _no_layout() -> Mapping[str, Any] | None:
    return None


def _ignore(_: object) -> None:
    """Leave the window as it is."""


class ProjectController(QObject):
    """Keeps a document for every open file.

    Emits `changed` whenever one is other than before, `saved` when one was written, and `closed`
    when its file is closed.

    `layout` says where the docks stand, `show_layout` puts them there, `notify` tells something in
    passing: the window sets them.
    """

    changed = Signal()
    closed = Signal(object)  # Document
    saved = Signal(object)  # Path

    def __init__(
        self,
        session: Session,
        datasets: DatasetController,
        runner: JobRunner,
        prompts: Prompts,
        settings: Preferences,
    ) -> None:
        super().__init__()
        self._session = session
        self._datasets = datasets
        self._runner = runner
        self._prompts = prompts
        self._settings = settings
        self._steps = 0
        self._opening: OpenedProject | None = None
        self._abandoned: set[str] = set()  # whose changes the user gave up while quitting
        self.documents: dict[str, Document] = {}
        self.layout: Callable[[], Mapping[str, Any] | None] = _no_layout
        self.show_layout: Callable[[Mapping[str, Any]], None] = _ignore
        self.notify: Callable[[str], None] = _ignore
        datasets.on_project = self.open
        datasets.on_opened = self._take
        session.history_changed.connect(self._note_step)
        session.datasets_changed.connect(self._forget_closed)
        session.active_changed.connect(self.changed)

    @property
    def active(self) -> Document | None:
        """The document of the file on screen."""
        return self.documents.get(self._session.state.active or "")

    def open(
        self,
        path: Path,
        data: Path | None = None,
        *,
        use_copy: bool = False,
        project: Project | None = None,
        saved: bool = False,
        on_taken: Callable[[Document], None] = _ignore,
    ) -> None:
        """Open a project; `data` and `use_copy` say where its data are, where that was asked.

        `project` is what to open in place of the file's contents: those of a journal; `saved` is
        whether there was a project at that path.
        """
        path = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links
        if project is None and self._activate(path):
            return
        from costcurve_gui.analysis.projects import open_project, open_unsaved

        fn = open_project if project is None else partial(open_unsaved, project, saved)
        self._runner.start(
            JobKey(OPEN, str(path)),
            tr("Opening {name}", name=path.name),
            partial(fn, use_copy=use_copy),
            path,
            self._datasets.new_id(),
            data,
            on_result=partial(self._opened, on_taken),
            on_error=lambda error: self._not_opened(path, project, saved, on_taken, error),
        )

    def save(self, then: Callable[[], None] | None = None) -> None:
        """Write the project of the file on screen; ask where, unless that is known."""
        document = self.active
        if document is not None:
            self._save(document, then)

    def save_as(self, then: Callable[[], None] | None = None) -> None:
        """Ask where to write the project of the file on screen."""
        document = self.active
        if document is not None:
            self._save_as(document, then)

    def embed(self, embeds: bool) -> None:
        """Choose whether the project on screen has a copy of its data."""
        if self.active is not None:
            self.active.embed(embeds, _now())
            self.changed.emit()

    def unsaved(self, document: Document) -> tuple[Project, Path]:
        """Return what would be saved now, and the folder from which its data are looked for."""
        from costcurve_gui.analysis.projects import make_project
        from costcurve_gui.dataio.project_file import without_data

        data = document.file.info.path
        folder = Path(data).absolute().parent if document.path is None else document.path.parent
        given = document.file, document.current, folder
        project = make_project(*given, before=document.reference, hashed=False)
        return without_data(project), folder

    def restore(self, document: Document, labels: Sequence[str], at: datetime) -> None:
        """Count the changes of a journal as those since the last save."""
        settings = self._session.state.current
        document.changes = [Change(label, settings, at) for label in labels]
        self.changed.emit()

    def close_active(self) -> None:
        """Close the file on screen; ask where something would be lost."""
        active = self._session.state.active
        if active is not None:
            self.close(active)

    def close(self, dataset_id: str) -> None:
        """Close a file; ask where something would be lost."""
        document, close = self.documents.get(dataset_id), partial(self._datasets.close, dataset_id)
        if document is None or not document.would_be_lost:
            close()
        else:
            self._ask_to_save(document, "close", close)

    def may_quit(self, on_settled: Callable[[], None]) -> bool:
        """Return whether nothing would be lost; else ask, and call back once that is settled."""
        doomed = [
            (dataset_id, document)
            for dataset_id, document in self.documents.items()
            if document.would_be_lost and dataset_id not in self._abandoned
        ]
        if not doomed:
            return True
        dataset_id, document = doomed[0]

        def go_on() -> None:
            self._abandoned.add(dataset_id)
            on_settled()

        self._ask_to_save(document, "quit", go_on, self._abandoned.clear)
        return False

    def _activate(self, path: Path) -> bool:
        for dataset_id, document in self.documents.items():
            if document.path == path:
                self._session.activate(dataset_id)
                return True
        return False

    def _opened(self, on_taken: Callable[[Document], None], opened: OpenedProject) -> None:
        take = partial(self._take_project, on_taken, opened)
        if not opened.changes:
            take()
            return
        question = questions.changed_data(opened)
        again = partial(
            self.open,
            opened.path,
            use_copy=True,
            project=opened.project if opened.restored else None,
            saved=opened.saved is not None,
            on_taken=on_taken,
        )
        self._prompts.ask(question, lambda answer: _carry_out(answer, read=take, copy=again))

    def _take_project(self, on_taken: Callable[[Document], None], opened: OpenedProject) -> None:
        self._opening = opened
        self._datasets.take_over(opened.loaded)
        document = self.documents[opened.loaded.info.id]
        if document.path is not None:
            self._settings.remember_file(str(opened.path), opened.project.data.name)
        if opened.project.layout is not None:
            self.show_layout(opened.project.layout)
        said = list(opened.notes)
        if document.read_only:
            said.insert(
                0, tr("{name} is read-only: Save asks for another place.", name=opened.path.name)
            )
        if said:
            self.notify(" ".join(said))
        on_taken(document)

    def _not_opened(
        self,
        path: Path,
        project: Project | None,
        saved: bool,
        on_taken: Callable[[Document], None],
        error: Exception,
    ) -> None:
        from costcurve_gui.analysis.project_data import DataMissingError

        if not isinstance(error, DataMissingError):
            self._prompts.show_error(tr("The project was not opened"), text_of(error))
            return

        def take(paths: Sequence[Path]) -> None:
            self.open(path, paths[0], project=project, saved=saved, on_taken=on_taken)

        find = partial(self._prompts.choose_data_files, path.parent, take)
        question = questions.missing_data(error.file, text_of(error))
        self._prompts.ask(question, lambda answer: _carry_out(answer, find=find))

    def _take(self, loaded: Loaded) -> None:
        """Make the document of a file that is about to be shown."""
        opened, self._opening = self._opening, None
        document = Document(loaded.file, loaded.settings, _now())
        if opened is not None and opened.restored:
            document.saved = opened.saved or type(loaded.settings)()
        if opened is not None and (opened.saved is not None or not opened.restored):
            document.path, document.reference = opened.path, opened.project.data
            document.embeds = document.saved_embeds = opened.project.data.embedded is not None
            document.seal, document.read_only = _seal(opened.path), _is_read_only(opened.path)
            document.outdated = opened.outdated
        self.documents[loaded.info.id] = document

    def _note_step(self) -> None:
        self._abandoned.clear()
        session = self._session
        label = session.undo_label or "undo"
        prolongs, self._steps = session.steps == self._steps, session.steps
        for dataset_id, document in self.documents.items():
            settings = session.state.settings.get(dataset_id)
            if settings is not None:
                document.note(settings, label, prolongs=prolongs, at=_now())
        self.changed.emit()

    def _forget_closed(self, _infos: object) -> None:
        open_ids = self._session.state.settings.keys()
        for dataset_id in self.documents.keys() - open_ids:
            self.closed.emit(self.documents.pop(dataset_id))
        self.changed.emit()

    def _ask_to_save(
        self,
        document: Document,
        verb: str,
        go_on: Callable[[], None],
        stay: Callable[[], object] = lambda: None,
    ) -> None:
        question = questions.unsaved_changes(document, verb)
        save = partial(self._save, document, go_on)
        self._prompts.ask(
            question,
            lambda answer: _carry_out(answer or "stay", save=save, discard=go_on, stay=stay),
        )

    def _save(self, document: Document, then: Callable[[], None] | None) -> None:
        path = document.path
        if path is None or document.read_only:
            self._save_as(document, then)
            return
        if _seal(path) in (document.seal, ""):
            self._write(document, path, then)
            return
        question = questions.changed_project(path.name)
        write = partial(self._write, document, path, then)
        other = partial(self._save_as, document, then)
        self._prompts.ask(question, lambda answer: _carry_out(answer, replace=write, other=other))

    def _save_as(self, document: Document, then: Callable[[], None] | None) -> None:
        if not document.savable:
            self._prompts.show_error(
                tr("This file cannot be saved as a project"),
                tr(
                    "{name} was joined from several files; a project holds one.", name=document.name
                ),
            )
            return
        folder = self._settings.data_folder if document.path is None else document.path.parent
        suggestion = folder / f"{Path(document.name).stem}.ccproj"
        self._prompts.choose_project_path(
            suggestion, lambda path: self._write(document, path, then)
        )

    def _write(self, document: Document, path: Path, then: Callable[[], None] | None) -> None:
        from costcurve_gui.analysis.projects import save_project

        settings, at = document.current, _now()

        def done(project: Project) -> None:
            document.reference = project.data
            document.take_saved(path, settings, _seal(path), at)
            self._settings.remember_file(str(path), project.data.name)
            self.notify(tr("Saved {at:%H:%M}", at=at))
            self.saved.emit(path)
            self.changed.emit()
            if then is not None:
                then()

        self._runner.start(
            JobKey(SAVE, str(path)),
            tr("Saving {name}", name=path.name),
            partial(save_project, embed=document.embeds, before=document.reference),
            path,
            document.file,
            settings,
            self.layout(),
            on_result=done,
            on_error=lambda error: self._prompts.show_error(
                tr("The project was not saved"), text_of(error)
            ),
        )


def _carry_out(answer: str, **ways: Callable[[], object]) -> None:
    if answer in ways:
        ways[answer]()


def _now() -> datetime:
    return datetime.now().astimezone()


def _seal(path: Path) -> str:
    """Return the hash of a project file; empty where it cannot be read."""
    from hashlib import sha256  # loads OpenSSL

    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _is_read_only(path: Path) -> bool:
    """Whether a project cannot be written: it, or the folder in which its successor is made."""
    try:
        writable = path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    except OSError:
        return False
    return not writable or not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK)
