"""What controllers may ask the user. No call blocks: every answer arrives by a callback."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.data_changes import DataChange
    from costcurve_gui.analysis.loading import CountsDraft, ImportDraft
    from costcurve_gui.dataio.formats.opening import FirstRows
    from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Proposal, Roles
    from costcurve_gui.dataio.roles.findings import Findings, Inquiry
    from costcurve_gui.dataio.source import ReadOptions, Source


class ImportDialog(Protocol):
    """The import dialog on screen, as controllers see it."""

    def show_source(self, source: Source, proposal: Proposal) -> None:
        """Show the same file, read another way."""
        ...

    def show_findings(self, findings: Findings) -> None:
        """Show what was found in the columns and rows."""
        ...

    def show_first_rows(self, found: FirstRows) -> None:
        """Show the first rows as they would be read with other options."""
        ...

    def show_reading_fault(self, message: str) -> None:
        """Say why the file cannot be read with other options."""
        ...

    def show_error(self, message: str) -> None:
        """Say why the file cannot be taken like this; the dialog stays open."""
        ...

    def close_quietly(self) -> None:
        """Go away without reporting anything."""
        ...


@dataclass(frozen=True, slots=True)
class ImportAnswers:
    """Callbacks of the import dialog."""

    accepted: Callable[[Roles | MulticlassRoles], None]
    rejected: Callable[[], None]
    options_changed: Callable[[ReadOptions], None]
    roles_changed: Callable[[Inquiry], None]
    preview_requested: Callable[[ReadOptions], None]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its ways out: keys with their words, the first of them the main one.

    `name` tells questions apart; `warns` gives it the sign of a warning. `changes` are shown where
    the user asks what changed.
    """

    name: str
    title: str
    text: str
    ways: tuple[tuple[str, str], ...]
    warns: bool = False
    changes: tuple[DataChange, ...] = ()


class Prompts(Protocol):
    """Dialogs, all of them opened and never waited for."""

    def choose_data_files(self, folder: Path, on_chosen: Callable[[Sequence[Path]], None]) -> None:
        """Ask for files to open. Not called back where the user thinks better of it."""
        ...

    def open_import(self, draft: ImportDraft, answers: ImportAnswers) -> ImportDialog:
        """Open the import dialog."""
        ...

    def choose_positive(
        self, draft: CountsDraft, on_chosen: Callable[[str], None], on_rejected: Callable[[], None]
    ) -> None:
        """Ask which class of a file of counts is positive."""
        ...

    def choose_save_path(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        """Ask where to write a file. Not called back where the user thinks better of it."""
        ...

    def choose_folder(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        """Ask for a folder to write into. Not called back where the user thinks better of it."""
        ...

    def ask_to_replace(
        self, names: Sequence[str], folder: Path, on_agreed: Callable[[], None]
    ) -> None:
        """Ask whether files may be replaced. Not called back where the user declines."""
        ...

    def choose_project_path(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        """Ask where to write a project. Not called back where the user thinks better of it."""
        ...

    def ask(self, question: Question, on_answer: Callable[[str], None]) -> None:
        """Ask a question; the answer is the key of a way out, empty where it was cancelled."""
        ...

    def show_error(self, title: str, message: str) -> None:
        """Say what went wrong."""
        ...
