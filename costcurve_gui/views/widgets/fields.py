"""Fields that keep what is typed: numbers, drop-down lists, words renamed in place."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QSpinBox, QStackedWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.labels import WrappedLabel, name_widget, set_tone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QFont, QMouseEvent


class NumberLine(QLineEdit):
    """A line in which a number is one word, although thousands are set apart.

    A double click selects all of it, and typing in it leaves no separator in the wrong place.
    """

    def __init__(self) -> None:
        super().__init__()
        self.textEdited.connect(self._drop_separators)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the number under the mouse; elsewhere a word."""
        super().mouseDoubleClickEvent(event)
        place = self.cursorPositionAt(event.position().toPoint())
        span = numbers.span_at(self.text(), place)
        if span is not None:
            self.setSelection(span[0], span[1] - span[0])

    def _drop_separators(self, text: str) -> None:
        if numbers.THOUSANDS not in text:
            return
        before = text[: self.cursorPosition()].replace(numbers.THOUSANDS, "")
        self.setText(text.replace(numbers.THOUSANDS, ""))
        self.setCursorPosition(len(before))
        self.setModified(True)


class WholeNumberBox(QSpinBox):
    """A field for a whole number with arrows."""

    def __init__(self, name: str, accessible: str, low: int, high: int) -> None:
        super().__init__()
        self.setLineEdit(NumberLine())
        self.lineEdit().setAccessibleName(accessible)
        self.setRange(low, high)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setKeyboardTracking(False)  # a half-typed number is none
        name_widget(self, name, accessible)


class CommitField(NumberLine):
    """A line that commits on Enter or when the focus leaves, and goes back on Esc.

    Emits `text_committed(str)` once for every change that the user finished, and
    `fault_changed(str)` when the sentence that marks it changes.
    """

    text_committed = Signal(str)
    fault_changed = Signal(str)

    def __init__(self, name: str, accessible: str, *, dense: bool = False) -> None:
        super().__init__()
        self._shown = ""
        self._fault = ""
        self._hint = ""
        name_widget(self, name, accessible)
        self.setFont(fonts.body())
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("dense", dense)
        self.editingFinished.connect(self._finish)

    @property
    def fault(self) -> str:
        """What is wrong with the text, or nothing."""
        return self._fault

    @property
    def being_edited(self) -> bool:
        """Whether something was typed that is not committed."""
        return self.hasFocus() and self.isModified()

    def set_hint(self, hint: str) -> None:
        """Set the tooltip that stands while there is no fault."""
        self._hint = hint
        if not self._fault:
            self.setToolTip(hint)

    def show_text(self, text: str) -> None:
        """Show the text in force, unless it is being edited or marked."""
        self._shown = text
        if not self.being_edited and not self._fault and text != self.text():
            self.setText(text)

    def mark(self, fault: str) -> None:
        """Mark the field with what is wrong; an empty text takes the mark away."""
        if fault == self._fault:
            return
        self._fault = fault
        set_tone(self, "true" if fault else "false", "faulty")
        self.setAccessibleDescription(fault)
        self.setToolTip(fault or self._hint)
        self.fault_changed.emit(fault)

    def restore(self) -> None:
        """Go back to the text in force."""
        self.mark("")
        self.setText(self._shown)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window unless this field is being edited."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
            if not self.isModified() and any(event.matches(key) for key in keys):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back first; pressed again it belongs to the window."""
        if event.key() == Qt.Key.Key_Escape and (self.isModified() or self._fault):
            self.restore()
            return
        super().keyPressEvent(event)

    def commit(self, text: str) -> None:
        """Report a finished text; fields with rules of their own refine this."""
        self.text_committed.emit(text)

    def _finish(self) -> None:
        if self.isModified():
            self.setModified(False)
            self.commit(self.text().strip())


class NumberField(CommitField):
    """A field for one number; emits `committed(float)`, and marks what is not a number.

    `read` turns text into a number or None, `check` says what is wrong with a number; `accepted`
    says beside text that is not a number what can be typed.
    """

    committed = Signal(object)

    def __init__(
        self,
        name: str,
        accessible: str,
        *,
        read: Callable[[str], float | None] = numbers.parse_number,
        check: Callable[[float], str] = lambda _: "",
        accepted: str = "",
        dense: bool = False,
    ) -> None:
        super().__init__(name, accessible, dense=dense)
        self._read, self._check, self._accepted = read, check, accepted

    def show_text(self, text: str) -> None:
        """Show the number in force; a new one set elsewhere ends an abandoned fault."""
        if self.fault and text != self._shown and not self.hasFocus():
            self.mark("")
        super().show_text(text)

    def commit(self, text: str) -> None:
        """Report a good number; mark anything else."""
        value = self._read(text)
        if value is None:
            said = (
                tr('"{text}" is not a number.', text=text)
                if text
                else tr("A number must stand here.")
            )
            self.mark(
                tr("{said} Accepted: {accepted}.", said=said, accepted=self._accepted)
                if self._accepted
                else said
            )
            return
        self.mark(self._check(value))
        if not self.fault:
            self.committed.emit(value)
            # Also where the value was in force already, written in another way.
            self.setText(self._shown)


_AIR = 12  # px beside the text of a row


class ChoiceBox(QComboBox):
    """Scrolls only where the screen has no room for its rows."""

    def __init__(self, name: str = "", accessible: str = "") -> None:
        super().__init__()
        name_widget(self, name, accessible)

    def offer(self, entries: Iterable[tuple[str, object, str]]) -> None:
        """Offer other choices: what each is called, its key and its hint."""
        self.clear()
        for text, key, hint in entries:
            self.addItem(text, key)
            self.setItemData(self.count() - 1, hint, Qt.ItemDataRole.ToolTipRole)

    def showPopup(self) -> None:  # noqa: N802 (Qt's name)
        """Open the list in full."""
        self.setMaxVisibleItems(max(self.count(), 1))
        self.view().setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        super().showPopup()
        self._widen()

    def _widen(self) -> None:
        """Give the list the width of its widest row: Qt's has that of the box."""
        rows, popup = self.view(), self.view().window()
        missing = rows.sizeHintForColumn(self.modelColumn()) + _AIR - rows.viewport().width()
        if missing <= 0:
            return
        screen, place = popup.screen().availableGeometry(), popup.geometry()
        place.setWidth(min(place.width() + missing, screen.width()))
        place.moveRight(min(place.right(), screen.right()))
        popup.setGeometry(place)


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
        self.addWidget(self._label)
        self.setToolTip(tr("Double-click to use another word"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @cached_property
    def _field(self) -> CommitField:
        """The field, made when the word is first edited."""
        field = CommitField(f"{self.objectName()}_field", self.accessibleName(), dense=True)
        field.setAlignment(Qt.AlignmentFlag.AlignLeft)
        field.editingFinished.connect(self._stop)
        field.text_committed.connect(self._report)
        self.addWidget(field)
        return field

    @property
    def word(self) -> str:
        """The word on show."""
        return self._word

    @property
    def editing(self) -> bool:
        """Whether it is a field now."""
        return self.currentWidget() is not self._label

    def show_word(self, word: str) -> None:
        """Show another word."""
        self._word = word
        if self.editing:
            self._field.show_text(word)
        shown = word or self._blank
        if shown != self._label.full_text:
            self._label.set_full_text(shown)
            self._fit()

    def edit(self) -> None:
        """Make the word a field."""
        self.setFixedWidth(self._widths[1])
        self._field.show_text(self._word)
        self.setCurrentWidget(self._field)
        self._field.setFocus()
        self._field.selectAll()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit where the word stands."""
        del event
        self.edit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes an untouched field."""
        if event.key() == Qt.Key.Key_Escape and self.editing:
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
