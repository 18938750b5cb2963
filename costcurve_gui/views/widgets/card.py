"""Cards: a panel with an edge, and one that is pressed like a button."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget


class Card(QFrame):
    """A panel with a 1 px edge and a radius of 6."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("card", True)


def card_round(widget: QWidget, name: str, margin: int = 4) -> Card:
    """Return a card that holds one widget."""
    card = Card(name)
    layout = QVBoxLayout(card)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.addWidget(widget)
    return card


class CardButton(QPushButton):
    """A card that opens something: its whole face is the button, its children only show."""

    def __init__(self, name: str, accessible: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self.setProperty("card", True)
        self.setAutoDefault(True)  # Enter presses it while it has the focus
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return what the contents need: a button's own hint knows only text and icon."""
        layout: QLayout | None = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return what the contents need at least."""
        layout: QLayout | None = self.layout()
        return layout.minimumSize() if layout is not None else super().minimumSizeHint()
