"""Every text but a subtitle has the room it needs, in DejaVu Sans, which is wide."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QWidget

from costcurve_gui.resources import resource_path
from costcurve_gui.views.catalogue import HEADS, family_of
from tests.flows.driver import dialog, wait_for_rest
from tests.helpers.clipped_text import clipped_texts

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

SIZES = ((1440, 900), (1366, 768))
LONG_NAMES = {
    "score_naive_bayes": "score_naive_bayes_of_all_applicants_in_july",
    "score_mlp": "score_multilayer_perceptron_with_two_hidden_layers_2026",
    "score_random_forest": "score_" + "forest" * 8,
}


def rounds() -> list[list[str]]:
    """Return views that stand in front together, until each has stood there."""
    families = [[view.key for view in family_of(head)] for head in HEADS]
    return [[key for key in keys if key] for keys in zip_longest(*families)]


def assert_nothing_is_cut(qtbot: QtBot, program: Program, views: list[str]) -> None:
    for view in views:
        program.window.bring_to_front(view)
    wait_for_rest(qtbot, program)
    for size in SIZES:
        program.window.resize(*size)
        qtbot.waitUntil(lambda: assert_whole(program.window))


def assert_whole(window: QWidget) -> bool:
    found = [str(clip) for clip in clipped_texts(window)]
    assert not found, f"{window.size().toTuple()}: {found}"
    return True


@pytest.fixture(autouse=True)
def _wide_font() -> None:
    if QFontInfo(QApplication.font()).family() != "DejaVu Sans":
        pytest.skip("the desktop has another font")


@pytest.mark.parametrize("views", rounds(), ids=lambda views: views[0])
def test_that_no_view_of_german_credit_cuts_a_text(
    qtbot: QtBot, german_credit: Program, views: list[str]
) -> None:
    assert_nothing_is_cut(qtbot, german_credit, views)


@pytest.mark.parametrize("example", ["sonar_cv10", "wine_cv10", "breast_cancer_family"])
def test_that_no_example_cuts_a_text(qtbot: QtBot, program: Program, example: str) -> None:
    program.datasets.open_example(example)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert_nothing_is_cut(qtbot, program, ["roc", "cost", "rociv", "rates"])


@pytest.mark.parametrize(
    ("example", "view"), [("cases_by_day", "days"), ("cards_june", "units")], ids=["days", "units"]
)
def test_that_controls_of_a_charted_view_fit_its_dock(
    qtbot: QtBot, program: Program, example: str, view: str
) -> None:
    program.datasets.open_example(example)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert_nothing_is_cut(qtbot, program, [view])


def test_that_long_names_are_shown_whole(qtbot: QtBot, program: Program, tmp_path: Path) -> None:
    sample = resource_path("sample_data", "german_credit_half.csv")
    text = sample.read_text(encoding="utf-8")
    for short, long in LONG_NAMES.items():
        text = text.replace(short, long, 1)
    file = tmp_path / "scores_of_all_applicants_of_the_bureau_in_july_2026.csv"
    file.write_text(text, encoding="utf-8")
    program.datasets.open_paths([file])
    asked = dialog(qtbot, program, "import_dialog")
    wait_for_rest(qtbot, program)
    positive = asked.findChild(QComboBox, "import_positive")
    positive.setCurrentIndex(positive.findText("bad"))
    positive.activated.emit(positive.currentIndex())
    wait_for_rest(qtbot, program)
    qtbot.waitUntil(lambda: assert_whole(asked))
    asked.findChild(QAbstractButton, "import_accept").click()
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    for views in (["measures", "verdicts", "folds", "rates"], ["tests", "difference"]):
        assert_nothing_is_cut(qtbot, program, views)
