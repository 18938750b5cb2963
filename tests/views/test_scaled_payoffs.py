"""A typed cost ratio departs from the cells: the panel says what is in force."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from costcurve_gui.analysis.settings import AnalysisState, ConditionSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.views.panels.payoff_panel import PayoffPanel
from tests.helpers.snapshots import german_credit

SCALED = ConditionSpec(prior=0.05, cost_ratio=5.0)
PAYOFF = german_credit().settings.payoff


def show(panel, **changes):
    opened = german_credit()
    chosen = replace(opened.settings, **changes)
    panel.show_state(AnalysisState((opened.info,), opened.info.id, {opened.info.id: chosen}))
    panel.show_snapshot(build_snapshot(opened.curve_set, chosen))


MOUSE = "costcurve_gui.views.panels.payoff_panel.QGuiApplication.mouseButtons"


@pytest.fixture
def panel(qtbot):
    widget = PayoffPanel()
    qtbot.addWidget(widget)
    widget.subtitles = []
    widget.subtitle_changed.connect(widget.subtitles.append)
    widget.resize(328, 560)
    show(widget)
    widget.show()
    qtbot.waitActive(widget)
    return widget


@pytest.fixture
def scaled(panel):
    show(panel, condition=SCALED)
    return panel


def label(panel, name):
    return panel.findChild(QLabel, name)


def test_that_in_step_nothing_is_said_of_a_factor(panel):
    assert label(panel, "ratio_factor").text() == "from the cells"
    assert panel.notice.isHidden()
    assert label(panel, "payoff_fn_chip").isHidden()
    assert panel.subtitles == ["gain per applicant"]


def test_that_the_cell_of_a_miss_shows_its_factor_and_the_mean_in_force(scaled):
    chip, mean = label(scaled, "payoff_fn_chip"), label(scaled, "payoff_fn_mean")
    assert (chip.text(), chip.isVisible()) == ("\u00d7 0.19", True)
    assert chip.toolTip().endswith("*amount is in force")
    assert mean.full_text == "mean \u2212741.05"
    assert mean.property("tone") == "warning"
    assert label(scaled, "payoff_tn_mean").property("tone") == "muted"


def test_that_the_notice_says_what_is_scaled_and_why(scaled):
    assert scaled.notice.text == (
        "Misses count \u00d7 0.19, to reach 5 : 1. The cells alone give 25.8 : 1."
    )
    assert scaled.notice.reset.text() == "Reset to 25.8 : 1"
    assert scaled.subtitles[-1] == "misses \u00d7 0.19, gain per applicant"
    assert label(scaled, "ratio_factor").text() == "\u00d7 0.19"


def test_that_the_costs_of_errors_are_those_in_force_and_those_without_the_factor(scaled):
    assert scaled.errors.text.splitlines() == [
        "Miss (actual: bad) 741.05 DM",
        "without the factor 3\u202f828.71 DM",
        "False alarm (actual: good) 148.21 DM",
    ]


@pytest.mark.parametrize(
    ("button", "signal"),
    [
        ("scaled_reset", "ratio_reset_requested"),
        ("ratio_reset", "ratio_reset_requested"),
        ("scaled_write", "factor_written"),
    ],
)
def test_that_each_way_out_is_asked_for(qtbot, scaled, button, signal):
    with qtbot.waitSignal(getattr(scaled, signal)):
        qtbot.mouseClick(scaled.findChild(QPushButton, button), Qt.MouseButton.LeftButton)


def test_that_the_focus_stays_in_the_panel_when_a_way_out_goes(qtbot, scaled):
    link = scaled.findChild(QPushButton, "scaled_write")
    link.setFocus()
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    show(scaled)
    assert not link.isVisible()
    assert scaled.findChild(QLineEdit, "cost_ratio").hasFocus()


def test_that_everything_goes_once_the_ratio_is_that_of_the_cells(scaled):
    show(scaled)
    assert scaled.notice.isHidden()
    assert label(scaled, "payoff_fn_chip").isHidden()
    assert label(scaled, "payoff_fn_mean").full_text == "mean \u22123\u202f828.71"
    assert label(scaled, "payoff_fn_mean").property("tone") == "muted"
    assert scaled.findChild(QLineEdit, "payoff_fn").textMargins().left() == 0
    assert scaled.subtitles[-1] == "gain per applicant"


def test_that_a_found_case_that_pays_is_not_said_to_be_scaled(panel):
    show(panel, payoff=replace(PAYOFF, tp="20"), condition=SCALED)
    assert label(panel, "payoff_fn_chip").text().startswith("miss \u00d7")


def test_that_costs_show_the_cell_in_force_with_its_sign_turned(panel):
    show(panel, payoff=replace(PAYOFF, typed_as_costs=True), condition=SCALED)
    assert label(panel, "payoff_fn_mean").full_text == "mean 741.05"
    assert ": 0.193551" in label(panel, "payoff_fn_chip").toolTip()


def test_that_the_chip_makes_room_while_the_cell_is_edited(qtbot, scaled):
    field = scaled.findChild(QLineEdit, "payoff_fn")
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    assert label(scaled, "payoff_fn_chip").isHidden()
    scaled.findChild(QLineEdit, "prior").setFocus()
    assert label(scaled, "payoff_fn_chip").isVisible()


def test_that_a_low_panel_keeps_the_fields_and_folds_the_costs_of_errors(scaled):
    scaled.resize(328, 390)
    assert scaled.errors.isHidden()
    assert scaled.notice.isVisible()
    scaled.resize(328, 560)
    assert scaled.errors.isVisible()


def test_that_the_notice_waits_until_the_mouse_is_released(monkeypatch, qtbot, panel):
    held = [Qt.MouseButton.LeftButton]
    monkeypatch.setattr(MOUSE, lambda: held[0])
    show(panel, condition=SCALED)
    assert label(panel, "payoff_fn_chip").isVisible()
    assert panel.notice.isHidden()
    held[0] = Qt.MouseButton.NoButton
    qtbot.waitUntil(panel.notice.isVisible)
