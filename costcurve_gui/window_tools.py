"""Dialogs that belong to the window alone: help, commands, export, the clipboard."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from costcurve_gui.controllers.mixing_controller import MixingController
    from costcurve_gui.models.derived import Derivation
    from costcurve_gui.program import Program
    from costcurve_gui.views.dialogs.help_viewer import HelpViewer


class WindowTools:
    """Opens the dialogs, each when it is first wanted."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._window = program.window
        self._help: HelpViewer | None = None
        self._mixing: MixingController | None = None

    def open_help(self, page: str) -> None:
        """Open the help at a page; the contents where none is named."""
        from costcurve_gui.views.dialogs.help_viewer import HelpViewer

        if self._help is None:
            self._help = HelpViewer(self._window)
        self._help.show_page(page or "index")

    def copy_decisions(self) -> None:
        """Put the decision of every criterion for every model on the clipboard."""
        frame = self._program.results.frame
        if frame is not None:
            from costcurve_gui.controllers.decision_table import decision_text

            QGuiApplication.clipboard().setText(decision_text(frame))

    def save_decisions(self) -> None:
        """Write that table as CSV."""
        frame = self._program.results.frame
        if frame is not None:
            from costcurve_gui.controllers.decision_table import POLICY_HEADER, decision_rows

            columns = [list(column) for column in zip(*decision_rows(frame), strict=True)]
            name = f"{Path(frame.scene.dataset.name).stem}_decisions.csv"
            self._program.exports.save_table(name, POLICY_HEADER, columns)

    def open_commands(self) -> None:
        """Open the list of commands under the search field."""
        from costcurve_gui.views.dialogs.command_palette import CommandPalette
        from costcurve_gui.views.window_commands import fill_options

        fill_options(self._window)
        palette = CommandPalette(self._window.menuBar(), self._window)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.open_under(self._window.tool_bar.search)

    def open_shortcuts(self) -> None:
        """Open the list of keys."""
        from costcurve_gui.views.dialogs.commands import commands_of
        from costcurve_gui.views.dialogs.shortcuts_dialog import ShortcutsDialog

        dialog = ShortcutsDialog(commands_of(self._window.menuBar().actions()), self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def open_partial_range(self) -> None:
        """Open the range of the partial AUC, which follows every change meanwhile."""
        from costcurve_gui.views.dialogs.partial_dialog import PartialDialog

        session, controller = self._program.session, self._program.choices
        dialog = PartialDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_choices(session.state.current.views)
        session.state_changed.connect(dialog.show_state)
        dialog.axis_chosen.connect(partial(controller.choose, "partial_axis"))
        dialog.range_edited.connect(controller.set_partial_range)
        dialog.open()

    def open_belief(self) -> None:
        """Open the belief over PC(+) and what follows from it; it follows every frame."""
        from costcurve_gui.views.dialogs.belief_dialog import BeliefDialog

        results, exports = self._program.results, self._program.exports
        if results.frame is None:
            return
        dialog = BeliefDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_frame(results.frame)
        results.frame_changed.connect(dialog.show_frame)
        dialog.belief_edited.connect(self._program.choices.set_belief)
        dialog.export_requested.connect(lambda table: exports.save_curves(table, f"{table}.csv"))
        dialog.show()

    def open_uncertainty(self) -> None:
        """Open what is chosen about bands and intervals; it follows undo."""
        from costcurve_gui.views.dialogs.uncertainty_dialog import UncertaintyDialog

        session = self._program.session
        dialog = UncertaintyDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_state(session.state)
        session.state_changed.connect(dialog.show_state)
        dialog.choices_edited.connect(self._program.choices.set_bands)
        dialog.open()

    def open_export(self, view: str) -> None:
        """Open the export dialog at a view."""
        from costcurve_gui.export_tool import ExportTool

        if self._program.results.frame is not None:
            ExportTool(self._program).open(view)

    def open_add_model(self, kind: Derivation) -> None:
        """Open the dialog that makes a model from others."""
        from costcurve_gui.views.dialogs.add_model_dialog import AddModelDialog

        frame = self._program.results.frame
        if frame is None:
            return
        names = {model.info.key: model.info.name for model in frame.scene.models}
        dialog = AddModelDialog(names, frame.selected, kind, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.help_requested.connect(self.open_help)
        dialog.model_requested.connect(
            lambda draft: self._program.derived.add(draft, dialog.accept, dialog.show_error)
        )
        dialog.rejected.connect(self._program.derived.give_up)
        dialog.open()

    def open_mixing(self) -> None:
        """Open the mixture of two operating points, which follows every frame."""
        from costcurve_gui.controllers.mixing_controller import MixingController
        from costcurve_gui.views.dialogs.mixing_dialog import MixingDialog

        results = self._program.results
        mixing = self._mixing = MixingController(self._program.session, results)
        if not mixing.start():
            return
        dialog = MixingDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_frame(results.frame)
        results.frame_changed.connect(dialog.show_frame)
        dialog.model_chosen.connect(mixing.choose_model)
        dialog.dial_edited.connect(mixing.set_dial)
        dialog.by_chosen.connect(mixing.choose_by)
        dialog.wanted_edited.connect(mixing.set_wanted)
        dialog.population_edited.connect(self._program.selection.set_population)
        dialog.remove_requested.connect(mixing.remove)
        dialog.help_requested.connect(self.open_help)
        dialog.show()

    def paste_table(self) -> None:
        """Open the table on the clipboard like a file."""
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self._program.prompts.show_error(
                "Nothing to paste", "The clipboard holds no table. Copy one with its header row."
            )
            return
        self._program.datasets.open_text(text)
