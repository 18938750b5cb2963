from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.controllers.view_choice_controller import ViewChoiceController
from costcurve_gui.models.state import DetAxes, ViewChoices

if TYPE_CHECKING:
    from tests.helpers.workbench import Workbench


def test_that_a_choice_changes_one_field_and_can_be_undone(bench: Workbench) -> None:
    choices, scene = ViewChoiceController(bench.session), bench.frame.scene
    choices.choose("det_axes", DetAxes.LOG)
    choices.choose("absolute_point", False)
    assert bench.current.views == ViewChoices(det_axes=DetAxes.LOG, absolute_point=False)
    assert bench.frame.settings.views is bench.current.views
    assert bench.frame.scene is scene
    assert bench.session.undo_label == "change the view"
    bench.session.undo()
    assert bench.current.views == ViewChoices(det_axes=DetAxes.LOG)


def test_that_choosing_what_is_chosen_is_no_step(bench: Workbench) -> None:
    ViewChoiceController(bench.session).choose("det_axes", DetAxes.PROBIT)
    assert bench.session.undo_label is None
