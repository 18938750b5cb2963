"""The matrix shown is the matrix used, in the real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget

from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.text.optimism import SAME_SAMPLE
from tests.flows.driver import click, press, snapshot_of, type_into, wait_for_rest, widget

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL = Qt.KeyboardModifier.ControlModifier
SIZES = [(1440, 900), (1366, 768)]


def money(snapshot: Snapshot) -> list[float]:
    """Return profits of the models, and what their errors cost."""
    means = snapshot.condition.means
    profits = [model.policy.expected_profit for model in snapshot.models.values()]
    return [*profits, means.fn_cost, means.fp_cost]


def type_ratio(qtbot: QtBot, program: Program, text: str) -> Snapshot:
    type_into(qtbot, widget(program, "cost_ratio", QLineEdit), text)
    return snapshot_of(program)


def test_that_writing_the_factor_into_the_cells_changes_no_figure(
    qtbot: QtBot, german_credit: Program
) -> None:
    scaled = type_ratio(qtbot, german_credit, "5")
    assert scaled.miss_factor == pytest.approx(0.19355, rel=1e-4)
    click(qtbot, german_credit, "scaled_write")
    qtbot.waitUntil(lambda: snapshot_of(german_credit).settings.condition.cost_ratio is None)
    written = snapshot_of(german_credit)
    assert written.settings.payoff.fn == "-0.193551932*amount"
    assert written.settings.payoff.preset == ""
    assert money(written) == pytest.approx(money(scaled), rel=1e-7)
    assert not widget(german_credit, "payoff_fn_chip", QLabel).isVisible()
    press(german_credit, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: snapshot_of(german_credit).settings == scaled.settings)
    assert money(snapshot_of(german_credit)) == pytest.approx(money(scaled))
    press(german_credit, Qt.Key.Key_Z, CTRL)
    assert snapshot_of(german_credit).miss_factor == 1


def test_that_reset_goes_back_to_the_ratio_of_the_cells_in_one_step(
    qtbot: QtBot, german_credit: Program
) -> None:
    before = snapshot_of(german_credit)
    type_ratio(qtbot, german_credit, "5")
    click(qtbot, german_credit, "ratio_reset")
    assert money(snapshot_of(german_credit)) == pytest.approx(money(before))
    assert german_credit.session.undo_label == "reset the cost ratio"


def test_that_an_edited_cell_keeps_the_typed_ratio_and_renews_the_factor(
    qtbot: QtBot, german_credit: Program
) -> None:
    factor = type_ratio(qtbot, german_credit, "5").miss_factor
    type_into(qtbot, widget(german_credit, "payoff_fn", QLineEdit), "-2*amount")
    qtbot.waitUntil(lambda: snapshot_of(german_credit).settings.payoff.fn == "-2*amount")
    snapshot = snapshot_of(german_credit)
    assert snapshot.condition.cost_ratio == pytest.approx(5)
    assert snapshot.miss_factor == pytest.approx(factor / 2)
    press(german_credit, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: snapshot_of(german_credit).settings.payoff.fn == "-amount")
    assert snapshot_of(german_credit).miss_factor == pytest.approx(factor)


def test_that_the_ratio_of_the_cells_typed_as_shown_scales_nothing(
    qtbot: QtBot, german_credit: Program
) -> None:
    type_ratio(qtbot, german_credit, "5")
    assert type_ratio(qtbot, german_credit, "25.8").miss_factor == 1


def fields_in(program: Program) -> dict[str, QPoint]:
    panel = program.window.payoff_panel
    kinds = (QLineEdit, QComboBox, QAbstractButton)
    found = [one for kind in kinds for one in panel.findChildren(kind) if one.isVisible()]
    return {one.objectName(): one.mapToGlobal(QPoint()) for one in found if one.objectName()}


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "text"),
    [("payoff_fn", "-amout"), ("payoff_tn", "100 - 0.05*amount"), ("prior", "many"),
     ("cost_ratio", "0")],
)  # fmt: skip
def test_that_a_fault_moves_no_field(
    qtbot: QtBot, german_credit: Program, size: tuple[int, int], name: str, text: str
) -> None:
    german_credit.window.resize(*size)
    wait_for_rest(qtbot, german_credit)
    settle()
    before = fields_in(german_credit)
    assert len(before) > 9
    type_into(qtbot, widget(german_credit, name, QLineEdit), text)
    qtbot.waitUntil(widget(german_credit, "payoff_faults", QWidget).isVisible)
    settle()
    after = fields_in(german_credit)
    assert {field: after[field] for field in before} == before
    foot = widget(german_credit, "payoff_faults", QWidget)
    assert foot.mapTo(german_credit.window, foot.rect().bottomRight()).y() < size[1]
    qtbot.keyClick(widget(german_credit, name, QLineEdit), Qt.Key.Key_Escape)
    settle()
    assert not foot.isVisible()
    assert fields_in(german_credit) == before


def test_that_answer_titles_and_pictures_say_that_misses_are_scaled(
    qtbot: QtBot, german_credit: Program
) -> None:
    window, note = german_credit.window, "misses \u00d7 0.19"
    plain = window.decision_panel.answer()
    assert "Misses" not in plain
    type_ratio(qtbot, german_credit, "5")
    said = "Misses count \u00d7 0.19, to reach a cost ratio of 5 : 1."
    window.commands["copy_answer"].trigger()
    assert QApplication.clipboard().text().partition(f". {said} {SAME_SAMPLE}. ")[2]
    snapshot = snapshot_of(german_credit)
    for view in ("roc", "rociv", "cost", "profit"):
        assert note in captions.condition(snapshot, plot_view(view))
    for dock in ("payoffs", "decision"):
        assert window.panel_docks[dock].title_bar.subtitle.startswith(note)
    assert note in window.view_docks["profit"].title_bar.subtitle
    click(qtbot, german_credit, "scaled_reset")
    assert window.decision_panel.answer() == plain
    assert note not in captions.condition(snapshot_of(german_credit), plot_view("profit"))
