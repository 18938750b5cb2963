"""Line icons, drawn from SVG in one colour, crisp at every scale."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from costcurve_gui.resources import resource_path

SIZE = 20
_APP_SIZES = (16, 32, 48, 256)


@cache
def _svg(name: str) -> str:
    return resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")


def pixmap(name: str, color: str, size: int = SIZE, scale: float = 1.0) -> QPixmap:
    """Return an icon `size` logical pixels wide for a screen of the given scale."""
    key = f"icon/{name}/{color}/{size}/{scale}"
    found = QPixmap()
    if QPixmapCache.find(key, found):
        return found
    drawn = _drawn(name, color, size, scale)
    QPixmapCache.insert(key, drawn)
    return drawn


def _scales() -> list[float]:
    """Return the scales of the screens there are: each costs time at the start."""
    return sorted({1.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())})


def _drawn(name: str, color: str, size: int, scale: float) -> QPixmap:
    pixels = round(size * scale)
    result = QPixmap(pixels, pixels)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    tinted = _svg(name).replace("currentColor", color)
    QSvgRenderer(QByteArray(tinted.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    result.setDevicePixelRatio(scale)
    return result


def app_icon() -> QIcon:
    """Return the picture of the program, for task bars and window lists."""
    result, renderer = QIcon(), QSvgRenderer(str(resource_path("app_icon.svg")))
    for size in _APP_SIZES:
        drawn = QPixmap(size, size)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        renderer.render(painter)
        painter.end()
        result.addPixmap(drawn)
    return result


def icon(name: str, color: str, size: int = SIZE, *, disabled: str | None = None) -> QIcon:
    """Return an icon in one colour, with its own colour while it is disabled."""
    result = QIcon()
    for scale in _scales():
        result.addPixmap(pixmap(name, color, size, scale))
        if disabled is not None:
            result.addPixmap(pixmap(name, disabled, size, scale), QIcon.Mode.Disabled)
    return result
