"""Which of several models wins where, and how likely that is."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.cost.cost_curve import CostCurve, lower_envelope
from costcurve_gui.engine.cost.crossovers import cheapest, crossovers, dominance, where_cheapest
from costcurve_gui.engine.cost.difference import lc_index
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from costcurve_gui.engine.roc.hull import convex_hull
from tests.helpers.examples import examples
from tests.helpers.oracles import noisy_sample, scored_labels

Sample = tuple[np.ndarray, np.ndarray]
SAMPLES = scored_labels(st.integers(0, 6).map(float))
BELIEF = TriangularBelief(0.1, 0.3, 0.8)


def curve_of(sample: Sample) -> CostCurve:
    return lower_envelope(convex_hull(threshold_table(*sample)))


def classifier(fpr: float, tpr: float) -> CostCurve:
    """Return the envelope of one classifier and the trivial ones, rates in twentieths."""
    labels = np.repeat([True, False], 20)
    hits = np.concatenate([np.arange(20) < 20 * tpr, np.arange(20) < 20 * fpr])
    return curve_of((labels, hits.astype(float)))


@given(SAMPLES, SAMPLES)
def test_that_the_dominant_curve_is_never_above_the_other(a: Sample, b: Sample) -> None:
    curves = curve_of(a), curve_of(b)
    grid = np.concatenate([curve.pc_plus for curve in curves])  # extremes lie at vertices
    excess = curves[0].value_at(grid) - curves[1].value_at(grid)
    above, below = (excess > 1e-9).any(), (excess < -1e-9).any()
    expected = {
        (False, False): "equal",
        (True, False): "b",
        (False, True): "a",
        (True, True): None,
    }
    found = dominance(*curves)
    assert found == expected[above, below]
    assert dominance(curves[0], curves[0]) == "equal"


def test_that_dominance_is_named_from_both_sides() -> None:
    better, worse, other = classifier(0.1, 0.8), classifier(0.2, 0.7), classifier(0.3, 0.95)
    assert (dominance(better, worse), dominance(worse, better)) == ("a", "b")
    assert dominance(better, other) is dominance(other, better) is None


@given(st.lists(SAMPLES, min_size=1, max_size=4))
def test_that_a_model_is_lowest_in_its_stretches_and_nowhere_else(samples: list[Sample]) -> None:
    curves = [curve_of(sample) for sample in samples]
    least = np.min([curve.value_at(np.linspace(0, 1, 101)) for curve in curves], axis=0)
    for curve, stretches in zip(curves, where_cheapest(curves), strict=True):
        assert all(low < high for low, high in stretches)
        assert all(before[1] < after[0] for before, after in pairwise(stretches))
        for pc, lowest in zip(np.linspace(0, 1, 101), least, strict=True):
            excess = curve.value_at(float(pc)) - lowest
            inside = any(low <= pc <= high for low, high in stretches)
            assert not inside or excess < 1e-11
            assert inside or excess > -1e-11


def exact_rates(sample: Sample) -> set[tuple[Fraction, Fraction]]:
    """Return (misses, false alarms) of every threshold, counted without rounding."""
    labels, scores = sample
    positives, negatives = int(labels.sum()), int((~labels).sum())
    rates = set()
    for threshold in [np.inf, *scores]:
        hits = scores >= threshold
        misses = Fraction(int((labels & ~hits).sum()), positives)
        alarms = Fraction(int((~labels & hits).sum()), negatives)
        rates.add((misses, alarms))
    return rates


def exact_winners(models: list[set[tuple[Fraction, Fraction]]], pc: Fraction) -> tuple[int, ...]:
    """Return the models that cost the least, none where a trivial classifier costs no more."""
    costs = [min(misses * pc + alarms * (1 - pc) for misses, alarms in rates) for rates in models]
    least = min(costs)
    if least == min(pc, 1 - pc):
        return ()
    return tuple(at for at, cost in enumerate(costs) if cost == least)


GRID = [Fraction(k, 97) for k in range(1, 97)]


@given(st.lists(SAMPLES, min_size=1, max_size=7))
@settings(max_examples=examples(40))
def test_that_the_cheapest_models_are_those_of_brute_force_on_a_grid(
    samples: list[Sample],
) -> None:
    stretches = cheapest([curve_of(sample) for sample in samples])
    assert (stretches[0].low, stretches[-1].high) == (0, 1)
    assert all(one.high == after.low for one, after in pairwise(stretches))
    assert all(one.cheapest != after.cheapest for one, after in pairwise(stretches))
    models = [exact_rates(sample) for sample in samples]
    for pc in GRID:
        around = [one for one in stretches if one.low - 1e-9 <= pc <= one.high + 1e-9]
        if len(around) == 1:  # else the models change their order here
            assert around[0].cheapest == exact_winners(models, pc)


@given(SAMPLES, SAMPLES)
def test_that_crossovers_are_the_cheapest_of_two(a: Sample, b: Sample) -> None:
    curves = curve_of(a), curve_of(b)
    better = {(0,): "a", (1,): "b", (): "equal", (0, 1): "equal"}
    intervals = crossovers(*curves)
    assert all(one.better != after.better for one, after in pairwise(intervals))
    for low, high, lowest in cheapest(curves):
        (found,) = (one for one in intervals if one.low <= low and high <= one.high)
        assert found.better == better[lowest]


def test_that_no_model_is_the_cheapest_where_all_are_trivial() -> None:
    # (0.1, 0.5) is useful above 1/6 and (0.3, 0.8) above 3/11; they cross at 0.4.
    curves = [classifier(0.1, 0.5), classifier(0.3, 0.8)]
    strips = where_cheapest(curves)
    assert np.ravel(strips[0]) == pytest.approx([1 / 6, 0.4])
    assert np.ravel(strips[1]) == pytest.approx([0.4, 7 / 9])
    found = cheapest(curves)
    assert [one.cheapest for one in found] == [(), (0,), (1,), ()]


def test_that_models_that_tie_are_named_together() -> None:
    # Both hold (0.1, 0.5); the first alone reaches (0.3, 0.8) too.
    rows = np.arange(40)
    labels = rows < 20
    both = np.select([rows < 10, (rows >= 20) & (rows < 22)], [2.0, 2.0])
    more = np.where(both == 2, 2.0, (rows < 16) | ((rows >= 22) & (rows < 26)))
    found = cheapest([curve_of((labels, more)), curve_of((labels, both))])
    assert [one.cheapest for one in found] == [(), (0, 1), (0,), ()]
    assert [one.low for one in found] == pytest.approx([0, 1 / 6, 0.4, 7 / 9])


def test_that_the_lc_index_is_the_probability_of_each_side_of_the_crossing() -> None:
    a, b = classifier(0.1, 0.5), classifier(0.3, 0.8)
    belief = TriangularBelief(0.2, 0.3, 0.7)  # wholly inside the operating range of a or b
    below = stats.triang(0.2, 0.2, 0.5).cdf(0.4)
    assert lc_index(a, b, belief) == pytest.approx(below - (1 - below))
    assert lc_index(a, b, TriangularBelief(0.2, 0.25, 0.4)) == pytest.approx(1)
    assert lc_index(a, b, TriangularBelief(0.4, 0.5, 0.7)) == pytest.approx(-1)


def test_that_conditions_in_which_both_are_trivial_count_for_neither() -> None:
    a, b = classifier(0.1, 0.5), classifier(0.3, 0.8)
    assert lc_index(a, b, TriangularBelief(0, 0.1, 0.15)) == 0
    # Of the uniform belief a has the stretch from 1/6 to 0.4 and b that from 0.4 to 7/9.
    assert lc_index(a, b, UNIFORM) == pytest.approx((0.4 - 1 / 6) - (7 / 9 - 0.4))


@pytest.mark.parametrize("belief", [BELIEF, BetaBelief(2, 6), UNIFORM], ids=str)
def test_that_the_lc_index_is_the_integral_of_the_sign_of_the_difference(
    belief: TriangularBelief | BetaBelief,
) -> None:
    a, b = curve_of(noisy_sample(300, seed=1)), curve_of(noisy_sample(300, seed=2))
    edges = np.linspace(0, 1, 50_001)
    middle, probability = (edges[1:] + edges[:-1]) / 2, np.diff(belief.cdf(edges))
    excess = a.value_at(middle) - b.value_at(middle)
    sign = np.where(np.abs(excess) < 1e-12, 0, -np.sign(excess))
    assert lc_index(a, b, belief) == pytest.approx(sign @ probability, abs=1e-4)


@given(SAMPLES, SAMPLES)
def test_that_swapping_the_models_turns_the_sign(a: Sample, b: Sample) -> None:
    there, back = (
        lc_index(curve_of(a), curve_of(b), BELIEF),
        lc_index(curve_of(b), curve_of(a), BELIEF),
    )
    assert there == pytest.approx(-back, abs=1e-12)
    assert -1 <= there <= 1
