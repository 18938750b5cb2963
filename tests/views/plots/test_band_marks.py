from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.interval_settings import BandPolicy, BandsOf, RocBand, Verdicts
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.requests import (
    band_request,
    banded_models,
    bands_of,
    difference_request,
    known_difference,
)
from costcurve_gui.analysis.intervals.results import IntervalRequest, PairDifference
from costcurve_gui.engine.resampling.band import Band, no_interval
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.difference_band import DifferenceBand, Stretch
from costcurve_gui.views.catalogue import plot_views
from costcurve_gui.views.plotting import captions, painting
from costcurve_gui.views.plotting.interval_marks import (
    MOST_CROSSES,
    Whisker,
    difference_ribbon,
    difference_strip,
    ribbon,
    ribbons,
    spread_rows,
)
from costcurve_gui.views.plotting.marks import Between, Line, Shade, Tick
from costcurve_gui.views.plotting.notes import Notes
from costcurve_gui.views.shell.theme import tokens_for
from costcurve_gui.views.text import comparison_text, uncertainty_text
from tests.helpers.band_snapshots import SPEC, banded, knowing, resampled
from tests.helpers.snapshots import german_credit, german_credit_snapshot

VIEWS = ("cost", "roc", "rociv", "pr", "profit", "gain", "net_benefit")
FRAME = resampled(*VIEWS, "difference")
PAIR = "naive_bayes and gradient_boosting"
COST_METHOD = "fixed policy, Wilson where an error was never seen"
BARE = german_credit_snapshot()
X = np.linspace(0, 1, 5)
BAND = Band(X, X, X - 0.1, np.array([0.1, 0.4, np.nan, 0.9, 1.1]), "fixed policy", SPEC)


@pytest.fixture
def tokens(qapp):
    return tokens_for("light")


def spans(marks):
    return [mark for mark in marks if isinstance(mark, Between)]


def test_that_a_band_alone_is_a_ribbon_where_it_is_known():
    (span,) = ribbon(BAND, "a", "#123456", 38, edged=False)
    assert span.first[0].tolist() == [0.0, 0.25, 0.75, 1.0]
    assert span.second[1].tolist() == [0.1, 0.4, 0.9, 1.1]


def test_that_edges_part_bands_that_lie_upon_each_other():
    span, *edges = ribbon(BAND, "a", "#123456", 36, edged=True)
    assert span.alpha == 36
    assert all(isinstance(edge, Line) for edge in edges)
    assert len(edges) == 2


@pytest.mark.parametrize("view", VIEWS)
def test_that_every_view_has_the_bands_of_the_selected_model_and_its_competitor(view, tokens):
    found = spans(ribbons(FRAME, view, tokens))
    slots = [FRAME.models[f"g/score_{name}"].info.slot for name in _PAIR]
    assert [span.color for span in found] == [tokens.model_color(slot) for slot in slots]


_PAIR = ("gradient_boosting", "naive_bayes")


def test_that_of_many_bands_that_of_the_selected_model_alone_is_dense(tokens):
    alphas = [span.alpha for span in spans(ribbons(FRAME, "cost", tokens))]
    assert alphas == [36, 36]
    *others, selected = spans(ribbons(resampled("cost", of=BandsOf.ALL), "cost", tokens))
    assert len(others) > 2
    assert selected.alpha == 36
    assert {one.alpha for one in others} == {14}
    (alone,) = spans(ribbons(resampled("cost", of=BandsOf.SELECTED), "cost", tokens))
    assert alone.alpha == tokens.band_alpha


def test_that_a_band_of_net_benefit_ends_with_the_scores(tokens):
    drawn = plot_views()["net_benefit"].static_items(FRAME, tokens)
    for key, span in zip([f"g/score_{name}" for name in _PAIR], spans(drawn), strict=True):
        model = next(one for one in FRAME.curve_set.models if one.info.key == key)
        highest = model.evaluation.table.thresholds[1]
        assert highest - 0.01 < span.first[0].max() <= highest
    (tick,) = (mark for mark in drawn if isinstance(mark, Tick))
    assert tick.x == FRAME.curve_set.models[1].evaluation.table.thresholds[1]
    (notes,) = (mark for mark in drawn if isinstance(mark, Notes))
    said = [places[0].text for places in notes.notes]
    assert said == ["highest score 0.861", "grant all", "refuse all"]


@pytest.mark.parametrize("view", VIEWS)
def test_that_ribbons_lie_under_the_curves_of_their_view(view, tokens):
    drawn = plot_views()[view]
    # Those of one condition may move with it; those of all conditions stand still.
    marks = [*drawn.static_items(FRAME, tokens), *drawn.dynamic_items(FRAME, tokens)]
    bare = [*drawn.static_items(BARE, tokens), *drawn.dynamic_items(BARE, tokens)]
    assert len(spans(marks)) - len(spans(bare)) == 2


@pytest.mark.parametrize("view", ["roc", "rociv"])
def test_that_intervals_by_threshold_are_crosses_in_boxes_along_the_curve(view, tokens):
    snapshot = resampled(view, roc=RocBand.THRESHOLD)
    marks = ribbons(snapshot, view, tokens)
    boxes = [mark for mark in marks if isinstance(mark, Shade)]
    whiskers = [mark for mark in marks if isinstance(mark, Whisker)]
    assert not spans(marks)
    assert len(whiskers) == 2 * len(boxes)
    assert len(boxes) > MOST_CROSSES  # two models
    for box, across, up in zip(boxes, whiskers[::2], whiskers[1::2], strict=False):
        assert (box.x_low, box.x_high) == (across.low, across.high) or box.color != across.color
        assert (across.upright, up.upright) == (False, True)
        assert across.low < across.x < across.high
        assert up.low < up.y < up.high
    assert uncertainty_text.band_note(snapshot, view) == "90 % intervals"
    assert uncertainty_text.band_method(snapshot, view).startswith("threshold-wise")


def test_that_crosses_are_spread_evenly_and_leave_out_the_ends(tokens):
    (band, *_) = bands_of(resampled("roc", roc=RocBand.THRESHOLD), "roc").values()
    at = spread_rows(band)
    way = (band.fpr[at] + band.tpr[at]) / 2
    assert at.size == MOST_CROSSES
    assert np.abs(way - np.arange(1, 10) / 10).max() < 0.01


def test_that_hidden_bands_are_not_drawn(tokens):
    hidden = banded(FRAME, shown=False)
    assert ribbons(hidden, "cost", tokens) == []
    assert uncertainty_text.band_note(hidden, "cost") == ""


def test_that_titles_name_level_and_method_once_there_is_a_band():
    assert uncertainty_text.band_note(FRAME, "cost") == "90 % bands"
    assert uncertainty_text.band_method(FRAME, "roc").endswith(", 400 replicates, seed 0")
    assert uncertainty_text.band_method(FRAME, "cost").startswith("fixed policy, ")
    alone = resampled("cost", of=BandsOf.SELECTED)
    assert uncertainty_text.band_note(alone, "cost") == "90 % band"
    assert (
        uncertainty_text.band_note(BARE, "cost") == uncertainty_text.band_method(BARE, "cost") == ""
    )


def test_that_captions_name_level_method_replicates_and_seed():
    assert said_of("cost", FRAME) == f"90 % bands of {PAIR}: {COST_METHOD}, 400 replicates, seed 0"
    difference = said_of("difference", FRAME)
    assert difference.startswith("90 % band: ")
    assert difference.endswith(", 400 replicates, seed 0")
    won = said_of("winners", resampled("winners"))
    unseen = "rule of three where an error was never seen"
    assert won == f"bootstrap, paired: fixed policy, {unseen}, 400 replicates, seed 0"
    for view in ("cost", "difference", "winners"):
        assert plot_views()[view].uncertainty_note(BARE) == ""
    assert uncertainty_text.difference_note(banded(FRAME, shown=False)) == ""


def of_two(competitor, selected):
    """Return a snapshot that knows these bands of the competitor and the selected model."""
    snapshot = banded(BARE, spec=SPEC, of=BandsOf.PAIR)
    models = banded_models(snapshot)
    found = zip(models, (competitor, selected), strict=True)
    return knowing(snapshot, {band_request(snapshot, "roc", key): band for key, band in found})


NONE = no_interval(X, X, "every score is equal", SPEC)
CERTAIN = replace(BAND, lower=X, upper=X, method="rule of three")


@pytest.mark.parametrize("other", [NONE, CERTAIN])
def test_that_no_method_is_named_of_a_model_without_a_band(other):
    said = "90 % band: fixed policy, 400 replicates, seed 0"
    assert uncertainty_text.uncertainty_note(of_two(other, BAND), "roc") == said
    assert uncertainty_text.uncertainty_note(of_two(BAND, other), "roc") == said


def test_that_the_reason_stands_where_no_model_has_a_band():
    snapshot = of_two(NONE, NONE)
    note = uncertainty_text.uncertainty_note(snapshot, "roc")
    assert note == NONE.method
    assert uncertainty_text.uncertainty_note(of_two(CERTAIN, CERTAIN), "roc") == ""


def test_that_methods_that_differ_say_whose_they_are():
    small = replace(BAND, method="vertical; Wilson at small counts")
    snapshot = of_two(small, replace(BAND, method="vertical"))
    assert uncertainty_text.uncertainty_note(snapshot, "roc") == (
        "90 % bands: vertical, Wilson at small counts (gradient_boosting), 400 replicates, seed 0"
    )
    exact = replace(BAND, method="two binomials, observed rates")
    assert (
        uncertainty_text.band_method(of_two(exact, exact), "roc") == "two binomials, observed rates"
    )


@pytest.mark.parametrize(
    ("policy", "method"),
    [
        (BandPolicy.FIXED, "fixed policy"),
        (BandPolicy.REOPTIMISED, "re-optimised"),
        (BandPolicy.CORRECTED, "corrected"),
    ],
)
def test_that_the_method_of_the_bands_is_named(policy, method):
    snapshot = resampled("cost", policy=policy)
    assert (
        uncertainty_text.bands_summary(snapshot, "cost")
        == f"90 % bands: {method}, 400 replicates, seed 0"
    )


@pytest.mark.parametrize("view", ["roc", "cost", "profit"])
def test_that_a_picture_says_whose_bands_are_drawn(view):
    drawn = plot_views()[view]
    both = captions.condition(FRAME, drawn)
    assert f"; 90 % bands of {PAIR}: " in both
    of_all = captions.condition(resampled(view, of=BandsOf.ALL), drawn)
    assert "; 90 % bands: " in of_all
    alone = captions.condition(resampled(view, of=BandsOf.SELECTED), drawn)
    assert "; 90 % band of naive_bayes: " in alone


def test_that_exact_bands_name_no_replicates():
    exact = replace(BAND, method="two binomials, observed rates")
    said = uncertainty_text.bands_summary(of_two(exact, exact), "roc")
    assert said == "90 % bands: two binomials"


def said_of(view, snapshot):
    """Return what a picture says last."""
    said = plot_views()[view].uncertainty_note(snapshot)
    assert captions.condition(snapshot, plot_views()[view]).endswith(f"; {said}")
    return said


def test_that_the_legend_of_a_difference_says_what_is_drawn_and_no_more(tokens):
    view = plot_views()["difference"]
    said = [one.text for one in view.legend(different((0.2, 0.4, "b")), tokens)]
    curve = "naive_bayes less gradient_boosting"
    assert said == [curve, "90 % band", "gradient_boosting significantly cheaper"]
    assert [one.text for one in view.legend(different(), tokens)] == [curve, "90 % band"]
    assert [one.text for one in view.legend(BARE, tokens)] == [curve]


@pytest.mark.parametrize(("level", "text"), [(0.9, "90 %"), (0.975, "97.5 %"), (0.999, "99.9 %")])
def test_that_a_level_is_written_short(level, text):
    assert uncertainty_text.level(BootstrapSpec(level=level)) == text


# --- differences --------------------------------------------------------------------------------


def different(*stretches, only_here=()):
    """Return a snapshot whose difference is significant over some stretches."""
    grid = np.linspace(0, 1, 101)
    band = Band(grid, grid * 0, grid * 0 - 0.1, grid * 0 + 0.1, "fixed policy", SPEC)
    shown = np.zeros(101, np.bool_)
    every = tuple(Stretch(*one) for one in (*stretches, *only_here))
    of_all = DifferenceBand(band, shown, every)
    on_new_cases = frozenset(one[:2] for one in stretches)
    found = PairDifference(DifferenceBand(band, shown, (), of_all), on_new_cases)
    snapshot = banded(BARE, spec=SPEC)
    first = difference_request(snapshot).models[0]
    in_file_order = found if first == snapshot.selected else found.reversed()
    return knowing(snapshot, {difference_request(snapshot): in_file_order})


def strip(snapshot, tokens):
    return difference_strip(snapshot, cost_comparisons(snapshot).comparison, tokens)


def test_that_significant_stretches_wear_the_colour_of_the_better_model(tokens):
    snapshot = different((0.2, 0.4, "a"), (0.6, 0.9, "b"))
    marks = difference_ribbon(snapshot, cost_comparisons(snapshot).comparison, tokens)
    whole, first, second = spans(marks)
    slots = [FRAME.models[f"g/score_{name}"].info.slot for name in _PAIR]
    competitor, model = (tokens.model_color(slot) for slot in slots)
    assert (first.color, second.color) == (model, competitor)
    assert (first.first[0][0], first.first[0][-1]) == pytest.approx((0.2, 0.4))
    assert whole.first[0].size == 101
    assert strip(snapshot, tokens).parts == ((0.2, 0.4, (model,)), (0.6, 0.9, (competitor,)))


def test_that_a_strip_says_the_same_in_words(tokens):
    once = strip(different((0.2, 0.4, "a")), tokens).text
    assert once == "significant, 0.20 to 0.40 (simultaneous)"
    assert strip(different(), tokens).text == "nowhere significant (simultaneous)"
    many = different((0.1, 0.2, "a"), (0.3, 0.4, "a"), (0.5, 0.6, "b"))
    assert strip(many, tokens).text == "significant in three stretches (simultaneous)"


def test_that_a_sentence_names_who_is_significantly_cheaper_where():
    snapshot = different((0.2, 0.4, "a"), (0.5, 0.55, "a"), (0.6, 0.9, "b"))
    found = known_difference(snapshot)
    assert comparison_text.significance_sentence(snapshot, found) == (
        "naive_bayes is significantly cheaper for PC(+) from 0.20 to 0.40 and in one shorter "
        "stretch; gradient_boosting is significantly cheaper for PC(+) from 0.60 to 0.90 (90 %, "
        "simultaneous)."
    )
    nowhere = different()
    assert comparison_text.significance_sentence(nowhere, known_difference(nowhere)) == (
        "Nowhere is the difference significant (90 %, simultaneous)."
    )


@pytest.mark.parametrize(
    ("pair", "only_here"),
    [
        (("g/score_mlp", "g/score_decision_tree"), [(0.3, 0.31), (0.73, 0.85)]),
        (("g/score_naive_bayes", "g/score_decision_tree"), [(0.91, 0.94)]),
    ],
)
def test_that_stretches_follow_the_verdicts(pair, only_here):
    loaded, bands = german_credit(), banded(BARE, verdicts=Verdicts.POINTWISE).settings.bands
    source = resampling_input(loaded.curve_set, loaded.source, loaded.settings.payoff)
    of_curves, of_verdicts = (IntervalRequest(kind, pair) for kind in ("difference", "verdicts"))
    found = resample(source, [of_curves, of_verdicts], bands, SPEC)
    judged = found[of_curves].judged(simultaneous=False)
    better = [row for row in found[of_verdicts][0] if row.verdict == "better"]
    assert ends_of(judged.stretches) == [(row.pc_low, row.pc_high) for row in better]
    assert ends_of(judged.only_here) == only_here


def ends_of(stretches):
    return [(round(low, 2), round(high, 2)) for low, high, _ in stretches]


def test_that_what_new_cases_do_not_show_is_said_of_this_sample(tokens):
    snapshot = different(only_here=[(0.96, 0.99, "a")])
    assert comparison_text.significance_sentence(snapshot, known_difference(snapshot)) == (
        "On this sample naive_bayes is significantly cheaper for PC(+) from 0.96 to 0.99, on new "
        "cases not significantly (90 %, simultaneous)."
    )
    assert strip(snapshot, tokens).text == "nowhere significant on new cases (simultaneous)"
    assert strip(snapshot, tokens).parts == ()
    legend = plot_views()["difference"].legend(snapshot, tokens)
    assert not [one.text for one in legend if "significantly" in one.text]
    both = different((0.2, 0.4, "b"), only_here=[(0.96, 0.99, "a")])
    assert comparison_text.significance_sentence(both, known_difference(both)) == (
        "gradient_boosting is significantly cheaper for PC(+) from 0.20 to 0.40; on this sample "
        "naive_bayes is significantly cheaper for PC(+) from 0.96 to 0.99, on new cases not "
        "significantly (90 %, simultaneous)."
    )


def test_that_no_difference_is_marked_before_it_is_known_or_where_bands_are_hidden(tokens):
    assert strip(BARE, tokens) is None
    hidden = banded(FRAME, shown=False)
    assert known_difference(hidden) is None
    assert difference_ribbon(hidden, cost_comparisons(hidden).comparison, tokens) == []


def test_that_the_interval_at_a_pc_plus_is_that_of_the_band():
    low, high = comparison_text.difference_interval(FRAME, 0.5)
    band = known_difference(FRAME).band
    assert (low, high) == (band.lower[50], band.upper[50])
    assert comparison_text.difference_interval(BARE, 0.5) is None


def test_that_the_interval_gives_way_where_the_view_is_narrow(make_plot, monkeypatch):
    (handle,) = plot_views()["difference"].handles(FRAME)
    low, high = comparison_text.difference_interval(FRAME, FRAME.condition.probability_cost)
    assert handle.text == f"{handle.short} (90 %: {low:+.3f} to {high:+.3f})".replace("-", "\u2212")
    written = []
    for name in ("paint_words", "paint_over_lines"):
        monkeypatch.setattr(painting, name, lambda *given: written.append(given[3]))
    plot = make_plot("difference", FRAME)
    plot.grab()
    assert {handle.text, handle.short} & set(written) == {handle.text}
    written.clear()
    plot.resize(180, 200)
    plot.grab()
    assert {handle.text, handle.short} & set(written) == {handle.short}


def test_that_the_words_of_a_plot_say_what_its_operating_points_were_chosen_on():
    said = ". Selected and estimated on the same sample. "
    assert said in captions.accessible_text(FRAME, plot_views()["roc"])
    assert said not in captions.accessible_text(FRAME, plot_views()["calibration"])
