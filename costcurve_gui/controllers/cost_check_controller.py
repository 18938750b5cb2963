"""Starts the jobs that look into the costs of errors, and hands on what they find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from costcurve_gui.analysis.settings import as_chosen
from costcurve_gui.controllers.error_messages import payoff_text, text_of
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.cost_checks import CostPart
    from costcurve_gui.analysis.curves import CurveSource
    from costcurve_gui.controllers.payoff_controller import PayoffController
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import DatasetStore, Results
    from costcurve_gui.session.session import Session

ROWS, WAYS, COMPARE = "refused rows", "divisions", "cost stability"


class CostCheckController(QObject):
    """Emits `rows_found(RefusedRows)`, `divisions_found(tuple of Division)`.

    Also `compared(CostComparison)`, or `comparison_failed(str)` with the reason.
    """

    rows_found = Signal(object)
    divisions_found = Signal(object)
    compared = Signal(object)
    comparison_failed = Signal(str)

    def __init__(
        self,
        session: Session,
        results: Results,
        store: DatasetStore[CurveSource],
        runner: JobRunner,
        payoffs: PayoffController,
        report_error: Callable[[Exception], None],
    ) -> None:
        super().__init__()
        self._session = session
        self._results = results
        self._store = store
        self._runner = runner
        self._payoffs = payoffs
        self._report_error = report_error

    def list_refused_rows(self) -> None:
        """Look for the rows that violate the matrix that was refused last."""
        info, payoff = self._session.state.dataset, self._payoffs.refused
        if info is None or payoff is None:
            return
        cases = self._store.get(info.id, info.reading).cases(info)
        if cases is None:
            return  # counts have no rows to list
        from costcurve_gui.analysis.cost_checks import refused_rows

        self._runner.start(
            JobKey(ROWS, info.id),
            tr("Listing the rows"),
            refused_rows,
            info,
            cases.dataset,
            payoff,
            on_result=self.rows_found.emit,
            on_error=self._report_error,
        )

    def find_divisions(self) -> None:
        """Look for ways to part the cases of the file on screen into samples."""
        from costcurve_gui.analysis.cost_checks import divisions

        state = self._session.state
        if state.dataset is None or state.dataset.kind is not TableKind.SCORES:
            return
        infos = [as_chosen(info, state.settings[info.id]) for info in state.datasets]
        found = [(info, self._store.get(info.id, info.reading).cases(info)) for info in infos]
        self._runner.start(
            JobKey(WAYS, state.dataset.id),
            tr("Looking for splits"),
            divisions,
            state.dataset,
            [(info, cases.dataset) for info, cases in found if cases is not None],
            on_result=self.divisions_found.emit,
            on_error=self._report_error,
        )

    def compare(self, first: CostPart, second: CostPart) -> None:
        """Compare what errors cost in two samples under the matrix in force."""
        from costcurve_gui.analysis.cost_checks import compare

        snapshot = self._results.snapshot
        if snapshot is None:
            return
        self._runner.start(
            JobKey(COMPARE, "costs"),
            tr("Comparing costs"),
            compare,
            (first, self._dataset(first)),
            (second, self._dataset(second)),
            snapshot.settings.payoff,
            snapshot.miss_factor,
            on_result=self.compared.emit,
            on_error=self._complain,
        )

    def _dataset(self, part: CostPart) -> Dataset:
        """Return the cases that a part was found in."""
        state = self._session.state
        info = next(info for info in state.datasets if info.id == part.dataset_id)
        positive = as_chosen(info, state.settings[info.id])
        cases = self._store.get(info.id, positive.reading).cases(positive)
        if cases is None:
            raise LookupError(f"{info.name} has no cases")
        return cases.dataset

    def _complain(self, error: Exception) -> None:
        info, payoff = self._session.state.dataset, self._session.state.current.payoff
        text = text_of(error) if info is None else payoff_text(error, info, payoff)
        self.comparison_failed.emit(text)
