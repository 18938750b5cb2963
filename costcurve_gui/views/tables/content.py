"""What a table shows of a snapshot, as values: a heading for every column, and rows of texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.views.text.numbers import MINUS, MISSING, THOUSANDS
from costcurve_gui.views.view import View

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.snapshot import Snapshot

_TO_PLAIN = str.maketrans({MINUS: "-", THOUSANDS: ""})


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column. It has the colour of its `model`, and a click on it selects that.

    Columns of `words` stand at the left, those of numbers at the right.
    """

    title: str
    model: ModelInfo | None = None
    chosen: bool = False
    words: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row, its cells as they are shown. Without cells it is the heading of what follows.

    A `chosen` row stands out, as a chosen column does.
    """

    title: str
    cells: tuple[str, ...] = ()
    hint: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class TableContent:
    """A whole table. `corner` says what the titles of the rows are.

    Titles that are `names` take more lines where the columns would have no room else.
    """

    corner: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    names: bool = False

    def as_text(self) -> str:
        """Return the table for a spreadsheet: separated by tabs, numbers in ASCII."""
        head = (self.corner, *(column.title for column in self.columns))
        lines = [head, *((row.title, *map(_plain, row.cells)) for row in self.rows)]
        return "\n".join("\t".join(line) for line in lines)


class TableSource(View, ABC):
    """A view that is a table; it lists all models, whichever curves are hidden."""

    @abstractmethod
    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""

    def widget(self) -> QWidget | None:
        """Return the widget of a view that is more than its table; None where it is that alone."""
        return None


def _plain(text: str) -> str:
    return "" if text == MISSING else text.translate(_TO_PLAIN)
