"""Line icons drawn from SVG in the colours of the theme in use, and the buttons that bear them."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPaintEvent, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from costcurve_gui.resources import resource_path
from costcurve_gui.views.shell.theme import tokens_in_use

_THEME_EVENTS = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
SIZE = 20
_APP_SIZES = (16, 32, 48, 256)


def token_color(role: str) -> str:
    """Return the colour that a role ("muted", "accent") has in the theme in use."""
    return str(getattr(tokens_in_use(), role))


def token_icon(name: str, role: str, size: int) -> QIcon:
    """Return an icon in a token's colour, faint while disabled."""
    return icon(name, token_color(role), size, disabled=tokens_in_use().trivial)


class ThemedIcon(QWidget):
    """A picture that says nothing to assistive tools: the text beside it does."""

    def __init__(self, name: str, role: str = "muted", size: int = 16) -> None:
        super().__init__()
        self._name, self._role, self._size = name, role, size
        self.setFixedSize(QSize(size, size))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def name(self) -> str:
        """Which icon is shown."""
        return self._name

    def show_icon(self, name: str, role: str) -> None:
        """Show another icon, or the same one in another colour."""
        self._name, self._role = name, role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint in the colour of the theme in use."""
        del event
        drawn = pixmap(self._name, token_color(self._role), self._size, self.devicePixelRatioF())
        painter = QPainter(self)
        painter.drawPixmap(0, 0, drawn)
        painter.end()


class IconButton(QPushButton):
    """A push button with an icon beside its text."""

    def __init__(self, text: str, icon_name: str, role: str = "text", size: int = 16) -> None:
        super().__init__(text)
        self._icon_name, self._role = icon_name, role
        self.setIconSize(QSize(size, size))
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        """Take the icon's colour from the new theme."""
        super().changeEvent(event)
        if event.type() in _THEME_EVENTS:
            self._dress()

    def _dress(self) -> None:
        self.setIcon(token_icon(self._icon_name, self._role, self.iconSize().width()))


def is_theme_change(event: QEvent) -> bool:
    """Whether a change event means that colours may be others now."""
    return event.type() in _THEME_EVENTS


class ToolIcon(QToolButton):
    """A button that shows an icon only; its words are its accessible name and tooltip."""

    def __init__(self, icon_name: str, name: str, words: str, *, role: str = "muted") -> None:
        super().__init__()
        self._icon_name, self._role = icon_name, role
        self.setObjectName(name)
        self.set_words(words)
        self.setIconSize(QSize(16, 16))
        self.setFixedSize(24, 24)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._dress()

    def set_words(self, words: str) -> None:
        """Say what the button does now."""
        self.setAccessibleName(words)
        self.setToolTip(words)

    def changeEvent(self, event: QEvent) -> None:
        """Take the icon's colour from the new theme."""
        super().changeEvent(event)
        if is_theme_change(event) and tokens_in_use() is not self._worn:
            self._dress()

    def _dress(self) -> None:
        self._worn = tokens_in_use()
        self.setIcon(token_icon(self._icon_name, self._role, 16))


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
