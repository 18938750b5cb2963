"""Rows at fault and stability of costs, against the arrays and scipy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.analysis.cost_checks import CostPart, compare, divisions, refused_rows
from costcurve_gui.engine.errors import SingleClassError
from costcurve_gui.engine.progress import NO_PROGRESS
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

DATA = dataset(rows=400)
INFO = loaded(DATA).info
AMOUNT = DATA.numeric["amount"]
FAULTY = replace(BY_AMOUNT, tn="amount - 800", fn="amount - 3000")


def halves():
    return divisions(INFO, [(INFO, DATA)], progress=NO_PROGRESS)[0].parts


def compared(first: CostPart, second: CostPart, data=DATA, payoff=BY_AMOUNT, factor=1.0):
    return compare((first, data), (second, data), payoff, factor, progress=NO_PROGRESS)


# --- rows at fault ------------------------------------------------------------------------------


def test_that_every_row_at_fault_is_listed_in_order_of_the_file() -> None:
    found = refused_rows(INFO, DATA, FAULTY, progress=NO_PROGRESS)
    cost = np.where(DATA.y_true, 3000 - AMOUNT, AMOUNT - 800)
    failing = np.flatnonzero(cost < 0)
    assert failing.size > 5
    assert found.numbers.tolist() == (failing + 1).tolist()
    assert found.positives.tolist() == DATA.y_true[failing].tolist()
    np.testing.assert_allclose(found.costs, cost[failing])


def test_that_rows_are_counted_as_in_the_file() -> None:
    numbers = np.arange(400) * 2 + 7
    found = refused_rows(INFO, replace(DATA, row_numbers=numbers), FAULTY, progress=NO_PROGRESS)
    plain = refused_rows(INFO, DATA, FAULTY, progress=NO_PROGRESS)
    assert found.numbers.tolist() == numbers[plain.numbers - 1].tolist()


# --- stability ----------------------------------------------------------------------------------


def test_that_halves_are_compared_as_scipy_does() -> None:
    found = compared(*halves())
    early = np.arange(400) < 200
    for change, members, share in (
        (found.stability.fn_costs, DATA.y_true, 1.0),
        (found.stability.fp_costs, ~DATA.y_true, 0.05),
    ):
        first, second = share * AMOUNT[members & early], share * AMOUNT[members & ~early]
        test = stats.ks_2samp(first, second)
        assert (change.first_rows, change.second_rows) == (first.size, second.size)
        assert change.first_mean == pytest.approx(first.mean())
        assert change.ratio == pytest.approx(second.mean() / first.mean())
        assert change.statistic == pytest.approx(test.statistic)
        assert change.p_value == pytest.approx(test.pvalue)


def test_that_a_dragged_cost_ratio_scales_the_means_of_misses_alone() -> None:
    plain, costlier = compared(*halves()), compared(*halves(), factor=2.0)
    assert costlier.stability.fn_costs.first_mean == 2 * plain.stability.fn_costs.first_mean
    assert costlier.stability.fn_costs.ratio == plain.stability.fn_costs.ratio
    assert costlier.stability.fp_costs == plain.stability.fp_costs


def test_that_folds_and_columns_part_the_rows_without_overlap() -> None:
    few = np.arange(400) % 3
    data = replace(
        DATA,
        fold=few.astype(np.int16),
        fold_names=("a", "b", "c"),
        numeric={**DATA.numeric, "month": few.astype(np.float64), "same": np.ones(400)},
    )
    ways = {way.name: way.parts for way in divisions(INFO, [(INFO, data)], progress=NO_PROGRESS)}
    assert list(ways) == ["Rows in order", "Folds", "amount", "month"]
    assert [part.label for part in ways["month"]] == ["month 0", "month 1", "month 2"]
    for name, parts in ways.items():
        sizes = []
        for part in parts:
            change = compared(part, part, data).stability
            sizes.append(change.fn_costs.first_rows + change.fp_costs.first_rows)
        assert sum(sizes) == 400, name
    low, high = ways["amount"]
    assert compared(low, high, data).stability.fn_costs.statistic == 1.0
    assert f"up to {low.high:g}" in low.label


def test_that_two_files_are_compared_under_one_matrix() -> None:
    other = dataset(rows=300, seed=3)
    other_info = loaded(other, dataset_id="dataset2").info
    files = [(other_info, other), (INFO, DATA)]
    ways = divisions(INFO, files, progress=NO_PROGRESS)
    first, second = next(way for way in ways if way.name == "Open files").parts
    assert first.dataset_id == INFO.id
    found = compare((first, DATA), (second, other), BY_AMOUNT, 1.0, progress=NO_PROGRESS)
    change = found.stability.fn_costs
    assert change.second_mean == pytest.approx(other.numeric["amount"][other.y_true].mean())


def test_that_a_part_without_a_class_is_refused() -> None:
    nobody = CostPart(INFO.id, "none", low=5, high=4)
    with pytest.raises(SingleClassError):
        compared(halves()[0], nobody)
