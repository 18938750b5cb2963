"""Bounds that a segment has for itself, against every combination of thresholds."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import inf

import numpy as np
import pytest

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.segments.curves import (
    OwnLimits,
    SegmentCases,
    SegmentCurve,
    segment_cases,
    segment_curves,
    whole_curve,
)
from costcurve_gui.engine.segments.own_limits import (
    binding_limit,
    broken_limits,
    kept_by_replicates,
)
from costcurve_gui.engine.segments.rules import gap_bounded_rule, gap_of, segment_rules
from costcurve_gui.engine.segments.uncertainty import segment_uncertainty

LIMITS = {"a": OwnLimits(max_fpr=0.25), "b": OwnLimits(max_share=0.8, min_tpr=0.6)}


def cases_of(seed: int, rows: int = 21, shift: float = 0.5) -> SegmentCases:
    rng = np.random.default_rng(seed)
    codes = np.arange(rows) % 3
    y_true = (np.arange(rows) // 3) % 2 == 0
    return segment_cases(
        y_true,
        np.round(rng.normal(size=rows) + y_true * (shift + codes), 1),
        codes,
        ("a", "b", "c"),
        {"tp": rng.gamma(2, 10, rows), "fp": -8.0, "fn": 0.0, "tn": 1.0},
        0.3,
        limits=LIMITS,
    )


def keeps(curve: SegmentCurve, row: int) -> bool:
    limits = LIMITS.get(curve.name, OwnLimits())
    share, tpr, fpr = (float(curve.rate(rate, row)) for rate in ("share", "tpr", "fpr"))
    within = share <= limits.max_share + 1e-9 and fpr <= limits.max_fpr + 1e-9
    return within and tpr >= limits.min_tpr - 1e-9


def combinations(curves: tuple[SegmentCurve, ...], limit: float) -> list[tuple[int, ...]]:
    """Return the rows that keep the limits of each segment and the one of all."""
    ways = product(*([row for row in range(one.share.size) if keeps(one, row)] for one in curves))
    return [
        rows
        for rows in ways
        if sum(one.share[row] for one, row in zip(curves, rows, strict=True)) <= limit + 1e-12
    ]


def gain_of(curves: tuple[SegmentCurve, ...], rows: tuple[int, ...]) -> float:
    return sum(float(curve.gain[row]) for curve, row in zip(curves, rows, strict=True))


@pytest.mark.parametrize("limit", [inf, 0.6])
def test_that_own_thresholds_are_the_best_that_keep_the_limits(limit: float) -> None:
    misses = binding = 0
    for seed in range(12):
        cases = cases_of(seed)
        curves = segment_curves(cases)
        rules = segment_rules(curves, whole_curve(cases), limit)
        assert broken_limits(curves, rules.own.rows) == ()
        assert rules.own.share <= limit + 1e-9
        best = max(gain_of(curves, rows) for rows in combinations(curves, limit))
        assert rules.own.gain <= best + 1e-12 <= rules.mixed.gain + 2e-12
        misses += rules.own.gain < best - 1e-12
        binding += any(binding_limit(one, rules.own.price) for one in curves)
        free = [replace(one, limits=OwnLimits()) for one in curves]
        assert rules.own.gain <= segment_rules(free, whole_curve(cases), limit).own.gain + 1e-12
    assert misses <= (0 if limit == inf else 2)
    assert binding > 6


def test_that_a_common_threshold_keeps_the_limits_of_all_or_says_whose_it_breaks() -> None:
    kept = 0
    for seed in range(30):
        cases = cases_of(seed)
        curves, whole = segment_curves(cases), whole_curve(cases)
        rules = segment_rules(curves, whole, 0.7)
        rows = [tuple(one.row_at(at) for one in curves) for at in whole.thresholds.tolist()]
        can = [
            gain
            for each, gain, share in zip(rows, whole.gain, whole.share, strict=True)
            if all(map(keeps, curves, each)) and share <= 0.7 + 1e-12
        ]
        broken = broken_limits(curves, rules.common.rows)
        assert [curve.name for curve, row in zip(curves, rules.common.rows, strict=True)
                if not keeps(curve, row)] == [*broken]  # fmt: skip
        if can:
            assert not broken
            assert rules.common.gain == pytest.approx(max(can))
            assert rules.common.gain <= rules.own.gain + 1e-12
        else:
            within = whole.gain[whole.share <= 0.7 + 1e-12]
            assert rules.common.gain == pytest.approx(within.max())
        kept += bool(can)
    assert 0 < kept < 30


def test_that_a_bound_on_a_gap_keeps_the_limits_too() -> None:
    for seed in range(6):
        cases = cases_of(seed)
        curves = segment_curves(cases)
        rules = segment_rules(curves, whole_curve(cases))
        found = gap_bounded_rule(curves, rules, "tpr", 0.35)
        ways = [
            gain_of(curves, rows)
            for rows in combinations(curves, inf)
            if gap_of(curves, rows, "tpr") <= 0.35 + 1e-9
        ]
        assert (found is None) == (not ways)
        if found is not None:
            assert broken_limits(curves, found.rows) == ()
            assert found.gain == pytest.approx(max(ways))


def test_that_limits_that_cannot_be_kept_are_refused_in_words() -> None:
    cases = cases_of(0)
    apart = replace(cases, limits={"a": OwnLimits(max_fpr=0.0, min_tpr=1.0)})
    with pytest.raises(ConstraintError, match="No threshold keeps the bounds of a together"):
        segment_rules(segment_curves(apart), whole_curve(apart))
    much = replace(cases, limits={"a": OwnLimits(min_tpr=1.0)})
    with pytest.raises(ConstraintError, match="use up more than the budget"):
        segment_rules(segment_curves(much), whole_curve(much), 0.05)
    codes = np.where(cases.y_true, 0, 1)
    single = replace(cases, codes=codes, limits={"a": OwnLimits(max_fpr=0.5)})
    with pytest.raises(ConstraintError, match="one class only"):
        segment_rules(segment_curves(single), whole_curve(single))


def test_that_replicates_choose_among_the_rules_that_keep_the_limits() -> None:
    rng = np.random.default_rng(0)
    tp, fp = np.cumsum(rng.random((2, 40, 2, 9)), axis=-1) / 20
    limits = [OwnLimits(max_fpr=0.4), OwnLimits(max_share=0.7, min_tpr=0.5)]
    kept, common = kept_by_replicates(tp, fp, limits, inf)
    free = 0
    for b in range(40):
        one_by_one = np.array(
            [
                [
                    fp[b, g, k] <= limit.max_fpr * fp[b, g, -1]
                    and tp[b, g, k] >= limit.min_tpr * tp[b, g, -1]
                    and tp[b, g, k] + fp[b, g, k] <= limit.max_share * (tp + fp)[b, g, -1]
                    for k in range(9)
                ]
                for g, limit in enumerate(limits)
            ]
        )
        can = one_by_one.any(axis=1).all()
        assert kept[b].tolist() == (one_by_one if can else np.ones((2, 9), bool)).tolist()
        free += not can
        both = one_by_one.all(axis=0)
        assert common[b, 0].tolist() == (both if both.any() else np.ones(9, bool)).tolist()
    assert 0 < free < 20
    impossible = kept_by_replicates(tp, fp, [OwnLimits(min_tpr=0.9)] * 2, 0.01)
    assert all(one.all() for one in impossible)


def test_that_new_cases_are_judged_by_rules_that_keep_the_limits() -> None:
    tight = {"a": OwnLimits(max_fpr=0.02), "c": OwnLimits(max_fpr=0.02)}
    cases = replace(cases_of(3, 900), limits=tight)
    free = replace(cases, limits={})
    found, plain = (
        segment_uncertainty(
            one,
            segment_curves(one),
            segment_rules(segment_curves(one), whole_curve(one)),
            inf,
            BootstrapSpec(100),
        )
        for one in (cases, free)
    )
    assert found.own.total.value < plain.own.total.value
    assert found.new_profit.value < plain.new_profit.value
    assert found.new_profit.value == pytest.approx(found.own.total.value, rel=0.1)
