"""Days of a snapshot as the window computes them, against counts of single cases."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis.criteria import PER_CASE
from costcurve_gui.analysis.day_results import DAILY_TOP_ANY, QUEUE
from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.operations import days_key, find_days, known_days, with_days
from costcurve_gui.analysis.selection_settings import SelectionSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot


@pytest.fixture(scope="module")
def loaded():
    example = example_of("cases_by_day")
    assert example is not None
    return load_example("d", example)


def snapshot_of(loaded, **chosen) -> Snapshot:
    settings = loaded.settings
    bands = replace(settings.bands, spec=BootstrapSpec(50))
    views = replace(settings.views, **chosen)
    return build_snapshot(loaded.curve_set, replace(settings, bands=bands, views=views))


def over_by_day(threshold: float) -> list[int]:
    path = resource_path("sample_data", "cases_by_day.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    over = Counter(
        row["received"] for row in rows if float(row["score_gradient_boosting"]) >= threshold
    )
    return [over[day] for day in sorted({row["received"] for row in rows})]


@pytest.mark.parametrize("places", [0, 12])
def test_that_days_have_the_cases_over_the_threshold(loaded, places) -> None:
    snapshot = snapshot_of(loaded, day_places=places)
    key = days_key(snapshot)
    assert key is not None
    found = find_days(snapshot, key).found
    assert found is not None
    over = over_by_day(key.threshold)
    assert found.over.tolist() == over
    seen = places or max(round(np.mean(over)), 1)
    assert found.choices.capacity == seen
    assert found.ways[QUEUE].seen.tolist() == queue_by_hand(over, seen)
    assert (found.ways[DAILY_TOP_ANY].seen == seen).all()  # each day has as many cases
    assert set(found.differences) == set(found.ways) - {QUEUE}


def queue_by_hand(over: list[int], places: int) -> list[int]:
    waiting, seen = 0, []
    for count in over:
        waiting += count
        seen.append(min(waiting, places))
        waiting -= seen[-1]
    return seen


def test_that_days_are_known_until_something_else_is_asked(loaded) -> None:
    snapshot = snapshot_of(loaded, day_places=12)
    assert known_days(snapshot) is None
    key = days_key(snapshot)
    found = find_days(snapshot, key)
    results = replace(snapshot.results, days=found)
    assert known_days(replace(snapshot, results=results)) is found
    other = replace(snapshot_of(loaded, day_places=13), results=results)
    assert known_days(other) is None


def test_that_case_by_case_has_no_days(loaded) -> None:
    selection = SelectionSpec(PER_CASE, known_when_deciding=("amount",))
    settings = replace(loaded.settings, selection=selection)
    snapshot = build_snapshot(loaded.curve_set, settings)
    key = days_key(snapshot)
    assert key is not None
    assert key.threshold is None
    assert key == days_key(build_snapshot(loaded.curve_set, settings))  # nothing starts again
    assert find_days(snapshot, key).fault.startswith(
        "The view of days needs a rule with one threshold"
    )


def test_that_days_of_a_report_are_shown_as_those_of_the_window(loaded) -> None:
    snapshot = snapshot_of(loaded, day_places=12)
    key = days_key(snapshot)
    assert key is not None
    found = find_days(snapshot, key).found
    assert found is not None
    shown, results = with_days(snapshot, snapshot.results, found.choices)
    known = known_days(replace(shown, results=results))
    assert known is not None
    assert known.found.over.tolist() == found.over.tolist()
    assert known.found.choices.times.name == key.column
    assert find_days(snapshot, key._replace(threshold=None)).fault.startswith("The view of days")
