"""Open the dialogs of the window, each when it is first wanted, and connect them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr
from costcurve_gui.window.decision_files import DecisionFiles

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDialog

    from costcurve_gui.analysis.cost_checks import CostComparison, Division, RefusedRows
    from costcurve_gui.analysis.derivation import Derivation
    from costcurve_gui.analysis.tables.table import Table
    from costcurve_gui.controllers.selection_controller import MixingController
    from costcurve_gui.session.preferences import Defaults
    from costcurve_gui.views.dialogs.help_viewer import HelpViewer
    from costcurve_gui.window.components import Components


_NO_TABLE = tr("The clipboard holds no table. Copy one with its header row.")
_PICTURE = tr("The clipboard holds a picture. Copy the cells of a table, with its header row.")
_LINE = tr("The clipboard holds one line of text. Copy the rows of a table, with its header row.")


class WindowDialogs:
    """Opens the dialogs, each when it is first wanted."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._window = components.window
        self._help: HelpViewer | None = None
        self._mixing: MixingController | None = None
        self.decisions = DecisionFiles(components)

    def open_help(self, page: str) -> None:
        """Open the help at a page; the contents where none is named."""
        from costcurve_gui.views.dialogs.help_viewer import HelpViewer

        if self._help is None:
            self._help = HelpViewer()  # a child of the window would be blocked by its dialogs
            self._help.example_requested.connect(self._window.example_requested)
            self._window.closing.connect(self._help.deleteLater)
        self._help.show_page(page or "index")

    def open_commands(self) -> None:
        """Open the list of commands under the search field."""
        from costcurve_gui.views.dialogs.command_dialogs import CommandPalette
        from costcurve_gui.views.shell.window_commands import fill_options

        fill_options(self._window)
        palette = CommandPalette(self._window.menuBar(), self._window)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.open_under(self._window.tool_bar.search)

    def open_shortcuts(self) -> None:
        """Open the list of keys."""
        from costcurve_gui.views.dialogs.command_dialogs import ShortcutsDialog
        from costcurve_gui.views.shell.command_search import commands_of

        dialog = ShortcutsDialog(commands_of(self._window.menuBar().actions()), self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def open_partial_range(self) -> None:
        """Open the range of the partial AUC, which follows every change meanwhile."""
        from costcurve_gui.views.dialogs.partial_auc_dialog import PartialDialog

        session, controller = self._components.session, self._components.choices
        dialog = PartialDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_choices(session.state.current.views)
        session.state_changed.connect(dialog.show_state)
        dialog.axis_chosen.connect(partial(controller.choose, "partial_axis"))
        dialog.range_edited.connect(controller.set_partial_range)
        dialog.open()

    def open_belief(self) -> None:
        """Open the belief over PC(+) and what follows from it; it follows every snapshot."""
        from costcurve_gui.views.dialogs.belief_dialog import BeliefDialog

        results, exports = self._components.results, self._components.exports
        if results.snapshot is None:
            return
        self._components.bands.show("superiority")  # whose costs on new cases it has, too
        dialog = BeliefDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_snapshot(results.snapshot)
        results.snapshot_changed.connect(dialog.show_snapshot)
        dialog.belief_edited.connect(self._components.choices.set_belief)
        dialog.export_requested.connect(lambda table: exports.save_curves(table, f"{table}.csv"))
        dialog.show()

    def open_uncertainty(self) -> None:
        """Open what is chosen about bands and intervals; it follows undo."""
        from costcurve_gui.views.dialogs.uncertainty_dialog import UncertaintyDialog

        session = self._components.session
        dialog = UncertaintyDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_state(session.state)
        session.state_changed.connect(dialog.show_state)
        dialog.choices_edited.connect(self._components.choices.set_bands)
        dialog.open()

    def open_preferences(self) -> None:
        """Open what is kept between sessions; every change has its effect at once."""
        from costcurve_gui.session.preferences import Defaults, ViewOptions
        from costcurve_gui.views.dialogs.preferences_dialog import PreferencesDialog

        settings = self._components.settings
        dialog = PreferencesDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_options(settings.view)
        dialog.show_defaults(settings.defaults)
        settings.view_changed.connect(dialog.show_options)
        settings.defaults_changed.connect(dialog.show_defaults)

        def take(defaults: Defaults) -> None:
            settings.defaults = defaults
            self._resample_as(defaults)

        def reset() -> None:
            settings.view = ViewOptions()
            take(Defaults())

        dialog.view_edited.connect(partial(setattr, settings, "view"))
        dialog.defaults_edited.connect(take)
        dialog.reset_requested.connect(reset)
        dialog.open()

    def _resample_as(self, defaults: Defaults) -> None:
        """Let the bands of the open file follow level and replicates; it is a step of undo."""
        state = self._components.session.state
        bands = state.current.bands
        spec = replace(bands.spec, level=defaults.level, replicates=defaults.replicates)
        if state.active is not None and spec != bands.spec:
            self._components.choices.set_bands(replace(bands, spec=spec))

    def open_values(self, view: str) -> None:
        """Open what a view draws as a table, which a job makes."""
        from costcurve_gui.analysis.tables.view_values import view_values
        from costcurve_gui.controllers.error_messages import text_of
        from costcurve_gui.views.catalogue import VIEWS
        from costcurve_gui.views.text.empty_states import empty_state

        snapshot, spec = self._components.results.snapshot, VIEWS[view]
        if snapshot is None:
            return
        title, prompts = tr("{title} has no values", title=spec.title), self._components.prompts
        lack = empty_state(view, snapshot)
        if lack is not None:
            prompts.show_error(title, f"{lack.headline}. {lack.sentence}")
            return
        self._components.runner.start(
            JobKey("read values", view),
            tr("Reading the values of {title}", title=spec.title),
            partial(view_values, view, snapshot, rate_curve=spec.curve),
            on_result=partial(self._show_values, view),
            on_error=lambda error: prompts.show_error(title, text_of(error)),
        )

    def _show_values(self, view: str, table: Table) -> None:
        from costcurve_gui.views.catalogue import VIEWS
        from costcurve_gui.views.dialogs.values_dialog import ValuesDialog

        spec = VIEWS[view]
        dialog = ValuesDialog(spec.title, table, view, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.export_requested.connect(
            lambda: self._components.exports.save_curves(view, f"{spec.stem}.csv")
        )
        dialog.show()

    def open_export(self, view: str) -> None:
        """Open the export dialog at a view."""
        from costcurve_gui.window.export import ExportTool

        if self._components.results.snapshot is not None:
            ExportTool(self._components).open(view)

    def export_all(self) -> None:
        """Write every view into a folder, at the size of the last picture."""
        from costcurve_gui.views.catalogue import HEADS
        from costcurve_gui.window.export import ExportTool

        if self._components.results.snapshot is not None:
            ExportTool(self._components).open(HEADS[0], all_views=True)

    def save_page(self) -> None:
        """Write the report on one page."""
        from costcurve_gui.window.page_export import PageTool

        PageTool(self._components).save()

    def open_add_model(self, kind: Derivation) -> None:
        """Open the dialog that makes a model from others."""
        from costcurve_gui.views.dialogs.add_model_dialog import AddModelDialog

        snapshot = self._components.results.snapshot
        if snapshot is None:
            return
        names = {model.info.key: model.info.name for model in snapshot.curve_set.models}
        rows = snapshot.curve_set.dataset.kind
        dialog = AddModelDialog(names, snapshot.selected, kind, self._window, rows=rows)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.help_requested.connect(self.open_help)
        dialog.model_requested.connect(
            lambda draft: self._components.derived.add(draft, dialog.accept, dialog.show_error)
        )
        dialog.rejected.connect(self._components.derived.give_up)
        dialog.open()

    def open_mixing(self) -> None:
        """Open the mixture of two operating points, which follows every snapshot."""
        from costcurve_gui.controllers.selection_controller import MixingController
        from costcurve_gui.views.dialogs.mixing_dialog import MixingDialog

        results = self._components.results
        mixing = self._mixing = MixingController(self._components.session, results)
        if not mixing.start():
            return
        dialog = MixingDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_snapshot(results.snapshot)
        results.snapshot_changed.connect(dialog.show_snapshot)
        dialog.model_chosen.connect(mixing.choose_model)
        dialog.position_edited.connect(mixing.set_manual_position)
        dialog.by_chosen.connect(mixing.choose_by)
        dialog.wanted_edited.connect(mixing.set_wanted)
        dialog.population_edited.connect(self._components.selection.set_population)
        dialog.remove_requested.connect(mixing.remove)
        dialog.help_requested.connect(self.open_help)
        dialog.show()

    def paste_table(self) -> None:
        """Open the table on the clipboard like a file, or files that were copied."""
        # A clipboard that nothing was ever copied to has no content, whatever Qt's stubs say.
        found = cast("QMimeData | None", QGuiApplication.clipboard().mimeData())
        content = found or QMimeData()
        datasets = self._components.datasets
        files = [url.toLocalFile() for url in content.urls() if url.isLocalFile()]
        lines = content.text().strip().splitlines()
        if files:
            datasets.open_paths(files)
        elif len(lines) > 1:
            datasets.open_text(content.text())
        else:
            held = _LINE if lines else _PICTURE if content.hasImage() else _NO_TABLE
            self._components.prompts.show_error(tr("Nothing to paste"), held)


class CostDialogs:
    """Opens the dialogs and connects each with the controllers that it needs."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._window = components.window

    def connect(self) -> None:
        """Follow what the window asks for and what the jobs find."""
        checks, panel = self._components.cost_checks, self._window.payoff_panel
        panel.comparison_requested.connect(self.open_baseline)
        self._window.cost_stability_requested.connect(checks.find_divisions)
        checks.rows_found.connect(self.open_refused_rows)
        checks.divisions_found.connect(self.open_stability)

    def open_refused_rows(self, found: RefusedRows) -> None:
        """Open the table of the rows that violate a matrix."""
        from costcurve_gui.views.dialogs.refused_rows_dialog import RefusedRowsDialog

        dialog = RefusedRowsDialog(found, self._window)
        dialog.export_requested.connect(self._components.exports.save_table)
        _open(dialog)

    def open_baseline(self) -> None:
        """Open the matrix in force beside the one relative to doing nothing."""
        from costcurve_gui.views.dialogs.baseline_dialog import BaselineDialog

        snapshot = self._components.results.snapshot
        if snapshot is not None:
            _open(BaselineDialog(snapshot, self._window))

    def open_stability(self, divisions: tuple[Division, ...]) -> None:
        """Open the comparison of two samples."""
        from costcurve_gui.views.dialogs.stability_dialog import StabilityDialog

        checks = self._components.cost_checks
        dialog = StabilityDialog(divisions, self._window)
        dialog.compare_requested.connect(checks.compare)
        dialog.export_requested.connect(self._components.exports.save_table)

        def show(found: CostComparison) -> None:
            dialog.show_comparison(found)

        checks.compared.connect(show)
        checks.comparison_failed.connect(dialog.show_fault)
        dialog.finished.connect(
            lambda _: checks.compared.disconnect(show), Qt.ConnectionType.SingleShotConnection
        )
        dialog.start()
        _open(dialog)


def _open(dialog: QDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


LICENCES = "read licences"


class HelpDialogs:
    """Opens the dialogs, each when it is first wanted."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._window = components.window

    def open(self, what: str) -> None:
        """Open the dialog that a command of the Help menu names."""
        openers = {
            "about": self.open_about,
            "licences": self.open_licences,
            "updates": self.open_updates,
        }
        openers[what]()

    def open_about(self) -> None:
        """Open the page about the program."""
        from costcurve_gui.views.dialogs.about_dialog import AboutDialog

        self._open(AboutDialog(self._window))

    def open_licences(self) -> None:
        """Open the licences, and read them in a job."""
        from costcurve_gui.about.program import shipped_notices
        from costcurve_gui.controllers.error_messages import text_of
        from costcurve_gui.views.dialogs.about_dialog import LicencesDialog

        dialog, runner = LicencesDialog(self._window), self._components.runner
        dialog.rejected.connect(lambda: runner.cancel(JobKey(LICENCES)))
        self._open(dialog)
        runner.start(
            JobKey(LICENCES),
            tr("Reading the licences"),
            shipped_notices,
            on_result=dialog.show_notices,
            on_error=lambda error: dialog.show_error(text_of(error)),
        )

    def open_updates(self) -> None:
        """Ask whether the page of the releases shall be opened."""
        from costcurve_gui import __version__
        from costcurve_gui.about.program import RELEASES_PAGE, build
        from costcurve_gui.views.dialogs.about_dialog import UpdatesDialog

        version = tr("CostCurve {version}, {build}", version=__version__, build=build())
        dialog = UpdatesDialog(version, RELEASES_PAGE, self._window)
        dialog.page_requested.connect(lambda: self._browse(RELEASES_PAGE))
        self._open(dialog)

    def _browse(self, page: str) -> None:
        if not QDesktopServices.openUrl(QUrl(page)):
            self._components.prompts.show_error(
                tr("The browser could not be opened"), tr("Open {page} in it yourself.", page=page)
            )

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
