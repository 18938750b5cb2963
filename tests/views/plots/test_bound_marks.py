from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.selection_settings import THRESHOLD, BoundsSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.views.plots.calibration import CalibrationView
from costcurve_gui.views.plots.cost import CostView
from costcurve_gui.views.plots.det import DetView
from costcurve_gui.views.plots.forbidden_ground import (
    forbidden_cost_shares,
    forbidden_rates,
    forbidden_scores,
    forbidden_shares,
)
from costcurve_gui.views.plots.gain import GainView
from costcurve_gui.views.plots.net_benefit import NetBenefitView
from costcurve_gui.views.plots.policy_marks import bound_marks
from costcurve_gui.views.plots.pr import PrView
from costcurve_gui.views.plots.profit import ProfitView
from costcurve_gui.views.plots.roc import RocView
from costcurve_gui.views.plotting.marks import (
    Dot,
    Forbidden,
    HoverPoint,
    Label,
    Line,
    ScreenLabel,
)
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.plotting.picture_parts import Kept
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.choices import Choice, selected_by
from tests.helpers.plot_frames import curves_of_model, german_columns, german_snapshot

CONSTANT = PayoffMatrix(tp=0.0, fp=-1.0, fn=-5.0, tn=0.0)
SCENE = curves_of_model(*german_columns(), CONSTANT)
VIEW = CostView()
ROCIV = RocView(shares=True)


def snapshot_of(prior, criterion, **selection):
    settings = DatasetSettings(
        condition=ConditionSpec(prior),
        selection=selected_by(criterion, **selection),
        selected="mlp",
    )
    return build_snapshot(SCENE, settings)


def workforce(prior, capacity):
    return snapshot_of(prior, criterion=Choice.WORKFORCE, capacity=capacity, population=10_000)


def drawn(snapshot, kind):
    return [mark for mark in bound_marks(snapshot, LIGHT) if isinstance(mark, kind)]


def said(snapshot):
    return " ".join(label.text for label in drawn(snapshot, Label))


def operating_line(snapshot):
    return next(
        mark
        for mark in VIEW.dynamic_items(snapshot, LIGHT)
        if isinstance(mark, Line) and mark.key == "operating"
    )


@pytest.mark.parametrize("max_fpr", [0.02, 0.1, 0.35, 0.9])
def test_that_the_line_of_neyman_pearson_leaves_its_point_on_the_left_edge(max_fpr):
    snapshot = snapshot_of(0.05, criterion=Choice.NEYMAN_PEARSON, max_fpr=max_fpr)
    (point,) = drawn(snapshot, HoverPoint)
    assert (point.x, point.y) == (0.0, max_fpr)
    assert operating_line(snapshot).y[0] == pytest.approx(max_fpr)
    assert said(snapshot) == f"through fpr {max_fpr:.3f} at PC(+) = 0"


@pytest.mark.parametrize(
    ("prior", "capacity"), [(0.05, 1500), (0.3, 400), (0.5, 2500), (0.7, 3000), (0.95, 9700)]
)
def test_that_the_walk_reaches_the_line_of_the_hull_through_a_vertex_of_the_curve(prior, capacity):
    snapshot = workforce(prior, capacity)
    low, high = operating_line(snapshot).y
    (vertex,) = drawn(snapshot, Dot)
    envelope = snapshot.curve_set.models[2].evaluation.envelope
    assert vertex.y == pytest.approx(low + (high - low) * vertex.x)
    assert vertex.y == pytest.approx(float(np.interp(vertex.x, envelope.pc_plus, envelope.cost)))


@pytest.mark.parametrize(("prior", "x"), [(0.05, -0.056), (0.3, -0.75), (0.7, 1.75)])
def test_that_the_virtual_point_lies_on_the_line_outside_0_to_1(prior, x):
    snapshot = workforce(prior, 1000)
    assert said(snapshot) == f"virtual point at PC(+) = {x:.3f}".replace("-", "\u2212")
    (ring,) = drawn(snapshot, HoverPoint)
    assert ring.x == pytest.approx(prior / (2 * prior - 1))
    low, high = operating_line(snapshot).y
    assert ring.y == pytest.approx(low + (high - low) * ring.x)
    (way,) = drawn(snapshot, Line)
    assert (ring.x, ring.y) in zip(way.x, way.y, strict=True)
    assert way.x == ((ring.x, 0.0) if x < 0 else (1.0, ring.x))


def test_that_as_many_of_either_class_make_parallel_lines_without_a_point():
    snapshot = workforce(0.5, 1000)
    low, high = operating_line(snapshot).y
    assert high - low == pytest.approx(0.8)
    assert said(snapshot) == "no virtual point: parallel lines, slope 0.800"
    assert not drawn(snapshot, HoverPoint)


def test_that_a_point_very_far_away_is_only_told():
    snapshot = workforce(0.5001, 1000)
    assert not drawn(snapshot, HoverPoint)
    assert said(snapshot) == "virtual point at PC(+) = 2\u202f500.500"


def test_that_hands_for_all_are_said():
    snapshot = workforce(0.05, 10_000)
    assert said(snapshot) == "capacity for all cases"


def test_that_a_bound_on_cases_has_no_point_where_costs_vary():
    snapshot = german_snapshot(criterion=Choice.WORKFORCE)
    assert said(snapshot) == "costs vary by case: no point for a bound"
    assert not drawn(snapshot, Dot)


def test_that_other_criteria_draw_no_construction():
    snapshot = snapshot_of(0.05, Choice.YOUDEN)
    assert bound_marks(snapshot, LIGHT) == []


def test_that_shares_at_which_a_bound_is_broken_are_hatched_on_both_sides():
    free = snapshot_of(0.3, Choice.MAX_PROFIT)
    assert forbidden_shares(free) == []
    bounds = BoundsSpec(tpr=0.5, cases=6000)
    selection = replace(free.settings.selection, bounds=bounds, population=10_000)
    snapshot = build_snapshot(SCENE, replace(free.settings, selection=selection))
    low, high = forbidden_shares(snapshot)
    table = SCENE.model("mlp").evaluation.table
    shares = 0.3 * table.tpr + 0.7 * table.fpr
    kept = shares[(table.tpr >= 0.5) & (shares <= 0.6)]
    assert (low.x_weight, -low.limit) == (-1.0, pytest.approx(kept.min()))
    assert (high.x_weight, high.limit) == (1.0, pytest.approx(kept.max()))
    for view in (ProfitView(), GainView()):
        assert sum(isinstance(mark, Forbidden) for mark in view.static_items(snapshot, LIGHT)) == 2
    selection = replace(selection, bounds=BoundsSpec(tpr=1.0, cases=1))
    apart = build_snapshot(SCENE, replace(free.settings, selection=selection))
    (everything,) = forbidden_shares(apart)
    assert everything.limit < 0


@pytest.mark.parametrize(
    "bounds",
    [
        BoundsSpec(fpr=0.2),
        BoundsSpec(tpr=0.6),
        BoundsSpec(cases=3000),
        BoundsSpec(tpr=0.5, precision=0.4),
        BoundsSpec(tpr=1.0, cases=1),
    ],
)
def test_that_conditions_are_hatched_whose_cheapest_threshold_breaks_a_bound(bounds):
    free = snapshot_of(0.3, Choice.MAX_PROFIT)
    assert not [one for one in VIEW.static_items(free, LIGHT) if isinstance(one, Forbidden)]
    selection = replace(free.settings.selection, bounds=bounds, population=10_000)
    snapshot = build_snapshot(SCENE, replace(free.settings, selection=selection))
    marks = [one for one in VIEW.static_items(snapshot, LIGHT) if isinstance(one, Forbidden)]
    table = SCENE.model("mlp").evaluation.table
    kept = []
    for pc in np.linspace(0.003, 0.997, 300):
        prior = pc / (pc + 5 * (1 - pc))  # a miss costs five false alarms
        best = np.argmin((1 - table.tpr) * pc + table.fpr * (1 - pc))
        fpr, tpr = table.fpr[best], table.tpr[best]
        share = prior * tpr + (1 - prior) * fpr
        held = [
            bounds.fpr is None or fpr <= bounds.fpr,
            bounds.tpr is None or tpr >= bounds.tpr,
            bounds.cases is None or share <= bounds.cases / 10_000,
            bounds.precision is None or prior * tpr >= bounds.precision * share,
        ]
        kept += [pc] if all(held) else []
    assert all(one.x_weight * pc <= one.limit + 0.002 for one in marks for pc in kept)
    if not kept:
        assert marks[0].limit < 0
        return
    low = max((-one.limit for one in marks if one.x_weight < 0), default=0.0)
    high = min((one.limit for one in marks if one.x_weight > 0), default=1.0)
    assert (low, high) == (pytest.approx(kept[0], abs=0.006), pytest.approx(kept[-1], abs=0.006))


@pytest.mark.parametrize(
    ("view", "bounds", "hatched"),
    [
        (PrView(), BoundsSpec(tpr=0.4), 1),
        (PrView(), BoundsSpec(precision=0.5), 1),
        (PrView(), BoundsSpec(cases=3000), 1),
        (PrView(), BoundsSpec(tpr=0.4, cases=3000), 2),
        (PrView(), BoundsSpec(fpr=0.2), 0),
        (DetView(), BoundsSpec(fpr=0.2), 1),
        (DetView(), BoundsSpec(tpr=0.4, fpr=0.3), 2),
        (DetView(), BoundsSpec(cases=3000), 0),
    ],
)
def test_that_points_are_hatched_where_a_bound_is_broken(view, bounds, hatched):
    free = snapshot_of(0.3, Choice.MAX_PROFIT)
    selection = replace(free.settings.selection, bounds=bounds, population=10_000)
    snapshot = build_snapshot(SCENE, replace(free.settings, selection=selection))
    marks = [one for one in view.static_items(snapshot, LIGHT) if isinstance(one, Forbidden)]
    assert len(marks) == hatched
    random = np.random.default_rng(1)
    planes = [bound.at(0.3) for bound in snapshot.settings.selection.engine_bounds]
    for fpr, tpr in random.uniform(0.01, 0.99, (300, 2)) if marks else ():
        x, y = view.place(snapshot, fpr, tpr)
        outside = any(one.x_weight * x + one.y_weight * y > one.limit for one in marks)
        assert outside is not bool(all(plane.holds(fpr, tpr) for plane in planes))


def test_that_a_picture_has_the_construction_without_its_words():
    marks = bound_marks(snapshot := workforce(0.05, 1500), LIGHT)
    kept = Kept(snapshot, ExportOptions(view="cost"), LIGHT).marks(marks)
    assert [type(one) for one in marks if one not in kept] == [ScreenLabel, ScreenLabel]
    assert {type(one) for one in kept} >= {Dot, HoverPoint}


@pytest.mark.parametrize("bounds", [BoundsSpec(fpr=0.2), BoundsSpec(tpr=0.6, cases=4000)])
def test_that_scores_and_shares_of_costs_are_hatched_whose_rule_breaks_a_bound(bounds):
    free = german_snapshot(0.3)
    selection = replace(free.settings.selection, bounds=bounds, population=10_000)
    selection = replace(selection, criterion=THRESHOLD)
    snapshot = build_snapshot(free.curve_set, replace(free.settings, selection=selection))
    model = snapshot.curve_set.model(snapshot.selected)
    table, rates = model.evaluation.table, model.evaluation.rates
    planes = [bound.at(0.3) for bound in selection.engine_bounds]
    kept = np.all([plane.holds(table.fpr, table.tpr) for plane in planes], axis=0)
    assert 0 < np.count_nonzero(kept) < kept.size
    for view in (NetBenefitView(), CalibrationView()):
        shown = [one for one in view.static_items(snapshot, LIGHT) if isinstance(one, Forbidden)]
        drawn_here = snapshot.selected in view.curves(snapshot)
        assert len(shown) == (len(forbidden_scores(snapshot)) if drawn_here else 0)
    for score in np.random.default_rng(0).uniform(0.0, 1.0, 200):
        row = int(table.rows_at_thresholds(np.array([score]))[0])
        outside = any(one.x_weight * score > one.limit for one in forbidden_scores(snapshot))
        assert outside is not bool(kept[row])
    marks = [one for one in ROCIV.static_items(snapshot, LIGHT) if isinstance(one, Forbidden)]
    assert marks
    rows = np.arange(len(table))
    x, y = rates.fpr_at(rows), rates.tpr_at(rows)
    outside = [(one.x_weight * x + one.y_weight * y) > one.limit for one in marks]
    at_edge = (x == x[kept].max()) | (y == y[kept].min())
    assert not (np.any(outside, axis=0) & kept).any()
    assert (np.any(outside, axis=0) | kept | at_edge).all()


def test_that_shares_of_equal_costs_are_hatched_as_rates_are():
    free = snapshot_of(0.3, Choice.MAX_PROFIT)
    selection = replace(free.settings.selection, bounds=BoundsSpec(tpr=0.4, precision=0.5))
    snapshot = build_snapshot(SCENE, replace(free.settings, selection=selection))
    found = [
        [(one.x_weight, one.y_weight, one.limit) for one in marks]
        for marks in (forbidden_cost_shares(snapshot), forbidden_rates(snapshot))
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 2
    apart = replace(selection, bounds=BoundsSpec(tpr=1.0, cases=1), population=10_000)
    nothing = build_snapshot(SCENE, replace(free.settings, selection=apart))
    assert forbidden_scores(nothing)[0].limit < 0
