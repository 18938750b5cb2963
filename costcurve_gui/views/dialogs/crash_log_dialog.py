"""Shows where the program was when it died."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit

from costcurve_gui.views import fonts
from costcurve_gui.views.dialogs.plain_dialog import PlainDialog
from costcurve_gui.views.widgets.main_button import plain_button
from costcurve_gui.views.widgets.text import name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_SIZE = (760, 480)


class CrashLogDialog(PlainDialog):
    """Shows the traceback of a crash, and the path of the log that has it too."""

    def __init__(self, trace: str, log: str, parent: QWidget | None = None) -> None:
        super().__init__("crash_log", "Log of the crash", parent)
        self.resize(*_SIZE)
        self._text = QPlainTextEdit(trace)
        self._text.setReadOnly(True)
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(fonts.body_size() - 1)
        self._text.setFont(fixed)
        name_widget(self._text, "crash_log_text", "Where the program was when it closed")
        path = text_label(f"Also in {log}", tone="muted", wrap=True, name="crash_log_path")
        path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        copy = plain_button("Copy", "crash_log_copy", "Copy the log")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(trace))
        self.contents.addWidget(self._text, 1)
        self.contents.addWidget(path)
        self.foot.insertWidget(0, copy)
