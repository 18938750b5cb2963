"""How sure a variance is that few cases make, against samples and closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.resampling.area_tests import compare_expected_cost
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.deciding_cases import deciding_cases
from costcurve_gui.engine.resampling.resampler import resampler
from tests.coverage.cells import Cell
from tests.helpers.examples import by_chance, replicates
from tests.helpers.paired import paired

ONES = np.ones(400)


def values_of(count: int, size: int = 400) -> np.ndarray:
    found = np.zeros(size)
    found[:count] = np.where(np.arange(count) % 2, 1.0, -1.0)
    return found


@pytest.mark.parametrize("count", [4, 20, 100])
def test_that_the_freedom_is_that_of_the_variances_of_samples(count: int) -> None:
    rng, samples = np.random.default_rng(count), replicates(20_000)
    drawn = rng.choice(
        [-1.0, 0.0, 1.0], (samples, 400), p=[count / 800, 1 - count / 400, count / 800]
    )
    variances = drawn.var(axis=1)
    expected = 2 * variances.mean() ** 2 / variances.var()
    found = deciding_cases([(values_of(count), ONES, None)])
    assert found.freedom == pytest.approx(expected, rel=by_chance(0.04))
    assert found.added == pytest.approx(1 / 400**2)


def test_that_both_classes_are_put_together_by_their_variances() -> None:
    few, many = (values_of(6), ONES, None), (values_of(200), ONES, None)
    alone = [deciding_cases([one]) for one in (few, many)]
    together = deciding_cases([few, many])
    variances = [6 / 400**2, 200 / 400**2]
    parts = [v**2 / one.freedom for v, one in zip(variances, alone, strict=True)]
    assert together.freedom == pytest.approx(sum(variances) ** 2 / sum(parts))
    assert together.added == pytest.approx(alone[0].added + alone[1].added)


def test_that_cases_of_a_group_are_one_and_a_weight_is_so_many_cases() -> None:
    once = deciding_cases([(values_of(10), ONES, None)])
    twice = np.repeat(values_of(10), 2), np.ones(800), np.repeat(np.arange(400), 2)
    assert deciding_cases([twice]) == pytest.approx(once)
    missing = np.append(values_of(10), np.nan), np.ones(401), None
    assert deciding_cases([missing]) == pytest.approx(once)
    unlike = deciding_cases([(values_of(10), np.where(np.arange(400) == 3, 5.0, 1.0), None)])
    assert unlike.freedom < once.freedom
    assert unlike.added > once.added


def test_that_nothing_that_varies_leaves_nothing_open() -> None:
    assert deciding_cases([(np.zeros(9), np.ones(9), None)]) == (np.inf, 0.0)


def test_that_models_that_differ_on_few_cases_are_told_apart_less() -> None:
    y_true, spec = np.arange(400) < 200, BootstrapSpec(400)
    a, b = y_true.astype(float), y_true.astype(float)
    a[:3], b[3:10] = 0.0, 0.0  # of the positives that are missed each model misses its own
    data = paired(y_true, a, b)
    found = compare_expected_cost(resampler(data.sample, spec), *data.models)
    reach = min(abs(found.difference - found.low), abs(found.high - found.difference))
    moved = np.where(np.arange(200) < 3, 0.5, np.where(np.arange(200) < 10, -0.5, 0.0))
    assert reach > 1.72 * moved.std() / np.sqrt(200)
    drawn = Cell(100, 100, "excellent").draw(np.random.default_rng(3), models=2)
    best = drawn.evaluated(drawn.scores[0], np.random.default_rng(4).random(200))
    assert compare_expected_cost(resampler(best.sample, spec), *best.models).p_value < 0.001
