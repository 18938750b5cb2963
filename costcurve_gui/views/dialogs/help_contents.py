"""The list of help pages, and the field that searches all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.help_pages import PAGES, Found, search_pages, search_words
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.cards import card_round
from costcurve_gui.views.widgets.item_views import ROW_HEIGHT, Index
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPainter
    from PySide6.QtWidgets import QStyleOptionViewItem

WIDTH = 236
_LINES = 3  # of an excerpt at most
_MARGIN = 8
_PAGE, _EXCERPT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class HelpContents(QWidget):
    """Lists all pages, or those with the words that are searched.

    Emits `page_chosen(page)` where a row becomes the current one, `searched()` when other words
    are looked for and `entered()` when the reader goes on to the page.
    """

    page_chosen = Signal(str)
    searched = Signal()
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(WIDTH)
        self.field = _SearchField()
        self.list = QListWidget()
        self._none = text_label(tr("No page has all of these words."), tone="muted", wrap=True)
        self._build()
        self._fill()
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.entered)
        self.field.moved.connect(self._move)
        self.list.currentItemChanged.connect(self._choose)
        self.list.itemActivated.connect(lambda _: self.entered.emit())

    @property
    def words(self) -> tuple[str, ...]:
        """What is looked for; nothing where all pages are listed."""
        return search_words(self.field.text())

    def show_page(self, name: str) -> None:
        """Mark the page on show, if it is among those listed."""
        with QSignalBlocker(self.list):
            pages = [self.list.item(row).data(_PAGE) for row in range(self.list.count())]
            self.list.setCurrentRow(pages.index(name) if name in pages else -1)

    def _build(self) -> None:
        name_widget(self, "help_side", tr("Pages and search"))
        name_widget(self.list, "help_contents", tr("Help pages"))
        self._none.setObjectName("help_none")
        self._none.hide()
        self.list.setItemDelegate(_Rows(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.field)
        layout.addWidget(self._none)
        layout.addWidget(card_round(self.list, "help_contents_card"), 1)

    def _fill(self) -> None:
        rows = search_pages(self.field.text()) if self.words else _all_pages()
        with QSignalBlocker(self.list):
            self.list.clear()
            for one in rows:
                item = QListWidgetItem(one.title, self.list)
                item.setData(_PAGE, one.page)
                item.setData(_EXCERPT, one.excerpt)
                item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, one.excerpt)
        self._none.setVisible(not rows)

    def _search(self) -> None:
        self._fill()
        self.searched.emit()

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.page_chosen.emit(item.data(_PAGE))

    def _move(self, step: int) -> None:
        """Let the arrows of the field move in the list."""
        last = self.list.count() - 1
        self.list.setCurrentRow(max(0, min(self.list.currentRow() + step, last)))


def _all_pages() -> list[Found]:
    return [Found(name, title, "") for name, title in PAGES]


class _SearchField(QLineEdit):
    """Keeps the focus while Up and Down move in the list; emits `moved(rows)`."""

    moved = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "help_search", tr("Search all pages"))
        self.setPlaceholderText(tr("Search all pages"))
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move in the list; Esc takes the words away before it closes the window."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class _Rows(QStyledItemDelegate):
    """A title, and below it what was found on the page."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return one row, and the lines of the excerpt."""
        del option
        excerpt = index.data(_EXCERPT)
        below = _excerpt_height(excerpt) + 6 if excerpt else 0
        return QSize(0, ROW_HEIGHT + below)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row as the style does, and the excerpt into it."""
        self.initStyleOption(option, index)
        whole, excerpt = QRect(option.rect), index.data(_EXCERPT)
        if not excerpt:
            super().paint(painter, option, index)
            return
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        tokens, inner = tokens_in_use(), whole.adjusted(_MARGIN, 4, -_MARGIN, -4)
        painter.save()
        painter.setFont(fonts.body(fonts.SEMIBOLD))
        painter.setPen(QColor(tokens.text))
        painter.drawText(inner, Qt.AlignmentFlag.AlignTop, index.data())
        painter.setFont(fonts.small())
        painter.setPen(QColor(tokens.muted))
        painter.drawText(inner.adjusted(0, ROW_HEIGHT - 8, 0, 0), _WRAPPED, excerpt)
        painter.restore()


def _excerpt_height(excerpt: str) -> int:
    metrics = QFontMetrics(fonts.small())
    room = QRect(0, 0, WIDTH - 2 * _MARGIN - 24, _LINES * metrics.lineSpacing())
    return min(metrics.boundingRect(room, _WRAPPED, excerpt).height(), room.height())
