from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.models.state import ConditionSpec, DatasetSettings
from costcurve_gui.views.plots.cost import CostView
from costcurve_gui.views.plots.policy_marks import bound_marks
from costcurve_gui.views.plotting.marks import Dot, HoverPoint, Label, Line
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.choices import Choice, selected_by
from tests.helpers.plot_frames import german_columns, german_frame, scene_of

CONSTANT = PayoffMatrix(tp=0.0, fp=-1.0, fn=-5.0, tn=0.0)
SCENE = scene_of(*german_columns(), CONSTANT)
VIEW = CostView()


def frame_of(prior, criterion, **selection):
    settings = DatasetSettings(
        condition=ConditionSpec(prior),
        selection=selected_by(criterion, **selection),
        selected="mlp",
    )
    return build_frame(SCENE, settings)


def workforce(prior, capacity):
    return frame_of(prior, criterion=Choice.WORKFORCE, capacity=capacity, population=10_000)


def drawn(frame, kind):
    return [mark for mark in bound_marks(frame, LIGHT) if isinstance(mark, kind)]


def said(frame):
    return " ".join(label.text for label in drawn(frame, Label))


def operating_line(frame):
    return next(
        mark
        for mark in VIEW.moving(frame, LIGHT)
        if isinstance(mark, Line) and mark.key == "operating"
    )


@pytest.mark.parametrize("max_fpr", [0.02, 0.1, 0.35, 0.9])
def test_that_the_line_of_neyman_pearson_leaves_its_point_on_the_left_edge(max_fpr):
    frame = frame_of(0.05, criterion=Choice.NEYMAN_PEARSON, max_fpr=max_fpr)
    (point,) = drawn(frame, HoverPoint)
    assert (point.x, point.y) == (0.0, max_fpr)
    assert operating_line(frame).y[0] == pytest.approx(max_fpr)
    assert said(frame) == f"through fpr {max_fpr:.3f} at PC(+) = 0"


@pytest.mark.parametrize(
    ("prior", "capacity"), [(0.05, 1500), (0.3, 400), (0.5, 2500), (0.7, 3000), (0.95, 9700)]
)
def test_that_the_walk_reaches_the_line_of_the_hull_through_a_vertex_of_the_curve(prior, capacity):
    frame = workforce(prior, capacity)
    low, high = operating_line(frame).y
    (vertex,) = drawn(frame, Dot)
    envelope = frame.scene.models[2].evaluation.envelope
    assert vertex.y == pytest.approx(low + (high - low) * vertex.x)
    assert vertex.y == pytest.approx(float(np.interp(vertex.x, envelope.pc_plus, envelope.cost)))


@pytest.mark.parametrize(("prior", "x"), [(0.05, -0.056), (0.3, -0.75), (0.7, 1.75)])
def test_that_the_virtual_point_lies_on_the_line_outside_0_to_1(prior, x):
    frame = workforce(prior, 1000)
    assert said(frame) == f"virtual point at PC(+) = {x:.3f}".replace("-", "\u2212")
    (ring,) = drawn(frame, HoverPoint)
    assert ring.x == pytest.approx(prior / (2 * prior - 1))
    low, high = operating_line(frame).y
    assert ring.y == pytest.approx(low + (high - low) * ring.x)
    (way,) = drawn(frame, Line)
    assert (ring.x, ring.y) in zip(way.x, way.y, strict=True)
    assert way.x == ((ring.x, 0.0) if x < 0 else (1.0, ring.x))


def test_that_as_many_of_either_class_make_parallel_lines_without_a_point():
    frame = workforce(0.5, 1000)
    low, high = operating_line(frame).y
    assert high - low == pytest.approx(0.8)
    assert said(frame) == "no virtual point: parallel lines, slope 0.800"
    assert not drawn(frame, HoverPoint)


def test_that_a_point_very_far_away_is_only_told():
    frame = workforce(0.5001, 1000)
    assert not drawn(frame, HoverPoint)
    assert said(frame) == "virtual point at PC(+) = 2\u202f500.500"


def test_that_hands_for_all_are_said():
    frame = workforce(0.05, 10_000)
    assert said(frame) == "capacity for all cases"


def test_that_a_bound_on_cases_has_no_point_where_costs_vary():
    frame = german_frame(criterion=Choice.WORKFORCE)
    assert said(frame) == "costs vary by case: no point for a bound"
    assert not drawn(frame, Dot)


def test_that_other_criteria_draw_no_construction():
    frame = frame_of(0.05, Choice.YOUDEN)
    assert bound_marks(frame, LIGHT) == []
    hidden = replace(frame.settings, hidden=frozenset(frame.models))
    neyman = replace(hidden, selection=selected_by(Choice.NEYMAN_PEARSON))
    assert bound_marks(build_frame(SCENE, neyman), LIGHT) == []
