"""Shows the help pages that ship with the program."""

from __future__ import annotations

from pathlib import Path
from string import Template

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QUrl, Signal
from PySide6.QtGui import QImage, QKeySequence, QShortcut, QTextDocument
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.resources import resource_path
from costcurve_gui.views.catalogue import HEADS, family_of
from costcurve_gui.views.dialogs.base_dialog import FittedDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import Tokens, tokens_in_use
from costcurve_gui.views.widgets.cards import card_round
from costcurve_gui.views.widgets.icons import is_theme_change
from costcurve_gui.views.widgets.item_views import set_row_height
from costcurve_gui.views.widgets.labels import name_widget

# Page, title; the order of the list at the left. Every view has a page of its name.
PAGES: tuple[tuple[str, str], ...] = (
    ("index", "First steps"),
    ("data", "Data and models"),
    ("models", "Derived models"),
    ("import", "Reading a file"),
    ("inputs", "Counts and several classes"),
    ("payoffs", "Payoffs and condition"),
    ("decision", "Decision"),
    *((view.key, view.title) for head in HEADS for view in family_of(head)),
    ("uncertainty", "Uncertainty"),
    ("export", "Export"),
    ("keyboard", "Keyboard"),
    ("terms", "Terms"),
    ("papers", "From the papers to the screen"),
    ("sources", "Sources"),
)
HOME = "index"
_MARGIN = 14
_DOTS = 1.5  # of a picture for each pixel of a plain screen
_NAME = Qt.ItemDataRole.UserRole
_EXAMPLE = "example"  # scheme of a link


def page_url(name: str) -> QUrl:
    """Return the address of a page; of the first one where there is none of that name."""
    known = name if name in dict(PAGES) else HOME
    return QUrl.fromLocalFile(str(resource_path("help", f"{known}.html")))


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
        name_widget(self, "help_viewer", "Help")
        self.setWindowTitle("Help")
        self.setModal(False)
        self.resize(920, 680)
        self._list = QListWidget()
        self._browser = HelpBrowser()
        self._back = QPushButton("Back")
        self._forward = QPushButton("Forward")
        self._build()
        self._connect()
        self._dress()

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
        name_widget(self._list, "help_contents", "Help pages")
        name_widget(self._browser, "help_text", "Help text")
        name_widget(self._back, "help_back", "Back to the page before")
        name_widget(self._forward, "help_forward", "Forward to the next page")
        set_row_height(self._list)
        self._list.setFixedWidth(206)
        for name, title in PAGES:
            item = QListWidgetItem(title, self._list)
            item.setData(_NAME, name)
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
        layout.addWidget(card_round(self._list, "help_contents_card"))
        layout.addLayout(right, 1)

    def _connect(self) -> None:
        self._list.currentItemChanged.connect(self._open_item)
        self._browser.sourceChanged.connect(self._follow)
        self._browser.anchorClicked.connect(self._open_link)
        self._browser.backwardAvailable.connect(self._back.setEnabled)
        self._browser.forwardAvailable.connect(self._forward.setEnabled)
        self._back.clicked.connect(self._browser.backward)
        self._forward.clicked.connect(self._browser.forward)
        for keys, slot in (
            (QKeySequence.StandardKey.Back, self._browser.backward),
            (QKeySequence.StandardKey.Forward, self._browser.forward),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    def _open_item(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(_NAME) != self.page:
            self._browser.setSource(page_url(item.data(_NAME)))

    def _open_link(self, url: QUrl) -> None:
        """Open a page, or ask for the example that a link names."""
        if url.scheme() == _EXAMPLE:
            self.example_requested.emit(url.path())
        else:
            self._browser.setSource(url)

    def _follow(self, url: QUrl) -> None:
        names = [name for name, _ in PAGES]
        page = _page_of(url)
        if page in names:
            with QSignalBlocker(self._list):
                self._list.setCurrentRow(names.index(page))

    def _dress(self) -> None:
        self._browser.document().setDefaultStyleSheet(_style(tokens_in_use()))
        if not self._browser.source().isEmpty():
            self._browser.reload()


def _style(tokens: Tokens) -> str:
    template = Template(resource_path("help", "help.css").read_text(encoding="utf-8"))
    body = fonts.body_size() + 1
    colors = {"text": tokens.text, "muted": tokens.muted, "accent": tokens.accent}
    return template.substitute(
        colors, body=f"{body}px", heading=f"{body + 2}px", title=f"{round(body * 1.5)}px"
    )
