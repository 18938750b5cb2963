"""What models come to under beliefs, and what it would be worth to know each parameter."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from costcurve_gui.analysis.belief_results import FIXED, PICKING
from costcurve_gui.analysis.parameters import PRIOR
from costcurve_gui.analysis.uncertain_conditions import uncertain_of
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.labels import name_widget, rule, text_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.belief_results import BeliefResult, Knowing
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.uncertainty.information import Worth

    Line = tuple[str, ...]

MOST_MODELS: Final = 5
_BREAK = "\u200b"
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def risk_lines(snapshot: Snapshot, found: BeliefResult) -> list[Line]:
    """Return a line for each of the best models: name, expected and worst profit, best in."""
    risk = found.risks[FIXED]
    leads = risk.worst_profit if risk.least_expected_cost is None else risk.expected_profit
    order = sorted(range(len(found.keys)), key=lambda at: -leads[at])
    return [
        (
            snapshot.models[found.keys[at]].info.name,
            _money(float(risk.expected_profit[at])),
            numbers.money(float(risk.worst_profit[at])),
            _share(float(risk.probability_best[at])),
        )
        for at in order[:MOST_MODELS]
    ]


def _money(value: float) -> str:
    return numbers.MISSING if math.isnan(value) else numbers.money(value)


def _share(share: float) -> str:
    if math.isnan(share):
        return numbers.MISSING
    if share == 0:
        return tr("none")
    return "all" if share == 1 else numbers.percent(share)


def draws_line(snapshot: Snapshot, found: BeliefResult) -> str:
    """Say what the figures are of: unit, draws, models that are not listed."""
    said = vocabulary_of(snapshot)
    unit = snapshot.settings.payoff.unit
    per = (
        tr("{unit} per {noun}", unit=unit, noun=said.noun)
        if unit
        else tr("Per {noun}", noun=said.noun)
    )
    left = (
        tr(", {left_out} left out", left_out=numbers.count(found.left_out))
        if found.left_out
        else ""
    )
    more = len(found.keys) - MOST_MODELS
    models = "model" if more == 1 else "models"
    others = (
        tr(
            " Not listed: {number} more {models}.",
            number=numbers.in_words(more),
            models=models,
        )
        if more > 0
        else ""
    )
    draws = numbers.count(found.draws)
    of = tr(
        "{per}, {draws} draws{left}, on this sample; thresholds held fixed.",
        per=per,
        draws=draws,
        left=left,
    )
    return f"{of}{_about_ranges(snapshot)}{others}"


def _about_ranges(snapshot: Snapshot) -> str:
    """Say what figures are of where something has a range."""
    uncertain = uncertain_of(snapshot)
    if not uncertain.ranges:
        return ""
    if len(uncertain.ranges) == len(uncertain.names):
        return tr(
            " Ranges carry no probabilities, so there is no expected value; the worst case "
            "covers every range."
        )
    return tr(" Ranges carry no probabilities; expected values use their single numbers.")


def worth_lines(snapshot: Snapshot, found: BeliefResult) -> Iterator[Line]:
    """Yield what knowing is worth: name, where the best model changes, money for the population."""
    population = snapshot.settings.selection.population
    unit = snapshot.settings.payoff.unit

    def money(found: Worth) -> str:
        value = numbers.money_total(found.value * population, unit, signed=False)
        if not found.error:
            return value
        error = numbers.money_total(found.error * population, "", signed=False)
        return tr("{value} \u00b1 {error}", value=value, error=error)

    uncertain = uncertain_of(snapshot).beliefs
    for name, knowing in found.knowing.items():
        if name in uncertain:
            worth = numbers.MISSING if knowing.value is None else money(knowing.value)
            yield name, _change(name, knowing), worth
    several = sum(one.value is not None for one in found.knowing.values()) > 1
    if several and found.together is not None:
        yield tr("all of them"), "", money(found.together)
    if found.sample is not None:
        yield tr("unlimited test cases"), "", money(found.sample)


def _change(name: str, knowing: Knowing) -> str:
    change = knowing.break_even
    if change is None or (change.below is None and change.above is None):
        return tr("the best model stays")
    ends = (("below", change.below), ("above", change.above))
    parts = [f"{side} {_number(name, end)}" for side, end in ends if end is not None]
    return tr("best model changes {parts}", parts=" or ".join(parts))


def _number(name: str, value: float) -> str:
    return numbers.prior_percent(value) if name == PRIOR else numbers.significant(value, 3)


class PickLine(QWidget):
    """The model that a criterion picks, and a link that selects it; emits `used(key)`."""

    used = Signal(str)

    def __init__(self, criterion: str) -> None:
        super().__init__()
        self._criterion, self._key = criterion, ""
        self.said = text_label(font=fonts.small(), wrap=True)
        self.use = LinkButton(tr("Use"), small=True)
        name_widget(
            self.use,
            f"use_{criterion.replace(' ', '_')}",
            tr("Use the {criterion}", criterion=criterion),
        )
        self.use.clicked.connect(lambda _: self.used.emit(self._key))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.said, 1)
        row.addWidget(self.use)

    def show_pick(self, snapshot: Snapshot, key: str | None) -> None:
        """Show the model picked; nothing where there is none."""
        self.setVisible(key is not None)
        if key is not None:
            self._key = key
            name = snapshot.models[key].info.name.replace("_", f"_{_BREAK}")
            self.said.setText(f"{self._criterion.capitalize()}: {name}")


class BeliefSummary(QWidget):
    """Two small tables, and what criteria pick; greyed while newer figures are computed.

    Emits `model_chosen(key)`.
    """

    model_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.picks = {word: PickLine(word) for word in PICKING}
        self.risks, self.worths = QGridLayout(), QGridLayout()
        self._of = text_label(font=fonts.small(), tone="muted", wrap=True, name="belief_draws")
        self._for = text_label(font=fonts.small(), tone="muted", name="worth_population")
        self.fault = text_label(font=fonts.small(), tone="danger", wrap=True, name="belief_fault")
        self._build()

    @property
    def text(self) -> str:
        """Everything on show, a line a row."""
        lines = []
        for grid in (self.risks, self.worths):
            for row in range(grid.rowCount()):
                labels = (_at(grid, row, column) for column in range(grid.columnCount()))
                words = [label.text() for label in labels if label is not None]
                lines.append(" ".join(word for word in words if word).replace(_BREAK, ""))
        return "\n".join([*lines, self._of.text()])

    def show_result(self, snapshot: Snapshot, found: BeliefResult) -> None:
        """Show figures that are in force."""
        self.setEnabled(True)
        self.fault.hide()
        heads = [(tr("Under these beliefs"), tr("expected"), tr("worst"), tr("best in"))]
        _fill(self.risks, [*heads, *risk_lines(snapshot, found)], words=1)
        _fill(self.worths, list(worth_lines(snapshot, found)), words=2)
        for word, key in found.picks().items():
            self.picks[word].show_pick(snapshot, key)
        self._of.setText(draws_line(snapshot, found))
        population = numbers.count(snapshot.settings.selection.population)
        self._for.setText(tr("for {population} a year", population=population))
        self.show()

    def show_late(self) -> None:
        """Grey the figures, which are of other payoffs or another condition."""
        self.setEnabled(False)

    def show_fault(self, message: str) -> None:
        """Say why there are no figures; without a text there is nothing to say."""
        self.fault.setText(message)
        self.fault.setVisible(bool(message))
        self.setEnabled(True)
        for grid in (self.risks, self.worths):
            _fill(grid, [], words=0)
        for label in (self._of, self._for):
            label.setText("")
        for pick in self.picks.values():
            pick.hide()
        self.setVisible(bool(message))

    def _build(self) -> None:
        name_widget(self, "belief_summary", tr("Under these beliefs"))
        self.fault.hide()
        self.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for grid in (self.risks, self.worths):
            grid.setHorizontalSpacing(8)
            grid.setVerticalSpacing(3)
        self.risks.setColumnStretch(0, 1)
        self.worths.setColumnStretch(1, 1)
        layout.addWidget(rule())
        layout.addWidget(self.fault)
        layout.addLayout(self.risks)
        layout.addWidget(self._of)
        for pick in self.picks.values():
            pick.used.connect(self.model_chosen)
            layout.addWidget(pick)
        layout.addWidget(rule())
        layout.addWidget(
            text_label(tr("Value of knowing exactly"), font=fonts.body(fonts.SEMIBOLD))
        )
        layout.addWidget(self._for)
        layout.addLayout(self.worths)


def _fill(grid: QGridLayout, lines: list[Line], words: int) -> None:
    """Show lines in a grid, `words` columns of words first; labels left over are hidden."""
    for row in range(max(len(lines), grid.rowCount())):
        line = lines[row] if row < len(lines) else ()
        for column in range(max(len(line), grid.columnCount())):
            text = line[column] if column < len(line) else ""
            label = _at(grid, row, column)
            if label is None and text:
                label = _label(column, words)
                grid.addWidget(label, row, column)
            if label is not None:
                label.setText(text.replace("_", f"_{_BREAK}") if column < words else text)
                label.setVisible(bool(text))


def _at(grid: QGridLayout, row: int, column: int) -> QLabel | None:
    item = grid.itemAtPosition(row, column)
    label = None if item is None else item.widget()
    return label if isinstance(label, QLabel) else None


def _label(column: int, words: int) -> QLabel:
    """Return a label of a row: its first columns have words, the others figures."""
    if column >= words:
        figure = text_label(font=fonts.small())
        figure.setAlignment(_RIGHT)
        return figure
    return text_label(font=fonts.small(), tone="muted" if column else "", wrap=True)
