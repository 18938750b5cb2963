"""Rates and profit per unit against a loop over units and rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.operations.unit_alarms import unit_curve, unit_payoffs, unit_rows
from tests.helpers.examples import examples

SCORES = st.sampled_from([-np.inf, 0.1, 0.2, 0.3, 0.7, np.inf, np.nan])
ROW = st.tuples(
    st.integers(0, 4),
    st.integers(0, 9),
    st.booleans(),
    SCORES,
    st.integers(-9, 9),
    st.integers(-9, 9),
)


def stretches(units, times, horizon):
    """Cut into units by the words of the definition."""
    found = {}
    for row, unit in enumerate(units):
        found.setdefault(unit, []).append(row)
    cut = []
    for rows in found.values():
        rows.sort(key=lambda row: (times[row], row))
        parts = {}
        for row in rows:
            parts.setdefault(int((times[row] - times[rows[0]]) // horizon), []).append(row)
        cut += parts.values()
    return cut


def brute_force(cut, y, scores, acting, leaving, threshold):
    """Return alarms of each class of unit, and the sum that each class is paid."""
    alarms, paid = [0, 0], [0.0, 0.0]
    for rows in cut:
        of_class = int(any(y[row] for row in rows))
        for row in rows:
            if scores[row] >= threshold:
                paid[of_class] += acting[row]
                alarms[of_class] += 1
                break
            paid[of_class] += leaving[row]
    return alarms, paid


def columns(rows):
    unit, time, y, score, act, leave = (np.array(one) for one in zip(*rows, strict=True))
    return unit, time.astype(float), y, score, act.astype(float), leave.astype(float)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(ROW, min_size=2, max_size=30), st.sampled_from([0.5, 2.0, 3.0, np.inf]))
def test_that_every_threshold_gives_what_a_loop_over_units_counts(rows, horizon):
    unit, time, y, score, act, leave = columns(rows)
    cut = stretches(unit.tolist(), time.tolist(), horizon)
    has = [any(y[row] for row in part) for part in cut]
    sorted_rows = unit_rows(unit, time, horizon)
    assert sorted_rows.units == len(cut)
    if all(has) or not any(has):
        with pytest.raises(ConstraintError, match="unit has a positive row"):
            unit_payoffs(sorted_rows, y, act, leave)
        return
    curve = unit_curve(unit_payoffs(sorted_rows, y, act, leave), score)
    assert (curve.positives, curve.negatives) == (sum(has), len(has) - sum(has))
    for threshold in (*score[~np.isnan(score)], 0.15, 0.5, 2.0, -5.0):
        (fp, tp), paid = brute_force(cut, y, score, act, leave, threshold)
        at = curve.at(threshold)
        assert (curve.fps[at], curve.tps[at]) == (fp, tp)
        assert curve.profit[at] == pytest.approx(sum(paid) / len(cut), abs=1e-9)
    (fp, tp), paid = brute_force(cut, y, np.full(len(rows), np.nan), act, leave, 0.0)
    assert (curve.fps[0], curve.tps[0]) == (fp, tp) == (0, 0)
    assert curve.profit[0] == pytest.approx(sum(paid) / len(cut))
    assert (np.diff(curve.thresholds[1:]) < 0).all()


def test_that_a_prior_moves_the_odds_of_units_as_those_of_rows():
    rng = np.random.default_rng(3)
    unit, y = rng.integers(0, 60, 300), rng.random(300) < 0.1
    score, act, leave = rng.random(300), rng.normal(size=300), rng.normal(size=300)
    cut = stretches(unit.tolist(), [0.0] * 300, np.inf)
    prior, share = 0.02, float(np.mean(y))
    curve = unit_curve(unit_payoffs(unit_rows(unit), y, act, leave), score, row_prior=prior)
    odds = curve.positives / curve.negatives * (prior / (1 - prior)) / (share / (1 - share))
    assert curve.prior == pytest.approx(odds / (1 + odds))
    (fp, tp), (negative, positive) = brute_force(cut, y, score, act, leave, 0.9)
    at = curve.at(0.9)
    expected = curve.prior * positive / curve.positives
    expected += (1 - curve.prior) * negative / curve.negatives
    assert curve.profit[at] == pytest.approx(expected)
    tpr, fpr = tp / curve.positives, fp / curve.negatives
    found = curve.prior * tpr
    assert curve.precision[at] == pytest.approx(found / (found + (1 - curve.prior) * fpr))
    assert np.isnan(curve.precision[0])


def test_that_units_of_one_row_are_rows():
    rng = np.random.default_rng(4)
    y, score = rng.random(200) < 0.3, rng.normal(size=200).round(1)
    curve = unit_curve(unit_payoffs(unit_rows(np.arange(200)), y, y * 1.0, 0.0 * y), score)
    for at, threshold in enumerate(curve.thresholds[1:], start=1):
        assert curve.tps[at] == (y & (score >= threshold)).sum()
        assert curve.fps[at] == (~y & (score >= threshold)).sum()
    assert curve.best == curve.at(score[y].min())


@pytest.mark.parametrize(("times", "horizon"), [(None, 0.0), (np.array([np.nan, 1.0]), 1.0)])
def test_that_a_horizon_and_times_must_make_sense(times, horizon):
    with pytest.raises(ConstraintError):
        unit_rows(np.array([0, 0]), times, horizon)
