"""What choosing by the condition alone costs, against the engine and the cheapest choice."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.analysis import hybrid_curves
from costcurve_gui.analysis.hybrid_curves import build_hybrids
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.selection.performance_independent import performance_independent_curve
from tests.helpers.other_inputs import example

GRID = np.linspace(0, 1, 20_001)


@pytest.fixture(scope="module")
def credit():
    return example("german_credit_half").curve_set


@pytest.fixture(scope="module")
def family():
    return example("breast_cancer_family").curve_set


def test_that_only_probabilities_are_chosen_among_by_the_condition() -> None:
    curve_set = example("sonar_cv10").curve_set
    names = {
        model.info.name
        for model in curve_set.models
        if model.info.key in build_hybrids(curve_set, NO_PROGRESS)
    }
    assert "naive_bayes" in names
    assert "svm" not in names


def test_that_no_condition_is_cheaper_than_its_cheapest_choice(credit) -> None:
    hybrids = build_hybrids(credit, NO_PROGRESS)
    assert len(hybrids) == len(credit.models)
    for model in credit.models:
        hybrid = hybrids[model.info.key]
        lowest = model.evaluation.envelope.value_at(hybrid.pc_plus)
        assert (hybrid.cost >= lowest - 1e-12).all()
        assert hybrid.classifiers is None
        cost = np.interp(GRID, hybrid.pc_plus, hybrid.cost)
        gap = np.mean(cost - model.evaluation.envelope.value_at(GRID))
        assert hybrid.excess_area == pytest.approx(gap, abs=1e-3)


def test_that_the_classifiers_of_a_family_keep_their_rates(family) -> None:
    trained = [model for model in family.models if model.evaluation.table.trained]
    hybrids = build_hybrids(family, NO_PROGRESS)
    assert set(hybrids) == {model.info.key for model in trained}
    for model in trained:
        curve, hybrid = performance_independent_curve(model.evaluation), hybrids[model.info.key]
        np.testing.assert_array_equal(hybrid.classifiers.fpr, curve.fpr)
        np.testing.assert_array_equal(hybrid.classifiers.tpr, curve.tpr)
        assert (hybrid.classifiers.steepest >= hybrid.classifiers.flattest).all()


def test_that_steps_narrower_than_pixels_are_drawn_on_a_grid(credit, monkeypatch) -> None:
    exact = build_hybrids(credit, NO_PROGRESS)
    monkeypatch.setattr(hybrid_curves, "MOST_PIECES", 20)
    for key, drawn in build_hybrids(credit, NO_PROGRESS).items():
        np.testing.assert_array_equal(drawn.pc_plus, np.linspace(0, 1, 41))
        assert drawn.excess_area == exact[key].excess_area
