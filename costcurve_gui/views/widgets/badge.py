"""One remark on a soft ground: icon, words, perhaps a link."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.text import SentenceLabel, set_tone
from costcurve_gui.views.widgets.themed_icon import ThemedIcon

_ICONS = {"warning": "warning", "danger": "error", "success": "check", "accent": "info"}


class Badge(QFrame):
    """A remark in the tone of its gravity; emits `link_clicked` where it has a link."""

    link_clicked = Signal()

    def __init__(self, name: str, *, tone: str = "warning", link: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self._shown = ("", "")
        self.setProperty("soft", tone)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._icon = ThemedIcon(_ICONS[tone], tone, 14)
        self._label = SentenceLabel(font=fonts.small(fonts.MEDIUM), tone=tone)
        self._label.setObjectName(f"{name}_text")
        self._link = LinkButton(link, small=True)
        self._link.setObjectName(f"{name}_link")
        self._link.setVisible(bool(link))
        self._link.clicked.connect(self.link_clicked)
        self._build()

    @property
    def text(self) -> str:
        """The words shown."""
        return self._label.full_text

    def show_remark(self, text: str, tone: str = "warning") -> None:
        """Show other words; an empty text hides the badge."""
        if (text, tone) == self._shown:
            return
        self._shown = (text, tone)
        self._label.set_full_text(text)
        self._icon.show_icon(_ICONS[tone], tone)
        set_tone(self._label, tone)
        set_tone(self, tone, "soft")
        self.setAccessibleName(text)
        self.setVisible(bool(text))

    def _build(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 5, 8, 5)
        layout.setSpacing(6)
        layout.addWidget(self._icon)
        layout.addWidget(self._label)
        layout.addStretch(1)
        layout.addWidget(self._link)
