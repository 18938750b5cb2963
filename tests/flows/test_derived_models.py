from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QPushButton

from costcurve_gui.analysis.derivations import CONJUNCTION, REPAIRED
from tests.flows.driver import click, dialog, press, snapshot_of, type_into, visible_windows
from tests.helpers.plot_mouse import LEFT

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL = Qt.KeyboardModifier.ControlModifier


def names(program: Program) -> list[str]:
    return [model.info.name for model in snapshot_of(program).models.values()]


def closed() -> bool:
    """Tell whether the dialog is gone; Qt has deleted it by then."""
    return all(top.objectName() != "add_model_dialog" for top in visible_windows())


def open_file(qtbot: QtBot, program: Program, path: Path, turn_back: str = "") -> None:
    program.window.files_dropped.emit((path,))
    asked = dialog(qtbot, program, "import_dialog")
    found = asked.findChild(QPushButton, "import_accept")
    assert found is not None
    qtbot.waitUntil(found.isEnabled)
    if turn_back:
        qtbot.waitUntil(lambda: asked.choices.lower_is_positive == {turn_back})
        qtbot.mouseClick(asked.findChild(QPushButton, f"direction_{turn_back}_False"), LEFT)
        assert not asked.choices.lower_is_positive
    qtbot.mouseClick(found, LEFT)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    QApplication.processEvents()


def backwards_file(folder: Path) -> Path:
    """Write 200 cases with a model that ranks them well and one that ranks them backwards."""
    rng = np.random.default_rng(3)
    bad = rng.random(200) < 0.3
    good_model, backwards = (bad * side + rng.normal(0, 0.8, 200) for side in (1.0, -1.0))
    path = folder / "two_models.csv"
    lines = (
        f"{label:d},{one:.4f},{other:.4f}"
        for label, one, other in zip(bad, good_model, backwards, strict=True)
    )
    path.write_text("\n".join(["label,score_sound,score_backwards", *lines]) + "\n")
    return path


def test_that_a_backwards_model_is_reversed_from_its_warning(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    open_file(qtbot, program, backwards_file(tmp_path), "score_backwards")
    warnings = program.window.dataset_panel.warnings
    assert "backwards ranks backwards" in warnings.text
    click(qtbot, program, "model_warnings_reverse")
    qtbot.waitUntil(lambda: "backwards reversed" in names(program))
    by_name = {model.info.name: model for model in snapshot_of(program).curve_set.models}
    turned, source = by_name["backwards reversed"], by_name["backwards"]
    assert turned.evaluation.auc > 0.5 > source.evaluation.auc
    qtbot.waitUntil(
        lambda: not program.window.findChild(QPushButton, "model_warnings_reverse").isVisible()
    )
    program.window.commands["undo"].trigger()
    qtbot.waitUntil(lambda: names(program) == ["sound", "backwards"])
    assert program.window.findChild(QPushButton, "model_warnings_reverse").isVisible()


def test_that_a_conjunction_is_added_shown_with_its_box_and_undone(
    qtbot: QtBot, german_credit: Program
) -> None:
    before = names(german_credit)
    german_credit.window.commands["add_model"].trigger()
    asked = dialog(qtbot, german_credit, "add_model_dialog")
    kinds, first, second = (
        asked.findChild(QComboBox, f"add_model_{name}") for name in ("kind", "first", "second")
    )
    kinds.setCurrentIndex(kinds.findData(CONJUNCTION.key))
    first.setCurrentText("random_forest")
    second.setCurrentText("random_forest")
    add = asked.findChild(QPushButton, "add_model_add")
    qtbot.mouseClick(add, LEFT)
    error = asked.findChild(QLabel, "add_model_error")
    qtbot.waitUntil(error.isVisible)
    assert error.text() == "Choose two different models."
    second.setCurrentText("naive_bayes")
    qtbot.mouseClick(add, LEFT)
    qtbot.waitUntil(lambda: names(german_credit) == [*before, "random_forest and naive_bayes"])
    qtbot.waitUntil(closed)
    snapshot = snapshot_of(german_credit)
    assert snapshot.models[snapshot.selected or ""].info.slot == 7
    assert "refuse where its score is 1 or more" in german_credit.window.decision_panel.answer()
    roc = german_credit.plots["roc"]
    assert any(getattr(mark, "key", "") == "possible left" for mark in roc.static_layer.marks)
    german_credit.window.commands["undo"].trigger()
    qtbot.waitUntil(lambda: names(german_credit) == before)
    german_credit.window.commands["redo"].trigger()
    qtbot.waitUntil(lambda: len(names(german_credit)) == 7)


def test_that_a_derived_model_is_removed_by_the_delete_key(
    qtbot: QtBot, german_credit: Program
) -> None:
    key = snapshot_of(german_credit).curve_set.models[2].info.key
    german_credit.derived.reverse(key, print)
    qtbot.waitUntil(lambda: "mlp reversed" in names(german_credit))
    models = german_credit.window.dataset_panel.models
    models.setFocus()
    qtbot.keyClick(models, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: "mlp reversed" not in names(german_credit))
    assert german_credit.session.undo_label == "remove mlp reversed"


def test_that_joint_hull_and_concavities_are_switched_in_the_menu(
    qtbot: QtBot, german_credit: Program
) -> None:
    window, roc = german_credit.window, german_credit.plots["roc"]

    def drawn(start: str) -> bool:
        return any(getattr(mark, "key", "").startswith(start) for mark in roc.static_layer.marks)

    assert not drawn("joint hull")
    window.commands["joint_hull"].trigger()
    assert drawn("joint hull")
    window.commands["concavities"].trigger()
    qtbot.waitUntil(lambda: drawn("concavity"))
    assert window.commands["concavities"].isChecked()
    press(german_credit, Qt.Key.Key_Z, CTRL)
    assert not drawn("concavity")
    assert not window.commands["concavities"].isChecked()
    assert drawn("joint hull")


def test_that_repair_is_offered_for_the_selected_model(
    qtbot: QtBot, german_credit: Program
) -> None:
    selected = snapshot_of(german_credit).selected
    german_credit.window.commands["repair"].trigger()
    asked = dialog(qtbot, german_credit, "add_model_dialog")
    assert asked.draft.kind is REPAIRED
    assert asked.draft.sources == (selected,)
    qtbot.mouseClick(asked.findChild(QPushButton, "add_model_cancel"), LEFT)
    qtbot.waitUntil(closed)


def test_that_two_points_are_mixed_for_800_of_4000_and_removed(
    qtbot: QtBot, german_credit: Program
) -> None:
    german_credit.window.commands["mix_points"].trigger()
    asked = dialog(qtbot, german_credit, "mixing_dialog")

    def field(name: str) -> QLineEdit:
        found = asked.findChild(QLineEdit, f"mixing_{name}")
        assert found is not None
        return found

    qtbot.mouseClick(asked.findChild(QPushButton, "mixing_by_cases"), LEFT)
    type_into(qtbot, field("first_threshold"), "0.2")
    type_into(qtbot, field("population"), "4000")
    type_into(qtbot, field("wanted"), "800")
    mix = snapshot_of(german_credit).mix
    assert mix is not None
    assert mix.found is not None
    assert round(mix.found.cases) == 800
    share = f"{1 - mix.found.mixing:.3f}"
    said = asked.findChild(QLabel, "mixing_instruction")
    assert said is not None
    assert said.text().startswith(
        f"For each applicant, follow naive_bayes at 0.2000 with probability {share}, else "
    )
    roc = german_credit.plots["roc"]
    assert any(getattr(mark, "key", "") == "mixing" for mark in roc.static_layer.marks)
    qtbot.mouseClick(asked.findChild(QPushButton, "mixing_remove"), LEFT)
    qtbot.waitUntil(lambda: all(top.objectName() != "mixing_dialog" for top in visible_windows()))
    assert snapshot_of(german_credit).mix is None
    german_credit.window.commands["undo"].trigger()
    assert snapshot_of(german_credit).mix == mix
