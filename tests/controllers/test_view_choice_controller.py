from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.view_settings import DetAxes, PartialAxis, ViewChoices
from costcurve_gui.controllers.view_controllers import LEAST_RANGE, ViewChoiceController

if TYPE_CHECKING:
    from tests.helpers.workbench import Workbench


def test_that_a_choice_changes_one_field_and_can_be_undone(bench: Workbench) -> None:
    choices, curve_set = ViewChoiceController(bench.session), bench.snapshot.curve_set
    choices.choose("det_axes", DetAxes.LOG)
    choices.choose("absolute_point", True)
    assert bench.current.views == ViewChoices(det_axes=DetAxes.LOG, absolute_point=True)
    assert bench.snapshot.settings.views is bench.current.views
    assert bench.snapshot.curve_set is curve_set
    assert bench.session.undo_label == "change the view"
    bench.session.undo()
    assert bench.current.views == ViewChoices(det_axes=DetAxes.LOG)


def test_that_choosing_what_is_chosen_is_no_step(bench: Workbench) -> None:
    ViewChoiceController(bench.session).choose("det_axes", DetAxes.PROBIT)
    assert bench.session.undo_label is None


def test_that_dragging_an_end_is_one_step_and_the_ends_keep_apart(bench: Workbench) -> None:
    choices = ViewChoiceController(bench.session)
    choices.choose("partial_axis", PartialAxis.FPR)
    choices.preview_partial_high(0.5)
    choices.preview_partial_high(-1.0)
    assert bench.current.views.partial_fpr == (0.0, LEAST_RANGE)
    choices.preview_partial_high(0.4)
    choices.commit_partial()
    assert bench.session.undo_label == "drag the range of the partial AUC"
    choices.preview_partial_low(0.9)
    choices.commit_partial()
    assert bench.current.views.partial_fpr == (0.4 - LEAST_RANGE, 0.4)
    bench.session.undo()
    bench.session.undo()
    assert bench.current.views.partial_fpr == (0.0, 0.2)


def test_that_each_rate_keeps_its_own_range(bench: Workbench) -> None:
    choices = ViewChoiceController(bench.session)
    choices.choose("partial_axis", PartialAxis.FPR)
    choices.set_partial_range(0.1, 0.3)
    choices.choose("partial_axis", PartialAxis.TPR)
    choices.set_partial_range(0.5, 2.0)
    assert bench.current.views.partial_range == (0.5, 1.0)
    choices.choose("partial_axis", PartialAxis.FPR)
    assert bench.current.views.partial_range == (0.1, 0.3)
