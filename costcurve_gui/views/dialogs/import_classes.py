"""The questions above the table: true class, positive class, rows, the class of each value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.dataio.roles.labels import LabelClass
from costcurve_gui.views.dialogs import import_words
from costcurve_gui.views.dialogs.import_choices import MOST_ASKED, REST, rarest_first, values_asked
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.views.dialogs.import_choices import ImportChoices


_MOST_VALUES = 200
_TYPING_MS = 400  # a half-typed filter is not a wrong one
_EXAMPLE = "an expression, e.g. amount > 500"
_UNCHOSEN = "choose"
_POSITIVE, _REFERENCE = "Positive class", "Reference class"


class ImportHead(QWidget):
    """Emits `label_chosen(column)`, `positive_chosen(value)` and `where_edited(text)`.

    Where the columns allow both readings, it emits `several_chosen(bool)` too.
    """

    label_chosen = Signal(str)
    positive_chosen = Signal(str)
    where_edited = Signal(str)
    several_chosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._label = _combo("import_label", "True class", 150)
        self._positive = _combo("import_positive", "Positive class", 110)
        self._several = _combo("import_several", "Classes told apart", 130)
        self._several_part = QWidget()
        self._where = QLineEdit()
        self._hints = {name: _hint(name) for name in ("label", "positive", "several", "where")}
        self._titles: dict[str, QLabel] = {}
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._build()
        self._connect()

    def show_source(self, source: Source, choices: ImportChoices) -> None:
        """Offer the columns of another file; `show_choices` follows."""
        self._label.clear()
        for column in source.columns:
            self._label.addItem(column.name, column.name)
        self._set_typeable(not source.complete)
        self._where.setText(choices.where)

    def show_choices(
        self, source: Source, choices: ImportChoices, counts: Mapping[str, int]
    ) -> None:
        """Show label and positive class; `counts` are the values of the label."""
        known = bool(choices.label)
        self._label.setCurrentIndex(self._label.findData(choices.label) if known else -1)
        self._hints["label"].setText(import_words.values_found(counts) if known else "")
        self._show_values(counts, choices.positive)
        self._positive.setEnabled(known)
        share = ""
        if choices.positive:
            share = import_words.share_of(counts, choices.positive, source)
        self._hints["positive"].setText(share)
        self._show_several(choices)

    def _show_several(self, choices: ImportChoices) -> None:
        """Offer to tell all classes apart, where every one of them has a score."""
        possible = bool(choices.class_scores) and choices.label == choices.class_label
        self._several_part.setVisible(possible)
        self._several.setCurrentIndex(self._several.findData(choices.several))
        apart = possible and bool(choices.class_models)
        self._titles["positive"].setText(_REFERENCE if apart else _POSITIVE)
        hint = import_words.models_with_scores(len(choices.class_scores)) if possible else ""
        self._hints["several"].setText(hint)

    def show_where_fault(self, fault: str) -> None:
        """Mark the filter with what is wrong, or take the mark away."""
        set_tone(self._where, "true" if fault else "false", "faulty")
        set_tone(self._hints["where"], "danger" if fault else "muted")
        self._hints["where"].setText(fault or _EXAMPLE)
        self._where.setAccessibleDescription(fault)

    def focus_unanswered(self, choices: ImportChoices) -> None:
        """Put the focus on the first question without an answer."""
        (self._positive if choices.label else self._label).setFocus()

    def finish_typing(self) -> None:
        """Report a filter that is still being typed."""
        if self._typing.isActive():
            self._report_where()

    def _set_typeable(self, typeable: bool) -> None:
        """Let the positive class be typed: a rare one may lie outside the rows looked at."""
        self._positive.setEditable(typeable)
        line = self._positive.lineEdit()
        if line is not None:
            name_widget(line, "import_positive_text", "Positive class")
            line.setPlaceholderText(_UNCHOSEN)
            line.editingFinished.connect(self._report_positive)

    def _report_positive(self) -> None:
        text = self._positive.currentText().strip()
        if text:
            self.positive_chosen.emit(text)

    def _show_values(self, counts: Mapping[str, int], positive: str) -> None:
        values = rarest_first(counts)[:_MOST_VALUES]
        if positive and positive not in values:
            values.append(positive)
        self._positive.clear()
        self._positive.addItems(values)
        self._positive.setCurrentIndex(values.index(positive) if positive else -1)

    def _build(self) -> None:
        self._where.setPlaceholderText("all rows")
        self._where.setMinimumWidth(150)
        self._where.setClearButtonEnabled(True)
        name_widget(self._where, "import_where", "Keep rows where")
        self.show_where_fault("")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(34)
        self._several.addItem("Every class", True)
        self._several.addItem("Positive and the rest", False)
        fields: tuple[tuple[str, str, QWidget, int], ...] = (
            ("True class", "label", self._label, 0),
            (_POSITIVE, "positive", self._positive, 0),
            ("Tell apart", "several", self._several, 0),
            ("Keep rows where", "where", self._where, 1),
        )
        for words, name, widget, stretch in fields:
            part = self._several_part if widget is self._several else QWidget()
            column = QVBoxLayout(part)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            self._titles[name] = text_label(words, font=fonts.body(fonts.SEMIBOLD))
            column.addWidget(self._titles[name])
            alignment = Qt.AlignmentFlag.AlignLeft
            column.addWidget(widget, 0, Qt.AlignmentFlag(0) if stretch else alignment)
            column.addWidget(self._hints[name])
            row.addWidget(part, stretch)
        row.addStretch(1)

    def _connect(self) -> None:
        self._label.activated.connect(lambda: self.label_chosen.emit(self._label.currentData()))
        self._positive.activated.connect(self._report_positive)
        self._several.activated.connect(
            lambda: self.several_chosen.emit(self._several.currentData())
        )
        self._where.textEdited.connect(lambda _: self._typing.start())
        self._where.textChanged.connect(self._follow_clearing)
        self._where.editingFinished.connect(self.finish_typing)
        self._typing.timeout.connect(self._report_where)

    def _follow_clearing(self, text: str) -> None:
        if not text:
            self._report_where()

    def _report_where(self) -> None:
        self._typing.stop()
        self.where_edited.emit(self._where.text().strip())


def _combo(name: str, accessible: str, width: int) -> QComboBox:
    box = ChoiceBox()
    box.setMinimumWidth(width)
    box.setMaximumWidth(2 * width)
    box.setPlaceholderText(_UNCHOSEN)
    name_widget(box, name, accessible)
    return box


def _hint(name: str) -> QLabel:
    return text_label(font=fonts.small(), tone="muted", name=f"import_{name}_hint")


_CLASSES: Final = (
    (LabelClass.POSITIVE, "Positive"),
    (LabelClass.NEGATIVE, "Negative"),
    (LabelClass.LEFT_OUT, "Leave out"),
)
_HEADINGS: Final = ("Value", "Rows", "Share", "Counts as", "")
_ROWS, _ROWS_LOOKED_AT = _HEADINGS[1], "Rows looked at"
_ROW_HEIGHT: Final = 34
_SHOWN_ROWS: Final = 3
_NARROWEST, _WIDEST = 90, 300  # names, in pixels
_UNDECIDED: Final = "What does it mean? Left out, it stays counted."


@dataclass(frozen=True, slots=True)
class _Row:
    name: ElidedLabel
    count: QLabel
    share: QLabel
    control: SegmentedControl
    note: QLabel

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        return (self.name, self.count, self.share, self.control, self.note)


class LabelValues(QScrollArea):
    """A row a value; emits `class_chosen(value, LabelClass)`, `REST` being all other values."""

    class_chosen = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self._values: list[str] = []
        self.setObjectName("import_values")
        self.setAccessibleName("Values of the true class")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(10, 4, 10, 4)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(4, 1)
        headings = [text_label(words, font=fonts.small(), tone="muted") for words in _HEADINGS]
        for column, heading in enumerate(headings):
            self._grid.addWidget(heading, 0, column)
        self._rows_heading = headings[1]
        self._rows_heading.setObjectName("import_values_rows")
        self._rows = [self._row(place) for place in range(MOST_ASKED + 1)]
        self._missing = text_label(font=fonts.small(), tone="muted", name="import_missing_labels")
        self._grid.addWidget(self._missing, len(self._rows) + 1, 0, 1, len(_HEADINGS))
        self.setWidget(content)

    def show_values(
        self, choices: ImportChoices, counts: Mapping[str, int], missing: int, *, sampled: bool
    ) -> None:
        """Show the values of the label and what was chosen for each.

        `sampled` says that not all rows of the file were counted.
        """
        self._values = values_asked(choices, counts)
        total = sum(counts.values()) + missing
        for place, row in enumerate(self._rows):
            shown = place < len(self._values)
            for widget in row.widgets:
                widget.setVisible(shown)
            if shown:
                self._show_row(row, self._values[place], choices, counts, total)
        names = [row.name for row in self._rows[: len(self._values)]]
        widths = [name.fontMetrics().horizontalAdvance(name.full_text) + 4 for name in names]
        widest = min(max(widths, default=0), _WIDEST)
        self._grid.setColumnMinimumWidth(0, max(widest, _NARROWEST))
        self._rows_heading.setText(_ROWS_LOOKED_AT if sampled else _ROWS)
        named = f"{numbers.count(missing)} without a value, left out" if missing else ""
        self._missing.setText(named)
        self._missing.setVisible(bool(named))
        rows = min(len(self._values), _SHOWN_ROWS) + bool(missing)
        self.setMinimumHeight(_ROW_HEIGHT)
        self.setMaximumHeight(30 + rows * _ROW_HEIGHT)

    def _row(self, place: int) -> _Row:
        name = ElidedLabel()
        name.setObjectName(f"import_value_{place}")
        count = text_label(name=f"import_value_rows_{place}")
        share = text_label(tone="muted", name=f"import_value_share_{place}")
        for label in (count, share):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        control = SegmentedControl(_CLASSES, f"import_value_class_{place}", "Counts as")
        control.chosen.connect(lambda chosen: self.class_chosen.emit(self._values[place], chosen))
        note = text_label(font=fonts.small(), tone="warning", name=f"import_value_note_{place}")
        row = _Row(name, count, share, control, note)
        for column, widget in enumerate(row.widgets):
            self._grid.addWidget(widget, place + 1, column)
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
        row.name.set_full_text(f"{len(others)} more values" if value == REST else value)
        row.count.setText(numbers.count(count))
        row.share.setText(numbers.percent(count / total) if total else "")
        given = choices.class_of(value, counts)
        row.control.set_value(given)
        row.control.setAccessibleName(f"{row.name.full_text} counts as")
        for single in (LabelClass.POSITIVE, LabelClass.LEFT_OUT):
            row.control.button(single).setEnabled(value != REST)
        row.note.setText("" if given or not choices.positive else _UNDECIDED)
