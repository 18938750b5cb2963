"""Icons that take their colour from the theme in use and follow it when it changes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from costcurve_gui.views.shell import icons
from costcurve_gui.views.shell.theme import tokens_in_use

_THEME_EVENTS = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)


def token_color(role: str) -> str:
    """Return the colour that a role ("muted", "accent") has in the theme in use."""
    return str(getattr(tokens_in_use(), role))


def token_icon(name: str, role: str, size: int) -> QIcon:
    """Return an icon in a token's colour, faint while disabled."""
    return icons.icon(name, token_color(role), size, disabled=tokens_in_use().trivial)


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
        drawn = icons.pixmap(
            self._name, token_color(self._role), self._size, self.devicePixelRatioF()
        )
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
