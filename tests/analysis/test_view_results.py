"""What single views need beyond the snapshot, against sums over the rows of the files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.sources.counts import CountSource
from costcurve_gui.analysis.tables.cases import build_up_of
from costcurve_gui.analysis.view_results import (
    NO_RESULTS,
    VIEW_RESULTS,
    ViewResults,
    build_view_result,
    has_view_result,
    lacks_view_result,
)
from costcurve_gui.engine.progress import Progress
from tests.helpers.other_inputs import example, snapshot_of, with_result
from tests.helpers.samples import dataset, loaded

SCORES, FAMILY, LEAVES = "german_credit_half", "breast_cancer_family", "breast_cancer_leaves"
CLASSES = "wine_cv10"


def test_that_every_result_is_lacking_until_it_is_there() -> None:
    for view, result in VIEW_RESULTS.items():
        assert lacks_view_result(view, NO_RESULTS)
        shown = with_result(SCORES, view) if view != "folds" else None
        if shown is not None:
            assert result.known(shown.results) is not None
            assert not lacks_view_result(view, shown.results)
    assert not lacks_view_result("roc", NO_RESULTS)


@pytest.mark.parametrize(
    ("view", "scores", "leaves", "family"),
    [
        ("calibration", True, True, False),
        ("measures", True, True, True),
        ("instance_costs", True, False, False),
        ("multiclass", True, False, False),
        ("roc", False, False, False),
    ],
)
def test_that_a_result_is_for_files_that_have_what_it_is_about(
    view: str, scores: bool, leaves: bool, family: bool
) -> None:
    kinds = [example(name).info.kind for name in (SCORES, LEAVES, FAMILY)]
    assert [has_view_result(view, kind) for kind in kinds] == [scores, leaves, family]


def test_that_more_results_leave_those_there_are() -> None:
    measures = with_result(SCORES, "measures").results
    both = measures.with_more(with_result(SCORES, "calibration").results)
    assert both.measures is measures.measures
    assert both.calibration is not None
    again = both.with_more(ViewResults())
    assert (again.measures, again.calibration) == (both.measures, both.calibration)


def test_that_a_bin_of_the_calibration_holds_the_share_of_positives_that_is_counted() -> None:
    file = example(SCORES)
    data = view_input(file.curve_set, file.source, file.settings.payoff).dataset
    found = with_result(SCORES, "calibration").results.calibration
    assert found.keys() == {model.info.key for model in example(SCORES).curve_set.models}
    curve, scores = found[f"{SCORES}/score_naive_bayes"], data.scores["score_naive_bayes"]
    order, start = np.argsort(scores), 0
    for count, mean, share in zip(
        curve.counts, curve.mean_scores, curve.fractions_positive, strict=True
    ):
        rows = order[start : start + int(count)]
        assert mean == pytest.approx(scores[rows].mean())
        assert share == pytest.approx(data.y_true[rows].mean())
        start += rows.size
    assert start == data.rows


def test_that_scores_that_are_no_probabilities_have_no_calibration() -> None:
    file = loaded(dataset())
    given = view_input(file.curve_set, file.source, file.settings.payoff)
    assert build_view_result("calibration", given).calibration == {}


@pytest.mark.parametrize("turned", [False, True])
def test_that_measures_are_those_of_scikit_learn_for_scores_of_either_direction(
    turned: bool,
) -> None:
    data = dataset(200)
    if turned:
        data = replace(data, lower_is_positive=frozenset({"score_a"}))
    file = loaded(data)
    given = view_input(file.curve_set, file.source, file.settings.payoff)
    found = build_view_result("measures", given).measures["dataset1/score_a"]
    scores = data.scores["score_a"]
    assert found.auc == pytest.approx(roc_auc_score(data.y_true, scores))
    assert found.average_precision == pytest.approx(average_precision_score(data.y_true, scores))


def test_that_every_model_is_told_as_it_is_measured() -> None:
    file, told = loaded(dataset()), []
    progress = Progress(lambda done, total, name: told.append((done, total, name)))
    given = view_input(file.curve_set, file.source, file.settings.payoff)
    build_view_result("measures", given, progress=progress)
    names = [model.info.name for model in file.curve_set.models]
    assert [name for _, _, name in told] == names
    assert [(done, total) for done, total, _ in told] == [(at, 3) for at in range(3)]


def test_that_results_about_cases_are_refused_where_there_are_counts_only() -> None:
    file = example(FAMILY)
    assert isinstance(file.source, CountSource)
    given = view_input(file.curve_set, file.source, file.settings.payoff)
    for view in ("instance_costs", "folds", "multiclass"):
        with pytest.raises(TypeError, match="has no cases"):
            build_view_result(view, given)


@pytest.mark.parametrize("name", [FAMILY, LEAVES])
def test_that_the_profit_of_counts_is_built_up_of_one_payoff_a_cell(name: str) -> None:
    snapshot = snapshot_of(name)
    means = snapshot.curve_set.payoff_means
    for model in snapshot.models.values():
        found = build_up_of(snapshot, model)
        assert found.total == pytest.approx(model.policy.expected_profit)
        for cell in ("tp", "fp", "fn", "tn"):
            part = getattr(found, cell)
            assert part.payoff == pytest.approx(means[cell]) if part.rate else np.isnan(part.payoff)
    assert with_result(name, "build_up").results.build_up == {}


def test_that_concavities_have_the_area_between_the_curve_and_its_hull() -> None:
    for name in (SCORES, LEAVES):
        shown = with_result(name, "concavities")
        for model in shown.curve_set.models:
            table, hull = model.evaluation.table, model.evaluation.roc_hull
            between = np.trapezoid(hull.tpr, hull.fpr) - np.trapezoid(table.tpr, table.fpr)
            found = shown.results.concavities[model.info.key]
            assert found.area.sum() == pytest.approx(between, abs=1e-12)


def test_that_several_classifiers_have_no_order_to_repair() -> None:
    assert with_result(FAMILY, "concavities").results.concavities == {}


def test_that_areas_of_several_classes_are_those_of_scikit_learn() -> None:
    data = example(CLASSES).source.multiclass
    found = with_result(CLASSES, "multiclass").results.multiclass
    own = [model.info for model in example(CLASSES).curve_set.models if model.info.derived is None]
    assert list(found) == [info.key for info in own]
    for model, areas in zip(data.models, found.values(), strict=True):
        of_class = [
            roc_auc_score(data.codes == code, scores)
            for code, scores in enumerate(data.scores(model).values())
        ]
        np.testing.assert_allclose(areas.class_auc, of_class)
        shares = np.bincount(data.codes) / data.codes.size
        np.testing.assert_allclose(areas.prevalence, shares)


def test_that_a_file_of_two_classes_has_no_areas_of_several() -> None:
    assert with_result(SCORES, "multiclass").results.multiclass == {}
