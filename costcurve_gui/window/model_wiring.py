"""Where the list of models meets its controllers, and the decision what is left out of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.window.components import Components


class ModelWiring:
    """Connects selection, curves on show, edits and candidates of the decision."""

    def __init__(self, components: Components) -> None:
        self._components = components
        self._window = components.window
        self._panel = components.window.dataset_panel
        self._connect_choices()
        self._connect_edits()
        self._connect_candidates()
        self._window.reveal.ended.connect(self._take_focus)

    def _connect_choices(self) -> None:
        selection, panel, window = self._components.selection, self._panel, self._window
        panel.model_selected.connect(selection.select_model)
        panel.model_shown.connect(self._said(selection.show_model))
        panel.hidden_chosen.connect(selection.hide_models)
        window.model_stepped.connect(selection.step_model)
        window.follow_best_requested.connect(selection.follow_best)
        window.show_all_requested.connect(lambda: selection.hide_models(frozenset()))
        window.decision_panel.follow_best_requested.connect(selection.follow_best)

    def _connect_edits(self) -> None:
        models, edits = self._panel.models, self._components.models
        self._panel.model_removed.connect(self._said(edits.remove))
        models.name_typed.connect(self._said(edits.rename))
        models.back_requested.connect(self._said(edits.bring_back))
        models.colour_chosen.connect(edits.recolour)
        models.order_chosen.connect(edits.arrange)
        self._panel.reverse_requested.connect(self._reverse)

    def _connect_candidates(self) -> None:
        commands, edits = self._panel.models.commands, self._components.models
        commands.band_requested.connect(self._components.choices.switch_second_band)
        commands.left_out.connect(self._said(edits.leave_out))
        commands.let_in.connect(edits.let_in)
        self._window.decision_panel.candidates.let_in_requested.connect(edits.let_in)
        self._components.results.snapshot_changed.connect(self._show_left_out)

    def _said(self, edit: Callable[..., str]) -> Callable[..., None]:
        """Return an edit that says below the list why it is refused, where it is."""

        def react(*given: object) -> None:
            self._panel.show_fault(edit(*given))

        return react

    def _reverse(self, key: str) -> None:
        refuse = partial(self._components.prompts.show_error, tr("The model was not reversed"))
        self._components.derived.reverse(key, refuse)

    def _take_focus(self) -> None:
        """Let the keyboard go on in the list of models.

        The docks have taken the place of the start page, and of what had the focus there.
        """
        if self._panel.models.isVisible():
            self._panel.models.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_left_out(self, snapshot: Snapshot | None) -> None:
        """Tick the command of what is selected, and offer to let models in where some are out."""
        left_out = frozenset() if snapshot is None else snapshot.settings.left_out
        selected = None if snapshot is None else snapshot.selected
        self._window.commands["leave_out_model"].setChecked(selected in left_out)
        self._window.commands["let_models_in"].setEnabled(bool(left_out))
