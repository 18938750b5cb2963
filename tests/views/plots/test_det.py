from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont
from scipy.stats import norm
from sklearn.metrics import det_curve

from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_settings import DetAxes, ViewChoices
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.views.plots.det import DetView
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.marks import Line, Ring
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.plot_frames import NAIVE_BAYES, curves_of_model, german_columns, german_snapshot

VIEW = DetView()
SCALES = {DetAxes.PROBIT: norm.ppf, DetAxes.LOG: np.log10}
BACK = {DetAxes.PROBIT: norm.cdf, DetAxes.LOG: lambda x: 10**x}


@pytest.fixture(params=list(DetAxes))
def axes(request):
    return request.param


@pytest.fixture
def snapshot(axes):
    return german_snapshot(views=ViewChoices(det_axes=axes))


def canvas(snapshot):
    return Canvas(QRectF(0, 0, 300, 300), VIEW.bounds(snapshot), LIGHT, TextFonts(QFont(), QFont()))


def test_that_the_curve_is_that_of_scikit_learn_where_it_can_be_drawn(snapshot, axes):
    y_true, scores = german_columns()
    rates = np.stack(det_curve(y_true, scores[NAIVE_BAYES])[:2], axis=1)
    drawn = ((rates > 0) & (rates < 1)).all(axis=1)
    curve = VIEW.curves(snapshot)[NAIVE_BAYES]
    assert (np.diff(curve.x) >= 0).all()
    mine = np.stack([curve.x, curve.y], axis=1)
    assert mine == pytest.approx(SCALES[axes](rates[drawn][::-1]))


def test_that_the_ring_lies_at_both_error_rates(snapshot, axes):
    policy = snapshot.models[NAIVE_BAYES].policy
    (ring,) = (mark for mark in VIEW.dynamic_items(snapshot, LIGHT) if isinstance(mark, Ring))
    assert (ring.x, ring.y) == pytest.approx(SCALES[axes]([policy.fpr, 1 - policy.tpr]))


def test_that_both_axes_show_one_stretch_and_name_the_errors(snapshot):
    bounds = VIEW.bounds(snapshot)
    assert (bounds.x_low, bounds.x_high) == (bounds.y_low, bounds.y_high)
    assert tuple(axis.title for axis in VIEW.axes(snapshot)) == (
        "False positive rate (actual: good), %",
        "False negative rate (actual: bad), %",
    )


def test_that_random_order_is_where_the_errors_sum_to_1(snapshot, axes):
    (line,) = (mark for mark in VIEW.ground(snapshot, LIGHT) if isinstance(mark, Line))
    back = BACK[axes]
    assert back(np.asarray(line.x)) + back(np.asarray(line.y)) == pytest.approx(1.0)


def test_that_the_mouse_drags_the_threshold_along_the_curve(snapshot):
    area, curve = canvas(snapshot), VIEW.curves(snapshot)[NAIVE_BAYES]
    (held,) = VIEW.handles(snapshot)
    at = len(curve.x) // 2
    place = area.point(float(curve.x[at]), float(curve.y[at])) + QPointF(0.2, -0.2)
    table = snapshot.curve_set.models[1].evaluation.table
    expected = table.thresholds[curve.indices[at]]
    assert VIEW.dragged(snapshot, held, area, place) == (NAIVE_BAYES, expected)
    assert VIEW.snap(snapshot, area, place) == (NAIVE_BAYES, curve.indices[at])


def test_that_the_curves_stand_still_when_the_prior_moves():
    here, there = german_snapshot(prior=0.05), german_snapshot(prior=0.4)
    for key, curve in VIEW.curves(here).items():
        assert np.array_equal(curve.x, VIEW.curves(there)[key].x)
        assert np.array_equal(curve.y, VIEW.curves(there)[key].y)


def test_that_other_axes_are_another_scale():
    probit, log = german_snapshot(), german_snapshot(views=ViewChoices(det_axes=DetAxes.LOG))
    assert VIEW.scale(probit) != VIEW.scale(log)
    assert VIEW.axes(probit)[0].style != VIEW.axes(log)[0].style


def test_that_a_perfect_model_has_no_point_on_these_axes():
    y_true = np.array([True, True, False, False])
    curves = curves_of_model(y_true, {"m": np.array([4.0, 3, 2, 1])}, PayoffMatrix(0, -1, -1, 0))
    snapshot = build_snapshot(curves, DatasetSettings())
    assert VIEW.curves(snapshot)["m"].x.size == 0
    assert VIEW.dynamic_items(snapshot, LIGHT) == []
    assert VIEW.handles(snapshot) == []
    assert all(map(math.isfinite, (VIEW.bounds(snapshot).x_low, VIEW.bounds(snapshot).x_high)))
    assert VIEW.static_items(replace(snapshot, selected=None), LIGHT)
