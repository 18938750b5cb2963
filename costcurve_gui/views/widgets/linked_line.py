"""A sentence that wraps, with a link at its right."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.figures import ParagraphLabel
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.text import name_widget

if TYPE_CHECKING:
    from PySide6.QtGui import QFont


class LinkedLine(QWidget):
    """Says something and offers what to do about it; hidden while there is nothing to say.

    Emits `link_clicked`.
    """

    link_clicked = Signal()

    def __init__(
        self, name: str, link: str, accessible: str, *, font: QFont | None = None, tone: str = ""
    ) -> None:
        super().__init__()
        self._text = ""
        self._label = ParagraphLabel(f"{name}_text", font or fonts.body())
        if tone:
            self._label.setProperty("tone", tone)
        self.link = LinkButton(link)
        self.setObjectName(name)
        name_widget(self.link, f"{name}_link", accessible)
        self.link.clicked.connect(self.link_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._label, 1)
        row.addWidget(self.link, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    @property
    def text(self) -> str:
        """The words on show."""
        return self._text

    def show_text(self, text: str, lead: str = "") -> None:
        """Show other words, the `lead` before them bold; an empty text hides the line."""
        whole = f"{lead} {text}" if lead else text
        if whole != self._text:
            self._text = whole
            bold = f"<b>{escape(lead)}</b> " if lead else ""
            self._label.show_sentence(bold + escape(text))
        if self.isHidden() == bool(text):
            self.setVisible(bool(text))
