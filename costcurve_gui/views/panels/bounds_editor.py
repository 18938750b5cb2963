"""The bounds of a policy: two that a criterion can hold, two that are only read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.models.state import Criterion
from costcurve_gui.views import fonts, numbers, verbs
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.figures import FigureLabel
from costcurve_gui.views.widgets.text import name_widget, set_tone, text_label
from costcurve_gui.views.widgets.tool_icon import ToolIcon
from costcurve_gui.views.words import vocabulary

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.state import SelectionSpec

_ROW_HEIGHT = 24
_MOST_NOW = 104
BINDING = "binding"


def _read_rate(text: str) -> float | None:
    """Read 0.2 or 20 %."""
    value = numbers.parse_number(text.removesuffix("%"))
    return value / 100 if value is not None and text.endswith("%") else value


def _check_rate(value: float) -> str:
    return "" if 0 <= value <= 1 else "A rate lies between 0 and 1."


def _check_cases(value: float) -> str:
    return "" if value >= 0 else "A number of cases is 0 or more."


class BoundRow:
    """A box, its field and what the policy has now."""

    def __init__(self, name: str, words: str, field: NumberField | None) -> None:
        self.words = words
        self.box = None if field is None else QCheckBox(words)
        self.label = text_label(words) if field is None else None
        self.field = field
        self.now = FigureLabel(
            fonts.small(), "now 100.0 %", tone="muted", name=f"{name}_now", most=_MOST_NOW
        )
        if self.box is not None:
            name_widget(self.box, f"{name}_bound", f"Bound: {words}")

    def show_words(self, words: str) -> None:
        """Show another name of what is bounded."""
        if words != self.words and self.box is not None:
            self.words = words
            self.box.setText(words)
            self.box.setAccessibleName(f"Bound: {words}")

    def show_bound(self, *, held: bool, text: str) -> None:
        """Show whether the bound is held, and at what."""
        if self.box is None or self.field is None:
            return
        if self.box.isChecked() != held:
            self.box.setChecked(held)
        if self.field.isEnabled() != held:
            self.field.setEnabled(held)
            self.field.mark("")
        self.field.show_text(text if held else "")

    def show_now(self, text: str, *, binding: bool = False) -> None:
        """Show what the policy has, or that it stands at the bound; an empty text shows nothing."""
        self.now.show_figure(BINDING if binding else f"now {text}" if text else "")
        set_tone(self.now, "warning" if binding else "muted")


class BoundsEditor(QWidget):
    """Emits `criterion_chosen(Criterion)`, `max_fpr_edited(rate)` and `capacity_edited(cases)`."""

    criterion_chosen = Signal(object)
    max_fpr_edited = Signal(object)
    capacity_edited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.max_fpr = NumberField(
            "max_fpr", "Largest false positive rate", read=_read_rate, check=_check_rate, dense=True
        )
        self.capacity = NumberField("capacity", "Most cases", check=_check_cases, dense=True)
        self.fpr = BoundRow("fpr", "False positive rate  \u2264", self.max_fpr)
        self.tpr = BoundRow("tpr", "True positive rate", None)
        self.precision = BoundRow("precision", "Precision", None)
        self.cases = BoundRow("cases", "Cases  \u2264", self.capacity)
        self._fold = ToolIcon("chevron_right", "bounds_fold", "Show the bounds")
        self._unfold = ToolIcon("chevron_down", "bounds_unfold", "Fold the bounds")
        self._summary = text_label("none", font=fonts.small(), tone="muted", name="bounds_summary")
        self._fault = text_label(font=fonts.small(), tone="danger", wrap=True, name="bounds_fault")
        self._folded_row = QWidget()
        self._table = QWidget()
        self._build()
        self._connect()

    def set_folded(self, folded: bool) -> None:
        """Show one line in place of the table, or the table."""
        self._folded_row.setVisible(folded)
        self._table.setVisible(not folded)

    def set_compact(self, compact: bool) -> None:
        """Fold where there is little height; the chevron unfolds again."""
        self._unfold.setVisible(compact)
        self.set_folded(compact)

    def show_frame(self, frame: Frame, policy: Policy) -> None:
        """Show bounds and rates of a policy."""
        selection, words = frame.settings.selection, vocabulary(frame)
        self.cases.show_words(f"Cases {verbs.participle(words.act)}  \u2264")
        criterion = selection.criterion
        bounded = criterion is Criterion.NEYMAN_PEARSON
        self.fpr.show_bound(held=bounded, text=numbers.rate(selection.max_fpr))
        self.fpr.show_now(numbers.rate(policy.fpr), binding=bounded and policy.fpr < 1)
        self.tpr.show_now(numbers.rate(policy.tpr))
        self.precision.show_now(_precision(policy, frame.condition.prior, words.act))
        self._show_cases(selection, policy)
        self._summarize(self._held(frame))

    def show_nothing(self) -> None:
        """Show that there is no policy."""
        for row in (self.fpr, self.tpr, self.precision, self.cases):
            row.show_now("")

    def _show_cases(self, selection: SelectionSpec, policy: Policy) -> None:
        bounded = selection.criterion is Criterion.WORKFORCE
        self.cases.show_bound(held=bounded, text=numbers.count(selection.capacity))
        cases = numbers.count(policy.fraction_targeted * selection.population)
        self.cases.show_now(cases, binding=bounded and policy.fraction_targeted < 1)

    def _summarize(self, text: str) -> None:
        if text != self._summary.text():
            self._summary.setText(text)

    def _held(self, frame: Frame) -> str:
        selection = frame.settings.selection
        if selection.criterion is Criterion.NEYMAN_PEARSON:
            return f"{self.fpr.words} {numbers.rate(selection.max_fpr)}"
        if selection.criterion is Criterion.WORKFORCE:
            return f"{self.cases.words} {numbers.count(selection.capacity)}"
        return "none"

    def _build(self) -> None:
        name_widget(self, "bounds_editor", "Bounds")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self._build_folded()
        self._build_table()
        self._fault.hide()
        for widget in (self._folded_row, self._table, self._fault):
            layout.addWidget(widget)
        self.set_compact(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _build_folded(self) -> None:
        row = QHBoxLayout(self._folded_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._fold)
        row.addWidget(text_label("Bounds"), 1)
        row.addWidget(self._summary)

    def _build_table(self) -> None:
        grid = QGridLayout(self._table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(2, 1)
        for at, row in enumerate((self.fpr, self.tpr, self.precision, self.cases)):
            grid.setRowMinimumHeight(at, _ROW_HEIGHT)
            if row.label is not None:
                row.label.setContentsMargins(22, 0, 0, 0)
                grid.addWidget(row.label, at, 0)
            if row.box is not None and row.field is not None:
                row.field.setFixedWidth(fonts.scaled(62))
                grid.addWidget(row.box, at, 0)
                grid.addWidget(row.field, at, 1)
            grid.addWidget(row.now, at, 3, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self._unfold, 0, 4)

    def _connect(self) -> None:
        self._fold.clicked.connect(lambda: self.set_folded(False))
        self._unfold.clicked.connect(lambda: self.set_folded(True))
        self.max_fpr.committed.connect(self.max_fpr_edited)
        self.capacity.committed.connect(self.capacity_edited)
        for field in (self.max_fpr, self.capacity):
            field.fault_changed.connect(self._show_fault)
        for row, criterion in (
            (self.fpr, Criterion.NEYMAN_PEARSON),
            (self.cases, Criterion.WORKFORCE),
        ):
            if row.box is not None:
                row.box.clicked.connect(
                    lambda held, criterion=criterion: self.criterion_chosen.emit(
                        criterion if held else Criterion.MIN_COST
                    )
                )

    def _show_fault(self) -> None:
        fault = self.max_fpr.fault or self.capacity.fault
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))


def _precision(policy: Policy, prior: float, act: str) -> str:
    if policy.fraction_targeted <= 0:
        return f"none {verbs.participle(act)}"
    return numbers.percent(min(1.0, policy.tpr * prior / policy.fraction_targeted))
