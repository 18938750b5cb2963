"""The bounds and targets of a policy: four rates, each held by a criterion of its own."""

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
from costcurve_gui.views.words import precision, vocabulary

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.state import SelectionSpec

_ROW_HEIGHT = 24
_MOST_NOW = 104
_HINTS = {
    Criterion.NEYMAN_PEARSON: "The largest share of negatives acted on: 0.1 or 10 %",
    Criterion.TARGET_RECALL: "The least share of positives acted on: 0.8 or 80 %",
    Criterion.TARGET_PRECISION: "The least share of positives among those acted on: 50 %",
    Criterion.WORKFORCE: "How many cases can be acted on, of those expected below",
}
BINDING, OUT_OF_REACH = "binding", "out of reach"


def _read_rate(text: str) -> float | None:
    """Read 0.2 or 20 %."""
    value = numbers.parse_number(text.removesuffix("%"))
    return value / 100 if value is not None and text.endswith("%") else value


def _check_rate(value: float) -> str:
    return "" if 0 <= value <= 1 else "A rate lies between 0 and 1."


def _check_share(value: float) -> str:
    return "" if 0 <= value <= 1 else "A precision lies between 0 and 100 %."


def _check_cases(value: float) -> str:
    if value < 0:
        return "A number of cases is 0 or more."
    return "" if value == int(value) else "A number of cases is whole."


class BoundRow:
    """A box, its field and what the policy has now."""

    def __init__(self, name: str, words: str, field: NumberField) -> None:
        self.words = words
        self.box = QCheckBox(words)
        self.field = field
        self.now = FigureLabel(
            fonts.small(), "now 100.0 %", tone="muted", name=f"{name}_now", most=_MOST_NOW
        )
        name_widget(self.box, f"{name}_bound", f"Bound: {words}")

    def show_words(self, words: str) -> None:
        """Show another name of what is bounded."""
        if words != self.words:
            self.words = words
            self.box.setText(words)
            self.box.setAccessibleName(f"Bound: {words}")

    def show_bound(self, *, held: bool, text: str) -> None:
        """Show whether the bound is held, and at what."""
        if self.box.isChecked() != held:
            self.box.setChecked(held)
        if self.field.isEnabled() != held:
            self.field.setEnabled(held)
            self.field.mark("")
        self.field.show_text(text if held else "")

    def show_now(self, text: str, remark: str = "", tone: str = "warning") -> None:
        """Show what the policy has, or a remark on its bound; an empty text shows nothing."""
        self.now.show_figure(remark or (f"now {text}" if text else ""))
        set_tone(self.now, tone if remark else "muted")


class BoundsEditor(QWidget):
    """Emits `criterion_chosen(Criterion)` and what was typed.

    That is `max_fpr_edited(rate)`, `min_tpr_edited(rate)`, `min_precision_edited(share)` and
    `capacity_edited(cases)`.
    """

    criterion_chosen = Signal(object)
    max_fpr_edited = Signal(object)
    min_tpr_edited = Signal(object)
    min_precision_edited = Signal(object)
    capacity_edited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.max_fpr = _rate_field("max_fpr", "Largest false positive rate")
        self.min_tpr = _rate_field("min_tpr", "Least true positive rate")
        self.min_precision = NumberField(
            "min_precision",
            "Least precision",
            read=numbers.parse_share,
            check=_check_share,
            dense=True,
        )
        self.capacity = NumberField(
            "capacity", "Most cases", read=numbers.parse_count, check=_check_cases, dense=True
        )
        self.fpr = BoundRow("fpr", "False positive rate  \u2264", self.max_fpr)
        self.tpr = BoundRow("tpr", "True positive rate  \u2265", self.min_tpr)
        self.precision = BoundRow("precision", "Precision  \u2265", self.min_precision)
        self.cases = BoundRow("cases", "Cases  \u2264", self.capacity)
        self._rows = {
            Criterion.NEYMAN_PEARSON: self.fpr,
            Criterion.TARGET_RECALL: self.tpr,
            Criterion.TARGET_PRECISION: self.precision,
            Criterion.WORKFORCE: self.cases,
        }
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

    def show_frame(self, frame: Frame, policy: Policy, *, met: bool = True) -> None:
        """Show bounds and rates of a policy, and whether it is what was wanted."""
        selection, words = frame.settings.selection, vocabulary(frame)
        self.cases.show_words(f"Cases {verbs.participle(words.act)}  \u2264")
        bounds = _bound_texts(selection)
        for criterion, row in self._rows.items():
            row.show_bound(held=criterion is selection.criterion, text=bounds[criterion])
        at_bound = policy.fpr < 1 and selection.criterion is Criterion.NEYMAN_PEARSON
        self.fpr.show_now(numbers.rate(policy.fpr), BINDING if at_bound else "")
        self.tpr.show_now(numbers.rate(policy.tpr))
        self._show_precision(frame, policy, met=met)
        self._show_cases(selection, policy)
        held = self._rows.get(selection.criterion)
        self._summarize(f"{held.words} {bounds[selection.criterion]}" if held else "none")

    def show_nothing(self) -> None:
        """Show that there is no policy."""
        for row in self._rows.values():
            row.show_now("")

    def _show_precision(self, frame: Frame, policy: Policy, *, met: bool) -> None:
        wanted = frame.settings.selection.criterion is Criterion.TARGET_PRECISION
        if wanted and not met:
            self.precision.show_now("", OUT_OF_REACH, "danger")
        elif policy.fraction_targeted > 0:
            self.precision.show_now(numbers.percent(precision(policy, frame.condition.prior)))
        else:
            none = f"none {verbs.participle(vocabulary(frame).act)}"
            self.precision.show_now("", none, "muted")

    def _show_cases(self, selection: SelectionSpec, policy: Policy) -> None:
        cases = numbers.count(policy.fraction_targeted * selection.population)
        bounded = selection.criterion is Criterion.WORKFORCE and policy.fraction_targeted < 1
        self.cases.show_now(cases, BINDING if bounded else "")

    def _summarize(self, text: str) -> None:
        if text != self._summary.text():
            self._summary.setText(text)

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
        for at, row in enumerate(self._rows.values()):
            grid.setRowMinimumHeight(at, _ROW_HEIGHT)
            row.field.setFixedWidth(fonts.scaled(62))
            grid.addWidget(row.box, at, 0)
            grid.addWidget(row.field, at, 1)
            grid.addWidget(row.now, at, 3, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self._unfold, 0, 4)

    def _connect(self) -> None:
        self._fold.clicked.connect(lambda: self.set_folded(False))
        self._unfold.clicked.connect(lambda: self.set_folded(True))
        self.max_fpr.committed.connect(self.max_fpr_edited)
        self.min_tpr.committed.connect(self.min_tpr_edited)
        self.min_precision.committed.connect(self.min_precision_edited)
        self.capacity.committed.connect(self.capacity_edited)
        for criterion, row in self._rows.items():
            row.field.set_hint(_HINTS[criterion])
            row.box.setToolTip(_HINTS[criterion])
            row.field.fault_changed.connect(self._show_fault)
            row.box.clicked.connect(
                lambda held, criterion=criterion: self.criterion_chosen.emit(
                    criterion if held else Criterion.MIN_COST
                )
            )

    def _show_fault(self) -> None:
        fault = next((row.field.fault for row in self._rows.values() if row.field.fault), "")
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))


def _rate_field(name: str, words: str) -> NumberField:
    return NumberField(name, words, read=_read_rate, check=_check_rate, dense=True)


def _bound_texts(selection: SelectionSpec) -> dict[Criterion, str]:
    """Return what each bound is, as its field shows it."""
    return {
        Criterion.NEYMAN_PEARSON: numbers.rate(selection.max_fpr),
        Criterion.TARGET_RECALL: numbers.rate(selection.min_tpr),
        Criterion.TARGET_PRECISION: numbers.percent(selection.min_precision),
        Criterion.WORKFORCE: numbers.count(selection.capacity),
    }
