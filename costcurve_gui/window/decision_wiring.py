"""What is done with the decision: validated, applied to a file, copied as code."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt

from costcurve_gui.analysis.selection_settings import THRESHOLD
from costcurve_gui.controllers.validation_controller import ValidationController
from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.curve_plot import CurvePlot
from costcurve_gui.window.case_tool import CaseTool
from costcurve_gui.window.scenario_tool import ScenarioTool

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costcurve_gui.views.tables.segments_view import SegmentsView
    from costcurve_gui.views.tables.validation_view import ValidationView
    from costcurve_gui.window.components import Components


class DecisionWiring:
    """Opens the dialogs about the decision and connects each with its controller."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._window = components.window
        self.validation = ValidationController(
            components.session, components.results, components.runner, components.projects
        )
        commands = components.window.commands
        commands["apply_to_file"].triggered.connect(lambda _: self.apply_to_file())
        commands["unlabelled_prior"].triggered.connect(lambda _: self.open_prior())
        commands["copy_rule"].triggered.connect(lambda _: self.copy_rule())
        self.cases = CaseTool(components)
        commands["list_missed"].triggered.connect(lambda _: self.cases.list_cell("fn"))
        commands["list_alarms"].triggered.connect(lambda _: self.cases.list_cell("fp"))
        commands["swap_set"].triggered.connect(lambda _: self.open_swap())
        panel = components.window.decision_panel
        panel.confusion.cases_requested.connect(self.cases.list_cell)
        self.scenarios = ScenarioTool(components)
        commands["scenarios"].triggered.connect(lambda _: self.scenarios.open())
        commands["validate"].triggered.connect(lambda _: self.open_validation())
        panel.validation_requested.connect(self.open_validation)
        panel.review.review_edited.connect(components.selection.set_review)
        panel.known.known_edited.connect(components.selection.set_known)
        panel.rule_hint.units_wanted.connect(lambda: components.window.bring_to_front("units"))
        panel.by_case.details_requested.connect(
            lambda: components.window.bring_to_front("calibration")
        )
        panel.by_case.threshold_requested.connect(
            lambda: components.selection.choose_criterion(THRESHOLD)
        )
        panel.foot.apply_requested.connect(commands["apply_to_file"].trigger)
        panel.foot.save_requested.connect(commands["save_policy"].trigger)
        for view in components.views.values():  # those in front when the window was built
            self._adopt(view)
        components.window.view_made.connect(self._adopt)

    def _adopt(self, view: object) -> None:
        """Let a plot ask for the cases of a stretch, other views for what they have buttons for."""
        if isinstance(view, CurvePlot):
            view.stretch_selected.connect(self.cases.list_stretch)
        elif view is self._components.tables.get("validation"):
            shown = cast("ValidationView", view)
            shown.splits_requested.connect(self.validation.try_splits)
            shown.report_requested.connect(self._window.commands["save_page"].trigger)
            self.validation.splits_found.connect(shown.show_splits)
        elif view is self._components.tables.get("segments"):
            from costcurve_gui.window.segment_tool import SegmentTool

            self.segments = SegmentTool(self._components, cast("SegmentsView", view))

    def apply_to_file(self) -> None:
        """Open what applies the decision on screen to a file."""
        from costcurve_gui.window.apply_tool import ApplyTool

        ApplyTool(self._components).open()

    def open_swap(self) -> None:
        """Open the comparison of two rules case by case."""
        snapshot = self.cases.snapshot()
        if snapshot is not None:
            from costcurve_gui.window.swap_tool import open_swap

            open_swap(self._components, snapshot, self.cases.source(snapshot))

    def open_prior(self) -> None:
        """Open the estimate of the prior of a file without labels."""
        from costcurve_gui.window.prior_tool import open_prior

        open_prior(self._components)

    def copy_rule(self) -> None:
        """Open the decision on screen as code."""
        from costcurve_gui.window.rule_tool import open_rule

        open_rule(self._components)

    def open_validation(self) -> None:
        """Open the validation of the decision on screen."""
        given, prompts = self.validation.given(), self._components.prompts
        if given is None:
            prompts.show_error(
                tr("Nothing to validate"),
                tr("The file has counts, and no cases that could be held out."),
            )
            return
        from costcurve_gui.views.dialogs.validation_dialog import ValidationDialog

        controller = self.validation
        dialog = ValidationDialog(controller.columns(), self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def take(paths: Sequence[Path]) -> None:
            dialog.take_file(paths[0])

        folder = self._components.settings.data_folder
        dialog.file_wanted.connect(lambda: prompts.choose_data_files(folder, take))
        dialog.validation_requested.connect(controller.validate)
        dialog.splits_requested.connect(controller.try_splits)
        dialog.report_requested.connect(dialog.accept)  # the question where to save comes next
        dialog.report_requested.connect(self._window.commands["save_page"].trigger)
        pairs = (
            (controller.validated, dialog.show_validation),
            (controller.failed, dialog.show_fault),
            (controller.splits_found, dialog.show_splits),
        )
        for signal, slot in pairs:
            signal.connect(slot)

        def leave(_result: int) -> None:
            for signal, slot in pairs:
                signal.disconnect(slot)
            controller.give_up()

        dialog.finished.connect(leave, Qt.ConnectionType.SingleShotConnection)
        dialog.start()
        dialog.open()
