"""Two operating points mixed at random: which, how often each, and what comes of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QWidget

from costcurve_gui.analysis.settings import End, MixBy
from costcurve_gui.dataio.roles.column_roles import cases_of
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers, vocabulary
from costcurve_gui.views.text.vocabulary import (
    family_of,
    model_curves_of,
    policy_text,
    vocabulary_of,
)
from costcurve_gui.views.widgets.buttons import LinkButton, SegmentedControl, plain_button
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField
from costcurve_gui.views.widgets.item_views import figure_row, figure_table
from costcurve_gui.views.widgets.labels import name_widget, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from costcurve_gui.analysis.settings import MixedPoints
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy


_BY = (
    (MixBy.SHARE, tr("Share of the first")),
    (MixBy.FPR, tr("False positive rate")),
    (MixBy.CASES, tr("Cases")),
)
_COLUMNS = (
    (tr("Point"), ""),
    ("fpr", tr("False positive rate")),
    ("tpr", tr("True positive rate")),
    (tr("Cases"), tr("Cases picked")),
    (tr("Cost"), tr("Normalized expected cost")),
    (tr("Profit"), tr("Expected profit per case")),
)
_OF_SAMPLE = tr("Rates, cost and profit are those on this sample.")
_ENDS: tuple[tuple[End, str], ...] = (("first", tr("First")), ("second", tr("Second")))


class MixingDialog(PlainDialog):
    """Shows and edits the mixture of a snapshot.

    Emits `model_chosen(end, key)`, `position_edited(end, float)`, `by_chosen(MixBy)`,
    `wanted_edited(float)`, `population_edited(int)` and `remove_requested()`.
    """

    help_page = "models"
    model_chosen = Signal(str, str)
    position_edited = Signal(str, object)
    by_chosen = Signal(object)
    wanted_edited = Signal(object)
    population_edited = Signal(object)
    remove_requested = Signal()
    help_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("mixing", tr("Mix two operating points"), parent)
        self._points = {
            end: PointField(f"mixing_{end}", tr("{name} point", name=name)) for end, name in _ENDS
        }
        self._by = SegmentedControl(_BY, "mixing_by", tr("What is wanted of the mixture"))
        self._wanted = NumberField("mixing_wanted", tr("Wanted"))
        self._of = text_label("of", tone="muted")
        self._population = NumberField(
            "mixing_population", tr("Cases decided on"), check=_check_population
        )
        self._instruction = text_label(wrap=True, name="mixing_instruction")
        self._outcome = text_label(tone="muted", wrap=True, name="mixing_outcome")
        self._table = figure_table(_COLUMNS, "mixing_table", tr("Both points and their mixture"))
        self._build()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show the mixture of another snapshot; without one there is nothing to show."""
        if snapshot is None or snapshot.mix is None:
            self.reject()
            return
        mix = snapshot.mix
        self._points["first"].show_point(snapshot, mix.spec.first.key, mix.first)
        self._points["second"].show_point(snapshot, mix.spec.second.key, mix.second)
        self._show_wanted(snapshot, mix)
        self._instruction.setText(instruction(snapshot, mix))
        set_tone(self._instruction, "" if mix.found else "danger")
        self._outcome.setText(outcome(snapshot, mix))
        self._table.clear()
        for row in figures(snapshot, mix):
            self._table.addTopLevelItem(figure_row(row, bold=row[0] == "Mixture"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter finish a number; it would press Close as well."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (enter and isinstance(self.focusWidget(), NumberField)):
            super().keyPressEvent(event)

    def _show_wanted(self, snapshot: Snapshot, mix: MixedPoints) -> None:
        by, wanted = mix.spec.by, mix.spec.wanted
        self._by.set_value(by)
        counts = by is MixBy.CASES
        self._wanted.show_text(numbers.count(wanted) if counts else numbers.plain(wanted))
        self._population.show_text(numbers.count(snapshot.settings.selection.population))
        self._of.setVisible(counts)
        self._population.setVisible(counts)

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for row, (end, name) in enumerate(_ENDS):
            grid.addWidget(text_label(name, tone="muted"), row, 0)
            grid.addWidget(self._points[end], row, 1)
        grid.addWidget(text_label(tr("Wanted"), tone="muted"), len(_ENDS), 0)
        grid.addLayout(self._wanted_row(), len(_ENDS), 1)
        self.contents.addLayout(grid)
        self.contents.addWidget(self._instruction)
        self.contents.addWidget(self._outcome)
        self.contents.addWidget(self._table, 1)
        self.contents.addWidget(text_label(_OF_SAMPLE, font=fonts.small(), tone="muted"))
        about = LinkButton(tr("About mixtures"), quiet=True)
        name_widget(about, "mixing_help", tr("Help on mixtures"))
        about.clicked.connect(partial(self.help_requested.emit, "models"))
        remove = plain_button(tr("Remove"), "mixing_remove")
        remove.clicked.connect(self.remove_requested)
        self.foot.insertWidget(0, about)
        self.foot.insertWidget(self.foot.count() - 1, remove)
        self.resize(fonts.scaled(600), fonts.scaled(390))

    def _wanted_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._by)
        for field in (self._wanted, self._of, self._population):
            row.addWidget(field)
        for field in (self._wanted, self._population):
            field.setFixedWidth(fonts.scaled(84))
        row.addStretch()
        return row

    def _connect(self) -> None:
        for end, field in self._points.items():
            field.model_chosen.connect(partial(self.model_chosen.emit, end))
            field.position_edited.connect(partial(self.position_edited.emit, end))
        self._by.chosen.connect(self.by_chosen)
        self._wanted.committed.connect(self.wanted_edited)
        self._population.committed.connect(lambda cases: self.population_edited.emit(int(cases)))


def _check_population(cases: float) -> str:
    return "" if cases >= 1 and cases == int(cases) else tr("A whole number of cases, 1 or more.")


_FIGURES = ("fpr", "tpr", "fraction_targeted", "normalized_expected_cost", "expected_profit")


def instruction(snapshot: Snapshot, mix: MixedPoints) -> str:
    """Say how the mixture is carried out, or why there is none."""
    if mix.found is None:
        return _shortfall(snapshot, mix)
    share = numbers.rate(1 - mix.found.mixing)
    first, second = ends(snapshot, mix)
    noun = vocabulary_of(snapshot).noun
    return tr(
        "For each {noun}, follow {first} with probability {share}, else {second}.",
        noun=noun,
        first=first,
        share=share,
        second=second,
    )


def outcome(snapshot: Snapshot, mix: MixedPoints) -> str:
    """Say what to expect of the mixture; nothing where there is none."""
    if mix.found is None:
        return ""
    terms, population = vocabulary.vocabulary_of(snapshot), snapshot.settings.selection.population
    cases, found, total = (
        numbers.count(value)
        for value in (mix.found.cases, mix.found.found, population * snapshot.condition.prior)
    )
    return tr(
        "That picks {cases} of {population} {nouns}, with {found} of {cases_of} among them.",
        cases=cases,
        population=numbers.count(population),
        nouns=terms.nouns,
        found=found,
        cases_of=cases_of(total, terms.positive_label),
    )


def ends(snapshot: Snapshot, mix: MixedPoints) -> tuple[str, str]:
    """Name both points: naive_bayes at 0.1200."""
    first, second = (
        _at(snapshot, point.key, policy)
        for point, policy in ((mix.spec.first, mix.first), (mix.spec.second, mix.second))
    )
    return first, second


def figures(snapshot: Snapshot, mix: MixedPoints) -> list[tuple[str, ...]]:
    """Return a row of figures for each point and for the mixture, its name first."""
    names = ends(snapshot, mix)
    rows = [
        _row(snapshot, name, [getattr(policy, figure) for figure in _FIGURES])
        for name, policy in zip(names, (mix.first, mix.second), strict=True)
    ]
    means = [value for value in map(mix.mean, _FIGURES) if value is not None]
    return [*rows, _row(snapshot, "Mixture", means)] if means else rows


def _row(snapshot: Snapshot, name: str, values: Sequence[float]) -> tuple[str, ...]:
    fpr, tpr, share, cost, profit = values
    cases = numbers.count(snapshot.settings.selection.population * share)
    money = vocabulary_of(snapshot).money(profit)
    return name, numbers.rate(fpr), numbers.rate(tpr), cases, numbers.rate(cost), money


def _at(snapshot: Snapshot, key: str, policy: Policy) -> str:
    model = model_curves_of(snapshot.curve_set, key)
    return tr(
        "{name} at {policy_text}", name=model.info.name, policy_text=policy_text(model, policy)
    )


def _shortfall(snapshot: Snapshot, mix: MixedPoints) -> str:
    policies, nouns = (mix.first, mix.second), vocabulary_of(snapshot).nouns
    if mix.spec.by is MixBy.FPR:
        one, other = (numbers.rate(policy.fpr) for policy in policies)
        wanted = tr("has a false positive rate of {wanted}", wanted=numbers.rate(mix.spec.wanted))
        return tr(
            "No mixture {wanted}: the two have {one} and {other}.",
            wanted=wanted,
            one=one,
            other=other,
        )
    if mix.spec.by is MixBy.SHARE:
        return tr("A share lies between 0 and 1.")
    population = snapshot.settings.selection.population
    one, other = (numbers.count(population * policy.fraction_targeted) for policy in policies)
    wanted = tr(
        "{wanted} of {population} {nouns}",
        wanted=numbers.count(mix.spec.wanted),
        population=numbers.count(population),
        nouns=nouns,
    )
    return tr(
        "No mixture picks {wanted}: the two pick {one} and {other}.",
        wanted=wanted,
        one=one,
        other=other,
    )


class PointField(QWidget):
    """Emits `model_chosen(key)` and `position_edited(float)`; see `ModelCurves.manual_position`."""

    model_chosen = Signal(str)
    position_edited = Signal(object)

    def __init__(self, name: str, accessible: str) -> None:
        super().__init__()
        self._sign = 1
        self._model, self._classifier = ChoiceBox(), ChoiceBox()
        self.threshold = NumberField(
            f"{name}_threshold", tr("{accessible}: threshold", accessible=accessible)
        )
        name_widget(self._model, f"{name}_model", tr("{accessible}: model", accessible=accessible))
        name_widget(
            self._classifier,
            f"{name}_classifier",
            tr("{accessible}: classifier", accessible=accessible),
        )
        self._build()
        self._model.activated.connect(lambda at: self.model_chosen.emit(self._model.itemData(at)))
        self._classifier.activated.connect(lambda row: self.position_edited.emit(float(row)))
        self.threshold.committed.connect(
            lambda typed: self.position_edited.emit(self._sign * typed)
        )

    def show_point(self, snapshot: Snapshot, key: str, policy: Policy) -> None:
        """Show a point of a model; the models switched on can be chosen in its place."""
        model = vocabulary.model_curves_of(snapshot.curve_set, key)
        family = family_of(model)
        infos = [
            one.info for one in snapshot.curve_set.models if one.info.key in {key, *snapshot.models}
        ]
        _fill(self._model, [(info.name, info.key) for info in infos])
        self._model.setCurrentIndex(self._model.findData(key))
        self._sign = vocabulary.score_sign(model)
        self.threshold.setVisible(family is None)
        self._classifier.setVisible(family is not None)
        if family is None:
            text = vocabulary.threshold_text(model, policy.index, policy.threshold)
            self.threshold.show_text(text)
        else:
            _fill(
                self._classifier,
                [(vocabulary.classifier_text(name), name) for name in family.names],
            )
            self._classifier.setCurrentIndex(policy.index)

    def _build(self) -> None:
        for field in (self.threshold, self._classifier):
            field.setFixedWidth(fonts.scaled(110))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._model, 1)
        row.addWidget(text_label("at", tone="muted"))
        row.addWidget(self.threshold)
        row.addWidget(self._classifier)


def _fill(box: QComboBox, entries: Sequence[tuple[str, str]]) -> None:
    """Fill a box, unless it has these entries already: it may be open."""
    if [(box.itemText(at), box.itemData(at)) for at in range(box.count())] != list(entries):
        box.clear()
        for text, data in entries:
            box.addItem(text, data)
