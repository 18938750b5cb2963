from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF
from scipy.stats import norm

from costcurve_gui.views.plotting.axes import x_ticks
from costcurve_gui.views.plotting.canvas import Bounds, Canvas, TextFonts
from costcurve_gui.views.plotting.plot_view import Axis
from costcurve_gui.views.plotting.ticks import (
    LOG,
    MOST_LABELS,
    PLAIN,
    PROBIT,
    RATIO,
    AxisStyle,
    tick_texts,
    tick_values,
)
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import LIGHT

MINUS = "\u2212"


def labels(low: float, high: float, style: AxisStyle = PLAIN) -> list[str]:
    return tick_texts(tick_values(low, high, style), style)


def test_that_rates_run_from_0_to_1_without_needless_decimals():
    assert labels(-0.035, 1.035) == ["0", "0.2", "0.4", "0.6", "0.8", "1"]


def test_that_costs_keep_their_decimals():
    shown = labels(-0.033, 0.519, AxisStyle(bare_whole=False))
    assert shown == ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]


def test_that_an_axis_of_ratios_labels_decades_with_their_numbers():
    shown = labels(-3.36, 3.36, AxisStyle(ladder=RATIO))
    assert shown == ["0.001", "0.01", "0.1", "1", "10", "100", "1\u202f000"]
    wide = labels(-9.5, 9.5, AxisStyle(ladder=RATIO))
    assert wide[len(wide) // 2] == "1"
    assert len(wide) <= MOST_LABELS + 4


def test_that_an_axis_can_go_without_labels():
    assert labels(0, 1, AxisStyle(labelled=False)) == []


def test_that_profit_is_signed_with_a_true_minus():
    shown = labels(-68, 157, AxisStyle(signed=True))
    assert shown == [f"{MINUS}50", "0", "+50", "+100", "+150"]


def test_that_shares_are_labelled_in_percent_at_their_own_place():
    style = AxisStyle(scale=100)
    values = tick_values(-0.035, 1.06, style)
    assert values == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert tick_texts(values, style) == ["0", "20", "40", "60", "80", "100"]


def test_that_large_money_has_thousands_and_no_prefix():
    assert labels(0, 52_000) == [
        "0",
        "10\u202f000",
        "20\u202f000",
        "30\u202f000",
        "40\u202f000",
        "50\u202f000",
    ]


def test_that_a_deep_zoom_shows_the_decimals_that_part_the_labels():
    assert labels(0.123401, 0.123404) == ["0.123401", "0.123402", "0.123403", "0.123404"]


@pytest.mark.parametrize(("low", "high"), [(1.0, 1.0), (2.0, 1.0), (0.0, math.nan)])
def test_that_no_stretch_has_no_labels(low, high):
    assert tick_values(low, high, PLAIN) == []
    assert tick_texts([], PLAIN) == []


@given(st.floats(-1e6, 1e6), st.floats(1e-4, 1e6))
def test_that_every_axis_has_two_to_six_different_labels_inside(low, length):
    values = tick_values(low, low + length, PLAIN)
    texts = tick_texts(values, PLAIN)
    assert 2 <= len(values) <= MOST_LABELS
    assert len(set(texts)) == len(texts)
    assert low - length * 1e-6 <= values[0] <= values[-1] <= low + length * (1 + 1e-6)


# --- axes that are not even in what they say --------------------------------------------------

DEVIATES, LOGARITHMS = AxisStyle(scale=100, ladder=PROBIT), AxisStyle(scale=100, ladder=LOG)


def test_that_normal_deviates_are_labelled_in_percent_where_they_lie():
    values = tick_values(-2.8, 2.8, DEVIATES)
    assert tick_texts(values, DEVIATES) == ["1", "5", "20", "50", "80", "95", "99"]
    assert values == pytest.approx(norm.ppf([0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99]))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (-4.05, 0.05, ["0.01", "0.1", "1", "10", "100"]),
        (-2.1, 0.1, ["1", "2", "5", "10", "20", "50", "100"]),
        (math.log10(0.301), math.log10(0.342), ["31", "32", "33", "34"]),
    ],
)
def test_that_logarithms_are_labelled_by_tenths_their_parts_or_evenly(low, high, expected):
    values = tick_values(low, high, LOGARITHMS)
    assert tick_texts(values, LOGARITHMS) == expected
    assert values == pytest.approx([math.log10(float(text) / 100) for text in expected])


@given(st.floats(-4.5, 3), st.floats(1e-3, 6))
def test_that_labels_of_deviates_are_few_different_and_inside(low, length):
    values = tick_values(low, low + length, DEVIATES)
    assert 2 <= len(values) <= 11
    assert values == sorted(values)
    assert len(set(tick_texts(values, DEVIATES))) == len(values)
    assert low - 1e-6 * length <= values[0] <= values[-1] <= low + length * (1 + 1e-6)


def test_that_labels_keep_their_values_while_the_view_is_moved():
    here, there = (set(tick_values(low, low + 4.0, DEVIATES)) for low in (-2.5, -2.2))
    assert {value for value in here | there if -2.2 <= value <= 1.5} == here & there


@pytest.mark.parametrize(("width", "shown"), [(400.0, 6), (120.0, 3)])
def test_that_labels_of_a_narrow_axis_do_not_touch(qapp, width, shown):
    small = TextFonts(fonts.small(), fonts.small())
    canvas = Canvas(QRectF(0, 0, width, 300), Bounds(-17, 517, 0, 1), LIGHT, small)
    axis = Axis("Applicants, highest score first")
    values = x_ticks(canvas, axis)
    assert len(values) == shown
    widest = QFontMetricsF(fonts.small()).horizontalAdvance("500")
    assert min(canvas.x(b) - canvas.x(a) for a, b in pairwise(values)) > widest
