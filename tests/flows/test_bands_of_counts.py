"""How sure counts and files with little to tell are, as a user meets it in the window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton

from costcurve_gui.analysis.interval_settings import Samples
from costcurve_gui.analysis.intervals.requests import bands_of, decision_intervals
from costcurve_gui.engine import BootstrapSpec
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting.captions import condition
from tests.flows.driver import dialog, press, snapshot_of
from tests.helpers.plot_mouse import LEFT

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

CTRL = Qt.KeyboardModifier.ControlModifier
FEW = BootstrapSpec(replicates=200)


def open_example(qtbot: QtBot, program: Program, name: str) -> None:
    program.datasets.open_example(name)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.choices.set_bands(replace(program.session.state.current.bands, spec=FEW))
    wait(qtbot, program)


def wait(qtbot: QtBot, program: Program) -> None:
    def known() -> bool:
        snapshot = snapshot_of(program)
        return decision_intervals(snapshot) is not None and bool(bands_of(snapshot, "cost"))

    qtbot.waitUntil(known, timeout=20_000)


def notes(program: Program) -> dict[str, str]:
    return {row[0]: row[2] for row in program.window.decision_panel.figures.rows}


def subtitle(program: Program, view: str) -> str:
    return program.window.view_docks[view].title_bar.subtitle


def test_that_a_family_says_how_sure_it_is(qtbot: QtBot, program: Program) -> None:
    open_example(qtbot, program, "breast_cancer_family")
    assert " to " in program.window.decision_panel.head.interval.full_text
    assert notes(program)["over stump"] == "this sample, no interval"
    assert subtitle(program, "cost") == "lower envelopes"
    snapshot = snapshot_of(program)
    assert condition(snapshot, plot_view("cost")).endswith(
        "90 % band of tree: two binomials, observed rates"
    )
    assert condition(snapshot, plot_view("roc")).endswith("90 % intervals of tree: Wilson")


def test_that_the_condition_moves_the_intervals_of_a_family(qtbot: QtBot, program: Program) -> None:
    open_example(qtbot, program, "breast_cancer_family")
    before = program.window.decision_panel.head.interval.full_text
    program.condition.set_prior(0.2)
    wait(qtbot, program)
    after = program.window.decision_panel.head.interval.full_text
    assert " to " in after
    assert after != before
    press(program, Qt.Key.Key_Z, CTRL)
    wait(qtbot, program)
    assert program.window.decision_panel.head.interval.full_text == before


def test_that_models_of_counts_are_compared_once_they_had_different_cases(
    qtbot: QtBot, program: Program
) -> None:
    open_example(qtbot, program, "breast_cancer_family")
    program.window.bring_to_front("winners")
    frame = program.window.frames["winners"]
    qtbot.waitUntil(lambda: frame.is_empty, timeout=9_000)
    program.window.commands["uncertainty"].trigger()
    shown = dialog(qtbot, program, "uncertainty_dialog")
    qtbot.mouseClick(shown.findChild(QPushButton, "bands_samples_different"), LEFT)
    shown.close()
    qtbot.waitUntil(lambda: not frame.is_empty, timeout=20_000)
    assert " to " in notes(program)["over stump"]
    assert "independent samples" in program.window.status.method.text()
    program.window.commands["undo"].trigger()
    assert program.session.state.current.bands.samples is Samples.SAME
    without = "this sample, no interval"
    qtbot.waitUntil(lambda: notes(program)["over stump"] == without, timeout=20_000)
    assert frame.is_empty


def test_that_trees_have_bands_and_a_threshold_chosen_again(qtbot: QtBot, program: Program) -> None:
    open_example(qtbot, program, "breast_cancer_leaves")
    assert program.window.status.method.text().startswith("90 %, ")
    assert program.window.decision_panel.rule.toolTip().startswith("Out-of-bag threshold: ")


@pytest.mark.parametrize(
    ("name", "auciv"), [("breast_cancer_leaves", " to "), ("breast_cancer_family", "no interval")]
)
def test_that_areas_of_counts_have_an_interval_or_a_reason(
    qtbot: QtBot, program: Program, name: str, auciv: str
) -> None:
    open_example(qtbot, program, name)
    program.window.bring_to_front("measures")

    def rows() -> dict[str, tuple[tuple[str, ...], str]]:
        content = program.tables["measures"].rows.content
        return {row.title: (row.cells, row.hint) for row in content.rows}

    qtbot.waitUntil(lambda: auciv in rows().get("AUCIV, 90 %", (("",), ""))[0][0], timeout=20_000)
    assert all(" to " in cell for cell in rows()["cost curve area, 90 %"][0])  # on new cases
    cells, hint = rows()["on this sample, 90 %"]
    assert set(cells) == {"no interval"}
    assert ": no interval (" in hint


def test_that_intervals_by_threshold_are_chosen_drawn_and_written(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    german_credit.choices.set_bands(replace(german_credit.session.state.current.bands, spec=FEW))
    wait(qtbot, german_credit)
    german_credit.window.commands["uncertainty"].trigger()
    shown = dialog(qtbot, german_credit, "uncertainty_dialog")
    button = shown.findChild(QPushButton, "bands_roc_threshold-wise")
    assert button.text() == "By threshold"
    qtbot.mouseClick(button, LEFT)
    shown.close()
    qtbot.waitUntil(lambda: bool(bands_of(snapshot_of(german_credit), "roc")), timeout=20_000)
    assert "ROC: 90 % intervals: " in german_credit.window.status.method.toolTip()
    german_credit.exports.save_curves("roc", "roc.csv")
    files = dialog(qtbot, german_credit, "save_dialog")
    assert isinstance(files, QFileDialog)
    files.fileSelected.emit(str(tmp_path / "roc.csv"))
    files.reject()
    qtbot.waitUntil(lambda: len(list(tmp_path.glob("roc_*.csv"))) == 1, timeout=20_000)
    qtbot.waitUntil(lambda: not german_credit.runner.busy, timeout=20_000)
    (written,) = tmp_path.glob("roc_*.csv")
    head, *rows = written.read_text(encoding="utf-8").splitlines()
    assert head.startswith("model,threshold,fpr,fpr_lower,fpr_upper,tpr,tpr_lower,tpr_upper")
    assert rows
    assert all(",threshold-wise" in row for row in rows)


# What stands in for replicates that say nothing.
STAND_INS = ("Bayesian bootstrap", "rule of three", "no interval")
LITTLE = {
    "separated": ([1] * 12 + [0] * 30, np.linspace(1, 0, 42)),
    "one positive": ([1] + [0] * 30, np.linspace(1, 0, 31)),
    "constant": ([1] * 10 + [0] * 30, np.full(40, 0.5)),
    "tiny": ([1, 0, 1, 0], np.array([0.9, 0.6, 0.4, 0.1])),
}


@pytest.mark.parametrize("case", LITTLE)
def test_that_a_file_with_little_to_tell_is_not_taken_for_certain(
    qtbot: QtBot, program: Program, tmp_path: Path, case: str
) -> None:
    labels, scores = LITTLE[case]
    other = np.random.default_rng(3).random(len(labels)).round(3)
    lines = ["label,score_a,score_b"]
    lines += [f"{y},{a:.4f},{b}" for y, a, b in zip(labels, scores, other, strict=True)]
    path = tmp_path / "little.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    program.datasets.open_paths([path])
    asked = dialog(qtbot, program, "import_dialog")
    qtbot.mouseClick(asked.findChild(QPushButton, "import_accept"), LEFT)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.choices.set_bands(replace(program.session.state.current.bands, spec=FEW))
    wait(qtbot, program)
    for key, band in bands_of(snapshot_of(program), "roc").items():
        inner = slice(1, -1)
        width = band.upper[inner] - band.lower[inner]
        assert np.all(np.isnan(width) | (width > 0)), key
        assert any(words in band.method for words in STAND_INS)
    for view in ("winners", "verdicts", "tests"):
        program.window.bring_to_front(view)
        qtbot.waitUntil(lambda view=view: not program.window.frames[view].is_empty, timeout=9_000)
