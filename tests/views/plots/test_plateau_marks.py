from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from costcurve_gui.views.plots.profit_marks import Extent, extent_words, is_narrow
from costcurve_gui.views.plotting.canvas import Bounds, Canvas, TextFonts
from costcurve_gui.views.shell.fonts import SEMIBOLD, small
from costcurve_gui.views.shell.theme import LIGHT

pytestmark = pytest.mark.usefixtures("qapp")
LONG, SHORT = "within 1 % of the best: 30.0 to 30.5 %", "within 1 %"


def canvas(width=300.0):
    fonts = TextFonts(small(), small(SEMIBOLD))
    return Canvas(QRectF(0, 0, width, 200), Bounds(0, 1, 0, 1), LIGHT, fonts)


def extent(low, high):
    return Extent(low, high, "#000000", LONG, SHORT)


def test_that_arrows_point_at_a_stretch_too_narrow_to_be_seen():
    assert is_narrow(extent(0.3, 0.305), canvas())
    assert not is_narrow(extent(0.3, 0.5), canvas())


@pytest.mark.parametrize(("low", "high"), [(0.3, 0.305), (0.1, 0.3), (0.9, 0.905), (0.5, 0.505)])
@pytest.mark.parametrize("width", [300.0, 900.0])
def test_that_words_stand_beside_the_stretch_and_its_arrows(low, high, width):
    area = canvas(width)
    box, text = extent_words(extent(low, high), area)
    out = 14 if is_narrow(extent(low, high), area) else 0
    assert box.left() >= area.x(high) + out or box.right() <= area.x(low) - out
    assert area.rect.contains(box)
    assert text == LONG or width == 300.0


def test_that_short_words_stand_where_long_ones_have_no_room():
    assert extent_words(extent(0.5, 0.505), canvas())[1] == SHORT
    assert extent_words(extent(0.1, 0.105), canvas())[1] == LONG
