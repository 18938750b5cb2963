from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QSpinBox,
)

from costcurve_gui.analysis.picture_style import LegendPlace, PictureStyle
from costcurve_gui.views.dialogs.export_dialog import ExportDialog
from costcurve_gui.views.dialogs.export_form import ExportModels, ExportView
from costcurve_gui.views.dialogs.export_preview import PicturePreview
from costcurve_gui.views.dialogs.export_style import Automatic
from costcurve_gui.views.plotting.picture import Fit
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.plotting.picture_presets import (
    FIRST_CUSTOM,
    custom,
    custom_from_json,
    custom_to_json,
)
from costcurve_gui.views.plotting.ticks import AxisStyle
from costcurve_gui.views.widgets.labels import ElidedLabel

VIEWS = (
    ExportView("roc", "ROC", "roc", (400, 300)),
    ExportView("cost", "Cost space", "cost_space", (600, 360)),
)
MODELS = ExportModels({"a": "tree", "b": "forest", "c": "boosting"}, frozenset({"c"}))
OPTIONS = ExportOptions(view="cost")
AUTOMATIC = Automatic(
    "Cost space: file", "PC(+)", "Cost", (0.0, 1.0), (0.0, 0.5), AxisStyle(scale=100.0)
)


class Renderer:
    """Draws nothing, remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ExportOptions]] = []

    def __call__(self, view: str, options: ExportOptions) -> QImage:
        self.asked.append((view, options))
        image = QImage(*options.pixel_size, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        return image


@pytest.fixture
def renderer():
    return Renderer()


def opened(qtbot, renderer, options=OPTIONS, **how):
    how = {"models": MODELS, "style_of": lambda _view: (PictureStyle(), AUTOMATIC), **how}
    widget = ExportDialog(VIEWS, renderer, options, **how)
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.open()
    widget.activateWindow()
    qtbot.waitUntil(lambda: len(renderer.asked) > 0)
    return widget


@pytest.fixture
def dialog(qtbot, renderer):
    return opened(qtbot, renderer)


def test_that_a_view_without_anything_to_draw_is_not_written(qtbot, renderer):
    lacks = {"cost": "No fold column."}
    dialog = opened(qtbot, renderer, lacking=lambda view: lacks.get(view, ""))
    facts = dialog.findChild(ElidedLabel, "export_facts")
    assert facts.full_text == "No fold column."
    for name in ("export_save", "export_copy"):
        assert not button(dialog, name).isEnabled()
    choose(qtbot, dialog, "export_view", "ROC")
    assert button(dialog, "export_save").isEnabled()
    assert facts.full_text.startswith("roc.png")


def button(dialog, name):
    return dialog.findChild(QAbstractButton, name)


def shown(qtbot, dialog, widget):
    """Turn to the page of choices that a widget is on."""
    if not widget.isVisibleTo(dialog):
        page = button(dialog, "export_page_content")
        other = button(dialog, "export_page_picture")
        qtbot.mouseClick(other if page.isChecked() else page, Qt.MouseButton.LeftButton)
    assert widget.isVisibleTo(dialog)
    return widget


def click(qtbot, dialog, name):
    qtbot.mouseClick(shown(qtbot, dialog, button(dialog, name)), Qt.MouseButton.LeftButton)


def choose(qtbot, dialog, name, text):
    box = shown(qtbot, dialog, dialog.findChild(QComboBox, name))
    qtbot.keyClick(box, Qt.Key.Key_Home)
    while box.currentText() != text:
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() == before + 1


def type_text(qtbot, dialog, name, text):
    field = dialog.findChild(QSpinBox, name) or dialog.findChild(QLineEdit, name)
    shown(qtbot, dialog, field).setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, str(text))
    qtbot.keyClick(field, Qt.Key.Key_Tab)


def typed(dialog, name):
    return dialog.findChild(QLineEdit, name).text()


def facts(dialog):
    return dialog.findChild(ElidedLabel, "export_facts").full_text


def test_that_the_dialog_opens_with_the_options_given(dialog):
    assert dialog.options == OPTIONS
    assert dialog.isModal()


def test_that_the_preview_is_the_file_dot_for_dot(dialog, renderer):
    view, drawn = renderer.asked[-1]
    assert view == "cost"
    assert drawn == OPTIONS
    preview = dialog.findChild(PicturePreview)
    assert preview.image.size().toTuple() == OPTIONS.pixel_size
    said = dialog.findChild(ElidedLabel, "export_scale").full_text
    assert said == f"The file, drawn at {preview.scale * 100:.0f} %."


def test_that_a_huge_picture_is_previewed_with_fewer_dots(qtbot, dialog, renderer):
    type_text(qtbot, dialog, "export_dpi", 1200)
    qtbot.waitUntil(lambda: renderer.asked[-1][1] != OPTIONS)
    drawn = renderer.asked[-1][1]
    assert replace(drawn, dpi=OPTIONS.dpi) == OPTIONS
    preview = dialog.findChild(PicturePreview)
    assert abs(drawn.pixel_size[0] - preview.pixels_for(160, 120)) <= preview.width() * 0.02


def test_that_every_dot_is_shown_on_demand(qtbot, dialog):
    preview = dialog.findChild(PicturePreview)
    assert preview.scale < 1
    click(qtbot, dialog, "export_zoom")
    assert preview.scale * preview.devicePixelRatioF() == pytest.approx(1)
    painted = preview.grab().toImage()
    assert painted.width() >= OPTIONS.pixel_size[0]
    click(qtbot, dialog, "export_zoom")
    qtbot.waitUntil(lambda: preview.scale < 1)


def test_that_a_reduced_preview_is_the_mean_of_the_dots_of_the_file(qtbot):
    preview = PicturePreview("preview")
    qtbot.addWidget(preview)
    preview.resize(202, 102)
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    for row in range(0, 200, 2):  # each second line is black
        for column in range(400):
            image.setPixelColor(column, row, Qt.GlobalColor.black)
    preview.show_image(image)
    preview.show()
    painted = preview.grab().toImage()
    middle = painted.pixelColor(painted.width() // 2, painted.height() // 2)
    assert preview.scale == pytest.approx(0.5, abs=0.01)
    assert abs(middle.red() - 128) < 12


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("export_format_svg", {"format": "svg"}),
        ("export_format_pdf", {"format": "pdf"}),
        ("export_background_True", {"transparent": True}),
        ("export_title", {"title": False}),
        ("export_condition", {"condition": False}),
        ("export_axis_titles", {"axis_titles": False}),
        ("export_axis_numbers", {"axis_numbers": False}),
        ("export_grid", {"grid": False}),
        ("export_legend", {"legend": False}),
        ("export_names", {"names": True}),
        ("export_words", {"words": False}),
        ("export_points", {"points": False}),
        ("export_values", {"values": False}),
        ("export_lines", {"lines": False}),
        ("export_bands", {"bands": False}),
        ("export_trivial", {"trivial": False}),
        ("export_cost_lines", {"cost_lines": False}),
        ("export_strip", {"strip": False}),
        ("export_handles", {"handles": True}),
        ("export_equal_axes", {"equal_axes": False}),
        ("export_source_line", {"source_line": False}),
    ],
)
def test_that_each_choice_reaches_the_writer(qtbot, dialog, name, change):
    widget = shown(qtbot, dialog, button(dialog, name))
    if isinstance(widget, QCheckBox):
        qtbot.keyClick(widget, Qt.Key.Key_Space)
    else:
        click(qtbot, dialog, name)
    with qtbot.waitSignal(dialog.save_requested) as caught:
        click(qtbot, dialog, "export_save")
    assert caught.args == [replace(OPTIONS, **change)]


def test_that_everything_is_switched_at_once(qtbot, dialog):
    click(qtbot, dialog, "export_parts_none")
    options = dialog.options
    assert [options.title, options.grid, options.strip] == [False, False, False]
    assert dialog.options.equal_axes
    click(qtbot, dialog, "export_parts_all")
    assert dialog.options.title
    assert dialog.options.names


def test_that_a_preset_sets_size_text_and_lines(qtbot, dialog):
    click(qtbot, dialog, "export_preset_slide")
    assert dialog.options.pixel_size == (1920, 1080)
    assert (dialog.options.text_size, dialog.options.line_width) == (18, 1.7)
    assert (typed(dialog, "export_width"), typed(dialog, "export_height")) == (
        "1\u202f920",
        "1\u202f080",
    )
    click(qtbot, dialog, "export_preset_single")
    assert (dialog.options.width_mm, dialog.options.height_mm) == (85, 64)
    assert (dialog.options.text_size, dialog.options.line_width) == (8, 0.75)
    assert button(dialog, "export_preset_single").isChecked()
    assert not button(dialog, "export_preset_slide").isChecked()


def test_that_the_size_on_screen_follows_the_view(qtbot, dialog):
    click(qtbot, dialog, "export_preset_screen")
    assert dialog.options.pixel_size == (600, 360)
    choose(qtbot, dialog, "export_view", "ROC")
    assert dialog.options.pixel_size == (400, 300)


def test_that_a_typed_length_is_a_size_of_its_own(qtbot, dialog):
    assert button(dialog, "export_preset_document").isChecked()
    type_text(qtbot, dialog, "export_width", 123)
    assert dialog.options.width_mm == 123
    assert not button(dialog, "export_preset_document").isChecked()
    assert button(dialog, "export_preset_custom").isChecked()
    assert button(dialog, "export_preset_custom").text() == "Custom\n123 × 120 mm, 300 dpi"
    type_text(qtbot, dialog, "export_width", 160)
    assert button(dialog, "export_preset_document").isChecked()


def test_that_the_size_typed_last_comes_back_as_custom(qtbot, dialog):
    choose(qtbot, dialog, "export_unit", "cm")
    type_text(qtbot, dialog, "export_width", "12.5")
    type_text(qtbot, dialog, "export_dpi", 200)
    click(qtbot, dialog, "export_preset_slide")
    assert button(dialog, "export_preset_custom").text() == "Custom\n12.5 × 12 cm, 200 dpi"
    click(qtbot, dialog, "export_preset_custom")
    options = dialog.options
    assert (options.width_mm, options.height_mm, options.dpi) == (125, 120, 200)
    assert (options.text_size, options.line_width) == (OPTIONS.text_pt, OPTIONS.line_pt)
    assert options.title  # of the slide: what is on it stays
    assert dialog.focusWidget().objectName() == "export_width"
    assert custom_from_json(custom_to_json(dialog.custom_size)) == dialog.custom_size


@pytest.mark.parametrize("stored", [None, [], {"width_mm": -1, "dpi": "x", "unit": "mile"}])
def test_that_a_custom_size_that_cannot_be_is_the_first_one(stored):
    assert custom_from_json(stored) == custom(FIRST_CUSTOM)


def test_that_equal_axes_stay_as_chosen_at_every_size(qtbot, dialog):
    for preset in ("slide", "single", "document", "screen", "custom"):
        click(qtbot, dialog, f"export_preset_{preset}")
        assert dialog.options.equal_axes
    click(qtbot, dialog, "export_equal_axes")
    click(qtbot, dialog, "export_preset_document")
    assert not dialog.options.equal_axes


def test_that_lengths_are_typed_in_the_unit_chosen(qtbot, dialog):
    choose(qtbot, dialog, "export_unit", "cm")
    assert typed(dialog, "export_width") == "16"
    type_text(qtbot, dialog, "export_width", "8.5")
    assert dialog.options.width_mm == 85
    choose(qtbot, dialog, "export_unit", "px")
    assert typed(dialog, "export_width") == "1\u202f004"
    type_text(qtbot, dialog, "export_width", 1200)
    assert dialog.options.pixel_size[0] == 1200
    wide = dialog.options.width_mm
    type_text(qtbot, dialog, "export_dpi", 150)
    assert dialog.options.width_mm == wide
    assert dialog.options.pixel_size[0] == 600


@pytest.mark.parametrize(("name", "text"), [("width", "wide"), ("height", "3"), ("text", "500")])
def test_that_a_size_that_cannot_be_is_marked_and_not_taken(qtbot, dialog, name, text):
    type_text(qtbot, dialog, f"export_{name}", text)
    assert dialog.options == OPTIONS
    assert dialog.findChild(QLineEdit, f"export_{name}").fault


def test_that_lines_scale_with_text(qtbot, dialog):
    with qtbot.waitSignal(dialog.style_edited) as caught:
        type_text(qtbot, dialog, "export_text", 19)
    assert dialog.options.text_size == 2 * OPTIONS.text_pt
    assert dialog.options.line_width == 2 * OPTIONS.line_pt
    assert caught.args == ["cost", PictureStyle(text_pt=19.0, line_pt=1.5)]


def test_that_the_foot_names_file_pixels_and_bytes(qtbot, dialog):
    assert facts(dialog).startswith("cost_space.png, 1\u202f890 × 1\u202f417 px")
    qtbot.waitUntil(lambda: facts(dialog).endswith(" kB"))
    click(qtbot, dialog, "export_format_svg")
    assert facts(dialog) == "cost_space.svg, 160 × 120 mm"


def test_that_only_pictures_made_of_points_have_a_resolution(qtbot, dialog):
    field = dialog.findChild(QSpinBox, "export_dpi")
    click(qtbot, dialog, "export_format_svg")
    assert not field.isEnabled()
    click(qtbot, dialog, "export_format_png")
    assert field.isEnabled()


def test_that_a_picture_too_large_is_refused_with_the_reason(qtbot, dialog):
    type_text(qtbot, dialog, "export_dpi", 1200)
    type_text(qtbot, dialog, "export_width", 1000)
    type_text(qtbot, dialog, "export_height", 1000)
    assert not button(dialog, "export_save").isEnabled()
    assert "more than 100 million points" in facts(dialog)
    type_text(qtbot, dialog, "export_dpi", 72)
    assert button(dialog, "export_save").isEnabled()


def test_that_the_preview_follows_a_change_of_view(qtbot, dialog, renderer):
    choose(qtbot, dialog, "export_view", "ROC")
    qtbot.waitUntil(lambda: renderer.asked[-1][0] == "roc")


def test_that_models_are_those_of_the_window_until_others_are_chosen(dialog):
    menu = dialog.findChild(QPushButton, "export_models")
    assert menu.text() == "The two shown"
    assert dialog.options.hidden is None
    menu.menu().aboutToShow.emit()
    actions = {action.text(): action for action in menu.menu().actions()}
    assert [actions[name].isChecked() for name in ("tree", "forest", "boosting")] == [1, 1, 0]
    actions["forest"].trigger()
    assert dialog.options.hidden == {"b", "c"}
    assert menu.text() == "1 of 3"
    actions["tree"].trigger()  # one stays
    assert dialog.options.hidden == {"b", "c"}
    actions["All"].trigger()
    assert dialog.options.hidden == frozenset()


def test_that_the_menu_of_models_stays_open_while_models_are_ticked(qtbot, dialog):
    menu = dialog.findChild(QPushButton, "export_models").menu()
    menu.popup(dialog.mapToGlobal(QPoint(50, 50)))
    actions = {action.text(): action for action in menu.actions()}
    for name in ("forest", "boosting", "tree"):
        place = menu.actionGeometry(actions[name]).center()
        qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        assert menu.isVisible()
    assert dialog.options.hidden == {"a", "b"}
    place = menu.actionGeometry(actions["boosting"]).center()
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert actions["boosting"].isChecked()  # one stays
    menu.setActiveAction(actions["tree"])
    qtbot.keyClick(menu, Qt.Key.Key_Space)
    assert (menu.isVisible(), dialog.options.hidden) == (True, {"b"})
    menu.close()


def test_that_a_plot_too_small_to_be_read_is_not_saved_and_said_why(qtbot, dialog, monkeypatch):
    fault = "The plot would take 2 % of the page, and less than 50 % cannot be read."
    monkeypatch.setattr(dialog, "_plot_fit", lambda _: Fit(0.9, 0.02, fault))
    type_text(qtbot, dialog, "export_dpi", 200)
    assert dialog.findChild(ElidedLabel, "export_facts").full_text == fault
    assert not button(dialog, "export_save").isEnabled()
    monkeypatch.setattr(dialog, "_plot_fit", lambda _: Fit(0.9, 0.8))
    type_text(qtbot, dialog, "export_dpi", 300)
    assert button(dialog, "export_save").isEnabled()


def test_that_the_style_box_shows_what_the_program_would_draw(dialog):
    assert typed(dialog, "export_style_title") == "Cost space: file"
    assert typed(dialog, "export_style_x_high") == "100"
    assert typed(dialog, "export_style_y_high") == "0.5"
    assert not button(dialog, "export_style_reset").isEnabled()


@pytest.mark.parametrize(
    ("name", "text", "style"),
    [
        ("title", "Who pays?", PictureStyle(title="Who pays?")),
        ("title", "", PictureStyle(title="")),
        ("x_title", "Share", PictureStyle(x_title="Share")),
        ("y_title", "", PictureStyle(y_title="")),
        ("x_low", "20", PictureStyle(x_range=(0.2, 1.0))),
        ("y_high", "0.3", PictureStyle(y_range=(0.0, 0.3))),
    ],
)
def test_that_what_is_typed_is_the_style(qtbot, dialog, name, text, style):
    with qtbot.waitSignal(dialog.style_edited) as caught:
        type_text(qtbot, dialog, f"export_style_{name}", text)
    assert caught.args == ["cost", style]
    assert dialog.options.style == style
    click(qtbot, dialog, "export_style_reset")
    assert dialog.options.style == PictureStyle()


def test_that_a_title_that_is_typed_is_on_the_picture(qtbot, dialog):
    click(qtbot, dialog, "export_preset_single")
    assert not dialog.options.title
    type_text(qtbot, dialog, "export_style_title", "Who pays?")
    assert dialog.options.title
    qtbot.keyClick(button(dialog, "export_title"), Qt.Key.Key_Space)
    type_text(qtbot, dialog, "export_style_title", "")
    assert not dialog.options.title


def test_that_a_range_whose_ends_are_swapped_is_marked(qtbot, dialog):
    type_text(qtbot, dialog, "export_style_x_low", "120")
    assert dialog.options.style == PictureStyle()
    assert "less than the upper" in dialog.findChild(QLineEdit, "export_style_x_low").fault


def test_that_the_place_of_the_legend_is_chosen(qtbot, dialog):
    choose(qtbot, dialog, "export_style_legend", "Right of the plot")
    assert dialog.options.style.legend is LegendPlace.RIGHT


def test_that_undo_is_asked_for_by_its_keys(qtbot, dialog):
    dialog.setFocus()
    with qtbot.waitSignal(dialog.undo_requested):
        qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_that_a_style_that_was_undone_is_shown(qtbot, renderer):
    styles = {"cost": PictureStyle(title="mine")}
    dialog = opened(
        qtbot,
        renderer,
        style_of=lambda view: (styles.get(view, PictureStyle()), AUTOMATIC),
    )
    assert typed(dialog, "export_style_title") == "mine"
    styles.clear()
    dialog.show_style()
    assert typed(dialog, "export_style_title") == "Cost space: file"
    assert dialog.options.style == PictureStyle()


def test_that_a_table_beside_the_picture_has_a_format(qtbot, dialog):
    choose(qtbot, dialog, "export_table", "Excel workbook")
    assert dialog.options.table == "xlsx"


def test_that_copy_reports_the_options(qtbot, dialog):
    with qtbot.waitSignal(dialog.copy_requested) as caught:
        click(qtbot, dialog, "export_copy")
    assert caught.args == [OPTIONS]


def test_that_all_views_can_be_stopped(qtbot, dialog):
    with qtbot.waitSignal(dialog.save_all_requested):
        click(qtbot, dialog, "export_all")
    dialog.show_busy("Drawing 1 of 9: ROC")
    assert facts(dialog) == "Drawing 1 of 9: ROC"
    assert not button(dialog, "export_save").isEnabled()
    with qtbot.waitSignal(dialog.stop_requested):
        click(qtbot, dialog, "export_cancel")
    assert dialog.isVisible()
    dialog.show_busy("")
    assert button(dialog, "export_save").isEnabled()


def test_that_enter_saves_and_escape_closes(qtbot, dialog):
    with qtbot.waitSignal(dialog.save_requested):
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize(
    ("name", "text", "taken"),
    [("export_width", "123", {"width_mm": 123.0}), ("export_dpi", "200", {"dpi": 200})],
)
def test_that_enter_in_a_number_field_takes_the_number(qtbot, dialog, name, text, taken):
    field = dialog.findChild(QSpinBox, name) or dialog.findChild(QLineEdit, name)
    shown(qtbot, dialog, field).setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    with qtbot.assertNotEmitted(dialog.save_requested):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert dialog.options == replace(OPTIONS, **taken)
    assert dialog.isVisible()


def test_that_every_widget_has_a_name_to_read_aloud(dialog):
    for kind in (QAbstractButton, QComboBox, QAbstractSpinBox):
        for widget in dialog.findChildren(kind):
            assert widget.objectName(), widget
            assert widget.accessibleName(), widget.objectName()


@pytest.mark.parametrize(("dpi", "pixels"), [(300, (1890, 1417)), (72, (454, 340))])
def test_that_pixels_follow_from_millimetres_and_resolution(dpi, pixels):
    assert OPTIONS.at_dpi(dpi).pixel_size == pixels
