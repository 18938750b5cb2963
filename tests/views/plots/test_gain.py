from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from costcurve_gui.analysis.view_settings import GainMeasure, ViewChoices
from costcurve_gui.views.plots.gain import GainView
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.marks import Line, Ring
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.choices import Choice
from tests.helpers.plot_frames import NAIVE_BAYES, german_columns, german_snapshot

VIEW = GainView()
LIFT = ViewChoices(gain=GainMeasure.LIFT)


def ring(snapshot):
    (found,) = (mark for mark in VIEW.dynamic_items(snapshot, LIGHT) if isinstance(mark, Ring))
    return found


def line(snapshot, key):
    marks = VIEW.static_items(snapshot, LIGHT)
    return next(mark for mark in marks if isinstance(mark, Line) and mark.key == key)


def test_that_gain_is_counted_from_the_top_where_the_prior_is_that_of_the_sample():
    y_true, scores = german_columns()
    snapshot = german_snapshot(prior=float(y_true.mean()))
    curve = VIEW.curves(snapshot)[NAIVE_BAYES]
    thresholds = snapshot.curve_set.models[1].evaluation.table.thresholds[curve.indices]
    for x, y, threshold in zip(curve.x, curve.y, thresholds, strict=True):
        picked = scores[NAIVE_BAYES] >= threshold
        assert x == pytest.approx(picked.mean())
        assert y == pytest.approx(picked[y_true].mean())


def test_that_lift_is_gain_over_the_share():
    gain = VIEW.curves(german_snapshot())[NAIVE_BAYES]
    lift = VIEW.curves(german_snapshot(views=LIFT))[NAIVE_BAYES]
    assert np.array_equal(lift.indices, gain.indices[1:])  # of nobody there is none
    assert lift.y == pytest.approx(gain.y[1:] / gain.x[1:])


@pytest.mark.parametrize("views", [ViewChoices(), LIFT])
def test_that_the_ring_lies_on_the_curve(views):
    snapshot = german_snapshot(views=views)
    curve, policy = VIEW.curves(snapshot)[NAIVE_BAYES], snapshot.models[NAIVE_BAYES].policy
    at = int(np.flatnonzero(curve.indices == policy.index)[0])
    assert (ring(snapshot).x, ring(snapshot).y) == pytest.approx((curve.x[at], curve.y[at]))


def test_that_no_curve_is_above_the_perfect_order():
    for views in (ViewChoices(), LIFT):
        snapshot = german_snapshot(views=views)
        perfect, curve = line(snapshot, "perfect"), VIEW.curves(snapshot)[NAIVE_BAYES]
        limit = np.interp(curve.x, perfect.x, perfect.y)
        assert (curve.y <= limit + 1e-9).all()
    assert line(german_snapshot(), "perfect").x.tolist() == [0.0, 0.05, 1.0]
    assert max(line(german_snapshot(views=LIFT), "perfect").y) == pytest.approx(20)


def test_that_the_random_order_finds_what_is_everywhere():
    assert line(german_snapshot(), "random").y == (0.0, 1.0)
    assert line(german_snapshot(views=LIFT), "random").y == (1.0, 1.0)


def test_that_threshold_and_capacity_are_upright_lines_that_can_be_dragged():
    snapshot = german_snapshot(criterion=Choice.WORKFORCE)
    bounds = VIEW.bounds(snapshot)
    area = Canvas(QRectF(0, 0, 300, 300), bounds, LIGHT, TextFonts(QFont(), QFont()))
    capacity, threshold = VIEW.handles(snapshot)
    assert (capacity.name, capacity.text, capacity.x) == ("capacity", "capacity 1\u202f500", 0.15)
    assert threshold.upright
    place = QPointF(area.x(0.25), 10.0)
    assert VIEW.dragged(snapshot, capacity, area, place) == pytest.approx(2_500)
    key, value = VIEW.dragged(snapshot, threshold, area, place)
    curve = VIEW.curves(snapshot)[key]
    curves = next(model for model in snapshot.curve_set.models if model.info.key == key)
    nearest = curve.indices[np.abs(curve.x - 0.25).argmin()]
    assert value == curves.evaluation.table.thresholds[nearest]


def test_that_words_follow_what_is_shown():
    gain, lift = german_snapshot(), german_snapshot(views=LIFT)
    assert VIEW.axes(gain)[1].title == "Share of positives refused, % (actual: bad)"
    assert VIEW.axes(lift)[1].title == "Lift, times the share at random"
    model = gain.models[NAIVE_BAYES]
    assert VIEW.accessible_text(lift, model) == "33.6 % refused, lift 2.22"
    assert VIEW.scale(gain) != VIEW.scale(lift)
    assert captions.condition(gain, VIEW).startswith("Cumulative gain of 6 models;")
    assert captions.condition(lift, VIEW).startswith("Lift over the share refused;")


def test_that_a_lower_prior_moves_gain_to_the_left():
    rare, common = (VIEW.curves(german_snapshot(prior=p))[NAIVE_BAYES] for p in (0.01, 0.3))
    assert np.array_equal(rare.y, common.y)
    assert not np.allclose(rare.x, common.x)
