"""The panel of the decision: which model, which rule, what it earns."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from costcurve_gui.analysis import model_ranking
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
from costcurve_gui.views.panels.decision_counts import DecisionCounts, DecisionFoot
from costcurve_gui.views.panels.decision_figures import figure_rows, figures_title
from costcurve_gui.views.panels.decision_head import DecisionHead
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
    uncertainty_text,
    vocabulary,
)
from costcurve_gui.views.text.better_model import also_reaches, better_model
from costcurve_gui.views.text.comparison_text import lead_note
from costcurve_gui.views.text.decision_head import normalized_cost, trivial_offer
from costcurve_gui.views.text.decision_uncertainty import expects_intervals
from costcurve_gui.views.widgets.cards import card_round
from costcurve_gui.views.widgets.figures import FigureRows, LinkedLine, ParagraphLabel
from costcurve_gui.views.widgets.frames import scrolling
from costcurve_gui.views.widgets.labels import name_widget, rule, set_hint, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.bounds import BoundKind
    from costcurve_gui.views.text.decision_head import Verdict

_APART, _NEAR = 8, 6  # between groups of what scrolls, and between the choices
_MARGINS = (12, 8, 12, 0)


class DecisionPanel(QWidget):
    """Shows the selected model's policy and edits how it is chosen.

    Head and foot stay; between them scrolls how it is chosen, its leads, what else is offered and
    what to expect of how many cases. `objective`, `rule_choice`, `bounds`, `candidates`, `counts`
    and `foot` report for themselves. Emits `mixture_used(bool)`,
    `target_edited(Criterion, share)`, `threshold_edited(float)`, `follow_best_requested()`,
    `copy_requested()` and `validation_requested()`.
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
        self._offered = ""  # trivial classifier
        self.head = DecisionHead()
        self.headline, self.rule = self.head.headline, self.head.rule
        self.objective = ObjectiveChoice()
        self.rule_choice = RuleChoice()
        self.details = RuleDetails()
        self.rule_hint = RuleHint()
        self.whole_rule = ParagraphLabel("whole_rule", fonts.body())
        self.bounds = BoundsEditor()
        self.compromises = CompromiseCard()
        self.review = ReviewEditor()
        self.band = ReviewResult()
        self.known = KnownColumns()
        self.by_case = PerCaseResult()
        self.candidates = CandidateLines()
        self.better = LinkedLine("better_model", tr("Show the best"), tr("Show the best model"))
        self.figures_title = text_label(font=fonts.small(), tone="muted", name="figures_title")
        self._level = text_label(font=fonts.small(), tone="muted", name="figures_level")
        self.figures = FigureRows("decision_figures", 5, tr("+00 DM"))
        self.mixture = LinkedLine("mixture", tr("Use"), tr("Use this"), font=fonts.small())
        self._mixture_card = card_round(self.mixture, "mixture_card", 8)
        self.trivial = LinkedLine(
            "trivial_offer", tr("Use"), tr("Use no model"), font=fonts.small()
        )
        self._trivial_card = card_round(self.trivial, "trivial_card", 8)
        self._also = ParagraphLabel("also_reaches", fonts.small())
        self.counts = DecisionCounts()
        self.confusion = self.counts.confusion
        self.foot = DecisionFoot()
        self._middle = QWidget()  # what scrolls
        self._labels: list[QLabel] = []  # of the choices
        self._build()
        self._connect()

    def answer(self) -> str:
        """Return the answer as sentences that stand alone, and what the figures are of."""
        snapshot = self._snapshot
        if snapshot is None:
            return ""
        said = decision_summary.answer(snapshot)
        key = snapshot.selected or snapshot.best
        if key is None or model_ranking.winning_trivial(snapshot) is not None:
            return said
        if decision_summary.bounds_exclude_all(snapshot):
            return f"{said} {optimism.mark(snapshot).text}."
        again = optimism.reselected(snapshot).text
        chosen_again = "" if again.endswith("\u2026") else again  # it is being computed
        more = optimism.mark(snapshot).text, normalized_cost(snapshot, key), chosen_again
        return " ".join((said, *(f"{one}." for one in more if one)))

    def set_compact(self, compact: bool) -> None:
        """Put both lists into one row, without labels, in a low window."""
        for label in self._labels:
            label.setVisible(not compact)
        self._objective_key.setEnabled(compact)
        place = (0, 2) if compact else (1, 1)
        self._choices.removeWidget(self.rule_choice)
        self._choices.addWidget(self.rule_choice, *place)
        self._choices.setColumnStretch(2, int(compact))

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show the decision of another snapshot."""
        self._snapshot = snapshot
        if snapshot is None:
            self.details.forget()
            self.counts.forget()
            self.bounds.show_nothing()
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
        self.foot.show_decided(decided=False, has_cases=False)
        self.head.show_nothing()
        self.headline.show_words(tr("No model"))
        self.rule.show_html(tr("The file has no model to choose from."))

    def _show_model(self, snapshot: Snapshot, key: str) -> None:
        trivial = model_ranking.winning_trivial(snapshot)
        policy = snapshot.trivial[trivial] if trivial else snapshot.models[key].policy
        decided = not decision_summary.bounds_exclude_all(snapshot)
        has_cases = snapshot.curve_set.dataset.kind is TableKind.SCORES
        self._show_rule(snapshot, key, trivial)
        verdict = self.head.show_decision(snapshot, key, decided=decided)
        self.bounds.show_snapshot(snapshot, policy)
        self.compromises.show_snapshot(snapshot)
        for part in (self.review, self.known, self.by_case, self.band, self.rule_hint):
            part.show_snapshot(snapshot)
        self.details.show_snapshot(snapshot, key)
        self._show_whole_rule(snapshot, key)
        self.candidates.show_snapshot(snapshot, key)
        better = better_model(snapshot, key)
        self.better.show_text("" if better is None else better[1])
        self._show_figures(snapshot, key)
        self._show_offers(snapshot, key, verdict)
        self._show_also(snapshot, key)
        if decided:
            self.counts.show_policy(snapshot, policy)
        self.foot.show_decided(
            decided=decided, has_cases=has_cases, doubtful=has_cases and bool(verdict.trivial)
        )

    def _show_rule(self, snapshot: Snapshot, key: str, trivial: str | None) -> None:
        info = snapshot.models[key].info
        self.head.expect([model.info.name for model in snapshot.models.values()])
        if trivial:
            said = vocabulary.trivial_answer(snapshot, trivial).partition(". ")[2]
            all_of = vocabulary.vocabulary_of(snapshot).all_of(trivial)
            self.headline.show_words(inflection.sentence_case(all_of))
            self.rule.show_html(escape(said))
        elif decision_summary.bounds_exclude_all(snapshot):
            self.headline.show_words(tr("No rule"), fault=True)
            self.rule.show_html(escape(bounds_conflict.empty_set(snapshot)[0]))
        else:
            self.headline.show_model(info.name, info.slot)
            chosen_again = optimism.reselected(snapshot)
            hint = "\n".join(filter(None, (chosen_again.text, chosen_again.hint)))
            policy = snapshot.models[key].policy
            self.rule.show_html(policy_text.policy_html(snapshot, key, policy), hint)

    def _show_whole_rule(self, snapshot: Snapshot, key: str) -> None:
        """Say below the head why a rule is not as wanted, and what does not fit there."""
        said = escape(policy_text.shortfall(snapshot, key))
        if decision_summary.bounds_exclude_all(snapshot):
            said = ""
        elif not self.rule.is_whole and self.band.isHidden():
            policy = snapshot.models[key].policy
            rule_html = policy_text.policy_html(snapshot, key, policy)
            said = " ".join(filter(None, (said, rule_html)))
        _show_sentence(self.whole_rule, said)

    def _show_figures(self, snapshot: Snapshot, key: str) -> None:
        self.figures.show_rows(figure_rows(snapshot, key))
        title = figures_title(snapshot, key)
        spec = snapshot.settings.bands.spec
        level = uncertainty_text.level(spec) if expects_intervals(snapshot) else ""
        for label, text in ((self.figures_title, title), (self._level, level)):
            if label.text() != text:
                label.setText(text)

    def _show_offers(self, snapshot: Snapshot, key: str, verdict: Verdict) -> None:
        """Offer a mixture of two thresholds, or the trivial classifier that is as good."""
        text = policy_text.mixture_in_short(snapshot, key)
        self.mixture.show_text(text, "" if snapshot.settings.selection.mixed else tr("Or mix:"))
        set_hint(self.mixture, policy_text.mixture(snapshot, key))
        self._offered = verdict.trivial
        offer = trivial_offer(snapshot, self._offered) if self._offered else ""
        all_of = vocabulary.vocabulary_of(snapshot).all_of(self._offered)
        self.trivial.show_text(offer, tr("Or {all_of}:", all_of=all_of))
        for card, said in ((self._mixture_card, text), (self._trivial_card, offer)):
            if card.isHidden() == bool(said):
                card.setVisible(bool(said))

    def _show_also(self, snapshot: Snapshot, key: str) -> None:
        few = new_cases_text.few_cases(snapshot)
        parts = (
            *(f"{few}." if few else "", lead_note(snapshot, key)),
            *(bounds_text.price_of_counting(snapshot), also_reaches(snapshot, key)),
        )
        _show_sentence(self._also, escape(" ".join(filter(None, parts))))

    def _build(self) -> None:
        name_widget(self, "decision_panel", tr("Decision"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.head)
        outer.addWidget(rule())
        self._area = scrolling(self._middle, "decision_middle")
        self._area.verticalScrollBar().rangeChanged.connect(self._show_scrolled)
        outer.addWidget(self._area, 1)
        outer.addWidget(self.foot)
        layout = QVBoxLayout(self._middle)
        layout.setContentsMargins(*_MARGINS)
        layout.setSpacing(_NEAR)
        self._body = self._build_body()
        self.whole_rule.hide()
        layout.addLayout(self._build_choices())
        for part in (
            *(self.whole_rule, self.details, self.rule_hint, self.bounds, self.review),
            *(self.known, self.compromises, self._body),
        ):
            layout.addWidget(part)
        layout.addStretch(1)

    def _show_scrolled(self, _low: int, high: int) -> None:
        """Part foot and figures where these scroll; the bar takes its room from the margin."""
        self.foot.edge.setVisible(high > 0)
        left, top, right, bottom = _MARGINS
        bar = self._area.verticalScrollBar().sizeHint().width() if high else 0
        layout = self._middle.layout()
        if layout is not None:
            layout.setContentsMargins(left, top, max(right - bar, 0), bottom)

    def _build_choices(self) -> QGridLayout:
        grid = self._choices = QGridLayout()
        grid.setHorizontalSpacing(_APART)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for at, (text, choice) in enumerate(
            ((tr("&Objective"), self.objective), (tr("Rule"), self.rule_choice))
        ):
            label = text_label(text, tone="muted")
            label.setBuddy(choice)
            self._labels.append(label)
            grid.addWidget(label, at, 0)
            grid.addWidget(choice, at, 1)
        # The bounds stand below the same column of labels.
        width = max(label.sizeHint().width() for label in self._labels)
        grid.setColumnMinimumWidth(0, 0)
        self.bounds.title.setMinimumWidth(width)
        # A label that is not seen has no access key.
        keys = QKeySequence.mnemonic(tr("&Objective"))
        self._objective_key = QShortcut(keys, self, enabled=False)
        self._objective_key.activated.connect(
            lambda: self.objective.setFocus(Qt.FocusReason.ShortcutFocusReason)
        )
        return grid

    def _build_body(self) -> QWidget:
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_APART)
        self._also.hide()
        self._also.setProperty("tone", "muted")
        title = QHBoxLayout()
        title.addWidget(self.figures_title, 1)
        title.addWidget(self._level)
        leads = QVBoxLayout()
        leads.setSpacing(4)
        leads.addLayout(title)
        leads.addWidget(self.figures)
        layout.addWidget(rule())
        layout.addWidget(self.band)
        layout.addWidget(self.by_case)
        layout.addLayout(leads)
        for widget in (
            *(self._also, self.better, self.candidates, self._mixture_card, self._trivial_card),
            *(rule(), self.counts),
        ):
            layout.addWidget(widget)
        for card in (self._mixture_card, self._trivial_card):
            card.setProperty("ground", "raised")
            card.hide()
        return body

    def _connect(self) -> None:
        self.details.threshold_edited.connect(self.threshold_edited)
        self.details.target_edited.connect(self.target_edited)
        for part in (self.head, self.foot):
            part.validation_requested.connect(self.validation_requested)
        self.better.link_clicked.connect(self.follow_best_requested)
        self.mixture.link_clicked.connect(self._switch_mixture)
        self.trivial.link_clicked.connect(self._use_trivial)
        self.compromises.chosen.connect(self._set_bounds)

    def _switch_mixture(self) -> None:
        if self._snapshot is not None:
            self.mixture_used.emit(not self._snapshot.settings.selection.mixed)

    def _use_trivial(self) -> None:
        """Decide by a threshold beyond all scores; the focus goes to its field."""
        self.threshold_edited.emit(-math.inf if self._offered == "all" else math.inf)
        self.rule_choice.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_bounds(self, limits: Mapping[BoundKind, float]) -> None:
        """Take limits that some threshold keeps; the focus goes to the first of them."""
        self.bounds.bounds_changed.emit(limits)
        self.bounds.focus_first(limits)


def _show_sentence(label: ParagraphLabel, html: str) -> None:
    label.show_sentence(html)
    if label.isHidden() == bool(html):
        label.setVisible(bool(html))
