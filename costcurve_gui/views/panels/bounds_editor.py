"""The bounds of a decision, any of which may be on together, and what would do where none can."""

from __future__ import annotations

import math
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.bound_row import FIELDS, BoundRow
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import bounds_text, inflection, numbers, per_case_text
from costcurve_gui.views.text.bounds_conflict import NEAREST, empty_set, nearest
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.cards import Card
from costcurve_gui.views.widgets.figures import LinkedLine, ParagraphLabel
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.views.text.bounds_conflict import Nearest

BINDING = tr("binding")


class BoundsEditor(QWidget):
    """One line while there is no bound; a row for each that was added.

    Emits `bound_edited(BoundKind, limit or None)`; None takes a bound away.
    `bounds_changed(mapping)` is for several limits at once, and for the price of a budget.
    """

    bound_edited = Signal(object, object)
    bounds_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows = {kind: BoundRow(kind) for kind in FIELDS}
        self._kept: set[BoundKind] = set()  # rows that stay although their box is empty
        self._file: object = None
        self._present: dict[BoundKind, str] = {}
        self.summary = text_label(tr("none"), name="bounds_summary")
        self.add = QPushButton(tr("Add &bound"))
        self._menu = QMenu(self.add)
        self._fault = text_label(font=fonts.small(), tone="danger", wrap=True, name="bounds_fault")
        self._build()
        self._connect()
        self.show_nothing()

    def show_snapshot(self, snapshot: Snapshot, policy: Policy) -> None:
        """Show bounds and rates of a policy, and which bounds stand in its way."""
        criterion = snapshot.settings.selection.criterion
        if snapshot.curve_set.dataset.id != self._file:
            self._file = snapshot.curve_set.dataset.id
            self._kept.clear()
        for row in self.rows.values():
            self._show_row(row, snapshot, policy)
        limits = snapshot.settings.selection.bounds.limits
        text = tr("{limits} on", limits=len(limits)) if limits else tr("none")
        if not any(map(criterion.keeps, self.rows)):
            text = tr("not used by this rule")
        if text != self.summary.text():
            self.summary.setText(text)
        able = any(row.isHidden() and criterion.keeps(row.kind) for row in self.rows.values())
        if able is not self.add.isEnabled():
            self.add.setEnabled(able)

    def focus_first(self, limits: Mapping[BoundKind, float]) -> None:
        """Give the focus to the field of the first of some limits."""
        self.rows[next(iter(limits))].field.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_nothing(self) -> None:
        """Show that there is no policy."""
        self.add.setEnabled(False)
        self._menu.clear()
        for row in self.rows.values():
            row.show_now("")

    def _show_row(self, row: BoundRow, snapshot: Snapshot, policy: Policy) -> None:
        selection = snapshot.settings.selection
        limit, keeps = selection.bounds.limits.get(row.kind), selection.criterion.keeps(row.kind)
        row.show_bound(bounds_text.bound_name(snapshot, row.kind), limit)
        row.present, now = _present(snapshot, policy, row.kind)
        self._present[row.kind] = now
        if row.isEnabled() is not keeps:
            row.setEnabled(keeps)
        shown = limit is not None or row.kind in self._kept
        if row.isHidden() is shown:
            row.setVisible(shown)
        if row.each is not None:
            row.each.show_text(numbers.significant(selection.bounds.price, 6, strip=True))
        self._show_state(row, snapshot, policy, now)
        row.read_aloud("" if limit is None else bounds_text.phrase(snapshot, row.kind, limit))

    def _show_state(self, row: BoundRow, snapshot: Snapshot, policy: Policy, now: str) -> None:
        """Say in both lines of a row whether its bound binds, and what one more would bring."""
        selection = snapshot.settings.selection
        held = row.kind in selection.bounds.limits
        if held and selection.criterion.keeps_bounds and not snapshot.met:
            many = len(selection.bounds.limits) > 1
            row.show_state(tr("in conflict") if many else tr("out of reach"), "danger")
            row.show_now(now)
        elif held and _binds(row.kind, snapshot, policy):
            row.show_state(BINDING)
            self._show_price(row, snapshot, now)
        else:
            row.show_state("")
            unused = held and selection.criterion.keeps(row.kind)
            row.show_now(tr("{now}, does not bind", now=now) if unused else now)

    def _show_price(self, row: BoundRow, snapshot: Snapshot, now: str) -> None:
        short = bounds_text.price_in_short(snapshot, row.kind)
        here = tr(", this sample") if short else now
        row.show_now(here, short, bounds_text.price(snapshot, row.kind))

    def _build(self) -> None:
        name_widget(self, "bounds_editor", tr("Bounds"))
        name_widget(self.add, "add_bound", tr("Add a bound"))
        self.add.setAutoDefault(False)
        self.add.setProperty("menu", True)
        self.add.setMenu(self._menu)
        self._menu.setObjectName("add_bound_menu")
        head = QHBoxLayout()
        head.setSpacing(8)
        self.title = text_label(tr("Bounds"), tone="muted")
        head.addWidget(self.title)
        head.addWidget(self.summary, 1)
        head.addWidget(self.add)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(head)
        for row in self.rows.values():
            row.hide()
            layout.addWidget(row)
        self._fault.hide()
        layout.addWidget(self._fault)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _connect(self) -> None:
        self._menu.aboutToShow.connect(self._fill_menu)
        for row in self.rows.values():
            row.field.fault_changed.connect(self._show_fault)
            row.limit_chosen.connect(partial(self._choose, row.kind))
            row.price_chosen.connect(lambda price: self.bounds_changed.emit({"price": price}))
            row.removed.connect(partial(self._remove, row))
            if row.each is not None:
                row.each.fault_changed.connect(self._show_fault)

    def _fill_menu(self) -> None:
        """Offer the bounds without a row, each with what the decision has now."""
        self._menu.clear()
        for row in self.rows.values() if self.add.isEnabled() else ():
            if row.isHidden() and row.isEnabled():
                least = bounds_text.sign(row.kind) == bounds_text.AT_LEAST
                limit = tr("at least") if least else tr("at most")
                said = f"&{row.box.text()} {limit}\t{self._present[row.kind]}"
                action = self._menu.addAction(said)
                action.setObjectName(f"add_{row.kind}")
                action.triggered.connect(partial(self._begin, row))

    def _begin(self, row: BoundRow) -> None:
        self._kept.add(row.kind)
        row.begin()

    def _choose(self, kind: BoundKind, limit: float | None) -> None:
        self._kept.add(kind)
        self.bound_edited.emit(kind, limit)

    def _remove(self, row: BoundRow) -> None:
        self._kept.discard(row.kind)
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        row.hide()
        row.field.mark("")
        if row.box.isChecked():
            self.bound_edited.emit(row.kind, None)

    def _show_fault(self) -> None:
        fields = (one for row in self.rows.values() for one in (row.field, row.each) if one)
        fault = next((one.fault for one in fields if one.fault), "")
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))


def _binds(kind: BoundKind, snapshot: Snapshot, policy: Policy) -> bool:
    if policy.is_per_case:
        key = snapshot.selected or snapshot.best or ""
        return kind is BoundKind.CASES and per_case_text.is_limited(snapshot, key)
    return snapshot.bounded is not None and kind in snapshot.bounded.binding


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
        self._why = ParagraphLabel("conflict", fonts.small())
        self._layout.addWidget(self._why)
        self._layout.addWidget(text_label(NEAREST, font=fonts.small(fonts.SEMIBOLD), wrap=True))
        self.hide()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show what would do in the place of the bounds of another snapshot."""
        self._shown = nearest(snapshot)
        while len(self.lines) < len(self._shown):
            self._add_line()
        for at, line in enumerate(self.lines):
            one = self._shown[at] if at < len(self._shown) else None
            line.show_text("" if one is None else one.rule, "" if one is None else f"{one.text}:")
        if self._shown:
            self._why.show_sentence(escape(empty_set(snapshot)[1]))
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
