"""The plot of instance costs, against the rows of German credit themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QImage, QPainter

from costcurve_gui.analysis.curves import view_input
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.analysis.snapshot_builder import build_reading, build_snapshot
from costcurve_gui.analysis.view_results import build_view_result
from costcurve_gui.views.plots import cost_bars
from costcurve_gui.views.plots.cost_bars import Bars
from costcurve_gui.views.plots.instance_costs import InstanceCostsView
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.canvas import Bounds, Canvas, TextFonts
from costcurve_gui.views.plotting.haste import Haste
from costcurve_gui.views.plotting.marks import HoverPoint, Label, Line
from costcurve_gui.views.plotting.painting import paint_marks
from costcurve_gui.views.plotting.ticks import tick_texts, tick_values
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.samples import costlier
from tests.helpers.snapshots import german_credit, german_credit_snapshot

VIEW = InstanceCostsView()
LOADED = german_credit()
DATA = LOADED.source.cases(LOADED.info).dataset
AMOUNT = DATA.numeric["amount"]


@pytest.fixture(scope="module")
def results():
    loaded = german_credit()
    given = view_input(loaded.curve_set, loaded.source, loaded.settings.payoff)
    return build_view_result("instance_costs", given)


@pytest.fixture
def snapshot(results):
    return replace(german_credit_snapshot(), results=results)


def scores(snapshot):
    return DATA.scores[snapshot.models[snapshot.selected].info.column]


def canvas(snapshot):
    return Canvas(QRectF(0, 0, 400, 300), VIEW.bounds(snapshot), LIGHT, TextFonts(QFont(), QFont()))


def test_that_misses_stand_up_and_false_alarms_hang_down_in_order_of_score(snapshot):
    up, down = (mark for mark in VIEW.static_items(snapshot, LIGHT) if isinstance(mark, Bars))
    order = np.lexsort((~DATA.y_true, -scores(snapshot)))
    expected = np.where(DATA.y_true[order], AMOUNT[order], np.nan)
    assert up.edges.tolist() == list(range(501))
    # Equal scores may stand in any order.
    assert np.nansum(up.heights) == pytest.approx(np.nansum(expected))
    distinct = np.flatnonzero(np.diff(scores(snapshot)[order], prepend=np.inf) != 0)
    np.testing.assert_allclose(
        np.add.reduceat(np.nan_to_num(up.heights), distinct),
        np.add.reduceat(np.nan_to_num(expected), distinct),
    )
    assert np.nanmin(down.heights) == pytest.approx(-0.05 * AMOUNT[~DATA.y_true].max())


def test_that_the_threshold_stands_behind_the_cases_that_it_picks(snapshot):
    (handle,) = VIEW.handles(snapshot)
    policy = snapshot.models[snapshot.selected].policy
    assert handle.upright
    assert handle.x == np.count_nonzero(scores(snapshot) >= policy.threshold)
    assert handle.text == "threshold 0.0325"


def test_that_a_drag_finds_the_nearest_threshold(snapshot):
    (handle,) = VIEW.handles(snapshot)
    place = canvas(snapshot).point(57.2, 0.0)
    key, threshold = VIEW.dragged(snapshot, handle, canvas(snapshot), place)
    assert key == snapshot.selected
    assert np.count_nonzero(scores(snapshot) >= threshold) == 57
    outside = VIEW.dragged(snapshot, handle, canvas(snapshot), QPointF(-50, 0))
    assert outside == (key, np.inf)


def test_that_hovering_says_rank_and_cost(snapshot):
    place = canvas(snapshot).point(0.5, 0.0)
    key, row = VIEW.snap(snapshot, canvas(snapshot), place)
    reading = build_reading(snapshot, key, row)
    (ring,) = VIEW.reading_marks(snapshot, reading, LIGHT, tagged=True)
    assert isinstance(ring, HoverPoint)
    top = int(np.argmax(scores(snapshot)))
    cost = AMOUNT[top] if DATA.y_true[top] else -0.05 * AMOUNT[top]
    assert (ring.x, ring.y) == (0.5, 0.0)
    assert ring.text.startswith("rank 1: ")
    assert float(ring.text[8:-3].replace("\u202f", "").replace("\u2212", "-")) == pytest.approx(
        cost, abs=0.005
    )


def test_that_equal_scores_are_read_together(results):
    snapshot = replace(german_credit_snapshot(selected=None), results=results)
    tree = next(key for key, model in snapshot.models.items() if model.info.name == "decision_tree")
    snapshot = replace(snapshot, selected=tree)
    reading = build_reading(snapshot, tree, 1)
    (ring,) = VIEW.reading_marks(snapshot, reading, LIGHT, tagged=True)
    picked = scores(snapshot) >= reading.threshold
    assert ring.text.startswith(f"ranks 1 to {np.count_nonzero(picked)}: ")
    assert ring.x == np.count_nonzero(picked) / 2


def test_that_another_model_leaves_no_mark(snapshot):
    other = next(key for key in snapshot.models if key != snapshot.selected)
    assert VIEW.reading_marks(snapshot, build_reading(snapshot, other, 3), LIGHT, tagged=True) == []
    assert VIEW.highlight(snapshot, other, 3, LIGHT) == []
    assert len(VIEW.highlight(snapshot, snapshot.selected, 3, LIGHT)) == 1


def test_that_a_dragged_cost_ratio_stretches_the_misses(snapshot, results):
    settings = replace(snapshot.settings, condition=costlier(snapshot.curve_set, 3.0, prior=0.05))
    stretched = replace(build_snapshot(snapshot.curve_set, settings), results=results)
    stretched = replace(stretched, selected=snapshot.selected)
    before, after = (
        next(mark for mark in VIEW.static_items(one, LIGHT) if isinstance(mark, Bars))
        for one in (snapshot, stretched)
    )
    np.testing.assert_allclose(after.heights, 3 * before.heights)


def test_that_both_errors_are_named_in_the_words_of_the_user(snapshot):
    labels = [mark.text for mark in VIEW.static_items(snapshot, LIGHT) if isinstance(mark, Label)]
    assert labels == ["misses (actual: bad)", "false alarms (actual: good)"]
    across, up = VIEW.axes(snapshot)
    assert up.title == "Cost of an error on the applicant, DM"
    assert across.title == "Applicants, highest score first"


def test_that_the_caption_names_the_model_whose_order_it_is(snapshot):
    said = captions.condition(snapshot, VIEW)
    assert said.startswith("Instance costs in the order of naive_bayes; p(bad) 5 %")


def test_that_the_plot_is_said_in_words(snapshot):
    policy = snapshot.models[snapshot.selected].policy
    left = DATA.y_true & (scores(snapshot) < policy.threshold)
    said = VIEW.accessible_text(snapshot, snapshot.models[snapshot.selected])
    many = np.count_nonzero(scores(snapshot) >= policy.threshold)
    costliest = f"{AMOUNT[left].max():,.2f}".replace(",", "\u202f")
    assert said == f"{many} of 500 applicants refused, costliest miss: {costliest} DM"


@pytest.fixture
def stacked(snapshot):
    views = replace(snapshot.settings.views, stacked_costs=True)
    return replace(snapshot, settings=replace(snapshot.settings, views=views))


def test_that_the_compared_model_hangs_below_on_the_same_scale(snapshot, stacked):
    above, _, below, _ = (
        mark for mark in VIEW.static_items(stacked, LIGHT) if isinstance(mark, Bars)
    )
    alone = next(mark for mark in VIEW.static_items(snapshot, LIGHT) if isinstance(mark, Bars))
    np.testing.assert_array_equal(above.heights, alone.heights)
    competitor = replace(snapshot, selected=competitor_of(snapshot))
    other = next(mark for mark in VIEW.static_items(competitor, LIGHT) if isinstance(mark, Bars))
    np.testing.assert_array_equal(below.heights, other.heights)
    assert above.ground == 0 > below.ground
    bounds, style = VIEW.bounds(stacked), VIEW.axes(stacked)[1].style
    values = tick_values(bounds.y_low, bounds.y_high, style)
    half = len(values) // 2
    texts = tick_texts(values, style)
    assert texts[:half] == texts[half:]
    assert np.subtract(values[half:], values[:half]) == pytest.approx(-below.ground)


def test_that_each_of_two_models_has_its_threshold_in_its_own_panel(stacked):
    lines = [mark for mark in VIEW.dynamic_items(stacked, LIGHT) if isinstance(mark, Line)]
    models = [stacked.models[key] for key in (stacked.selected, competitor_of(stacked))]
    for line, model in zip(lines, models, strict=True):
        picked = DATA.scores[model.info.column] >= model.policy.threshold
        assert line.x[0] == line.x[1] == np.count_nonzero(picked)
    assert lines[0].y[0] > lines[1].y[1]
    (handle,) = VIEW.handles(stacked)
    assert (handle.x, handle.y, handle.direction) == (lines[0].x[0], 0.0, None)


def test_that_the_mouse_reads_the_model_that_it_is_over(stacked):
    _, _, below, _ = (mark for mark in VIEW.static_items(stacked, LIGHT) if isinstance(mark, Bars))
    keys = stacked.selected, competitor_of(stacked)
    for key, ground in zip(keys, (0.0, below.ground), strict=True):
        found, row = VIEW.snap(stacked, canvas(stacked), canvas(stacked).point(0.5, ground))
        reading = build_reading(stacked, found, row)
        (ring,) = VIEW.reading_marks(stacked, reading, LIGHT, tagged=True)
        assert (found, ring.y) == (key, ground)


def test_that_two_models_are_named_and_one_alone_is_refused(stacked):
    names = [stacked.models[key].info.name for key in (stacked.selected, competitor_of(stacked))]
    assert VIEW.subtitle(stacked) == f"above {names[1]}"
    assert VIEW.subject(stacked).endswith(" and of ".join(names))
    assert VIEW.empty_state(stacked) is None
    alone = replace(stacked, models={stacked.selected: stacked.models[stacked.selected]})
    assert VIEW.empty_state(alone).headline == "One model only"


def test_that_nothing_is_drawn_before_it_is_computed():
    snapshot = german_credit_snapshot()
    assert VIEW.static_items(snapshot, LIGHT) == []
    assert VIEW.handles(snapshot) == []


def test_that_bars_that_share_a_pixel_show_the_tallest():
    heights = np.array([1.0, 9.0, np.nan, 2.0, 3.0, 0.0])
    mark = Bars(np.arange(7), heights, LIGHT.ink)
    paper = Canvas(QRectF(0, 0, 2, 10), Bounds(0, 6, 0, 10), LIGHT, TextFonts(QFont(), QFont()))
    left, right, tallest = cost_bars._one_a_pixel(mark, paper)
    assert tallest.tolist() == [9.0, 3.0]
    assert (right - left >= 1).all()


@pytest.mark.parametrize("cases", [500, 40, 1])
def test_that_bars_look_in_a_drag_as_they_do_at_rest(qapp, snapshot, cases):
    drawn = (mark for mark in VIEW.static_items(snapshot, LIGHT) if isinstance(mark, Bars))
    bars = [replace(mark, alpha=255) for mark in drawn]  # else two on one pixel are seen as such
    bounds = replace(VIEW.bounds(snapshot), x_low=0.1, x_high=cases)

    def pixels(haste):
        image = QImage(400, 300, QImage.Format.Format_RGB32)
        image.fill("white")
        painter = QPainter(image)
        painter.translate(-7, -3)
        rect, fonts = QRectF(7, 3, 400, 300), TextFonts(QFont(), QFont())
        paint_marks(painter, Canvas(rect, bounds, LIGHT, fonts, haste=haste), bars)
        painter.end()
        return np.array(image.constBits())

    haste = Haste()
    haste.begin_frame(moving=True)
    at_rest = pixels(None)
    assert len(np.unique(at_rest)) > 1
    np.testing.assert_array_equal(pixels(haste), at_rest)
    assert haste.savings  # so that it is painted again at rest
