"""The status bar: what stands under the cursor, and the work under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QStatusBar, QWidget

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

HEIGHT = 25
_GAP = 18
_MARGIN = 14
_BAR_WIDTH = 110
_STEPS = 1000
NOTICE_MS = 4000


class ReadingLine(QWidget):
    """Parts of a reading side by side, the first one bold; painted, so that nothing is laid out."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[str, ...] = ()
        name_widget(self, "reading", "Under the cursor")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """All parts as one text."""
        return "  ".join(self._parts)

    def show_parts(self, parts: tuple[str, ...]) -> None:
        """Show other parts."""
        if parts != self._parts:
            self._parts = parts
            self.setAccessibleDescription(self.text)
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height of one line."""
        return QSize(100, HEIGHT - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the parts from the left."""
        del event
        painter = QPainter(self)
        painter.setPen(QColor(tokens_in_use().text))
        left = _MARGIN
        for position, part in enumerate(self._parts):
            font = fonts.small(fonts.SEMIBOLD if position == 0 else fonts.NORMAL)
            painter.setFont(font)
            metrics = QFontMetrics(font)
            baseline = (self.height() + metrics.ascent() - metrics.descent()) // 2
            painter.drawText(left, baseline, part)
            left += metrics.horizontalAdvance(part) + _GAP
        painter.end()


class JobLine(QWidget):
    """Name and count of the work under way, a bar, and Cancel; emits `cancel_requested()`."""

    cancel_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._label = text_label(font=fonts.small(), tone="muted", name="job_label")
        self._bar = QProgressBar()
        self._cancel = LinkButton("Cancel", small=True)
        self._build()
        self._cancel.clicked.connect(self.cancel_requested)
        self.hide()

    @property
    def text(self) -> str:
        """What the work is, and how far."""
        return self._label.text()

    def show_job(self, message: str, done: int, total: int) -> None:
        """Show work; a total of 0 is work of unknown length."""
        count = f", {numbers.count(done)} of {numbers.count(total)}" if total else ""
        self._label.setText(f"{message}{count}")
        self._bar.setRange(0, _STEPS if total else 0)
        if total:
            self._bar.setValue(round(_STEPS * done / total))
        self._bar.setAccessibleName(message)
        self.show()

    def _build(self) -> None:
        name_widget(self, "job", "Work under way")
        name_widget(self._bar, "job_progress", "Progress")
        name_widget(self._cancel, "job_cancel", "Cancel the work")
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_WIDTH)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 10, 0)
        layout.setSpacing(10)
        for widget in (self._label, self._bar, self._cancel):
            layout.addWidget(widget)


class StatusBar(QStatusBar):
    """Left the reading, or a notice for a while; right the work, or how bands were found."""

    cancel_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "status_bar", "Status")
        self.reading = ReadingLine()
        self.job = JobLine()
        self.method = text_label(font=fonts.small(), tone="muted", name="method")
        self.method.setContentsMargins(0, 0, _MARGIN, 0)
        self._parts: tuple[str, ...] = ()
        self._notice = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self.setSizeGripEnabled(False)
        self.setFixedHeight(HEIGHT)
        self.setContentsMargins(0, 0, 0, 0)
        self.addWidget(self.reading, 1)
        self.addPermanentWidget(self.method)
        self.addPermanentWidget(self.job)
        self.job.cancel_requested.connect(self.cancel_requested)
        self._notice.timeout.connect(self._end_notice)

    def show_reading(self, parts: tuple[str, ...]) -> None:
        """Show what stands under the cursor; nothing empties the line."""
        self._parts = parts
        if parts or not self._notice.isActive():
            self._notice.stop()
            self.reading.show_parts(parts)

    def notify(self, text: str) -> None:
        """Say something for a few seconds, unless the cursor reads something meanwhile."""
        self.reading.show_parts((text,))
        self._notice.start()

    def show_method(self, text: str) -> None:
        """Say how bands were found, while no work is under way."""
        self.method.setText(text)

    def show_job(self, message: str, done: int = 0, total: int = 0) -> None:
        """Show the work under way."""
        self.method.hide()
        self.job.show_job(message, done, total)

    def end_job(self) -> None:
        """Take the work away."""
        self.job.hide()
        self.method.show()

    def _end_notice(self) -> None:
        self.reading.show_parts(self._parts)
