"""Counts, and cases of several classes, without a window: opened, edited, undone, exported."""

from __future__ import annotations

import csv
import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from costcurve_gui.analysis.derivations import (
    CALIBRATED,
    CONJUNCTION,
    REPAIRED,
    REVERSED,
)
from costcurve_gui.analysis.derived_models import ModelDraft
from costcurve_gui.analysis.fold_curves import FoldResults
from costcurve_gui.analysis.score_family import score_family
from costcurve_gui.analysis.tables.cases import build_up_of
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.analysis.view_results import NO_RESULTS
from costcurve_gui.controllers.derived_model_controller import DerivedModelController
from costcurve_gui.controllers.view_controllers import ViewResultController
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.resources import resource_path
from costcurve_gui.views.text.names import origin
from tests.helpers.choices import Choice, choose

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.derivation import Derivation
    from tests.helpers.workbench import Workbench

FAMILY = resource_path("sample_data", "breast_cancer_family.csv")
LEAVES = resource_path("sample_data", "breast_cancer_leaves.csv")
WINE = resource_path("sample_data", "wine_cv10.csv")
SONAR = resource_path("sample_data", "sonar_cv10.csv")


def curves_of_model(bench: Workbench, name: str) -> ModelCurves:
    return next(model for model in bench.snapshot.curve_set.models if model.info.name == name)


@pytest.fixture
def family(empty_bench: Workbench) -> Workbench:
    empty_bench.datasets.open_paths([FAMILY])
    return empty_bench


@pytest.fixture
def wine(empty_bench: Workbench) -> Workbench:
    empty_bench.datasets.open_paths([WINE])
    empty_bench.prompts.imports[0].accept_classes("class_0")
    return empty_bench


@pytest.fixture
def sonar(empty_bench: Workbench) -> Workbench:
    empty_bench.datasets.open_example("sonar")
    return empty_bench


# --- counts -----------------------------------------------------------------------------------


def test_that_confusion_matrices_open_without_a_question(family: Workbench) -> None:
    info = family.session.state.dataset
    assert info is not None
    assert info.kind is TableKind.CONFUSION
    assert family.prompts.imports == []
    assert family.prompts.asked_classes == []
    assert [model.name for model in info.models] == ["tree", "stump"]
    assert family.settings.recent[0].path == str(FAMILY)


def test_that_every_classifier_has_the_rates_of_its_row(family: Workbench) -> None:
    with FAMILY.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["model"] == "tree"]
    table = curves_of_model(family, "tree").evaluation.table
    assert isinstance(table, FamilyTable)
    for classifier in table.classifiers:
        row = rows[int(classifier.name) - 1]
        assert classifier.tpr == int(row["tp"]) / (int(row["tp"]) + int(row["fn"]))
        assert classifier.fpr == int(row["fp"]) / (int(row["fp"]) + int(row["tn"]))


def test_that_payoffs_of_counts_are_edited_and_undone(family: Workbench) -> None:
    before = family.snapshot.condition.cost_ratio
    family.payoffs.edit_cell("fn", "-7")
    assert family.snapshot.condition.cost_ratio == 7 * before
    family.session.undo()
    assert family.snapshot.condition.cost_ratio == before


def test_that_a_column_in_a_payoff_of_counts_is_refused_in_place(family: Workbench) -> None:
    before = family.snapshot
    family.payoffs.edit_cell("fn", "-amount")
    assert [(error.cell, error.message) for error in family.cell_errors] == [
        ("fn", 'No column "amount".')
    ]
    assert family.snapshot is before


def test_that_the_keys_for_thresholds_step_through_the_classifiers(family: Workbench) -> None:
    key = curves_of_model(family, "tree").info.key
    family.selection.select_model(key)
    choose(family.selection, Choice.MANUAL)
    start = family.snapshot.models[key].policy
    table = curves_of_model(family, "tree").evaluation.table
    assert isinstance(table, FamilyTable)
    family.selection.step_threshold(-1)
    after = family.snapshot.models[key].policy
    assert after.index == start.index + 1
    assert after.classifiers == (table.names[after.index],)
    assert all(map(math.isfinite, family.current.selection.thresholds.values()))
    family.selection.step_threshold(100)
    assert family.snapshot.models[key].policy.classifiers == ("none",)
    family.session.undo()
    assert family.snapshot.models[key].policy.classifiers == start.classifiers


def test_that_a_classifier_is_chosen_by_its_row(family: Workbench) -> None:
    key = curves_of_model(family, "tree").info.key
    family.selection.select_model(key)
    family.selection.set_threshold(2.0)
    table = curves_of_model(family, "tree").evaluation.table
    assert isinstance(table, FamilyTable)
    assert family.snapshot.models[key].policy.classifiers == (table.names[2],)


def test_that_the_csv_of_a_family_names_every_classifier(family: Workbench) -> None:
    table = view_table("roc", family.snapshot)
    columns = dict(zip(table.header, table.columns, strict=True))
    tree = columns["model"] == "tree"
    names = columns["member"][tree].tolist()
    assert sorted(names[1:-1]) == sorted(str(number) for number in range(1, 10))
    assert (names[0], names[-1]) == ("none", "all")
    dominated = curves_of_model(family, "tree").evaluation.table.dominated
    assert not np.any(columns["on_hull"][tree][1:-1][dominated])
    assert np.isnan(columns["threshold"][tree].astype(float)[1:-1]).all()


def test_that_counts_have_no_result_that_needs_cases(family: Workbench) -> None:
    controller = ViewResultController(
        family.store, family.results, family.runner, family.errors.append
    )
    for view in ("calibration", "multiclass"):
        controller.show(view)
    assert family.snapshot.results == NO_RESULTS
    assert family.errors == []


def test_that_leaves_ask_for_the_positive_class_alone(empty_bench: Workbench) -> None:
    empty_bench.prompts.positive = "malignant"
    empty_bench.datasets.open_paths([LEAVES])
    assert [set(asked) for asked in empty_bench.prompts.asked_classes] == [{"malignant", "benign"}]
    info = empty_bench.snapshot.curve_set.dataset
    assert (info.positive_label, info.negative_label) == ("malignant", "benign")
    controller = ViewResultController(
        empty_bench.store, empty_bench.results, empty_bench.runner, empty_bench.errors.append
    )
    controller.show("calibration")
    assert set(empty_bench.snapshot.results.calibration) == set(empty_bench.snapshot.models)


def test_that_nothing_opens_where_nobody_says_which_class_is_positive(
    empty_bench: Workbench,
) -> None:
    empty_bench.datasets.open_paths([LEAVES, FAMILY])
    assert [info.name for info in empty_bench.session.state.datasets] == [FAMILY.name]


def test_that_pasted_counts_open_too(empty_bench: Workbench) -> None:
    empty_bench.datasets.open_text("model\ttp\tfn\tfp\ttn\na\t8\t2\t1\t9\na\t9\t1\t4\t6\n")
    assert empty_bench.snapshot.curve_set.dataset.kind is TableKind.CONFUSION


# --- several classes ----------------------------------------------------------------------------


@pytest.mark.parametrize("reference", ["class_0", "class_1", "class_2"])
def test_that_every_class_is_set_against_all_others(wine: Workbench, reference: str) -> None:
    wine.datasets.choose_reference(reference)
    cases = pd.read_csv(WINE)
    info = wine.snapshot.curve_set.dataset
    assert info.positive_label == reference
    assert info.positives == (cases["label"] == reference).sum()
    assert info == wine.session.state.dataset
    for model in wine.snapshot.curve_set.models:
        wanted = roc_auc_score(cases["label"] == reference, cases[f"{model.info.name}_{reference}"])
        assert model.evaluation.auc == pytest.approx(wanted, abs=1e-12)


def test_that_another_class_is_one_step_to_undo(wine: Workbench) -> None:
    before = wine.snapshot.condition.prior
    wine.datasets.choose_reference("class_2")
    assert wine.snapshot.condition.prior == pytest.approx(48 / 178)
    assert wine.session.undo_label == "set class_2 against all others"
    wine.session.undo()
    assert wine.snapshot.curve_set.dataset.positive_label == "class_0"
    assert wine.snapshot.condition.prior == before
    wine.session.redo()
    assert wine.snapshot.curve_set.dataset.positive_label == "class_2"


def test_that_a_class_whose_costs_would_be_negative_is_refused(wine: Workbench) -> None:
    wine.payoffs.edit_cell("fn", "where(id > 59, 1, -1)")  # the first 59 rows are class_0
    before = wine.snapshot
    wine.datasets.choose_reference("class_1")
    assert [title for title, _ in wine.prompts.errors] == ["The class was not changed"]
    assert wine.snapshot is before
    assert wine.current.reference == ""


def test_that_a_repaired_model_does_not_stand_in_the_way_of_another_class(
    empty_bench: Workbench, tmp_path: Path
) -> None:
    rows = ("a,.8,.1,.1", "a,.9,.1,0", "b,.1,.5,.4", "b,.2,.2,.6", "c,.1,.3,.6", "c,.1,.6,.3")
    path = tmp_path / "three.csv"
    path.write_text("\n".join(["label,proba_a,proba_b,proba_c", *rows]))
    bench = empty_bench
    bench.datasets.open_paths([path])
    bench.prompts.imports[0].accept_classes("b")
    derived = DerivedModelController(bench.session, bench.results, bench.analysis)
    source = bench.snapshot.curve_set.models[0].info.key
    derived.add(ModelDraft(REPAIRED, (source,), "repaired"), list, bench.notices.append)
    bench.datasets.choose_reference("a")  # a perfect ranking: nothing is left to repair
    assert (bench.notices, bench.prompts.errors) == ([], [])
    assert [model.evaluation.auc for model in bench.snapshot.curve_set.models] == [1, 1]


def test_that_what_is_chosen_stays_with_its_model(wine: Workbench) -> None:
    forest = wine.snapshot.curve_set.models[1].info.key
    wine.selection.select_model(forest)
    wine.datasets.choose_reference("class_1")
    assert wine.snapshot.selected == forest


def test_that_the_areas_over_all_classes_do_not_depend_on_the_reference(wine: Workbench) -> None:
    controller = ViewResultController(wine.store, wine.results, wine.runner, wine.errors.append)
    controller.show("multiclass")
    table = view_table("multiclass", wine.snapshot)
    assert table.header == ("model", "class", "auc", "prevalence", "auc_total", "hand_till_m")
    assert len(table.columns[0]) == 6
    wine.datasets.choose_reference("class_2")
    again = view_table("multiclass", wine.snapshot)
    assert all(
        one.tolist() == other.tolist()
        for one, other in zip(table.columns, again.columns, strict=True)
    )
    cases = pd.read_csv(WINE)
    columns = dict(zip(table.header, table.columns, strict=True))
    scores = cases[[f"proba_naive_bayes_class_{k}" for k in range(3)]].to_numpy()
    wanted = roc_auc_score(
        cases["label"], scores / scores.sum(axis=1, keepdims=True), multi_class="ovo"
    )
    assert columns["hand_till_m"][0] == pytest.approx(wanted, abs=1e-3)


def test_that_areas_not_yet_computed_are_not_exported_as_nothing(wine: Workbench) -> None:
    with pytest.raises(DataError, match="Show the view, then export it"):
        view_table("multiclass", wine.snapshot)


def test_that_the_first_findings_are_those_of_the_own_class_of_each_column(
    empty_bench: Workbench,
) -> None:
    empty_bench.datasets.open_paths([WINE])
    findings = empty_bench.prompts.imports[0].findings[-1].columns
    assert all(findings[name].text.startswith("AUC 0.9") for name in findings if "proba" in name)


# --- derived models ---------------------------------------------------------------------


def derive(bench: Workbench, kind: Derivation, *names: str) -> str:
    """Make a model from others, and return its key."""
    keys = tuple(curves_of_model(bench, name).info.key for name in names)
    controller = DerivedModelController(bench.session, bench.results, bench.analysis)
    controller.add(ModelDraft(kind, keys, "derived"), lambda: None, bench.notices.append)
    assert bench.notices == []
    return curves_of_model(bench, "derived").info.key


def test_that_counts_are_reversed_and_joined_by_their_rates(family: Workbench) -> None:
    tree, stump = (curves_of_model(family, name).info.key for name in ("tree", "stump"))
    rates = [family.snapshot.models[key].policy for key in (tree, stump)]
    controller = DerivedModelController(family.session, family.results, family.analysis)
    controller.add(ModelDraft(CONJUNCTION, (tree, stump), "both"), list, family.notices.append)
    controller.reverse(stump, family.notices.append)
    assert (family.notices, family.errors) == ([], [])
    both = curves_of_model(family, "both")
    assert both.evaluation.table.tpr[1] == pytest.approx(rates[0].tpr * rates[1].tpr)
    assert (both.expected_only, both.info.derived.thresholds[0]) == (True, rates[0].index)
    said = origin(both.info, family.snapshot.curve_set)
    assert said == f"tree classifier {rates[0].classifiers[0]} and stump"
    turned, plain = (curves_of_model(family, name) for name in ("stump reversed", "stump"))
    assert turned.evaluation.auc == pytest.approx(1 - plain.evaluation.auc)
    family.payoffs.edit_cell("fn", "-7")
    assert [model.info.name for model in family.snapshot.curve_set.models][2:] == [
        "both",
        "stump reversed",
    ]
    for _ in range(3):
        family.session.undo()
    assert len(family.snapshot.models) == 2


def test_that_what_needs_cases_is_not_made_from_counts(family: Workbench) -> None:
    key = curves_of_model(family, "tree").info.key
    before = family.session.state
    controller = DerivedModelController(family.session, family.results, family.analysis)
    controller.add(ModelDraft(CALIBRATED, (key,), "p"), list, family.notices.append)
    assert family.session.state is before
    assert family.notices == [
        f"Calibrated needs scored cases; the rows of {FAMILY.name} are confusion matrices."
    ]


def test_that_a_family_has_no_concavity_to_repair_and_leaves_may(
    empty_bench: Workbench, family: Workbench
) -> None:
    controller = ViewResultController(
        empty_bench.store, empty_bench.results, empty_bench.runner, empty_bench.errors.append
    )
    controller.show("concavities")
    assert family.snapshot.results.concavities == {}
    empty_bench.prompts.positive = "malignant"
    empty_bench.datasets.open_paths([LEAVES])
    assert set(empty_bench.snapshot.results.concavities) == set(empty_bench.snapshot.models)
    assert empty_bench.errors == []


def test_that_a_derived_model_follows_the_class_set_against_all_others(wine: Workbench) -> None:
    key = derive(wine, REVERSED, "proba_naive_bayes")
    for reference in ("class_2", "class_0", "class_1"):
        wine.datasets.choose_reference(reference)
        curve_sets = {model.info.key: model for model in wine.snapshot.curve_set.models}
        assert wine.snapshot.curve_set.dataset.positive_label == reference
        assert curve_sets[key].evaluation.auc == pytest.approx(
            1 - curves_of_model(wine, "proba_naive_bayes").evaluation.auc, abs=1e-12
        )
    wine.session.undo()
    assert wine.snapshot.curve_set.dataset.positive_label == "class_0"
    assert key in wine.snapshot.models
    for _ in range(3):
        wine.session.undo()
    assert wine.snapshot.curve_set.dataset.positive_label == "class_0"
    assert key not in wine.snapshot.models


def test_that_areas_over_all_classes_are_those_of_the_file(wine: Workbench) -> None:
    own = set(wine.snapshot.models)
    derive(wine, CALIBRATED, "proba_naive_bayes")
    controller = ViewResultController(wine.store, wine.results, wine.runner, wine.errors.append)
    controller.show("multiclass")
    assert wine.errors == []
    assert set(wine.snapshot.results.multiclass) == own


@pytest.mark.parametrize("view", ["folds", "instance_costs", "build_up", "calibration", "measures"])
def test_that_views_of_cases_have_derived_models_too(sonar: Workbench, view: str) -> None:
    first = sonar.snapshot.curve_set.models[0].info.name
    key = derive(sonar, CALIBRATED, first)
    controller = ViewResultController(sonar.store, sonar.results, sonar.runner, sonar.errors.append)
    controller.show(view)
    assert sonar.errors == []
    found = getattr(sonar.snapshot.results, view)
    assert key in (found.curves if isinstance(found, FoldResults) else found)


@pytest.mark.parametrize("criterion", [Choice.MIN_COST, Choice.NEYMAN_PEARSON])
def test_that_the_profit_of_counts_is_built_up_from_its_cells(
    family: Workbench, criterion: Choice
) -> None:
    choose(family.selection, criterion)
    family.payoffs.edit_cell("tp", "2")
    family.condition.set_cost_ratio(3.0)
    controller = ViewResultController(
        family.store, family.results, family.runner, family.errors.append
    )
    controller.show("build_up")
    for model in family.snapshot.models.values():
        found = build_up_of(family.snapshot, model)
        assert found is not None
        assert found.total == pytest.approx(model.policy.expected_profit)
    table = view_table("build_up", family.snapshot)
    assert len(table.columns[0]) == 4 * len(family.snapshot.models)
    assert family.errors == []


# --- a family from scores -----------------------------------------------------------------------


def test_that_scores_at_one_half_are_a_family_beside_the_file(sonar: Workbench) -> None:
    sonar.datasets.make_family()
    assert [info.name for info in sonar.session.state.datasets] == [
        "sonar_cv10.csv",
        "sonar_cv10.csv at 0.5",
    ]
    cases = pd.read_csv(SONAR)
    mine = cases["label"] == "M"
    for model in sonar.snapshot.curve_set.models:
        table = model.evaluation.table
        assert isinstance(table, FamilyTable)
        for classifier in table.classifiers:
            called = cases[f"score_{classifier.name}"] >= 0.5
            assert (classifier.tp, classifier.fp) == ((called & mine).sum(), (called & ~mine).sum())


def test_that_counts_make_no_family(family: Workbench) -> None:
    family.datasets.make_family()
    assert len(family.session.state.datasets) == 1


def test_that_one_probability_is_no_family(bench: Workbench) -> None:
    bench.datasets.make_family()  # its scores go beyond 0 to 1
    assert bench.prompts.errors[0][0] == "No family was made"
    info = bench.snapshot.curve_set.dataset
    cases = bench.store.get(info.id).cases(info)
    assert cases is not None
    with pytest.raises(ValueError, match="two or more models"):
        score_family(info, cases)
