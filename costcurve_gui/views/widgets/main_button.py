"""The one button of a dialog that Enter presses."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.text import name_widget


def main_button(text: str, name: str, accessible: str = "") -> QPushButton:
    """Return the default button; its font is bold from the start, so that it has room for it."""
    button = QPushButton(text)
    button.setFont(fonts.body(fonts.SEMIBOLD))
    button.setDefault(True)
    button.setProperty("main", True)
    name_widget(button, name, accessible or text)
    return button


def plain_button(text: str, name: str, accessible: str = "") -> QPushButton:
    """Return a button that Enter presses only while it has the focus itself."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    name_widget(button, name, accessible or text)
    return button
