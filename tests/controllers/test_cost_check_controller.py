from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.controllers.cost_check_controller import CostCheckController


@pytest.fixture
def checks(bench):
    return CostCheckController(
        bench.session, bench.results, bench.store, bench.runner, bench.payoffs, bench.errors.append
    )


def test_that_the_matrix_looked_into_is_the_one_refused(bench, checks) -> None:
    found = []
    checks.rows_found.connect(found.append)
    checks.list_refused_rows()
    assert found == []
    before = bench.snapshot
    bench.payoffs.edit_cell("tn", "100 - 0.05*amount")
    assert bench.cell_errors[-1].of_rows
    assert bench.snapshot is before
    checks.list_refused_rows()
    (rows,) = found
    assert rows.payoff.tn == "100 - 0.05*amount"
    assert (rows.costs < 0).all()
    assert not rows.positives.any()


def test_that_an_expression_at_fault_has_no_rows(bench) -> None:
    bench.payoffs.edit_cell("tn", "0.05*amout")
    assert not bench.cell_errors[-1].of_rows


def test_that_the_controller_hands_on_what_it_finds(bench, checks) -> None:
    ways, found, faults = [], [], []
    checks.divisions_found.connect(ways.append)
    checks.compared.connect(found.append)
    checks.comparison_failed.connect(faults.append)
    checks.find_divisions()
    first, second = ways[0][0].parts
    checks.compare(first, second)
    assert (found[0].first, found[0].second) == (first, second)
    checks.compare(first, replace(second, low=5.0, high=4.0))
    assert len(found) == 1
    assert len(faults) == 1
