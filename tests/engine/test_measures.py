import numpy as np
import pytest
from sklearn import metrics

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
from costcurve_gui.engine.evaluation import evaluate_scores, evaluate_table
from costcurve_gui.engine.measures import model_measures

RNG = np.random.default_rng(3)
Y_TRUE = RNG.random(400) < 0.3
SCORES = 1 / (1 + np.exp(-RNG.normal(size=400) - Y_TRUE))


def test_that_the_measures_are_those_of_scikit_learn():
    found = model_measures(evaluate_scores("m", Y_TRUE, SCORES), Y_TRUE.mean())
    area = metrics.roc_auc_score(Y_TRUE, SCORES)
    assert found.auc == pytest.approx(area)
    assert found.gini == pytest.approx(2 * area - 1)
    assert found.brier == pytest.approx(metrics.brier_score_loss(Y_TRUE, SCORES))
    assert found.average_precision == pytest.approx(metrics.average_precision_score(Y_TRUE, SCORES))


def test_that_the_parts_of_the_brier_score_add_up_to_it():
    found = model_measures(evaluate_scores("m", Y_TRUE, SCORES), 0.3)
    parts = found.brier_parts
    assert parts.score == pytest.approx(found.brier)
    prevalence = Y_TRUE.mean()
    assert parts.uncertainty == pytest.approx(prevalence * (1 - prevalence))


def test_that_areas_of_curves_are_those_of_the_curves():
    amount = RNG.exponential(100, 400)
    model = evaluate_scores("m", Y_TRUE, SCORES, PayoffMatrix(0.0, -5.0, -amount, 0.0))
    found = model_measures(model, 0.5)
    grid = np.linspace(0, 1, 20_001)
    assert found.cost_curve_area == pytest.approx(
        np.trapezoid(model.envelope.value_at(grid), grid), abs=1e-6
    )
    assert found.hull_auc >= found.auc
    assert found.auciv == model.auciv != found.auc
    assert found.operating_range == model.envelope.operating_range


def test_that_scores_that_are_no_probabilities_have_no_brier_score():
    assert model_measures(evaluate_scores("m", Y_TRUE, 10 * SCORES), 0.3).brier is None
    assert model_measures(evaluate_scores("m", Y_TRUE, SCORES), 0.3, turned=True).brier is None


def test_that_several_classifiers_have_no_average_precision():
    classifiers = [ConfusionMatrix("a", 6, 4, 1, 9), ConfusionMatrix("b", 9, 1, 5, 5)]
    found = model_measures(evaluate_table("family", family_table(classifiers)), 0.5)
    assert found.average_precision is None
    assert found.hull_auc == pytest.approx(found.auc)
