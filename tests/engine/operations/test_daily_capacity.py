"""Cases of a day against a simulation that walks from day to day."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.operations.daily_capacity import (
    DailyCases,
    fitting_threshold,
    highest_of_day,
    overflow_since,
    paired_difference,
    queue_behind_threshold,
)
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from tests.helpers.examples import by_chance, examples, replicates

CASE = st.tuples(
    st.integers(0, 7),
    st.booleans(),
    st.sampled_from([-np.inf, 0.1, 0.4, 0.5, 0.9, np.inf, np.nan]),
    st.integers(-9, 9),
    st.integers(-9, 9),
    st.integers(0, 4),
)


def made(rows, size=8):
    day, y, score, act, leave, delay = (np.array(one) for one in zip(*rows, strict=True))
    return DailyCases(day, size, y, score, act * 1.0, leave * 1.0, delay / 4)


def simulated(cases, threshold, capacity, *, queued):
    """Walk through the days; return seen, waiting and lost a day, seen rows, and all profit."""
    queue, seen, waiting, lost, rows = [], [], [], [], []
    paid = 0.0
    for day in range(cases.size):
        new = [int(one) for one in np.flatnonzero(cases.days == day)]
        new = [one for one in new if cases.scores[one] >= threshold]
        queue += sorted(new, key=lambda one: -cases.scores[one])
        today, queue = queue[:capacity], queue[capacity:]
        if not queued:
            queue = []
        seen.append(len(today))
        waiting.append(len(queue))
        lost.append(sum(cases.delay_costs[one] for one in queue))
        rows += today
    for row in range(cases.days.size):
        paid += cases.acting[row] if row in rows else cases.leaving[row]
    return seen, waiting, lost, rows, paid - sum(lost)


@settings(max_examples=examples(200), deadline=None)
@given(
    st.lists(CASE, min_size=1, max_size=40),
    st.sampled_from([-np.inf, 0.3, 0.4, 2.0, np.inf]),
    st.integers(1, 4),
    st.booleans(),
)
def test_that_both_ways_are_what_a_walk_through_the_days_finds(rows, threshold, capacity, queued):
    cases = made(rows)
    way = queue_behind_threshold if queued else highest_of_day
    use = way(cases, threshold, capacity)
    seen, waiting, lost, found, paid = simulated(cases, threshold, capacity, queued=queued)
    assert use.seen.tolist() == seen
    assert use.waiting.tolist() == waiting
    assert use.lost == pytest.approx(np.array(lost))
    assert use.profit_a_day * cases.size == pytest.approx(paid)
    assert use.found == int(cases.y_true[found].sum())
    assert use.empty_places == capacity * cases.size - len(found)
    assert use.longest_queue == max(waiting)
    assert use.idle_days == sum(one < capacity for one in seen)
    over = np.bincount(cases.days[cases.scores >= threshold], minlength=cases.size)
    assert use.overflow_days == (int((over > capacity).sum()) if queued else 0)


@settings(max_examples=examples(100), deadline=None)
@given(st.lists(CASE, min_size=1, max_size=40), st.integers(0, 7), st.integers(1, 4))
def test_that_the_fitting_threshold_is_the_lowest_that_fits(rows, first_day, capacity):
    cases = made(rows)
    found = fitting_threshold(cases, first_day, capacity)
    later = cases.scores[(cases.days >= first_day) & ~np.isnan(cases.scores)]
    places = capacity * (cases.size - first_day)
    fits = [one for one in later if (later >= one).sum() <= places]
    assert found == (min(fits) if fits else np.inf)


def test_that_a_queue_that_never_empties_is_dated():
    busy = made([(day, True, 0.9, 1, 0, 1) for day in (0, 0, 3, 3, 3, 4, 5, 6, 7)])
    assert overflow_since(queue_behind_threshold(busy, 0.5, 1)) == 3
    assert overflow_since(queue_behind_threshold(busy, 0.5, 9)) is None
    always = made([(day, True, 0.9, 1, 0, 1) for day in (0, 0, *range(1, 8))])
    assert overflow_since(queue_behind_threshold(always, 0.5, 1)) == 0


def test_that_the_interval_of_the_difference_is_that_of_a_mean_of_days():
    rng = np.random.default_rng(5)
    days = rng.integers(0, 400, 8000)
    score, y = rng.random(8000), rng.random(8000) < 0.2
    zeros = np.zeros(8000)
    cases = DailyCases(days, 400, y, score, np.where(y, 5.0, -1.0), zeros, zeros)
    a, b = highest_of_day(cases, 0.5, 6), highest_of_day(cases, -np.inf, 9)
    spec = BootstrapSpec(replicates(2000), 0.9, seed=1)
    difference, low, high = paired_difference(a, b, spec)
    each = a.profit - b.profit
    assert difference == pytest.approx(each.mean())
    error = 1.645 * each.std() / 20
    assert low == pytest.approx(difference - error, abs=by_chance(0.1 * error))
    assert high == pytest.approx(difference + error, abs=by_chance(0.1 * error))


@pytest.mark.parametrize("way", [queue_behind_threshold, highest_of_day])
def test_that_a_day_needs_a_place(way):
    with pytest.raises(ConstraintError, match="At least 1"):
        way(made([(0, True, 0.5, 1, 0, 0)]), 0.5, 0)
