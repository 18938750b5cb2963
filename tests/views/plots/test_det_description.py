from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont
from scipy.stats import norm
from sklearn.metrics import det_curve

from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.models.state import DatasetSettings, DetAxes, ViewChoices
from costcurve_gui.views.plots.det import DetView
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.marks import Line, Ring
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.plot_frames import NAIVE_BAYES, german_columns, german_frame, scene_of

VIEW = DetView()
SCALES = {DetAxes.PROBIT: norm.ppf, DetAxes.LOG: np.log10}
BACK = {DetAxes.PROBIT: norm.cdf, DetAxes.LOG: lambda x: 10**x}


@pytest.fixture(params=list(DetAxes))
def axes(request):
    return request.param


@pytest.fixture
def frame(axes):
    return german_frame(views=ViewChoices(det_axes=axes))


def canvas(frame):
    return Canvas(QRectF(0, 0, 300, 300), VIEW.bounds(frame), LIGHT, TextFonts(QFont(), QFont()))


def test_that_the_curve_is_that_of_scikit_learn_where_it_can_be_drawn(frame, axes):
    y_true, scores = german_columns()
    rates = np.stack(det_curve(y_true, scores[NAIVE_BAYES])[:2], axis=1)
    drawn = ((rates > 0) & (rates < 1)).all(axis=1)
    curve = VIEW.curves(frame)[NAIVE_BAYES]
    assert (np.diff(curve.x) >= 0).all()
    mine = np.stack([curve.x, curve.y], axis=1)
    assert mine == pytest.approx(SCALES[axes](rates[drawn][::-1]))


def test_that_the_ring_lies_at_both_error_rates(frame, axes):
    policy = frame.models[NAIVE_BAYES].policy
    (ring,) = (mark for mark in VIEW.moving(frame, LIGHT) if isinstance(mark, Ring))
    assert (ring.x, ring.y) == pytest.approx(SCALES[axes]([policy.fpr, 1 - policy.tpr]))


def test_that_both_axes_show_one_stretch_and_name_the_errors(frame):
    bounds = VIEW.bounds(frame)
    assert (bounds.x_low, bounds.x_high) == (bounds.y_low, bounds.y_high)
    assert tuple(axis.title for axis in VIEW.axes(frame)) == (
        "False positive rate (good refused), %",
        "False negative rate (bad granted), %",
    )


def test_that_random_order_is_where_the_errors_sum_to_1(frame, axes):
    (line,) = (mark for mark in VIEW.ground(frame, LIGHT) if isinstance(mark, Line))
    back = BACK[axes]
    assert back(np.asarray(line.x)) + back(np.asarray(line.y)) == pytest.approx(1.0)


def test_that_the_mouse_drags_the_threshold_along_the_curve(frame):
    area, curve = canvas(frame), VIEW.curves(frame)[NAIVE_BAYES]
    (held,) = VIEW.handles(frame)
    at = len(curve.x) // 2
    place = area.point(float(curve.x[at]), float(curve.y[at])) + QPointF(0.2, -0.2)
    table = frame.scene.models[1].evaluation.table
    expected = table.thresholds[curve.indices[at]]
    assert VIEW.dragged(frame, held, area, place) == (NAIVE_BAYES, expected)
    assert VIEW.snap(frame, area, place) == (NAIVE_BAYES, curve.indices[at])


def test_that_the_curves_stand_still_when_the_prior_moves():
    here, there = german_frame(prior=0.05), german_frame(prior=0.4)
    for key, curve in VIEW.curves(here).items():
        assert np.array_equal(curve.x, VIEW.curves(there)[key].x)
        assert np.array_equal(curve.y, VIEW.curves(there)[key].y)


def test_that_other_axes_are_another_scale():
    probit, log = german_frame(), german_frame(views=ViewChoices(det_axes=DetAxes.LOG))
    assert VIEW.scale(probit) != VIEW.scale(log)
    assert VIEW.axes(probit)[0].style != VIEW.axes(log)[0].style


def test_that_a_perfect_model_has_no_point_on_these_axes():
    y_true = np.array([True, True, False, False])
    scene = scene_of(y_true, {"m": np.array([4.0, 3, 2, 1])}, PayoffMatrix(0, -1, -1, 0))
    frame = build_frame(scene, DatasetSettings())
    assert VIEW.curves(frame)["m"].x.size == 0
    assert VIEW.moving(frame, LIGHT) == []
    assert VIEW.handles(frame) == []
    assert all(map(math.isfinite, (VIEW.bounds(frame).x_low, VIEW.bounds(frame).x_high)))
    assert VIEW.still(replace(frame, selected=None), LIGHT)
