"""What words keep clear of, asked by columns and point by point."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from costcurve_gui.views.plotting.canvas import Bounds, Canvas, TextFonts
from costcurve_gui.views.plotting.obstacles import Grounds, Outline, hides, outline
from costcurve_gui.views.shell.theme import tokens_in_use

WIDTH = 60


def random_ground(rng: np.random.Generator) -> Outline:
    """Return a ground whose line may rise upright and need not span the view."""
    size = int(rng.integers(2, 40))
    x = np.sort(rng.choice([rng.uniform(-10, 70, size), rng.integers(-10, 70, size) * 1.0]))
    one = rng.uniform(0, 100, size)
    other = rng.choice([one, one + rng.uniform(0, 20, size)])
    return Outline(x, one, other, 0.0, WIDTH)


@pytest.mark.parametrize("seed", range(40))
def test_that_columns_and_points_agree_on_what_a_box_hides(seed: int) -> None:
    rng = np.random.default_rng(seed)
    grounds = [random_ground(rng) for _ in range(3)]
    together = Grounds(grounds)
    for _ in range(100):
        box = QRectF(*rng.uniform(-5, 60, 1), *rng.uniform(0, 100, 1), *rng.uniform(0.1, 20, 2))
        if rng.random() < 0.3:
            box = QRectF(box.toRect())
        assert together.hide(box) == any(hides(box, ground) for ground in grounds)


def view(high: float = 1.0) -> Canvas:
    fonts = TextFonts(QFont(), QFont())
    return Canvas(QRectF(0, 0, 100, 100), Bounds(0, high, 0, 1), tokens_in_use(), fonts)


def test_that_an_outline_is_made_once_for_arrays_and_view(qapp) -> None:
    x, y, canvas = np.linspace(0, 1, 5), np.linspace(0, 1, 5), view()
    assert outline(x, y, y, canvas) is outline(x, y, y, canvas)
    assert outline(x, y, y, view(2.0)).x[-1] == 50.0
    assert outline(x, x, y, canvas) is not outline(x, y, y, canvas)


def test_that_an_outline_is_never_that_of_arrays_that_are_gone(qapp) -> None:
    canvas = view()
    for end in range(1, 200):
        x = np.array([0.0, end / 200])
        assert outline(x, x, x, canvas).x[-1] == pytest.approx(end / 2)
        del x
        gc.collect(0)
