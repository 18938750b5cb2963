"""The bounds of a decision: boxes, for any may be on together, and what would do where none can."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.bound_row import FIELDS, BoundRow
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import bounds_text, inflection, numbers, per_case_text
from costcurve_gui.views.text.bounds_conflict import NEAREST, nearest
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.cards import Card
from costcurve_gui.views.widgets.figures import LinkedLine
from costcurve_gui.views.widgets.icons import ToolIcon
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.views.text.bounds_conflict import Nearest
    from costcurve_gui.views.widgets.fields import NumberField

_ROW_HEIGHT = 24
_BOX = 22  # where the name of a box begins
BINDING, CONFLICT = "binding", tr("in conflict")


class BoundsEditor(QWidget):
    """Emits `bound_edited(BoundKind, limit or None)`; None takes a bound away.

    `bounds_changed(mapping)` is for several limits at once, and for the price of a budget.
    """

    bound_edited = Signal(object, object)
    bounds_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows = {kind: BoundRow(kind) for kind in FIELDS}
        self._fold = ToolIcon("chevron_right", "bounds_fold", tr("Show the bounds"))
        self._unfold = ToolIcon("chevron_down", "bounds_unfold", tr("Hide the bounds"))
        self._summary = text_label(
            tr("none"), font=fonts.small(), tone="muted", name="bounds_summary", wrap=True
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
        hint = tr("only the number of cases") if uses else tr("not used by this rule")
        hint = tr("any may be on together") if criterion.keeps_bounds else hint
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
        price = bounds_text.price(snapshot, row.kind)
        limit = snapshot.settings.selection.bounds.limits.get(row.kind)
        row.show_bound(bounds_text.bound_name(snapshot, row.kind), limit)
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
        said = "" if limit is None else bounds_text.phrase(snapshot, row.kind, limit)
        row.read_aloud(said, price if binding else "")

    def _summarize(self, snapshot: Snapshot) -> None:
        limits = snapshot.settings.selection.bounds.limits
        text = tr("none") if not limits else tr("{limits} on", limits=len(limits))
        if limits and not snapshot.met and snapshot.settings.selection.criterion.keeps_bounds:
            text += tr(", in conflict") if len(limits) > 1 else tr(", out of reach")
        elif snapshot.bounded is not None and snapshot.bounded.binding:
            binding = (bounds_text.bound_name(snapshot, kind) for kind in snapshot.bounded.binding)
            text += tr(
                "; {bounds} binds", bounds=inflection.decapitalised(", ".join(sorted(binding)))
            )
            text = ", ".join(filter(None, (text, bounds_text.price_in_short(snapshot))))
        if text != self._summary.text():
            self._summary.setText(text)
            self._summary.setToolTip(bounds_text.price(snapshot))

    def _build(self) -> None:
        name_widget(self, "bounds_editor", tr("Bounds"))
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
        row.addWidget(text_label(tr("Bounds"), font=fonts.body(fonts.SEMIBOLD)))
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
        head.addWidget(text_label(tr("Bounds"), font=fonts.body(fonts.SEMIBOLD)))
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
        row.addWidget(text_label(tr("for each act"), tone="muted"), 1)
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
        line = LinkedLine(f"compromise_{at}", tr("Set"), tr("Set these bounds"), font=fonts.small())
        line.link_clicked.connect(lambda: self.chosen.emit(dict(self._shown[at].limits)))
        self._layout.addWidget(line)
        self.lines.append(line)


def _present(snapshot: Snapshot, policy: Policy, kind: BoundKind) -> tuple[float, str]:
    """Return a limit that the policy just keeps, rounded to its digits, and what it has now."""
    if kind is BoundKind.FPR:
        return _up(policy.fpr, 3), tr("now {fpr}", fpr=numbers.rate(policy.fpr))
    if kind is BoundKind.TPR:
        return bounds_text.rounded_down(policy.tpr, 3), tr(
            "now {tpr}", tpr=numbers.rate(policy.tpr)
        )
    if kind is BoundKind.CASES:
        cases = policy.fraction_targeted * snapshot.settings.selection.population
        return _up(cases, 0), tr("now {cases}", cases=numbers.count(cases))
    if kind is BoundKind.BUDGET:
        selection, said = snapshot.settings.selection, vocabulary_of(snapshot)
        spent = policy.fraction_targeted * selection.population * selection.bounds.price
        return _up(spent, 0), tr(
            "now {money_total}", money_total=numbers.money_total(spent, said.unit, signed=False)
        )
    reached = policy.precision
    if math.isnan(reached):
        return 0.5, tr("none {act}", act=inflection.participle(vocabulary_of(snapshot).act))
    return bounds_text.rounded_down(reached, 3), tr(
        "now {reached}", reached=numbers.percent(reached)
    )


def _up(value: float, decimals: int) -> float:
    # A value that rounding put just above a round one is that one.
    scale = 10**decimals
    return math.ceil(value * scale - 1e-11) / scale
