"""cost_stability.csv against scipy and numpy."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.stability import stability_table
from costcurve_gui.engine.errors import ConstraintError
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

ROWS = 400
YEAR = np.arange(ROWS) % 3 + 2001.0
PLAIN = dataset(rows=ROWS)
DATA = replace(PLAIN, numeric={**PLAIN.numeric, "year": YEAR})
LOADED = loaded(DATA)
SNAPSHOT = build_snapshot(
    replace(LOADED.curve_set, source=LOADED.source), DatasetSettings(payoff=BY_AMOUNT)
)


def frame(**options):
    table = stability_table(SNAPSHOT, TableOptions(**options))
    return pd.DataFrame(dict(zip(table.header, table.columns, strict=True)))


def assert_compared(row, first, second):
    assert (row.first_rows, row.second_rows) == (first.size, second.size)
    assert row.first_mean == pytest.approx(first.mean())
    assert row.second_mean == pytest.approx(second.mean())
    assert row.ratio == pytest.approx(second.mean() / first.mean())
    assert row.statistic == pytest.approx(stats.ks_2samp(first, second).statistic)


def costs(data, error, members=True):
    positive, share = (data.y_true, 1.0) if error == "fn" else (~data.y_true, 0.05)
    return share * data.numeric["amount"][positive & members]


def test_that_every_two_values_of_a_column_are_compared_class_by_class() -> None:
    found = frame(stability="year")
    pairs = list(combinations((2001, 2002, 2003), 2))
    labels = [
        (f"year {one}", f"year {other}", error) for one, other in pairs for error in ("fn", "fp")
    ]
    assert list(found[["first", "second", "error"]].itertuples(index=False, name=None)) == labels
    for at, (one, other) in enumerate(pairs):
        for row in found[2 * at : 2 * at + 2].itertuples():
            assert_compared(
                row, costs(DATA, row.error, one == YEAR), costs(DATA, row.error, other == YEAR)
            )


def test_that_rows_are_halved_in_their_order() -> None:
    early = np.arange(ROWS) < ROWS // 2
    for row in frame(stability="rows").itertuples():
        assert_compared(row, costs(DATA, row.error, early), costs(DATA, row.error, ~early))


def test_that_a_second_file_is_compared_as_a_whole() -> None:
    other = dataset(rows=150, seed=3)
    found = frame(stability_sample=other)
    assert set(found["second"]) == {other.info_name}
    for row in found.itertuples():
        assert_compared(row, costs(DATA, row.error), costs(other, row.error))


def test_that_a_column_that_parts_nothing_is_refused_with_those_that_do() -> None:
    with pytest.raises(ConstraintError, match=r"'region'.*rows.*amount.*year"):
        frame(stability="region")
