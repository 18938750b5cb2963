"""Frames: round a view, which says when it is empty, at work or at fault; round a panel, to scroll.

The view itself is never taken away while there is a last good picture: work draws a bar above
it and a line below, a fault stands above it and dims it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter
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

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from costcurve_gui.views.widgets.cards import EmptyMessage, Link


DIMMED_LINE = "Dimmed: drawn with the last good matrix."
PATIENCE_MS = 1000
"""Work that ends sooner is left to the status bar: the line below takes room from the view, which
is laid out and painted again, and once more when the work ends."""
_DIMMED = 0.42
_STEPS = 1000
_LEAST_WIDTH, _LEAST_HEIGHT = 328, 80


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
        self._name, self._view = name, view
        self.setObjectName(f"{name}_frame")
        self._pending = ("", True)
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
        """Whether the empty message stands in place of the view."""
        return self._stack.currentIndex() > 0

    @property
    def foot_text(self) -> str:
        """The line at the foot, or nothing."""
        return "" if self._foot is None or self._foot.isHidden() else self._foot.line.full_text

    def show_empty(self, headline: str, sentence: str, action: str = "") -> None:
        """Put a message in place of the view."""
        if self._empty is None:
            from costcurve_gui.views.widgets.cards import EmptyMessage

            self._empty = EmptyMessage(self._name)
            self._empty.action_requested.connect(lambda: self.action_requested.emit("empty"))
            self._stack.addWidget(self._empty)
        self._empty.show_message(headline, sentence, action)
        self._stack.setCurrentWidget(self._empty)

    def show_view(self) -> None:
        """Put the view back, without message and fault."""
        self._stack.setCurrentIndex(0)
        self.clear_error()

    def show_error(self, headline: str, detail: str = "", links: Sequence[Link] = ()) -> None:
        """Say a fault above the view and dim the last good picture."""
        if self._error is None:
            self._error = _ErrorHolder(self._name, self._view)
            self._error.card.link_clicked.connect(self.action_requested)
            self._layout.insertWidget(self._layout.count() - self._parts_below, self._error)
        self._error.card.show_error(headline, detail, links)
        self._error.lay(True)
        self._show_foot(DIMMED_LINE, cancel=False)

    def clear_error(self) -> None:
        """Take the fault away."""
        if self._error is None or self._error.isHidden():
            return
        self._error.lay(False)
        if self._foot is not None:
            self._foot.setVisible(self._bar_shown)

    def show_work(self, done: int, total: int, message: str, *, cancellable: bool = True) -> None:
        """Announce work; a total of 0 is work of unknown length."""
        bar = self._bar_made()
        bar.setRange(0, _STEPS if total else 0)
        if total:
            bar.setValue(round(_STEPS * done / total))
        bar.setAccessibleName(message)
        self._pending = (message, cancellable)
        if self._bar_shown:
            self._announce()
        elif not self._patience.isActive():
            self._patience.start()

    def end_work(self) -> None:
        """Take bar and line away; a fault keeps its own line."""
        self._patience.stop()
        for part in (self._bar, self._foot):
            if part is not None:
                part.hide()
        if self.error_text:
            self._show_foot(DIMMED_LINE, cancel=False)

    @property
    def _bar_shown(self) -> bool:
        return self._bar is not None and not self._bar.isHidden()

    @property
    def _parts_below(self) -> int:
        """How many parts stand under the place of the error."""
        return 1 if self._foot is None else 2

    def _announce(self) -> None:
        self._bar_made().show()
        message, cancellable = self._pending
        self._show_foot(message, cancel=cancellable)

    def _show_foot(self, text: str, *, cancel: bool) -> None:
        if self._foot is None:
            self._foot = _Foot(self._name)
            self._foot.cancel.clicked.connect(self.cancel_requested)
            self._layout.addWidget(self._foot)
        self._foot.line.set_full_text(text)
        self._foot.cancel.setVisible(cancel)
        self._foot.show()

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
        self._veil = _Veil(view)
        margin = QVBoxLayout(self)
        margin.setContentsMargins(12, 8, 12, 4)
        margin.addWidget(self.card)

    def lay(self, laid: bool) -> None:
        """Show the card over a dimmed view, or neither."""
        self.setVisible(laid)
        self._veil.lay(laid)


class _Foot(QWidget):
    """A line below the view, with Cancel where there is something to cancel."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.line = ElidedLabel(font=fonts.small(), tone="muted")
        self.line.setObjectName(f"{name}_foot")
        self.cancel = LinkButton("Cancel", small=True)
        self.cancel.setObjectName(f"{name}_cancel")
        self.cancel.setAccessibleName("Cancel the work on this view")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 5)
        row.addWidget(self.line, 1)
        row.addWidget(self.cancel)


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
