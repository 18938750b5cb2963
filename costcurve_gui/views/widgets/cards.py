"""Cards: a frame, a remark, the message of an empty view, of a fault, of a crash before."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import LinkButton, main_button, plain_button
from costcurve_gui.views.widgets.figures import ParagraphLabel
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import SentenceLabel, name_widget, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont


class Card(QFrame):
    """A panel with a 1 px edge and a radius of 6."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("card", True)


def card_round(widget: QWidget, name: str, margin: int = 4) -> Card:
    """Return a card that holds one widget."""
    card = Card(name)
    layout = QVBoxLayout(card)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.addWidget(widget)
    return card


class CardButton(QPushButton):
    """A card that opens something: its whole face is the button, its children only show."""

    def __init__(self, name: str, accessible: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self.setProperty("card", True)
        self.setAutoDefault(True)  # Enter presses it while it has the focus
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return what the contents need: a button's own hint knows only text and icon."""
        layout: QLayout | None = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return what the contents need at least."""
        layout: QLayout | None = self.layout()
        return layout.minimumSize() if layout is not None else super().minimumSizeHint()


_ICONS = {
    "warning": "warning",
    "danger": "error",
    "success": "check",
    "accent": "info",
    "muted": "info",
}


class Badge(QFrame):
    """A remark in the colours of its severity; emits `link_clicked` where it has a link.

    It is one line that loses its end where there is no room for it, or one that wraps.
    """

    link_clicked = Signal()

    def __init__(
        self,
        name: str,
        *,
        tone: str = "warning",
        link: str = "",
        wraps: bool = False,
        weight: QFont.Weight = fonts.MEDIUM,
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self._shown = ("", "")
        self.setProperty("soft", tone)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._icon = ThemedIcon(_ICONS[tone], tone, 14)
        self._label = _remark_label(f"{name}_text", tone, weight, wraps=wraps)
        self._link = LinkButton(link, small=True)
        self._link.setObjectName(f"{name}_link")
        if not link:  # one that is shown before it has a parent is a window
            self._link.hide()
        self._link.clicked.connect(self.link_clicked)
        self._build()

    @property
    def text(self) -> str:
        """The words shown."""
        return self._shown[0]

    def show_remark(self, text: str, tone: str = "warning") -> None:
        """Show other words; an empty text hides the badge."""
        if (text, tone) == self._shown:
            return
        self._shown = (text, tone)
        if isinstance(self._label, ParagraphLabel):
            self._label.show_sentence(escape(text))
        else:
            self._label.set_full_text(text)
        self._icon.show_icon(_ICONS[tone], tone)
        set_tone(self._label, tone)
        set_tone(self, tone, "soft")
        self.setAccessibleName(text)
        self.setVisible(bool(text))

    def offer_link(self, words: str) -> None:
        """Let the link say something else."""
        self._link.setText(words)

    def name_link(self, accessible: str) -> None:
        """Give the link a name to be read aloud."""
        self._link.setAccessibleName(accessible)

    def show_link(self, shown: bool) -> None:
        """Show the link, or only the words."""
        if self._link.isHidden() is shown:
            self._link.setVisible(shown)

    def _build(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 5, 8, 5)
        layout.setSpacing(6)
        if isinstance(self._label, ParagraphLabel):
            layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
            layout.addWidget(self._label, 1)
        else:
            layout.addWidget(self._icon)
            layout.addWidget(self._label)
            layout.addStretch(1)
        layout.addWidget(self._link)


def _remark_label(
    name: str, tone: str, weight: QFont.Weight, *, wraps: bool
) -> ParagraphLabel | SentenceLabel:
    font = fonts.small(weight)
    if not wraps:
        label = SentenceLabel(font=font, tone=tone)
        label.setObjectName(name)
        return label
    paragraph = ParagraphLabel(name, font)
    paragraph.setProperty("tone", tone)
    return paragraph


Link = tuple[str, str]  # key, text


class EmptyMessage(QWidget):
    """One icon, one sentence, the way out and a button; emits `action_requested`.

    Without a name there is no icon, and less air: that is for a panel that has little height.
    """

    action_requested = Signal()

    def __init__(self, name: str, icon_name: str = "curve") -> None:
        super().__init__()
        self.setObjectName(f"{name}_empty")
        self._icon = ThemedIcon(icon_name, "muted", 36) if icon_name else None
        heading = fonts.body(fonts.SEMIBOLD)
        heading.setPixelSize(fonts.body_size() + 2)
        self._headline = text_label(font=heading, wrap=True, name=f"{name}_empty_headline")
        self._sentence = text_label(tone="muted", wrap=True, name=f"{name}_empty_sentence")
        self._button = QPushButton()
        self._button.setObjectName(f"{name}_empty_action")
        self._button.clicked.connect(self.action_requested)
        self._build()

    def show_message(self, headline: str, sentence: str, action: str = "") -> None:
        """Show other words; without an action there is no button."""
        self._headline.setText(headline)
        self._sentence.setText(sentence)
        self._button.setText(action)
        self._button.setAccessibleName(action)
        self._button.setVisible(bool(action))
        self.setAccessibleName(f"{headline}. {sentence}")

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        above, between, below, edge = (0, 4, 6, 4) if self._icon is None else (8, 12, 18, 12)
        layout.setContentsMargins(24, edge, 24, edge)
        layout.setSpacing(0)
        layout.addStretch()
        if self._icon is not None:
            layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        for label, gap in ((self._headline, above), (self._sentence, between)):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addSpacing(gap)
            layout.addWidget(label)
        layout.addSpacing(below)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch()


class ErrorCard(QFrame):
    """A fault said once, in place, with its rows and ways to fix it.

    Emits `link_clicked(key)`.
    """

    link_clicked = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.setObjectName(f"{name}_error")
        self.setProperty("soft", "danger")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        bold = fonts.body(fonts.SEMIBOLD)
        self._headline = text_label(font=bold, tone="danger", wrap=True)
        self._headline.setObjectName(f"{name}_error_headline")
        self._detail = text_label(font=fonts.small(), wrap=True, name=f"{name}_error_detail")
        self._links = QHBoxLayout()
        self._build()

    @property
    def text(self) -> str:
        """The whole message as one text."""
        return f"{self._headline.text()} {self._detail.text()}".strip()

    def show_error(self, headline: str, detail: str = "", links: Sequence[Link] = ()) -> None:
        """Show another fault; each link is a key and its words."""
        self._headline.setText(headline)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self.setAccessibleName(self.text)
        self._replace_links(links)

    def _build(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(7)
        first.addWidget(ThemedIcon("error", "danger"), 0, Qt.AlignmentFlag.AlignTop)
        first.addWidget(self._headline, 1)
        self._links.setSpacing(10)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 6)
        layout.setSpacing(4)
        layout.addLayout(first)
        layout.addWidget(self._detail)
        layout.addLayout(self._links)

    def _replace_links(self, links: Sequence[Link]) -> None:
        while (item := self._links.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for key, text in links:
            self._links.addWidget(self._link(key, text))
        self._links.addStretch()

    def _link(self, key: str, text: str) -> LinkButton:
        link = LinkButton(text)
        link.setObjectName(f"{self._name}_error_{key}")
        link.setAccessibleName(text)
        link.clicked.connect(lambda: self.link_clicked.emit(key))
        return link


_HEADLINE = tr("CostCurve closed unexpectedly.")
_NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class CrashNote:
    """What is shown of a crash: names of files that were open, when, and whether it has a log."""

    names: tuple[str, ...]
    when: str
    has_log: bool


class CrashNotice(QFrame):
    """Emits `reopen_requested()`, `log_requested()` and `dismissed()`."""

    reopen_requested = Signal()
    log_requested = Signal()
    dismissed = Signal()

    def __init__(self, note: CrashNote) -> None:
        super().__init__()
        self.setProperty("soft", "accent")
        said = _sentence(note)
        name_widget(self, "crash_notice", f"{_HEADLINE} {said}")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(ThemedIcon("refresh", "accent"), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(text_label(_HEADLINE, font=fonts.lead(fonts.SEMIBOLD), wrap=True), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(text_label(said, wrap=True, name="crash_files"))
        layout.addLayout(self._buttons(note))

    def _buttons(self, note: CrashNote) -> QHBoxLayout:
        words = tr("Open it again") if len(note.names) == 1 else tr("Open them again")
        reopen = main_button(words, "crash_reopen", f"{words}: {', '.join(note.names)}")
        log = plain_button(tr("Show the log"), "crash_log")
        dismiss = LinkButton(tr("Dismiss"), quiet=True)
        name_widget(dismiss, "crash_dismiss", tr("Dismiss the notice"))
        row = QHBoxLayout()
        row.setSpacing(8)
        for button, signal, offered in (
            (reopen, self.reopen_requested, bool(note.names)),
            (log, self.log_requested, note.has_log),
        ):
            button.setAutoDefault(True)
            button.clicked.connect(signal)
            if offered:
                row.addWidget(button)
            else:
                button.deleteLater()
        dismiss.clicked.connect(self.dismissed)
        row.addStretch()
        row.addWidget(dismiss)
        return row


def _sentence(note: CrashNote) -> str:
    if not note.names:
        return tr("No file was open, {when}.", when=note.when)
    shown, more = note.names[:_NAMES_SHOWN], len(note.names) - _NAMES_SHOWN
    names = ", ".join(shown) + (tr(" and {more} more", more=more) if more > 0 else "")
    return tr("Open at the time, {when}: {names}", when=note.when, names=names)


def file_names(paths: Sequence[str]) -> tuple[str, ...]:
    """Return the names of files without their folders, whichever system wrote them."""
    return tuple(path.replace("\\", "/").rpartition("/")[2] for path in paths)
