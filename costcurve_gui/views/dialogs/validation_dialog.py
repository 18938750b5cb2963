"""Whether the figure of the decision holds on cases that did not choose it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from costcurve_gui.analysis.decision_validation import ColumnValue, Holdout, OtherFile, Split
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.tables.table_view import TableView
from costcurve_gui.views.text import numbers, policy_text, validation_text
from costcurve_gui.views.widgets.buttons import plain_button
from costcurve_gui.views.widgets.cards import Badge
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField, WholeNumberBox
from costcurve_gui.views.widgets.figures import ParagraphLabel
from costcurve_gui.views.widgets.interval_rows import IntervalRow, IntervalRows
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.decision_validation import DecisionValidation, SplitFigures

_SIZE = (640, 600)
_WAYS = ("A random part of the cases", "Rows with a value in a column", "Another file")
_MOST_SEED = 2**31 - 1


class ValidationDialog(PlainDialog):
    """Asks which cases validate; shows both figures, the gap and what follows.

    Emits `validation_requested(Holdout)` after every choice, `splits_requested(share)` and
    `file_wanted()`. `columns` has the values of the columns that can part the cases.
    """

    help_page = "decision"
    validation_requested = Signal(object)
    splits_requested = Signal(float)
    file_wanted = Signal()

    def __init__(self, columns: Mapping[str, Sequence[str]], parent: QWidget | None = None) -> None:
        super().__init__("validation", "Validate the decision", parent)
        self._columns = columns
        self._share = 0.5
        self._path: Path | None = None
        self._found: DecisionValidation | None = None
        self.way = ChoiceBox()
        self.share = NumberField(
            "validation_share", "Share held out, percent", check=_check_percent
        )
        self.seed = WholeNumberBox("validation_seed", "Seed", 0, _MOST_SEED)
        self.column, self.value = ChoiceBox(), ChoiceBox()
        self._file_name = ElidedLabel()
        self._choices = QStackedWidget()
        self.rule = ParagraphLabel("validation_rule", fonts.lead())
        self.picture = IntervalRows("validation_picture")
        self.expected = ParagraphLabel("validation_expected", fonts.small())
        self.table = TableView("validation", "Validation", lambda _snapshot: NOTHING)
        self.verdict = Badge("validation_verdict", link="20 splits\u2026", wraps=True)
        self.splits = ParagraphLabel("validation_splits", fonts.small())
        self._copy = plain_button("Copy", "validation_copy", "Copy verdict and table")
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
        slot = found.given.snapshot.models[found.given.key].info.slot
        first, second, gap = validation_text.lines(found)
        expected = found.expected.get(found.figure)
        self.picture.show_rows(
            [
                _row(first, slot, tick=None if expected is None else expected.value),
                _row(second, slot, hollow=True),
                _row(gap, 0, ruled=True),
            ],
            validation_text.axis_title(found),
        )
        name = found.given.snapshot.models[found.given.key].info.name
        rule = policy_text.rule_html(found.decided, found.given.key)
        self.rule.show_sentence(f"<b>{escape(name)}</b>  {rule}")
        self.table.show_content(_content(found))
        verdict = validation_text.verdict(found)
        self._say(verdict.text, verdict.tone)
        self.expected.show_sentence(escape(first.expected))
        self._copy.setEnabled(True)

    def show_fault(self, reason: str) -> None:
        """Say why the decision cannot be validated like this."""
        self._clear()
        self._say(reason, "danger")

    def show_splits(self, found: Sequence[SplitFigures]) -> None:
        """Say what several splits come to."""
        if self._found is not None:
            snapshot, name = self._found.given.snapshot, self._found.figure
            self.splits.show_sentence(escape(validation_text.of_splits(snapshot, name, found)))
            self.splits.show()

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
        self.splits.hide()
        wanted = self.holdout()
        if wanted is not None:
            self._say("Validating\u2026", "accent")
            self.validation_requested.emit(wanted)

    def _clear(self) -> None:
        self._found = None
        self.verdict.show_remark("")
        self._copy.setEnabled(False)

    def _say(self, text: str, tone: str) -> None:
        self.verdict.show_remark(text, tone)
        if (layout := self.layout()) is not None:
            layout.activate()

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

    def _copy_all(self) -> None:
        rows = self.table.rows.content.as_text()
        text = "\n\n".join(filter(None, (self.verdict.text, self.splits.text(), rows)))
        QGuiApplication.clipboard().setText(text)

    def _connect(self) -> None:
        self.way.currentIndexChanged.connect(self._choose_way)
        self.share.committed.connect(self._take_share)
        self.seed.valueChanged.connect(self._ask)
        self.column.currentIndexChanged.connect(self._choose_column)
        self.value.currentIndexChanged.connect(self._ask)
        self.verdict.link_clicked.connect(lambda: self.splits_requested.emit(self._share))
        self._copy.clicked.connect(self._copy_all)

    def _build(self) -> None:
        self.resize(*_SIZE)
        name_widget(self.way, "validation_way", "Validate on")
        name_widget(self.column, "validation_column", "Column")
        name_widget(self.value, "validation_value", "Value")
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
        form.addWidget(text_label("Validate on", tone="muted"), 0, 0)
        form.addWidget(self.way, 0, 1)
        form.addWidget(self._choices, 1, 1)
        self.contents.addLayout(form)
        self.verdict.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.splits.hide()
        self.expected.setProperty("tone", "muted")
        for widget in (self.rule, self.picture, self.expected):
            self.contents.addWidget(widget)
        self.contents.addWidget(self.table, 1)
        self.contents.addWidget(self.verdict)
        self.contents.addWidget(self.splits)
        self.foot.insertWidget(0, self._copy)
        self._copy.setEnabled(False)

    def _pages(self) -> tuple[tuple[QWidget, ...], ...]:
        browse = plain_button("Browse\u2026", "validation_browse")
        browse.clicked.connect(self.file_wanted)
        self._file_name.set_full_text("No file yet")
        return (
            (self.share, text_label("% of each class, seed", tone="muted"), self.seed),
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


def _row(
    line: validation_text.Line,
    slot: int,
    *,
    hollow: bool = False,
    ruled: bool = False,
    tick: float | None = None,
) -> IntervalRow:
    return IntervalRow(
        *(line.title, line.note, line.figure.value, line.figure.interval, line.value),
        *(line.interval, slot, hollow, ruled, tick),
    )


def _content(found: DecisionValidation) -> TableContent:
    rows = (TableRow(title, tuple(cells)) for title, *cells in validation_text.rates(found))
    titles = ("chosen on", "re-estimated", "gap")
    return TableContent("", tuple(map(TableColumn, titles)), tuple(rows))


def _check_percent(percent: float) -> str:
    return "" if 0 < percent < 100 else "The share must be above 0 and below 100 %."
