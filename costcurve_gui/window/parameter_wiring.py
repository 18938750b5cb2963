"""Where named parameters of the payoffs meet their controllers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.parameters import PRIOR

if TYPE_CHECKING:
    from costcurve_gui.controllers.parameter_controller import BeliefController, ParameterController
    from costcurve_gui.views.panels.belief_summary import BeliefSummary
    from costcurve_gui.views.panels.parameter_editor import ParameterEditor
    from costcurve_gui.window.components import Components


class ParameterWiring:
    """Connects the editor and its summary when the first parameter makes them."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self.parameters: ParameterController | None = None
        self.beliefs: BeliefController | None = None
        panel = components.window.payoff_panel
        panel.parameter_wanted.connect(self.add)
        panel.uncertainty_wanted.connect(lambda name: self._controller().believe(name))
        components.window.decision_panel.rule_hint.uncertainty_wanted.connect(
            lambda kind: self._controller().believe(PRIOR, kind)
        )
        panel.parameters_made.connect(self._adopt)
        panel.matrix.parameter_requested.connect(self._make)

    def add(self) -> None:
        """Add a parameter under a name that is free."""
        self._controller().add()

    def _make(self, name: str, cell: str, text: str) -> None:
        self._controller().make(name, cell, text)

    def _controller(self) -> ParameterController:
        """Return the controller; most files never need it, and the start is quicker without."""
        if self.parameters is None:
            from costcurve_gui.controllers.parameter_controller import ParameterController

            components = self._components
            self.parameters = ParameterController(
                components.session, components.analysis, components.results
            )
        return self.parameters

    def _adopt(self, editor: ParameterEditor, summary: BeliefSummary) -> None:
        from costcurve_gui.controllers.parameter_controller import BeliefController

        controller = self._controller()
        editor.added.connect(self.add)
        editor.changed.connect(controller.change)
        editor.renamed.connect(controller.rename)
        editor.removed.connect(controller.remove)
        controller.fault_found.connect(editor.show_fault)
        summary.model_chosen.connect(self._components.selection.select_model)
        results = self._components.results
        self.beliefs = BeliefController(results, self._components.runner)
        self.beliefs.found.connect(summary.show_result)
        self.beliefs.late.connect(summary.show_late)
        self.beliefs.failed.connect(summary.show_fault)
        self.beliefs.follow(results.snapshot)
