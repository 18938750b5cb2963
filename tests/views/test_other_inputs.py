"""What views say and draw of counts and of several classes."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox

from costcurve_gui.analysis.settings import AnalysisState
from costcurve_gui.analysis.tables.multiclass import pairwise_table
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.views.dialogs.import_choices import ImportChoices
from costcurve_gui.views.dialogs.import_dialog import ImportDialog
from costcurve_gui.views.dialogs.import_questions import PositiveDialog
from costcurve_gui.views.panels.dataset_panel import DatasetPanel
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.plots.cost import CostView
from costcurve_gui.views.plots.roc import RocView
from costcurve_gui.views.plotting.marks import ClassifierPoint, CostLines, Hollow, Line
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.tables.multiclass_table import multiclass_content
from costcurve_gui.views.text import decision_summary, policy_text
from costcurve_gui.views.text.empty_states import empty_state
from costcurve_gui.views.text.vocabulary import classifier_text, family_of
from tests.helpers.choices import Choice, selected_by
from tests.helpers.other_inputs import example, snapshot_of, with_result

FAMILY, LEAVES, WINE = "breast_cancer_family", "breast_cancer_leaves", "wine"


def table_of(snapshot, name="tree"):
    model = next(one for one in snapshot.curve_set.models if one.info.name == name)
    return family_of(model)


# --- families -----------------------------------------------------------------------------------


def test_that_every_classifier_is_a_point_and_dominated_ones_are_hollow():
    snapshot = snapshot_of(FAMILY)
    marks = RocView().static_items(snapshot, LIGHT)
    points = [mark for mark in marks if isinstance(mark, (ClassifierPoint, Hollow))]
    families = [family_of(model) for model in snapshot.curve_set.models]
    expected = {
        (classifier.fpr, classifier.tpr, bool(dominated))
        for table in families
        for classifier, dominated in zip(table.classifiers, table.dominated, strict=True)
    }
    found = {(point.x, point.y, isinstance(point, Hollow)) for point in points}
    assert found == expected
    assert any(hollow for _, _, hollow in found)


def test_that_between_classifiers_runs_their_hull():
    snapshot = snapshot_of(FAMILY)
    lines = {m.key: m for m in RocView().static_items(snapshot, LIGHT) if isinstance(m, Line)}
    for model in snapshot.curve_set.models:
        drawn, hull = lines[model.info.key], model.evaluation.roc_hull
        assert (list(drawn.x), list(drawn.y)) == (list(hull.fpr), list(hull.tpr))


def test_that_every_classifier_is_a_line_in_cost_space():
    snapshot = snapshot_of(FAMILY)
    (lines,) = (m for m in CostView().static_items(snapshot, LIGHT) if isinstance(m, CostLines))
    assert len(lines.fpr) == len(table_of(snapshot).classifiers) == 9


def test_that_classifiers_stand_where_thresholds_would():
    snapshot = snapshot_of(FAMILY)
    policy = snapshot.models[snapshot.selected].policy
    assert (
        policy_text.rule(snapshot, snapshot.selected)
        == f"Follow classifier {policy.classifiers[0]}"
    )
    assert (
        policy_text.rule_html(snapshot, snapshot.selected)
        == f"Follow <b>classifier {policy.classifiers[0]}</b>"
    )
    assert decision_summary.answer(snapshot).startswith(
        f"With tree, follow classifier {policy.classifiers[0]}: "
    )


def test_that_mixed_classifiers_are_said_with_the_lot():
    selection = selected_by(Choice.NEYMAN_PEARSON, max_fpr=0.2)
    snapshot = snapshot_of(FAMILY, selection=selection)
    first, second = snapshot.models[snapshot.selected].policy.classifiers
    rule = policy_text.rule(snapshot, snapshot.selected)
    assert rule.startswith(f"Follow {classifier_text(first)}; for ")
    assert rule.endswith(f"at random follow {classifier_text(second)}")
    assert "bad ones" not in decision_summary.answer(snapshot)
    assert " catches " in decision_summary.answer(snapshot)


def test_that_the_manual_criterion_offers_classifiers_by_name(qtbot):
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    snapshot = snapshot_of(FAMILY, selection=selected_by(Choice.MANUAL))
    panel.show_snapshot(snapshot)
    box = panel.findChild(QComboBox, "manual_classifier")
    assert not box.isHidden()
    assert panel.details.threshold.isHidden()
    names = table_of(snapshot).names
    assert [box.itemText(at) for at in range(box.count())] == [*map(classifier_text, names)]
    assert box.currentIndex() == snapshot.models[snapshot.selected].policy.index
    with qtbot.waitSignal(panel.threshold_edited) as told:
        box.activated.emit(2)
    assert told.args == [2.0]


def test_that_a_model_that_scores_keeps_its_field(qtbot):
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(snapshot_of(LEAVES, selection=selected_by(Choice.MANUAL)))
    assert panel.details.classifier.isHidden()
    assert not panel.details.threshold.isHidden()


@pytest.mark.parametrize(
    ("file", "view", "headline"),
    [
        (FAMILY, "pr", "Counts only"),
        (FAMILY, "calibration", "Counts only"),
        (FAMILY, "multiclass", "Counts only"),
        (LEAVES, "multiclass", "Counts only"),
        ("sonar", "multiclass", "Two classes"),
    ],
)
def test_that_a_view_says_what_the_file_lacks(file, view, headline):
    found = empty_state(view, snapshot_of(file))
    assert found is not None
    assert found.headline == headline


@pytest.mark.parametrize(
    ("file", "view"),
    [(FAMILY, "roc"), (FAMILY, "cost"), (FAMILY, "rates"), (LEAVES, "pr"), (WINE, "multiclass")],
)
def test_that_a_view_is_filled_where_the_file_has_what_it_needs(file, view):
    assert empty_state(view, snapshot_of(file)) is None


def test_that_the_positive_class_is_asked_for_in_a_short_dialog(qtbot):
    dialog = PositiveDialog("leaves.csv", ("benign", "malignant"))
    qtbot.addWidget(dialog)
    dialog.findChild(QComboBox, "positive_choice").setCurrentText("malignant")
    with qtbot.waitSignal(dialog.positive_chosen) as told:
        dialog.accept()
    assert told.args == ["malignant"]


# --- several classes ----------------------------------------------------------------------------


def test_that_the_table_has_classes_totals_and_pairs():
    snapshot = with_result(WINE, "multiclass")
    content = multiclass_content(snapshot)
    assert [column.title for column in content.columns] == [
        "proba_naive_bayes",
        "proba_random_forest",
    ]
    titles = [row.title for row in content.rows if row.cells]
    assert titles == [
        "class_0 (33.1 %)",
        "class_1 (39.9 %)",
        "class_2 (27.0 %)",
        "AUC total",
        "Hand-Till M",
        "class_0, class_1",
        "class_0, class_2",
        "class_1, class_2",
        "class_0 | class_1",
        "class_1 | class_0",
        "class_0 | class_2",
        "class_2 | class_0",
        "class_1 | class_2",
        "class_2 | class_1",
    ]
    areas = snapshot.results.multiclass[snapshot.curve_set.models[1].info.key]
    cells = {row.title: row.cells[1] for row in content.rows if row.cells}
    assert cells["Hand-Till M"] == f"{areas.hand_till_m:.3f}"
    assert cells["class_0, class_2"] == f"{areas.pair_means[0, 2]:.3f}"


def test_that_a_pair_stands_both_ways_as_the_report_has_it():
    snapshot = with_result(WINE, "multiclass")
    content = multiclass_content(snapshot)
    (naive, _), titles = content.columns, {row.title: row for row in content.rows}
    pairs = pairwise_table(snapshot, TableOptions())
    rows = [row for row in zip(*pairs.columns, strict=True) if row[0] == naive.model.name]
    assert len(rows) == 3
    for _, first, second, one_way, other_way, _ in rows:
        assert titles[f"{first} | {second}"].cells[0] == f"{one_way:.3f}"
        assert titles[f"{second} | {first}"].cells[0] == f"{other_way:.3f}"
    assert any(one_way != other_way for *_, one_way, other_way, _ in rows)
    hint = titles["class_1 | class_0"].hint
    assert hint == (
        "chance that a random case of class_1 scores higher for class_1 than a random case of "
        "class_0"
    )


def test_that_the_class_against_all_others_is_chosen_above_the_models(qtbot):
    loaded = example(WINE)
    panel = DatasetPanel()
    qtbot.addWidget(panel)
    state = AnalysisState((loaded.info,), loaded.info.id, {loaded.info.id: loaded.settings})
    panel.show_state(state)
    box = panel.findChild(QComboBox, "file_reference")
    assert not box.isHidden()
    assert box.currentText() == "class_0 against all others"
    with qtbot.waitSignal(panel.reference_chosen) as told:
        box.setCurrentIndex(2)
        box.activated.emit(2)
    assert told.args == ["class_2"]
    assert box.currentData() == "class_0"  # until the curves are there
    panel.show_state(state.with_current(reference="class_2"))
    assert box.currentData() == "class_2"


def test_that_two_classes_have_no_such_box(qtbot):
    loaded = example("sonar")
    panel = DatasetPanel()
    qtbot.addWidget(panel)
    panel.show_state(AnalysisState((loaded.info,), loaded.info.id, {}))
    assert panel.findChild(QComboBox, "file_reference") is None


def test_that_the_box_goes_with_the_file_of_several_classes(qtbot):
    panel = DatasetPanel()
    qtbot.addWidget(panel)
    for name in (WINE, "sonar"):
        loaded = example(name)
        panel.show_state(AnalysisState((loaded.info,), loaded.info.id, {}))
    assert panel.findChild(QComboBox, "file_reference").isHidden()


@pytest.fixture
def wine_dialog(qtbot):
    from costcurve_gui.dataio.formats.opening import open_source
    from costcurve_gui.dataio.roles.proposal import propose_roles
    from costcurve_gui.resources import resource_path

    source = open_source(resource_path("sample_data", "wine_cv10.csv"))
    dialog = ImportDialog(source, propose_roles(source))
    qtbot.addWidget(dialog)
    return dialog


def test_that_columns_of_every_class_are_proposed_as_models_of_several_classes(qtbot, wine_dialog):
    with qtbot.waitSignal(wine_dialog.import_requested) as told:
        wine_dialog._request_import()
    chosen = told.args[0]
    assert chosen.roles.classes == ("class_0", "class_1", "class_2")
    assert [model.name for model in chosen.models] == ["proba_naive_bayes", "proba_random_forest"]


def test_that_two_classes_can_be_read_instead(qtbot, wine_dialog):
    box = wine_dialog.findChild(QComboBox, "import_several")
    box.setCurrentIndex(box.findData(False))
    box.activated.emit(box.currentIndex())
    choices = wine_dialog.choices
    assert choices.class_models == ()
    assert choices.models_made == 6
    assert choices.roles().positive == "class_0"


def test_that_a_model_without_one_of_its_columns_is_no_model_of_several_classes(wine_dialog):
    from costcurve_gui.dataio.roles.column_roles import Role

    choices = wine_dialog.choices.with_role("proba_naive_bayes_class_1", Role.IGNORE)
    assert [model.name for model in choices.class_models] == ["proba_random_forest"]
    assert isinstance(choices, ImportChoices)
    assert choices.models_made == 1
