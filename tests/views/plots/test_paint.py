from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QIODevice, QRect, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from costcurve_gui.views.plots.instance_costs import Bars
from costcurve_gui.views.plotting.axes import fitted
from costcurve_gui.views.plotting.canvas import Bounds, Canvas, TextFonts
from costcurve_gui.views.plotting.handle_painting import handle_line
from costcurve_gui.views.plotting.handles import Handle, grip_place
from costcurve_gui.views.plotting.label_placement import Surroundings, placed_words
from costcurve_gui.views.plotting.lane_marks import Corner, Lane
from costcurve_gui.views.plotting.marks import (
    Between,
    FootStrip,
    Forbidden,
    HoverPoint,
    Label,
    Line,
    Shade,
    same_marks,
)
from costcurve_gui.views.plotting.obstacles import hides
from costcurve_gui.views.plotting.page_lines import wrapped
from costcurve_gui.views.plotting.painting import paint_marks
from costcurve_gui.views.plotting.plot_view import Axis
from costcurve_gui.views.shell.theme import LIGHT

pytestmark = pytest.mark.usefixtures("qapp")
SIDE = 300
SVG = "{http://www.w3.org/2000/svg}"


def canvas(**changes) -> Canvas:
    font = QFont()
    font.setPixelSize(11)
    bounds = changes.get("bounds", Bounds(0, 1, 0, 1))
    area = QRectF(0, 0, SIDE, SIDE)
    handles = changes.get("handles", True)
    return Canvas(area, bounds, LIGHT, TextFonts(font, font), handles=handles)


def pixels(*marks, **changes) -> np.ndarray:
    """Return which pixels the marks touch."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    paint_marks(painter, canvas(**changes), marks)
    painter.end()
    return np.array(image.constBits()).reshape(SIDE, -1)[:, :SIDE] < 250


def words(*marks, **changes) -> dict[str, tuple[float, float]]:
    """Return where the words of the marks begin."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(QSize(SIDE, SIDE))
    generator.setViewBox(QRect(0, 0, SIDE, SIDE))
    painter = QPainter(generator)
    paint_marks(painter, canvas(**changes), marks)
    painter.end()
    root = ElementTree.fromstring(buffer.data().data())  # noqa: S314 (our own text)
    return {
        "".join(node.itertext()).strip(): (float(node.get("x")), float(node.get("y")))
        for node in root.iter(f"{SVG}text")
    }


def test_that_a_line_without_points_leaves_no_mark():
    assert not pixels(Line("empty", (), (), "#000000")).any()


def lane(**changes):
    values = {"key": "m", "y": 0.5, "pitch": 0.2, "parts": ((0.2, 0.4),), "colors": ("#000000",)}
    words = {"name": "a_model", "figures": "cost 0.2", "heavy": False}
    return Lane(**{**values, **words, **changes})


def test_that_a_lane_is_thick_where_its_model_is_the_cheapest():
    touched = pixels(lane(name="", figures=""))
    thick = touched[140:160].sum(axis=0)
    assert set(thick[62:118]) == {5}
    assert set(thick[125:299]) == set(thick[1:58]) == {1}
    assert set(pixels(lane(name="", figures="", heavy=True))[140:160].sum(axis=0)[62:118]) == {8}


def test_that_a_lane_has_words_only_where_there_is_room():
    assert set(words(lane())) == {"a_model", "cost 0.2"}
    assert set(words(lane(pitch=0.05))) == {"a_model"}  # smaller
    assert words(lane(pitch=0.02)) == {}


def test_that_a_long_name_of_a_lane_drops_its_figures_and_is_not_cut():
    name = "multilayer_perceptron_with_two_hidden_layers_2026"
    assert set(words(lane(name=name))) == {name}
    assert set(words(lane(name=name, pitch=0.06))) == {name}


def test_that_a_label_wider_than_the_view_has_short_words_or_more_lines():
    text = "LC index +0.513 favours multilayer_perceptron_with_two_layers"
    assert set(words(Label(0.1, 0.5, text, "left", short="LC index +0.513"))) == {"LC index +0.513"}
    lines = list(words(Label(0.1, 0.5, text, "left")))
    assert len(lines) > 1
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_that_a_heavy_lane_is_thinner_where_its_name_has_no_room_above_it():
    pitch = (QFontMetricsF(canvas().fonts.small).height() + 7) / SIDE
    touched = pixels(lane(name="", figures="", heavy=True, pitch=pitch))
    assert set(touched[140:160].sum(axis=0)[62:118]) == {5}


def test_that_the_name_of_a_full_lane_stands_on_its_strip():
    assert set(words(lane(pitch=0.06, parts=((0.0, 1.0),)))) == {"a_model"}


def test_that_the_name_of_a_tight_lane_stands_on_it_clear_of_the_strips():
    found = words(lane(pitch=0.06))
    assert set(found) == {"a_model"}
    assert 0.4 * SIDE < found["a_model"][0] < 0.45 * SIDE
    assert words(lane(pitch=0.06, parts=((0.4, 1.0),)))["a_model"][0] < 0.05 * SIDE


def upright(text):
    return Handle("condition", 0.5, 0.0, (0.0, 1.0), text)


def test_that_the_words_of_a_grip_stand_beside_it_or_take_its_place_where_they_are_too_long():
    short, long = "PC(+) 0.5", "\u22120.021 (\u22120.055 to +0.016), 90 %"
    drop = words(upright(short))[short]
    assert drop[0] > SIDE / 2
    instead = words(upright(long))[long]
    assert instead[0] < SIDE / 2
    assert instead[1] == drop[1]
    grips = [grip_place(upright(text), canvas()).y() for text in (short, long)]
    assert grips[1] > grips[0] + 20
    held = replace(upright(long), held_at=(150.0, 150.0))
    assert words(held)[long][1] < 150 - 10
    at_top = replace(upright(long), held_at=(150.0, 5.0))
    assert words(at_top)[long][1] > 5 + 10


def test_that_words_beside_a_short_strip_are_clear_of_the_line_on_it():
    text = "within 1 %"
    strip = (0.3, 0.33, "#000000")
    place = words(FootStrip((strip,), text, aside=True))[text]
    assert place[0] > 0.33 * SIDE
    assert place[1] > 0.9 * SIDE
    late = words(FootStrip(((0.9, 0.95, "#000000"),), text, aside=True))[text]
    assert late[0] < 0.9 * SIDE


def test_that_a_corner_has_a_grip_only_where_grips_are_painted():
    corner = Corner(0.5, 0.5, "", "left", (0.0, 0.0))
    assert pixels(corner)[150, 150]
    assert not pixels(corner, handles=False).any()


def test_that_a_strip_takes_the_words_that_fit():
    strip = FootStrip(((0.0, 1.0, "#000000"),), "in many words " * 9, "in few")
    assert set(words(strip)) == {"in few"}
    assert set(words(FootStrip(strip.parts, "fits", "in few"))) == {"fits"}


def test_that_a_line_without_points_is_no_line():
    assert not pixels(Line("m", np.empty(0), np.empty(0), "#000000")).any()


def test_that_only_the_forbidden_side_is_hatched():
    touched = pixels(Forbidden(1.0, 0.0, 0.4))
    assert not touched[:, :118].any()
    assert touched[:, 122:].any(axis=0).mean() > 0.9
    below = pixels(Forbidden(0.5, 0.5, 0.5))
    rows, columns = np.nonzero(below)
    assert (columns - rows >= -2).all()
    assert below[:100, 200:].mean() > 0.1


def test_that_a_bound_outside_the_view_forbids_nothing_or_everything():
    assert not pixels(Forbidden(1.0, 0.0, 2.0)).any()
    assert pixels(Forbidden(1.0, 0.0, -1.0)).any(axis=0).all()


@pytest.mark.parametrize(("x", "right"), [(0.3, True), (0.97, False)])
def test_that_the_value_of_a_line_stands_where_there_is_room(x, right):
    found = words(Handle("condition", x, 0.0, (0.0, 1.0), "PC(+) 0.970"))
    left = found["PC(+) 0.970"][0]
    width = QFontMetricsF(canvas().fonts.bold).horizontalAdvance("PC(+) 0.970")
    assert left > x * SIDE if right else left + width < x * SIDE


CURVE = Line("m", (0.0, 0.2, 0.5, 1.0), (0.0, 0.6, 0.85, 1.0), "#000000")


def boxes(*marks, around=()):
    """Return where words of labels and handles stand."""
    area = canvas()
    found = placed_words(marks, area, lambda: Surroundings.of(around, area))
    return {words.text: words for words in found.values()}


@pytest.mark.parametrize(
    ("x", "y", "direction"),
    [(0.8, 0.8, (0.5, 0.5)), (0.12, 0.34, (1 / 3, 2 / 3)), (0.2, 0.6, (0.6, 0.4))],
)
def test_that_the_value_of_a_tangent_hides_neither_point_nor_curve_nor_itself(x, y, direction):
    tangent = Handle("condition", x, y, direction, "slope 1.0")
    found = boxes(tangent, around=(CURVE,))["slope 1.0"]
    assert found.grounded
    assert not found.box.contains(canvas().point(x, y))
    lines = Surroundings.of([CURVE], canvas()).lines
    assert not any(hides(found.box, one) for one in (*lines, *handle_line(tangent, canvas())))


def test_that_the_values_of_two_lines_do_not_cover_each_other():
    tangent = Handle("condition", 0.1, 0.5, (0.5, 0.5), "slope 1.0")
    capacity = Handle("capacity", 0.14, 0.54, (0.4, -0.6), "capacity 300")
    found = boxes(capacity, tangent, around=(CURVE,))
    assert not found["slope 1.0"].box.intersects(found["capacity 300"].box)


def test_that_a_label_takes_the_clear_side_of_its_point():
    label = Label(0.2, 0.6, "expected if independent", "left", (6.0, -12.0))
    alone, beside = boxes(label), boxes(label, around=(CURVE,))
    assert alone[label.text].grounded
    assert beside[label.text].grounded
    assert beside[label.text].box != alone[label.text].box
    lines = Surroundings.of([CURVE], canvas()).lines
    assert not any(hides(beside[label.text].box, one) for one in lines)


def test_that_a_label_without_a_clear_place_lets_the_lines_through():
    lines = [Line(f"m{k}", (0.0, 1.0), (k / 40, k / 40), "#000000") for k in range(41)]
    found = boxes(Label(0.5, 0.5, "diagnostic", "left", (4.0, 11.0)), around=lines)
    assert not found["diagnostic"].grounded


def test_that_two_labels_do_not_cover_each_other():
    labels = [Label(0.5, 0.5, text, "left", (4.0, 11.0)) for text in ("t 0.5", "diagnostic")]
    found = boxes(*labels)
    assert not found["t 0.5"].box.intersects(found["diagnostic"].box)


def test_that_two_lines_of_one_text_stay_together():
    labels = [
        Label(0.5, 0.5, text, "center", (0.0, y)) for text, y in (("one", 0.0), ("two", 15.0))
    ]
    found = boxes(*labels)
    assert found["two"].box.center().y() - found["one"].box.center().y() == pytest.approx(15)


@pytest.mark.parametrize(("x", "y"), [(0.5, 0.5), (0.98, 0.5), (0.5, 0.02), (0.99, 0.01)])
def test_that_a_tag_stays_inside_the_view(x, y):
    left, base = words(HoverPoint(x, y, "#123456", "random_forest  t 0.3966")).popitem()[1]
    assert 0 <= left <= SIDE - 100
    assert 10 <= base <= SIDE


def test_that_a_label_goes_with_its_point():
    label = Label(0.5, 0.5, "perfect order", "left")
    assert "perfect order" in words(label)
    assert words(label, bounds=Bounds(0.6, 1, 0, 1)) == {}


def test_that_the_strip_lies_at_the_foot_in_the_colours_of_the_winners():
    touched = pixels(FootStrip(((0.0, 0.4, ("#000000",)), (0.4, 1.0, ("#444444",))), ""))
    rows = np.nonzero(touched[:, 10])[0]
    assert len(rows) == 5
    assert SIDE - 20 < rows.min() <= rows.max() < SIDE - 5
    assert touched[rows[0]].all()


def test_that_a_line_far_outside_the_view_is_painted_where_it_crosses_it():
    x, y = np.array([0.0, 0.5, 1.0]), np.array([-1e9, 1e9, -1e9])
    touched = pixels(Line("steep", x, y, "#000000", dash=(4, 2)), bounds=Bounds(0.249, 0.251, 0, 1))
    assert touched.any()


def test_that_only_the_ground_between_two_lines_is_shaded():
    upper = (np.array([0.0, 0.5, 0.5, 1.0]), np.array([0.9, 0.9, 0.6, 0.6]))
    touched = pixels(Between(upper, ((0.0, 1.0), (0.3, 0.3)), "#000000", 38))
    assert touched[35:205, 5:145].all()
    assert touched[125:205, 155:295].all()
    assert not touched[:25].any()
    assert not touched[215:].any()
    assert not touched[:115, 155:].any()


def test_that_grounds_are_the_same_where_their_lines_are():
    x, y = np.array([0.0, 1.0]), np.array([0.2, 0.4])
    mark = Between((x, y), (x, y / 2), "#000000", 38)
    again = Between((x.copy(), y.copy()), (x.copy(), y / 2), "#000000", 38)
    assert same_marks([mark], [again])
    assert not same_marks([mark], [Between((x, y), (x, y / 3), "#000000", 38)])


def test_that_a_line_without_points_leaves_no_pixel():
    assert not pixels(Line("m", np.empty(0), np.empty(0), "#000000")).any()


def test_that_bars_stand_on_zero_and_hang_from_it():
    around = Bounds(0, 4, -1, 1)
    heights = np.array([0.5, np.nan, -1.0, 0.0])
    touched = pixels(Bars(np.arange(5), heights, "#000000"), bounds=around)
    assert touched[76:150, 2:70].all()
    assert not touched[:74].any()
    assert not touched[:, 77:148].any()
    assert touched[152:, 152:220].all()
    assert not touched[:, 227:].any()


def test_that_the_smallest_bar_of_a_million_is_seen():
    heights = np.full(1_000_000, 1e-9)
    touched = pixels(Bars(np.arange(1_000_001), heights, "#000000"), bounds=Bounds(0, 1e6, 0, 1))
    assert touched[-1].all()
    assert not touched[:-2].any()


def test_that_a_shade_covers_its_rectangle_alone():
    touched = pixels(Shade(0.0, 0.5, 0.8, 1.0, "#000000", 40))
    assert touched[1:59, 1:149].all()
    assert not touched[62:].any()
    assert not touched[:, 152:].any()


def test_that_the_title_of_an_axis_loses_its_brackets_before_its_words():
    font = QFont()
    wide = QFontMetricsF(font).horizontalAdvance
    title = "False positive rate (good refused)"
    assert fitted(Axis(title), font, wide(title) + 1) == title
    assert fitted(Axis(title), font, wide(title) - 9) == "False positive rate"
    assert fitted(Axis(title, short="fpr"), font, wide("False positive")) == "fpr"


def test_that_the_title_of_an_axis_loses_its_unit_and_is_never_cut():
    font = QFont()
    wide = QFontMetricsF(font).horizontalAdvance
    axis = Axis("False positive rate (good refused), %", short="fpr, %")
    versions = [fitted(axis, font, room) for room in range(round(wide(axis.title)) + 1, 0, -1)]
    assert list(dict.fromkeys(versions)) == [
        axis.title,
        *("False positive rate, %", "False positive rate", "fpr, %", ""),
    ]


def test_that_a_short_title_stands_in_before_words_are_cut():
    font = QFont()
    wide = QFontMetricsF(font).horizontalAdvance
    axis = Axis("Difference in normalized expected cost", short="Difference in cost")
    assert fitted(axis, font, wide(axis.title) + 1) == axis.title
    assert fitted(axis, font, wide(axis.title) - 1) == axis.short
    assert fitted(axis, font, wide(axis.short) - 9) == ""


def test_that_a_long_caption_goes_on_in_the_next_line():
    font = QFont()
    wide = QFontMetricsF(font).horizontalAdvance
    text = "90 % bands: fixed policy, 2 000 replicates, seed 0"
    lines = wrapped(text, font, wide("90 % bands: fixed policy,") + 1)
    assert " ".join(lines) == text
    assert len(lines) > 1
    assert wrapped(text, font, 10_000) == [text]
    assert wrapped("unbreakable", font, 1) == ["unbreakable"]
