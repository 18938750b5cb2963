"""The cases that are held out: of each class the same share, drawn by a seed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.resampling.hold_out import difference_interval, stratified_split


@given(st.integers(2, 40), st.integers(2, 40), st.floats(0.02, 0.98), st.integers(0, 2**32))
def test_that_the_share_of_each_class_is_held_out(positives, negatives, share, seed):
    y_true = np.random.default_rng(1).permutation(np.arange(positives + negatives) < positives)
    held_out = stratified_split(y_true, share, seed)
    for label, size in ((True, positives), (False, negatives)):
        found = np.count_nonzero(held_out[y_true == label])
        assert 1 <= found <= size - 1
        assert abs(found - share * size) <= 1
    np.testing.assert_array_equal(held_out, stratified_split(y_true, share, seed))


def test_that_every_case_is_held_out_as_often_as_others():
    y_true = np.arange(10) < 4
    often = np.mean([stratified_split(y_true, 0.5, seed) for seed in range(2000)], axis=0)
    np.testing.assert_allclose(often, 0.5, atol=0.05)


def test_that_groups_are_held_out_whole():
    random = np.random.default_rng(0)
    groups = random.integers(0, 30, 200)
    y_true = random.random(200) < 0.1
    held_out = stratified_split(y_true, 0.4, 3, groups)
    sides = [set(held_out[groups == group].tolist()) for group in np.unique(groups)]
    assert all(len(side) == 1 for side in sides)
    with_positive = [group for group in np.unique(groups) if y_true[groups == group].any()]
    out = sum(held_out[groups == group][0] for group in with_positive)
    assert out == round(0.4 * len(with_positive))


@pytest.mark.parametrize(
    ("share", "positives", "message"),
    [(0.0, 5, "0 does not"), (1.0, 5, "1 does"), (0.5, 1, "positives")],
)
def test_that_what_leaves_a_side_without_a_class_is_refused(share, positives, message):
    with pytest.raises(ConstraintError, match=message):
        stratified_split(np.arange(10) < positives, share, 0)


def test_that_the_interval_of_a_difference_keeps_its_level():
    random = np.random.default_rng(1)
    spread = 1.6448536269514722
    for sizes in ((1.0, 0.2), (0.5, 0.5)):
        held = 0
        for _ in range(4000):
            first, second = random.normal(3.0, sizes[0]), random.normal(3.0, sizes[1])
            margins = [spread * size for size in sizes]
            ends = [
                (value - margin, value + margin)
                for value, margin in zip((first, second), margins, strict=True)
            ]
            low, high = difference_interval(first, ends[0], second, ends[1])
            held += low <= 0 <= high
        assert held / 4000 == pytest.approx(0.9, abs=0.015)


def test_that_a_figure_outside_of_its_interval_gives_no_margin_there():
    assert difference_interval(1.0, (2.0, 5.0), 0.0, (-1.0, 0.0)) == (1.0, 1.0 + math.hypot(4, 1))
