"""A word that is changed where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.fields import CommitField
from costcurve_gui.views.widgets.text import WrappedLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent


class RenameLabel(QStackedWidget):
    """Shows a word; a double click, or `edit`, makes it a field. Emits `renamed(str)`.

    It is as wide as its word within `widths`; `blank` stands where the word is empty.
    """

    renamed = Signal(str)

    def __init__(
        self,
        name: str,
        accessible: str,
        *,
        font: QFont | None = None,
        tone: str = "",
        widths: tuple[int, int] = (44, 84),
        blank: str = "",
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self._widths, self._blank = widths, blank
        self._word = ""
        self._label = WrappedLabel(font=font or fonts.body(fonts.SEMIBOLD), tone=tone)
        self._field = CommitField(f"{name}_field", accessible, dense=True)
        self._field.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._field.editingFinished.connect(self._stop)
        self._field.text_committed.connect(self._report)
        self.addWidget(self._label)
        self.addWidget(self._field)
        self.setToolTip("Double-click to use another word")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def word(self) -> str:
        """The word on show."""
        return self._word

    @property
    def editing(self) -> bool:
        """Whether it is a field now."""
        return self.currentWidget() is self._field

    def show_word(self, word: str) -> None:
        """Show another word."""
        self._word = word
        self._field.show_text(word)
        shown = word or self._blank
        if shown != self._label.full_text:
            self._label.set_full_text(shown)
            self._fit()

    def edit(self) -> None:
        """Make the word a field."""
        self.setFixedWidth(self._widths[1])
        self.setCurrentWidget(self._field)
        self._field.setFocus()
        self._field.selectAll()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit where the word stands."""
        del event
        self.edit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes an untouched field."""
        if event.key() == Qt.Key.Key_Escape and self.currentWidget() is self._field:
            self._stop()
            return
        super().keyPressEvent(event)

    def _stop(self) -> None:
        self.setCurrentWidget(self._label)
        self._fit()

    def _fit(self) -> None:
        least, most = self._widths
        wanted = self._label.fontMetrics().horizontalAdvance(self._label.full_text) + 2
        self.setFixedWidth(min(max(wanted, least), most))

    def _report(self, text: str) -> None:
        if (text or self._blank) and text != self.word:
            self.renamed.emit(text)
        else:
            self._field.restore()
