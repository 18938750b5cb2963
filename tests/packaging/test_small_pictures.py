"""Pictures of the help weigh little and show what they showed."""

import numpy as np
import pytest
import small_pictures
from PySide6.QtGui import QColor, QImage, QPainter

from costcurve_gui.resources import resources_root

HELP = resources_root() / "help"


def drawn(colours):
    """Return a picture with a column of each colour, and one of the first around them."""
    image = QImage(len(colours) + 3, 5, QImage.Format.Format_RGB32)
    image.fill(QColor(*colours[0]))
    painter = QPainter(image)
    for x, colour in enumerate(colours):
        painter.fillRect(x, 1, 1, 3, QColor(*colour))
    painter.end()
    return image


def pixels(image):
    plain = image.convertToFormat(QImage.Format.Format_RGBX8888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4)
    return rows[:, :, :3].astype(int)


def test_that_a_picture_of_few_colours_stays_as_it_is():
    image = drawn([(red, 3 * red, 255 - red) for red in range(85)])
    made = small_pictures.with_palette(image)
    assert made.format() == QImage.Format.Format_Indexed8
    assert (pixels(made) == pixels(image)).all()


def test_that_of_many_colours_the_commonest_stay_and_others_become_a_near_one():
    random = np.random.default_rng(3)
    image = drawn([(250, 251, 252), *random.integers(0, 256, (3000, 3)).tolist()])
    made = small_pictures.with_palette(image)
    assert len(set(made.colorTable())) <= small_pictures.MOST_COLOURS
    away = np.abs(pixels(made) - pixels(image)).max(axis=2)
    assert (away[0] == 0).all()
    assert away.max() < 64  # random ones are the worst case: a box of 40 by 40 by 40


def test_that_a_picture_is_written_alike_each_time(tmp_path):
    for name in "ab":
        drawn([(red, red, 255 - red) for red in range(256)]).save(str(tmp_path / f"{name}.png"))
    small_pictures.shrink_all(tmp_path)
    first = (tmp_path / "a.png").read_bytes()
    small_pictures.shrink_all(tmp_path)
    assert first == (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_that_what_is_no_picture_is_named(tmp_path):
    (tmp_path / "a.png").write_text("text", encoding="utf-8")
    with pytest.raises(OSError, match=r"a\.png"):
        small_pictures.shrink_all(tmp_path)


def test_that_every_picture_of_the_help_has_a_palette():
    paths = sorted(HELP.rglob("*.png"))
    assert len(paths) > 50
    for path in paths:
        assert QImage(str(path)).format() == QImage.Format.Format_Indexed8, path
