"""The questions above the table: true class, positive class, which rows are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.dataio.roles.grades import grade_order
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs import import_words
from costcurve_gui.views.dialogs.import_obstacles import rarest_first
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import formulas
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.labels import name_widget, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.views.dialogs.import_choices import ImportChoices


_MOST_VALUES = 200
_TYPING_MS = 400  # a half-typed filter is not a wrong one
_EXAMPLE = tr("an expression, e.g. amount > 500")
_UNCHOSEN = "choose"
_POSITIVE, _REFERENCE = tr("Positive class"), tr("Reference class")


class ImportHead(QWidget):
    """Emits `label_chosen(column)`, `positive_chosen(value)` and `where_edited(text)`.

    Where the values have an order, it emits `grades_chosen(values)` too, and where the columns
    allow both readings `several_chosen(bool)`.
    """

    label_chosen = Signal(str)
    positive_chosen = Signal(str)
    grades_chosen = Signal(object)  # tuple of str
    where_edited = Signal(str)
    several_chosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._label = _combo("import_label", tr("True class"), 150)
        self._positive = _combo("import_positive", tr("Positive class"), 110)
        self._several = _combo("import_several", tr("Classes told apart"), 130)
        self._several_part = QWidget()
        self._where = QLineEdit()
        self._hints = {name: _hint(name) for name in ("label", "positive", "several", "where")}
        self._titles: dict[str, QLabel] = {}
        # Without a parent: a field that loses the focus as the dialog goes still asks for it.
        self._typing = QTimer(singleShot=True, interval=_TYPING_MS)
        self._build()
        self._connect()

    def show_source(self, source: Source, choices: ImportChoices) -> None:
        """Offer the columns of another file; `show_choices` follows."""
        self._label.clear()
        for column in source.columns:
            self._label.addItem(column.name, column.name)
        self._set_typeable(not source.complete)
        self._where.setText(formulas.shown(choices.where))

    def show_choices(
        self, source: Source, choices: ImportChoices, counts: Mapping[str, int]
    ) -> None:
        """Show label and positive class; `counts` are the values of the label."""
        known = bool(choices.label)
        self._label.setCurrentIndex(self._label.findData(choices.label) if known else -1)
        self._hints["label"].setText(import_words.values_found(counts) if known else "")
        self._show_values(counts, choices)
        self._positive.setEnabled(known)
        share = ""
        if choices.positive:
            share = import_words.share_of(counts, choices.all_positive, source)
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
        self._hints["where"].setText(formulas.fault(fault) or _EXAMPLE)
        self._where.setAccessibleDescription(formulas.fault(fault))

    def show_kept(self, kept: int | None, source: Source) -> None:
        """Say how many rows the filter keeps; None where there is no filter."""
        if kept is not None and self._hints["where"].property("tone") != "danger":
            none = not kept
            set_tone(self._hints["where"], "danger" if none else "muted")
            self._hints["where"].setText(import_words.rows_kept(kept, source))

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
            name_widget(line, "import_positive_text", tr("Positive class"))
            line.setPlaceholderText(_UNCHOSEN)
            line.editingFinished.connect(self._report_positive)

    def _report_positive(self) -> None:
        text = self._positive.currentText().strip()
        grades = self._positive.itemData(self._positive.findText(text))
        if grades:
            self.grades_chosen.emit(grades)
        elif text:
            self.positive_chosen.emit(text)

    def _show_values(self, counts: Mapping[str, int], choices: ImportChoices) -> None:
        """Offer the grades from each one on, where values have an order, then single values."""
        positive, chosen = choices.positive, choices.all_positive
        values = rarest_first(counts)[:_MOST_VALUES]
        if positive and positive not in values:
            values.append(positive)
        self._positive.clear()
        spans = {} if choices.class_models else _spans(grade_order(counts))
        for grades, words in spans.items():
            self._positive.addItem(words, grades)
        if spans:
            self._positive.insertSeparator(len(spans))
        if len(chosen) > 1 and chosen not in spans:
            self._positive.addItem(" or ".join(chosen), chosen)
        self._positive.addItems(values)
        shown = spans.get(chosen, " or ".join(chosen))
        self._positive.setCurrentIndex(self._positive.findText(shown) if positive else -1)

    def _build(self) -> None:
        self._where.setPlaceholderText(tr("all rows"))
        self._where.setMinimumWidth(150)
        self._where.setClearButtonEnabled(True)
        name_widget(self._where, "import_where", tr("Keep rows where"))
        self.show_where_fault("")
        self._several.addItem(tr("Every class"), True)
        self._several.addItem(tr("Positive and the rest"), False)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(6)
        grid.addWidget(self._part(tr("True class"), "label", self._label), 0, 0)
        grid.addWidget(self._part(_POSITIVE, "positive", self._positive), 0, 1)
        self._part(tr("Tell apart"), "several", self._several, self._several_part)
        grid.addWidget(self._several_part, 0, 2)
        grid.addWidget(self._part(tr("Keep rows where"), "where", self._where), 1, 0, 1, 2)

    def _part(self, words: str, name: str, widget: QWidget, part: QWidget | None = None) -> QWidget:
        """Return a question with its title above and a hint below."""
        part = part or QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._titles[name] = text_label(words, font=fonts.body(fonts.SEMIBOLD))
        for one in (self._titles[name], widget, self._hints[name]):
            column.addWidget(one)
        return part

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
        self.where_edited.emit(formulas.typed(self._where.text().strip()))


def _spans(order: Sequence[str]) -> dict[tuple[str, ...], str]:
    """Return the grades from each one on and up to each one, in words; single ones are values."""
    inner = range(1, len(order) - 1)
    upper = {tuple(order[at:]): tr("from {order} on", order=order[at]) for at in inner}
    return upper | {tuple(order[: at + 1]): tr("up to {order}", order=order[at]) for at in inner}


def _combo(name: str, accessible: str, width: int) -> QComboBox:
    box = ChoiceBox()
    box.setMinimumWidth(width)
    box.setMaximumWidth(2 * width)
    box.setPlaceholderText(_UNCHOSEN)
    name_widget(box, name, accessible)
    return box


def _hint(name: str) -> QLabel:
    return text_label(font=fonts.small(), tone="muted", name=f"import_{name}_hint")
