"""Validates the decision on screen in a job, and keeps it with the choices of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.decision_validation import DecisionInput, DecisionValidation
    from costcurve_gui.analysis.validated_decision import Holdout
    from costcurve_gui.controllers.project_controller import ProjectController
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import Results
    from costcurve_gui.session.session import Session

VALIDATE, SPLITS = JobKey("validate", "decision"), JobKey("validate", "splits")
STEP = tr("validate the decision")
MOST_VALUES = 12
"""A column with more of them does not part cases."""


class ValidationController(QObject):
    """Emits `validated(DecisionValidation)` or `failed(str)`; `splits_found(SplitFigures, ...)`."""

    validated = Signal(object)
    failed = Signal(str)
    splits_found = Signal(object)

    def __init__(
        self,
        session: Session,
        results: Results,
        runner: JobRunner,
        projects: ProjectController,
    ) -> None:
        super().__init__()
        self._session = session
        self._results = results
        self._runner = runner
        self._projects = projects

    def given(self) -> DecisionInput | None:
        """Return the decision on screen and its cases; None of a file of counts."""
        from costcurve_gui.analysis.decision_validation import DecisionInput

        snapshot = self._results.snapshot
        cases = None if snapshot is None else snapshot.curve_set.cases
        if snapshot is None or cases is None or not snapshot.models:
            return None
        read = self._projects.documents[snapshot.curve_set.dataset.id].file.read
        return DecisionInput(snapshot, cases.dataset, read)

    def columns(self) -> Mapping[str, tuple[str, ...]]:
        """Return the columns of the file that part its cases in a few, and their values."""
        found = self.given()
        if found is None or found.read is None:
            return {}
        source = found.read.source
        used = {*found.dataset.scores, getattr(found.read.chosen, "label", None)}
        return {
            column.name: tuple(sorted(column.counts))
            for column in source.columns
            if column.name not in used
            and 1 < len(column.counts) <= MOST_VALUES
            and column.distinct <= MOST_VALUES
        }

    def validate(self, holdout: Holdout) -> None:
        """Choose on some cases, judge on the others."""
        from costcurve_gui.analysis.decision_validation import validate_decision

        given = self.given()
        if given is None:
            self.failed.emit(tr("The file has counts, and no cases that could be held out."))
            return
        self._runner.start(
            VALIDATE,
            tr("Validating the decision"),
            validate_decision,
            *(given, holdout),
            on_result=self._take,
            on_error=lambda error: self.failed.emit(text_of(error)),
        )

    def try_splits(self, share: float) -> None:
        """Validate by several seeds."""
        from costcurve_gui.analysis.decision_validation import validate_by_splits

        given = self.given()
        if given is not None:
            self._runner.start(
                SPLITS,
                tr("Validating by 20 splits"),
                validate_by_splits,
                *(given, share),
                on_result=self.splits_found.emit,
                on_error=lambda error: self.failed.emit(text_of(error)),
            )

    def give_up(self) -> None:
        """Cancel what is under way: nobody waits for it any more."""
        self._runner.cancel(VALIDATE)
        self._runner.cancel(SPLITS)

    def _take(self, found: DecisionValidation) -> None:
        """Keep it with the choices of the file, unless another file is on screen by now."""
        active = self._session.state.active
        if active == found.given.snapshot.curve_set.dataset.id:
            self._session.apply(STEP, walk=True, validation=found.mark)
            self.validated.emit(found)
