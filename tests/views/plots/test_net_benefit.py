from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_reading, build_snapshot
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.views.plots.net_benefit import NetBenefitView
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.marks import Line, Ring
from costcurve_gui.views.plotting.notes import Notes
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.band_snapshots import banded, resampled
from tests.helpers.plot_frames import NAIVE_BAYES, curves_of_model, german_columns, german_snapshot
from tests.helpers.snapshots import german_credit_snapshot

VIEW = NetBenefitView()
Y_TRUE, SCORES = german_columns()


def by_hand(picked, prior, stake):
    """Count as Vickers and Elkin do, each class weighed by its share at the prior."""
    tpr, fpr = picked[Y_TRUE].mean(), picked[~Y_TRUE].mean()
    return prior * tpr - (1 - prior) * fpr * stake / (1 - stake)


def line(snapshot, key):
    marks = VIEW.static_items(snapshot, LIGHT)
    return next(mark for mark in marks if isinstance(mark, Line) and mark.key == key)


def test_that_curves_are_counted_from_each_threshold_probability_on():
    curve = VIEW.curves(german_snapshot(prior=0.05))[NAIVE_BAYES]
    for x, y in zip(curve.x[::20], curve.y[::20], strict=True):
        assert y == pytest.approx(by_hand(SCORES[NAIVE_BAYES] >= x, 0.05, x))


def test_that_acting_on_all_and_on_none_are_drawn_and_named():
    snapshot = german_snapshot(prior=0.05)
    everyone = line(snapshot, "all")
    for x, y in zip(everyone.x[::40], everyone.y[::40], strict=True):
        assert y == pytest.approx(by_hand(np.ones(len(Y_TRUE), dtype=bool), 0.05, x))
    assert line(snapshot, "none").y == (0.0, 0.0)
    (notes,) = (mark for mark in VIEW.static_items(snapshot, LIGHT) if isinstance(mark, Notes))
    labels = {places[0].text: places for places in notes.notes}
    assert set(labels) >= {"refuse all", "grant all"}
    for label in labels["refuse all"]:
        assert label.y == pytest.approx(0.05 - 0.95 * label.x / (1 - label.x))
    bounds = VIEW.bounds(snapshot)
    assert all(bounds.holds(label.x, label.y) for places in labels.values() for label in places)


def test_that_the_upright_line_is_what_the_costs_imply():
    snapshot = german_snapshot()
    (handle,) = VIEW.handles(snapshot)
    assert handle.upright
    assert handle.x / (1 - handle.x) == pytest.approx(1 / snapshot.condition.cost_ratio)
    assert handle.text == "costs imply 0.037"


def test_that_dragging_it_gives_the_ratio_that_implies_the_place():
    snapshot = german_snapshot()
    area = Canvas(QRectF(0, 0, 300, 300), VIEW.bounds(snapshot), LIGHT, TextFonts(QFont(), QFont()))
    (handle,) = VIEW.handles(snapshot)
    assert VIEW.dragged(snapshot, handle, area, QPointF(area.x(0.2), 5.0)) == pytest.approx(4.0)
    for away in (-50.0, 350.0):
        ratio = VIEW.dragged(snapshot, handle, area, QPointF(away, 5.0))
        assert 0 < ratio < math.inf


def test_that_operating_points_are_weighed_by_the_costs_in_force():
    snapshot = german_snapshot(prior=0.05)
    policy, (handle,) = snapshot.models[NAIVE_BAYES].policy, VIEW.handles(snapshot)
    (ring,) = (mark for mark in VIEW.dynamic_items(snapshot, LIGHT) if isinstance(mark, Ring))
    assert ring.x == handle.x
    picked = SCORES[NAIVE_BAYES] >= policy.threshold
    assert ring.y == pytest.approx(by_hand(picked, 0.05, handle.x))


def test_that_a_reading_lies_at_its_threshold():
    snapshot = german_snapshot(prior=0.05)
    reading = build_reading(snapshot, NAIVE_BAYES, 60)
    x, y = VIEW.reading_point(reading, snapshot)
    assert x == reading.threshold
    assert y == pytest.approx(by_hand(SCORES[NAIVE_BAYES] >= x, 0.05, x))
    (mark,) = VIEW.highlight(snapshot, NAIVE_BAYES, 60, LIGHT)
    assert (mark.x, mark.y) == pytest.approx((x, y))
    assert VIEW.highlight(snapshot, NAIVE_BAYES, 0, LIGHT) == []  # nobody from infinity on


def test_that_models_whose_scores_are_no_probabilities_are_left_out():
    scores = {"logit": np.log(SCORES[NAIVE_BAYES] + 1e-9), "fit": SCORES["mlp"]}
    curves = curves_of_model(Y_TRUE, scores, PayoffMatrix(0, -1, -5, 0))
    snapshot = build_snapshot(curves, DatasetSettings())
    assert set(VIEW.curves(snapshot)) == {"fit"}
    assert {mark.key for mark in VIEW.dynamic_items(snapshot, LIGHT)} == {"fit"}
    assert VIEW.accessible_text(snapshot, snapshot.models["logit"]) == "scores outside 0 to 1"
    assert empty_state("net_benefit", snapshot) is None
    without = build_snapshot(curves, DatasetSettings(hidden=frozenset({"fit"})))
    found = empty_state("net_benefit", without)
    assert found is not None
    assert (found.headline, found.sentence) == (
        "Scores outside 0 to 1",
        "Net benefit needs probabilities.",
    )


def test_that_what_the_chosen_rule_brings_on_new_cases_is_told():
    snapshot = resampled()
    found = decision_on_new_cases(snapshot).net_benefit
    said = f"{found.estimate:.3f} on new cases ({found.low:.3f} to {found.high:.3f})"
    assert VIEW.subtitle(snapshot) == "5 % bad"
    model = snapshot.models[snapshot.selected]
    assert VIEW.accessible_text(snapshot, model) == (
        f"net benefit {said}, on this sample +{found.apparent:.3f} at 0.037"
    )
    for unknown in (german_credit_snapshot(), banded(snapshot, shown=False)):
        assert VIEW.accessible_text(unknown, model).startswith("net benefit +0.026 at ")
