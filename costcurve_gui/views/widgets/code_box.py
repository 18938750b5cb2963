"""A piece of code that can be read and copied, its words in colour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QGuiApplication,
    QSyntaxHighlighter,
    QTextCharFormat,
)
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QTextDocument

_KEYWORDS = {
    "SQL": r"\b(?:CASE|WHEN|THEN|ELSE|END|IS|NULL|OR|AND|CAST|AS|DOUBLE|PRECISION)\b",
    "Excel": r"\b(?:IF|ISNUMBER)\b",
    "Python": r"\b(?:def|if|else|return|is|or|and|None|import|from|False|True|float)\b",
}
_STRINGS = r"'(?:[^'\n]|'')*'|\"(?:[^\"\n]|\"\")*\""
_COMMENTS = {"SQL": r"--.*$", "Python": r"\"\"\".*?\"\"\"|#.*$"}


class Highlighter(QSyntaxHighlighter):
    """Sets keywords bold, texts and comments in colours of the theme."""

    def __init__(self, document: QTextDocument, language: str) -> None:
        super().__init__(document)
        self._language = language

    def highlightBlock(self, text: str) -> None:  # noqa: N802 (Qt's name)
        """Format one line."""
        tokens = tokens_in_use()
        bold = QTextCharFormat()
        bold.setFontWeight(fonts.SEMIBOLD)
        texts, comments = QTextCharFormat(), QTextCharFormat()
        texts.setForeground(QColor(tokens.success))
        comments.setForeground(QColor(tokens.muted))
        for pattern, form in (
            (_KEYWORDS.get(self._language), bold),
            (_STRINGS, texts),
            (_COMMENTS.get(self._language), comments),
        ):
            for found in re.finditer(pattern, text) if pattern else ():
                self.setFormat(found.start(), found.end() - found.start(), form)


class CodeBox(QWidget):
    """A title, *Copy*, the code and a line below it; emits `copied(language)`."""

    copied = Signal(str)

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self.code = QPlainTextEdit()
        self.copy = LinkButton(tr("Copy"), small=True)
        self.note = text_label(font=fonts.small(), tone="muted", wrap=True)
        name = language.lower()
        name_widget(self.code, f"rule_{name}", tr("{language} code", language=language))
        name_widget(self.copy, f"rule_copy_{name}", tr("Copy {language}", language=language))
        self._build()
        self.copy.clicked.connect(self._copy)

    @property
    def text(self) -> str:
        """The code on show."""
        return self.code.toPlainText()

    def show_code(self, text: str, note: str) -> None:
        """Show code and a line below it; without code nothing can be copied."""
        self.code.setPlainText(text)
        self.code.setVisible(bool(text))
        self.copy.setVisible(bool(text))
        lines = min(text.count("\n") + 2, 12)  # one of them may wrap
        height = self.code.fontMetrics().lineSpacing() * lines + fonts.scaled(22)
        self.code.setFixedHeight(height)
        self.note.setText(note)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text)
        self.copied.emit(self._language)

    def _build(self) -> None:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(fonts.body_size())
        self.code.setFont(font)
        self.code.setReadOnly(True)
        self.code.setTabChangesFocus(True)
        self.code.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.highlighter = Highlighter(self.code.document(), self._language)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        head = QHBoxLayout()
        head.addWidget(text_label(self._language, font=fonts.body(fonts.SEMIBOLD)))
        head.addStretch(1)
        head.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.code)
        layout.addWidget(self.note)
