"""The title bar of a dock: name, what is shown, and its icons. It stays while the dock floats."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.text import PartsLabel, SentenceLabel
from costcurve_gui.views.widgets.tool_icon import ToolIcon

HEIGHT = 28
_LEAST_TITLE = 48


class DockTitle(QWidget):
    """Shows a name, a subtitle that says what is plotted, and icons in the order added."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self._name = name
        self.setObjectName(f"{name}_title")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        # A long title must not widen its dock: the docks beside it would leave the window.
        self._title = SentenceLabel(title, font=fonts.body(fonts.SEMIBOLD), least=_LEAST_TITLE)
        self._subtitle = PartsLabel(font=fonts.small(), tone="muted")
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(12, 0, 4, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self._title)
        self._layout.addSpacing(8)
        self._layout.addWidget(self._subtitle, 1)

    @property
    def title(self) -> str:
        """The name on show."""
        return self._title.full_text

    @property
    def subtitle(self) -> str:
        """What the title says is shown."""
        return self._subtitle.full_text

    def show_title(self, title: str) -> None:
        """Show another name."""
        self._title.set_full_text(title)

    @property
    def shown_subtitle(self) -> str:
        """What of it there is room for."""
        return self._subtitle.text()

    def show_subtitle(self, text: str, detail: str = "", fuller: tuple[str, ...] = ()) -> None:
        """Say what is shown, where there is room in `fuller` words, in the tooltip in detail."""
        self._subtitle.set_detail(detail)
        self._subtitle.set_fuller(fuller)
        if text != self._subtitle.full_text:
            self._subtitle.set_full_text(text)

    def add_icon(self, icon: str, key: str, words: str) -> ToolIcon:
        """Add an icon button at the right end."""
        button = ToolIcon(icon, f"{self._name}_{key}", words)
        self._layout.addWidget(button)
        return button

    def add_menu(self, words: str, icon: str = "more") -> QMenu:
        """Add the "more" icon, or another, and return the menu it opens."""
        button = self.add_icon(icon, icon, words)
        menu = QMenu(button)
        menu.setObjectName(f"{self._name}_menu" if icon == "more" else f"{self._name}_{icon}_menu")
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return menu
