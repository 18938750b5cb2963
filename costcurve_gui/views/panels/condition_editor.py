"""The operating condition: prior, cost ratio, and what dragging changes."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.analysis.settings import DragChanges, PriorUnit
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField
from costcurve_gui.views.widgets.figures import FigureLabel
from costcurve_gui.views.widgets.labels import NameLabel, name_widget, set_tone, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot


_FIELD_WIDTH = 68
_MOST_ASIDE = 61
_UNCERTAIN = {"prior": tr("Prior"), "cost ratio": tr("Cost ratio")}
_SHORT = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
DRAG_WORDS = tr("Dragging changes the prior, keeps the costs")


class ConditionEditor(QWidget):
    """Shows and edits the condition.

    Emits `prior_edited(share)`, `prior_unit_chosen(PriorUnit)`, `cost_ratio_edited(ratio)`,
    `reset_requested()` for the ratio of the cells, `drag_mode_chosen(DragChanges)`, and
    `uncertainty_wanted(name)` for a range or belief of the prior or the cost ratio. What is wrong
    with a field is said by `fault`, which stands where it moves none of them.
    """

    prior_edited = Signal(object)
    prior_unit_chosen = Signal(object)
    cost_ratio_edited = Signal(object)
    drag_mode_chosen = Signal(object)
    reset_requested = Signal()
    uncertainty_wanted = Signal(str)
    fault_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._unit = PriorUnit.PERCENT
        self.probability_cost = FigureLabel(fonts.body(fonts.SEMIBOLD), "0.000", name="pc_plus")
        self.prior = NumberField("prior", tr("Prior"), read=self._read_prior, check=check)
        self.unit = ChoiceBox()
        self.aside = FigureLabel(
            fonts.body(), tr("1 in 20"), tone="muted", name="prior_aside", most=_MOST_ASIDE
        )
        self.ratio = NumberField(
            "cost_ratio",
            tr("Cost ratio, miss to false alarm"),
            read=_read_ratio,
            check=_check_ratio,
        )
        self.factor = text_label(font=fonts.small(), tone="muted", name="ratio_factor")
        self.reset = LinkButton(tr("Reset"), small=True)
        self.drag = QCheckBox(DRAG_WORDS)
        self.uncertain = _UncertaintyLinks()
        self._prior_label = NameLabel()
        self.fault = text_label(
            font=fonts.body(fonts.SEMIBOLD), tone="danger", wrap=True, name="condition_fault"
        )
        self._build()
        self._connect()

    def set_compact(self, compact: bool) -> None:
        """Leave the drag switch and the links to a menu where there is little height."""
        self.drag.setVisible(not compact)
        self.uncertain.set_compact(compact)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the condition of another snapshot."""
        spec, condition = snapshot.settings.condition, snapshot.condition
        self._show_unit(spec.prior_unit)
        self._prior_label.show_name(tr("Prior p("), snapshot.curve_set.dataset.positive_called, ")")
        self.probability_cost.show_figure(numbers.rate(condition.probability_cost))
        self.prior.show_text(field_text(condition.prior, spec.prior_unit))
        self.aside.show_figure(aside_text(condition.prior, spec.prior_unit))
        self.ratio.show_text(numbers.ratio_figure(condition.cost_ratio))
        self._show_factor(snapshot.miss_factor)
        self.uncertain.show_beliefs(spec.prior_belief, spec.ratio_belief)
        drags_prior = spec.drag is DragChanges.PRIOR
        if self.drag.isChecked() != drags_prior:
            self.drag.setChecked(drags_prior)

    def _show_factor(self, factor: float) -> None:
        scaled = factor != 1
        text = numbers.factor(factor) if scaled else tr("from the cells")
        if text != self.factor.text():
            self.factor.setText(text)
            set_tone(self.factor, "warning" if scaled else "muted")
            self.reset.setVisible(scaled)

    def _show_unit(self, unit: PriorUnit) -> None:
        if unit is not self._unit:
            self._unit = unit
            self.prior.mark("")
            self.unit.setCurrentIndex(self.unit.findData(unit))

    def _read_prior(self, text: str) -> float | None:
        return read(text, self._unit)

    def _build(self) -> None:
        name_widget(self, "condition_editor", tr("Operating condition"))
        name_widget(self.unit, "prior_unit", tr("Unit of the prior"))
        name_widget(self.drag, "drag_mode", DRAG_WORDS)
        for unit, text in UNIT_NAMES.items():
            self.unit.addItem(text, unit)
        self.drag.setChecked(True)
        self.fault.hide()
        self.reset.hide()
        name_widget(self.reset, "ratio_reset", tr("Reset to the cost ratio of the cells"))
        self.prior.set_hint(tr("Percent, odds or one in so many, from one in a million on"))
        self.ratio.set_hint(
            tr(
                "Cost of a miss over the cost of a false alarm. Another ratio than that of the "
                "cells scales what misses cost."
            )
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(7)
        layout.addLayout(self._heading())
        layout.addLayout(self._rows())
        layout.addWidget(self.uncertain)
        layout.addWidget(self.drag)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _heading(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(text_label(tr("Condition"), font=fonts.body(fonts.SEMIBOLD)), 1)
        pc = text_label("PC(+)", tone="muted")
        pc.setToolTip(tr("PC(+): the prior weighted by the costs, 0 to 1"))
        row.addWidget(pc)
        row.addWidget(self.probability_cost)
        return row

    def _rows(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(7)
        grid.setColumnMinimumWidth(0, fonts.scaled(82))
        grid.setColumnStretch(3, 1)
        for field in (self.prior, self.ratio):
            field.setFixedWidth(fonts.scaled(_FIELD_WIDTH))
        self.aside.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.unit.setMinimumContentsLength(2)
        self.unit.setSizeAdjustPolicy(_SHORT)
        grid.addWidget(self._prior_label, 0, 0)
        grid.addWidget(self.prior, 0, 1)
        grid.addWidget(self.unit, 0, 2)
        grid.addWidget(self.aside, 0, 3)
        grid.addWidget(text_label(tr("Cost ratio")), 1, 0)
        grid.addWidget(self.ratio, 1, 1)
        grid.addLayout(self._beside_ratio(), 1, 2, 1, 2)
        return grid

    def _beside_ratio(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(text_label(": 1"))
        row.addStretch(1)
        row.addWidget(self.factor)
        row.addWidget(self.reset)
        return row

    def _connect(self) -> None:
        self.prior.committed.connect(self.prior_edited)
        self.ratio.committed.connect(self.cost_ratio_edited)
        self.reset.clicked.connect(self.reset_requested)
        self.unit.activated.connect(self._report_unit)
        self.drag.clicked.connect(self._report_drag)
        self.uncertain.wanted.connect(self.uncertainty_wanted)
        for field in (self.prior, self.ratio):
            field.fault_changed.connect(self._show_fault)

    def _report_unit(self, index: int) -> None:
        self.prior_unit_chosen.emit(PriorUnit(self.unit.itemData(index)))

    def _report_drag(self, prior: bool) -> None:
        self.drag_mode_chosen.emit(DragChanges.PRIOR if prior else DragChanges.COST_RATIO)

    def _show_fault(self) -> None:
        fault = self.prior.fault or self.ratio.fault
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))
        self.fault_changed.emit()


class _UncertaintyLinks(QWidget):
    """Leads to a range or belief of what has none yet; emits `wanted(name)`."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.links = {name: LinkButton(text, small=True) for name, text in _UNCERTAIN.items()}
        self._compact = self._known = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(text_label(tr("Not known exactly?"), font=fonts.small(), tone="muted"))
        for name, link in self.links.items():
            name_widget(
                link,
                f"range_of_{name.replace(' ', '_')}",
                tr("Range or belief of the {name}", name=name),
            )
            link.clicked.connect(partial(self._report, name))
            row.addWidget(link)
        row.addStretch(1)

    def set_compact(self, compact: bool) -> None:
        """Hide where there is little height."""
        self._compact = compact
        self.setVisible(not (compact or self._known))

    def show_beliefs(self, *beliefs: str) -> None:
        """Show the links of what is taken as known: of the prior, and of the cost ratio."""
        for link, belief in zip(self.links.values(), beliefs, strict=True):
            if link.isHidden() is not bool(belief):
                link.setHidden(bool(belief))
        known = all(beliefs)
        if known is not self._known:
            self._known = known
            self.setVisible(not (self._compact or known))

    def _report(self, name: str, _checked: bool = False) -> None:
        self.wanted.emit(name)


def _read_ratio(text: str) -> float | None:
    """Read 25.8 or 25.8 : 1."""
    match [numbers.parse_number(part) for part in text.split(":")]:
        case [ratio]:
            return ratio
        case [float(misses), float(alarms)] if alarms:
            return misses / alarms
        case _:
            return None


def _check_ratio(ratio: float) -> str:
    return "" if ratio > 0 else tr("The cost ratio must be above 0.")


LEAST = 1e-6
RANGE_FAULT = tr("The prior must lie between 0.0001 % and 99.9999 %.")
UNIT_NAMES = {PriorUnit.PERCENT: "%", PriorUnit.ODDS: tr("odds"), PriorUnit.ONE_IN: tr("1 in n")}
_ODDS = re.compile(r"^(?P<for>[^:]+):(?P<against>[^:]+)$")
_ONE_IN = re.compile(r"^\s*1\s+in\s+(?P<n>\S.*)$", re.IGNORECASE)


def field_text(prior: float, unit: PriorUnit) -> str:
    """Return what stands in the field: 5, 1 : 19 or 20."""
    if unit is PriorUnit.PERCENT:
        return numbers.prior_figure(prior)
    if unit is PriorUnit.ODDS:
        return numbers.odds(prior)
    return numbers.one_in(prior).removeprefix("1 in ")


def aside_text(prior: float, unit: PriorUnit) -> str:
    """Return the same prior in another unit, to stand beside the field."""
    if unit is PriorUnit.PERCENT:
        return numbers.one_in(prior)
    return numbers.prior_percent(prior)


def read(text: str, unit: PriorUnit) -> float | None:
    """Read a prior; percent, odds and "1 in n" may be spelt out whatever the unit."""
    if text.rstrip().endswith("%"):
        return _divided(numbers.parse_number(text.rstrip()[:-1]), 100.0)
    odds, one_in = _ODDS.match(text), _ONE_IN.match(text)
    if odds:
        return _from_odds(odds["for"], odds["against"])
    if one_in:
        return _divided(1.0, numbers.parse_number(one_in["n"]))
    value = numbers.parse_number(text)
    if unit is PriorUnit.PERCENT:
        return _divided(value, 100.0)
    if unit is PriorUnit.ODDS:
        return None if value is None else _divided(1.0, 1 + value)
    return _divided(1.0, value)


def check(prior: float) -> str:
    """Say what is wrong with a prior, or nothing."""
    return (
        ""
        if LEAST * (1 - 1e-9) <= prior <= 1 - LEAST * (1 - 1e-9)
        else numbers.in_sentence(RANGE_FAULT)
    )


def _from_odds(for_text: str, against_text: str) -> float | None:
    one, other = numbers.parse_number(for_text), numbers.parse_number(against_text)
    if one is None or other is None:
        return None
    return _divided(one, one + other)


def _divided(value: float | None, by: float | None) -> float | None:
    return value / by if value is not None and by else None
