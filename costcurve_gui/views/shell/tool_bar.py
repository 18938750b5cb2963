"""The tool bar: open, undo, redo, export, and the field that finds every command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.icon_buttons import ThemedIcon, is_theme_change, token_icon
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QAction

    from costcurve_gui.views.shell.actions import Actions

HEIGHT = 44


class SearchButton(QPushButton):
    """Looks like a search field; it opens the list of commands."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        name_widget(self, "search_commands", "Search commands")
        self.setProperty("search", True)
        self.setFixedSize(fonts.scaled(260), 28)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(action.toolTip())
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 0)
        layout.setSpacing(10)
        layout.addWidget(ThemedIcon("search", "muted", 18))
        layout.addWidget(text_label(action.text(), tone="muted"), 1)
        layout.addWidget(text_label(keys, font=fonts.small()))
        self.clicked.connect(action.trigger)


class ToolBar(QToolBar):
    """Buttons for the commands that are wanted most."""

    def __init__(self, actions: Actions, export_menu: QMenu) -> None:
        super().__init__("Tools")
        name_widget(self, "tool_bar", "Tools")
        self.setMovable(False)
        self.setFloatable(False)
        self.setFixedHeight(HEIGHT)
        self.setIconSize(QSize(20, 20))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._export = _button("export_button", "Export")
        self._build(actions, export_menu)
        self.set_file_open(False)

    def changeEvent(self, event: QEvent) -> None:
        """Take the colour of the export icon from the new theme."""
        super().changeEvent(event)
        if is_theme_change(event) and hasattr(self, "_export"):
            self._export.setIcon(token_icon("export", "text", 20))

    def set_file_open(self, is_open: bool) -> None:
        """Let the export button rest or work."""
        self._export.setEnabled(is_open)

    def _build(self, actions: Actions, export_menu: QMenu) -> None:
        opener = _button("open_button", "Open")
        opener.setToolTip(actions["open"].toolTip())
        opener.setIcon(actions["open"].icon())
        opener.clicked.connect(actions["open"].trigger)
        actions["open"].changed.connect(lambda: opener.setIcon(actions["open"].icon()))
        self.addWidget(opener)
        self.addSeparator()
        for key in ("undo", "redo"):
            self.addAction(actions[key])
            button = self.widgetForAction(actions[key])
            name_widget(button, f"{key}_button", actions[key].text())
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.addSeparator()
        self._export.setMenu(export_menu)
        self._export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._export.setIcon(token_icon("export", "text", 20))
        self.addWidget(self._export)
        gap = QWidget()
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(gap)
        self.search = SearchButton(actions["commands"])
        self.addWidget(self.search)


def _button(name: str, text: str) -> QToolButton:
    button = QToolButton()
    name_widget(button, name, text)
    button.setText(text)
    button.setFont(fonts.body(fonts.MEDIUM))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
