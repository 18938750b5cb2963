"""The panel of the decision: which model, which rule, what it earns."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.selection_settings import Kind
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.bounds_editor import BoundsEditor, CompromiseCard
from costcurve_gui.views.panels.candidate_lines import CandidateLines
from costcurve_gui.views.panels.decision_choices import (
    ObjectiveChoice,
    RuleChoice,
    RuleDetails,
    RuleHint,
)
from costcurve_gui.views.panels.decision_figures import figure_rows
from costcurve_gui.views.panels.decision_foot import DecisionFoot
from costcurve_gui.views.panels.decision_headline import Headline
from costcurve_gui.views.panels.per_case_result import KnownColumns, PerCaseResult
from costcurve_gui.views.panels.review_editor import ReviewEditor
from costcurve_gui.views.panels.review_result import ReviewResult
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import (
    bounds_conflict,
    bounds_text,
    decision_summary,
    inflection,
    new_cases_text,
    optimism,
    policy_text,
    vocabulary,
)
from costcurve_gui.views.text.better_model import also_reaches, better_model
from costcurve_gui.views.text.comparison_text import lead_note
from costcurve_gui.views.widgets.cards import Badge, card_round
from costcurve_gui.views.widgets.figures import FigureRows, LinkedLine, ParagraphLabel
from costcurve_gui.views.widgets.frames import scrolling
from costcurve_gui.views.widgets.labels import name_widget, rule, set_hint

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot

_APART, _NEAR = 8, 6  # between what scrolls, and in a low window
_LEAST_HEIGHT = 200  # of what scrolls above the matrix, before the whole panel does


class DecisionPanel(QWidget):
    """Shows the selected model's policy and edits how it is chosen.

    `objective`, `rule_choice`, `bounds`, `candidates` and `foot` report for themselves. Emits
    `mixture_used(bool)`, `target_edited(Criterion, share)`, `threshold_edited(float)`,
    `follow_best_requested()`, `copy_requested()` and
    `validation_requested()`.
    """

    mixture_used = Signal(bool)
    target_edited = Signal(object, object)
    threshold_edited = Signal(object)
    follow_best_requested = Signal()
    copy_requested = Signal()
    validation_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._snapshot: Snapshot | None = None
        self._compact = self._unused = False
        self.objective = ObjectiveChoice()
        self.rule_choice = RuleChoice()
        self.details = RuleDetails()
        self.rule_hint = RuleHint()
        self.bounds = BoundsEditor()
        self.compromises = CompromiseCard()
        self.review = ReviewEditor()
        self.band = ReviewResult()
        self.known = KnownColumns()
        self.by_case = PerCaseResult()
        self.headline = Headline()
        self.rule = ParagraphLabel("decision_rule", fonts.lead())
        self.expectation = ParagraphLabel("new_cases", fonts.body(fonts.SEMIBOLD))
        self.candidates = CandidateLines()
        self.better = LinkedLine("better_model", tr("Show the best"), tr("Show the best model"))
        self.figures = FigureRows("decision_figures", 5)
        self.mixture = LinkedLine("mixture", tr("Use"), tr("Use this"), font=fonts.small())
        self._mixture_card = card_round(self.mixture, "mixture_card", 8)
        self._also = ParagraphLabel("also_reaches", fonts.small())
        self.badge = Badge("same_sample", tone="warning", link=tr("Validate"), wraps=True)
        self.badge.name_link(tr("Validate the decision"))
        self.foot = DecisionFoot()
        self.confusion = self.foot.confusion
        self._middle = QWidget()  # what scrolls
        self._build()
        self._connect()

    def answer(self) -> str:
        """Return the answer as sentences that stand alone, and what the figures are of."""
        if self._snapshot is None:
            return ""
        said = decision_summary.answer(self._snapshot)
        looks_at_scores = model_ranking.winning_trivial(self._snapshot) is None
        return f"{said} {optimism.mark(self._snapshot).text}." if looks_at_scores else said

    def set_compact(self, compact: bool) -> None:
        """Fold what a low window has no height for."""
        self._compact = compact
        self.bounds.set_compact(compact or self._unused)
        for part in (self._middle, self._body):
            layout = part.layout()
            if layout is not None:
                layout.setSpacing(_NEAR if compact else _APART)

    def _fold_unused_bounds(self, snapshot: Snapshot) -> None:
        """Fold the bounds where a rule of several limits needs their room, and uses none."""
        unused = snapshot.settings.selection.criterion.kind is Kind.PROFIT
        if unused != self._unused:
            self._unused = unused
            self.bounds.set_compact(self._compact or unused)

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show the decision of another snapshot."""
        self._snapshot = snapshot
        if snapshot is None:
            self.details.forget()
            return
        self.objective.show_snapshot(snapshot)
        self.rule_choice.show_criterion(snapshot.settings.selection.criterion)
        key = snapshot.selected or snapshot.best
        known = key is not None and key in snapshot.models
        self._body.setHidden(not known or decision_summary.bounds_exclude_all(snapshot))
        if key is None or not known:
            self._show_nothing()
        else:
            self._show_model(snapshot, key)

    def _show_nothing(self) -> None:
        self.bounds.show_nothing()
        self.foot.show_nothing()
        self.headline.show_words(tr("No model"))
        self.rule.show_sentence(tr("The file has no model to choose from."))

    def _show_model(self, snapshot: Snapshot, key: str) -> None:
        trivial = model_ranking.winning_trivial(snapshot)
        model = snapshot.models[key]
        policy = snapshot.trivial[trivial] if trivial else model.policy
        if trivial:
            self._show_trivial(snapshot, trivial)
        elif decision_summary.bounds_exclude_all(snapshot):
            headline, sentence = bounds_conflict.empty_set(snapshot)
            self.headline.show_words(headline, fault=True)
            self.rule.show_sentence(escape(sentence))
        else:
            self.headline.show_model(model.info.name, model.info.slot)
            self.rule.show_sentence(policy_text.rule_html(snapshot, key))
        self.bounds.show_snapshot(snapshot, policy)
        self.compromises.show_snapshot(snapshot)
        self.review.show_snapshot(snapshot)
        self.known.show_snapshot(snapshot)
        self.by_case.show_snapshot(snapshot)
        self.band.show_snapshot(snapshot)
        if self.rule.isHidden() is self.band.isHidden():
            self.rule.setVisible(self.band.isHidden())  # the band has its limits in three lines
        self._fold_unused_bounds(snapshot)
        self.details.show_snapshot(snapshot, key)
        self.rule_hint.show_snapshot(snapshot)
        self.candidates.show_snapshot(snapshot, key, by_model=trivial is None)
        better = better_model(snapshot, key)
        self.better.show_text("" if better is None else better[1])
        self._show_expectation(snapshot)
        self.figures.show_rows(figure_rows(snapshot, key))
        self._show_mixture(snapshot, key)
        self._show_optimism(snapshot, key)
        decided = not decision_summary.bounds_exclude_all(snapshot)
        self.foot.show_policy(snapshot, policy, decided=decided)

    def _show_expectation(self, snapshot: Snapshot) -> None:
        """Say what to expect of new cases before any figure of this sample."""
        text = new_cases_text.expectation(snapshot)
        self.expectation.show_sentence(escape(text))
        set_hint(self.expectation, new_cases_text.expectation_hint(snapshot))
        if self.expectation.isHidden() == bool(text):
            self.expectation.setVisible(bool(text))

    def _show_mixture(self, snapshot: Snapshot, key: str) -> None:
        text = policy_text.mixture(snapshot, key)
        self.mixture.show_text(text, "" if snapshot.settings.selection.mixed else tr("Or mix:"))
        if self._mixture_card.isHidden() == bool(text):
            self._mixture_card.setVisible(bool(text))

    def _show_trivial(self, snapshot: Snapshot, trivial: str) -> None:
        terms = vocabulary.vocabulary_of(snapshot)
        self.headline.show_words(inflection.sentence_case(terms.all_of(trivial)))
        sentence = vocabulary.trivial_answer(snapshot, trivial).partition(". ")[2]
        self.rule.show_sentence(escape(sentence))

    def _show_optimism(self, snapshot: Snapshot, key: str) -> None:
        said, reselected = optimism.remark(snapshot), optimism.reselected(snapshot)
        self.badge.show_remark(said.text, optimism.tone(snapshot))
        self.badge.show_link(snapshot.curve_set.dataset.kind is TableKind.SCORES)
        set_hint(self.badge, said.hint)
        counted = bounds_text.price_of_counting(snapshot)
        parts = lead_note(snapshot, key), counted, also_reaches(snapshot, key), reselected.text
        self._show_also(" ".join(filter(None, parts)))
        set_hint(self._also, reselected.hint)

    def _show_also(self, text: str) -> None:
        self._also.show_sentence(escape(text))
        if self._also.isHidden() == bool(text):
            self._also.setVisible(bool(text))

    def _build(self) -> None:
        name_widget(self, "decision_panel", tr("Decision"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        area = scrolling(self._middle, "decision_middle")
        area.setMinimumHeight(_LEAST_HEIGHT)
        outer.addWidget(area, 1)
        outer.addWidget(self.foot)
        layout = QVBoxLayout(self._middle)
        layout.setContentsMargins(12, 8, 12, 6)
        layout.setSpacing(_APART)
        layout.addLayout(self._choices())
        self._body = self._build_body()
        layout.addWidget(self.details)
        layout.addWidget(self.rule_hint)
        layout.addWidget(self.bounds)
        layout.addWidget(self.review)
        layout.addWidget(self.known)
        layout.addWidget(rule())
        head = QVBoxLayout()
        head.setContentsMargins(0, 4, 0, 2)
        head.setSpacing(4)
        head.addWidget(self.headline)
        head.addWidget(self.rule)
        head.addWidget(self.candidates)
        layout.addLayout(head)
        layout.addWidget(self.compromises)
        layout.addWidget(self._body)
        layout.addStretch(1)

    def _choices(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for at, (text, choice) in enumerate(
            ((tr("&Objective"), self.objective), (tr("Rule"), self.rule_choice))
        ):
            label = QLabel(text)
            label.setProperty("tone", "muted")
            label.setBuddy(choice)
            grid.addWidget(label, at, 0)
            grid.addWidget(choice, at, 1)
        return grid

    def _build_body(self) -> QWidget:
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_APART)
        self._also.hide()
        self._also.setProperty("tone", "muted")
        self.badge.show_remark(optimism.SAME_SAMPLE)
        self.badge.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._mixture_card.hide()
        for widget in (
            *(self.better, self.band, self.by_case, self.expectation, self.badge, self.figures),
            *(self._mixture_card, self._also),
        ):
            layout.addWidget(widget)
        return body

    def _connect(self) -> None:
        self.details.threshold_edited.connect(self.threshold_edited)
        self.details.target_edited.connect(self.target_edited)
        self.foot.validation_requested.connect(self.validation_requested)
        self.badge.link_clicked.connect(self.validation_requested)
        self.better.link_clicked.connect(self.follow_best_requested)
        self.mixture.link_clicked.connect(self._switch_mixture)
        self.compromises.chosen.connect(self.bounds.bounds_changed)

    def _switch_mixture(self) -> None:
        if self._snapshot is not None:
            self.mixture_used.emit(not self._snapshot.settings.selection.mixed)
