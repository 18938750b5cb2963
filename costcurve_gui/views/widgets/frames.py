"""Frames: round a view, which says when it is empty, at work or at fault; round a panel, to scroll.

The view itself is never taken away while there is a last good picture: work draws a bar above
it and a line below, a fault stands above it and dims it. Where there is no picture yet, work
that is awaited stands in its place. What is to be shown is decided in `views/text/empty_states.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.view import CANCEL
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.labels import ElidedLabel
from costcurve_gui.views.widgets.veils import LastPicture, Veil

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent

    from costcurve_gui.views.widgets.cards import EmptyMessage, Link


DIMMED_LINE = tr("Dimmed: drawn with the last good matrix.")
PATIENCE_MS = 1000
"""Work that ends sooner is left to the status bar: the line below takes room from the view, which
is laid out and painted again, and once more when the work ends."""
_STEPS = 1000
_LEAST_WIDTH, _LEAST_HEIGHT = 316, 80


class ViewFrame(QWidget):
    """Holds one view; emits `action_requested(key)`.

    The key is a link's, `CANCEL` for the work on show, or "empty" for the button of the empty
    message.
    """

    action_requested = Signal(str)

    def __init__(self, view: QWidget, name: str) -> None:
        super().__init__()
        self._name, self._view = name, view
        self.setObjectName(f"{name}_frame")
        self._message: tuple[str, str, str] | None = None  # what stands in place of the view
        self._awaited = False
        self._subject: object = None  # the file that the view shows
        self._last: LastPicture | None = None
        self._work: str | None = None
        self._note = ("", "")
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._announce)
        body = QWidget()
        self._stack = QStackedLayout(body)
        self._stack.addWidget(view)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(body, 1)
        # Most views never say anything: what would say it is made when it is first wanted.
        self._bar: QProgressBar | None = None
        self._error: _ErrorHolder | None = None
        self._empty: EmptyMessage | None = None
        self._foot: _Foot | None = None

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the view, unless something stands in its place."""
        super().focusInEvent(event)
        if self._view.isVisible():
            self._view.setFocus(event.reason())

    @property
    def view(self) -> QWidget:
        """The view that it holds."""
        return self._view

    @property
    def error_text(self) -> str:
        """The fault on show, or nothing."""
        return "" if self._error is None or self._error.isHidden() else self._error.card.text

    @property
    def is_empty(self) -> bool:
        """Whether a message stands in place of the view."""
        return self._stack.currentIndex() > 0

    @property
    def is_awaited(self) -> bool:
        """Whether the view has nothing to show before a job is done."""
        return self._awaited

    @property
    def message_text(self) -> str:
        """The message in place of the view, or nothing."""
        return self._empty.accessibleName() if self._empty is not None and self.is_empty else ""

    @property
    def foot_text(self) -> str:
        """The line at the foot, or nothing."""
        return "" if self._foot is None or self._foot.isHidden() else self._foot.line.full_text

    def show_empty(
        self,
        headline: str,
        sentence: str,
        action: str = "",
        *,
        awaited: bool = False,
        subject: object = None,
    ) -> None:
        """Put a message in place of the view; one that is `awaited` says how far the work is.

        A view that showed the same `subject` keeps its last picture, dimmed, while it is awaited.
        """
        self._keep_picture(awaited, subject)
        self._message, self._awaited = (headline, sentence, action), awaited
        self._show_message()

    def show_view(self, *, awaited: bool = False, subject: object = None) -> None:
        """Put the view back, without message and fault; while `awaited` work takes its place.

        A view that showed the same `subject` keeps its last picture, dimmed, while it is awaited.
        """
        self._keep_picture(awaited, subject)
        was_empty, self._message, self._awaited = self.is_empty, None, awaited
        if was_empty:
            self._show_message()
            self.clear_error()

    def _keep_picture(self, awaited: bool, subject: object) -> None:
        """Lay the last picture over a view whose new one is awaited; else take it away."""
        same, self._subject = subject is not None and subject == self._subject, subject
        was_complete = self._message is None and not self._awaited
        if awaited and same and was_complete and self._view.isVisible():
            if self._last is None:
                self._last = LastPicture(self._view, self._name)
            self._last.keep()
        elif self._last is not None and not (awaited and same):
            self._last.lay(False)

    @property
    def _keeps_picture(self) -> bool:
        return self._last is not None and not self._last.isHidden()

    def show_note(self, text: str, link: str) -> None:
        """Say below the view what it lacks, with a link to try again; without a text nothing."""
        if (text, link) != self._note:
            self._note = (text, link)
            self._show_foot()

    def show_error(self, headline: str, detail: str = "", links: Sequence[Link] = ()) -> None:
        """Say a fault above the view and dim the last good picture."""
        if self._error is None:
            self._error = _ErrorHolder(self._name, self._view)
            self._error.card.link_clicked.connect(self.action_requested)
            self._layout.insertWidget(self._layout.count() - self._parts_below, self._error)
        if self.error_text != f"{headline} {detail}".strip():
            self._error.card.show_error(headline, detail, links)
            self._error.lay(True)
            self._show_foot()

    def clear_error(self) -> None:
        """Take the fault away."""
        if self._error is None or self._error.isHidden():
            return
        self._error.lay(False)
        self._show_foot()

    def show_work(self, done: int, total: int, message: str) -> None:
        """Announce work; a total of 0 is work of unknown length."""
        bar = self._bar_made()
        bar.setRange(0, _STEPS if total else 0)
        if total:
            bar.setValue(round(_STEPS * done / total))
        bar.setAccessibleName(message)
        self._work = f"{message}{numbers.progress(done, total)}"
        if self._bar_shown:
            self._announce()
        elif not self._patience.isActive():
            self._patience.start()

    def end_work(self) -> None:
        """Take away what announced work; a fault or a note has the line below again."""
        self._patience.stop()
        self._work = None
        if self._bar is not None:
            self._bar.hide()
        self._show_message()
        self._show_foot()

    @property
    def _bar_shown(self) -> bool:
        return self._bar is not None and not self._bar.isHidden()

    @property
    def _parts_below(self) -> int:
        """How many parts stand under the place of the error."""
        return 1 if self._foot is None else 2

    @property
    def _takes_place(self) -> bool:
        """Whether work stands in place of the view: it has nothing else to show."""
        return self._awaited and self._bar_shown and not self._keeps_picture

    def _announce(self) -> None:
        self._bar_made().show()
        self._show_message()
        self._show_foot()

    def _show_message(self) -> None:
        """Show the work that is awaited, the reason why the view is empty, or the view."""
        was_empty, message = self.is_empty, None if self._keeps_picture else self._message
        if self._takes_place:
            message = (self._work or "", "" if message is None else message[1], tr("Cancel"))
        if message is None:
            self._stack.setCurrentIndex(0)
        else:
            empty = self._empty_made()
            empty.show_message(*message)
            self._stack.setCurrentWidget(empty)
        if self.is_empty is not was_empty:
            self._show_foot()

    def _empty_made(self) -> EmptyMessage:
        if self._empty is None:
            from costcurve_gui.views.widgets.cards import EmptyMessage

            self._empty = EmptyMessage(self._name)
            self._empty.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # F1 explains an empty view too
            self._empty.action_requested.connect(
                lambda: self.action_requested.emit(CANCEL if self._takes_place else "empty")
            )
            self._stack.addWidget(self._empty)
        return self._empty

    def _show_foot(self) -> None:
        """Show below the view what is most urgent: work, a fault above it, or what it lacks."""
        if self._bar_shown and not self._takes_place:
            self._set_foot(self._work or "", CANCEL, tr("Cancel"))
        elif self.error_text and not self.is_empty:
            self._set_foot(DIMMED_LINE)
        else:
            text, link = self._note
            self._set_foot(text, link, tr("Try again"))

    def _set_foot(self, text: str, link: str = "", words: str = "") -> None:
        if self._foot is None:
            if not text:
                return
            self._foot = _Foot(self._name)
            self._foot.answered.connect(self.action_requested)
            self._layout.addWidget(self._foot)
        self._foot.say(text, link, words)

    def _bar_made(self) -> QProgressBar:
        if self._bar is None:
            self._bar = QProgressBar()
            self._bar.setObjectName(f"{self._name}_progress")
            self._bar.setTextVisible(False)
            self._bar.hide()
            self._layout.insertWidget(0, self._bar)
        return self._bar


class _ErrorHolder(QWidget):
    """Gives an error card its margins and dims the view below it."""

    def __init__(self, name: str, view: QWidget) -> None:
        super().__init__()
        from costcurve_gui.views.widgets.cards import ErrorCard

        self.card = ErrorCard(name)
        self._veil = Veil(view)
        margin = QVBoxLayout(self)
        margin.setContentsMargins(12, 8, 12, 4)
        margin.addWidget(self.card)

    def lay(self, laid: bool) -> None:
        """Show the card over a dimmed view, or neither."""
        self.setVisible(laid)
        self._veil.lay(laid)


class _Foot(QWidget):
    """A line below the view, with a link where there is something to cancel or to try again."""

    answered = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._key = ""
        self.line = ElidedLabel(font=fonts.small(), tone="muted")
        self.line.setObjectName(f"{name}_foot")
        self._link = LinkButton("", small=True)
        self._link.setObjectName(f"{name}_foot_link")
        self._link.clicked.connect(lambda: self.answered.emit(self._key))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 5)
        row.addWidget(self.line, 1)
        row.addWidget(self._link)

    def say(self, text: str, key: str, words: str) -> None:
        """Show a line and its link; without a text neither."""
        self._key = key
        self.line.set_full_text(text)
        self._link.setText(words)
        self._link.setAccessibleName(f"{words}: {text}")
        self._link.setVisible(bool(key))
        self.setVisible(bool(text))


class PanelScroll(QScrollArea):
    """Scrolls a panel; it asks for all the room the panel wants, which Qt's own caps."""

    def sizeHint(self) -> QSize:
        """Return what the panel wants."""
        panel = self.widget()
        return panel.sizeHint() if panel is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the width below which the panel would be cut; its height scrolls.

        It depends on the font alone: a panel that wants more for a moment must not push the plots.
        """
        return QSize(fonts.scaled(_LEAST_WIDTH), _LEAST_HEIGHT)


def scrolling(panel: QWidget, name: str) -> QScrollArea:
    """Return an area that scrolls a panel, up and down only."""
    area = PanelScroll()
    area.setObjectName(f"{name}_scroll")
    area.setWidget(panel)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return area


def own_viewport(area: QAbstractScrollArea) -> None:
    """Give an area a viewport that is made here, for code that asks for it while starting.

    Asked for one that Qt has made, PySide6 first makes the classes of all widgets there are,
    to find out which of them it is.
    """
    viewport = QWidget()
    viewport.setObjectName("qt_scrollarea_viewport")  # named and filled as Qt's own
    viewport.setAutoFillBackground(True)
    area.setViewport(viewport)
