from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from sklearn.calibration import calibration_curve

from costcurve_gui.analysis.curves import CaseInput
from costcurve_gui.analysis.view_results import NO_RESULTS, ViewResults, build_view_result
from costcurve_gui.views.catalogue import view_of
from costcurve_gui.views.plots.calibration import CalibrationView
from costcurve_gui.views.plots.net_benefit import NetBenefitView
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.marks import Dot, Label, Line
from costcurve_gui.views.plotting.notes import GRIP_WORDS, Notes, placed
from costcurve_gui.views.shell.fonts import SEMIBOLD, small
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.plot_frames import NAIVE_BAYES, german_columns, german_snapshot

VIEW = CalibrationView()


@pytest.fixture(scope="module")
def snapshot():
    snapshot = german_snapshot()
    given = CaseInput(snapshot.curve_set, None, snapshot.settings.payoff, None)
    return replace(snapshot, results=build_view_result("calibration", given))


def test_that_bins_are_those_of_scikit_learn(snapshot):
    y_true, scores = german_columns()
    share, mean = calibration_curve(y_true, scores[NAIVE_BAYES], n_bins=10, strategy="quantile")
    curve = VIEW.curves(snapshot)[NAIVE_BAYES]
    np.testing.assert_allclose(curve.x, mean)
    np.testing.assert_allclose(curve.y, share)


def test_that_the_selected_model_alone_has_bins_with_intervals(snapshot):
    marks = VIEW.static_items(snapshot, LIGHT)
    dots = [mark for mark in marks if isinstance(mark, Dot)]
    bars = [mark for mark in marks if isinstance(mark, Line) and mark.key.startswith("bin")]
    assert {dot.key for dot in dots} == {NAIVE_BAYES}
    assert len(dots) == len(bars) == 10
    for dot, bar in zip(dots, bars, strict=True):
        assert bar.x == (dot.x, dot.x)
        assert bar.y[0] <= dot.y <= bar.y[1]


def test_that_the_intervals_of_bins_have_the_level_of_the_curve_set(snapshot):
    curve_set = snapshot.curve_set.at(0.99)
    given = CaseInput(curve_set, None, snapshot.settings.payoff, None)
    wider = replace(
        snapshot,
        curve_set=curve_set,
        results=build_view_result("calibration", given),
    )
    assert VIEW.uncertainty_note(snapshot) == "bars: Wilson intervals, 90 %"
    assert VIEW.uncertainty_note(wider) == "bars: Wilson intervals, 99 %"
    before, after = (one.results.calibration[NAIVE_BAYES] for one in (snapshot, wider))
    assert (after.upper - after.lower > before.upper - before.lower).all()


def test_that_the_threshold_is_an_upright_line(snapshot):
    (handle,) = VIEW.handles(snapshot)
    assert (handle.name, handle.upright) == ("threshold", True)
    assert handle.x == snapshot.models[NAIVE_BAYES].policy.threshold
    assert handle.text == "threshold 0.0325"


def test_that_calibration_is_said_in_words(snapshot):
    curve = VIEW.curves(snapshot)[NAIVE_BAYES]
    away = np.abs(curve.x - curve.y).mean()
    said = VIEW.accessible_text(snapshot, snapshot.models[NAIVE_BAYES])
    assert said == f"mean distance between score and share {away:.3f}"


def test_that_scores_outside_0_to_1_leave_the_view_empty(snapshot):
    assert empty_state("calibration", snapshot) is None
    assert (
        empty_state("calibration", replace(snapshot, results=NO_RESULTS)) is None
    )  # not computed yet
    found = empty_state("calibration", replace(snapshot, results=ViewResults(calibration={})))
    assert found is not None
    assert found.headline == "Scores outside 0 to 1"


def reversed_too(snapshot, selected=NAIVE_BAYES):
    """Return a snapshot in which the scores of one model are no probabilities."""
    curve_sets = tuple(
        replace(one, evaluation=replace(one.evaluation, table=beyond_one(one.evaluation.table)))
        if one.info.key == "mlp"
        else one
        for one in snapshot.curve_set.models
    )
    curves = dict(snapshot.results.calibration)
    del curves["mlp"]
    curve_set = replace(snapshot.curve_set, models=curve_sets)
    return replace(
        snapshot, curve_set=curve_set, results=ViewResults(calibration=curves), selected=selected
    )


def beyond_one(table):
    return replace(table, thresholds=np.where(np.isinf(table.thresholds), np.inf, 2.0))


def test_that_a_model_without_probabilities_is_named(snapshot):
    assert VIEW.subtitle(snapshot) == "observed against predicted"
    lacking = reversed_too(snapshot)
    said = "mlp not drawn"
    assert VIEW.subtitle(lacking) == view_of("net_benefit").subtitle(lacking) == said


@pytest.mark.parametrize("view", [VIEW, NetBenefitView()])
def test_that_the_view_says_why_the_selected_model_is_missed(snapshot, view):
    assert "mlp gives no probabilities" in texts_of(view, reversed_too(snapshot, "mlp"))
    assert not any("probabilities" in text for text in texts_of(view, reversed_too(snapshot)))


def texts_of(view, snapshot):
    marks = view.static_items(snapshot, LIGHT)
    notes = [labels for mark in marks if isinstance(mark, Notes) for labels in mark.notes]
    labels = [*(mark for mark in marks if isinstance(mark, Label)), *chain(*notes)]
    return {label.text for label in labels if "\n" not in label.text}


def test_that_why_a_model_has_no_net_benefit_is_clear_of_the_words_of_the_grip(snapshot, qapp):
    view = NetBenefitView()
    lacking = reversed_too(snapshot, "mlp")
    fonts = TextFonts(small(), small(SEMIBOLD))
    canvas = Canvas(QRectF(0, 0, 270, 240), view.bounds(lacking), LIGHT, fonts)
    found = [
        note
        for mark in view.static_items(lacking, LIGHT)
        if isinstance(mark, Notes)
        for note in placed(mark, canvas)
    ]
    (missed,) = (note for note in found if note.text.startswith("mlp gives"))
    assert missed.box.top() >= GRIP_WORDS


def test_that_a_legend_lists_what_is_drawn(snapshot):
    lacking = reversed_too(snapshot)
    assert set(VIEW.listed(lacking)) == set(lacking.models) - {"mlp"}


def test_that_the_caption_names_the_intervals_of_the_bins(snapshot):
    assert captions.condition(snapshot, VIEW).endswith("; bars: Wilson intervals, 90 %")
    assert "bars" not in captions.condition(replace(snapshot, results=NO_RESULTS), VIEW)
