from __future__ import annotations

import numpy as np
import pytest
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtGui import QImage, QPainter

from costcurve_gui.views.plotting.brushes import pen
from costcurve_gui.views.plotting.thinning import same_picture, visible_slice

WIDTH, HEIGHT = 350, 300


def curve(points: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = np.sort(rng.random(points)) * WIDTH
    y = HEIGHT - np.cumsum(rng.exponential(HEIGHT / points, points)).clip(0, HEIGHT)
    return x, y


def picture(x: np.ndarray, y: np.ndarray, width: float, finer: int = 1) -> np.ndarray:
    """Paint a line; `finer` paints it that many times larger and averages: the ideal picture."""
    image = QImage(WIDTH * finer, HEIGHT * finer, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen("#000000", finer, width=width))
    painter.drawPolyline(arrayToQPolygonF(x * finer, y * finer))
    painter.end()
    pixels = np.array(image.constBits(), dtype=np.float64).reshape(HEIGHT * finer, -1)
    blocks = pixels[:, : WIDTH * finer].reshape(HEIGHT, finer, WIDTH, finer)
    return blocks.mean(axis=(1, 3))


@pytest.mark.parametrize("width", [1.0, 2.0])
def test_that_a_thinned_curve_is_as_near_to_the_ideal_picture_as_the_whole(qapp, width):
    x, y = curve(16_000)
    ideal = picture(x, y, width, finer=8)
    whole = abs(picture(x, y, width) - ideal).mean()
    thinned = abs(picture(*same_picture(x, y), width) - ideal).mean()
    assert ideal.min() < 30
    assert thinned <= whole


def test_that_a_rising_curve_keeps_two_points_a_column():
    x, y = curve(16_000)
    assert len(same_picture(x, y)[0]) <= 2 * WIDTH


def test_that_any_curve_keeps_at_most_four_points_a_column():
    x, _ = curve(16_000)
    y = np.random.default_rng(1).random(16_000) * HEIGHT
    kept, _ = same_picture(x, y)
    assert np.unique(np.floor(kept), return_counts=True)[1].max() <= 4


def test_that_only_points_of_the_curve_are_kept():
    x, y = curve(5_000)
    points = set(zip(x.tolist(), y.tolist(), strict=True))
    assert points.issuperset(zip(*(part.tolist() for part in same_picture(x, y)), strict=True))


def test_that_both_ends_and_the_extremes_stay():
    x, y = curve(5_000)
    y[2_500], y[2_502] = -40.0, 900.0
    thin_x, thin_y = same_picture(x, y)
    assert (thin_x[0], thin_x[-1]) == (x[0], x[-1])
    assert (thin_y.min(), thin_y.max()) == (-40.0, 900.0)


def test_that_a_short_curve_is_left_alone():
    x, y = curve(100)
    assert same_picture(x, y)[0] is x


def test_that_the_visible_part_reaches_one_point_beyond_the_view():
    x = np.array([0.0, 0.1, 0.4, 0.5, 0.9, 1.0])
    assert visible_slice(x, 0.2, 0.6) == slice(1, 5)
    assert visible_slice(x, -1, 2) == slice(0, 6)
