"""How often the intervals of segments hold the truth, at 90 %."""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.segments.curves import (
    RATES,
    SegmentCases,
    segment_cases,
    segment_curves,
    whole_curve,
)
from costcurve_gui.engine.segments.rules import gap_of, segment_rules
from costcurve_gui.engine.segments.uncertainty import segment_uncertainty

if TYPE_CHECKING:
    from costcurve_gui.engine.segments.rates import Interval
    from costcurve_gui.engine.segments.uncertainty import RuleIntervals

SAMPLES = 150


def drawn(seed: int, positives: int, negatives: int, unlike: float) -> SegmentCases:
    rng, total = np.random.default_rng(seed), positives + negatives
    y_true, codes = np.arange(total) < positives, rng.integers(0, 3, total)
    scores = rng.normal(size=total) + y_true + unlike * codes
    cells = {"tp": rng.gamma(2, 10, total), "fp": -8.0, "fn": 0.0, "tn": 0.0}
    return segment_cases(y_true, scores, codes, ("a", "b", "c"), cells, 0.3)


def holds(interval: Interval, truth: float) -> bool:
    return interval.low <= truth <= interval.high


def record(
    held: dict[str, list[bool]],
    found: RuleIntervals,
    truth: dict[str, list[float]],
    gaps: dict[str, float],
) -> None:
    for rate, rates in truth.items():
        held["gaps"].append(holds(found.gaps[rate], gaps[rate]))
        for at, interval in enumerate(found.rates[rate]):
            held["rates"].append(holds(interval, rates[at]))
        for first, second in ((0, 1), (0, 2), (1, 2)):
            difference = rates[first] - rates[second]
            held["differences"].append(holds(found.differences[rate, (first, second)], difference))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("positives", "negatives", "unlike", "limit"),
    [
        (150, 350, 0.0, inf),
        (150, 350, 0.7, inf),
        (150, 350, 0.7, 0.2),
        (60, 140, 0.7, 0.2),
        (600, 1400, 0.3, 0.2),
    ],
)
def test_that_intervals_hold_the_truth_as_often_as_they_say(
    positives: int, negatives: int, unlike: float, limit: float
) -> None:
    population = segment_curves(drawn(99, 300_000, 700_000, unlike))
    held: dict[str, list[bool]] = defaultdict(list)
    for seed in range(SAMPLES):
        cases = drawn(seed, positives, negatives, unlike)
        curves = segment_curves(cases)
        rules = segment_rules(curves, whole_curve(cases), limit)
        found = segment_uncertainty(cases, curves, rules, limit, BootstrapSpec(400))
        own, common = (
            [
                there.row_at(float(here.thresholds[row])) if row else 0
                for there, here, row in zip(population, curves, rule.rows, strict=True)
            ]
            for rule in (rules.own, rules.common)
        )
        lead = sum(
            float(curve.gain[a] - curve.gain[b])
            for curve, a, b in zip(population, own, common, strict=True)
        )
        held["new cases"].append(holds(found.new_cases, lead))
        earned = sum(
            float(one.gain[row] + one.left) for one, row in zip(population, own, strict=True)
        )
        held["profit on new cases"].append(holds(found.new_profit, earned))
        for rows, intervals in ((common, found.common), (own, found.own)):
            truth = {
                rate: [
                    float(one.rate(rate, row)) for one, row in zip(population, rows, strict=True)
                ]
                for rate in RATES
            }
            gaps = {rate: gap_of(population, rows, rate) for rate in RATES}
            record(held, intervals, truth, gaps)
        profit = float(population[0].gain[common[0]] + population[0].left)
        held["profit"].append(holds(found.common.profit[0], profit))
    shares = {name: float(np.mean(one)) for name, one in held.items()}
    assert all(0.86 <= share <= 0.94 for share in shares.values()), shares
