"""The rows below the columns: the first ones, or those that a finding speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.dataio.errors import listed
from costcurve_gui.dataio.table import Texts
from costcurve_gui.views import fonts, numbers
from costcurve_gui.views.dialogs.import_preview import PreviewTable
from costcurve_gui.views.widgets.card import card_round
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.text import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.dataio.source import Source

_HEIGHT, _LEAST_HEIGHT = 134, 56  # on a low screen the head and one row
_MOST_CELLS = 200_000  # read while the user waits
_MOST_ROWS = 200


class ImportRows(QWidget):
    """A heading, a note and the rows; a link leads back to the first rows."""

    def __init__(self) -> None:
        super().__init__()
        self._heading = text_label(font=fonts.lead(fonts.SEMIBOLD), name="import_rows_heading")
        self._note = text_label(tone="muted", name="import_rows_note")
        self._back = LinkButton("First rows")
        self._table = PreviewTable()
        self._source: Source | None = None
        name_widget(self._back, "import_first_rows", "Back to the first rows")
        self._build()
        self._back.clicked.connect(self._show_first_again)

    def show_first(self, source: Source) -> None:
        """Show the first rows as they were read."""
        self._source = source
        self._heading.setText("First rows")
        self._note.setText("as read")
        self._back.hide()
        self._table.show_rows(source.columns, source.preview)

    def show_finding(self, source: Source, column: str, rows: Sequence[int]) -> None:
        """Show the rows that a finding speaks of, counted from 1."""
        shown = [row for row in rows if _at_hand(source, row)][:_MOST_ROWS]
        self._source = source
        self._heading.setText(f"Rows of {column}")
        self._note.setText(f"rows {listed(numbers.count(row) for row in rows)}")
        self._back.show()
        cells = rows_of(source, shown)
        self._table.show_rows(source.columns, cells, shown)
        self._table.scroll_to([info.name for info in source.columns].index(column))

    def _show_first_again(self) -> None:
        if self._source is not None:
            self.show_first(self._source)
            self._table.setFocus()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self._heading)
        head.addStretch()
        head.addWidget(self._note)
        head.addWidget(self._back)
        self._table.setMinimumHeight(_LEAST_HEIGHT)
        self._table.setMaximumHeight(_HEIGHT)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addLayout(head)
        layout.addWidget(card_round(self._table, "import_preview_card", margin=1))


def _is_small(source: Source) -> bool:
    return source.complete and source.rows * len(source.columns) <= _MOST_CELLS


def _at_hand(source: Source, row: int) -> bool:
    return row <= len(source.preview) or _is_small(source)


def rows_of(source: Source, rows: Sequence[int]) -> list[Sequence[str]]:
    """Return the cells of some rows; those past the first ones need a small file."""
    if all(row <= len(source.preview) for row in rows):
        return [source.preview[row - 1] for row in rows]
    requests = [Texts(column.name) for column in source.columns]
    answer = source.table.read(requests)
    return [[str(answer.arrays[request][row - 1]) for request in requests] for row in rows]
