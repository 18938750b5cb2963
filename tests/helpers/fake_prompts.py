"""Prompts that answer as the test says, and remember what was asked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.loading import ImportDraft
from costcurve_gui.dataio.roles.column_roles import several_classes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.loading import CountsDraft
    from costcurve_gui.controllers.prompts import ImportAnswers, Question
    from costcurve_gui.dataio.formats.opening import FirstRows
    from costcurve_gui.dataio.roles.column_roles import Proposal
    from costcurve_gui.dataio.roles.findings import Findings
    from costcurve_gui.dataio.source import Source


@dataclass
class FakeImportDialog:
    """An import dialog of which the test presses the buttons."""

    draft: ImportDraft
    answers: ImportAnswers
    findings: list[Findings] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    first_rows: list[FirstRows] = field(default_factory=list)

    def show_source(self, source: Source, proposal: Proposal) -> None:
        self.draft = ImportDraft(source, proposal)
        self.sources.append(source)

    def show_findings(self, findings: Findings) -> None:
        self.findings.append(findings)

    def show_first_rows(self, found: FirstRows) -> None:
        self.first_rows.append(found)

    def show_reading_fault(self, message: str) -> None:
        self.errors.append(message)

    def show_error(self, message: str) -> None:
        self.errors.append(message)

    def close_quietly(self) -> None:
        raise AssertionError("nobody closes the dialog but the user")

    def accept(self) -> None:
        """Settle what is unclear, like a user, and import."""
        roles = self.draft.proposal.roles
        self.answers.accepted(replace(roles, positive=roles.positive or "bad"))

    def accept_classes(self, reference: str) -> None:
        """Import all classes that have scores."""
        proposal = self.draft.proposal
        models = proposal.class_scores
        self.answers.accepted(several_classes(proposal.roles, models, reference))


@dataclass
class FakePrompts:
    """Chooses `files`, `save_path` and `positive` where asked; dialogs wait in `imports`.

    `agrees` where it is asked to replace files.
    """

    files: tuple[Path, ...] = ()
    save_path: Path | None = None
    imports: list[FakeImportDialog] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)
    suggested: list[Path] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)
    positive: str = ""
    asked_classes: list[tuple[str, ...]] = field(default_factory=list)
    asked_to_replace: list[tuple[str, ...]] = field(default_factory=list)
    agrees: bool = False
    questions: list[Question] = field(default_factory=list)
    # By the name of the question; a file with known columns is read as if they were not.
    answers: dict[str, str] = field(default_factory=lambda: {"same_columns": "fresh"})

    def choose_data_files(self, folder: Path, on_chosen: Callable[[Sequence[Path]], None]) -> None:
        self.folders.append(folder)
        if self.files:
            on_chosen(self.files)

    def choose_save_path(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        self.suggested.append(suggestion)
        if self.save_path is not None:
            on_chosen(self.save_path)

    def choose_folder(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        self.suggested.append(suggestion)
        if self.save_path is not None:
            on_chosen(self.save_path)

    def open_import(self, draft: ImportDraft, answers: ImportAnswers) -> FakeImportDialog:
        dialog = FakeImportDialog(draft, answers)
        self.imports.append(dialog)
        return dialog

    def choose_positive(
        self, draft: CountsDraft, on_chosen: Callable[[str], None], on_rejected: Callable[[], None]
    ) -> None:
        self.asked_classes.append(draft.classes)
        if self.positive:
            on_chosen(self.positive)
        else:
            on_rejected()

    def ask_to_replace(
        self, names: Sequence[str], folder: Path, on_agreed: Callable[[], None]
    ) -> None:
        self.asked_to_replace.append(tuple(str(folder / name) for name in names))
        if self.agrees:
            on_agreed()

    def choose_project_path(self, suggestion: Path, on_chosen: Callable[[Path], None]) -> None:
        self.choose_save_path(suggestion, on_chosen)

    def ask(self, question: Question, on_answer: Callable[[str], None]) -> None:
        self.questions.append(question)
        answer = self.answers.get(question.name)
        if answer is not None:
            on_answer(answer)

    def show_error(self, title: str, message: str) -> None:
        self.errors.append((title, message))
