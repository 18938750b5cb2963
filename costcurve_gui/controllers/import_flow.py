"""One import dialog from the first look to the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.loading import CountsDraft, draft_import, find_in, first_rows_of
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.controllers.prompts import ImportAnswers
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.loading import ImportDraft, Origin
    from costcurve_gui.controllers.prompts import ImportDialog, Prompts
    from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
    from costcurve_gui.dataio.roles.findings import Inquiry
    from costcurve_gui.dataio.source import ReadOptions, Source
    from costcurve_gui.jobs.job_runner import JobRunner

LOOK_AGAIN = "look into file again"
FINDINGS = "find what columns hold"
PREVIEW = "preview first rows"


class ImportFlow:
    """Opens the dialog, looks again with other options, and hands the answer on."""

    def __init__(
        self,
        origin: Origin,
        draft: ImportDraft,
        prompts: Prompts,
        runner: JobRunner,
        on_accepted: Callable[[Source, Roles | MulticlassRoles], None],
        on_rejected: Callable[[], None],
        on_counts: Callable[[CountsDraft], None],
    ) -> None:
        self._draft = draft
        self._prompts = prompts
        self._runner = runner
        self._on_accepted = on_accepted
        self._on_rejected = on_rejected
        self._on_counts = on_counts
        self._origin = origin

    def begin(self) -> None:
        """Open the dialog."""
        answers = ImportAnswers(
            self._accept, self._reject, self._look_again, self._find, self._preview
        )
        self._dialog: ImportDialog = self._prompts.open_import(self._draft, answers)
        self._find()

    def _preview(self, options: ReadOptions) -> None:
        """Show the first rows as they would be read with other options."""
        self._runner.start(
            JobKey(PREVIEW, self._origin.name),
            tr("Reading the first rows of {name}", name=self._origin.name),
            first_rows_of,
            self._origin,
            self._draft.source.options,
            options,
            on_result=self._dialog.show_first_rows,
            on_error=lambda error: self._dialog.show_reading_fault(text_of(error)),
        )

    def _look_again(self, options: ReadOptions) -> None:
        self._runner.start(
            JobKey(LOOK_AGAIN, self._origin.name),
            tr("Looking into {name}", name=self._origin.name),
            draft_import,
            self._origin,
            options,
            on_result=self._show_again,
            on_error=lambda error: self._dialog.show_error(text_of(error)),
        )

    def _show_again(self, draft: ImportDraft | CountsDraft) -> None:
        if isinstance(draft, CountsDraft):
            self._end()
            self._dialog.close_quietly()
            self._on_counts(draft)
            return
        self._draft = draft
        self._dialog.show_source(draft.source, draft.proposal)
        self._find()

    def _find(self, inquiry: Inquiry | None = None) -> None:
        """Look into every score column; the dialog is of use meanwhile."""
        self._runner.start(
            JobKey(FINDINGS, self._origin.name),
            tr("Checking {name}", name=self._origin.name),
            find_in,
            self._draft,
            inquiry,
            on_result=self._dialog.show_findings,
            on_error=lambda error: self._dialog.show_error(text_of(error)),
        )

    def _accept(self, roles: Roles | MulticlassRoles) -> None:
        self._end()
        self._on_accepted(self._draft.source, roles)

    def _reject(self) -> None:
        self._end()
        self._on_rejected()

    def _end(self) -> None:
        for kind in (LOOK_AGAIN, FINDINGS, PREVIEW):
            self._runner.cancel(JobKey(kind, self._origin.name))
