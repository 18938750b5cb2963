"""The scenarios of the file on screen: saved, taken up and removed as steps that can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.jobs.job_runner import JobKey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.scenarios import ScenarioResult
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.dialogs.scenario_dialog import ScenarioDialog
    from costcurve_gui.window.components import Components

RESULTS = JobKey("scenarios", "results")


class ScenarioTool:
    """Opens the scenarios; their decisions are computed in a job after every change."""

    def __init__(self, components: Components) -> None:
        self._components = components

    def open(self) -> None:
        """Open the table, which follows every snapshot."""
        from costcurve_gui.views.dialogs.scenario_dialog import ScenarioDialog

        components = self._components
        if components.results.snapshot is None:
            return
        dialog = ScenarioDialog(components.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.save_requested.connect(self.save)
        dialog.use_requested.connect(self.use)
        dialog.remove_requested.connect(self.remove)

        def follow(snapshot: Snapshot | None) -> None:
            if snapshot is None:
                dialog.reject()
            elif not components.session.previewing:
                self._compute(snapshot, dialog)

        components.results.snapshot_changed.connect(follow)

        def leave(_result: int) -> None:
            components.results.snapshot_changed.disconnect(follow)
            components.runner.cancel(RESULTS)

        dialog.finished.connect(leave)
        follow(components.results.snapshot)
        dialog.show()

    def save(self, name: str) -> None:
        """Save what is chosen now under a name."""
        from costcurve_gui.analysis.scenarios import present, with_scenario

        settings = self._components.session.state.current
        found = with_scenario(settings.scenarios, present(settings, name))
        self._components.session.apply(f"save the scenario {name}", scenarios=found)

    def use(self, name: str) -> None:
        """Take up payoffs, condition, rule and bounds of a scenario."""
        settings = self._components.session.state.current
        for one in settings.scenarios:
            if one.name == name:
                self._components.session.apply(f"use the scenario {name}", **one.parts)

    def remove(self, name: str) -> None:
        """Forget a scenario."""
        from costcurve_gui.analysis.scenarios import without_scenario

        found = without_scenario(self._components.session.state.current.scenarios, name)
        self._components.session.apply(f"remove the scenario {name}", scenarios=found)

    def _compute(self, snapshot: Snapshot, dialog: ScenarioDialog) -> None:
        from costcurve_gui.analysis.scenarios import scenario_results

        def show(results: Sequence[ScenarioResult]) -> None:
            dialog.show_results(results)

        prompts = self._components.prompts
        self._components.runner.start(
            RESULTS,
            "Comparing scenarios",
            scenario_results,
            snapshot,
            on_result=show,
            on_error=lambda error: prompts.show_error("No scenarios", text_of(error)),
        )
