"""Selection by the condition alone: Drummond & Holte (2006), 5.1.1, figures 21 and 22."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.condition import OperatingCondition, prior_at
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate_scores, evaluate_table
from costcurve_gui.engine.selection import performance_independent as performance_independent_module
from costcurve_gui.engine.selection.performance_independent import (
    HybridCurve,
    excess_area,
    is_condition_aware,
    performance_independent,
    performance_independent_curve,
)
from tests.helpers.oracles import scored_labels

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "sample_data"
EIGHTHS = st.integers(0, 8).map(lambda eighth: eighth / 8)
GRID = np.linspace(0, 1, 201)


def at_pc(ev: ModelEvaluation, pc: float) -> OperatingCondition:
    """Return the condition of the model's costs at a PC(+)."""
    return ev.condition(prior_at(pc, ev.means.fn_cost, ev.means.fp_cost))


def called_positive(score: float, pc: Fraction, prior: Fraction) -> bool:
    """Apply the rule on the odds by cross-multiplication, so that nothing is divided by 0."""
    s = Fraction(score)
    return s * pc * (1 - prior) >= (1 - s) * (1 - pc) * prior


@given(scored_labels(scores=EIGHTHS), st.integers(1, 15))
def test_that_the_threshold_is_the_rule_on_the_odds(
    sample: tuple[np.ndarray, np.ndarray], sixteenth: int
) -> None:
    y_true, y_score = sample
    ev = evaluate_scores("m", y_true, y_score)
    prior, pc = Fraction(int(y_true.sum()), y_true.size), Fraction(sixteenth, 16)
    called = np.array([called_positive(score, pc, prior) for score in y_score])
    policy = performance_independent(ev, at_pc(ev, sixteenth / 16))
    assert policy.tpr == pytest.approx(called[y_true].mean())
    assert policy.fpr == pytest.approx(called[~y_true].mean())
    assert np.array_equal(y_score >= policy.threshold, called)
    curve = performance_independent_curve(ev)
    assert curve.classifier_at(sixteenth / 16 + 1e-9) == policy.index


@given(scored_labels(scores=st.floats(0, 1)), st.floats(0, 1))
def test_that_the_curve_is_the_cost_of_the_policy_at_every_condition(
    sample: tuple[np.ndarray, np.ndarray], pc: float
) -> None:
    ev = evaluate_scores("m", *sample)
    curve = performance_independent_curve(ev)
    assume(np.abs(curve.switches - pc).min() > 1e-9)
    policy = performance_independent(ev, at_pc(ev, pc))
    assert curve.value_at(pc) == pytest.approx(policy.normalized_expected_cost, abs=1e-9)


@given(scored_labels(scores=st.floats(0, 1)))
def test_that_no_choice_is_cheaper_than_the_envelope(
    sample: tuple[np.ndarray, np.ndarray],
) -> None:
    ev = evaluate_scores("m", *sample)
    curve = performance_independent_curve(ev)
    excess = curve.value_at(GRID) - ev.envelope.value_at(GRID)
    assert excess.min() > -1e-12
    x, y = curve.polyline()
    assert curve.area == pytest.approx(np.trapezoid(y, x))
    assert excess_area(curve, ev.envelope) == pytest.approx(
        np.trapezoid(y, x) - ev.envelope.area, abs=1e-12
    )


def test_that_perfectly_calibrated_scores_cost_as_little_as_can_be() -> None:
    # Each score is the share of positives among the cases that have it.
    y_true = [True] * 3 + [False] + [True, False] + [True] + [False] * 3
    y_score = [0.75] * 4 + [0.5] * 2 + [0.25] * 4
    ev = evaluate_scores("m", y_true, y_score)
    curve = performance_independent_curve(ev)
    assert curve.value_at(GRID) == pytest.approx(ev.envelope.value_at(GRID), abs=1e-12)
    assert excess_area(curve, ev.envelope) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("ratio", [1, 2, 3, 7])
def test_that_a_score_equal_to_the_threshold_but_for_rounding_reaches_it(ratio: int) -> None:
    # At the test prior the threshold is 1 / (1 + cost ratio), whatever the prior.
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-float(ratio), tn=0.0)
    for positives in range(1, 20):
        y_true = [True] * positives + [False] * (20 - positives)
        ev = evaluate_scores("m", y_true, [1 / (1 + ratio)] * 20, payoff)
        policy = performance_independent(ev, ev.condition())
        assert (policy.tpr, policy.threshold) == (1, pytest.approx(1 / (1 + ratio)))
        assert policy.threshold <= 1 / (1 + ratio)


def test_that_naive_bayes_on_sonar_is_worse_than_the_trivial_classifiers_at_both_ends() -> None:
    # The finding of figure 22, on this program's own scores of the same data.
    with (SAMPLES / "sonar_cv10.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    y_true = [row["label"] == "M" for row in rows]
    ev = evaluate_scores("nb", y_true, [float(row["score_naive_bayes"]) for row in rows])
    curve = performance_independent_curve(ev)
    for pc in (0.05, 0.1, 0.15, 0.7, 0.8, 0.9):
        assert curve.value_at(pc) > min(pc, 1 - pc)
    for pc in (0.3, 0.4):
        assert ev.envelope.value_at(pc) < curve.value_at(pc) < min(pc, 1 - pc)


def family(*classifiers: tuple[int, int, float | None]) -> ModelEvaluation:
    """Return a family tested on ten of each class, from (fp, tp, train_pc)."""
    return evaluate_table(
        "family",
        family_table(
            [
                ConfusionMatrix(f"trained for {pc}", tp, 10 - tp, fp, 10 - fp, pc)
                for fp, tp, pc in classifiers
            ]
        ),
    )


THREE = family((8, 9, 0.8), (1, 4, 0.2), (5, 4, 0.4))


@pytest.mark.parametrize(
    ("pc", "chosen"),
    [(0.0, 0.2), (0.29, 0.2), (0.31, 0.4), (0.59, 0.4), (0.61, 0.8), (1.0, 0.8)],
)
def test_that_the_classifier_trained_for_the_nearest_condition_is_used(
    pc: float, chosen: float
) -> None:
    policy = performance_independent(THREE, at_pc(THREE, pc))
    assert policy.classifiers == (f"trained for {chosen}",)
    assert policy.normalized_expected_cost == pytest.approx(
        performance_independent_curve(THREE).value_at(pc)
    )


def test_that_of_two_classifiers_equally_near_it_is_the_one_of_the_higher_condition() -> None:
    # Drummond & Holte (2006), section 5: A below PC(+) = 0.5, B from there on.
    two = family((1, 4, 0.25), (8, 9, 0.75))
    assert performance_independent(two, at_pc(two, 0.5)).classifiers == ("trained for 0.75",)


def test_that_a_dominated_classifier_is_used_all_the_same() -> None:
    # (0.5, 0.4) lies below (0.1, 0.4) and the line from there to (0.8, 0.9).
    policy = performance_independent(THREE, at_pc(THREE, 0.5))
    assert (policy.fpr, policy.tpr) == (0.5, 0.4)
    assert policy.normalized_expected_cost > THREE.envelope.value_at(0.5)


def test_that_the_curve_of_a_family_steps_at_the_midpoints() -> None:
    curve = performance_independent_curve(THREE)
    assert curve.switches == pytest.approx([0.3, 0.6])
    x, y = curve.polyline()
    assert x == pytest.approx([0, 0.3, 0.3, 0.6, 0.6, 1])
    assert y == pytest.approx([0.1, 0.25, 0.53, 0.56, 0.38, 0.1])
    assert curve.area == pytest.approx(0.3 * 0.175 + 0.3 * 0.545 + 0.4 * 0.24)


def test_that_the_slopes_in_roc_space_bound_the_conditions_of_each_classifier() -> None:
    first, last = performance_independent_curve(THREE).roc_slopes()
    assert first == pytest.approx([np.inf, 7 / 3, 2 / 3])
    assert last == pytest.approx([7 / 3, 2 / 3, 0])


def test_that_costs_that_vary_are_those_of_rociv() -> None:
    y_true, y_score = np.array([True, True, False, False]), [0.8, 0.4, 0.6, 0.2]
    payoff = PayoffMatrix(0.0, -1.0, np.array([-3.0, -1.0, 0.0, 0.0]), 0.0)
    ev = evaluate_scores("m", y_true, y_score, payoff)
    curve = performance_independent_curve(ev)
    assert curve.tpr[:].tolist() == ev.rates.tpr.tolist() == [0, 0.75, 0.75, 1, 1]


@pytest.mark.parametrize(
    "ev",
    [
        evaluate_scores("m", [True, False], [1.5, 0.5]),
        evaluate_scores("m", [True, False], [0.5, -0.5]),
        evaluate_scores("m", [True, False], [np.inf, 0.5]),
        family((8, 9, 0.8), (1, 4, None)),
        family((8, 9, 0.8), (1, 4, 0.8)),
    ],
)
def test_that_it_is_not_offered_where_the_condition_cannot_choose(ev: ModelEvaluation) -> None:
    assert not is_condition_aware(ev.table)
    with pytest.raises(EngineError, match=r"train_pc|0 and 1"):
        performance_independent(ev, ev.condition())
    with pytest.raises(EngineError, match=r"train_pc|0 and 1"):
        performance_independent_curve(ev)


def test_that_the_area_is_the_same_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    curve = performance_independent_curve(
        evaluate_scores("m", rng.random(1_000) < 0.3, rng.random(1_000))
    )
    whole = curve.area
    for part in (1, 7, 1_000, 1_001):
        monkeypatch.setattr(performance_independent_module, "GATHER_CHUNK", part)
        assert curve.area == pytest.approx(whole, abs=1e-15)


def test_that_millions_of_rows_make_a_curve() -> None:
    rng = np.random.default_rng(0)
    y_true = rng.random(300_000) < 0.3
    ev = evaluate_scores("m", y_true, rng.random(300_000))
    curve: HybridCurve = performance_independent_curve(ev)
    assert len(curve) == len(ev.table)
    assert np.all(np.diff(curve.switches) >= 0)
