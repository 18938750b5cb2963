"""The scenarios of the file on screen: saved, taken up and removed as steps that can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.dataio.roles.column_roles import cases_of
from costcurve_gui.jobs.job_runner import JobKey, Pool
from costcurve_gui.translation import tr
from costcurve_gui.views.shell.scenario_switch import TODAY
from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.scenarios import ScenarioResult
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.dialogs.scenario_dialog import ScenarioDialog
    from costcurve_gui.window.components import Components

RESULTS = JobKey("scenarios", "results")
NEW_CASES = JobKey("scenarios", "new cases")


class ScenarioTool:
    """Opens the scenarios; their decisions are computed in a job after every change.

    The switch in the tool bar shows which one is in force.
    """

    def __init__(self, components: Components) -> None:
        self._components = components
        self._switch = components.window.tool_bar.scenarios
        self._switch.use_requested.connect(self.use)
        self._switch.save_requested.connect(lambda: self.open(naming=True))
        components.results.snapshot_changed.connect(self._show_in_force)
        components.session.preview_ended.connect(self._show_in_force)

    def open(self, *, naming: bool = False) -> None:
        """Open the table, which follows every snapshot; `naming` begins with a name to save."""
        from costcurve_gui.views.dialogs.scenario_dialog import ScenarioDialog

        components = self._components
        if components.results.snapshot is None:
            return
        dialog = ScenarioDialog(components.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.save_requested.connect(self.save)
        dialog.use_requested.connect(self.use)
        dialog.remove_requested.connect(self.remove)

        shown: list[tuple[CurveSet, DatasetSettings]] = []

        def follow(snapshot: Snapshot | None) -> None:
            if snapshot is None:
                dialog.reject()
            elif not components.session.previewing:
                decides = snapshot.curve_set, snapshot.settings
                if decides not in shown:  # not where only intervals are new
                    shown[:] = [decides]
                    self._compute(snapshot, dialog)

        components.results.snapshot_changed.connect(follow)

        def leave(_result: int) -> None:
            components.results.snapshot_changed.disconnect(follow)
            for key in (RESULTS, NEW_CASES):
                components.runner.cancel(key)

        dialog.finished.connect(leave, Qt.ConnectionType.SingleShotConnection)
        follow(components.results.snapshot)
        dialog.show()
        if naming:
            dialog.name.setFocus()

    def save(self, name: str) -> None:
        """Save what is chosen now under a name."""
        from costcurve_gui.analysis.scenarios import present, with_scenario

        settings = self._components.session.state.current
        found = with_scenario(settings.scenarios, present(settings, name))
        self._components.session.apply(tr("save the scenario {name}", name=name), scenarios=found)

    def use(self, name: str) -> None:
        """Take up payoffs, condition, rule and bounds of a scenario."""
        settings = self._components.session.state.current
        for one in settings.scenarios:
            if one.name == name:
                self._components.session.apply(
                    tr("use the scenario {name}", name=name), **one.parts
                )

    def remove(self, name: str) -> None:
        """Forget a scenario."""
        from costcurve_gui.analysis.scenarios import without_scenario

        found = without_scenario(self._components.session.state.current.scenarios, name)
        self._components.session.apply(tr("remove the scenario {name}", name=name), scenarios=found)

    def _show_in_force(self) -> None:
        """Show the scenario in force at rest; while a handle moves it would change every frame."""
        snapshot = self._components.results.snapshot
        if snapshot is None or self._components.session.previewing:
            return
        settings = snapshot.settings
        named = ""
        if settings.scenarios:  # most files have none, and the start does without the module
            from costcurve_gui.analysis.scenarios import in_force

            named = in_force(settings)
        prior = numbers.prior_percent(snapshot.condition.prior)
        today = cases_of(prior, snapshot.curve_set.dataset.positive_called)
        names = [one.name for one in settings.scenarios]
        self._switch.show_scenarios(names, named, f"{TODAY}, {today}")

    def _compute(self, snapshot: Snapshot, dialog: ScenarioDialog) -> None:
        from costcurve_gui.analysis.scenarios import scenario_results, with_new_cases

        prompts, runner = self._components.prompts, self._components.runner

        def show(results: Sequence[ScenarioResult]) -> None:
            dialog.show_results(results)
            runner.start(
                NEW_CASES,
                tr("Estimating scenarios on new cases"),
                with_new_cases,
                results,
                on_result=dialog.show_results,
                on_error=lambda error: prompts.show_error(tr("No estimates"), text_of(error)),
                pool=Pool.BACKGROUND,
            )

        runner.cancel(NEW_CASES)
        runner.start(
            RESULTS,
            tr("Comparing scenarios"),
            scenario_results,
            snapshot,
            on_result=show,
            on_error=lambda error: prompts.show_error(tr("No scenarios"), text_of(error)),
        )
