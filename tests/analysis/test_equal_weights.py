"""Weights that are equal choose as rows without weights do, to the last bit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from costcurve_gui import compare

BOUNDS = {
    "max_fpr": 0.3, "capacity": 3, "population": 10, "min_tpr": 0.6, "max_share": 0.5,
    "review_cost": 0.2,
}  # fmt: skip
COSTS = [{}, {"fn": -5, "fp": -2}, {"fn": "-amount", "fp": "-0.2*amount"}]


def choices(seed, weight, costs):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(10, 40))
    y_true = rng.permutation(np.arange(size) < rng.integers(3, size - 3)).astype(int)
    scores = {
        "a": np.round(y_true * rng.random() + rng.random(size), 1),
        "b": np.round(y_true * 0.3 + rng.random(size), 1),
    }
    data = pd.DataFrame({"amount": np.round(rng.gamma(2, 50, size), 1)})
    given = None if weight is None else weight(rng, size)
    found = compare(
        y_true, scores, data=data, pos_label=1, sample_weight=given, bootstrap=0, **BOUNDS, **costs
    ).tables["selection"]
    return found[["criterion", "model", "threshold", "threshold_2", "best", "fpr", "tpr"]]


@pytest.mark.parametrize("costs", COSTS, ids=("none", "constant", "varying"))
@pytest.mark.parametrize("value", [0.1, 0.3, 1 / 3, 7, 1e-5])
def test_that_equal_weights_change_no_choice(value, costs):
    for seed in range(3):
        plain = choices(seed, None, costs)
        pd.testing.assert_frame_equal(
            choices(seed, lambda _, size: np.full(size, value), costs), plain, check_exact=True
        )


@pytest.mark.parametrize("unit", [0.1, 0.3, 0.01])
def test_that_weights_choose_alike_in_every_unit(unit):
    for seed in range(3):
        whole = choices(seed, lambda rng, size: rng.integers(1, 5, size).astype(float), COSTS[1])
        parts = choices(seed, lambda rng, size: rng.integers(1, 5, size) * unit, COSTS[1])
        kept = ["criterion", "model", "threshold", "best"]
        of_bounds = whole["criterion"].isin(["neyman_pearson_single", "constrained_single"])
        pd.testing.assert_frame_equal(parts[kept][of_bounds], whole[kept][of_bounds])


def test_that_a_mask_chooses_as_the_rows_that_it_keeps():
    rng = np.random.default_rng(3)
    y_true, score = rng.random(40) < 0.4, np.round(rng.random(40), 1)
    kept = y_true | (rng.random(40) < 0.6)
    masked = compare(y_true, {"m": score}, sample_weight=kept * 0.1, bootstrap=0, max_fpr=0.3)
    alone = compare(y_true[kept], {"m": score[kept]}, bootstrap=0, max_fpr=0.3)
    columns = ["criterion", "threshold", "fpr", "tpr"]
    pd.testing.assert_frame_equal(
        masked.tables["selection"][columns], alone.tables["selection"][columns], check_exact=True
    )


def test_that_counts_are_still_sums_of_weights():
    y_true, score = np.array([1, 0, 1, 0, 0]), np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    found = compare(y_true, {"m": score}, sample_weight=np.full(5, 0.1), bootstrap=0)
    (row,) = found.tables["models"].to_dict("records")
    assert (row["positives"], row["negatives"]) == pytest.approx((0.2, 0.3))
    assert found.tables["rates"]["tp"].tolist() == pytest.approx([0, 0.1, 0.1, 0.2, 0.2, 0.2])
