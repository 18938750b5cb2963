"""The small icon buttons of dock titles and panels."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QToolButton

from costcurve_gui.views.theme import tokens_in_use
from costcurve_gui.views.widgets.themed_icon import is_theme_change, token_icon


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
