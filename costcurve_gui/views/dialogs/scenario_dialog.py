"""Scenarios side by side: each with the rule that follows, to be taken up, removed and copied."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from costcurve_gui.analysis.intervals.known_results import failure
from costcurve_gui.analysis.intervals.new_cases import (
    decision_on_new_cases,
    decision_on_new_cases_request,
)
from costcurve_gui.analysis.intervals.requests import decision_intervals
from costcurve_gui.analysis.scenarios import worth_request
from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell.scenario_switch import TODAY
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.tables.table_view import TableView
from costcurve_gui.views.text import (
    bounds_text,
    formulas,
    inflection,
    new_cases_text,
    numbers,
    policy_text,
    uncertainty_text,
)
from costcurve_gui.views.text.per_case_text import rule_of
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.buttons import plain_button
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.labels import name_widget, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.scenarios import ScenarioResult
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.text.vocabulary import Vocabulary

_SIZE = (1120, 420)
_SAID = tr(
    "A scenario has payoffs, condition, rule and bounds under a name; it is kept "
    "in the project. Profit is what to expect on new cases, and beside it that on "
    "this sample."
)
_OF_SAMPLE = tr(
    "A scenario has payoffs, condition, rule and bounds under a name; it is kept "
    "in the project. Without intervals figures are of this sample."
)
_COMPUTING = "computing\u2026"


class ScenarioDialog(PlainDialog):
    """Lists the scenarios; emits `save_requested(name)`, `use_requested(name)`, `removed(name)`."""

    help_page = "decision"
    save_requested = Signal(str)
    use_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("scenarios", "Scenarios", parent)
        self.name = QLineEdit()
        self.chosen = ChoiceBox()
        self.save = plain_button(tr("Save what is chosen now"), "scenario_save")
        self.use = plain_button(tr("Use"), "scenario_use", tr("Use the scenario"))
        self.remove = plain_button(tr("Remove"), "scenario_remove", tr("Remove the scenario"))
        self.table = TableView("scenarios", tr("Scenarios"), lambda _snapshot: NOTHING)
        self.said = text_label(_SAID, wrap=True, tone="muted")
        self._copy = plain_button(tr("Copy"), "scenario_copy", tr("Copy the table"))
        self._build()
        self._connect()

    def show_results(self, results: Sequence[ScenarioResult]) -> None:
        """Show what is decided now and under each scenario."""
        self.table.show_content(NOTHING)  # columns are fitted to new rows alone
        self.table.show_content(_content(results))
        names = [one.scenario.name for one in results if one.scenario.name]
        kept = self.chosen.currentText()
        self.chosen.clear()
        self.chosen.addItems(names)
        if kept in names:
            self.chosen.setCurrentText(kept)
        for widget in (self.chosen, self.use, self.remove):
            widget.setEnabled(bool(names))
        faults = [f"{one.scenario.name}: {one.fault}" for one in results if one.fault]
        self.said.setText(" ".join(faults) or _said(results))
        set_tone(self.said, "danger" if faults else "muted")

    def _save(self) -> None:
        name = self.name.text().strip()
        if name:
            self.save_requested.emit(name)
            self.name.clear()

    def _connect(self) -> None:
        self.save.clicked.connect(self._save)
        self.name.returnPressed.connect(self._save)
        self.name.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        self.use.clicked.connect(lambda: self.use_requested.emit(self.chosen.currentText()))
        self.remove.clicked.connect(lambda: self.remove_requested.emit(self.chosen.currentText()))
        self._copy.clicked.connect(
            lambda: QGuiApplication.clipboard().setText(self.table.rows.content.as_text())
        )

    def _build(self) -> None:
        self.resize(*_SIZE)
        name_widget(self.name, "scenario_name", tr("Name of a new scenario"))
        name_widget(self.chosen, "scenario_chosen", tr("Scenario"))
        self.name.setPlaceholderText(tr("Name"))
        self.save.setEnabled(False)
        for widgets in ((self.name, self.save), (self.chosen, self.use, self.remove)):
            row = QHBoxLayout()
            row.setSpacing(8)
            for at, widget in enumerate(widgets):
                row.addWidget(widget, 0 if at else 1)
            self.contents.addLayout(row)
        self.contents.addWidget(self.table, 1)
        self.contents.addWidget(self.said)
        self.foot.insertWidget(0, self._copy)


def _said(results: Sequence[ScenarioResult]) -> str:
    snapshots = [one.snapshot for one in results if one.snapshot is not None]
    shown = any(snapshot.settings.bands.shown for snapshot in snapshots)
    return _SAID if shown else _OF_SAMPLE


def _content(results: Sequence[ScenarioResult]) -> TableContent:
    snapshot = results[0].snapshot if results else None
    level = "" if snapshot is None else uncertainty_text.level(snapshot.settings.bands.spec)
    titles = (
        (tr("prior"), False),
        (tr("cost ratio"), False),
        ("payoffs", True),
        ("bounds", True),
        ("model", True),
        ("rule", True),
        (tr("profit on new cases"), False),
        (level, False),
        (tr("on this sample"), False),
        (tr("acted on"), False),
    )
    columns = tuple(TableColumn(title, words=words) for title, words in titles)
    return TableContent("scenario", columns, tuple(map(_row, results)), names=True)


def _row(result: ScenarioResult) -> TableRow:
    name, snapshot = result.scenario.name or TODAY, result.snapshot
    key = None if snapshot is None else snapshot.selected
    if snapshot is None or key is None:
        return TableRow(name, (numbers.MISSING,) * 10, hint=result.fault)
    model, terms = snapshot.models[key], vocabulary_of(snapshot)
    profit = terms.money(model.policy.expected_profit)
    worth = _worth(snapshot, key, profit)
    return TableRow(
        name,
        (
            numbers.prior_percent(snapshot.condition.prior),
            numbers.ratio(snapshot.condition.cost_ratio),
            _payoffs(result.scenario.payoff, terms),
            _bounds(snapshot),
            model.info.name,
            policy_text.rule(snapshot, key),
            worth.value,
            worth.interval,
            profit,
            numbers.percent(model.policy.fraction_targeted),
        ),
        hint=worth.hint,
        chosen=not result.scenario.name,
    )


class _Worth(NamedTuple):
    """What to expect of new cases, and how that is known, or why it is not."""

    value: str
    interval: str
    hint: str


def _worth(snapshot: Snapshot, key: str, here: str) -> _Worth:
    """Return what a decision is worth on new cases; `here` is its profit on this sample."""
    if snapshot.models[key].policy.is_per_case and snapshot.settings.bands.shown:
        return _by_case(snapshot, key, here)
    wanted = worth_request(snapshot)
    if wanted is None:
        return _Worth(
            numbers.MISSING,
            numbers.MISSING,
            tr("No estimate for new cases: there is nothing to resample"),
        )
    if decision_on_new_cases_request(snapshot) is None:
        return _given(snapshot, key, here, wanted)
    found = decision_on_new_cases(snapshot)
    reason = failure(snapshot, wanted) if found is None else found.reason
    if reason:
        return _Worth(
            numbers.MISSING,
            numbers.MISSING,
            tr("No estimate for new cases: {reason}", reason=reason),
        )
    if found is None:
        return _Worth(_COMPUTING, "", "")
    told = new_cases_text.written(found.profit, vocabulary_of(snapshot).unit)
    if told is None:
        return _Worth(numbers.MISSING, numbers.MISSING, tr("No estimate for new cases"))
    return _Worth(told.value, told.interval, new_cases_text.how_figure(found, found.profit))


def _by_case(snapshot: Snapshot, key: str, here: str) -> _Worth:
    """Return the profit of decisions case by case, which is estimated out of fold."""
    rule, hint = (
        rule_of(snapshot, key),
        tr("Out of fold: every case is decided by a model that was fitted without it"),
    )
    ends = None if rule is None else (rule.gain.profit_low, rule.gain.profit_high)
    between = "" if ends is None else _interval(snapshot, key, *ends)
    return _Worth(here, between or numbers.MISSING, hint)


def _given(snapshot: Snapshot, key: str, here: str, wanted: IntervalRequest) -> _Worth:
    """Return the profit of a threshold that no sample chose: that of this one is unbiased."""
    found = decision_intervals(snapshot)
    if found is None:
        reason = failure(snapshot, wanted)
        return _Worth(here, numbers.MISSING if reason else _COMPUTING, reason)
    interval = found.policy.expected_profit
    between = _interval(snapshot, key, interval.low, interval.high)
    few = inflection.sentence_case(interval.caution)
    hint = "\n".join(filter(None, (tr("The threshold was not chosen on this sample"), few)))
    return _Worth(here, between or numbers.MISSING, hint)


def _interval(snapshot: Snapshot, key: str, low: float | None, high: float | None) -> str:
    """Write the interval of the profit of a model as those on new cases are."""
    profit = snapshot.models[key].policy.expected_profit
    figure = NewCasesFigure(profit, profit, low, high)
    told = new_cases_text.written(figure, vocabulary_of(snapshot).unit)
    return "" if told is None else told.interval


def _payoffs(payoff: PayoffSpec, terms: Vocabulary) -> str:
    """Write the cells that are not 0 as they were typed: grant bad -amount."""
    act, leave = (payoff.positive_action, payoff.negative_action)
    cells = (
        (f"{act} {terms.positive}", payoff.tp),
        (f"{act} {terms.negative}", payoff.fp),
        (f"{leave} {terms.positive}", payoff.fn),
        (f"{leave} {terms.negative}", payoff.tn),
    )
    return ", ".join(f"{cell} {formulas.shown(gain)}" for cell, gain in cells if gain != "0") or tr(
        "all 0"
    )


def _bounds(snapshot: Snapshot) -> str:
    """Write the bounds in force: False positive rate \u2264 0.200."""
    limits = snapshot.settings.selection.bounds.limits
    written = (
        f"{bounds_text.bound_name(snapshot, kind)} {bounds_text.sign(kind)} "
        f"{bounds_text.limit_text(kind, limit)}"
        for kind, limit in limits.items()
    )
    return ", ".join(written) or tr("none")
