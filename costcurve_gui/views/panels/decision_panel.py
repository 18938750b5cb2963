"""The panel of the decision: which model, which rule, what it earns."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.models.state import Criterion
from costcurve_gui.views import answers, fonts, honesty, members, numbers, rules, verbs, words
from costcurve_gui.views.common_words import lead_note
from costcurve_gui.views.panels.bounds_editor import BoundsEditor
from costcurve_gui.views.panels.confusion_view import ConfusionView
from costcurve_gui.views.panels.decision_figures import also_reaches, better_model, figure_rows
from costcurve_gui.views.panels.headline import Headline
from costcurve_gui.views.widgets.badge import Badge
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.figures import FigureLabel, FigureRows, ParagraphLabel, SpareLabel
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.text import ElidedLabel, name_widget, rule, text_label

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame

CRITERIA = {
    Criterion.MIN_COST: "Minimum expected cost",
    Criterion.MAX_PROFIT: "Maximum expected profit",
    Criterion.NEYMAN_PEARSON: "Neyman-Pearson",
    Criterion.WORKFORCE: "Workforce capacity",
    Criterion.MANUAL: "Manual threshold",
    Criterion.TARGET_RECALL: "Target recall",
    Criterion.TARGET_PRECISION: "Target precision",
    Criterion.PERFORMANCE_INDEPENDENT: "Performance-independent",
    Criterion.YOUDEN: "Youden index",
    Criterion.CLOSEST_TO_CORNER: "Closest to (0, 1)",
}
_MOST_CASES = 1e12

_MANY = 1_000_000  # a population with more digits than the field's usual width


class DecisionPanel(QWidget):
    """Shows the selected model's policy and edits how it is chosen.

    Emits `criterion_chosen(Criterion)`, `max_fpr_edited(rate)`, `min_tpr_edited(rate)`,
    `min_precision_edited(share)`, `capacity_edited(cases)`,
    `population_edited(cases)`, `threshold_edited(float)`, `follow_best_requested()` and
    `copy_requested()`.
    """

    criterion_chosen = Signal(object)
    max_fpr_edited = Signal(object)
    min_tpr_edited = Signal(object)
    min_precision_edited = Signal(object)
    capacity_edited = Signal(object)
    population_edited = Signal(object)
    threshold_edited = Signal(object)
    follow_best_requested = Signal()
    copy_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._frame: Frame | None = None
        self.criterion = QComboBox()
        self.threshold = NumberField("manual_threshold", "Threshold")
        self.member = QComboBox()
        self._threshold_name = text_label("Threshold", tone="muted")
        self._threshold_row = QWidget()
        self.bounds = BoundsEditor()
        self.headline = Headline()
        self.rule = ParagraphLabel("decision_rule", fonts.lead())
        self._better_text = ElidedLabel(tone="muted")
        self._better_link = LinkButton("Show the best")
        self._better_row = QWidget()
        self.figures = FigureRows("decision_figures", 4)
        self._also = ParagraphLabel("also_reaches", fonts.small())
        self.badge = Badge("same_sample", tone="warning")
        self.population = NumberField(
            "population",
            "Cases decided on",
            read=numbers.parse_count,
            check=_check_population,
        )
        self._nouns = text_label(tone="muted", name="population_nouns")
        self.total = FigureLabel(fonts.body(fonts.SEMIBOLD), "+601 531 DM", name="total_profit")
        self.confusion = ConfusionView()
        self._rule = rule()
        self._build()
        self._connect()

    def answer(self) -> str:
        """Return the answer as sentences that stand alone."""
        return "" if self._frame is None else answers.answer(self._frame)

    def set_compact(self, compact: bool) -> None:
        """Fold what a low window has no height for."""
        self.bounds.set_compact(compact)
        self._rule.setVisible(not compact)

    def show_frame(self, frame: Frame | None) -> None:
        """Show the decision of another frame."""
        self._frame = frame
        if frame is None:
            return
        self._show_criterion(frame.settings.selection.criterion)
        key = frame.selected or frame.best
        self._show_empty(key is None or key not in frame.models)
        if key is not None and key in frame.models:
            self._show_model(frame, key)

    def _show_criterion(self, criterion: Criterion) -> None:
        at = self.criterion.findData(criterion)
        if at != self.criterion.currentIndex():
            self.criterion.setCurrentIndex(at)
        self._threshold_row.setVisible(criterion is Criterion.MANUAL)

    def _show_empty(self, empty: bool) -> None:
        if self._body.isHidden() == empty:
            return
        self._body.setHidden(empty)
        if empty:
            self.bounds.show_nothing()
            self.headline.show_words("No model is switched on")
            self.rule.show_sentence("Switch one on in Data and models.")

    def _show_model(self, frame: Frame, key: str) -> None:
        trivial = words.winning_trivial(frame)
        model = frame.models[key]
        policy = frame.trivial[trivial] if trivial else model.policy
        if trivial:
            self._show_trivial(frame, trivial)
        else:
            self.headline.show_model(model.info.name, model.info.slot)
            self.rule.show_sentence(rules.rule_html(frame, key))
        self.bounds.show_frame(frame, policy, met=model.met)
        self._show_threshold(frame, key)
        self._show_better(frame, key)
        self.figures.show_rows(figure_rows(frame, key))
        self._show_honesty(frame, key)
        self._show_volume(frame, policy)

    def _show_trivial(self, frame: Frame, trivial: str) -> None:
        vocabulary = words.vocabulary(frame)
        self.headline.show_words(verbs.sentence_case(vocabulary.all_of(trivial)))
        sentence = words.trivial_answer(frame, trivial).partition(". ")[2]
        self.rule.show_sentence(escape(sentence))

    def _show_threshold(self, frame: Frame, key: str) -> None:
        policy = frame.models[key].policy
        scene = words.model_scene(frame.scene, key)
        family = members.family_of(scene)
        self.threshold.setVisible(family is None)
        self.member.setVisible(family is not None)
        title = "Threshold" if family is None else "Member"
        if self._threshold_name.text() != title:
            self._threshold_name.setText(title)
        if family is None:
            text = words.threshold_text(scene, policy.index, policy.threshold)
            self.threshold.show_text(text)
        else:
            self._show_members(family, policy)

    def _show_members(self, family: FamilyTable, policy: Policy) -> None:
        shown = [self.member.itemText(at) for at in range(self.member.count())]
        wanted = [words.member_text(name) for name in family.names]
        if shown != wanted:
            self.member.clear()
            self.member.addItems(wanted)
        self.member.setCurrentIndex(policy.index)

    def _show_better(self, frame: Frame, key: str) -> None:
        better = better_model(frame, key)
        if better is not None:
            self._better_text.set_full_text(better[1])
        if self._better_row.isHidden() == (better is not None):
            self._better_row.setVisible(better is not None)

    def _show_honesty(self, frame: Frame, key: str) -> None:
        said, anew = honesty.estimate(frame), honesty.chosen_anew(frame)
        self.badge.show_remark(said.text)
        self.badge.setToolTip(said.hint)
        parts = lead_note(frame, key), also_reaches(frame, key), anew.text
        self._show_also(" ".join(filter(None, parts)))
        self._also.setToolTip(anew.hint)

    def _show_also(self, text: str) -> None:
        self._also.show_sentence(escape(text))
        if self._also.isHidden() == bool(text):
            self._also.setVisible(bool(text))

    def _show_volume(self, frame: Frame, policy: Policy) -> None:
        vocabulary, selection = words.vocabulary(frame), frame.settings.selection
        many = selection.population >= _MANY
        self.population.setFixedWidth(fonts.scaled(96 if many else 66))
        self.population.show_text(numbers.count(selection.population))
        self._nouns.setVisible(not many)  # the number needs their room
        if self._nouns.text() != vocabulary.nouns:
            self._nouns.setText(vocabulary.nouns)
        total = policy.expected_profit * selection.population
        self.total.show_figure(numbers.money_total(total, vocabulary.unit))
        self.confusion.show_policy(frame, policy)

    def _build(self) -> None:
        name_widget(self, "decision_panel", "Decision")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(9)
        layout.addLayout(self._criterion_row())
        self._body = self._build_body()
        layout.addWidget(self._build_threshold())
        layout.addWidget(_fault_line(self.threshold))
        layout.addWidget(self.bounds)
        layout.addWidget(rule())
        head = QVBoxLayout()
        head.setContentsMargins(0, 4, 0, 2)
        head.setSpacing(4)
        head.addWidget(self.headline)
        head.addWidget(self.rule)
        layout.addLayout(head)
        layout.addWidget(self._body)
        layout.addStretch(1)

    def _criterion_row(self) -> QHBoxLayout:
        name_widget(self.criterion, "criterion", "Choose by")
        for criterion, text in CRITERIA.items():
            self.criterion.addItem(text, criterion)
        self.criterion.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(text_label("Choose by", tone="muted"))
        row.addWidget(self.criterion, 1)
        return row

    def _build_threshold(self) -> QWidget:
        row = QHBoxLayout(self._threshold_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        name_widget(self.member, "manual_member", "Member of the family")
        row.addWidget(self._threshold_name)
        row.addWidget(self.threshold)
        row.addWidget(self.member, 1)
        self.threshold.setFixedWidth(fonts.scaled(110))
        row.addStretch(1)
        self._threshold_row.hide()
        return self._threshold_row

    def _build_body(self) -> QWidget:
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self._also.hide()
        self._also.setProperty("tone", "muted")
        self.badge.show_remark(honesty.SAME_SAMPLE)
        self.badge.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for widget in (self._build_better(), self.figures, self.badge, self._also, self._rule):
            layout.addWidget(widget)
        layout.addLayout(self._volume_row())
        layout.addWidget(_fault_line(self.population))
        layout.addWidget(self.confusion)
        return body

    def _build_better(self) -> QWidget:
        name_widget(self._better_link, "show_best", "Show the best model")
        self._better_text.setObjectName("better_model")
        row = QHBoxLayout(self._better_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._better_text, 1)
        row.addWidget(self._better_link)
        self._better_row.hide()
        return self._better_row

    def _volume_row(self) -> QHBoxLayout:
        self.population.setFixedWidth(fonts.scaled(66))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(text_label("Expected for", tone="muted"))
        row.addWidget(self.population)
        row.addWidget(self._nouns)
        row.addWidget(SpareLabel("profit"), 1)
        row.addWidget(self.total)
        return row

    def _connect(self) -> None:
        self.population.set_hint("How many cases the figures below are expected for")
        self.threshold.set_hint("The score from which cases are acted on")
        self.criterion.activated.connect(self._report_criterion)
        self.bounds.criterion_chosen.connect(self.criterion_chosen)
        self.bounds.max_fpr_edited.connect(self.max_fpr_edited)
        self.bounds.min_tpr_edited.connect(self.min_tpr_edited)
        self.bounds.min_precision_edited.connect(self.min_precision_edited)
        self.bounds.capacity_edited.connect(self.capacity_edited)
        self.threshold.committed.connect(self._report_threshold)
        self.member.activated.connect(lambda row: self.threshold_edited.emit(float(row)))
        self.population.committed.connect(lambda cases: self.population_edited.emit(int(cases)))
        self._better_link.clicked.connect(self.follow_best_requested)

    def _report_threshold(self, typed: float) -> None:
        frame = self._frame
        key = None if frame is None else frame.selected
        if frame is not None and key is not None:
            sign = words.score_sign(words.model_scene(frame.scene, key))
            self.threshold_edited.emit(sign * typed)

    def _report_criterion(self, index: int) -> None:
        self.criterion_chosen.emit(Criterion(self.criterion.itemData(index)))


def _fault_line(field: NumberField) -> QWidget:
    """Return a line that says what is wrong with a field, and takes no room while nothing is."""
    line = text_label(
        font=fonts.small(), tone="danger", wrap=True, name=f"{field.objectName()}_fault"
    )
    line.hide()

    def show(fault: str) -> None:
        line.setText(fault)
        line.setVisible(bool(fault))

    field.fault_changed.connect(show)
    return line


def _check_population(cases: float) -> str:
    if cases < 1:
        return "The number of cases must be 1 or more."
    if cases > _MOST_CASES:
        return f"The number of cases must be {numbers.count(_MOST_CASES)} or less."
    return "" if cases == int(cases) else "A number of cases is whole."
