"""The foot of the decision panel: what to expect of how many cases, and what is done with it.

It stays in view while what stands above it scrolls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.confusion_matrix import ConfusionView
from costcurve_gui.views.panels.decision_choices import fault_line
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import new_cases_text, numbers, vocabulary
from costcurve_gui.views.widgets.buttons import main_button, plain_button
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.figures import FigureLabel, SpareLabel
from costcurve_gui.views.widgets.labels import rule, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy

_MOST_CASES = 1e12
_MANY = 1_000_000  # a population with more digits than the field's usual width


class DecisionFoot(QWidget):
    """Shows the expected confusion matrix with its total, and three buttons.

    Emits `population_edited(cases)`, `apply_requested()`, `validation_requested()` and
    `save_requested()`.
    """

    population_edited = Signal(object)
    apply_requested = Signal()
    validation_requested = Signal()
    save_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.population = NumberField(
            "population",
            tr("Cases decided on"),
            read=numbers.parse_count,
            check=_check_population,
            accepted=tr("a whole number, 1 or more"),
        )
        self._nouns = text_label(tone="muted", name="population_nouns")
        self.total = FigureLabel(fonts.body(fonts.SEMIBOLD), tr("+601 531 DM"), name="total_profit")
        self.confusion = ConfusionView()
        self.apply = main_button(tr("Apply to file\u2026"), "apply_decision", tr("Apply to a file"))
        self.validate = plain_button(
            tr("Validate\u2026"), "validate_decision", tr("Validate the decision")
        )
        self.save = plain_button(tr("Save policy\u2026"), "save_decision", tr("Save the policy"))
        self._figures = QWidget()
        self._build()
        self._connect()

    def show_nothing(self) -> None:
        """Show that there is no policy."""
        self._show_decided(decided=False, has_cases=False)

    def show_policy(self, snapshot: Snapshot, policy: Policy, *, decided: bool) -> None:
        """Show what to expect of a policy; nothing where no policy does what is asked for."""
        has_cases = snapshot.curve_set.dataset.kind is TableKind.SCORES
        self._show_decided(decided=decided, has_cases=has_cases)
        terms, selection = vocabulary.vocabulary_of(snapshot), snapshot.settings.selection
        many = selection.population >= _MANY
        self.population.setFixedWidth(fonts.scaled(96 if many else 66))
        self.population.show_text(numbers.count(selection.population))
        self._nouns.setVisible(not many)  # the number needs their room
        if self._nouns.text() != terms.nouns:
            self._nouns.setText(terms.nouns)
        here = numbers.money_total(policy.expected_profit * selection.population, terms.unit)
        on_new_cases = new_cases_text.total(snapshot)
        self.total.show_figure(*(on_new_cases or (here, tr("On this sample"))))
        self.confusion.show_policy(snapshot, policy, beside_new_cases=on_new_cases is not None)

    def _show_decided(self, *, decided: bool, has_cases: bool) -> None:
        if self._figures.isHidden() is decided:
            self._figures.setVisible(decided)
        for button, able in (
            (self.apply, decided and has_cases),
            (self.validate, decided and has_cases),
            (self.save, decided),
        ):
            if button.isEnabled() is not able:
                button.setEnabled(able)

    def _build(self) -> None:
        figures = QVBoxLayout(self._figures)
        figures.setContentsMargins(0, 0, 0, 0)
        figures.setSpacing(6)
        figures.addLayout(self._volume_row())
        figures.addWidget(fault_line(self.population))
        figures.addWidget(self.confusion)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 8)
        layout.setSpacing(6)
        layout.addWidget(rule())
        layout.addWidget(self._figures)
        layout.addLayout(self._buttons())
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _volume_row(self) -> QHBoxLayout:
        self.population.setFixedWidth(fonts.scaled(66))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(text_label(tr("Expected for"), tone="muted"))
        row.addWidget(self.population)
        row.addWidget(self._nouns)
        row.addWidget(SpareLabel(tr("profit")), 1)
        row.addWidget(self.total)
        return row

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.apply, self.validate, self.save):
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _connect(self) -> None:
        self.population.set_hint(tr("How many cases the figures below are expected for"))
        self.population.committed.connect(lambda cases: self.population_edited.emit(int(cases)))
        self.apply.clicked.connect(self.apply_requested)
        self.validate.clicked.connect(self.validation_requested)
        self.save.clicked.connect(self.save_requested)


def _check_population(cases: float) -> str:
    if cases < 1:
        return tr("The number of cases must be 1 or more.")
    if cases > _MOST_CASES:
        return tr(
            "The number of cases must be {most_cases} or less.",
            most_cases=numbers.count(_MOST_CASES),
        )
    return "" if cases == int(cases) else tr("A number of cases is whole.")
