from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sklearn.metrics import auc, roc_auc_score

from costcurve_gui.analysis.view_curves import partial_auc_of, tied_curves
from costcurve_gui.analysis.view_settings import PartialAxis, ViewChoices
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
from costcurve_gui.engine.roc import area
from costcurve_gui.engine.roc.area import tie_corners
from tests.helpers.plot_frames import (
    curves_of_model,
    german_columns,
    german_curves,
)

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import ModelCurves

TREE = "decision_tree"
UNIT = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)


def test_that_the_corners_are_those_of_the_whole_table() -> None:
    model = next(one for one in german_curves().models if one.info.key == TREE)
    expected = tie_corners(model.evaluation.table)
    tied = tied_curves(german_curves().model(TREE))
    for found, curve in (
        (tied.optimistic, expected.optimistic),
        (tied.pessimistic, expected.pessimistic),
    ):
        np.testing.assert_array_equal(found.x, curve.fpr)
        np.testing.assert_array_equal(found.y, curve.tpr)
    assert tied.lowest_auc == pytest.approx(auc(tied.pessimistic.x, tied.pessimistic.y))
    assert tied.highest_auc == pytest.approx(auc(tied.optimistic.x, tied.optimistic.y))
    assert tied.lowest_auc < model.evaluation.auc < tied.highest_auc


def test_that_large_ties_keep_their_corners_in_a_thinned_curve() -> None:
    random = np.random.default_rng(1)
    y_true = random.random(60_000) < 0.3
    scores = random.normal(size=60_000) + y_true
    scores[scores > 1.0] = 1.0
    curves = curves_of_model(y_true, {"capped": scores}, UNIT)
    tied = tied_curves(curves.model("capped"))
    fpr, tpr = (scores[kind] == 1.0 for kind in (~y_true, y_true))
    assert curves.models[0].roc.x.size < 30_000
    assert (0.0, tpr.mean()) in set(zip(tied.optimistic.x, tied.optimistic.y, strict=True))
    assert (fpr.mean(), 0.0) in set(zip(tied.pessimistic.x, tied.pessimistic.y, strict=True))
    assert (np.diff(tied.pessimistic.x) >= 0).all()


def test_that_a_family_of_classifiers_has_no_equal_scores() -> None:
    curve_set = german_curves()
    table = family_table([ConfusionMatrix("one", tp=8, fn=2, fp=3, tn=7)])
    given = replace(curve_set.models[0].evaluation, table=table)
    model = replace(curve_set.models[0], evaluation=given)
    assert tied_curves(model) is None


def test_that_untied_scores_have_one_auc() -> None:
    tied = tied_curves(german_curves().model("mlp"))
    assert tied.lowest_auc == tied.highest_auc


@pytest.mark.parametrize("high", [0.05, 0.2, 1.0])
def test_that_the_partial_area_is_that_of_scikit_learn(high: float) -> None:
    y_true, scores = german_columns()
    choices = ViewChoices(partial_axis=PartialAxis.FPR, partial_fpr=(0.0, high))
    for key, column in scores.items():
        found = partial_auc_of(german_curves().model(key), choices)
        assert found is not None
        expected = roc_auc_score(y_true, column, max_fpr=high)
        assert found.standardized == pytest.approx(expected, abs=1e-12)


def test_that_the_range_of_tpr_has_a_place_of_its_own() -> None:
    y_true, scores = german_columns()
    choices = ViewChoices(partial_axis=PartialAxis.TPR, partial_tpr=(0.8, 1.0))
    found = partial_auc_of(german_curves().model("mlp"), choices)
    assert found is not None
    expected = roc_auc_score(~y_true, -scores["mlp"], max_fpr=0.2)
    assert found.standardized == pytest.approx(expected, abs=1e-9)


def test_that_there_is_none_while_it_is_off() -> None:
    assert partial_auc_of(german_curves().model("mlp"), ViewChoices()) is None


def test_that_moving_the_range_passes_over_the_rows_once(monkeypatch) -> None:
    passes, whole = [], area.running_area

    def count(rates):
        passes.append(rates)
        return whole(rates)

    monkeypatch.setattr(area, "running_area", count)
    model = fresh_model()
    for high in (0.1, 0.2, 0.3):
        choices = ViewChoices(partial_axis=PartialAxis.FPR, partial_fpr=(0.0, high))
        partial_auc_of(model, choices)
    assert len(passes) == 1


def test_that_details_are_kept_with_the_model() -> None:
    first, other = german_curves().model(TREE), fresh_model(TREE)
    assert tied_curves(first) is tied_curves(first)
    assert tied_curves(other) is not tied_curves(first)


def fresh_model(key: str = "mlp") -> ModelCurves:
    """Return a model of which nothing is known yet."""
    return replace(german_curves().model(key))
