from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from costcurve_gui.analysis.fold_curves import FoldResults
from costcurve_gui.analysis.snapshot_builder import build_reading
from costcurve_gui.analysis.view_results import NO_RESULTS, ViewResults
from costcurve_gui.analysis.view_settings import FoldAverage, FoldBars
from costcurve_gui.views.catalogue import plot_view, view_of
from costcurve_gui.views.plots.folds import FoldsView
from costcurve_gui.views.plots.roc import RocView
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.interval_marks import Key, Whisker
from costcurve_gui.views.plotting.marks import Label, Line, Ring
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.fold_snapshots import FOREST, fold_results, fold_snapshot

VIEW = FoldsView()
WITH_BARS = [one for one in FoldAverage if one not in ("pooled", "compared")]


def of_type(marks, kind):
    return [mark for mark in marks if isinstance(mark, kind)]


def lines(snapshot):
    return {mark.key: mark for mark in of_type(VIEW.static_items(snapshot, LIGHT), Line)}


@pytest.mark.parametrize("average", WITH_BARS)
def test_that_every_model_has_its_average_and_the_selected_one_folds_and_bars(average):
    snapshot = fold_snapshot(fold_average=average)
    assert snapshot.selected == FOREST
    drawn = lines(snapshot)
    assert set(snapshot.models) <= set(drawn)
    assert [key for key in snapshot.models if drawn[key].width == 2.0] == [FOREST]
    faint = [mark for key, mark in drawn.items() if key.startswith("fold ")]
    assert len(faint) == 10
    assert {mark.color for mark in faint} == {drawn[FOREST].color}
    assert all(mark.alpha < drawn[FOREST].alpha for mark in faint)
    whiskers = of_type(VIEW.static_items(snapshot, LIGHT), Whisker)
    bars = fold_results().curves[FOREST].means[average].bars[FoldBars.INTERVAL]
    assert [(w.low, w.high) for w in whiskers] == [(bar.low, bar.high) for bar in bars]


def test_that_the_view_says_of_an_interval_alone_that_it_is_too_narrow():
    labels = of_type(VIEW.static_items(fold_snapshot(), LIGHT), Label)
    assert "90 % interval of the mean" in labels[1].text
    assert "too narrow" in labels[0].text
    (only,) = of_type(VIEW.static_items(fold_snapshot(fold_bars=FoldBars.STD), LIGHT), Label)
    assert only.text == "bars: standard deviation"


@pytest.mark.parametrize("bars", FoldBars)
def test_that_the_average_in_cost_space_is_called_optimistic_and_no_other(bars):
    for average in FoldAverage:
        snapshot = fold_snapshot(fold_average=average, fold_bars=bars)
        marks = VIEW.static_items(snapshot, LIGHT)
        said = [label.text for label in of_type(marks, Label)]
        said += [entry.text for key in of_type(marks, Key) for entry in key.entries]
        optimistic = [text for text in said if "optimistic" in text]
        assert len(optimistic) == (average in ("cost_space", "compared"))
        assert ("optimistic" in VIEW.subtitle(snapshot)) == (average == "compared")


def test_that_bars_and_folds_can_be_left_out():
    snapshot = fold_snapshot(fold_bars=FoldBars.NONE, fold_curves=False)
    marks = VIEW.static_items(snapshot, LIGHT)
    assert of_type(marks, Whisker) == of_type(marks, Label) == []
    assert not any(key.startswith("fold ") for key in lines(snapshot))


def test_that_axes_are_those_of_the_space_of_the_average():
    roc, cost = fold_snapshot(), fold_snapshot(fold_average=FoldAverage.COST_SPACE)
    assert VIEW.axes(roc)[0].title == RocView().axes(roc)[0].title
    assert VIEW.axes(cost)[0].title == plot_view("cost").axes(cost)[0].title
    assert (VIEW.scale(roc), VIEW.scale(cost)) == ("roc", "cost")
    assert VIEW.bounds(cost).y_high < 0.6 < VIEW.bounds(roc).y_high
    assert VIEW.handles(roc) == []
    (handle,) = VIEW.handles(cost)
    assert (handle.name, handle.x) == ("condition", cost.condition.probability_cost)


def test_that_averages_are_compared_for_the_selected_model_alone():
    snapshot = fold_snapshot(fold_average=FoldAverage.COMPARED)
    drawn = lines(snapshot)
    found = fold_results().curves[FOREST]
    assert not set(snapshot.models) & set(drawn)
    assert VIEW.subject(snapshot) == "Averages over folds of random_forest"
    np.testing.assert_array_equal(drawn["in cost space, optimistic"].x, found.image.x)
    vertical = found.means[FoldAverage.VERTICAL].curve
    np.testing.assert_array_equal(drawn["vertical"].y, vertical.y)
    (key,) = of_type(VIEW.static_items(snapshot, LIGHT), Key)
    for entry in key.entries:
        line = drawn[entry.text]
        assert (entry.color, entry.dash, entry.width) == (line.color, line.dash, line.width)


def test_that_a_picture_names_the_average_and_what_its_bars_measure():
    vertical = fold_snapshot(fold_bars=FoldBars.INTERVAL)
    assert captions.condition(vertical, VIEW).startswith(
        "Vertical averages over folds of 6 models; "
    )
    assert captions.condition(vertical, VIEW).endswith(
        "; bars: 90 % interval of the mean, Student's t"
    )
    space = fold_snapshot(fold_average=FoldAverage.COST_SPACE, fold_bars=FoldBars.STD)
    assert captions.condition(space, VIEW).startswith("Averages over folds in cost space of 6 ")
    assert VIEW.uncertainty_note(space) == "bars: standard deviation"
    pooled = fold_snapshot(fold_average=FoldAverage.POOLED)
    assert VIEW.subject(pooled) == "Pooled scores of all folds of 6 models"
    assert VIEW.uncertainty_note(pooled) == ""
    assert VIEW.uncertainty_note(fold_snapshot(fold_bars=FoldBars.NONE)) == ""


def test_that_only_pooled_curves_can_be_read_and_have_operating_points():
    pooled, vertical = fold_snapshot(fold_average=FoldAverage.POOLED), fold_snapshot()
    (ring,) = of_type(VIEW.dynamic_items(pooled, LIGHT), Ring)
    assert ring.key == FOREST
    assert VIEW.dynamic_items(vertical, LIGHT) == []
    reading = build_reading(pooled, FOREST, 100)
    assert VIEW.reading_point(reading, pooled) == (reading.fpr, reading.tpr)
    assert VIEW.reading_marks(pooled, reading, LIGHT, tagged=True)
    assert VIEW.reading_marks(vertical, reading, LIGHT, tagged=True) == []
    assert VIEW.highlight(pooled, FOREST, 100, LIGHT)
    assert VIEW.highlight(vertical, FOREST, 100, LIGHT) == []
    fonts = TextFonts(QFont(), QFont())
    canvas = Canvas(QRectF(0, 0, 300, 300), VIEW.bounds(pooled), LIGHT, fonts)
    place = canvas.point(reading.fpr, reading.tpr)
    assert VIEW.snap(pooled, canvas, place) is not None
    assert VIEW.snap(vertical, canvas, place) is None


def test_that_pooled_curves_are_handled_as_in_roc():
    snapshot, roc = fold_snapshot(fold_average=FoldAverage.POOLED), RocView()
    assert [h.name for h in VIEW.handles(snapshot)] == [h.name for h in roc.handles(snapshot)]
    canvas = Canvas(
        QRectF(0, 0, 300, 300), VIEW.bounds(snapshot), LIGHT, TextFonts(QFont(), QFont())
    )
    threshold = VIEW.handles(snapshot)[-1]
    place = canvas.point(0.3, 0.7)
    assert VIEW.dragged(snapshot, threshold, canvas, place) == roc.dragged(
        snapshot, threshold, canvas, place
    )


def test_that_a_single_fold_has_no_bars():
    one = fold_snapshot()
    curves = fold_results().curves[FOREST]
    means = {
        key: replace(mean, bars=dict.fromkeys(FoldBars, ())) for key, mean in curves.means.items()
    }
    alone = FoldResults(1, 0.9, {FOREST: replace(curves, roc=curves.roc[:1], means=means)})
    snapshot = replace(one, results=ViewResults(folds=alone))
    marks = VIEW.static_items(snapshot, LIGHT)
    assert of_type(marks, Whisker) == of_type(marks, Label) == []
    assert view_of("folds").subtitle(snapshot) == "vertical average, 1 fold"
    assert VIEW.accessible_text(snapshot, snapshot.models[FOREST]) == "1 fold"


def test_that_dragging_in_cost_space_moves_the_condition():
    snapshot = fold_snapshot(fold_average=FoldAverage.COST_SPACE)
    canvas = Canvas(
        QRectF(0, 0, 300, 300), VIEW.bounds(snapshot), LIGHT, TextFonts(QFont(), QFont())
    )
    (handle,) = VIEW.handles(snapshot)
    assert VIEW.dragged(snapshot, handle, canvas, canvas.point(0.25, 0)) == pytest.approx(0.25)
    assert VIEW.dragged(snapshot, handle, canvas, QPointF(-50, 0)) == 0


def test_that_an_average_is_said_in_words():
    snapshot = fold_snapshot()
    bar = fold_results().curves[FOREST].means[FoldAverage.VERTICAL].bars[FoldBars.STD][4]
    said = VIEW.accessible_text(snapshot, snapshot.models[FOREST])
    assert said == f"{bar.y:.3f} at 0.500, standard deviation {bar.high - bar.y:.3f}"
    assert VIEW.accessible_text(
        fold_snapshot(fold_average=FoldAverage.POOLED), snapshot.models[FOREST]
    ) == ("10 folds")


def test_that_the_title_bar_says_which_average_of_how_many_folds():
    snapshot = fold_snapshot(fold_average=FoldAverage.THRESHOLD)
    assert view_of("folds").subtitle(snapshot) == "threshold average, 10 folds"
    assert view_of("folds").subtitle(replace(snapshot, results=NO_RESULTS)) == ""


def test_that_a_view_without_folds_says_what_is_missing():
    snapshot = fold_snapshot()
    assert empty_state("folds", snapshot) is None
    assert empty_state("folds", replace(snapshot, results=NO_RESULTS)) is None  # not computed yet
    found = empty_state("folds", replace(snapshot, results=ViewResults(folds=FoldResults())))
    assert found is not None
    assert found.headline == "No fold column"
    assert found.sentence == "Choose one in Data and models to average folds."
    assert found.command == "columns"


def test_that_a_fold_that_cannot_be_averaged_is_named():
    broken = FoldResults(2, 0.9, {}, {FOREST: "Fold 3: no case is negative."})
    snapshot = replace(fold_snapshot(), results=ViewResults(folds=broken))
    found = empty_state("folds", snapshot)
    assert found is not None
    assert found.sentence == "Fold 3: no case is negative."
    assert VIEW.accessible_text(snapshot, snapshot.models[FOREST]) == "Fold 3: no case is negative."
    assert not of_type(VIEW.static_items(snapshot, LIGHT), Whisker)
