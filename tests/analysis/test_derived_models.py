"""Scores of derived models, against scikit-learn and against rules taken row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import roc_auc_score

from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import (
    CALIBRATED,
    CHAIN,
    CONJUNCTION,
    COST_WEIGHTED,
    DISJUNCTION,
    REPAIRED,
    REVERSED,
)
from costcurve_gui.analysis.derived_models import with_derived
from costcurve_gui.analysis.sources.cases import build_derived_curve_set, describe_cases
from costcurve_gui.engine.errors import ConstraintError
from tests.helpers.samples import BY_AMOUNT, dataset

if TYPE_CHECKING:
    from costcurve_gui.analysis.derivation import Derivation


def made(kind: Derivation, *sources: str, **more) -> DerivedModel:
    return DerivedModel(f"{kind}", 4, kind, sources, **more)


def scores_of(data, *models: DerivedModel) -> np.ndarray:
    cache = CountsCache(data)
    with_derived(describe_cases("d", data, cache), models, cache)
    return cache.dataset.scores[models[-1].column]


def curves_of_model(data, *models: DerivedModel):
    cache = CountsCache(data)
    return build_derived_curve_set(describe_cases("d", data, cache), BY_AMOUNT, models, cache)


def test_that_a_reversed_model_has_the_other_area() -> None:
    curves = curves_of_model(dataset(missing=9), made(REVERSED, "score_b"))
    model, source = curves.models[-1], curves.models[1]
    assert model.evaluation.auc == pytest.approx(1 - source.evaluation.auc)
    assert model.info.missing == 9
    assert model.info.lower_is_positive  # so that its thresholds read as in the file


def test_that_calibrated_scores_are_those_of_isotonic_regression() -> None:
    data = dataset(weighted=True)
    found = scores_of(data, made(CALIBRATED, "score_a"))
    scores = data.scores["score_a"]
    peer = IsotonicRegression().fit(scores, data.y_true, data.weight)
    np.testing.assert_allclose(found, peer.predict(scores))


def test_that_a_repaired_model_ranks_better_on_the_same_cases() -> None:
    data = dataset()
    found = scores_of(data, made(REPAIRED, "score_b"))
    before = roc_auc_score(data.y_true, data.scores["score_b"])
    assert roc_auc_score(data.y_true, found) > before
    assert set(found) == set(data.scores["score_b"] + 0.0)


def test_that_without_a_concavity_a_repaired_model_is_its_source() -> None:
    data = dataset()
    calibrated = made(CALIBRATED, "score_a")  # its curve is its own hull
    repaired = made(REPAIRED, calibrated.column)
    np.testing.assert_array_equal(
        scores_of(data, calibrated, repaired), scores_of(data, calibrated)
    )


def test_that_cost_weighted_scores_follow_the_payoffs_they_were_made_with() -> None:
    data = dataset().with_scores("p", np.linspace(0, 1, 120))
    model = made(COST_WEIGHTED, "p", payoffs=("5", "-2*amount"))
    expected = data.scores["p"] * (5 + 2 * data.numeric["amount"])
    np.testing.assert_allclose(scores_of(data, model), expected)


@pytest.mark.parametrize(
    ("column", "payoffs", "fault"),
    [
        ("p", ("0", "-100"), "every miss costs the same"),
        ("score_a", ("0", "-amount"), "Scores below 0"),
    ],
)
def test_that_scores_that_cost_cannot_weight_are_refused(column, payoffs, fault) -> None:
    data = dataset().with_scores("p", np.linspace(0, 1, 120))
    with pytest.raises(ConstraintError, match=fault):
        scores_of(data, made(COST_WEIGHTED, column, payoffs=payoffs))


@pytest.mark.parametrize("kind", [CONJUNCTION, DISJUNCTION])
def test_that_a_combination_decides_row_by_row_where_both_scored(kind) -> None:
    data = dataset(missing=7)
    a, b = data.scores["score_a"], data.scores["score_b"]
    found = scores_of(data, made(kind, "score_a", "score_b", thresholds=(0.6, 0.4)))
    for row in range(data.rows):
        votes = [a[row] >= 0.6, b[row] >= 0.4]
        expected = all(votes) if kind is CONJUNCTION else any(votes)
        assert np.isnan(found[row]) if np.isnan(b[row]) else found[row] == expected


def test_that_the_curve_set_tells_what_a_combination_was_expected_to_reach() -> None:
    model = made(DISJUNCTION, "score_a", "score_b", thresholds=(0.6, 0.4))
    curves = curves_of_model(dataset(weighted=True), model)
    found, table = curves.models[-1].combination, curves.models[-1].evaluation.table
    assert found is not None
    assert (found.measured.fpr, found.measured.tpr) == pytest.approx((table.fpr[1], table.tpr[1]))
    assert curves.models[0].combination is None


def test_that_every_shorter_chain_is_a_threshold_of_the_chain() -> None:
    data = dataset()
    sources = ("score_c", "score_a", "score_b")
    model = made(CHAIN, *sources, thresholds=(0.5, 0.9, 0.7))
    curves = curves_of_model(data, model)
    found, table = curves.models[-1].combination, curves.models[-1].evaluation.table
    thresholds = dict(zip(sources, model.thresholds, strict=True))
    votes = [data.scores[name] >= threshold for name, threshold in thresholds.items()]
    votes.sort(key=lambda vote: vote[~data.y_true].mean())  # the strictest first
    said_yes = np.zeros(data.rows, dtype=bool)
    for row, vote in enumerate(votes, start=1):
        said_yes |= vote
        expected = said_yes[~data.y_true].mean(), said_yes[data.y_true].mean()
        assert (table.fpr[row], table.tpr[row]) == pytest.approx(expected)
    assert (found.measured.fpr, found.measured.tpr) == pytest.approx(expected)
    assert len(found.expected) == 2
    assert table.thresholds.tolist() == [np.inf, 3, 2, 1, 0]


def test_that_curves_under_the_same_payoffs_are_not_computed_again() -> None:
    data = dataset()
    cache = CountsCache(data)
    info = describe_cases("d", data, cache)
    before = build_derived_curve_set(info, BY_AMOUNT, (), cache)
    reverse = made(REVERSED, "score_a")
    after = build_derived_curve_set(info, BY_AMOUNT, (reverse,), cache, before.models)
    assert after.models[:3] == before.models
    assert [model.slot for model in after.dataset.models] == [1, 2, 3, 4]
    assert len(info.models) == 3


def test_that_few_scores_of_a_derived_model_are_no_warning() -> None:
    model = made(CONJUNCTION, "score_a", "score_b", thresholds=(0.6, 0.4))
    assert curves_of_model(dataset(), model).models[-1].warning == ""
