"""Whether errors cost alike in two samples or splits (Fawcett 2006, section 7)."""

from __future__ import annotations

import math
from dataclasses import astuple
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFormLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.tables.table_view import TableView
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import plain_button
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.labels import name_widget, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.cost_checks import CostComparison, Division
    from costcurve_gui.engine.cost.cost_stability import CostChange


FILE_NAME = "cost_stability.csv"
HEADER = (
    *("error", "first", "second", "first_rows", "second_rows", "first_mean", "second_mean"),
    *("ratio", "ks_statistic", "p_value"),
)
_SIZE = (560, 470)
_COMPARING = tr("Comparing\u2026")


class StabilityDialog(PlainDialog):
    """Asks which samples, shows how their costs differ.

    Emits `compare_requested(CostPart, CostPart)` after every choice, and
    `export_requested(file name, header, columns)`.
    """

    help_page = "payoffs"
    compare_requested = Signal(object, object)
    export_requested = Signal(str, object, object)

    def __init__(self, divisions: Sequence[Division], parent: QWidget | None = None) -> None:
        super().__init__("stability", tr("Cost stability"), parent)
        self._divisions = divisions
        self._found: CostComparison | None = None
        self.division, self.first, self.second = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.table = TableView("stability", tr("Cost stability"), lambda _snapshot: NOTHING)
        self.verdict = text_label(wrap=True, name="stability_verdict")
        self._copy = plain_button(tr("Copy"), "stability_copy", tr("Copy verdict and table"))
        self._export = plain_button(tr("Export as CSV\u2026"), "stability_export")
        self._build()
        self._fill_parts(0)
        self.division.currentIndexChanged.connect(self._choose_division)
        for box in (self.first, self.second):
            box.currentIndexChanged.connect(self._ask)
        self._copy.clicked.connect(self._copy_all)
        self._export.clicked.connect(self._export_all)

    def start(self) -> None:
        """Ask for the first comparison."""
        self._ask()

    def show_comparison(self, found: CostComparison) -> None:
        """Show what was found, unless something else was chosen meanwhile."""
        if (found.first, found.second) != (self.first.currentData(), self.second.currentData()):
            return
        self._found = found
        self.table.show_content(stability_content(found))
        self._say(verdict(found))

    def show_fault(self, reason: str) -> None:
        """Say why two samples cannot be compared."""
        self._found = None
        self.table.show_content(NOTHING)
        self._say(reason, tone="danger")

    def _choose_division(self, index: int) -> None:
        self._fill_parts(index)
        self._ask()

    def _fill_parts(self, index: int) -> None:
        parts = self._divisions[index].parts
        for at, box in enumerate((self.first, self.second)):
            with QSignalBlocker(box):
                box.clear()
                for part in parts:
                    box.addItem(numbers.in_sentence(part.label), part)
                box.setCurrentIndex(min(at, len(parts) - 1))

    def _ask(self, _index: int = 0) -> None:
        self._found = None
        self.table.show_content(NOTHING)
        self._say(_COMPARING, tone="muted")
        self.compare_requested.emit(self.first.currentData(), self.second.currentData())

    def _say(self, text: str, tone: str = "") -> None:
        self.verdict.setText(text)
        set_tone(self.verdict, tone)
        if (layout := self.layout()) is not None:
            layout.activate()  # at once: never painted with the room of a shorter sentence
        for button in (self._copy, self._export):
            button.setEnabled(self._found is not None)

    def _copy_all(self) -> None:
        text = f"{self.verdict.text()}\n\n{self.table.rows.content.as_text()}"
        QGuiApplication.clipboard().setText(text)

    def _export_all(self) -> None:
        if self._found is not None:
            self.export_requested.emit(FILE_NAME, HEADER, comparison_columns(self._found))

    def _build(self) -> None:
        self.resize(*_SIZE)
        name_widget(self.division, "stability_division", tr("Split by"))
        name_widget(self.first, "stability_first", tr("First sample"))
        name_widget(self.second, "stability_second", tr("Second sample"))
        self.division.addItems([division.name for division in self._divisions])
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        for words, box in (
            (tr("Split by"), self.division),
            (tr("First sample"), self.first),
            (tr("Second sample"), self.second),
        ):
            form.addRow(words, box)
        self.contents.addLayout(form)
        self.contents.addWidget(self.verdict)
        self.contents.addWidget(self.table, 1)
        for at, button in enumerate((self._copy, self._export)):
            button.setEnabled(False)
            self.foot.insertWidget(at, button)


def comparison_columns(found: CostComparison) -> tuple[list[Any], ...]:
    """Return one row for misses and one for false alarms, in the order of `HEADER`."""
    errors = {"miss": found.stability.fn_costs, "false alarm": found.stability.fp_costs}
    rows = [
        (error, found.first.label, found.second.label, *astuple(change))
        for error, change in errors.items()
    ]
    return tuple(list(column) for column in zip(*rows, strict=True))


SIGNIFICANT = 0.05
"""Below it chance is a poor explanation of the distance between two distributions."""


def stability_content(found: CostComparison) -> TableContent:
    """Return misses and false alarms side by side."""
    changes = (found.stability.fn_costs, found.stability.fp_costs)
    first, second = (numbers.in_sentence(one.label) for one in (found.first, found.second))
    unit = found.payoff.unit

    def row(title: str, *texts: str, hint: str = "") -> TableRow:
        return TableRow(title, texts, hint)

    return TableContent(
        "cost",
        (TableColumn(tr("a miss")), TableColumn(tr("a false alarm"))),
        (
            row(
                tr("cases, {first}", first=first),
                *(numbers.count(one.first_rows) for one in changes),
            ),
            row(
                tr("cases, {second}", second=second),
                *(numbers.count(one.second_rows) for one in changes),
            ),
            row(
                tr("mean, {first}", first=first), *(_money(one.first_mean, unit) for one in changes)
            ),
            row(
                tr("mean, {second}", second=second),
                *(_money(one.second_mean, unit) for one in changes),
            ),
            row(tr("ratio of means"), *(_ratio(one) for one in changes), hint=tr("second / first")),
            row(
                tr("KS distance"),
                *(numbers.rate(one.statistic) for one in changes),
                hint=tr("largest distance between the two distribution functions"),
            ),
            row("p-value", *(numbers.p_value(one.p_value) for one in changes), hint=found.method),
        ),
    )


def verdict(found: CostComparison) -> str:
    """Say whether errors cost alike in both samples, and what follows."""
    changes = {"A miss": found.stability.fn_costs, "A false alarm": found.stability.fp_costs}
    said = " ".join(_about(name, change, found) for name, change in changes.items())
    if any(_differs(change) for change in changes.values()):
        return tr("{said} A ROCIV curve of one sample need not hold for the other.", said=said)
    return tr(
        "{said} There is no evidence against using the ROCIV curve of one for the other.", said=said
    )


def _about(name: str, change: CostChange, found: CostComparison) -> str:
    if change.statistic == 0:
        return tr("{name} costs the same in both.", name=name)
    test = tr(
        "KS {statistic}, p {p_value}",
        statistic=numbers.rate(change.statistic),
        p_value=numbers.p_value(change.p_value),
    )
    if not _differs(change):
        return tr(
            "{name} costs about the same: the difference may well be chance ({test}).",
            name=name,
            test=test,
        )
    if math.isnan(change.ratio):
        return tr("{name} costs differently in the two ({test}).", name=name, test=test)
    times = numbers.ratio_figure(change.ratio)
    first, second = (numbers.in_sentence(one.label) for one in (found.first, found.second))
    return tr(
        "{name} costs on average {times} times as much in \u201c{second}\u201d as in "
        "\u201c{first}\u201d, and the distributions differ ({test}).",
        name=name,
        times=times,
        second=second,
        first=first,
        test=test,
    )


def _differs(change: CostChange) -> bool:
    return change.p_value < SIGNIFICANT


def _ratio(change: CostChange) -> str:
    return numbers.MISSING if math.isnan(change.ratio) else numbers.significant(change.ratio, 3)


def _money(value: float, unit: str) -> str:
    return numbers.money(value, unit, signed=False)
