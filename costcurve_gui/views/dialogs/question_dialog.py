"""One question with its ways out: a sentence, what hangs on it, and buttons that say what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from costcurve_gui.views.dialogs.base_dialog import FittedDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import LinkButton, main_button, plain_button
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH = 480
DISCARD = "discard"


class QuestionDialog(FittedDialog):
    """Emits `answered(key)` once; Esc and Cancel answer with an empty key.

    The first of the ways out is the main button, at the right: Enter presses it. Others stand
    beside it; one that discards is a link at the left, which Alt+D presses too.
    """

    answered = Signal(str)

    def __init__(
        self,
        name: str,
        title: str,
        text: str,
        ways: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
        *,
        warns: bool = False,
    ) -> None:
        super().__init__(parent)
        name_widget(self, f"{name}_dialog", title)
        self.setAccessibleDescription(text)
        self.setWindowTitle("CostCurve")
        self.setMinimumWidth(_WIDTH)
        self._name = name
        self._answer = ""
        self.finished.connect(lambda _: self.answered.emit(self._answer))
        heading = fonts.body(fonts.SEMIBOLD)
        heading.setPixelSize(fonts.body_size() + 2)
        head = QHBoxLayout()
        head.setSpacing(8)
        if warns:
            head.addWidget(ThemedIcon("warning", "warning"))
        head.addWidget(text_label(title, font=heading, wrap=True, name=f"{name}_title"), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(text_label(text, tone="muted", wrap=True, name=f"{name}_text"))
        layout.addSpacing(10)
        layout.addStretch()
        layout.addLayout(self._foot(ways))

    def sizeHint(self) -> QSize:
        """Return a size that is as wide as the text may be: its height follows from that."""
        return super().sizeHint().expandedTo(QSize(_WIDTH, 0))

    def _foot(self, ways: Sequence[tuple[str, str]]) -> QHBoxLayout:
        (main, main_text), *others = ways
        foot = QHBoxLayout()
        foot.setSpacing(8)
        for key, text in others:
            if key == DISCARD:
                link = self._button(LinkButton(text), key)
                link.setShortcut("Alt+D")
                foot.addWidget(link)
        foot.addStretch()
        cancel = plain_button("Cancel", f"{self._name}_cancel")
        cancel.clicked.connect(self.reject)
        foot.addWidget(cancel)
        for key, text in others:
            if key != DISCARD:
                foot.addWidget(self._button(plain_button(text, ""), key))
        button = self._button(main_button(main_text, ""), main)
        foot.addWidget(button)
        button.setFocus()
        return foot

    def _button(self, button: QPushButton, key: str) -> QPushButton:
        name_widget(button, f"{self._name}_{key}", button.text())
        button.clicked.connect(lambda: self._take(key))
        return button

    def _take(self, key: str) -> None:
        self._answer = key
        self.accept()
