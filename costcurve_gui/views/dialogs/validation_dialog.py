"""Whether the figure of the decision holds on cases that did not choose it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from costcurve_gui.analysis.validated_decision import ColumnValue, Holdout, OtherFile, Split
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog, bring_onto_screen, fit_size
from costcurve_gui.views.panels.validation_card import SPLITS, ValidationCard
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import plain_button
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField, WholeNumberBox
from costcurve_gui.views.widgets.frames import scrolling
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.decision_validation import DecisionValidation, SplitFigures

_SIZE = (640, 650)
_WAYS = (tr("A random part of the cases"), tr("Rows with a value in a column"), tr("Another file"))
_MOST_SEED = 2**31 - 1


class ValidationDialog(PlainDialog):
    """Asks which cases validate; shows both figures, the gap and what follows.

    Emits `validation_requested(Holdout)` after every choice, `splits_requested(share)`,
    `report_requested()` where the figure holds, and `file_wanted()`. `columns` has the values of
    the columns that can part the cases.
    """

    help_page = "decision"
    validation_requested = Signal(object)
    splits_requested = Signal(float)
    report_requested = Signal()
    file_wanted = Signal()

    def __init__(self, columns: Mapping[str, Sequence[str]], parent: QWidget | None = None) -> None:
        super().__init__("validation", tr("Validate the decision"), parent)
        self._columns = columns
        self._share = 0.5
        self._path: Path | None = None
        self._found: DecisionValidation | None = None
        self.way = ChoiceBox()
        self.share = NumberField(
            "validation_share", tr("Share held out, percent"), check=_check_percent
        )
        self.seed = WholeNumberBox("validation_seed", "Seed", 0, _MOST_SEED)
        self.column, self.value = ChoiceBox(), ChoiceBox()
        self._file_name = ElidedLabel()
        self._choices = QStackedWidget()
        self.card = ValidationCard("validation")
        self._splits = plain_button(SPLITS, "validation_try_splits", tr("Validate by 20 splits"))
        self._copy = plain_button(tr("Copy"), "validation_copy", tr("Copy verdict and table"))
        self._build()
        self._connect()

    def start(self) -> None:
        """Ask for the first validation."""
        self._ask()

    def show_validation(self, found: DecisionValidation) -> None:
        """Show what was found, unless something else was chosen meanwhile."""
        if found.holdout != self.holdout():
            return
        self._found = found
        snapshot, mark = found.given.snapshot, found.mark
        self.card.show_costs(snapshot, found.costs)
        self.card.show_validation(snapshot, mark)
        for button in (self._copy, self._splits):
            button.setEnabled(True)

    def show_fault(self, reason: str) -> None:
        """Say why the decision cannot be validated like this."""
        self._clear()
        self.card.say(reason, "danger")

    def show_splits(self, found: Sequence[SplitFigures]) -> None:
        """Say what several splits come to."""
        if self._found is not None:
            self.card.show_splits(self._found.given.snapshot, self._found.mark, found)
            self._grow()

    def _grow(self) -> None:
        """Make room for the splits below the first validation, as far as the screen has it."""
        missing = self.card.sizeHint().height() - self._area.viewport().height()
        if missing > 0:
            self.resize(self.width(), self.height() + missing)
            fit_size(self)
            bring_onto_screen(self)

    def take_file(self, path: Path) -> None:
        """Validate on another file."""
        self._path = path
        self._file_name.set_full_text(path.name)
        self._ask()

    def holdout(self) -> Holdout | None:
        """Return which cases validate; None until a file is chosen."""
        way = self.way.currentIndex()
        if way == 0:
            return Split(self._share, self.seed.value())
        if way == 1:
            return ColumnValue(self.column.currentText(), self.value.currentText())
        return None if self._path is None else OtherFile(self._path)

    def _ask(self, _value: object = None) -> None:
        self._clear()
        self.card.leave_splits()
        wanted = self.holdout()
        if wanted is not None:
            self.card.say("Validating\u2026", "accent")
            self.validation_requested.emit(wanted)

    def _clear(self) -> None:
        self._found = None
        self.card.verdict.show_remark("")
        for button in (self._copy, self._splits):
            button.setEnabled(False)

    def _choose_way(self, way: int) -> None:
        self._choices.setCurrentIndex(way)
        self._ask()

    def _fill_values(self, _column: object = None) -> None:
        self.value.blockSignals(True)
        self.value.clear()
        values = self._columns.get(self.column.currentText(), ())
        self.value.addItems(list(values))
        self.value.setCurrentIndex(len(values) - 1)
        self.value.blockSignals(False)

    def _choose_column(self, _column: object = None) -> None:
        self._fill_values()
        self._ask()

    def _take_share(self, percent: float) -> None:
        self._share = percent / 100
        self.share.show_text(numbers.plain(percent))
        self._ask()

    def _ask_for_splits(self) -> None:
        self.splits_requested.emit(self._share)

    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText(self.card.as_text())

    def _connect(self) -> None:
        self.way.currentIndexChanged.connect(self._choose_way)
        self.share.committed.connect(self._take_share)
        self.seed.valueChanged.connect(self._ask)
        self.column.currentIndexChanged.connect(self._choose_column)
        self.value.currentIndexChanged.connect(self._ask)
        self.card.report_requested.connect(self.report_requested)
        self.card.splits_requested.connect(self._ask_for_splits)
        self._splits.clicked.connect(self._ask_for_splits)
        self._copy.clicked.connect(self._copy_all)

    def _build(self) -> None:
        self.resize(*_SIZE)
        name_widget(self.way, "validation_way", tr("Validate on"))
        name_widget(self.column, "validation_column", tr("Column"))
        name_widget(self.value, "validation_value", tr("Value"))
        ways = _WAYS if self._columns else (_WAYS[0], _WAYS[2])
        for at, text in enumerate(_WAYS):
            self.way.addItem(text)
            if text not in ways:
                self.way.setItemData(at, 0, 0x0100 - 1)  # cannot be chosen
        self.share.show_text("50")
        self.share.setFixedWidth(fonts.scaled(56))
        self.column.addItems(list(self._columns))
        self._fill_values()
        for widgets in self._pages():
            self._choices.addWidget(_in_a_row(*widgets))
        self._choices.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setColumnStretch(1, 1)
        form.addWidget(text_label(tr("Validate on"), tone="muted"), 0, 0)
        form.addWidget(self.way, 0, 1)
        form.addWidget(self._choices, 1, 1)
        self.contents.addLayout(form)
        self._area = scrolling(self.card, "validation_dialog")
        self.contents.addWidget(self._area, 1)
        for at, button in enumerate((self._copy, self._splits)):
            self.foot.insertWidget(at, button)
            button.setEnabled(False)

    def _pages(self) -> tuple[tuple[QWidget, ...], ...]:
        browse = plain_button(tr("Browse\u2026"), "validation_browse")
        browse.clicked.connect(self.file_wanted)
        self._file_name.set_full_text(tr("No file yet"))
        return (
            (self.share, text_label(tr("% of each class, seed"), tone="muted"), self.seed),
            (self.column, text_label("=", tone="muted"), self.value),
            (browse, self._file_name),
        )


def _in_a_row(*widgets: QWidget) -> QWidget:
    page = QWidget()
    row = QHBoxLayout(page)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return page


def _check_percent(percent: float) -> str:
    return "" if 0 < percent < 100 else tr("The share must be above 0 and below 100 %.")
