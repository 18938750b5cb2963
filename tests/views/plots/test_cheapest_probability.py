from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import winners_request
from costcurve_gui.engine import BootstrapSpec
from costcurve_gui.engine.resampling.cheapest_probability import CheapestProbability
from costcurve_gui.views.plots.cheapest_probability import (
    AreaName,
    CheapestProbabilityView,
    name_box,
)
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.marks import Between
from costcurve_gui.views.shell.fonts import SEMIBOLD, small
from costcurve_gui.views.shell.theme import tokens_for
from tests.helpers.band_snapshots import knowing, resampled
from tests.helpers.snapshots import german_credit_snapshot

DESCRIPTION = CheapestProbabilityView()
BARE = german_credit_snapshot()
KEYS = list(BARE.models)
PC = np.linspace(0, 1, 11)
SHARES = np.tile([0.1, 0.5, 0.0, 0.05, 0.3, 0.05], (11, 1))
FRAME = knowing(
    BARE,
    {
        winners_request(BARE): CheapestProbability(
            PC, SHARES, np.zeros(11), "fixed policy", BootstrapSpec()
        )
    },
)


@pytest.fixture
def tokens(qapp):
    return tokens_for("light")


def areas(snapshot, tokens):
    return [
        mark for mark in DESCRIPTION.static_items(snapshot, tokens) if isinstance(mark, Between)
    ]


def test_that_areas_are_stacked_from_the_ground_to_the_top(tokens):
    found = areas(FRAME, tokens)
    assert len(found) == len(KEYS)
    assert found[0].first[1].tolist() == [0.0] * 11
    for below, above in pairwise(found):
        assert below.second[1].tolist() == above.first[1].tolist()
    assert found[-1].second[1] == pytest.approx(np.ones(11))


def test_that_areas_of_real_models_fill_the_height(tokens):
    snapshot = resampled("winners")
    assert areas(snapshot, tokens)[-1].second[1] == pytest.approx(np.ones(101))
    shares = known(snapshot, winners_request(snapshot)).shares
    here = round(100 * snapshot.condition.probability_cost)
    assert KEYS[int(np.argmax(shares[here]))] == snapshot.selected


def named(snapshot, tokens, size=(290.0, 300.0)):
    """Return the names in a view of so many pixels, each with its box and its area."""
    fonts = TextFonts(small(), small(SEMIBOLD))
    canvas = Canvas(QRectF(0, 0, *size), DESCRIPTION.bounds(snapshot), tokens, fonts)
    marks = [
        mark for mark in DESCRIPTION.dynamic_items(snapshot, tokens) if isinstance(mark, AreaName)
    ]
    found = [(mark, name_box(mark, canvas)) for mark in marks]
    return canvas, [(mark, *place) for mark, place in found if place is not None]


def test_that_small_areas_are_not_named(tokens):
    low = [text for *_, text in named(FRAME, tokens, (290.0, 205.0))[1]]
    assert low == ["naive_bayes", "random_forest"]
    high = [text for *_, text in named(FRAME, tokens, (290.0, 300.0))[1]]
    assert high == ["logistic_regression", *low]


SIZES = [((290.0, 205.0), 1), ((285.0, 300.0), 1), ((900.0, 640.0), 3)]


@pytest.mark.parametrize(("size", "least"), SIZES)
def test_that_names_stand_inside_their_areas_and_not_on_each_other(size, least, tokens):
    canvas, found = named(resampled("winners"), tokens, size)
    assert len(found) >= least
    for mark, box, _ in found:
        xs = np.linspace(box.left(), box.right(), 50)
        at = canvas.bounds.x_low + xs / size[0] * canvas.bounds.width
        assert (canvas.y(np.interp(at, mark.x, mark.top)) < box.top()).all()
        assert (canvas.y(np.interp(at, mark.x, mark.foot)) > box.bottom()).all()
    assert not any(one.intersects(other) for (_, one, _), (_, other, _) in combinations(found, 2))


def test_that_a_legend_shows_the_areas_in_their_order(tokens):
    entries = DESCRIPTION.legend(FRAME, tokens)
    assert [one.text for one in entries] == [one.info.name for one in FRAME.models.values()]
    for entry, area in zip(entries, areas(FRAME, tokens), strict=True):
        assert (entry.is_area, entry.color, entry.alpha) == (True, area.color, area.alpha)
    assert DESCRIPTION.legend(BARE, tokens) == []


def test_that_a_sliver_is_not_named(tokens):
    pc_plus, shares = np.linspace(0, 1, 101), np.zeros((101, 6))
    shares[:, 1] = 1.0
    shares[:3] = 1 / 6  # where all decide alike
    shares[55:95] = [0.4, 0.6, 0.0, 0.0, 0.0, 0.0]
    found = CheapestProbability(pc_plus, shares, np.zeros(101), "fixed policy", BootstrapSpec())
    snapshot = knowing(BARE, {winners_request(BARE): found})
    _, names = named(snapshot, tokens)
    assert [text for *_, text in names] == ["logistic_\nregression", "naive_bayes"]
    assert names[0][1].left() > 0.55 * 290


def test_that_the_condition_tells_the_share_of_the_selected_model():
    (handle,) = DESCRIPTION.handles(FRAME)
    assert handle.x == FRAME.condition.probability_cost
    assert (handle.text, handle.short) == ("naive_bayes best in 50 %", "best in 50 %")
    assert "best" not in DESCRIPTION.handles(BARE)[0].text


def test_that_a_model_is_read_aloud_with_its_share():
    spoken = [DESCRIPTION.accessible_text(FRAME, model) for model in FRAME.models.values()]
    assert spoken[1] == "is cheapest in 50 % of the replicates"
    assert DESCRIPTION.accessible_text(BARE, BARE.models[KEYS[1]]) == "not known yet"


def test_that_the_area_under_the_mouse_is_named(make_plot):
    plot = make_plot("winners", FRAME)
    canvas = plot.canvas()
    place = canvas.point(0.5, 0.3)
    assert DESCRIPTION.snap(FRAME, canvas, place)[0] == KEYS[1]
    said = DESCRIPTION.hint(FRAME, canvas, place)
    assert said == "naive_bayes is the cheapest at PC(+) 0.500 in 50 % of the replicates"
    assert DESCRIPTION.hint(FRAME, canvas, canvas.point(0.5, 1.005)) == ""
    assert DESCRIPTION.hint(FRAME, canvas, canvas.point(0.5, -0.005)) == ""
    assert DESCRIPTION.snap(BARE, canvas, place) is None


def test_that_nothing_is_drawn_before_it_is_known(tokens):
    assert DESCRIPTION.static_items(BARE, tokens) == []
    assert DESCRIPTION.dynamic_items(BARE, tokens) == []


@pytest.fixture
def half_trivial():
    """Replicates of which the trivial classifiers win half, and everything at the ends."""
    trivial = np.where((PC == 0) | (PC == 1), 1.0, 0.5)
    found = CheapestProbability(
        PC, SHARES * (1 - trivial[:, None]), trivial, "fixed policy", BootstrapSpec()
    )
    return knowing(BARE, {winners_request(BARE): found})


def test_that_what_no_model_wins_is_the_trivial_classifiers_area(half_trivial, tokens):
    *models, trivial = areas(half_trivial, tokens)
    assert trivial.color == tokens.trivial
    assert trivial.first[1].tolist() == models[-1].second[1].tolist()
    assert trivial.second[1] == pytest.approx(np.ones(11))
    assert DESCRIPTION.legend(half_trivial, tokens)[-1].text == "trivial classifiers"
    assert "trivial classifiers" in {text for *_, text in named(half_trivial, tokens)[1]}


def test_that_the_trivial_classifiers_area_is_no_model_to_select(half_trivial, make_plot):
    canvas = make_plot("winners", half_trivial).canvas()
    for x, what in ((0.3, "granting all"), (0.7, "refusing all")):
        place = canvas.point(x, 0.9)
        assert DESCRIPTION.snap(half_trivial, canvas, place) is None
        said = DESCRIPTION.hint(half_trivial, canvas, place)
        assert said == f"No model is cheaper than {what} at PC(+) {x:.3f} in 50 % of the replicates"


def test_that_models_of_one_colour_have_areas_that_differ(tokens):
    repeated = replace(BARE.models[KEYS[1]].info, slot=9)
    snapshot = replace(
        FRAME, models={**FRAME.models, KEYS[1]: replace(FRAME.models[KEYS[1]], info=repeated)}
    )
    assert [area.hatched for area in areas(snapshot, tokens)] == [key == KEYS[1] for key in KEYS]
    assert [one.hatched for one in DESCRIPTION.legend(snapshot, tokens)][:2] == [False, True]
