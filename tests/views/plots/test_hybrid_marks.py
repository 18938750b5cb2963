from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.hybrid_curves import MOST_PIECES, build_hybrids
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_results import NO_RESULTS, ViewResults
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.views.catalogue import plot_views
from costcurve_gui.views.plotting.marks import Between, Label, Line
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.choices import Choice, selected_by
from tests.helpers.family_snapshots import COIL, KEY, family_snapshot
from tests.helpers.plot_frames import curves_of_model, german_snapshot

CHOSEN = selected_by(Choice.PERFORMANCE_INDEPENDENT)
VIEWS = plot_views()


def with_hybrids(snapshot):
    return replace(
        snapshot, results=ViewResults(hybrids=build_hybrids(snapshot.curve_set, NO_PROGRESS))
    )


def of_type(view, snapshot, kind):
    return [mark for mark in VIEWS[view].static_items(snapshot, LIGHT) if isinstance(mark, kind)]


@pytest.fixture(scope="module")
def german():
    return with_hybrids(german_snapshot(criterion=Choice.PERFORMANCE_INDEPENDENT))


def area_between(mark):
    """Integrate by many small steps between the two lines of a mark."""
    grid = np.linspace(0, 1, 200_001)
    upper, lower = (np.interp(grid, *line) for line in (mark.first, mark.second))
    return float(np.trapezoid(upper - lower, grid))


def test_that_the_shaded_ground_has_the_area_that_is_said(german):
    (between,) = of_type("cost", german, Between)
    hybrid = german.results.hybrids[german.selected]
    assert area_between(between) == pytest.approx(hybrid.excess_area, abs=1e-5)
    said = [label.text for label in of_type("cost", german, Label)]
    assert {"the condition alone:", f"area {hybrid.excess_area:.3f}"} <= set(said)
    assert "hybrid" in [line.key for line in of_type("cost", german, Line)]


def test_that_roc_shades_down_from_the_hull_only_where_costs_count_as_it_does(german):
    (between,) = of_type("rociv", german, Between)
    assert area_between(between) < 0
    assert of_type("roc", german, Between) == []


def test_that_other_criteria_shade_nothing(german):
    plain = with_hybrids(german_snapshot())
    waiting = replace(german, results=NO_RESULTS)
    for snapshot in (plain, waiting):
        for view in ("roc", "rociv", "cost"):
            assert of_type(view, snapshot, Between) == []


def test_that_a_family_switches_midway_and_its_points_have_two_short_lines_each():
    snapshot = family_snapshot(CHOSEN, 0.3)
    hybrid = snapshot.results.hybrids[KEY]
    assert hybrid.pc_plus.tolist() == [0.0, 0.5, 0.5, 1.0]
    assert hybrid.cost.tolist() == pytest.approx([0.1, 0.45, 0.325, 0.4])
    lines = [line for line in of_type("roc", snapshot, Line) if line.key == "classifier"]
    assert len(lines) == 2 * len(COIL)
    points = [(classifier.fpr, classifier.tpr) for classifier in COIL]
    assert [max(zip(line.x, line.y, strict=True)) for line in lines[:2]] == points
    assert [min(zip(line.x, line.y, strict=True)) for line in lines[2:]] == points
    slopes = [np.diff(line.y)[0] / np.diff(line.x)[0] for line in lines[1:]]
    # A up to PC(+) = 0.5 and B from there on: both have the slope 1 there; B ends level.
    assert slopes == pytest.approx([1.0, 1.0, 0.0])
    assert lines[0].x[1] - lines[0].x[0] == pytest.approx(0.0)  # upright at PC(+) = 0


def test_that_many_thresholds_are_drawn_by_few_points_and_their_area_stays_exact():
    rng = np.random.default_rng(1)
    score = rng.random(3 * MOST_PIECES)
    y_true = rng.random(len(score)) < score**2
    curves = curves_of_model(y_true, {"m": score}, PayoffMatrix(0.0, -1.0, -1.0, 0.0))
    snapshot = with_hybrids(build_snapshot(curves, DatasetSettings(selection=CHOSEN)))
    hybrid = snapshot.results.hybrids["m"]
    assert len(hybrid.pc_plus) < 3 * MOST_PIECES
    (between,) = of_type("cost", snapshot, Between)
    assert area_between(between) == pytest.approx(hybrid.excess_area, abs=1e-4)
