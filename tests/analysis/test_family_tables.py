"""Tables of points of a family of classifiers: every quantity that a view can export."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.analysis.tables.by_threshold import COLUMNS
from costcurve_gui.analysis.tables.curves import points_table
from costcurve_gui.analysis.tables.options import TableOptions
from tests.helpers.other_inputs import snapshot_of

OF_CASES = {"isotonic"}  # calibrated from the scores of cases


@pytest.mark.parametrize("name", sorted(COLUMNS.keys() - OF_CASES))
def test_that_classifiers_have_every_quantity_of_a_view(name):
    table = points_table(name, snapshot_of("breast_cancer_family"), TableOptions())
    assert table.header == (*COLUMNS[name].header, "member")
    assert {len(column) for column in table.columns} == {len(table.columns[0])}
    assert len(table.columns[0]) > 5


def test_that_lift_and_rates_of_classifiers_follow_from_each_other():
    snapshot = snapshot_of("breast_cancer_family")
    gain, det = (points_table(one, snapshot, TableOptions()) for one in ("gain", "det"))
    column = dict(zip(gain.header, gain.columns, strict=True))
    with np.errstate(invalid="ignore"):
        expected = column["gain"].astype(float) / column["fraction_targeted"].astype(float)
    known = column["fraction_targeted"].astype(float) > 0
    np.testing.assert_allclose(column["lift"].astype(float)[known], expected[known])
    rates = dict(zip(det.header, det.columns, strict=True))
    np.testing.assert_allclose(rates["fnr"].astype(float), 1 - column["gain"].astype(float))
