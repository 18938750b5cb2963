"""What rates may be where few instances count, against beta distributions and the rule of three."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import beta

from costcurve_gui.engine import BootstrapSpec, gain_band, resampler, roc_band
from costcurve_gui.engine.resampling.error_rates import AS_RULE_OF_THREE, NEUTRAL, drawn_rates
from tests.helpers.resampled import ranked

SPEC = BootstrapSpec(replicates=4000, seed=3)
CERTAIN = 20_000
"""So many negatives that nothing is uncertain about them."""


@pytest.mark.parametrize("beyond", [NEUTRAL, AS_RULE_OF_THREE])
def test_that_each_rate_is_drawn_from_its_beta_distribution(beyond: float) -> None:
    counts, size = np.array([0, 0, 3, 11, 40]), 40
    drawn = drawn_rates(counts / size, size, 20_000, np.random.default_rng(2), beyond)
    levels = np.array([0.05, 0.5, 0.95])[:, None]
    expected = beta.ppf(levels, counts + beyond, size - counts + beyond)
    np.testing.assert_allclose(
        np.quantile(drawn[:, 1:-1], levels[:, 0], axis=0), expected, atol=0.01
    )
    assert (np.diff(drawn, axis=1) >= 0).all()
    assert (drawn[:, 0] == 0).all()
    assert drawn[:, -1] == pytest.approx(np.ones(20_000))


def test_that_a_vertical_band_beside_certain_negatives_is_that_of_a_share() -> None:
    negatives = np.linspace(0.0, 1.0, CERTAIN)
    positives = np.repeat([0.3, 0.7], [3, 27])
    y_true = np.repeat([True, False], [positives.size, negatives.size])
    sample, model = ranked(y_true, np.append(positives, negatives))
    band = roc_band(resampler(sample, SPEC), model)
    assert band.method == "vertical; Bayesian bootstrap at small counts"
    expected = beta.ppf([0.05, 0.95], 27 + 1 / 3, 3 + 1 / 3)
    assert (band.lower[50], band.upper[50]) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("make", [roc_band, lambda rs, model: gain_band(rs, model, 1e-6)])
def test_that_the_rule_of_three_bounds_what_perfect_separation_leaves_open(make: object) -> None:
    y_true = np.repeat([True, False], [20, CERTAIN])
    sample, model = ranked(y_true, np.append(np.arange(20) + 2.0, np.linspace(0.0, 1.0, CERTAIN)))
    band = make(resampler(sample, SPEC), model)  # type: ignore[operator]
    assert band.method == "vertical; rule of three at small counts"
    # None of 20 was missed: 3 / 20, and exactly 1 - 0.05 ** (1 / 21) before the curve rises again.
    assert band.lower[2] == pytest.approx(0.05 ** (1 / 21), abs=0.01)
    assert band.upper[2] == 1
