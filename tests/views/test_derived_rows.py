"""How the list of models shows derived models, and offers to reverse one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton

from costcurve_gui.analysis.dataset_info import ModelInfo
from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import CHAIN, CONJUNCTION, COST_WEIGHTED, REPAIRED
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.views.panels.dataset_panel import DatasetPanel
from costcurve_gui.views.panels.model_rows import MODEL
from costcurve_gui.views.text.names import origin
from tests.helpers import snapshots

MLP, TURNED = "g/score_mlp", "g/turned"


def only_backwards():
    """Return the curve set before the backwards model was reversed."""
    curve_set = snapshots.derived_curves()
    return replace(curve_set, dataset=snapshots.dataset(), models=curve_set.models[:-1])


@pytest.fixture
def panel(qtbot):
    widget = DatasetPanel()
    qtbot.addWidget(widget)
    widget.resize(328, 420)
    widget.show_state(snapshots.state())
    widget.show_curves(snapshots.derived_curves())
    widget.show()
    return widget


def index_of(panel, key):
    rows = panel.models.rows
    return rows.index(rows.row_of(key), MODEL)


def menu_of(panel, key):
    models = panel.models
    models.customContextMenuRequested.emit(models.visualRect(index_of(panel, key)).center())
    menu = models.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]
    return {action.text(): action for action in menu.actions()}


def test_that_a_derived_model_says_what_it_was_made_from(panel):
    index = index_of(panel, TURNED)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "mlp reversed\nReversed: mlp"
    read_aloud = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert read_aloud == "mlp reversed, derived: Reversed: mlp"


def test_that_a_derived_model_is_marked_where_others_are_not(panel):
    def picture(key):
        rect = panel.models.visualRect(index_of(panel, key))
        end = rect.adjusted(rect.width() - 14, 4, 0, -4)
        return panel.models.viewport().grab(end).toImage()

    assert picture(TURNED) != picture(MLP)


def test_that_a_backwards_model_is_offered_to_be_reversed(qtbot, panel):
    panel.show_curves(only_backwards())
    link = panel.findChild(QPushButton, "model_warnings_reverse")
    assert panel.warnings.text == "mlp ranks backwards (AUC 0.265)"
    assert link.accessibleName() == "Reverse mlp"
    with qtbot.waitSignal(panel.reverse_requested) as told:
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert told.args == [MLP]


def test_that_the_backwards_model_is_named_before_other_warnings(panel):
    curve_set = only_backwards()
    first = replace(curve_set.models[0], remark="logistic_regression has 21 distinct scores")
    panel.show_curves(replace(curve_set, models=(first, *curve_set.models[1:])))
    assert panel.warnings.text.startswith("mlp ")


def test_that_a_model_reversed_already_is_not_offered_again(panel):
    assert not panel.findChild(QPushButton, "model_warnings_reverse").isVisible()
    assert panel.warnings.text.startswith("mlp ")


def test_that_counts_are_not_offered_to_be_reversed(panel):
    curve_set = only_backwards()
    panel.show_curves(replace(curve_set, dataset=replace(curve_set.dataset, kind=TableKind.LEAVES)))
    assert panel.findChild(QPushButton, "model_warnings_reverse").isHidden()
    assert panel.warnings.text.startswith("mlp ")
    assert "Add this model reversed" not in menu_of(panel, MLP)


def test_that_a_row_offers_what_can_be_done_with_it(qtbot, panel):
    with qtbot.waitSignal(panel.reverse_requested) as told:
        menu_of(panel, MLP)["Add this model reversed"].trigger()
    assert told.args == [MLP]
    assert "Add this model reversed" not in menu_of(panel, "g/score_naive_bayes")


@pytest.mark.parametrize(
    ("kind", "thresholds", "payoffs", "words"),
    [
        (REPAIRED, (), (), "Concavities repaired: mlp"),
        (CONJUNCTION, (0.5, -0.25), (), "mlp ≥ 0.5 and bayes ≤ 0.25"),
        (CHAIN, (0.5, -0.25), (), "Chain of mlp ≥ 0.5, bayes ≤ 0.25"),
        (
            COST_WEIGHTED,
            (),
            ("0", "-amount"),
            "mlp times the cost of a miss, (0) \u2212 (-amount)",
        ),
    ],
)
def test_that_the_origin_is_said_in_the_scores_of_the_file(kind, thresholds, payoffs, words):
    sources = ("s1", "s2") if thresholds else ("s1",)
    model = DerivedModel("new", 3, kind, sources, thresholds, payoffs)
    infos = (
        ModelInfo("g/1", "mlp", "s1", 1),
        ModelInfo("g/2", "bayes", "s2", 2, lower_is_positive=True),
    )
    curve_set = replace(snapshots.curve_set(), dataset=snapshots.dataset(models=infos))
    assert origin(ModelInfo("g/3", "new", model.column, 3, derived=model), curve_set) == words
    assert origin(infos[0], curve_set) == ""
