"""The page of a picture: sizes, what is on it and what is not, names at curves, styles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from costcurve_gui.analysis.picture_style import LegendPlace, PictureStyle
from costcurve_gui.views.catalogue import VIEWS, plot_view
from costcurve_gui.views.plotting.curve_names import CurveName
from costcurve_gui.views.plotting.interval_marks import Whisker
from costcurve_gui.views.plotting.legend_inside import room_inside
from costcurve_gui.views.plotting.marks import Mark
from costcurve_gui.views.plotting.picture import picture_bytes, readable, render_image
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.plotting.picture_presets import PRESETS, as_on_screen
from costcurve_gui.views.plotting.sheet import Sheet
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.choices import Choice
from tests.helpers.plot_frames import german_snapshot

pytestmark = pytest.mark.usefixtures("qapp")
PAIR = ("naive_bayes", "gradient_boosting")
SVG = "{http://www.w3.org/2000/svg}"
SWITCHES = (
    *("title", "condition", "axis_titles", "axis_numbers", "grid", "legend", "names", "words"),
    *("points", "lines", "values", "bands", "trivial", "cost_lines", "strip", "source_line"),
)
BARE = dict.fromkeys(SWITCHES, False)
PRESET = {preset.key: preset for preset in PRESETS}


def drawn_views() -> list[str]:
    snapshot = german_snapshot()
    return [
        view
        for view, spec in VIEWS.items()
        if not spec.is_table and empty_state(view, snapshot) is None
    ]


def pair_snapshot():
    snapshot = german_snapshot()
    hidden = frozenset(snapshot.models) - set(PAIR)
    return replace(snapshot, settings=replace(snapshot.settings, hidden=hidden))


def svg_of(snapshot, options: ExportOptions) -> str:
    return picture_bytes(snapshot, replace(options, format="svg")).decode()


def words_of(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)  # noqa: S314 (our own text)
    return ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]


def sheet_of(view: str, preset: str, snapshot=None, **changes) -> Sheet:
    shown, drawn = snapshot or german_snapshot(), plot_view(view)
    options = replace(PRESET[preset].applied(ExportOptions(equal_axes=False, view=view)), **changes)
    return Sheet(shown, drawn, options, drawn.bounds(shown))


def gray(image: QImage) -> np.ndarray:
    plain = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.array(plain.constBits()).reshape(plain.height(), plain.bytesPerLine())
    return 255.0 - rows[:, : plain.width()]


def ink(image: QImage) -> float:
    """Return how much ink a picture has, in full pixels."""
    return float(gray(image).sum()) / 255


@pytest.mark.parametrize("view", ["cost", "profit", "roc"])
@pytest.mark.parametrize("only", ["title", "axis_numbers", "trivial", "points"])
def test_that_text_and_lines_keep_their_share_of_the_page_at_every_resolution(view, only):
    options = ExportOptions(view=view, width_mm=96, height_mm=72, **{**BARE, only: True})
    low, high = (
        ink(render_image(german_snapshot(), options.at_dpi(dpi))) / dpi**2 for dpi in (96, 300)
    )
    assert high == pytest.approx(low, rel=0.05)


def test_that_the_resolution_moves_nothing_on_the_page():
    for preset in PRESETS:
        options = preset.applied(ExportOptions(view="cost"))
        one, other = (svg_of(german_snapshot(), options.at_dpi(dpi)) for dpi in (96, 300))
        assert one == other


@pytest.mark.parametrize("view", drawn_views())
def test_that_a_smaller_picture_is_the_large_one_reduced(view):
    options = PRESET["slide"].applied(ExportOptions(equal_axes=False, view=view))
    large, small = (render_image(german_snapshot(), options.at_dpi(dpi)) for dpi in (144, 72))
    reduced = large.scaled(
        small.size(),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    away = np.abs(gray(reduced) - gray(small))
    # Each dot of the small one is painted for itself; where anything moved, letters would differ.
    assert np.quantile(away, 0.99) < 64
    assert away.mean() < 2


@pytest.mark.parametrize("transparent", [False, True])
@pytest.mark.parametrize("view", ["cost", "roc"])
def test_that_the_picture_of_a_preview_is_the_file(view, transparent):
    options = ExportOptions(view=view, dpi=96, transparent=transparent)
    file = QImage.fromData(picture_bytes(german_snapshot(), options))
    shown = render_image(german_snapshot(), options).convertToFormat(file.format())
    assert shown == file


def test_that_more_points_of_text_make_lines_no_wider_and_the_reverse():
    for changed, same in (("text_pt", "trivial"), ("line_pt", "axis_numbers")):
        plain = ExportOptions(view="cost", dpi=96, **{**BARE, same: True})
        doubled = replace(plain, **{changed: 2 * getattr(plain, changed)})
        one, other = (
            svg_of(german_snapshot(), options).count("stroke-width") for options in (plain, doubled)
        )
        assert one == other


@pytest.mark.parametrize("view", drawn_views())
def test_that_the_plot_fills_a_slide(view):
    layout, size = (sheet := sheet_of(view, "slide")).layout, sheet.size
    legend = layout.legend if layout.legend is not None and not layout.is_inside else layout.plot
    assert layout.plot.united(legend).width() >= 0.9 * size.width()
    assert layout.plot.height() >= 0.75 * size.height()


@pytest.mark.parametrize("view", ["cost", "roc", "profit"])
@pytest.mark.parametrize("preset", ["slide", "single", "double"])
def test_that_two_models_leave_the_plot_three_quarters_of_the_height(view, preset):
    sheet = sheet_of(view, preset, pair_snapshot())
    assert sheet.layout.plot.height() >= 0.75 * sheet.size.height()
    assert sheet.layout.plot.width() >= 0.9 * sheet.size.width()


def test_that_the_presets_have_the_sizes_they_name():
    sizes = {key: preset.applied(ExportOptions()).pixel_size for key, preset in PRESET.items()}
    assert sizes["slide"] == (1920, 1080)
    assert sizes["single"] == (1004, 756)  # 85 by 64 mm
    assert sizes["double"] == (2067, 1157)  # 175 by 98 mm
    assert as_on_screen(706, 612, 12).applied(ExportOptions()).pixel_size == (706, 612)


@pytest.mark.parametrize("view", drawn_views())
@pytest.mark.parametrize("preset", ["slide", "single", "double", "document"])
def test_that_nothing_stands_on_anything_else_or_off_the_page(view, preset):
    sheet = sheet_of(view, preset)
    layout, page = sheet.layout, QRectF(0, 0, sheet.size.width(), sheet.size.height())
    parts = [line.box for line in layout.lines] + [layout.plot]
    if layout.legend is not None:
        assert layout.ground.contains(layout.legend) == layout.is_inside
        parts += [] if layout.is_inside else [layout.legend]
    for place, part in enumerate(parts):
        assert page.contains(part)
        for other in parts[place + 1 :]:
            both = part.intersected(other)
            assert both.isEmpty() or min(both.width(), both.height()) < 1e-6


def test_that_a_picture_with_everything_switched_off_has_no_words():
    for view in drawn_views():
        if view not in ("superiority", "folds", "instance_costs"):  # they name their rows inside
            assert words_of(svg_of(german_snapshot(), ExportOptions(view=view, **BARE))) == []


@pytest.mark.parametrize(
    ("part", "word"),
    [
        ("axis_titles", "PC(+), probability-cost of bad"),
        ("axis_numbers", "0.2"),
        ("words", "refuse all"),
        ("trivial", "refuse all"),
        ("values", "PC(+) 0.576"),
        ("lines", "PC(+) 0.576"),
        ("legend", "mlp"),
    ],
)
def test_that_words_go_with_their_switch(part, word):
    options = ExportOptions(view="cost")
    assert word in words_of(svg_of(german_snapshot(), options))
    assert word not in words_of(svg_of(german_snapshot(), replace(options, **{part: False})))


@pytest.mark.parametrize("part", ["grid", "points", "trivial", "cost_lines", "strip", "lines"])
def test_that_what_is_switched_off_takes_its_ink_along(part):
    options = ExportOptions(view="cost", dpi=96, words=False)
    without = replace(options, **{part: False})
    assert ink(render_image(german_snapshot(), without)) < ink(
        render_image(german_snapshot(), options)
    )


def test_that_a_bound_goes_with_the_lines():
    snapshot = german_snapshot(criterion=Choice.NEYMAN_PEARSON)
    said = [
        words_of(svg_of(snapshot, ExportOptions(view="roc", lines=shown)))
        for shown in (True, False)
    ]
    assert "fpr \u2264 0.200" in said[0]
    assert "fpr \u2264 0.200" not in said[1]


@pytest.mark.parametrize("view", drawn_views())
def test_that_hidden_models_leave_picture_and_legend(view):
    snapshot = pair_snapshot()
    svg = svg_of(snapshot, ExportOptions(view=view)).lower()
    for key in frozenset(snapshot.models) - set(PAIR):
        info = snapshot.models[key].info
        assert info.name not in svg
        assert LIGHT.model_color(info.slot).lower() not in svg


@pytest.mark.parametrize("view", ["roc", "profit", "det"])
def test_that_two_models_are_named_at_their_curves(view):
    sheet = sheet_of(view, "slide", pair_snapshot())
    assert sheet.layout.legend is None
    names = [mark for mark in sheet.layout.names if isinstance(mark, CurveName)]
    assert sorted(name.place.text for name in names) == sorted(PAIR)
    assert {name.color for name in names} == {
        LIGHT.model_color(sheet.snapshot.models[key].info.slot, highlighted=key == PAIR[0])
        for key in PAIR
    }


@pytest.mark.parametrize("view", ["roc", "profit", "det", "cost", "gain"])
@pytest.mark.parametrize("preset", ["slide", "double"])
def test_that_a_name_stands_on_no_curve_and_nearest_to_its_own(view, preset):
    sheet = sheet_of(view, preset, pair_snapshot())
    curves = sheet.description.curves(sheet.snapshot)
    bounds, ground = sheet.description.bounds(sheet.snapshot), sheet.layout.ground
    for name in sheet.layout.names:
        box, away = name.place.box, {}
        for key, curve in curves.items():
            at = np.linspace(box.left(), box.right(), 60)
            x = bounds.x_low + (at - ground.left()) / ground.width() * bounds.width
            y = np.interp(x, curve.x, curve.y, left=np.nan, right=np.nan)
            down = ground.bottom() - (y - bounds.y_low) / bounds.height * ground.height()
            over = np.where(down < box.center().y(), box.top() - down, down - box.bottom())
            away[key] = np.nanmin(over)
        assert min(away.values()) > 0
        assert min(away, key=away.get) == name.place.text


def test_that_a_legend_takes_over_where_the_names_do_not_fit():
    crowded = sheet_of("roc", "single")
    assert crowded.layout.names == ()
    assert crowded.layout.legend is not None


@pytest.mark.parametrize("view", drawn_views())
@pytest.mark.parametrize("preset", ["slide", "double"])
def test_that_a_legend_in_the_plot_covers_nothing(view, preset):
    sheet = sheet_of(view, preset, style=PictureStyle(legend=LegendPlace.INSIDE))
    layout = sheet.layout
    if not layout.is_inside:
        return
    options = replace(sheet.options, grid=False, legend=False, names=False, dpi=72)
    image = gray(render_image(german_snapshot(), options))
    bare = sheet_of(view, preset, style=sheet.options.style, legend=False, names=False)
    assert bare.layout.ground == layout.ground
    left, top, right, foot = (round(end / 10) for end in layout.legend.getCoords())
    pixels = image[top:foot, left:right]
    assert (pixels > 60).sum() == 0  # cost lines are fainter


def test_that_a_crowded_roc_of_a_slide_has_its_legend_in_the_plot():
    layout = sheet_of("roc", "slide").layout
    assert layout.is_inside
    assert layout.plot.height() >= 0.75 * sheet_of("roc", "slide").size.height()


def test_that_no_legend_stands_on_what_only_its_painter_knows():
    @dataclass(frozen=True, eq=False)
    class Bars(Mark):
        pass

    sheet = sheet_of("roc", "slide")
    legend, canvas = sheet._legend, sheet._canvas(sheet.layout.ground)
    drawn = plot_view("roc").static_items(german_snapshot(), LIGHT)
    assert room_inside(legend, drawn, canvas) is not None
    assert room_inside(legend, [*drawn, Bars()], canvas) is None
    across = Whisker(0.5, 0.5, 0.0, 1.0, True, LIGHT.ink)
    boxes = [room_inside(legend, [*drawn, one], canvas) for one in (across, drawn[0])]
    middle = canvas.x(0.5)
    assert boxes[0] is None or not boxes[0].left() <= middle <= boxes[0].right()


def test_that_words_of_the_style_stand_in_place_of_the_programs():
    style = PictureStyle(title="Who pays back?", x_title="Refused", y_title="")
    said = words_of(svg_of(german_snapshot(), ExportOptions(view="cost", style=style)))
    assert {"Who pays back?", "Refused"} <= set(said)
    assert not {"PC(+), probability-cost of bad", "Normalized expected cost"} & set(said)


def test_that_a_long_title_takes_two_lines_and_ends_in_dots():
    style = PictureStyle(title="every word of it " * 20)
    sheet = sheet_of("cost", "slide", style=style, condition=False, source_line=False)
    first, second = (line.text for line in sheet.layout.lines)
    assert first.startswith("every word")
    assert second.endswith("\u2026")


def test_that_ranges_of_the_style_are_those_of_the_axes():
    style = PictureStyle(x_range=(0.4, 0.6), y_range=(0.2, 0.3))
    said = words_of(svg_of(german_snapshot(), ExportOptions(view="cost", style=style)))
    assert {"0.45", "0.22"} <= set(said)
    assert "0.8" not in said


def test_that_the_legend_stands_where_the_style_says():
    def legend_at(place: LegendPlace) -> tuple[QRectF, QRectF]:
        layout = sheet_of(
            "cost", "document", style=PictureStyle(legend=place), equal_axes=False
        ).layout
        assert layout.legend is not None
        return layout.legend, layout.plot

    legend, plot = legend_at(LegendPlace.BELOW)
    assert legend.top() >= plot.bottom()
    legend, plot = legend_at(LegendPlace.ABOVE)
    assert legend.bottom() <= plot.top()
    legend, plot = legend_at(LegendPlace.RIGHT)
    assert legend.left() >= plot.right()


def test_that_sizes_of_the_style_go_before_those_of_the_preset():
    plain = ExportOptions(view="cost", text_pt=9.0, line_pt=0.75)
    styled = replace(plain, style=PictureStyle(text_pt=14.0, line_pt=1.5))
    said = replace(plain, text_pt=14.0, line_pt=1.5)
    assert svg_of(german_snapshot(), styled) == svg_of(german_snapshot(), said)


def test_that_another_font_reaches_the_file():
    svg = svg_of(german_snapshot(), ExportOptions(view="cost", font="DejaVu Serif"))
    assert 'font-family="DejaVu Serif"' in svg


def test_that_equal_axes_make_roc_a_square_only_where_asked_for():
    square, filled = (sheet_of("roc", "double", equal_axes=one).layout.ground for one in (1, 0))
    assert square.width() == pytest.approx(square.height())
    assert filled.width() > 1.5 * filled.height()


def test_that_a_pdf_holds_text_and_not_its_outlines():
    pdf = picture_bytes(german_snapshot(), ExportOptions(view="cost", format="pdf"))
    assert b"/Type0" in pdf
    assert b"/ToUnicode" in pdf
    without = ExportOptions(view="cost", format="pdf", **{**BARE, "points": True})
    assert b"/ToUnicode" not in picture_bytes(german_snapshot(), without)


@pytest.mark.parametrize("view", ["cost", "profit", "roc"])
def test_that_an_svg_shows_what_the_png_does(view):
    options = ExportOptions(view=view, width_mm=160, height_mm=120, dpi=144)
    png = render_image(german_snapshot(), options)
    drawn = QImage(png.size(), QImage.Format.Format_RGB32)
    drawn.fill(Qt.GlobalColor.white)
    painter = QPainter(drawn)
    QSvgRenderer(svg_of(german_snapshot(), options).encode()).render(painter)
    painter.end()
    away = np.abs(gray(drawn) - gray(png))
    assert away.mean() < 1.5
    assert np.quantile(away, 0.99) < 64


def test_that_the_highest_number_of_an_axis_is_on_the_page():
    style = PictureStyle(y_range=(0.0, 0.5))
    plain = sheet_of("cost", "single").layout.ground.top()
    at_the_edge = sheet_of("cost", "single", style=style).layout.ground.top()
    assert at_the_edge > plain
    image = gray(render_image(german_snapshot(), sheet_of("cost", "single", style=style).options))
    assert not image[:8].any()  # nothing is cut off by the edge of the page


def test_that_what_is_remembered_comes_back():
    options = replace(PRESET["slide"].applied(ExportOptions()), font="DejaVu Serif", table="xlsx")
    assert ExportOptions.from_json(options.to_json()) == options
    spoiled = {**options.to_json(), "dpi": "many", "format": "gif", "text_pt": -1, "grid": 3}
    read = ExportOptions.from_json(spoiled)
    plain = ExportOptions()
    assert (read.dpi, read.format, read.text_pt, read.grid) == (
        *(plain.dpi, plain.format, plain.text_pt, plain.grid),
    )
    assert read.width_mm == options.width_mm


def test_that_pixels_are_whole_whatever_the_lengths():
    image = render_image(german_snapshot(), ExportOptions(width_mm=50.3, height_mm=40.7, dpi=73))
    assert image.size() == QSize(145, 117)


def test_that_a_title_says_what_else_was_switched_on():
    views = replace(german_snapshot().settings.views, joint_hull=True)
    snapshot = german_snapshot(views=views)
    assert sheet_of("roc", "slide", snapshot).title.startswith(
        "ROC curves of 6 models, with their joint hull"
    )


def test_that_text_of_a_slide_does_not_spoil_the_small_page_of_a_report():
    options = ExportOptions(view="cost", style=PictureStyle(title="Mine", text_pt=60.0))
    assert sheet_of("cost", "document", style=options.style).fault
    found = readable(german_snapshot(), options)
    assert (found.style.text_pt, found.style.title) == (None, "Mine")
    assert readable(german_snapshot(), found) == found
