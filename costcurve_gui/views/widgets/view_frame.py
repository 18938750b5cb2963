"""A frame round a view that says in place when it is empty, at work or at fault.

The view itself is never taken away while there is a last good picture: work draws a bar above
it and a line below, a fault stands above it and dims it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.views import fonts
from costcurve_gui.views.theme import tokens_in_use
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.message_card import EmptyMessage, ErrorCard, Link
from costcurve_gui.views.widgets.text import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

DIMMED_LINE = "Dimmed: drawn with the last good matrix."
PATIENCE_MS = 200  # work that ends sooner is not announced
_DIMMED = 0.42
_STEPS = 1000


class _Veil(QWidget):
    """Lies over the view and lets it shine through at the strength of a dimmed picture."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the size of the view."""
        if event.type() == QEvent.Type.Resize and watched is self._view:
            self.setGeometry(self._view.rect())
        return False

    def lay(self, laid: bool) -> None:
        """Cover the view, or uncover it."""
        self.setGeometry(self._view.rect())
        self.setVisible(laid)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plot's ground, mostly opaque."""
        del event
        ground = QColor(tokens_in_use().plot)
        ground.setAlphaF(1 - _DIMMED)
        painter = QPainter(self)
        painter.fillRect(self.rect(), ground)
        painter.end()


class ViewFrame(QWidget):
    """Holds one view; emits `action_requested(key)` and `cancel_requested()`.

    The key is a link's, or "empty" for the button of the empty message.
    """

    action_requested = Signal(str)
    cancel_requested = Signal()

    def __init__(self, view: QWidget, name: str) -> None:
        super().__init__()
        self._bar = QProgressBar()
        self._error = ErrorCard(name)
        self._empty = EmptyMessage(name)
        self._line = ElidedLabel(font=fonts.small(), tone="muted")
        self._cancel = LinkButton("Cancel", small=True)
        self._foot = QWidget()
        self._veil = _Veil(view)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._name_parts(name)
        self._build(view)
        self._connect()

    @property
    def error_text(self) -> str:
        """The fault on show, or nothing."""
        return "" if self._error.isHidden() else self._error.text

    @property
    def is_empty(self) -> bool:
        """Whether the empty message stands in place of the view."""
        return self._stack.currentWidget() is self._empty

    @property
    def foot_text(self) -> str:
        """The line at the foot, or nothing."""
        return "" if self._foot.isHidden() else self._line.full_text

    def show_empty(self, headline: str, sentence: str, action: str = "") -> None:
        """Put a message in place of the view."""
        self._empty.show_message(headline, sentence, action)
        self._stack.setCurrentWidget(self._empty)

    def show_view(self) -> None:
        """Put the view back, without message and fault."""
        self._stack.setCurrentIndex(0)
        self.clear_error()

    def show_error(self, headline: str, detail: str = "", links: Sequence[Link] = ()) -> None:
        """Say a fault above the view and dim the last good picture."""
        self._error.show_error(headline, detail, links)
        self._error_holder.show()
        self._error.show()
        self._veil.lay(True)
        self._show_foot(DIMMED_LINE, cancel=False)

    def clear_error(self) -> None:
        """Take the fault away."""
        if self._error.isHidden():
            return
        self._error.hide()
        self._error_holder.hide()
        self._veil.lay(False)
        self._foot.setVisible(self._bar_shown)

    def show_work(self, done: int, total: int, message: str, *, cancellable: bool = True) -> None:
        """Announce work; a total of 0 is work of unknown length."""
        self._bar.setRange(0, _STEPS if total else 0)
        if total:
            self._bar.setValue(round(_STEPS * done / total))
        self._bar.setAccessibleName(message)
        self._pending = (message, cancellable)
        if self._bar_shown:
            self._announce()
        elif not self._patience.isActive():
            self._patience.start()

    def end_work(self) -> None:
        """Take bar and line away; a fault keeps its own line."""
        self._patience.stop()
        self._bar_shown = False
        self._bar.setVisible(False)
        self._foot.hide()
        if self.error_text:
            self._show_foot(DIMMED_LINE, cancel=False)

    def _announce(self) -> None:
        self._bar_shown = True
        self._bar.setVisible(True)
        message, cancellable = self._pending
        self._show_foot(message, cancel=cancellable)

    def _show_foot(self, text: str, *, cancel: bool) -> None:
        self._line.set_full_text(text)
        self._cancel.setVisible(cancel)
        self._foot.show()

    def _name_parts(self, name: str) -> None:
        self.setObjectName(f"{name}_frame")
        self._bar.setObjectName(f"{name}_progress")
        self._bar.setTextVisible(False)
        self._line.setObjectName(f"{name}_foot")
        self._cancel.setObjectName(f"{name}_cancel")
        self._cancel.setAccessibleName("Cancel the work on this view")

    def _build(self, view: QWidget) -> None:
        self._bar_shown = False
        self._pending = ("", True)
        body = QWidget()
        self._stack = QStackedLayout(body)
        self._stack.addWidget(view)
        self._stack.addWidget(self._empty)
        self._build_foot()
        self._error_holder = QWidget()
        margin = QVBoxLayout(self._error_holder)
        margin.setContentsMargins(12, 8, 12, 4)
        margin.addWidget(self._error)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self._bar, self._error_holder):
            part.hide()
            layout.addWidget(part)
        self._error.hide()
        layout.addWidget(body, 1)
        layout.addWidget(self._foot)

    def _build_foot(self) -> None:
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(12, 2, 12, 5)
        row.addWidget(self._line, 1)
        row.addWidget(self._cancel)
        self._foot.hide()

    def _connect(self) -> None:
        self._patience.timeout.connect(self._announce)
        self._cancel.clicked.connect(self.cancel_requested)
        self._error.link_clicked.connect(self.action_requested)
        self._empty.action_requested.connect(lambda: self.action_requested.emit("empty"))
