"""What has the focus looks different from what has not, in both themes, at every stop of Tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget

from costcurve_gui.session.preferences import Theme
from costcurve_gui.views.shell.theme import tokens_in_use
from tests.flows.test_tab_order import place, stops

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.usefixtures("no_intervals")

LEAST_PIXELS = 24  # that change: an edge of a small box
LEAST_CONTRAST = 3.0  # of what changes against what was there (WCAG 2.2, 2.4.13)
AIR = 3


def picture(window: QWidget, region: QRect) -> np.ndarray:
    image = window.grab(region).toImage().convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), dtype=np.uint8)
    return raw.reshape(image.height(), image.width(), 4)[:, :, 2::-1].astype(float)


def luminance(pixels: np.ndarray) -> np.ndarray:
    part = pixels / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def changed(before: np.ndarray, after: np.ndarray) -> int:
    """Return how many pixels changed by the contrast that is asked for."""
    one, other = luminance(before) + 0.05, luminance(after) + 0.05
    return int((np.maximum(one, other) / np.minimum(one, other) >= LEAST_CONTRAST).sum())


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
def test_that_every_stop_of_tab_shows_that_it_has_the_focus(
    qtbot: QtBot, german_credit: Program, theme: Theme
) -> None:
    window = german_credit.window
    window.theme_chosen.emit(theme)
    qtbot.waitUntil(lambda: not german_credit.runner.busy)
    QApplication.processEvents()
    assert (QColor(tokens_in_use().panel).lightness() < 128) is (theme is Theme.DARK)
    found = stops(window)
    assert len(found) > 50
    hidden = []
    for stop, other in zip(found, [found[-1], *found[:-1]], strict=True):
        stop.setFocus(Qt.FocusReason.TabFocusReason)  # scrolled to where it stays
        region = place(stop).adjusted(-AIR, -AIR, AIR, AIR)
        other.setFocus(Qt.FocusReason.TabFocusReason)
        before = picture(window, region)
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        if changed(before, picture(window, region)) < LEAST_PIXELS:
            hidden.append(f"{type(stop).__name__}#{stop.objectName()}")
    assert hidden == []


def test_that_the_ring_of_a_main_button_is_white_within_its_edge(german_credit: Program) -> None:
    button = german_credit.window.findChild(QWidget, "apply_decision")
    assert button is not None
    button.setFocus(Qt.FocusReason.TabFocusReason)
    shown, tokens = button.grab().toImage(), tokens_in_use()
    column = [shown.pixelColor(button.width() // 2, y).name() for y in range(4)]
    assert column == [tokens.accent, tokens.on_accent, tokens.on_accent, tokens.accent]
