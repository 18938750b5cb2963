"""DeLong's interval and test, against figures that pROC publishes for the patients of Turck (2010).

The figures stand in pROC 1.19's own tests of `ci.auc` and `roc.test` (https://xrobin.github.io/pROC),
all at a level of 95 %. Only the order of a marker's values matters, so ranks stand in their place.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.resampling.auc_comparison import compare_auc
from costcurve_gui.engine.resampling.auc_interval import auc_interval

RANKS = Path(__file__).parents[1] / "data" / "asah_ranks.csv"


@pytest.fixture(scope="module")
def patients() -> dict[str, np.ndarray]:
    with RANKS.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    markers = {
        name: np.array([float(row[name]) for row in rows]) for name in rows[0] if name != "outcome"
    }
    return {"poor": np.array([row["outcome"] == "Poor" for row in rows]), **markers}


def test_that_the_interval_is_the_published_one(patients: dict[str, np.ndarray]) -> None:
    found = auc_interval(threshold_table(patients["poor"], patients["ndka"]), level=0.95)
    published = (0.501244999271703, 0.611957994579946, 0.722670989888189)
    assert (found.low, found.auc, found.high) == pytest.approx(published, rel=1e-12)


@pytest.mark.parametrize(
    ("first", "second", "z", "p_value", "low", "high"),
    [
        (
            "wfns",
            "s100b",
            2.20898359144091,
            0.0271757822291882,
            0.0104061769564846,
            0.174214419249478,
        ),
        (
            "wfns",
            "ndka",
            2.79777591868904,
            0.00514557970691098,
            0.0634011709339876,
            0.3600405634833566,
        ),
        (
            "ndka",
            "s100b",
            -1.39077002573558,
            0.164295175223054,
            -0.2876917446341914,
            0.0488706064228094,
        ),
    ],
)
def test_that_the_paired_test_is_the_published_one(
    patients: dict[str, np.ndarray],
    first: str,
    second: str,
    z: float,
    p_value: float,
    low: float,
    high: float,
) -> None:
    found = compare_auc(patients["poor"], patients[first], patients[second], level=0.95)
    assert found.p_value == pytest.approx(p_value, rel=1e-10)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-10)
    std_error = (high - low) / (2 * norm.ppf(0.975))
    assert found.difference / std_error == pytest.approx(z, rel=1e-10)
