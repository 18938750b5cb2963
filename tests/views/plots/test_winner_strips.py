"""The cheapest model in cost space and in the superiority view: where one leads, ties, or none."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.registry import view_table
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.lane_marks import Lane
from costcurve_gui.views.plotting.marks import FootStrip
from costcurve_gui.views.plotting.notes import Notes, placed
from costcurve_gui.views.plotting.painting import strip_rect
from costcurve_gui.views.plotting.plot_view import strip_colors
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text.numbers import in_words
from tests.helpers.plot_frames import curves_of_model

COST, SUPERIORITY = plot_view("cost"), plot_view("superiority")
EQUAL = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)


def snapshot_of(*points: tuple[float, float]):
    """Return a snapshot of single classifiers, (fpr, tpr) in twentieths."""
    y_true = np.repeat([True, False], 20)
    scores = {}
    for name, (fpr, tpr) in zip("abcdefghij", points, strict=False):
        hits = [np.arange(20) < round(20 * rate) for rate in (tpr, fpr)]
        scores[name] = np.concatenate(hits).astype(float)
    return build_snapshot(curves_of_model(y_true, scores, EQUAL), DatasetSettings())


def one(marks, kind):
    (found,) = (mark for mark in marks if isinstance(mark, kind))
    return found


def canvas_of(view, snapshot, size=(600.0, 400.0)):
    fonts = TextFonts(QFont(), QFont())
    return Canvas(QRectF(0, 0, *size), view.bounds(snapshot), LIGHT, fonts)


# (0.1, 0.5) is useful above 1/6 and (0.3, 0.8) up to 7/9; they cross at 0.4.
CROSSING = ((0.1, 0.5), (0.3, 0.8))
TIED = (*CROSSING, (0.1, 0.5))
NOBODY = ((0.5, 0.5), (0.7, 0.6))


@pytest.mark.parametrize(
    ("points", "colors", "ends"),
    [
        (CROSSING, ["t", "a", "b", "t"], [1 / 6, 0.4, 7 / 9]),
        (TIED, ["t", "ac", "b", "t"], [1 / 6, 0.4, 7 / 9]),
        (NOBODY, ["t", "t"], [0.5]),
    ],
)
def test_that_the_strip_names_no_winner_where_models_tie_or_are_trivial(points, colors, ends, qapp):
    snapshot = snapshot_of(*points)
    tones = {key: LIGHT.model_color(model.info.slot) for key, model in snapshot.models.items()}
    tones["t"] = LIGHT.trivial
    strip = one(COST.static_items(snapshot, LIGHT), FootStrip)
    assert [part[2] for part in strip.parts] == [tuple(tones[key] for key in c) for c in colors]
    assert [part[1] for part in strip.parts] == pytest.approx([*ends, 1])


@pytest.mark.parametrize(
    ("x", "said"),
    [
        (0.1, "No model is cheaper than leaving all for PC(+) from 0.000 to 0.167 on this sample"),
        (0.3, "a and c tie as the cheapest for PC(+) from 0.167 to 0.400 on this sample"),
        (0.5, "b is the cheapest for PC(+) from 0.400 to 0.778 on this sample"),
        (
            0.9,
            "No model is cheaper than acting on all for PC(+) from 0.778 to 1.000 on this sample",
        ),
    ],
)
def test_that_the_strip_says_who_is_the_cheapest_under_the_mouse(x, said, qapp):
    snapshot = snapshot_of(*TIED)
    canvas = canvas_of(COST, snapshot)
    place = QPointF(canvas.x(x), strip_rect(canvas).center().y())
    assert COST.hint(snapshot, canvas, place) == said


def test_that_superiority_agrees_with_the_strip(qapp):
    snapshot = snapshot_of(*TIED)
    lanes = {
        mark.key: mark.parts
        for mark in SUPERIORITY.static_items(snapshot, LIGHT)
        if isinstance(mark, Lane)
    }
    assert list(lanes) == ["a", "b", "c", "trivial"]
    for low, high, keys in cost_comparisons(snapshot).winners:
        middle = (low + high) / 2
        inside = {
            key for key, parts in lanes.items() if any(start < middle < end for start, end in parts)
        }
        assert inside == ({"trivial"} if keys[0] in {"none", "all"} else set(keys))


def test_that_the_table_of_superiority_has_the_trivial_classifiers(qapp):
    table = view_table("superiority", snapshot_of(*CROSSING))
    rows = list(zip(*table.columns, strict=True))
    assert [row[0] for row in rows] == ["a", "b", "none", "all"]
    ends = np.array([row[1:] for row in rows], dtype=float)
    expected = [[1 / 6, 0.4], [0.4, 7 / 9], [0, 1 / 6], [7 / 9, 1]]
    np.testing.assert_allclose(ends, expected)


@pytest.mark.parametrize("size", [(230.0, 180.0), (300.0, 300.0), (900.0, 500.0)])
@pytest.mark.parametrize("points", [CROSSING, TIED, NOBODY])
def test_that_names_in_cost_space_are_clear_of_each_other_and_of_the_condition(points, size, qapp):
    snapshot = snapshot_of(*points)
    canvas = canvas_of(COST, snapshot, size)
    found = placed(one(COST.dynamic_items(snapshot, LIGHT), Notes), canvas)
    texts = [note.text for note in found]
    assert len(found) == len(set(texts)) or "trivial" in texts
    x = canvas.x(snapshot.condition.probability_cost)
    for at, note in enumerate(found):
        assert not note.box.left() <= x <= note.box.right()
        assert not any(note.box.intersects(other.box) for other in found[at + 1 :])


def test_that_a_wide_cost_space_names_strip_and_trivial_classifiers(qapp):
    snapshot = snapshot_of(*TIED)
    notes = placed(
        one(COST.dynamic_items(snapshot, LIGHT), Notes), canvas_of(COST, snapshot, (900.0, 500.0))
    )
    texts = [note.text for note in notes]
    assert texts[:2] == ["leave all", "act on all"]
    assert {"cheapest model", "cheapest models tie"} <= set(texts)
    assert sum("no model beats" in text or text == "trivial" for text in texts) == 2


def test_that_no_more_than_8_lanes_are_of_models_that_are_nowhere_the_cheapest(qapp):
    y_true = np.repeat([True, False], 20)
    rng = np.random.default_rng(0)
    scores = {f"m{k}": y_true * k / 10 + rng.normal(size=40) for k in range(20)}
    snapshot = build_snapshot(
        curves_of_model(y_true, scores, EQUAL), DatasetSettings(selected="m0")
    )
    lanes = [mark for mark in SUPERIORITY.static_items(snapshot, LIGHT) if isinstance(mark, Lane)]
    cheapest = cost_comparisons(snapshot).cheapest
    models = [lane for lane in lanes if lane.key in snapshot.models]
    assert 1 < len(models) < 16
    compared = ("m0", competitor_of(snapshot))
    assert all(cheapest[lane.key] or lane.key in compared for lane in models)
    assert lanes[-1].name == f"{in_words(20 - len(models))} others, nowhere the cheapest"
    bounds = SUPERIORITY.bounds(snapshot)
    assert all(bounds.y_low < lane.y < bounds.y_high for lane in lanes)


def test_that_models_of_one_colour_have_strips_and_markers_that_differ(qapp):
    y_true = np.repeat([True, False], 20)
    rng = np.random.default_rng(1)
    scores = {f"m{k}": y_true * 1.0 + rng.normal(size=40) for k in range(16)}
    all_drawn = DatasetSettings(hidden=frozenset())
    snapshot = build_snapshot(curves_of_model(y_true, scores, EQUAL), all_drawn)
    assert len({strip_colors(one.info, LIGHT) for one in snapshot.models.values()}) == 16
    points = [mark for mark in COST.dynamic_items(snapshot, LIGHT) if hasattr(mark, "square")]
    looks = {(mark.color, mark.square) for mark in points}
    assert len(points) == len(looks) == 16
