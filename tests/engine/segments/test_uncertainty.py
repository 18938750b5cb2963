"""Intervals of segments against rows drawn one by one, and what own thresholds promise."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.segments import replicates
from costcurve_gui.engine.segments.curves import (
    SegmentCases,
    segment_cases,
    segment_curves,
    whole_curve,
)
from costcurve_gui.engine.segments.replicates import SegmentResampler
from costcurve_gui.engine.segments.rules import gap_of, segment_rules
from costcurve_gui.engine.segments.uncertainty import SegmentUncertainty, segment_uncertainty


def sample(
    seed: int, rows: int, *, unlike: float = 0.0, varied: bool = True, groups: int = 0
) -> SegmentCases:
    """Return three segments, whose scores differ by `unlike` where they are of one class."""
    rng = np.random.default_rng(seed)
    y_true, codes = rng.random(rows) < 0.3, rng.integers(0, 3, rows)
    amount = rng.gamma(2, 10, rows) if varied else np.full(rows, 20.0)
    y_score = rng.normal(size=rows) + y_true + unlike * codes
    return segment_cases(
        y_true,
        y_score,
        codes,
        ("a", "b", "c"),
        {"tp": amount, "fp": -8.0, "fn": 0.0, "tn": 0.0},
        0.3,
        groups=np.arange(rows) // groups if groups else None,
    )


def uncertainty(cases: SegmentCases, limit: float, number: int = 400) -> SegmentUncertainty:
    curves = segment_curves(cases)
    rules = segment_rules(curves, whole_curve(cases), limit)
    return segment_uncertainty(cases, curves, rules, limit, BootstrapSpec(number))


def test_that_a_grid_has_the_rates_and_gains_of_the_curves() -> None:
    cases = sample(1, 400)
    curves = segment_curves(cases)
    rules = segment_rules(curves, whole_curve(cases), 0.2)
    found = uncertainty(cases, 0.2, 50)
    for curve, row, profit in zip(curves, rules.own.rows, found.own.profit, strict=True):
        assert profit.value == pytest.approx(curve.gain[row] + curve.left)
    for rate in ("share", "tpr", "fpr"):
        assert found.own.gaps[rate].value == pytest.approx(gap_of(curves, rules.own.rows, rate))
        for at, (curve, row) in enumerate(zip(curves, rules.own.rows, strict=True)):
            assert found.own.rates[rate][at].value == pytest.approx(float(curve.rate(rate, row)))
    assert found.lead.value == pytest.approx(rules.own.gain - rules.common.gain)


@pytest.mark.parametrize("groups", [0, 4])
def test_that_replicates_are_those_of_rows_drawn_one_by_one(groups: int) -> None:
    cases = sample(2, 240, groups=groups)
    found = SegmentResampler.of(cases, BootstrapSpec(1500), [0.5, 1.5])
    drawn = list(found.grids())
    gains = np.concatenate([grid.gain[:, 1, found.place(0.5)] for grid in drawn])
    shares = np.concatenate([grid.rates(np.array([1, 1, 1]))["tpr"][:, 1] for grid in drawn])
    rng, direct = np.random.default_rng(0), []
    positive, negative = np.flatnonzero(cases.y_true), np.flatnonzero(~cases.y_true)
    for _ in range(1500):
        if groups:
            chosen = rng.integers(0, 60, 60)
            rows = (chosen[:, None] * groups + np.arange(groups)).ravel()
        else:
            rows = np.concatenate([rng.choice(one, one.size) for one in (positive, negative)])
        inside = (cases.codes[rows] == 1) & (cases.scores[rows] >= 0.5)
        y_true, gain = cases.y_true[rows], cases.gain[rows]
        worth = sum(
            weight * (gain * inside)[members].sum() / members.sum()
            for weight, members in ((0.3, y_true), (0.7, ~y_true))
        )
        among = y_true & (cases.codes[rows] == 1)
        direct.append((worth, (cases.scores[rows] >= 1.5)[among].mean()))
    expected = np.array(direct)
    assert gains.mean() == pytest.approx(expected[:, 0].mean(), abs=4 * gains.std() / 1500**0.5)
    assert gains.std() == pytest.approx(expected[:, 0].std(), rel=0.08)
    assert shares.std() == pytest.approx(expected[:, 1].std(), rel=0.08)


def test_that_cells_of_rows_are_drawn_as_the_rows_are(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = sample(3, 2500, unlike=0.5)
    by_row = uncertainty(cases, 0.2)
    monkeypatch.setattr(replicates, "_MOST_DRAWS", 0)
    by_cell = uncertainty(cases, 0.2)
    for a, b in (
        (by_row.lead, by_cell.lead),
        (by_row.new_cases, by_cell.new_cases),
        (by_row.own.total, by_cell.own.total),
        (by_row.own.gaps["tpr"], by_cell.own.gaps["tpr"]),
    ):
        assert a.high - a.low == pytest.approx(b.high - b.low, rel=0.15)
        assert a.value == pytest.approx(b.value, abs=0.1 * (a.high - a.low))


def test_that_own_thresholds_of_like_segments_promise_nothing() -> None:
    leads = [uncertainty(sample(seed, 400), inf, 100) for seed in range(12)]
    assert all(one.lead.value >= 0 for one in leads)
    assert np.mean([one.new_cases.value for one in leads]) < 0
    assert sum(one.significant for one in leads) <= 3


def test_that_own_thresholds_of_unlike_segments_lead() -> None:
    found = uncertainty(sample(4, 3000, unlike=1.5), inf, 200)
    assert found.significant
    assert 0 < found.new_cases.low < found.new_cases.value <= found.lead.value


def test_that_a_segment_without_a_class_has_no_rate_of_it() -> None:
    cases = sample(5, 200)
    only = replace(cases, codes=np.where(cases.y_true, cases.codes % 2, cases.codes))
    found = uncertainty(only, 0.3, 50)
    assert np.isnan(found.own.rates["tpr"][2].value)
    assert np.isnan(found.own.rates["tpr"][2].low)
    assert found.own.gaps["tpr"].low == found.own.gaps["tpr"].low
    assert np.isnan(found.own.differences["tpr", (0, 2)].low)


@pytest.mark.parametrize(("few", "known"), [(1, False), (3, True)])
@pytest.mark.parametrize("positive", [True, False])
def test_that_profits_have_no_interval_where_a_class_has_one_case(
    few: int, known: bool, positive: bool
) -> None:
    """One case is in every replicate, and no left-out cases judge a rule; 0 * inf was no number."""
    rng = np.random.default_rng(7)
    rare = np.arange(60) < few
    cases = segment_cases(
        rare if positive else ~rare,
        rng.normal(size=60),
        np.arange(60) % 3,
        ("a", "b", "c"),
        {"tp": 0.0, "fp": -1.0, "fn": -5.0, "tn": 0.0},
        0.3,
    )
    found = uncertainty(cases, 1.0, 200)
    for rule in (found.common, found.own):
        assert all(np.isfinite(one.low) == known for one in (rule.total, *rule.profit))
    for one in (found.lead, found.new_cases, found.new_profit):
        assert np.isfinite(one.low) == np.isfinite(one.high) == known
    assert np.isfinite(found.lead.value)
    assert found.significant in ((False, True) if known else (False,))
    rate = "tpr" if positive else "fpr"
    ends = [(one.low, one.high) for one in found.own.rates[rate] if np.isfinite(one.value)]
    assert all(high - low > 0.3 for low, high in ends)
