"""Shows the help pages that ship with the program."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeySequence,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.resources import resource_path
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import FittedDialog
from costcurve_gui.views.dialogs.help_contents import HelpContents
from costcurve_gui.views.dialogs.help_pages import HOME, page_path
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import Tokens, tokens_in_use
from costcurve_gui.views.widgets.cards import card_round
from costcurve_gui.views.widgets.icons import is_theme_change
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARGIN = 14
_DOTS = 1.5  # of a picture for each pixel of a plain screen
_EXAMPLE = "example"  # scheme of a link


def page_url(name: str) -> QUrl:
    """Return the address of a page; of the first one where there is none of that name."""
    return QUrl.fromLocalFile(str(page_path(name)))


def _page_of(url: QUrl) -> str:
    return url.fileName().removesuffix(".html")


class HelpBrowser(QTextBrowser):
    """Shows pages whose pictures have more dots than a plain screen.

    The text layout would scale them without smoothing, so they are brought to the dots of the
    screen at hand beforehand.
    """

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: N802 (Qt's name)
        """Return a picture in the size in which it is painted; anything else as it is."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        picture = QImage(str(Path(self.source().toLocalFile()).parent / QUrl(name).path()))
        ratio = self.devicePixelRatioF()
        smooth = Qt.TransformationMode.SmoothTransformation
        shown = picture.scaledToWidth(round(picture.width() * ratio / _DOTS), smooth)
        shown.setDevicePixelRatio(ratio)
        return shown


class HelpViewer(FittedDialog):
    """A window of its own beside the program; `show_page` opens it at a page.

    Emits `example_requested(key)` where a link asks for a shipped file.
    """

    example_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, "help_viewer", tr("Help"))
        self.setWindowTitle(tr("Help"))
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.resize(920, 680)
        self._contents = HelpContents()
        self._browser = HelpBrowser()
        self._back = QPushButton(tr("Back"))
        self._forward = QPushButton(tr("Forward"))
        self._build()
        self._connect()
        self._dress()

    def ask_for_help(self) -> None:
        """Show how to find one's way in the help."""
        self.show_page(HOME)

    @property
    def page(self) -> str:
        """Name of the page on show."""
        return _page_of(self._browser.source())

    def show_page(self, name: str) -> None:
        """Open the window at a page."""
        self._browser.setSource(page_url(name))
        self.show()
        self.raise_()
        self.activateWindow()
        self._browser.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of links and rules from the new theme."""
        super().changeEvent(event)
        if is_theme_change(event) and hasattr(self, "_browser"):
            self._dress()

    def _build(self) -> None:
        name_widget(self._browser, "help_text", tr("Help text"))
        name_widget(self._back, "help_back", tr("Back to the page before"))
        name_widget(self._forward, "help_forward", tr("Forward to the next page"))
        self._browser.document().setDocumentMargin(_MARGIN)
        self._browser.setOpenLinks(False)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self._back, self._forward):
            button.setAutoDefault(False)
            button.setEnabled(False)
            buttons.addWidget(button)
        buttons.addStretch()
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addLayout(buttons)
        right.addWidget(card_round(self._browser, "help_card"), 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self._contents)
        layout.addLayout(right, 1)

    def _connect(self) -> None:
        self._contents.page_chosen.connect(self._open_page)
        self._contents.searched.connect(self._mark_words)
        self._contents.entered.connect(self._browser.setFocus)
        self._browser.sourceChanged.connect(self._follow)
        self._browser.anchorClicked.connect(self._open_link)
        self._browser.backwardAvailable.connect(self._back.setEnabled)
        self._browser.forwardAvailable.connect(self._forward.setEnabled)
        self._back.clicked.connect(self._browser.backward)
        self._forward.clicked.connect(self._browser.forward)
        for keys, slot in (
            (QKeySequence.StandardKey.Back, self._browser.backward),
            (QKeySequence.StandardKey.Forward, self._browser.forward),
            (QKeySequence.StandardKey.Find, self._search),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    def _search(self) -> None:
        """Let the reader type what to look for."""
        self._contents.field.setFocus()
        self._contents.field.selectAll()

    def _open_page(self, name: str) -> None:
        if name != self.page:
            self._browser.setSource(page_url(name))
        self._mark_words(scroll=True)

    def _mark_words(self, *, scroll: bool = False) -> None:
        """Mark every word that is looked for, and scroll to the first if wanted."""
        marks = [_mark(place) for word in self._contents.words for place in self._places(word)]
        self._browser.setExtraSelections(marks)
        if scroll and marks:
            first = QTextCursor(self._browser.document())
            first.setPosition(min(mark.cursor.selectionStart() for mark in marks))
            self._browser.setTextCursor(first)

    def _places(self, word: str) -> Iterator[QTextCursor]:
        document = self._browser.document()
        found = document.find(word)
        while not found.isNull():
            yield found
            found = document.find(word, found)

    def _open_link(self, url: QUrl) -> None:
        """Open a page, or ask for the example that a link names."""
        if url.scheme() == _EXAMPLE:
            self.example_requested.emit(url.path())
        else:
            self._browser.setSource(url)

    def _follow(self, url: QUrl) -> None:
        self._contents.show_page(_page_of(url))
        self._mark_words()

    def _dress(self) -> None:
        self._browser.document().setDefaultStyleSheet(_style(tokens_in_use()))
        if not self._browser.source().isEmpty():
            self._browser.reload()
            self._mark_words()


def _mark(place: QTextCursor) -> QTextEdit.ExtraSelection:
    tokens, mark = tokens_in_use(), QTextEdit.ExtraSelection()
    mark.cursor = place
    mark.format = QTextCharFormat()
    mark.format.setBackground(QColor(tokens.warning_soft))
    mark.format.setForeground(QColor(tokens.text))
    return mark


def _style(tokens: Tokens) -> str:
    template = Template(resource_path("help", "help.css").read_text(encoding="utf-8"))
    body = fonts.body_size() + 1
    colors = {"text": tokens.text, "muted": tokens.muted, "accent": tokens.accent}
    return template.substitute(
        colors, body=f"{body}px", heading=f"{body + 2}px", title=f"{round(body * 1.5)}px"
    )
