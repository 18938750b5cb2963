"""The payoff matrix: actual across, decision down, in the words of the file and of the user."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.dataio.expressions.rewriting import missed_cell, negated
from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.payoff_cell import PayoffCell
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import formulas, numbers
from costcurve_gui.views.text.numbers import parse_number
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.fields import RenameLabel
from costcurve_gui.views.widgets.figures import class_heading
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.snapshot import Snapshot

# Cell of the confusion matrix: row, column. Rows are decisions, columns classes.
CELLS = {"tp": (0, 0), "fp": (0, 1), "fn": (1, 0), "tn": (1, 1)}
ACTIONS = ("positive_action", "negative_action")
STILL_GOOD = tr("Everything else still shows the last good matrix.")


class FaultLine(QWidget):
    """The reason why a cell is not taken, and the likely repair or the rows at fault.

    Emits `fix_requested()`, `rows_requested()`, and `parameter_requested()` for an unknown name.
    """

    parameter_requested = Signal()
    fix_requested = Signal()
    rows_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.reason = text_label(
            font=fonts.body(fonts.SEMIBOLD), tone="danger", wrap=True, name="payoff_fault"
        )
        self._still = text_label(STILL_GOOD, font=fonts.small(), tone="muted", wrap=True)
        self.fix = LinkButton(tr("Fix"))
        self.rows = LinkButton(tr("Show the rows"), small=True)
        self.make = LinkButton("", small=True)
        self._build()
        self.fix.clicked.connect(self.fix_requested)
        self.rows.clicked.connect(self.rows_requested)
        self.make.clicked.connect(self.parameter_requested)
        self.hide()

    def show_fault(self, reason: str, *, fixable: bool, of_rows: bool) -> None:
        """Show a reason; an empty one hides the line."""
        self.reason.setText(reason)
        self.rows.setVisible(of_rows)
        self.fix.setVisible(fixable)
        self.setAccessibleName(f"{reason} {STILL_GOOD}" if reason else "")
        self.setVisible(bool(reason))

    def offer_parameter(self, name: str) -> None:
        """Offer to make a parameter of a name that there is not; an empty one offers nothing."""
        self.make.setText(tr("Make {name} a parameter", name=name))
        self.make.setVisible(bool(name))

    def set_brief(self, brief: bool) -> None:
        """Leave out what is true of every fault, where there is little height."""
        self._still.setVisible(not brief)

    def _build(self) -> None:
        name_widget(self.fix, "payoff_fix", tr("Fix the expression"))
        name_widget(self.rows, "payoff_rows", tr("Show the rows at fault"))
        name_widget(self.make, "payoff_make_parameter", tr("Make the unknown name a parameter"))
        self.make.hide()
        first = QHBoxLayout()
        first.setSpacing(7)
        top = Qt.AlignmentFlag.AlignTop
        first.addWidget(ThemedIcon("error", "danger", 14), 0, top)
        first.addWidget(self.reason, 1)
        first.addWidget(self.fix, 0, top)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(first)
        self._still.setContentsMargins(21, 0, 0, 0)
        layout.addWidget(self._still)
        second = QHBoxLayout()
        second.setContentsMargins(17, 0, 0, 0)
        second.addWidget(self.rows)
        second.addWidget(self.make)
        second.addStretch()
        layout.addLayout(second)


class PerCase(QWidget):
    """Says in which unit and for what a payoff counts; emits `renamed(field, word)`."""

    renamed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        small = fonts.small()
        self.words = {
            "unit": RenameLabel(
                "unit",
                tr("Unit of money"),
                font=small,
                tone="muted",
                widths=(14, 60),
                blank=tr("Units"),
            ),
            "case_noun": RenameLabel(
                "case_noun", tr("Word for a case"), font=small, tone="muted", widths=(14, 76)
            ),
        }
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self.words["unit"])
        layout.addWidget(text_label(tr("per"), font=small, tone="muted"))
        layout.addWidget(self.words["case_noun"])
        for field, label in self.words.items():
            label.renamed.connect(partial(self.renamed.emit, field))

    def show_words(self, unit: str, noun: str) -> None:
        """Show another unit and another word for a case."""
        self.words["unit"].show_word(unit)
        self.words["case_noun"].show_word(noun)


class PayoffMatrixEditor(QWidget):
    """Emits `cell_edited(cell, gain)` and `action_renamed(field of PayoffSpec, word)`.

    Also `rows_refused(cell, reason)` where rows of the file are at fault rather than what was
    typed; two empty words once nothing is; `rows_requested()` asks to see them. `fault` says what
    is wrong with a cell, announced by `fault_changed()`; it stands where it moves no field.
    """

    cell_edited = Signal(str, str)
    rows_refused = Signal(str, str)
    rows_requested = Signal()
    action_renamed = Signal(str, str)
    fault_changed = Signal()
    parameter_requested = Signal(str, str, str)

    def __init__(self) -> None:
        super().__init__()
        self.cells = {cell: PayoffCell(cell, tr("Payoff {cell}", cell=cell)) for cell in CELLS}
        self.decisions = {
            action: RenameLabel(action, tr("Word for the decision")) for action in ACTIONS
        }
        self.headings = [class_heading(f"payoff_actual_{side}") for side in "pn"]
        self.fault = FaultLine()
        self._repairs: dict[str, tuple[int | None, str]] = {}
        self._of_rows: dict[str, bool] = {}
        self._unknown: dict[str, str] = {}
        self._build()
        self._connect()

    def set_completions(self, completions: Sequence[tuple[str, str, str]]) -> None:
        """Set what the cells propose while the user types."""
        for cell in self.cells.values():
            cell.set_completions(completions)

    def show_spec(self, spec: PayoffSpec, dataset: DatasetInfo) -> None:
        """Show another matrix and its words."""
        for name, cell in self.cells.items():
            cell.show_gain(getattr(spec, name), as_cost=spec.typed_as_costs)
        for action, label in self.decisions.items():
            label.show_word(getattr(spec, action))
        labels = (class_name(dataset.positive_called), class_name(dataset.negative_called))
        for heading, name in zip(self.headings, labels, strict=True):
            heading.show_name(tr("actual "), name)
        self._name_cells(spec, labels)

    def show_means(self, means: Mapping[str, float], *, as_cost: bool) -> None:
        """Show the mean of each cell over its class."""
        for name, cell in self.cells.items():
            mean = -means[name] if as_cost else means[name]
            cell.show_mean(tr("mean {mean}", mean=numbers.money(mean, signed=not as_cost)))

    def show_factor(self, snapshot: Snapshot) -> None:
        """Say in the cell of a miss what it counts for under the cost ratio wanted."""
        factor, typed = snapshot.miss_factor, snapshot.settings.payoff
        if factor == 1:
            self.cells["fn"].show_factor("", "")
            return
        words = numbers.factor(factor)
        alone = parse_number(typed.tp) == 0  # then the whole cell is scaled
        columns = (*snapshot.curve_set.dataset.numeric_columns, *typed.parameter_names)
        in_force = missed_cell(typed.tp, typed.fn, factor, columns)
        if typed.typed_as_costs:
            in_force = negated(in_force)
        in_force = formulas.shown(in_force)
        meaning = tr("Misses count {words}: {in_force} is in force", words=words, in_force=in_force)
        self.cells["fn"].show_factor(words if alone else tr("miss {words}", words=words), meaning)

    def show_error(
        self,
        cell: str,
        message: str,
        position: int | None,
        suggestion: str,
        *,
        of_rows: bool = False,
        unknown: str = "",
    ) -> None:
        """Mark a cell with what is wrong and keep the likely repair."""
        self._unknown[cell] = unknown
        self._repairs[cell] = (position, suggestion)
        self._of_rows[cell] = of_rows
        self.cells[cell].show_fault(message)

    def _faulty(self) -> str | None:
        return next((name for name, cell in self.cells.items() if cell.fault), None)

    def _show_fault(self) -> None:
        cell = self._faulty()
        reason = self.cells[cell].fault if cell else ""
        fixable = bool(cell and self._repairs.get(cell, (None, ""))[1])
        self.fault.show_fault(reason, fixable=fixable, of_rows=self._of_rows.get(cell or "", False))
        self.fault.offer_parameter(self._unknown.get(cell or "", "") if cell else "")
        concerns_rows = cell is not None and self._repairs.get(cell) == (None, "")
        self.fault_changed.emit()
        self.rows_refused.emit(*(cell, reason) if concerns_rows else ("", ""))

    def _fix(self) -> None:
        cell = self._faulty()
        if cell is not None:
            self.cells[cell].mend(*self._repairs[cell])

    def _make_parameter(self) -> None:
        cell = self._faulty()
        if cell is not None:
            self.parameter_requested.emit(self._unknown[cell], cell, self.cells[cell].sent)

    def _name_cells(self, spec: PayoffSpec, labels: tuple[str, str]) -> None:
        kind = tr("Cost") if spec.typed_as_costs else tr("Gain")
        for name, (row, column) in CELLS.items():
            action = getattr(spec, ACTIONS[row])
            self.cells[name].field.setAccessibleName(
                tr(
                    "{kind}: {action}, actual {labels}",
                    kind=kind,
                    action=action,
                    labels=labels[column],
                )
            )

    def _build(self) -> None:
        name_widget(self, "payoff_matrix", tr("Payoff matrix"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for column, heading in enumerate(self.headings):
            heading.setFont(fonts.body())
            grid.addWidget(heading, 0, column + 1)
            grid.setColumnStretch(column + 1, 1)
        for row, label in enumerate(self.decisions.values()):
            label.setFixedHeight(28)
            grid.addWidget(label, row + 1, 0, Qt.AlignmentFlag.AlignTop)
        for name, (row, column) in CELLS.items():
            grid.addWidget(self.cells[name], row + 1, column + 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _connect(self) -> None:
        for name, cell in self.cells.items():
            cell.edited.connect(partial(self.cell_edited.emit, name))
            cell.field.fault_changed.connect(self._show_fault)
        for action, label in self.decisions.items():
            label.renamed.connect(
                lambda word, action=action: self.action_renamed.emit(action, word)
            )
        self.fault.fix_requested.connect(self._fix)
        self.fault.rows_requested.connect(self.rows_requested)
        self.fault.parameter_requested.connect(self._make_parameter)
