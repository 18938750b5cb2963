"""What to expect of how many cases, and below it what is done with the decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.panels.confusion_matrix import ConfusionView
from costcurve_gui.views.panels.decision_choices import fault_line
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import new_cases_text, numbers, vocabulary
from costcurve_gui.views.widgets.buttons import (
    SegmentedControl,
    main_button,
    make_main,
    plain_button,
)
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.figures import FigureLabel, column_header
from costcurve_gui.views.widgets.labels import rule, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy

_MOST_CASES = 1e12
_FOOT_HEIGHT = 46
_MANY = 1_000_000  # a population with more digits than the field's usual width


class DecisionCounts(QWidget):
    """Shows the expected counts, or the money of this sample, never both at once.

    Emits `population_edited(cases)`.
    """

    population_edited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Snapshot, Policy] | None = None
        self.population = NumberField(
            "population",
            tr("Cases decided on"),
            read=numbers.parse_count,
            check=_check_population,
            accepted=tr("a whole number, 1 or more"),
        )
        self._nouns = text_label(tone="muted", name="population_nouns")
        self.total = FigureLabel(fonts.body(fonts.SEMIBOLD), tr("+601 531 DM"), name="total_profit")
        self.switch = SegmentedControl(
            ((False, tr("Counts")), (True, tr("Money"))),
            "matrix",
            tr("The matrix shows"),
            dense=True,
            small=True,
        )
        self.where = column_header(name="total_sample")
        self.confusion = ConfusionView()
        self._build()
        self.population.set_hint(tr("How many cases the figures below are expected for"))
        self.population.committed.connect(lambda cases: self.population_edited.emit(int(cases)))
        self.switch.chosen.connect(lambda _: self._show())

    def show_policy(self, snapshot: Snapshot, policy: Policy) -> None:
        """Show what to expect of a policy."""
        self._shown = snapshot, policy
        terms, population = (
            vocabulary.vocabulary_of(snapshot),
            snapshot.settings.selection.population,
        )
        many = population >= _MANY
        self.population.setFixedWidth(fonts.scaled(96 if many else 66))
        self.population.show_text(numbers.count(population))
        self._nouns.setVisible(not many)  # the number needs their room
        if self._nouns.text() != terms.nouns:
            self._nouns.setText(terms.nouns)
        self._show()

    def forget(self) -> None:
        """Let go of the snapshot on show: it has every case of its file."""
        self._shown = None

    def _show(self) -> None:
        """Show counts beside the total of new cases, or this sample's money beside its total."""
        if self._shown is None:
            return
        snapshot, policy = self._shown
        money = bool(self.switch.value)
        self.switch.set_value(money)
        terms, population = (
            vocabulary.vocabulary_of(snapshot),
            snapshot.settings.selection.population,
        )
        told = None if money else new_cases_text.total(snapshot)
        here = numbers.money_total(policy.expected_profit * population, terms.unit)
        self.total.show_figure(*(told or (here, tr("On this sample"))))
        where = tr("on this sample") if told is None else tr("on new cases")
        if where != self.where.text():
            self.where.setText(where)
        self.confusion.show_policy(snapshot, policy, money=money, beside_new_cases=told is not None)

    def _build(self) -> None:
        self.population.setFixedWidth(fonts.scaled(66))
        volume = QHBoxLayout()
        volume.setSpacing(8)
        volume.addWidget(text_label(tr("For"), tone="muted"))
        volume.addWidget(self.population)
        volume.addWidget(self._nouns)
        volume.addStretch(1)
        volume.addWidget(self.total)
        kind = QHBoxLayout()
        kind.addWidget(self.switch)
        kind.addWidget(self.where, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        layout.addLayout(volume)
        layout.addWidget(fault_line(self.population))
        layout.addLayout(kind)
        layout.addWidget(self.confusion)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)


def _check_population(cases: float) -> str:
    if cases < 1:
        return tr("The number of cases must be 1 or more.")
    if cases > _MOST_CASES:
        return tr(
            "The number of cases must be {most_cases} or less.",
            most_cases=numbers.count(_MOST_CASES),
        )
    return "" if cases == int(cases) else tr("A number of cases is whole.")


class DecisionFoot(QWidget):
    """Stays in view below what scrolls.

    Emits `apply_requested()`, `validation_requested()` and `save_requested()`.
    """

    apply_requested = Signal()
    validation_requested = Signal()
    save_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.apply = main_button(tr("Apply to file\u2026"), "apply_decision", tr("Apply to a file"))
        self.validate = plain_button(
            tr("Validate\u2026"), "validate_decision", tr("Validate the decision")
        )
        self.save = plain_button(tr("Save policy\u2026"), "save_decision", tr("Save the policy"))
        self.edge = rule()  # below what scrolls
        self.edge.hide()
        self._build()

    def show_decided(self, *, decided: bool, has_cases: bool, doubtful: bool = False) -> None:
        """Offer what can be done; a doubtful decision is to be validated first."""
        for button, able in (
            (self.apply, decided and has_cases),
            (self.validate, decided and has_cases),
            (self.save, decided),
        ):
            if button.isEnabled() is not able:
                button.setEnabled(able)
        make_main(self.apply, not doubtful)
        make_main(self.validate, doubtful)

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        for button in (self.apply, self.validate, self.save):
            button.setProperty("snug", True)
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.edge)
        layout.addLayout(row)
        self.setFixedHeight(_FOOT_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.apply.clicked.connect(self.apply_requested)
        self.validate.clicked.connect(self.validation_requested)
        self.save.clicked.connect(self.save_requested)
