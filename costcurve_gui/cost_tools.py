"""Dialogs on what errors cost: rows at fault, two matrices, two samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDialog

    from costcurve_gui.models.cost_checks import CostComparison, Division, RefusedRows
    from costcurve_gui.program import Program


class CostTools:
    """Opens the dialogs and connects each with the controllers that it needs."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._window = program.window

    def connect(self) -> None:
        """Follow what the window asks for and what the jobs find."""
        checks, panel = self._program.cost_checks, self._window.payoff_panel
        panel.comparison_requested.connect(self.open_baseline)
        self._window.cost_stability_requested.connect(checks.find_divisions)
        checks.rows_found.connect(self.open_refused_rows)
        checks.divisions_found.connect(self.open_stability)

    def open_refused_rows(self, found: RefusedRows) -> None:
        """Open the table of the rows that stand against a matrix."""
        from costcurve_gui.views.dialogs.refused_rows_dialog import RefusedRowsDialog

        dialog = RefusedRowsDialog(found, self._window)
        dialog.export_requested.connect(self._program.exports.save_table)
        _open(dialog)

    def open_baseline(self) -> None:
        """Open the matrix in force beside the one relative to doing nothing."""
        from costcurve_gui.views.dialogs.baseline_dialog import BaselineDialog

        frame = self._program.results.frame
        if frame is not None:
            _open(BaselineDialog(frame, self._window))

    def open_stability(self, divisions: tuple[Division, ...]) -> None:
        """Open the comparison of two samples."""
        from costcurve_gui.views.dialogs.stability_dialog import StabilityDialog

        checks = self._program.cost_checks
        dialog = StabilityDialog(divisions, self._window)
        dialog.compare_requested.connect(checks.compare)
        dialog.export_requested.connect(self._program.exports.save_table)

        def show(found: CostComparison) -> None:
            dialog.show_comparison(found)

        checks.compared.connect(show)
        checks.comparison_failed.connect(dialog.show_fault)
        dialog.finished.connect(lambda _: checks.compared.disconnect(show))
        dialog.start()
        _open(dialog)


def _open(dialog: QDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
