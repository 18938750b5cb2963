"""Cumulative gain and lift."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine import gain_curve, precision_recall_curve, threshold_table
from costcurve_gui.engine.errors import ConstraintError
from tests.helpers.oracles import counts_by_definition, noisy_sample, scored_labels


@given(scored_labels())
def test_that_gain_at_the_sample_prior_is_counted(sample) -> None:
    labels, _ = sample
    curve = gain_curve(threshold_table(*sample), float(labels.mean()))
    for (threshold, fp, tp), *found in zip(
        counts_by_definition(*sample),
        curve.thresholds,
        curve.fraction_targeted,
        curve.gain,
        curve.lift,
        strict=True,
    ):
        targeted, gain = (fp + tp) / labels.size, tp / labels.sum()
        lift = gain / targeted if targeted else np.nan
        assert found == pytest.approx([threshold, targeted, gain, lift], nan_ok=True)


@given(scored_labels(), st.floats(0.001, 1))
def test_that_lift_is_precision_over_prior(sample, prior: float) -> None:
    table = threshold_table(*sample)
    lift = precision_recall_curve(table, prior).precision / prior
    np.testing.assert_allclose(gain_curve(table, prior).lift, lift, rtol=1e-9)


@given(scored_labels(), st.floats(0, 1))
def test_that_everybody_is_found_at_the_end_and_nobody_before_the_start(
    sample, prior: float
) -> None:
    curve = gain_curve(threshold_table(*sample), prior)
    assert (curve.fraction_targeted[0], curve.gain[0]) == (0, 0)
    assert np.isnan(curve.lift[0])
    assert (curve.fraction_targeted[-1], curve.gain[-1], curve.lift[-1]) == (1, 1, 1)
    assert (np.diff(curve.fraction_targeted) >= 0).all()


def test_that_weights_count_rows_several_times() -> None:
    y_true, y_score = noisy_sample(200, levels=5)
    weights = np.random.default_rng(5).integers(0, 4, 200)
    repeated = np.repeat(np.arange(200), weights)
    weighted = gain_curve(threshold_table(y_true, y_score, sample_weight=weights), 0.2)
    plain = gain_curve(threshold_table(y_true[repeated], y_score[repeated]), 0.2)
    same = np.isin(weighted.thresholds, plain.thresholds)
    np.testing.assert_allclose(weighted.lift[same], plain.lift, atol=1e-12)
    np.testing.assert_allclose(weighted.fraction_targeted[same], plain.fraction_targeted)


def test_that_rows_asked_for_are_those_of_the_whole_curve() -> None:
    table = threshold_table(*noisy_sample(300))
    rows = np.array([0, 3, 299])
    some, every = gain_curve(table, 0.1, rows), gain_curve(table, 0.1)
    for name in ("thresholds", "fraction_targeted", "gain", "lift"):
        np.testing.assert_array_equal(getattr(some, name), getattr(every, name)[rows])


def test_that_a_prior_beyond_its_range_is_refused() -> None:
    with pytest.raises(ConstraintError, match="The prior"):
        gain_curve(threshold_table([True, False], [2, 1]), 2.0)
