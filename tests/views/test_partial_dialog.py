import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from costcurve_gui.analysis.view_settings import PartialAxis, ViewChoices
from costcurve_gui.views.dialogs.partial_auc_dialog import PartialDialog
from tests.flows.driver import type_into
from tests.helpers.plot_mouse import LEFT, record


@pytest.fixture
def dialog(qtbot):
    dialog = PartialDialog()
    qtbot.addWidget(dialog)
    dialog.show_choices(ViewChoices(partial_axis=PartialAxis.FPR, partial_fpr=(0.1, 0.3)))
    dialog.show()
    return dialog


def field(dialog, end):
    return dialog.findChild(QLineEdit, f"partial_{end}")


def test_that_the_range_in_force_is_shown(dialog):
    assert (field(dialog, "low").text(), field(dialog, "high").text()) == ("0.1", "0.3")
    dialog.show_choices(ViewChoices())
    assert not field(dialog, "low").isEnabled()


def test_that_either_end_is_typed(qtbot, dialog):
    told = []
    dialog.range_edited.connect(lambda *ends: told.append(ends))
    type_into(qtbot, field(dialog, "low"), "0.25")
    type_into(qtbot, field(dialog, "high"), "1")
    assert told == [(0.25, 0.3), (0.1, 1.0)]


@pytest.mark.parametrize(("end", "text"), [("low", "0.3"), ("low", "-0.1"), ("high", "1.1")])
def test_that_a_range_that_is_none_is_said(qtbot, dialog, end, text):
    told = record(dialog.range_edited)
    type_into(qtbot, field(dialog, end), text)
    fault = dialog.findChild(QLabel, "partial_fault")
    assert fault.isVisible()
    assert fault.text() == field(dialog, end).fault != ""
    assert told == []


def test_that_the_rate_is_chosen(qtbot, dialog):
    told = record(dialog.axis_chosen)
    qtbot.mouseClick(dialog.findChild(QPushButton, "partial_axis_tpr"), LEFT)
    assert told == [PartialAxis.TPR]
