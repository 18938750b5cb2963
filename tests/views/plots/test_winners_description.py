from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from costcurve_gui.engine.api import BootstrapSpec
from costcurve_gui.engine.resampling.winners import WinShares
from costcurve_gui.models.uncertainty import known, winners_wanted
from costcurve_gui.views.plots.marks import Between, Label
from costcurve_gui.views.plots.winners_description import WinnersDescription
from costcurve_gui.views.theme import tokens_for
from tests.helpers.band_frames import knowing, resampled
from tests.helpers.frames import german_credit_frame

DESCRIPTION = WinnersDescription()
BARE = german_credit_frame()
KEYS = list(BARE.models)
PC = np.linspace(0, 1, 11)
SHARES = np.tile([0.1, 0.5, 0.0, 0.05, 0.3, 0.05], (11, 1))
FRAME = knowing(
    BARE, {winners_wanted(BARE): WinShares(PC, SHARES, "fixed policy", BootstrapSpec())}
)


@pytest.fixture
def tokens(qapp):
    return tokens_for("light")


def areas(frame, tokens):
    return [mark for mark in DESCRIPTION.still(frame, tokens) if isinstance(mark, Between)]


def test_that_areas_are_stacked_from_the_ground_to_the_top(tokens):
    found = areas(FRAME, tokens)
    assert len(found) == len(KEYS)
    assert found[0].first[1].tolist() == [0.0] * 11
    for below, above in pairwise(found):
        assert below.second[1].tolist() == above.first[1].tolist()
    assert found[-1].second[1] == pytest.approx(np.ones(11))


def test_that_areas_of_real_models_fill_the_height(tokens):
    frame = resampled("winners")
    assert areas(frame, tokens)[-1].second[1] == pytest.approx(np.ones(101))
    shares = known(frame, winners_wanted(frame)).shares
    here = round(100 * frame.condition.probability_cost)
    assert KEYS[int(np.argmax(shares[here]))] == frame.selected


def test_that_small_areas_are_not_named(tokens):
    names = [mark.text for mark in DESCRIPTION.still(FRAME, tokens) if isinstance(mark, Label)]
    assert names == ["naive_bayes", "random_forest"]


def test_that_a_sliver_is_not_named(tokens):
    pc_plus, shares = np.linspace(0, 1, 101), np.zeros((101, 6))
    shares[:, 1] = 1.0
    shares[:3] = 1 / 6  # where all decide alike
    shares[60:90] = [0.4, 0.6, 0.0, 0.0, 0.0, 0.0]
    found = WinShares(pc_plus, shares, "fixed policy", BootstrapSpec())
    frame = knowing(BARE, {winners_wanted(BARE): found})
    named = [mark for mark in DESCRIPTION.still(frame, tokens) if isinstance(mark, Label)]
    assert [mark.text for mark in named] == ["logistic_\u2026gression", "naive_bayes"]
    assert 0.6 < named[0].x < 0.9


def test_that_the_condition_tells_the_share_of_the_selected_model():
    (handle,) = DESCRIPTION.handles(FRAME)
    assert handle.x == FRAME.condition.probability_cost
    assert "wins 50 %" in str(handle)
    assert "wins" not in str(DESCRIPTION.handles(BARE)[0])


def test_that_a_model_is_read_aloud_with_its_share():
    spoken = [DESCRIPTION.spoken(FRAME, model) for model in FRAME.models.values()]
    assert spoken[1] == "wins 50 % of the replicates"
    assert DESCRIPTION.spoken(BARE, BARE.models[KEYS[1]]) == "not known yet"


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
    assert DESCRIPTION.still(BARE, tokens) == []
    assert DESCRIPTION.moving(FRAME, tokens) == []
