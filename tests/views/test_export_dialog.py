from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QCheckBox, QComboBox, QSpinBox

from costcurve_gui.views.dialogs.export_dialog import ExportDialog, PicturePreview
from costcurve_gui.views.dialogs.export_form import ExportView
from costcurve_gui.views.plotting.picture_options import ExportOptions
from costcurve_gui.views.widgets.labels import ElidedLabel

VIEWS = (
    ExportView("roc", "ROC", "roc", (100.0, 80.0)),
    ExportView("cost", "Cost space", "cost_space", (150.0, 90.0)),
)
OPTIONS = ExportOptions(view="cost")


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


@pytest.fixture
def dialog(qtbot, renderer):
    widget = ExportDialog(VIEWS, renderer, OPTIONS)
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.open()
    widget.activateWindow()
    qtbot.waitUntil(lambda: len(renderer.asked) > 0)
    return widget


def test_that_a_view_without_anything_to_draw_is_not_written(qtbot, renderer):
    lacks = {"cost": "No fold column."}
    dialog = ExportDialog(VIEWS, renderer, OPTIONS, lacking=lambda view: lacks.get(view, ""))
    qtbot.addWidget(dialog)
    dialog.open()
    facts = dialog.findChild(ElidedLabel, "export_facts")
    assert facts.full_text == "No fold column."
    for name in ("export_save", "export_copy"):
        assert not button(dialog, name).isEnabled()
    choose(qtbot, dialog, "export_view", "ROC")
    assert button(dialog, "export_save").isEnabled()
    assert facts.full_text.startswith("roc.png")


def button(dialog, name):
    return dialog.findChild(QAbstractButton, name)


def click(qtbot, dialog, name):
    qtbot.mouseClick(button(dialog, name), Qt.MouseButton.LeftButton)


def choose(qtbot, dialog, name, text):
    box = dialog.findChild(QComboBox, name)
    qtbot.keyClick(box, Qt.Key.Key_Home)
    while box.currentText() != text:
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() == before + 1


def type_number(qtbot, dialog, name, number):
    field = dialog.findChild(QSpinBox, name)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, str(number))
    qtbot.keyClick(field, Qt.Key.Key_Tab)


def facts(dialog):
    return dialog.findChild(ElidedLabel, "export_facts").full_text


def test_that_the_dialog_opens_with_the_options_given(dialog):
    assert dialog.options == OPTIONS
    assert dialog.isModal()


def test_that_the_preview_draws_what_is_written_at_the_screens_resolution(dialog, renderer):
    view, drawn = renderer.asked[-1]
    assert view == "cost"
    assert replace(drawn, dpi=OPTIONS.dpi) == OPTIONS
    preview = dialog.findChild(PicturePreview)
    assert abs(drawn.pixel_size[0] - preview.pixels_for(160, 120)) <= preview.width() * 0.02


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("export_format_svg", {"format": "svg"}),
        ("export_format_pdf", {"format": "pdf"}),
        ("export_background_True", {"transparent": True}),
        ("export_title", {"title": False}),
        ("export_condition", {"condition": False}),
        ("export_legend", {"legend": False}),
        ("export_handles", {"handles": True}),
        ("export_source_line", {"source_line": False}),
        ("export_table", {"table": "csv"}),
    ],
)
def test_that_each_choice_reaches_the_writer(qtbot, dialog, name, change):
    widget = button(dialog, name)
    assert widget is not None
    if isinstance(widget, QCheckBox):
        qtbot.keyClick(widget, Qt.Key.Key_Space)
    else:
        click(qtbot, dialog, name)
    with qtbot.waitSignal(dialog.save_requested) as caught:
        click(qtbot, dialog, "export_save")
    assert caught.args == [replace(OPTIONS, **change)]


def test_that_a_preset_sets_both_lengths(qtbot, dialog):
    choose(qtbot, dialog, "export_size", "Slide, 16 : 9")
    assert (dialog.options.width_mm, dialog.options.height_mm) == (240, 135)
    assert dialog.options.width_mm / dialog.options.height_mm == pytest.approx(16 / 9)


def test_that_the_size_on_screen_follows_the_view(qtbot, dialog):
    choose(qtbot, dialog, "export_size", "As on screen")
    assert (dialog.options.width_mm, dialog.options.height_mm) == (150, 90)
    choose(qtbot, dialog, "export_view", "ROC")
    assert (dialog.options.width_mm, dialog.options.height_mm) == (100, 80)


def test_that_a_typed_length_is_a_size_of_its_own(qtbot, dialog):
    type_number(qtbot, dialog, "export_width", 123)
    assert dialog.options.width_mm == 123
    assert dialog.findChild(QComboBox, "export_size").currentText() == "Custom"
    type_number(qtbot, dialog, "export_width", 160)
    assert dialog.findChild(QComboBox, "export_size").currentText() == "Document, 4 : 3"


def test_that_the_foot_names_file_and_pixels(qtbot, dialog):
    assert facts(dialog).startswith("cost_space.png, 1\u202f890 × 1\u202f417 px, about ")
    click(qtbot, dialog, "export_format_svg")
    assert facts(dialog) == "cost_space.svg, 160 × 120 mm"


def test_that_only_pictures_made_of_points_have_a_resolution(qtbot, dialog):
    field = dialog.findChild(QSpinBox, "export_dpi")
    click(qtbot, dialog, "export_format_svg")
    assert not field.isEnabled()
    click(qtbot, dialog, "export_format_png")
    assert field.isEnabled()


def test_that_a_picture_too_large_is_refused_with_the_reason(qtbot, dialog):
    type_number(qtbot, dialog, "export_dpi", 1200)
    type_number(qtbot, dialog, "export_width", 1000)
    type_number(qtbot, dialog, "export_height", 1000)
    assert not button(dialog, "export_save").isEnabled()
    assert "more than 100 million points" in facts(dialog)
    type_number(qtbot, dialog, "export_dpi", 72)
    assert button(dialog, "export_save").isEnabled()


def test_that_the_preview_follows_a_change_of_view(qtbot, dialog, renderer):
    choose(qtbot, dialog, "export_view", "ROC")
    qtbot.waitUntil(lambda: renderer.asked[-1][0] == "roc")


def test_that_copy_reports_the_options(qtbot, dialog):
    with qtbot.waitSignal(dialog.copy_requested) as caught:
        click(qtbot, dialog, "export_copy")
    assert caught.args == [OPTIONS]


def test_that_enter_saves_and_escape_closes(qtbot, dialog):
    with qtbot.waitSignal(dialog.save_requested):
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_that_every_widget_has_a_name_to_read_aloud(dialog):
    for kind in (QAbstractButton, QComboBox, QAbstractSpinBox):
        for widget in dialog.findChildren(kind):
            assert widget.objectName(), widget
            assert widget.accessibleName(), widget.objectName()


@pytest.mark.parametrize(("dpi", "pixels"), [(300, (1890, 1417)), (72, (454, 340))])
def test_that_pixels_follow_from_millimetres_and_resolution(dpi, pixels):
    assert OPTIONS.at_dpi(dpi).pixel_size == pixels
