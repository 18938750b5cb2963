import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from costcurve_gui.analysis.interval_settings import (
    BandChoices,
    BandPolicy,
    BandsOf,
    RocBand,
    Samples,
)
from costcurve_gui.engine import BootstrapSpec
from costcurve_gui.views.dialogs.uncertainty_dialog import UncertaintyDialog
from tests.flows.driver import type_into
from tests.helpers.plot_mouse import LEFT, record

GROUPS = ("of", "samples", "policy", "roc")


@pytest.fixture
def dialog(qtbot):
    dialog = UncertaintyDialog()
    qtbot.addWidget(dialog)
    dialog.show_choices(BandChoices())
    with qtbot.waitExposed(dialog):
        dialog.show()
    return dialog


def field(dialog, name):
    return dialog.findChild(QLineEdit, f"bands_{name}")


def buttons(dialog, group):
    return [
        button
        for button in dialog.findChildren(QPushButton)
        if button.objectName().startswith(f"bands_{group}_")
    ]


def pressed(dialog):
    return {
        button.text() for name in GROUPS for button in buttons(dialog, name) if button.isChecked()
    }


def fault(dialog):
    return dialog.findChild(QLabel, "bands_fault")


def test_that_the_choices_in_force_are_shown(dialog):
    assert pressed(dialog) == {*("Selected", "the same cases", "Fixed policy", "Vertical")}
    assert [field(dialog, name).text() for name in ("replicates", "level", "seed")] == [
        *("2\u202f000", "90", "0")
    ]
    other = BandChoices(
        of=BandsOf.ALL,
        samples=Samples.DIFFERENT,
        policy=BandPolicy.REOPTIMISED,
        roc=RocBand.SIMULTANEOUS,
        spec=BootstrapSpec(replicates=500, level=0.975, seed=7),
    )
    dialog.show_choices(other)
    assert pressed(dialog) == {"All", "different cases", "Re-optimised", "Whole curve"}
    assert [field(dialog, name).text() for name in ("replicates", "level", "seed")] == [
        *("500", "97.5", "7")
    ]


@pytest.mark.parametrize("group", GROUPS)
def test_that_a_choice_is_told_with_all_others_as_they_were(qtbot, dialog, group):
    told = record(dialog.choices_edited)
    chosen, *others = buttons(dialog, group)
    for button in (*others, chosen):
        qtbot.mouseClick(button, LEFT)
        dialog.show_choices(told[-1])
    assert len({getattr(one, group) for one in told}) == len(others) + 1
    rest = {name for name in (*GROUPS, "spec") if name != group}
    assert {getattr(one, name) for one in told for name in rest} == {
        getattr(BandChoices(), name) for name in rest
    }


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("replicates", "500", BootstrapSpec(replicates=500)),
        ("replicates", "20 000", BootstrapSpec(replicates=20_000)),
        ("level", "95", BootstrapSpec(level=0.95)),
        ("level", "97.5", BootstrapSpec(level=0.975)),
        ("seed", "42", BootstrapSpec(seed=42)),
    ],
)
def test_that_a_number_is_typed(qtbot, dialog, name, text, expected):
    told = record(dialog.choices_edited)
    type_into(qtbot, field(dialog, name), text)
    assert [one.spec for one in told] == [expected]
    assert fault(dialog).isHidden()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("replicates", text) for text in ("99", "20001", "500.5", "many")),
        *(("level", text) for text in ("50", "100", "0.9")),
        *(("seed", text) for text in ("-1", "1.5")),
    ],
)
def test_that_a_number_that_is_none_is_said_and_not_taken(qtbot, dialog, name, text):
    told = record(dialog.choices_edited)
    type_into(qtbot, field(dialog, name), text)
    assert told == []
    assert fault(dialog).isVisible()
    assert fault(dialog).text() == field(dialog, name).fault != ""


def test_that_a_fault_takes_no_room_from_the_controls(qtbot, dialog):
    (first, *_) = buttons(dialog, "policy")
    before = first.parentWidget().height()
    type_into(qtbot, field(dialog, "level"), "150")
    qtbot.waitUntil(fault(dialog).isVisible)
    QApplication.processEvents()
    assert first.parentWidget().height() == before


def test_that_the_same_choice_is_not_told_again(qtbot, dialog):
    told = record(dialog.choices_edited)
    type_into(qtbot, field(dialog, "replicates"), "2000")
    type_into(qtbot, field(dialog, "level"), "90")
    assert told == []


def test_that_enter_in_a_field_leaves_the_dialog_open(qtbot, dialog):
    field(dialog, "seed").setFocus()
    qtbot.keyClick(field(dialog, "seed"), Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_that_every_choice_has_a_name_for_readers(dialog):
    titles = {label.text() for label in dialog.findChildren(QLabel)}
    assert {
        "Bands of",
        "Models were tested on",
        "In cost space",
        "In ROC and ROCIV",
        "Level, %",
        "Seed",
    } <= titles
    assert all(field(dialog, name).accessibleName() for name in ("replicates", "level", "seed"))
