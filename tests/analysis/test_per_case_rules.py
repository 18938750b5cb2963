"""What a rule that decides case by case rests on: calibrated scores, and payoffs that are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from costcurve_gui.analysis.per_case_rules import PerCaseError, reliability, rule_in
from tests.helpers.snapshots import german_credit_snapshot


@pytest.fixture(scope="module")
def snapshot():
    found = german_credit_snapshot()
    selection = replace(found.settings.selection, known_when_deciding=("amount",))
    return replace(found, settings=replace(found.settings, selection=selection))


def test_that_reliability_is_that_of_the_fitted_probabilities(snapshot) -> None:
    found = rule_in(snapshot, snapshot.selected).calibrated
    scored, fitted = reliability(found)
    assert scored is not None
    for curve, values in ((scored, found.scores), (fitted, found.probability)):
        bins = curve.counts.size
        shares, means = calibration_curve(found.y_true, values, n_bins=bins, strategy="quantile")
        known = curve.counts > 0
        assert curve.counts.sum() == values.size
        together = np.average(curve.fractions_positive[known], weights=curve.counts[known])
        assert together == pytest.approx(found.y_true.mean())
        assert np.abs(curve.mean_scores[known] - means).max() < 0.02
        assert np.abs(curve.fractions_positive[known] - shares).max() < 0.1
    assert reliability(found)[1] is fitted
    no_probabilities = replace(found, scores=10 * found.scores)
    assert reliability(no_probabilities)[0] is None


@pytest.mark.parametrize(
    ("known", "said"),
    [((), "amount is not marked as known when deciding"), (("amount",), "")],
)
def test_that_a_payoff_must_be_known_when_deciding(snapshot, known, said) -> None:
    selection = replace(snapshot.settings.selection, known_when_deciding=known)
    asked = replace(snapshot, settings=replace(snapshot.settings, selection=selection))
    if not said:
        assert rule_in(asked, asked.selected).columns == ("amount",)
        return
    with pytest.raises(PerCaseError, match=said):
        rule_in(asked, asked.selected)
