import re
import shutil
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QPushButton, QRadioButton

from costcurve_gui.resources import resources_root
from costcurve_gui.session.preferences import Theme
from costcurve_gui.views.shell.theme import (
    DARK,
    LIGHT,
    apply_theme,
    palette,
    style_sheet,
    tokens_for,
    tokens_in_use,
)
from costcurve_gui.views.widgets import icons

BOTH = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])


def luminance(color: str) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue, _ = QColor(color).getRgbF()
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@BOTH
def test_that_text_and_messages_can_be_read_on_their_grounds(tokens):
    for ground in (tokens.window, tokens.panel, tokens.raised, tokens.accent_soft):
        assert contrast(tokens.text, ground) >= 9.9
        assert contrast(tokens.muted, ground) >= 5.2
    for name in ("danger", "warning", "success", "accent"):
        assert contrast(getattr(tokens, name), tokens.panel) >= 5.3
        assert contrast(getattr(tokens, name), getattr(tokens, f"{name}_soft")) >= 5.2
    assert contrast(tokens.control, tokens.panel) >= 3.0


@BOTH
def test_that_every_model_colour_stands_out_on_the_plot(tokens):
    assert all(contrast(color, tokens.plot) >= 3.1 for color in tokens.models)
    assert len(set(tokens.models)) == 8


@BOTH
def test_that_no_two_of_sixteen_models_share_both_colour_and_dash(tokens):
    looks = {(tokens.model_color(slot), tokens.model_dash(slot)) for slot in range(1, 17)}
    assert len(looks) == 16


def test_that_the_ninth_model_has_the_first_colour_and_the_fifth_dash():
    assert LIGHT.model_color(9) == LIGHT.model_color(1)
    assert LIGHT.model_dash(9) == LIGHT.model_dash(5)


def test_that_models_above_sixteen_have_colour_only_while_highlighted():
    assert LIGHT.model_color(17, highlighted=False) == LIGHT.trivial
    assert LIGHT.model_color(17) in LIGHT.models
    assert LIGHT.model_color(16, highlighted=False) == LIGHT.model_color(8)


@BOTH
def test_that_the_style_sheet_has_no_unfilled_place(qapp, tokens):
    sheet = style_sheet(tokens, qapp.font())
    assert "$" not in sheet
    assert tokens.accent in sheet
    for path in re.findall(r'url\("([^"]*)"\)', sheet):
        assert (resources_root() / "themes" / path.rpartition("/")[2]).is_file()


@BOTH
@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_that_what_can_be_ticked_stands_out_before_it_is(qtbot, tokens, kind):
    widget = kind()
    qtbot.addWidget(widget)
    widget.setStyleSheet(style_sheet(tokens, widget.font()))
    image = widget.grab().toImage()
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    colours = {image.pixelColor(x, y).name() for x, y in places}
    assert any(contrast(one, tokens.control) < 1.03 for one in colours)


def test_that_the_style_sheet_holds_in_any_folder(qtbot, qtlog, tmp_path, monkeypatch):
    folder = tmp_path / "Jürgen (Büro)" / "resources"
    shutil.copytree(resources_root() / "themes", folder / "themes")
    monkeypatch.setattr("costcurve_gui.resources.resources_root", lambda: folder)
    widget = QPushButton()
    qtbot.addWidget(widget)
    sheet = style_sheet(LIGHT, widget.font())
    assert "Jürgen" in sheet
    widget.setStyleSheet(sheet)
    widget.ensurePolished()
    assert not [record.message for record in qtlog.records]


def test_that_the_theme_of_the_application_is_the_one_applied(qapp: QApplication):
    apply_theme(qapp, DARK)
    assert tokens_in_use() is DARK
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == DARK.panel
    apply_theme(qapp, LIGHT)
    assert tokens_in_use() is LIGHT
    assert palette(LIGHT).color(QPalette.ColorRole.Highlight).name() == LIGHT.accent


def test_that_light_and_dark_are_taken_by_name(qapp):
    assert tokens_for(Theme.LIGHT) is LIGHT
    assert tokens_for(Theme.DARK) is DARK
    assert tokens_for(Theme.SYSTEM) in (LIGHT, DARK)


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (resources_root() / "icons").glob("*.svg"))
)
def test_that_every_icon_draws_in_the_asked_colour(qapp, name):
    image = icons.pixmap(name, "#ff0000", 20, 2).toImage()
    assert (image.width(), image.height()) == (40, 40)
    painted = [
        image.pixelColor(x, y)
        for x in range(40)
        for y in range(40)
        if image.pixelColor(x, y).alpha() > 200
    ]
    assert painted
    assert all(color.red() > 240 and color.green() < 15 for color in painted)


def test_that_an_icon_has_its_own_picture_for_screens_of_double_density(qapp, monkeypatch):
    screens = [SimpleNamespace(devicePixelRatio=lambda: 2.0)]
    monkeypatch.setattr(icons.QGuiApplication, "screens", lambda: screens)
    sizes = {size.width() for size in icons.icon("open", "#000000").availableSizes()}
    assert {20, 40} <= sizes


def test_that_the_picture_of_the_program_is_drawn_in_several_sizes(qapp):
    sizes = icons.app_icon().availableSizes()
    assert {size.width() for size in sizes} == {16, 32, 48, 256}
    image = icons.app_icon().pixmap(48, 48).toImage()
    assert len({image.pixel(x, 24) for x in range(48)}) > 3
