"""Takes payoffs as they are typed; only a matrix that can be computed enters the state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from costcurve_gui.analysis.payoffs import CELLS, PayoffCellError, compile_cell
from costcurve_gui.analysis.presets import is_number, preset_payoff
from costcurve_gui.controllers.error_messages import cell_error
from costcurve_gui.dataio.expressions.expression import ExpressionError
from costcurve_gui.dataio.expressions.rewriting import missed_cell
from costcurve_gui.engine.errors import NegativeErrorCostError, NonFinitePayoffError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.controllers.analysis_controller import AnalysisController
    from costcurve_gui.session.results import Results
    from costcurve_gui.session.session import Session


@dataclass(frozen=True, slots=True)
class _Draft:
    """A text that stands in a cell but is not in force, and the text that is."""

    dataset_id: str
    text: str
    in_force: str


class PayoffController(QObject):
    """Tries what was typed before it enters the state.

    Emits `fault_found(CellError)` where a cell cannot be taken; the state then stays as it was,
    so everything keeps showing the last good matrix. A cell that waits for another one (a gain
    for a hit that is below the gain for a miss until the miss is typed too) is tried again with
    the next cell.
    """

    fault_found = Signal(object)

    def __init__(self, session: Session, results: Results, analysis: AnalysisController) -> None:
        super().__init__()
        self._session = session
        self._results = results
        self._analysis = analysis
        self._drafts: dict[str, _Draft] = {}
        self.refused: PayoffSpec | None = None  # the last matrix that rows stood against

    def edit_cell(self, cell: str, text: str) -> None:
        """Take a number or an expression typed into a cell."""
        info = self._session.state.dataset
        if info is None:
            return
        payoff = self._session.state.current.payoff
        waiting = self._waiting(info, payoff)
        self._drafts[cell] = _Draft(info.id, text, getattr(payoff, cell))
        try:
            compile_cell(text, info.numeric_columns, payoff.parameter_names)
        except ExpressionError as error:
            self._report(cell, error, info)
            return
        together = {**waiting, cell: text}
        attempts = [together] if together.keys() == {cell} else [together, {cell: text}]
        self._try(cell, attempts, info)

    def use_cells(self, cells: Mapping[str, str]) -> None:
        """Take what was proposed for cells, all of it or nothing; one step."""
        info = self._session.state.dataset
        if info is None or not cells:
            return
        payoff = self._session.state.current.payoff
        for cell, text in cells.items():
            self._drafts[cell] = _Draft(info.id, text, getattr(payoff, cell))
        self._try(next(iter(cells)), [dict(cells)], info)

    def choose_preset(self, key: str) -> None:
        """Start from a named matrix."""
        info = self._session.state.dataset
        if info is None:
            return
        self._drafts.clear()
        unit = self._session.state.current.payoff.unit
        payoff = preset_payoff(key, info.numeric_columns, unit=unit)
        self._analysis.try_payoff(
            payoff,
            on_ready=lambda: self._session.apply(tr("choose payoffs"), payoff=payoff),
            on_error=lambda error: self._refuse(_suspect(error, payoff), error, info, payoff),
        )

    def write_factor(self) -> None:
        """Rewrite the cell of a miss so that the cells give the cost ratio wanted; one step."""
        info, snapshot = self._session.state.dataset, self._results.snapshot
        if info is None or snapshot is None or snapshot.miss_factor == 1:
            return
        self._drafts.clear()
        payoff, condition = snapshot.settings.payoff, snapshot.settings.condition
        names = (*info.numeric_columns, *payoff.parameter_names)
        cell = missed_cell(payoff.tp, payoff.fn, snapshot.miss_factor, names)
        written = _with_cells(payoff, {"fn": cell})
        self._analysis.try_payoff(
            written,
            on_ready=lambda: self._session.apply(
                tr("write the factor into the cells"),
                payoff=written,
                condition=replace(condition, cost_ratio=None),
            ),
            on_error=lambda error: self._refuse("fn", error, info, written),
        )

    def show_as_costs(self, as_costs: bool) -> None:
        """Turn the sign of what is shown and typed; the matrix stays the same."""
        label = tr("show costs") if as_costs else tr("show gains")
        self._apply_words(label, typed_as_costs=as_costs)

    def rename_action(self, field: str, word: str) -> None:
        """Take the user's own word for a decision, a case or the unit of money."""
        self._apply_words(tr("change the words"), **{field: word})

    def _apply_words(self, label: str, **changes: object) -> None:
        payoff = self._session.state.current.payoff
        self._session.apply(label, payoff=replace(payoff, **changes))  # type: ignore[arg-type]

    def _waiting(self, info: DatasetInfo, payoff: PayoffSpec) -> dict[str, str]:
        """Return the other cells that were refused only for what they cost together."""
        self._drafts = {
            cell: draft
            for cell, draft in self._drafts.items()
            if draft.dataset_id == info.id and draft.in_force == getattr(payoff, cell)
        }
        return {
            cell: draft.text
            for cell, draft in self._drafts.items()
            if _compiles(draft.text, info.numeric_columns, payoff.parameter_names)
        }

    def _try(self, cell: str, attempts: list[dict[str, str]], info: DatasetInfo) -> None:
        cells, *later = attempts
        payoff = _with_cells(self._session.state.current.payoff, cells)

        def take() -> None:
            for name in cells:
                self._drafts.pop(name, None)
            present = self._session.state.current.payoff
            self._session.apply(tr("change payoff"), payoff=_with_cells(present, cells))

        def refuse(error: Exception) -> None:
            if later:
                self._try(cell, later, info)
            else:
                self._refuse(cell, error, info, payoff)

        self._analysis.try_payoff(payoff, on_ready=take, on_error=refuse)

    def _refuse(self, cell: str, error: Exception, info: DatasetInfo, tried: PayoffSpec) -> None:
        self.refused = tried
        self._report(cell, error, info)

    def _report(self, cell: str, error: Exception, info: DatasetInfo) -> None:
        payoff = self._session.state.current.payoff
        self.fault_found.emit(cell_error(cell, error, info, payoff))


def _with_cells(payoff: PayoffSpec, cells: Mapping[str, str]) -> PayoffSpec:
    """Return the matrix with other cells; it then follows no preset any more."""
    changed = payoff.with_cells(cells)
    return changed if changed == payoff else replace(changed, preset="")


def _compiles(text: str, columns: tuple[str, ...], parameters: tuple[str, ...]) -> bool:
    try:
        compile_cell(text, columns, parameters)
    except ExpressionError:
        return False
    return True


def _suspect(error: Exception, payoff: PayoffSpec) -> str:
    """Return the cell to mark where a whole matrix was refused: one that follows a column."""
    if isinstance(error, PayoffCellError | NegativeErrorCostError | NonFinitePayoffError):
        return error.cell
    return next((cell for cell in CELLS if not is_number(getattr(payoff, cell))), "fn")
