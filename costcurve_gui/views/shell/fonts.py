"""The five text sizes of the window, all derived from the application font."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QApplication

SEMIBOLD = QFont.Weight.DemiBold
NORMAL = QFont.Weight.Normal
MEDIUM = QFont.Weight.Medium
_DESIGN_SIZE = 12


def tabular(font: QFont) -> QFont:
    """Return a copy whose figures all have one width, where the font can do that."""
    result = QFont(font)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def body_size() -> int:
    """Return the application font's height in pixels."""
    return _pixel_size(QApplication.font().key())


@lru_cache(maxsize=8)
def _pixel_size(_font: str) -> int:
    """Ask once for each application font: the answer takes as long as making a widget."""
    return QFontInfo(QApplication.font()).pixelSize()


def scaled(length: int) -> int:
    """Return a length of the design, which was drawn for 12 px text, for the text in use."""
    return round(length * body_size() / _DESIGN_SIZE)


def _sized(pixels: int, weight: QFont.Weight) -> QFont:
    font = tabular(QApplication.font())
    font.setPixelSize(pixels)
    font.setWeight(weight)
    return font


def body(weight: QFont.Weight = NORMAL) -> QFont:
    """Return the font of controls, tables and answers."""
    return _sized(body_size(), weight)


def small(weight: QFont.Weight = NORMAL) -> QFont:
    """Return the font of axes, table headers, intervals and the status bar."""
    return _sized(body_size() - 1, weight)


def lead(weight: QFont.Weight = NORMAL) -> QFont:
    """Return the font of the rule under the headline and of counts."""
    return _sized(body_size() + 1, weight)


def headline() -> QFont:
    """Return the font of the one line larger than the rest: the chosen model."""
    return _sized(round(body_size() * 1.5), SEMIBOLD)


def page_title() -> QFont:
    """Return the font of the start page's title."""
    return _sized(round(body_size() * 5 / 3), SEMIBOLD)
