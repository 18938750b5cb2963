"""One cell of the payoff matrix: an expression, and below it its mean or what is still shown."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.dataio.expressions.rewriting import negated
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import formulas
from costcurve_gui.views.widgets.fields import CommitField
from costcurve_gui.views.widgets.labels import ElidedLabel, set_tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent

    from costcurve_gui.views.panels.completion_popup import CompletionPopup


_POPUP_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Escape)
_NAME = re.compile(r"\w+")
_CHIP_GAP = 4


def mended(text: str, position: int | None, suggestion: str) -> str:
    """Return the expression with a suggested name in place of the one at `position`."""
    found = None if position is None else _NAME.match(text, position)
    if found is None:
        return suggestion
    return text[: found.start()] + suggestion + text[found.end() :]


class ExpressionField(CommitField):
    """A line that proposes words; while it does, Enter and Esc belong to the proposals.

    Emits `focused(bool)` when the focus comes or goes.
    """

    focused = Signal(bool)

    def __init__(self, name: str, accessible: str) -> None:
        super().__init__(name, accessible)
        self.completions: Sequence[tuple[str, str, str]] = ()
        self.textEdited.connect(lambda: self.popup.propose(self.completions))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Report that typing may begin."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Report that typing has ended."""
        super().focusOutEvent(event)
        self.focused.emit(False)

    @cached_property
    def popup(self) -> CompletionPopup:
        """The proposals, made when the first word is typed."""
        from costcurve_gui.views.panels.completion_popup import CompletionPopup

        return CompletionPopup(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave to the proposals the keys that choose or close them."""
        proposes = "popup" in vars(self) and self.popup.view.isVisible()
        if proposes and event.key() in _POPUP_KEYS:
            event.ignore()
            return
        super().keyPressEvent(event)


class Chip(QLabel):
    """A word at the left end of a field, whose text keeps clear of it; gone while it is edited."""

    def __init__(self, field: ExpressionField) -> None:
        super().__init__(field)
        field.focused.connect(self._give_room)
        self._field = field
        self.setObjectName(f"{field.objectName()}_chip")
        self.setFont(fonts.small(fonts.SEMIBOLD))
        self.setProperty("chip", True)
        self.hide()

    def show_words(self, words: str, meaning: str) -> None:
        """Show other words; none hides the chip."""
        self.setText(words)
        self.setToolTip(meaning)
        self.setAccessibleName(meaning)
        self._field.setAccessibleDescription(meaning)
        self.adjustSize()
        self._give_room(self._field.hasFocus())
        self.place()

    def _give_room(self, editing: bool) -> None:
        shown = bool(self.text()) and not editing
        self.setVisible(shown)
        self._field.setTextMargins(self.width() - _CHIP_GAP if shown else 0, 0, 0, 0)

    def place(self) -> None:
        """Stand in the middle of the height of the field."""
        self.move(_CHIP_GAP, (self._field.height() - self.height()) // 2)


class PayoffCell(QWidget):
    """Emits `edited(text)` with the gain, whichever sign is on show."""

    edited = Signal(str)

    def __init__(self, cell: str, accessible: str) -> None:
        super().__init__()
        self._in_force = ""
        self._sent = ""
        self._typed_cost = ("", "")  # the gain that was sent for it, and the cost as typed
        self._mean = ""
        self._as_cost = False
        self._factor = ""
        self.field = ExpressionField(f"payoff_{cell}", accessible)
        self.chip = Chip(self.field)
        self.below = ElidedLabel(font=fonts.small(), tone="muted")
        self._build(cell)
        self.field.text_committed.connect(self._report)
        self.field.fault_changed.connect(self._show_below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the chip in its place."""
        super().resizeEvent(event)
        self.chip.place()

    @property
    def in_force(self) -> str:
        """The last good text as it is shown, with the sign on show."""
        return self._shown(self._in_force)

    @property
    def fault(self) -> str:
        """What is wrong with the text in the field, or nothing."""
        return self.field.fault

    def set_completions(self, completions: Sequence[tuple[str, str, str]]) -> None:
        """Set what the popup proposes."""
        self.field.completions = completions

    def show_gain(self, text: str, *, as_cost: bool) -> None:
        """Show the text in force; another text in force than before ends a fault."""
        if text != self._in_force or as_cost != self._as_cost:
            self._in_force, self._as_cost = text, as_cost
            self.field.mark("")
        self.field.show_text(self.in_force)
        self.field.set_hint(self.in_force)

    def show_mean(self, text: str) -> None:
        """Show the mean over the class."""
        if text != self._mean:
            self._mean = text
            self._show_below()

    def show_factor(self, factor: str, meaning: str) -> None:
        """Say what the cell counts for, and what that means; nothing where it counts as it is."""
        if (factor, meaning) != (self._factor, self.chip.toolTip()):
            self._factor = factor
            self.chip.show_words(factor, meaning)
            self._show_below()

    def show_fault(self, fault: str) -> None:
        """Mark the field; below it stands what is in force."""
        self.field.mark(fault)

    @property
    def sent(self) -> str:
        """The gain that was reported last."""
        return self._sent

    def mend(self, position: int | None, suggestion: str) -> None:
        """Replace the text by the suggested one and report it."""
        text = mended(self._sent, position, suggestion)
        self.show_fault("")
        self.field.setText(self._shown(text))
        self._send(text)

    def _shown(self, gain: str) -> str:
        if self._as_cost:
            sent, typed = self._typed_cost
            gain = typed if gain == sent else negated(gain)
        return formulas.shown(gain)

    def _report(self, typed: str) -> None:
        text = formulas.typed(typed)
        self.show_fault("")
        gain = negated(text) if self._as_cost else text
        if self._as_cost:
            self._typed_cost = (gain, text)
        self._send(gain)

    def _send(self, gain: str) -> None:
        self._sent = gain
        self.edited.emit(gain)

    def _show_below(self) -> None:
        text = tr("shown: {in_force}", in_force=self.in_force) if self.fault else self._mean
        self.below.setFont(fonts.small(fonts.SEMIBOLD) if self._factor else fonts.small())
        set_tone(self.below, "danger" if self.fault else "warning" if self._factor else "muted")
        if text != self.below.full_text:
            self.below.set_full_text(text)

    def _build(self, cell: str) -> None:
        self.below.setObjectName(f"payoff_{cell}_mean")
        self.below.setAlignment(Qt.AlignmentFlag.AlignRight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.field)
        layout.addWidget(self.below)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
