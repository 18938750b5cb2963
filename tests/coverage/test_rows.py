"""The table of coverage leaves no interval out."""

from __future__ import annotations

from itertools import chain

import pytest

from costcurve_gui.analysis.intervals import jobs
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import SwapChoice, TableOptions
from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.policies.verification import HEADER as VERIFIED_HEADER
from tests.coverage.cells import CELLS, GROUPS
from tests.coverage.check import Case
from tests.coverage.rows import NO_INTERVALS, ROWS
from tests.coverage.run import BLOCKS
from tests.helpers.snapshots import german_credit

LOADED = german_credit()
SNAPSHOT = build_snapshot(LOADED.curve_set, LOADED.settings)


def figure_of(column: str) -> str | None:
    """Return the figure that a column has an end of; None where it has none."""
    if column in ("verdict", "reference_verdict", "p_holm", "consistent"):
        return column
    if column in ("p_value", "lower", "low"):
        return ""
    for end in ("_low", "_lower"):
        if column.endswith(end):
            return column.removesuffix(end)
    return None


def named(table: str, figure: str) -> str:
    """Return how rows name a figure of a table."""
    return f"{table}.{figure}" if figure else table


def headers() -> dict[str, tuple[str, ...]]:
    """Return the columns of every table of a report, and of what is verified."""
    options = TableOptions(payoffs_given=True, swap=SwapChoice(("min_cost", "youden")))
    found = {spec.name: spec.make(SNAPSHOT, options).header for spec in TABLES}
    return found | {"VERIFIED": VERIFIED_HEADER}


@pytest.mark.parametrize(("name", "header"), headers().items())
def test_that_every_interval_of_a_table_has_a_row(name: str, header: tuple[str, ...]) -> None:
    figures = [figure_of(column) for column in header]
    shown = {named(name, figure) for figure in figures if figure is not None}
    known = {column for row in ROWS.values() for column in row.columns}
    assert shown <= known | set(NO_INTERVALS)


def test_that_every_interval_of_the_window_has_a_row() -> None:
    known = set(chain.from_iterable(row.kinds for row in ROWS.values()))
    assert {*jobs._BUILDERS, "new_cases"} <= known | set(NO_INTERVALS)


def test_that_rows_name_only_what_there_is() -> None:
    tables = {spec.name for spec in TABLES} | {"VERIFIED"}
    columns = chain.from_iterable(row.columns for row in ROWS.values())
    assert {column.partition(".")[0] for column in columns} <= tables


def test_that_every_row_is_simulated() -> None:
    kinds = {"continuous, equal costs", "continuous, lognormal costs", "useless, equal costs"}
    kinds.add(f"continuous, equal costs, {GROUPS} groups")
    cells = [cell for cell in CELLS if cell.positives == 30 and cell.name in kinds]
    cases = [Case(cell, number=0, replicates=40) for cell in cells]
    parts = list(chain.from_iterable(BLOCKS.values()))
    found = [check for case in cases for part in parts for check in part(case)]
    assert {check.row for check in found} == set(ROWS)
    assert all(0 <= check.value <= 1 for check in found)
