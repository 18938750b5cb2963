"""The values of the true class: how often each occurs, and which class it counts as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.dataio.roles.grades import MOST, grade_order
from costcurve_gui.dataio.roles.labels import LabelClass
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs import import_words
from costcurve_gui.views.dialogs.import_choices import MOST_ASKED, REST, values_asked
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.icons import token_color
from costcurve_gui.views.widgets.labels import ElidedLabel, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.views.dialogs.import_choices import ImportChoices


_CLASSES: Final = (
    (LabelClass.POSITIVE, tr("Positive")),
    (LabelClass.NEGATIVE, tr("Negative")),
    (LabelClass.LEFT_OUT, tr("Leave out")),
)
_HEADINGS: Final = (
    tr("Value"),
    tr("Rows"),
    tr("Share"),
    "",
    tr("Counts as"),
    tr("Called in the window"),
)
_ROWS, _ROWS_LOOKED_AT = _HEADINGS[1], tr("Rows looked at")
_ROW_HEIGHT: Final = 32
_SHOWN_ROWS: Final = 3
_SHOWN_GRADES, _HIGH = 5, 700  # rows, in a dialog of so many pixels
_AFTER_ALL: Final = 2 + MOST  # a row of the grid below those of values
_NARROWEST, _WIDEST = 80, 300  # names, in pixels
_BAR_WIDTH, _BAR_HEIGHT, _ROOM_FOR_SHARES = 52, 7, 660
_CALLED: Final = len(_HEADINGS)  # the last column; the first one is a margin
_CALLED_LEAST, _CALLED_WIDTH, _LONGEST_NAME = 76, 130, 60
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ShareBar(QWidget):
    """A bar that is filled by a share."""

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.0
        self.setFixedSize(_BAR_WIDTH, _BAR_HEIGHT)

    def show_share(self, share: float) -> None:
        """Fill it otherwise."""
        self._share = share
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the whole faintly, and the share upon it."""
        super().paintEvent(event)
        painter = QPainter(self)
        filled = QRect(0, 0, max(1, round(self._share * self.width())), self.height())
        painter.fillRect(self.rect(), QColor(token_color("grid")))
        painter.fillRect(filled, QColor(token_color("control")))


@dataclass(frozen=True, slots=True)
class _Row:
    ground: QFrame  # behind the others
    name: ElidedLabel
    count: QLabel
    share: QLabel
    bar: ShareBar
    control: SegmentedControl
    called: QLineEdit
    note: QLabel

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        return (self.name, self.count, self.share, self.bar, self.control)


class LabelValues(QScrollArea):
    """A row a value; emits `class_chosen(value, LabelClass)`, `REST` being all other values.

    Where a class is one value it can be given a name: `name_typed(value, text)`.
    """

    class_chosen = Signal(str, object)
    name_typed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._values: list[str] = []
        self.setObjectName("import_values")
        self.setAccessibleName(tr("Values of the true class"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its buttons take the focus, row by row
        # As high as the questions beside it; more values are scrolled to.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(0, 4, 0, 4)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnMinimumWidth(0, 1)
        self._grid.setColumnStretch(_CALLED, 1)
        headings = [text_label(words, font=fonts.small(), tone="muted") for words in _HEADINGS]
        for column, heading in enumerate(headings, start=1):
            self._grid.addWidget(heading, 0, column)
        self._value_heading, self._rows_heading, self._share_heading, *_ = headings
        for heading in (self._rows_heading, self._share_heading):
            heading.setAlignment(_RIGHT)
        self._rows_heading.setObjectName("import_values_rows")
        self._rows = [self._row(place) for place in range(MOST_ASKED + 1)]  # grades may need more
        self._missing = text_label(font=fonts.small(), tone="muted", name="import_missing_labels")
        self._grid.addWidget(self._missing, _AFTER_ALL, 1, 1, len(_HEADINGS))
        self._grid.setRowStretch(_AFTER_ALL + 1, 1)
        self.setWidget(content)
        for part in (self, self.viewport(), content):  # that of the card, not of the dialog
            part.setProperty("ground", "panel")

    def show_values(
        self, choices: ImportChoices, counts: Mapping[str, int], missing: int, *, sampled: bool
    ) -> None:
        """Show the values of the label and what was chosen for each.

        `sampled` says that not all rows of the file were counted.
        """
        self._values = values_asked(choices, counts)
        self._rows += map(self._row, range(len(self._rows), len(self._values)))
        total = sum(counts.values()) + missing
        for place, row in enumerate(self._rows):
            shown = place < len(self._values)
            for widget in (row.ground, *row.widgets):
                widget.setVisible(shown)
            if not shown:
                row.called.hide()
                row.note.hide()
            if shown:
                self._show_row(row, self._values[place], choices, counts, total)
        self._show_shares()
        self._value_heading.setText(tr("Value in {label}", label=choices.label))
        names = [row.name for row in self._rows[: len(self._values)]]
        widths = [name.fontMetrics().horizontalAdvance(name.full_text) + 4 for name in names]
        widest = min(max(widths, default=0), _WIDEST)
        self._grid.setColumnMinimumWidth(1, max(widest, _NARROWEST))
        self._rows_heading.setText(_ROWS_LOOKED_AT if sampled else _ROWS)
        named = (
            tr("{missing} without a value, left out", missing=numbers.count(missing))
            if missing
            else ""
        )
        self._missing.setText(named)
        self._missing.setVisible(bool(named))
        rows = min(len(self._values), _SHOWN_ROWS) + bool(missing)
        many = bool(grade_order(counts)) and self.window().height() >= _HIGH
        self.setMinimumHeight(30 + (_SHOWN_GRADES if many else min(rows, 2)) * _ROW_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Do without shares where there is no room for them."""
        super().resizeEvent(event)
        self._show_shares()

    def _show_shares(self) -> None:
        shown = self.viewport().width() >= fonts.scaled(_ROOM_FOR_SHARES)
        self._share_heading.setVisible(shown)
        for row in self._rows[: len(self._values)]:
            row.share.setVisible(shown)
            row.bar.setVisible(shown)
        self._grid.activate()  # a row that stays too wide until the next turn would be cut

    def focus_undecided(self, choices: ImportChoices, counts: Mapping[str, int]) -> None:
        """Put the focus on the first value without a class, if there is one."""
        for place, value in enumerate(self._values):
            if choices.class_of(value, counts) is None:
                button = LabelClass.NEGATIVE if value == REST else LabelClass.POSITIVE
                self._rows[place].control.button(button).setFocus()
                return

    def _row(self, place: int) -> _Row:
        ground = QFrame()
        ground.setFixedHeight(_ROW_HEIGHT)
        self._grid.addWidget(ground, place + 1, 0, 1, _CALLED + 2)
        name = ElidedLabel()
        name.setObjectName(f"import_value_{place}")
        count = text_label(name=f"import_value_rows_{place}", font=fonts.body(fonts.SEMIBOLD))
        share = text_label(tone="muted", name=f"import_value_share_{place}")
        for label in (count, share):
            label.setAlignment(_RIGHT)
        control = SegmentedControl(
            _CLASSES, f"import_value_class_{place}", tr("Counts as"), dense=True
        )
        control.chosen.connect(lambda chosen: self.class_chosen.emit(self._values[place], chosen))
        note = text_label(font=fonts.small(), tone="warning", name=f"import_value_note_{place}")
        called = QLineEdit()
        called.setProperty("dense", True)
        called.setMaxLength(_LONGEST_NAME)
        called.setMinimumWidth(fonts.scaled(_CALLED_LEAST))
        called.setMaximumWidth(fonts.scaled(_CALLED_WIDTH))
        called.setObjectName(f"import_value_called_{place}")
        called.textEdited.connect(lambda text: self.name_typed.emit(self._values[place], text))
        row = _Row(ground, name, count, share, ShareBar(), control, called, note)
        for column, widget in enumerate(row.widgets, start=1):
            self._grid.addWidget(widget, place + 1, column)
        for widget in (called, note):  # of which one is seen
            self._grid.addWidget(widget, place + 1, _CALLED)
        return row

    def _show_row(
        self,
        row: _Row,
        value: str,
        choices: ImportChoices,
        counts: Mapping[str, int],
        total: int,
    ) -> None:
        others = [other for other in counts if other not in self._values]
        count = sum(counts[other] for other in others) if value == REST else counts.get(value, 0)
        row.name.set_full_text(
            tr("{others} more values", others=len(others)) if value == REST else value
        )
        row.count.setText(numbers.count(count))
        row.share.setText(numbers.percent(count / total) if total else "")
        row.bar.show_share(count / total if total else 0.0)
        given = choices.class_of(value, counts)
        row.control.set_value(given)
        row.control.setAccessibleName(tr("{full_text} counts as", full_text=row.name.full_text))
        for single in (LabelClass.POSITIVE, LabelClass.LEFT_OUT):
            row.control.button(single).setEnabled(value != REST)
        doubtful = given is None and bool(choices.positive)
        set_tone(row.ground, "doubtful" if doubtful else "settled", "row")
        row.note.setText(import_words.undecided(row.name.full_text) if doubtful else "")
        row.note.setVisible(doubtful)
        self._show_name(row, value, choices, counts)

    def _show_name(
        self, row: _Row, value: str, choices: ImportChoices, counts: Mapping[str, int]
    ) -> None:
        """Let a class be named that is one value, and one of grades beside the first of them.

        Else a class of several values is called by the other.
        """
        given = choices.class_of(value, counts)
        alike = [other for other in self._values if choices.class_of(other, counts) is given]
        named = given in (LabelClass.POSITIVE, LabelClass.NEGATIVE) and value != REST
        first = choices.positive if given is LabelClass.POSITIVE else alike[0]
        one_for_all = bool(choices.also_positive) and value == first
        row.called.setVisible(named and (len(alike) == 1 or one_for_all))
        grades = choices.grades_called(alike) if choices.also_positive else ""
        row.called.setPlaceholderText(grades or class_name(value))
        row.called.setAccessibleName(tr("What {value} is called in the window", value=value))
        if row.called.text().split() != choices.name_of(value).split():
            row.called.setText(choices.name_of(value))
