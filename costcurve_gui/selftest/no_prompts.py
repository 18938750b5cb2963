"""Prompts that nobody sees: nothing is chosen, and what they would tell is a complaint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.selftest.check import CheckFailedError

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.controllers.prompts import (
        CountsDraft,
        ImportAnswers,
        ImportDialog,
        ImportDraft,
    )


class NoPrompts:
    """Answers nothing and keeps what went wrong."""

    def __init__(self, complaints: list[str]) -> None:
        self._complaints = complaints

    def choose_data_files(self, folder: Path, on_chosen: object) -> None:
        """Choose nothing."""

    def open_import(self, draft: ImportDraft, answers: ImportAnswers) -> ImportDialog:
        """Refuse: examples are opened without a question."""
        del draft, answers
        raise CheckFailedError("an example asks what its columns are for")

    def choose_positive(self, draft: CountsDraft, on_chosen: object, on_rejected: object) -> None:
        """Choose nothing."""

    def choose_save_path(self, suggestion: Path, on_chosen: object) -> None:
        """Choose nothing."""

    def ask_to_replace(self, names: object, folder: Path, on_agreed: object) -> None:
        """Decline."""

    def show_error(self, title: str, message: str) -> None:
        """Keep it for the check at work."""
        self._complaints.append(f"{title}: {message}")
