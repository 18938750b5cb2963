"""The bounds of a decision: boxes, for any may be on together, and what would do where none can."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import inflection, numbers, per_case_text, policy_text
from costcurve_gui.views.text.bounds_conflict import NEAREST, nearest
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.cards import Card
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.figures import FigureLabel, LinkedLine, ParagraphLabel
from costcurve_gui.views.widgets.icons import ToolIcon
from costcurve_gui.views.widgets.labels import name_widget, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.views.text.bounds_conflict import Nearest

_ROW_HEIGHT = 24
_MOST_NOW = 104
_BOX = 22  # where the name of a box begins
_FIELDS = {
    BoundKind.FPR: (
        "max_fpr",
        "Largest false positive rate",
        "at most, in percent or as a share of 1",
    ),
    BoundKind.TPR: (
        "min_tpr",
        "Least true positive rate",
        "at least, in percent or as a share of 1",
    ),
    BoundKind.PRECISION: ("min_precision", "Least precision", "at least: 50 %"),
    BoundKind.CASES: ("capacity", "Most cases", "at most, of those expected below"),
    BoundKind.BUDGET: ("budget", "Largest budget", "for the cases expected below"),
}
BINDING, CONFLICT = "binding", "in conflict"


def read_rate(text: str) -> float | None:
    """Read 0.2 or 20 %."""
    value = numbers.parse_number(text.removesuffix("%"))
    return value / 100 if value is not None and text.endswith("%") else value


def check_rate(value: float) -> str:
    """Say what is wrong with a rate."""
    return "" if 0 <= value <= 1 else "A rate lies between 0 and 1."


def _check_share(value: float) -> str:
    """Say what is wrong with a precision."""
    return "" if 0 <= value <= 1 else "A precision lies between 0 and 100 %."


def _check_cases(value: float) -> str:
    if value < 0:
        return "A number of cases is 0 or more."
    return "" if value == int(value) else "A number of cases is whole."


def _check_budget(value: float) -> str:
    return "A budget is 0 or more." if value < 0 else ""


def _check_price(value: float) -> str:
    return "" if value > 0 else "A price is above 0."


RATE_ACCEPTED = "a number from 0 to 1, or a percentage"
_READ: dict[BoundKind, tuple[Callable[[str], float | None], Callable[[float], str], str]] = {
    BoundKind.FPR: (read_rate, check_rate, RATE_ACCEPTED),
    BoundKind.TPR: (read_rate, check_rate, RATE_ACCEPTED),
    BoundKind.PRECISION: (numbers.parse_share, _check_share, RATE_ACCEPTED),
    BoundKind.CASES: (numbers.parse_count, _check_cases, "a whole number, 0 or more"),
    BoundKind.BUDGET: (numbers.parse_number, _check_budget, "an amount, 0 or more"),
}


class BoundRow:
    """A box with the name of a quantity, its limit, what the policy has, and what the bound costs.

    Where it is ticked, the field begins with what the policy has now, so that nothing moves.
    """

    def __init__(self, kind: BoundKind) -> None:
        self.kind = kind
        field, accessible, hint = _FIELDS[kind]
        read, check, accepted = _READ[kind]
        self.box = QCheckBox()
        self.sign = text_label(policy_text.sign(kind), tone="muted")
        self.field = NumberField(
            field, accessible, read=read, check=check, accepted=accepted, dense=True
        )
        self.field.set_hint(hint)
        self.now = FigureLabel(
            fonts.small(), "now 100.0 %", tone="muted", name=f"{kind}_now", most=_MOST_NOW
        )
        self.price = ParagraphLabel(f"{kind}_price", fonts.small(fonts.SEMIBOLD))
        self.present = 0.0
        self.each = _price_field() if kind is BoundKind.BUDGET else None
        self.box.setObjectName(f"{kind}_bound")
        self.box.setToolTip(hint)
        self.price.hide()

    def show_bound(self, name: str, limit: float | None) -> None:
        """Show another name and limit; None is no bound."""
        held = limit is not None
        if self.box.text() != name:
            self.box.setText(name)
        if self.box.isChecked() != held:
            self.box.setChecked(held)
        if self.field.isEnabled() != held:
            self.field.setEnabled(held)
            self.field.mark("")
        self.field.show_text("" if limit is None else policy_text.limit_text(self.kind, limit))

    def show_now(self, text: str, remark: str = "", tone: str = "warning") -> None:
        """Show what the policy has, or a remark on the bound; an empty text shows nothing."""
        self.now.show_figure(remark or text)
        set_tone(self.now, tone if remark else "muted")

    def show_price(self, text: str, used: str) -> None:
        """Show what one more of the bounded quantity would bring, and how many are used."""
        said = f' <span style="font-weight:normal">{escape(used)} used.</span>' if used else ""
        self.price.show_sentence(f"{escape(text)}{said}" if text else "")
        if self.price.isHidden() == bool(text):
            self.price.setVisible(bool(text))

    def read_aloud(self, limit: str, price: str) -> None:
        """Say the whole line: Cases refused, at most 1 500, on, binding."""
        remark = self.now.full_text
        parts = (self.box.text(), limit, "on" if limit else "off", remark, price)
        self.box.setAccessibleName(", ".join(part for part in parts if part))


def _price_field() -> NumberField:
    """Return the field of what acting on one case takes of a budget."""
    field = NumberField(
        "price_per_act",
        "Price per act",
        check=_check_price,
        accepted="an amount above 0",
        dense=True,
    )
    field.set_hint("What each case that is acted on takes of the budget")
    field.setFixedWidth(fonts.scaled(62))
    return field


class BoundsEditor(QWidget):
    """Emits `bound_edited(BoundKind, limit or None)`; None takes a bound away.

    `bounds_changed(mapping)` is for several limits at once, and for the price of a budget.
    """

    bound_edited = Signal(object, object)
    bounds_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows = {kind: BoundRow(kind) for kind in _FIELDS}
        self._fold = ToolIcon("chevron_right", "bounds_fold", "Show the bounds")
        self._unfold = ToolIcon("chevron_down", "bounds_unfold", "Hide the bounds")
        self._summary = text_label(
            "none", font=fonts.small(), tone="muted", name="bounds_summary", wrap=True
        )
        self._hint = text_label(font=fonts.small(), tone="muted", name="bounds_hint")
        self._fault = text_label(font=fonts.small(), tone="danger", wrap=True, name="bounds_fault")
        self._folded_row, self._table, self._price_row = QWidget(), QWidget(), QWidget()
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

    def show_snapshot(self, snapshot: Snapshot, policy: Policy) -> None:
        """Show bounds and rates of a policy, and which bounds stand in its way."""
        criterion = snapshot.settings.selection.criterion
        uses = any(map(criterion.keeps, self.rows))
        for part in (self._table, self._folded_row):
            if part.isEnabled() != uses:
                part.setEnabled(uses)
        hint = "only the number of cases" if uses else "not used by this rule"
        hint = "any may be on together" if criterion.keeps_bounds else hint
        if hint != self._hint.text():
            self._hint.setText(hint)
        for row in self.rows.values():
            self._show_row(row, snapshot, policy)
        self._summarize(snapshot)

    def show_nothing(self) -> None:
        """Show that there is no policy."""
        for row in self.rows.values():
            row.show_now("")

    def _show_row(self, row: BoundRow, snapshot: Snapshot, policy: Policy) -> None:
        price = policy_text.price(snapshot, row.kind)
        limit = snapshot.settings.selection.bounds.limits.get(row.kind)
        row.show_bound(policy_text.bound_name(snapshot, row.kind), limit)
        row.present, text = _present(snapshot, policy, row.kind)
        binding = snapshot.bounded is not None and row.kind in snapshot.bounded.binding
        criterion = snapshot.settings.selection.criterion
        if policy.is_per_case:
            key = snapshot.selected or snapshot.best or ""
            binding = row.kind is BoundKind.CASES and per_case_text.is_limited(snapshot, key)
        if row.box.isEnabled() != criterion.keeps(row.kind):
            row.box.setEnabled(criterion.keeps(row.kind))
        uses = criterion.keeps_bounds
        if uses and not snapshot.met:
            row.show_now("", "" if limit is None else CONFLICT, "danger")
        elif binding:
            row.show_now("", BINDING)
        else:
            row.show_now(text)
        if row.each is not None:
            each = snapshot.settings.selection.bounds.price
            row.each.show_text(numbers.significant(each, 6, strip=True))
            self._price_row.setVisible(limit is not None)
        used = text.removeprefix("now ") if row.kind is BoundKind.CASES else ""
        row.show_price(price if binding else "", used)
        said = "" if limit is None else policy_text.phrase(snapshot, row.kind, limit)
        row.read_aloud(said, price if binding else "")

    def _summarize(self, snapshot: Snapshot) -> None:
        limits = snapshot.settings.selection.bounds.limits
        text = "none" if not limits else f"{len(limits)} on"
        if limits and not snapshot.met and snapshot.settings.selection.criterion.keeps_bounds:
            text += ", in conflict" if len(limits) > 1 else ", out of reach"
        elif snapshot.bounded is not None and snapshot.bounded.binding:
            binding = (policy_text.bound_name(snapshot, kind) for kind in snapshot.bounded.binding)
            text += f"; {inflection.decapitalised(', '.join(sorted(binding)))} binds"
            text = ", ".join(filter(None, (text, policy_text.price_in_short(snapshot))))
        if text != self._summary.text():
            self._summary.setText(text)
            self._summary.setToolTip(policy_text.price(snapshot))

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
        row.addWidget(text_label("Bounds", font=fonts.body(fonts.SEMIBOLD)))
        self._summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._summary, 1)

    def _build_table(self) -> None:
        grid = QGridLayout(self._table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(3, 1)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(text_label("Bounds", font=fonts.body(fonts.SEMIBOLD)))
        head.addWidget(self._hint, 1)
        head.addWidget(self._unfold)
        grid.addLayout(head, 0, 0, 1, 4)
        for at, row in enumerate(self.rows.values()):
            line = 1 + 2 * at
            grid.setRowMinimumHeight(line, _ROW_HEIGHT)
            row.field.setFixedWidth(fonts.scaled(62))
            grid.addWidget(row.box, line, 0)
            grid.addWidget(row.sign, line, 1)
            grid.addWidget(row.field, line, 2)
            grid.addWidget(row.now, line, 3, Qt.AlignmentFlag.AlignRight)
            below_name = QVBoxLayout()
            below_name.setContentsMargins(fonts.scaled(_BOX), 0, 0, 0)
            below_name.addWidget(row.price)
            grid.addLayout(below_name, line + 1, 0, 1, 4)
            if row.each is not None:
                self._add_price(row.each, below_name)

    def _add_price(self, field: NumberField, below_name: QVBoxLayout) -> None:
        row = QHBoxLayout(self._price_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(text_label("at", tone="muted"))
        row.addWidget(field)
        row.addWidget(text_label("for each act", tone="muted"), 1)
        below_name.insertWidget(0, self._price_row)
        self._price_row.hide()
        field.fault_changed.connect(self._show_fault)
        field.committed.connect(lambda price: self.bounds_changed.emit({"price": price}))

    def _connect(self) -> None:
        self._fold.clicked.connect(lambda: self.set_folded(False))
        self._unfold.clicked.connect(lambda: self.set_folded(True))
        for row in self.rows.values():
            self._connect_row(row)

    def _connect_row(self, row: BoundRow) -> None:
        row.field.fault_changed.connect(self._show_fault)
        row.field.committed.connect(lambda limit: self.bound_edited.emit(row.kind, limit))
        row.box.clicked.connect(lambda held: self._tick(row, held=held))

    def _tick(self, row: BoundRow, *, held: bool) -> None:
        self.bound_edited.emit(row.kind, row.present if held else None)
        if held:
            row.field.setFocus(Qt.FocusReason.OtherFocusReason)
            row.field.selectAll()

    def _show_fault(self) -> None:
        fields = (one for row in self.rows.values() for one in (row.field, row.each) if one)
        fault = next((one.fault for one in fields if one.fault), "")
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))


class CompromiseCard(Card):
    """Hidden while some threshold keeps the bounds.

    Emits `chosen(limits)`: a mapping from what is bounded to its limit.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("compromises")
        self.lines: list[LinkedLine] = []
        self._shown: list[Nearest] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(8, 8, 8, 8)
        self._layout.setSpacing(6)
        self._layout.addWidget(text_label(NEAREST, font=fonts.body(fonts.SEMIBOLD), wrap=True))
        self.hide()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show what would do in the place of the bounds of another snapshot."""
        self._shown = nearest(snapshot)
        while len(self.lines) < len(self._shown):
            self._add_line()
        for at, line in enumerate(self.lines):
            one = self._shown[at] if at < len(self._shown) else None
            line.show_text("" if one is None else one.rule, "" if one is None else f"{one.text}:")
        if self.isHidden() == bool(self._shown):
            self.setVisible(bool(self._shown))

    def _add_line(self) -> None:
        at = len(self.lines)
        line = LinkedLine(f"compromise_{at}", "Set", "Set these bounds", font=fonts.small())
        line.link_clicked.connect(lambda: self.chosen.emit(dict(self._shown[at].limits)))
        self._layout.addWidget(line)
        self.lines.append(line)


def _present(snapshot: Snapshot, policy: Policy, kind: BoundKind) -> tuple[float, str]:
    """Return a limit that the policy just keeps, rounded to its digits, and what it has now."""
    if kind is BoundKind.FPR:
        return _up(policy.fpr, 3), f"now {numbers.rate(policy.fpr)}"
    if kind is BoundKind.TPR:
        return policy_text.rounded_down(policy.tpr, 3), f"now {numbers.rate(policy.tpr)}"
    if kind is BoundKind.CASES:
        cases = policy.fraction_targeted * snapshot.settings.selection.population
        return _up(cases, 0), f"now {numbers.count(cases)}"
    if kind is BoundKind.BUDGET:
        selection, said = snapshot.settings.selection, vocabulary_of(snapshot)
        spent = policy.fraction_targeted * selection.population * selection.bounds.price
        return _up(spent, 0), f"now {numbers.money_total(spent, said.unit, signed=False)}"
    reached = policy.precision
    if math.isnan(reached):
        return 0.5, f"none {inflection.participle(vocabulary_of(snapshot).act)}"
    return policy_text.rounded_down(reached, 3), f"now {numbers.percent(reached)}"


def _up(value: float, decimals: int) -> float:
    # A value that rounding put just above a round one is that one.
    scale = 10**decimals
    return math.ceil(value * scale - 1e-11) / scale
