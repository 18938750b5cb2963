"""One height for the rows of lists and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

ROW_HEIGHT = 27

if TYPE_CHECKING:
    Index = QModelIndex | QPersistentModelIndex


class _RowHeight(QStyledItemDelegate):
    def __init__(self, view: QAbstractItemView, height: int) -> None:
        super().__init__(view)
        self._height = height

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the width the contents need, and the one height."""
        return QSize(super().sizeHint(option, index).width(), self._height)


def set_row_height(view: QAbstractItemView, height: int = ROW_HEIGHT) -> None:
    """Give every row of a view one height."""
    view.setItemDelegate(_RowHeight(view, height))
