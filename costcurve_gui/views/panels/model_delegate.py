"""Paints the list of models: box, swatch, name, dot and whisker, figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.panels.model_row import FIGURE, INTERVAL, MODEL, ModelRow
from costcurve_gui.views.panels.model_rows import ROW_ROLE, ModelRows
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.item_views import paint_swatch
from costcurve_gui.views.widgets.labels import name_widget, wrapped_name

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QFont

    from costcurve_gui.views.shell.theme import Tokens

_MARGIN = 12
_BOX = 14
_SWATCH = 24
_GAP = 7
_BAR = 3
_NAME_LEFT, _NAME_RIGHT = _MARGIN + _BOX + _GAP + _SWATCH + _GAP, 3
_MARK_GAP = 2
_FIELD_HEIGHT = 24
NAME_FIELD = "model_name_field"
NAMED_MODEL = "named_model"  # property of the field: the key of its model
_COUNT_ROOM = 90
HEADING_HEIGHT = 24  # over the first model of a file
_LONGEST_NAME = 200
_DIMMED = 0.4  # line and marker of a model that is left out of the decision
DERIVED_MARK = "\u0192"  # a function of other models
TURNED_MARK = tr("turned")  # low scores mean the positive class
_CHECK = ((3.0, 7.4), (5.8, 10.2), (11.0, 4.2))


class ModelDelegate(QStyledItemDelegate):
    """Paints one cell; a click on the box, or Space, switches the line."""

    def __init__(self) -> None:
        super().__init__()
        self.hovered_row = -1
        self._fonts = _fonts()

    def refresh_fonts(self) -> None:
        """Take the sizes of the application font again."""
        self._fonts = _fonts()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint ground and content of one cell."""
        row: ModelRow | None = index.data(ROW_ROLE)
        if row is None:
            return
        tokens = tokens_in_use()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = line_rect(option.rect, index)
        if rect != option.rect:
            self._paint_heading(painter, option.rect, index, tokens)
        self._paint_ground(painter, rect, index.row(), tokens, selected=selected)
        if index.column() == MODEL:
            self._paint_model(painter, rect, row, tokens, selected=selected)
        elif index.column() == INTERVAL:
            model = index.model()
            if isinstance(model, ModelRows):
                _paint_interval(painter, rect, row, model.scale, tokens)
        else:
            bold = row.best if index.column() > INTERVAL else selected
            margin = _MARGIN if index.column() == FIGURE else 1
            broken = bool(row.broken) and index.column() == FIGURE
            # A trivial classifier has nothing in the columns before, whose room the words take.
            room = rect.adjusted(-rect.left() if broken else 0, 0, -margin, 0)
            muted = (row.expected or row.left_out or broken) and index.column() == FIGURE
            color = tokens.muted if muted else tokens.text
            self._paint_figure(painter, room, str(index.data()), color, bold=bold)
        painter.restore()

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the room for the text of one cell, a name in the lines it takes there."""
        row: ModelRow = index.data(ROW_ROLE)
        metrics = self._metrics(bold=index.column() != MODEL)
        if index.column() != MODEL:
            margin = _MARGIN if index.column() == FIGURE else 1
            return QSize(metrics.horizontalAdvance(str(index.data())) + margin, metrics.height())
        lines = self.name_lines(row, option.rect.width())
        width = self._width_beside(row) + max(map(metrics.horizontalAdvance, lines))
        return QSize(width, len(lines) * metrics.lineSpacing())

    def name_lines(self, row: ModelRow, column: int) -> tuple[str, ...]:
        """Return the lines that a name takes in a column as wide as `column`."""
        room = column - self._width_beside(row)
        return wrapped_name(row.name, self._metrics(), max(room, 1))

    def name_width(self, row: ModelRow) -> int:
        """Return how wide a column is that shows a name in one line."""
        return self._width_beside(row) + self._metrics().horizontalAdvance(row.name)

    def _metrics(self, *, bold: bool = False) -> QFontMetrics:
        return QFontMetrics(self._fonts[bold])

    def _width_beside(self, row: ModelRow) -> int:
        mark = _mark(row)
        width = self._metrics().horizontalAdvance(mark) + _MARK_GAP if mark else 0
        return _NAME_LEFT + _NAME_RIGHT + width

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Switch the line where its box is clicked."""
        if index.column() != MODEL or not isinstance(event, QMouseEvent):
            return super().editorEvent(event, model, option, index)
        if not _box_area(line_rect(option.rect, index)).contains(event.position().toPoint()):
            return False
        if event.type() == QEvent.Type.MouseButtonRelease:
            toggle(model, index)
        return True

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        """Return the field for the name of a model, with the present one."""
        del option
        row: ModelRow = index.data(ROW_ROLE)
        field = QLineEdit(row.name, parent)
        field.setMaxLength(_LONGEST_NAME)
        field.setProperty("dense", True)
        field.setProperty(NAMED_MODEL, row.key)
        name_widget(field, NAME_FIELD, tr("Name of {name}", name=row.name))
        if row.file_column:
            field.setPlaceholderText(tr("As in the file"))
        field.selectAll()
        return field

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Leave alone what is being typed: figures of the line come while it is."""

    def setModelData(
        self,
        editor: QWidget,
        model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Hand over the name that was typed, if it is another one."""
        if isinstance(editor, QLineEdit) and editor.text() != index.data():
            model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(  # noqa: N802 (Qt's name)
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Lay the field over the name."""
        room = line_rect(option.rect, index).adjusted(_NAME_LEFT - 6, 0, -_NAME_RIGHT, 0)
        top = room.center().y() - _FIELD_HEIGHT // 2 + 1
        editor.setGeometry(room.left(), top, room.width(), _FIELD_HEIGHT)

    def _paint_ground(
        self, painter: QPainter, rect: QRect, row: int, tokens: Tokens, *, selected: bool
    ) -> None:
        if selected:
            painter.fillRect(rect, QColor(tokens.accent_soft))
        elif row == self.hovered_row:
            painter.fillRect(rect, QColor(tokens.raised))

    def _paint_heading(
        self,
        painter: QPainter,
        rect: QRect,
        index: QModelIndex | QPersistentModelIndex,
        tokens: Tokens,
    ) -> None:
        """Paint the file over its first model, and at the right end how many it has."""
        title, count = _heading(index)
        band = rect.adjusted(0, 0, 0, HEADING_HEIGHT - rect.height())
        painter.fillRect(band, QColor(tokens.raised))
        text = band.adjusted(_MARGIN if index.column() == MODEL else 0, 0, -_MARGIN, 0)
        side = Qt.AlignmentFlag.AlignVCenter
        if index.column() == MODEL:
            metrics, wide = self._metrics(bold=True), text.width() + _MARGIN
            painter.setFont(self._fonts[True])
            painter.setPen(QColor(tokens.text))
            title = metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, wide)
            painter.drawText(text.adjusted(0, 0, _MARGIN, 0), side, title)
        elif index.column() == FIGURE:
            # The count takes the room of the figures before it, which have none in this band.
            text = text.adjusted(-_COUNT_ROOM, 0, 0, 0)
            painter.setFont(self._fonts[False])
            painter.setPen(QColor(tokens.muted))
            painter.drawText(text, side | Qt.AlignmentFlag.AlignRight, count)

    def _paint_model(
        self, painter: QPainter, rect: QRect, row: ModelRow, tokens: Tokens, *, selected: bool
    ) -> None:
        if selected:
            bar = QRect(rect.left(), rect.top(), _BAR, rect.height())
            painter.fillRect(bar, QColor(tokens.model_color(row.slot)))
        _paint_box(painter, _box_rect(rect), tokens, checked=row.shown)
        left = rect.left() + _MARGIN + _BOX + _GAP
        swatch = QRectF(left, rect.top(), _SWATCH, rect.height())
        painter.setOpacity(_DIMMED if row.left_out else 1.0)
        paint_swatch(painter, swatch, row.slot, tokens, solid=selected)
        painter.setOpacity(1.0)
        text = rect.adjusted(_NAME_LEFT, 0, -_NAME_RIGHT, 0)
        if _mark(row):
            text.setRight(self._paint_mark(painter, text, _mark(row), tokens))
        lines = self.name_lines(row, rect.width())
        # Bold is wider: a name breaks for the plain font, or selecting it would move the list.
        bold = self._metrics(bold=True).horizontalAdvance
        fits = max(map(bold, lines)) <= text.width()
        painter.setFont(self._fonts[selected and fits])
        painter.setPen(QColor(tokens.muted if row.left_out else tokens.text))
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text, side, "\n".join(lines))

    def _paint_mark(self, painter: QPainter, rect: QRect, mark: str, tokens: Tokens) -> int:
        """Mark a derived or turned model at the right end; return where its name has to end."""
        font = self._fonts[False]
        painter.setFont(font)
        painter.setPen(QColor(tokens.muted))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, side, mark)
        return rect.right() - QFontMetrics(font).horizontalAdvance(mark) - _MARK_GAP

    def _paint_figure(
        self, painter: QPainter, rect: QRect, text: str, color: str, *, bold: bool
    ) -> None:
        painter.setFont(self._fonts[bold])
        painter.setPen(QColor(color))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, side, text)


def _mark(row: ModelRow) -> str:
    return DERIVED_MARK if row.origin else TURNED_MARK if row.turned else ""


def _heading(index: QModelIndex | QPersistentModelIndex) -> tuple[str, str]:
    model = index.model()
    found = model.headings.get(index.row()) if isinstance(model, ModelRows) else None
    return found or ("", "")


def line_rect(rect: QRect, index: QModelIndex | QPersistentModelIndex) -> QRect:
    """Return the part of a cell below the heading of its group, if it has one."""
    return rect.adjusted(0, HEADING_HEIGHT, 0, 0) if _heading(index)[0] else rect


def is_on_name(rect: QRect, place: QPoint) -> bool:
    """Whether a place in a cell of the first column is beside its box: over swatch and name."""
    return rect.contains(place) and not _box_area(rect).contains(place)


def toggle(model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex) -> None:
    """Ask for the other state of a line's box."""
    checked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    state = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
    model.setData(index, state, Qt.ItemDataRole.CheckStateRole)


def _fonts() -> tuple[QFont, QFont]:
    return fonts.body(), fonts.body(fonts.SEMIBOLD)


def _box_rect(rect: QRect) -> QRectF:
    return QRectF(rect.left() + _MARGIN, rect.center().y() - _BOX / 2 + 0.5, _BOX, _BOX)


def _box_area(rect: QRect) -> QRect:
    return QRect(rect.left(), rect.top(), _MARGIN + _BOX + _GAP // 2, rect.height())


def _paint_box(painter: QPainter, box: QRectF, tokens: Tokens, *, checked: bool) -> None:
    painter.setPen(QPen(QColor(tokens.accent if checked else tokens.control), 1))
    painter.setBrush(QColor(tokens.accent if checked else tokens.panel))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if not checked:
        return
    pen = QPen(QColor(tokens.on_accent), 1.8)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    path = QPainterPath(box.topLeft() + QPointF(*_CHECK[0]))
    for point in _CHECK[1:]:
        path.lineTo(box.topLeft() + QPointF(*point))
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _paint_interval(
    painter: QPainter, rect: QRect, row: ModelRow, scale: tuple[float, float], tokens: Tokens
) -> None:
    if row.auc is None:
        return
    low, high = scale
    room = rect.adjusted(5, 0, -7, 0)

    def place(value: float) -> QPointF:
        share = (value - low) / (high - low) if high > low else 0.5
        return QPointF(room.left() + share * room.width(), rect.center().y() + 0.5)

    painter.setPen(QPen(QColor(tokens.muted), 1))
    if row.low is not None and row.high is not None:
        painter.drawLine(place(row.low), place(row.high))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.text))
    painter.drawEllipse(place(row.auc), 2.5, 2.5)
