from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.errors import (
    EngineError,
    LabelError,
    LengthMismatchError,
    NegativeErrorCostError,
    NonFinitePayoffError,
    NonFiniteScoreError,
    ShapeError,
    SingleClassError,
    WeightError,
)
from costcurve_gui.engine.validation import scored_sample


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (LabelError, "True for positive", ([0, 2], [1, 2])),
        (LabelError, "True for positive", (["p", "n"], [1, 2])),
        (LengthMismatchError, "y_score has 3 rows where 2", ([0, 1], [1, 2, 3])),
        (LengthMismatchError, "sample_weight has 1 rows", ([0, 1], [1, 2], [1])),
        (NonFiniteScoreError, "must hold numbers", ([0, 1], ["a", "b"])),
        (NonFiniteScoreError, "No row has a score", ([0, 1], [np.nan, np.nan])),
        (NonFiniteScoreError, "No row has a score", (np.array([], bool), [])),
        (ShapeError, "y_score must be one column", ([0, 1], [[1, 2]])),
        (SingleClassError, "positive class is missing", ([0, 0], [1, 2])),
        (SingleClassError, "negative class has the total weight 0", ([1, 0], [1, 2], [1, 0])),
        (WeightError, "1 of 2 rows are not, the first is row 2: -1", ([0, 1], [1, 2], [1, -1])),
        (WeightError, "finite", ([0, 1], [1, 2], [1, np.inf])),
    ],
)
def test_that_unusable_input_is_named(error: type, message: str, arguments: tuple) -> None:
    with pytest.raises(error, match=message):
        scored_sample(*arguments)


@pytest.mark.parametrize("labels", [[1, 0], [1.0, 0.0], [True, False], np.array([1, 0], np.uint8)])
def test_that_zero_and_one_stand_for_false_and_true(labels) -> None:
    assert scored_sample(labels, [2, 1]).labels.tolist() == [True, False]


def test_that_rows_with_a_score_keep_their_positions() -> None:
    sample = scored_sample([1, 0, 1, 0], [np.nan, 2, 3, 1])
    assert sample.rows is not None
    assert sample.rows.tolist() == [1, 2, 3]
    assert sample.missing == 1


def test_that_nothing_is_copied_where_nothing_is_missing() -> None:
    labels, scores = np.array([True, False]), np.array([1.0, 2.0])
    sample = scored_sample(labels, scores)
    assert sample.labels is labels
    assert sample.scores is scores
    assert sample.rows is None


def test_that_a_negative_cost_error_shows_the_first_rows() -> None:
    error = NegativeErrorCostError("Miss", [3, 9], [-1.5, -20], count=12, total=1_000)
    assert isinstance(error, EngineError)
    assert "12 of 1,000 rows (row 3: -1.5, row 9: -20, …)" in str(error)


def test_that_a_payoff_error_shows_the_first_rows() -> None:
    error = NonFinitePayoffError("Hit", [1, 2], [float("nan"), float("-inf")], count=3, total=50)
    assert "3 of 50 rows (row 1: missing, row 2: -inf, …)" in str(error)
