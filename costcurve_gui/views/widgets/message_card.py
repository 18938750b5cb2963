"""What a view says instead of, or above, its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.text import text_label
from costcurve_gui.views.widgets.themed_icon import ThemedIcon

if TYPE_CHECKING:
    from collections.abc import Sequence

Link = tuple[str, str]  # key, text


class EmptyMessage(QWidget):
    """One icon, one sentence, the way out and a button; emits `action_requested`."""

    action_requested = Signal()

    def __init__(self, name: str, icon_name: str = "curve") -> None:
        super().__init__()
        self.setObjectName(f"{name}_empty")
        self._icon = ThemedIcon(icon_name, "muted", 36)
        heading = fonts.body(fonts.SEMIBOLD)
        heading.setPixelSize(fonts.body_size() + 2)
        self._headline = text_label(font=heading, wrap=True, name=f"{name}_empty_headline")
        self._sentence = text_label(tone="muted", wrap=True, name=f"{name}_empty_sentence")
        self._button = QPushButton()
        self._button.setObjectName(f"{name}_empty_action")
        self._button.clicked.connect(self.action_requested)
        self._build()

    def show_message(self, headline: str, sentence: str, action: str = "") -> None:
        """Show other words; without an action there is no button."""
        self._headline.setText(headline)
        self._sentence.setText(sentence)
        self._button.setText(action)
        self._button.setAccessibleName(action)
        self._button.setVisible(bool(action))
        self.setAccessibleName(f"{headline}. {sentence}")

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 12, 24, 12)
        layout.setSpacing(0)
        layout.addStretch()
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        for label, gap in ((self._headline, 8), (self._sentence, 12)):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addSpacing(gap)
            layout.addWidget(label)
        layout.addSpacing(18)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch()


class ErrorCard(QFrame):
    """A fault said once, in place, with its rows and ways to mend it.

    Emits `link_clicked(key)`.
    """

    link_clicked = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.setObjectName(f"{name}_error")
        self.setProperty("soft", "danger")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        bold = fonts.body(fonts.SEMIBOLD)
        self._headline = text_label(font=bold, tone="danger", wrap=True)
        self._headline.setObjectName(f"{name}_error_headline")
        self._detail = text_label(font=fonts.small(), wrap=True, name=f"{name}_error_detail")
        self._links = QHBoxLayout()
        self._build()

    @property
    def text(self) -> str:
        """The whole message as one text."""
        return f"{self._headline.text()} {self._detail.text()}".strip()

    def show_error(self, headline: str, detail: str = "", links: Sequence[Link] = ()) -> None:
        """Show another fault; each link is a key and its words."""
        self._headline.setText(headline)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self.setAccessibleName(self.text)
        self._replace_links(links)

    def _build(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(7)
        first.addWidget(ThemedIcon("error", "danger"), 0, Qt.AlignmentFlag.AlignTop)
        first.addWidget(self._headline, 1)
        self._links.setSpacing(10)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 6)
        layout.setSpacing(4)
        layout.addLayout(first)
        layout.addWidget(self._detail)
        layout.addLayout(self._links)

    def _replace_links(self, links: Sequence[Link]) -> None:
        while (item := self._links.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for key, text in links:
            self._links.addWidget(self._link(key, text))
        self._links.addStretch()

    def _link(self, key: str, text: str) -> LinkButton:
        link = LinkButton(text)
        link.setObjectName(f"{self._name}_error_{key}")
        link.setAccessibleName(text)
        link.clicked.connect(lambda: self.link_clicked.emit(key))
        return link
