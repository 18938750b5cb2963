"""Times of cases: dates, date-times and numbers, and the days that they make."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.dataio.case_times import DAY, read_times, read_units, times_of_texts
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.roles.choice import choose_roles


def opened(tmp_path, cells, where=""):
    path = tmp_path / "cases.csv"
    rows = [f"{k % 2},{0.1 * k},{cell},{k}" for k, cell in enumerate(cells)]
    path.write_text("\n".join(["label,score_a,when,k", *rows]) + "\n", encoding="utf-8")
    source = open_source(path)
    roles = choose_roles(source, label="label", positive="1", scores=("score_a",), where=where)
    return source, load_dataset(source, roles)


def test_that_dates_make_days_from_the_first_one(tmp_path):
    cells = ["2026-03-02", "2026-02-28", "2026-03-02", "2026-03-01"]
    times = read_times(*opened(tmp_path, cells), "when")
    days, first, size = times.days()
    assert (days.tolist(), size, times.dates) == ([2, 0, 2, 1], 3, True)
    assert [times.label(first + day) for day in range(size)] == [
        *("2026-02-28", "2026-03-01", "2026-03-02")
    ]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026-07-15", 20649.0),
        ("15.07.2026", 20649.0),
        ("2026-07-15T06:00:00", 20649.25),
        ("2026-07-15 06:00", 20649.25),
        ("2026-07-15T06:00:00Z", 20649.25),
        ("2026-07-15T06:00:00.000+05:00", 20649.25),
        ("soon", np.nan),
    ],
)
def test_that_dates_and_times_are_read_as_written(text, days):
    assert times_of_texts([text])[0] / DAY == pytest.approx(days, nan_ok=True)
    both = times_of_texts([text, "2026-07-15"])
    assert both[1] == 20649 * DAY


def test_that_numbers_are_days_by_their_whole_part(tmp_path):
    times = read_times(*opened(tmp_path, ["7.9", "-1.5", "7", "0"]), "when")
    days, first, size = times.days()
    assert (days.tolist(), first, size, times.label(-2)) == ([9, 0, 9, 2], -2, 10, "-2")


def test_that_rows_that_a_filter_leaves_out_need_no_day(tmp_path):
    cells = ["2026-03-02", "", "2026-03-02", "2026-03-04"]
    source, dataset = opened(tmp_path, cells, where="k != 1")
    assert read_times(source, dataset, "when").days()[0].tolist() == [0, 0, 2]
    assert read_units(source, dataset, "when").tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (["2026-03-02", "", "2026-03-02", "2026-03-01"], "no value in 1 row: 2"),
        (["2026-03-02", "4/5/2026", "x", "2026-03-01"], 'no day in 2 rows: 2 "4/5/2026", 3 "x"'),
        (["1", "2", "1e9", "4"], "at most 36600"),
        (["1", "2", "", "4"], "no value in 1 row: 3"),
    ],
)
def test_that_what_is_no_day_is_named(tmp_path, cells, said):
    source, dataset = opened(tmp_path, cells)
    with pytest.raises(DataError) as refused:
        read_times(source, dataset, "when").days()
    assert said in str(refused.value)


def test_that_every_case_needs_a_unit(tmp_path):
    source, dataset = opened(tmp_path, ["a", "", "b", "a"])
    with pytest.raises(DataError, match="Every row needs a unit"):
        read_units(source, dataset, "when")
    with pytest.raises(DataError, match="which"):
        read_units(source, dataset, "which")
