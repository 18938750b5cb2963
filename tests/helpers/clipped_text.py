"""Finds text that has less room than it needs, in every widget that is on the screen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QStyleOptionViewItem,
    QTabBar,
    QWidget,
)

from costcurve_gui.views.widgets.figures import SpareLabel
from costcurve_gui.views.widgets.labels import SubtitleLabel

if TYPE_CHECKING:
    from collections.abc import Iterator

ELLIPSIS = "\u2026"
_SLACK = 1  # px that rounding may take
_ARROW = 20  # px from the end of a button with a menu to where its arrow begins


@dataclass(frozen=True, slots=True)
class Clip:
    """A text that is not shown whole: where, what is seen of it, and by how much it is short."""

    place: str
    text: str
    needed: tuple[int, int]
    given: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.place}: {self.text!r} needs {self.needed}, gets {self.given}"


def clipped_texts(window: QWidget) -> list[Clip]:
    """Return every text in `window` that is elided, cut or outside of what shows it."""
    found: list[Clip] = []
    for widget in (window, *window.findChildren(QWidget)):
        if widget.isVisible() and widget.width() > 0 and _on_screen(widget, window):
            found += _clips(widget)
            found += _outside(widget, window)
    return found


def _clips(widget: QWidget) -> Iterator[Clip]:
    match widget:
        case QLabel():
            yield from _label(widget)
        case QAbstractButton():
            yield from _button(widget)
        case QComboBox():
            yield from _combo_box(widget)
        case QLineEdit():
            yield from _line_edit(widget)
        case QTabBar():
            yield from _tab_bar(widget)
        case QHeaderView():
            yield from _header(widget)
        case QAbstractItemView():
            yield from _cells(widget)


def _place(widget: QWidget) -> str:
    """Return the names of a widget and of those it stands in."""
    names = []
    at: QWidget | None = widget
    while at is not None:
        if at.objectName() and not at.objectName().startswith("qt_"):
            names.append(at.objectName())
        at = at.parentWidget()
    return f"{type(widget).__name__} {' < '.join(names[:3])}"


def _on_screen(widget: QWidget, window: QWidget) -> bool:
    """Whether some of a widget is within everything that holds it."""
    return not widget.visibleRegion().isEmpty() or widget is window


def _clip(widget: QWidget, text: str, needed: QSize, given: QSize) -> Iterator[Clip]:
    wide = needed.width() > given.width() + _SLACK
    high = needed.height() > given.height() + _SLACK
    if wide or high:
        yield Clip(_place(widget), text, needed.toTuple(), given.toTuple())


def _label(label: QLabel) -> Iterator[Clip]:
    text, full = label.text(), getattr(label, "full_text", None)
    if not text or not label.pixmap().isNull() or isinstance(label, SpareLabel | SubtitleLabel):
        return
    if ELLIPSIS in text.rstrip(ELLIPSIS) or (full and text.endswith(ELLIPSIS) and full != text):
        yield Clip(_place(label), text, (0, 0), label.size().toTuple())
        return
    given = label.contentsRect().size()
    margin = 2 * label.margin() + max(label.indent(), 0)
    document = _document(label, re.sub("&(.)", r"\1", text) if label.buddy() else text)
    if label.wordWrap():
        document.setTextWidth(given.width() - margin)
        needed = QSize(round(document.idealWidth()) + margin, round(document.size().height()))
    else:
        needed = QSize(round(document.idealWidth()) + margin, label.fontMetrics().height())
    yield from _clip(label, text, needed, given)


def _document(label: QLabel, text: str) -> QTextDocument:
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setDefaultFont(label.font())
    plain = label.textFormat() is Qt.TextFormat.PlainText or not re.search("<[a-z/]", text)
    (document.setPlainText if plain else document.setHtml)(text)
    return document


def _button(button: QAbstractButton) -> Iterator[Clip]:
    if button.text() and button.layout() is None:
        needed = QSize(button.sizeHint().width(), button.fontMetrics().height())
        yield from _clip(button, button.text(), needed, button.size())
    if button.text() and isinstance(button, QPushButton):
        yield from _push_button(button)


def _push_button(button: QPushButton) -> Iterator[Clip]:
    """Compare the text with the room that the style leaves: a size hint may be wrong itself."""
    option = QStyleOptionButton()
    button.initStyleOption(option)
    part = QStyle.SubElement.SE_PushButtonContents
    room = button.style().subElementRect(part, option, button)
    needed = button.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, button.text())
    if button.menu() is not None:  # the text stands in the middle of the room, left of the arrow
        arrow = button.width() - _ARROW
        room.setWidth(min(room.width(), 2 * (arrow - room.center().x())))
    yield from _clip(button, button.text(), QSize(needed.width(), 0), room.size())


def _combo_box(box: QComboBox) -> Iterator[Clip]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box)
    width = box.fontMetrics().horizontalAdvance(box.currentText())
    yield from _clip(box, box.currentText(), QSize(width, 0), room.size())


def _line_edit(field: QLineEdit) -> Iterator[Clip]:
    option = QStyleOptionFrame()
    field.initStyleOption(option)
    room = field.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, field)
    text = field.displayText() or field.placeholderText()
    width = field.fontMetrics().horizontalAdvance(text)
    yield from _clip(field, text, QSize(width, 0), room.size())


def _tab_bar(bar: QTabBar) -> Iterator[Clip]:
    for at in range(bar.count()):
        if bar.isTabVisible(at):
            rect, metrics = bar.tabRect(at), bar.fontMetrics()
            needed = QSize(metrics.horizontalAdvance(bar.tabText(at)), metrics.height())
            seen = rect & bar.rect() & bar.visibleRegion().boundingRect()
            yield from _clip(bar, bar.tabText(at), needed, seen.size())


def _header(header: QHeaderView) -> Iterator[Clip]:
    across = header.orientation() is Qt.Orientation.Horizontal
    for at in range(header.count()):
        text, metrics = _section_text(header, at)
        lines = text.split("\n")
        width = max(map(metrics.horizontalAdvance, lines))
        given = QSize(header.sectionSize(at), header.height())
        if not across:
            given = QSize(header.width(), header.sectionSize(at))
        if text and not header.isSectionHidden(at):
            yield from _clip(header, text, QSize(width, metrics.height() * len(lines)), given)


def _section_text(header: QHeaderView, at: int) -> tuple[str, QFontMetrics]:
    """Return a title in the lines that are painted; the headings of our tables are no sections."""
    model, role = header.model(), Qt.ItemDataRole.FontRole
    text = str(model.headerData(at, header.orientation()) or "")
    own = getattr(header, "section_lines", None)
    font = model.headerData(at, header.orientation(), role)
    metrics = header.fontMetrics() if font is None else QFontMetrics(font)
    return text if own is None else "\n".join(own(at)), metrics


def _cells(view: QAbstractItemView) -> Iterator[Clip]:
    model = view.model()
    if model is None:
        return
    for index in _indexes(view):
        rect = view.visualRect(index)
        if not rect.intersects(view.viewport().rect()) or view.indexWidget(index):
            continue
        text = str(index.data() or "")
        option = QStyleOptionViewItem()
        view.initViewItemOption(option)
        option.rect = QRect(0, 0, rect.width(), rect.height())
        needed = view.itemDelegateForIndex(index).sizeHint(option, index)
        if not view.horizontalScrollBar().maximum():
            rect.setRight(min(rect.right(), view.viewport().rect().right()))
        if text:
            yield from _clip(view, text, needed, rect.size())


def _indexes(view: QAbstractItemView) -> Iterator[QModelIndex]:
    model = view.model()
    columns = 1 if isinstance(view, QListView) else model.columnCount()
    for row in range(model.rowCount()):
        for column in range(columns):
            yield model.index(row, column)


def _outside(widget: QWidget, window: QWidget) -> Iterator[Clip]:
    """Report a widget that reaches out of its parent where nothing scrolls to it."""
    parent = widget.parentWidget()
    if widget is window or parent is None or widget.isWindow() or not _bears_text(widget):
        return
    rect, room = widget.geometry(), parent.rect()
    area = parent.parentWidget()
    if isinstance(area, QAbstractScrollArea) and area.viewport() is parent:
        if isinstance(area, QAbstractItemView):
            return
        if area.horizontalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            return
        rect = QRect(rect.left(), 0, rect.width(), 1)
    if not room.adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK).contains(rect):
        yield Clip(f"outside {_place(widget)}", "", rect.size().toTuple(), room.size().toTuple())


def _bears_text(widget: QWidget) -> bool:
    return isinstance(widget, QLabel | QAbstractButton | QComboBox | QLineEdit) or bool(
        widget.layout()
    )
