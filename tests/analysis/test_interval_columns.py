from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import difference_request
from costcurve_gui.analysis.tables.comparisons import DIFFERENCE_HEADER
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.analysis.tables.verdicts import (
    COMPARISONS_HEADER,
    VERDICTS_HEADER,
    WINNERS_HEADER,
)
from costcurve_gui.dataio.errors import DataError
from tests.helpers.band_snapshots import resampled
from tests.helpers.snapshots import german_credit_snapshot

HEADERS = {
    "difference": DIFFERENCE_HEADER,
    "winners": WINNERS_HEADER,
    "verdicts": VERDICTS_HEADER,
    "tests": COMPARISONS_HEADER,
}
VIEWS = tuple(HEADERS)
FRAME = resampled(*VIEWS)


def columns(view, snapshot=FRAME):
    table = view_table(view, snapshot)
    return dict(zip(table.header, table.columns, strict=True))


@pytest.mark.parametrize("view", VIEWS)
def test_that_columns_are_those_of_the_report_and_name_the_method(view):
    found = columns(view)
    assert tuple(found) == HEADERS[view]
    drawn = np.array(["DeLong" not in one for one in found["method"]])
    assert drawn.all() == (view != "tests")
    assert set(found["replicates"][drawn]) == {400}
    assert set(found["level"]) == {0.9}
    assert set(found["seed"][drawn]) == {0}
    assert np.isnan(found["replicates"][~drawn]).all()
    assert np.isnan(found["seed"][~drawn]).all()
    assert all(found["method"])


def test_that_every_pair_and_figure_is_written():
    found = columns("tests")
    assert len(found["measure"]) == 4 * 15
    assert set(found["measure"]) == {"auc", "auciv", "cost_curve_area", "expected_cost"}


def test_that_shares_of_wins_add_up_to_one_at_each_pc_plus():
    found = columns("winners")
    assert found["share"].astype(float).sum() == pytest.approx(101)
    names = {model.info.name for model in FRAME.models.values()}
    assert set(found["model"]) == {*names, "none", "all"}


def test_that_a_difference_has_its_band_once_that_is_known():
    found, band = columns("difference"), known(FRAME, difference_request(FRAME)).curve.band
    assert found["lower"].tolist() == band.lower.tolist()
    bare = columns("difference", german_credit_snapshot())
    assert np.isnan(bare["lower"].astype(float)).all()
    assert len(bare["difference"]) == 101


@pytest.mark.parametrize("view", ["winners", "verdicts", "tests"])
def test_that_what_is_not_resampled_yet_is_refused(view):
    with pytest.raises(DataError, match="not computed yet"):
        view_table(view, german_credit_snapshot())
