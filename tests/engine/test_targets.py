"""Targets against every threshold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.evaluation import evaluate_scores
from costcurve_gui.engine.selection.rate_criteria import (
    closest_to_corner,
    highest_precision,
    target_precision,
    target_recall,
)
from tests.helpers.oracles import (
    FIGURE_3_LABELS,
    FIGURE_3_SCORES,
    noisy_sample,
    scored_labels,
)

PRIOR = st.floats(0.01, 0.99)


def precisions(table, prior: float) -> np.ndarray:
    found, treated = prior * table.tpr, prior * table.tpr + (1 - prior) * table.fpr
    return np.divide(found, treated, out=np.full(found.size, np.nan), where=treated > 0)


@given(scored_labels(), PRIOR)
def test_that_no_threshold_is_nearer_to_the_corner(sample, prior: float) -> None:
    model = evaluate_scores("m", *sample)
    policy = closest_to_corner(model, model.condition(prior))
    distance = np.hypot(model.table.fpr, 1 - model.table.tpr)
    assert policy.index == distance.argmin()


@pytest.mark.parametrize("levels", [None, 40])
def test_that_ruling_out_blocks_rules_out_nothing_near(levels: int | None) -> None:
    model = evaluate_scores("m", *noisy_sample(60_000, levels=levels))
    distance = np.hypot(model.table.fpr, 1 - model.table.tpr)
    assert closest_to_corner(model, model.condition()).index == distance.argmin()


def test_that_the_nearest_point_may_lie_below_the_hull() -> None:
    y_true = [True] * 6 + [False] * 20 + [True] * 4 + [False] * 40 + [True] * 10 + [False] * 40
    # Points (0, .3), (.2, .5), (.6, 1), (1, 1); the middle one is below the line of its neighbours.
    y_score = [4] * 6 + [3] * 24 + [2] * 50 + [1] * 40
    model = evaluate_scores("m", y_true, y_score)
    policy = closest_to_corner(model, model.condition())
    assert (policy.fpr, policy.tpr, policy.threshold) == (0.2, 0.5, 3.0)
    assert policy.index not in model.roc_hull.indices


@given(scored_labels(), PRIOR, st.floats(0, 1) | st.sampled_from([0.25, 0.5, 0.75, 1.0]))
def test_that_a_precision_is_reached_with_the_most_positives(
    sample, prior: float, precision: float
) -> None:
    model = evaluate_scores("m", *sample)
    policy = target_precision(model, model.condition(prior), precision)
    reaching = np.flatnonzero(precisions(model.table, prior) >= precision * (1 - 1e-12))
    if policy is None:
        assert not reaching.size
        return
    table = model.table
    most = reaching[table.tpr[reaching] == table.tpr[reaching].max()]
    assert policy.index == most[table.fpr[most].argmin()]


def test_that_precision_looks_beyond_a_threshold_that_misses_it() -> None:
    # Figure 3 of Fawcett (2004): precision by descending threshold 1, 1, .67, .75, .8, .83, ...
    model = evaluate_scores("m", FIGURE_3_LABELS, FIGURE_3_SCORES)
    policy = target_precision(model, model.condition(0.5), 0.8)
    assert policy is not None
    assert (policy.threshold, policy.tpr) == (0.54, 0.5)
    rare = target_precision(model, model.condition(0.05), 0.8)
    assert rare is not None
    assert (rare.threshold, rare.fpr) == (0.8, 0.0)


def test_that_a_precision_is_looked_for_between_the_vertices_too() -> None:
    # Three of the first four are positive, below the edge from 2 of 2 to 7 of 11.
    y_true = [label == "p" for label in "ppnpnnnppppn"]
    model = evaluate_scores("m", y_true, -np.arange(12.0))
    policy = target_precision(model, model.condition(), 0.7)
    assert policy is not None
    assert policy.index == 4
    assert policy.index not in model.roc_hull.indices


def test_that_a_precision_out_of_reach_gives_no_policy() -> None:
    model = evaluate_scores("m", [True, False], [0.1, 0.9])
    assert target_precision(model, model.condition(0.5), 0.6) is None
    assert target_precision(model, model.condition(0.0), 0.1) is None


@given(scored_labels(), PRIOR, st.floats(0, 1))
def test_that_a_recall_is_reached_at_the_highest_threshold(sample, prior, recall: float) -> None:
    model = evaluate_scores("m", *sample)
    policy = target_recall(model, model.condition(prior), recall)
    assert policy.index == np.flatnonzero(model.table.tpr >= recall)[0]


@pytest.mark.parametrize("bound", [-0.1, 1.1, np.nan])
def test_that_targets_outside_their_range_are_refused(bound: float) -> None:
    model = evaluate_scores("m", [True, False], [0.9, 0.1])
    with pytest.raises(ConstraintError, match="precision must lie"):
        target_precision(model, model.condition(), bound)
    with pytest.raises(ConstraintError, match="recall must lie"):
        target_recall(model, model.condition(), bound)


@given(scored_labels(), PRIOR)
def test_that_no_threshold_is_more_precise_and_none_as_precise_finds_more(
    sample, prior: float
) -> None:
    model = evaluate_scores("m", *sample)
    policy = highest_precision(model, model.condition(prior))
    found = precisions(model.table, prior)
    most = np.nanmax(found)
    assert found[policy.index] == pytest.approx(most, rel=1e-12)
    assert policy.tpr == model.table.tpr[np.isclose(found, most, rtol=1e-12, atol=0)].max()
