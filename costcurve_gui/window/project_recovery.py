"""Keeps the journal of what is open, and offers what an earlier process left."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from costcurve_gui.controllers.project_questions import discarded_changes
from costcurve_gui.startup.logs import state_folder
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.session.documents import Document
    from costcurve_gui.session.journal import Journal, LeftJournal
    from costcurve_gui.window.components import Components
    from costcurve_gui.window.crash_recovery import Recovery

_IN_STATUS_BAR = tr("CostCurve closed unexpectedly. The start page has the unsaved changes.")


def journal_folder() -> Path:
    """Return the folder of the journals of all processes."""
    return state_folder() / "journals"


class ProjectRecovery:
    """Writes every change to the journal; shows on the start page what can be restored."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._journal: Journal | None = None
        self._left: list[LeftJournal] = []
        self._set_aside: list[LeftJournal] = []  # until the project is saved again
        self._written: dict[str, tuple[object, ...]] = {}
        components.projects.changed.connect(self._keep)
        components.projects.saved.connect(self._forget_older)

    def offer(self, crashes: Recovery | None = None) -> None:
        """Show what was left; what `crashes` says of the same files goes."""
        if not journal_folder().is_dir():
            return
        from costcurve_gui.session.journal import left_journals

        self._left = left_journals(journal_folder())
        self._show()
        if not self._left:
            return
        if crashes is not None:
            crashes.leave_to_journals({_data_of(one) for one in self._left})
        if not self._components.window.dock_layout.page_shown:
            self._components.window.status.notify(_IN_STATUS_BAR)

    def close(self, *, keep: bool) -> None:
        """End with the process; `keep` what would be lost for the next start."""
        if self._journal is not None:
            self._journal.close(keep=keep)
        for left in (*self._left, *self._set_aside):
            left.release()
        self._left, self._set_aside = [], []

    @property
    def keeps(self) -> bool:
        """Whether changes are kept: there is room for a journal."""
        return self._journal is None or not self._journal.failed

    def flush(self) -> None:
        """Wait until the journal is on the disk."""
        if self._journal is not None:
            self._journal.flush()

    def _keep(self) -> None:
        documents = self._components.projects.documents
        for dataset_id, document in documents.items():
            state = _state_of(document)
            if self._written.get(dataset_id) != state:
                self._written[dataset_id] = state
                self._record(dataset_id, document)
        for dataset_id in self._written.keys() - documents.keys():
            del self._written[dataset_id]
            if self._journal is not None:
                self._journal.forget(dataset_id)

    def _record(self, dataset_id: str, document: Document) -> None:
        if not document.modified or not document.restorable:
            if self._journal is not None:
                self._journal.forget(dataset_id)
            return
        from costcurve_gui.session.journal import Journal, Record

        if self._journal is None:
            self._journal = Journal(journal_folder())
        project, folder = self._components.projects.unsaved(document)
        labels = tuple(change.label for change in document.changes)
        at = document.changes[-1].at
        self._journal.record(
            dataset_id, Record(document.name, document.path, folder, project, labels, at)
        )

    def _show(self) -> None:
        from costcurve_gui.views.widgets.recovery_card import RecoveryNote

        notes = [
            RecoveryNote(
                one.record.name, one.record.labels, one.record.at, one.record.path is not None
            )
            for one in self._left
        ]
        cards = self._components.window.start_page.show_recovery(notes)
        for card, left in zip(cards, self._left, strict=True):
            card.restored.connect(partial(self._restore, left))
            card.reopened.connect(partial(self._reopen, left))
            card.discarded.connect(partial(self._ask_to_discard, left))

    def _restore(self, left: LeftJournal) -> None:
        record = left.record

        def taken(document: Document) -> None:
            self._components.projects.restore(document, record.labels, record.at)
            self.flush()  # the changes are in the journal of this process now
            self._drop(left)
            left.remove()

        path = record.path or record.folder / f"{Path(record.name).stem}.ccproj"
        self._components.projects.open(
            path, project=record.project, saved=record.path is not None, on_taken=taken
        )

    def _reopen(self, left: LeftJournal) -> None:
        """Open what was saved; the journal stays until that is saved again."""
        self._drop(left)
        self._set_aside.append(left)
        if left.record.path is not None:
            self._components.projects.open(left.record.path)

    def _forget_older(self, path: Path) -> None:
        """Remove what was set aside of a project that was saved now."""
        older = [one for one in self._set_aside if one.record.path == path]
        self._set_aside = [one for one in self._set_aside if one not in older]
        for left in older:
            left.remove()

    def _ask_to_discard(self, left: LeftJournal) -> None:
        question = discarded_changes(left.record.name, len(left.record.labels))

        def take(answer: str) -> None:
            if answer == "yes":
                self._drop(left)
                left.remove()

        self._components.prompts.ask(question, take)

    def _drop(self, left: LeftJournal) -> None:
        self._left = [one for one in self._left if one is not left]
        # One of the buttons of the card may be at work.
        QTimer.singleShot(0, self._components.window, self._show)


def _state_of(document: Document) -> tuple[object, ...]:
    """Return what tells one state of a document from another."""
    return len(document.changes), document.current, document.path, document.embeds


def _data_of(left: LeftJournal) -> str:
    path = left.record.project.data.path
    return "" if path is None else str((left.record.folder / path).resolve())
