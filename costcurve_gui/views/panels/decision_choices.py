"""What the user chooses for the decision: objective, criterion, and what it needs."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.analysis.criteria import (
    CRITERIA,
    MANUAL,
    OFFERED,
)
from costcurve_gui.analysis.found_criteria import BEST_UNIT_PROFIT, LEAST_EXPECTED_COST
from costcurve_gui.analysis.found_thresholds import NO_MEANS, NO_UNITS, NOTHING_UNCERTAIN
from costcurve_gui.analysis.selection_settings import Start
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.bound_row import RATE_ACCEPTED, check_rate, read_rate
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.text import bounds_text, inflection, numbers, policy_text, vocabulary
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField
from costcurve_gui.views.widgets.figures import LinkedLine
from costcurve_gui.views.widgets.labels import set_hint, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.selection_settings import Criterion, Target
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.selection.policy import Policy


_NOTE_ROLE = Qt.ItemDataRole.UserRole + 1
_MARGIN, _GAP = 8, 3
_LETTERS = 10
_Index = QModelIndex | QPersistentModelIndex


def share_a_row(box: ChoiceBox) -> None:
    """Let a list be as narrow as half of the panel; its tooltip and its rows have the whole."""
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(_LETTERS)


class ObjectiveChoice(ChoiceBox):
    """Emits `objective_chosen(Objective)`, and `start_requested(Start)` for what sets a bound too.

    Nothing else in the window changes the objective.
    """

    objective_chosen = Signal(object)
    start_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__("objective", tr("Objective"))
        self._objective: Objective | None = None
        share_a_row(self)
        self.setItemDelegate(_TwoLines(self))
        self._fill()
        self.activated.connect(self._report)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the objective of another snapshot, in the words of its file."""
        selection = snapshot.settings.selection
        self._objective = snapshot.settings.objective
        self._show(Objective.TPR, tr("Most positives caught"))
        for start in Start:
            limit = selection.bounds.limits.get(start.kind)
            if limit is None:
                limit = start.limit_for(selection.population)
            name = (
                "fpr"
                if start.kind is BoundKind.FPR
                else bounds_text.bound_name(snapshot, start.kind)
            )
            limit_said = f"\u2264 {bounds_text.limit_text(start.kind, limit)}"
            note = tr(
                "most positives caught, {name} {limit_said}",
                name=inflection.decapitalised(name),
                limit_said=limit_said,
            )
            self._show(start, start.text, note)
        uses = selection.criterion.uses_objective
        if self.isEnabled() != uses:
            self.setEnabled(uses)
        set_hint(
            self, "" if uses else tr("{label} uses no objective", label=selection.criterion.label)
        )
        self._select()

    def _show(self, choice: Objective | Start, text: str, note: str = "") -> None:
        at = self.findData(choice)
        if self.itemText(at) != text:
            self.setItemText(at, text)
        if note and self.itemData(at, _NOTE_ROLE) != note:
            self.setItemData(at, note, _NOTE_ROLE)

    def _select(self) -> None:
        at = self.findData(self._objective)
        if at != self.currentIndex():
            self.setCurrentIndex(at)

    def _fill(self) -> None:
        for objective, text, note in (
            (Objective.PROFIT, tr("Highest profit"), tr("money, from the payoffs")),
            (Objective.COST, tr("Lowest cost"), tr("normalized expected cost")),
            (Objective.TPR, tr("Most positives caught"), tr("counts decide; money stays in view")),
        ):
            self.addItem(text, objective)
            self.setItemData(self.count() - 1, note, _NOTE_ROLE)
        self.insertSeparator(self.count())
        heading = QStandardItem(tr("Start from"))
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        model = self.model()
        if isinstance(model, QStandardItemModel):
            model.appendRow(heading)
        for start in Start:
            self.addItem(start.text, start)

    def _report(self, index: int) -> None:
        chosen = self.itemData(index)
        self._select()  # until the new snapshot comes
        if chosen in list(Start):
            self.start_requested.emit(Start(chosen))
        elif chosen != self._objective:
            self.objective_chosen.emit(Objective(chosen))


class RuleChoice(ChoiceBox):
    """Emits `criterion_chosen(Criterion)`."""

    criterion_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("rule", tr("Rule"))
        self.offer((one.label, one.key, one.hint) for one in OFFERED)
        share_a_row(self)
        self.activated.connect(lambda at: self.criterion_chosen.emit(CRITERIA[self.itemData(at)]))

    def show_criterion(self, criterion: Criterion) -> None:
        """Show another criterion."""
        at = self.findData(criterion.key)
        if at != self.currentIndex():
            self.setCurrentIndex(at)


class RuleHint(LinkedLine):
    """Says what a rule lacks, and leads to where that is set.

    Emits `units_wanted()`, or `uncertainty_wanted(str)`: which kind of range or belief.
    """

    units_wanted = Signal()
    uncertainty_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__(
            "rule_hint", tr("Set a range"), tr("Set what the rule needs"), font=fonts.small()
        )
        self._criterion: Criterion | None = None
        self.link_clicked.connect(self._lead)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show what the rule of another snapshot lacks."""
        self._criterion = snapshot.settings.selection.criterion
        fault = policy_text.not_found(snapshot)
        if fault == NOTHING_UNCERTAIN and self._criterion is LEAST_EXPECTED_COST:
            self.show_text(_LACKING_BELIEF)
        else:
            self.show_text(_LACKING.get(fault, ""))
        self.link.setText(_LINKS.get(self._criterion, tr("Set a range")))

    def _lead(self) -> None:
        if self._criterion is BEST_UNIT_PROFIT:
            self.units_wanted.emit()
        else:  # a mean takes probabilities
            belief = self._criterion is LEAST_EXPECTED_COST
            self.uncertainty_wanted.emit("triangular" if belief else "range")


_LINKS = {BEST_UNIT_PROFIT: tr("Choose units"), LEAST_EXPECTED_COST: tr("Set a belief")}
_LACKING_BELIEF = tr(
    "Set a belief first: of the prior, the cost ratio or a named number of the payoffs."
)
_LACKING = {
    NOTHING_UNCERTAIN: tr(
        "Set a range or a belief first: of the prior, the cost ratio or a named number "
        "of the payoffs."
    ),
    NO_MEANS: tr("Give one of the numbers a belief first: a range has no probabilities."),
    NO_UNITS: tr("Choose a column of units first, such as card or customer."),
}


class _TwoLines(QStyledItemDelegate):
    """Paints a name with a muted note below it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the room for both lines."""
        del option
        note, text = str(index.data(_NOTE_ROLE) or ""), str(index.data() or "")
        body, small = QFontMetrics(fonts.body(fonts.SEMIBOLD)), QFontMetrics(fonts.small())
        if not text:
            return QSize(0, 2 * _GAP + 1)
        width = max(body.horizontalAdvance(text), small.horizontalAdvance(note)) + 2 * _MARGIN
        height = body.height() + small.height() if note else small.height()
        return QSize(width, height + 2 * _GAP + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the name and the note."""
        note, text = index.data(_NOTE_ROLE), str(index.data() or "")
        tokens = tokens_in_use()
        if not text:
            middle = option.rect.center().y()
            line = QRect(option.rect.left(), middle, option.rect.width(), 1)
            painter.fillRect(line, QColor(tokens.border))
            return
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(tokens.accent_soft))
        room = option.rect.adjusted(_MARGIN, _GAP, -_MARGIN, -_GAP)
        side = Qt.AlignmentFlag.AlignLeft
        painter.setFont(fonts.body(fonts.SEMIBOLD) if note else fonts.small())
        painter.setPen(QColor(tokens.text if note else tokens.muted))
        painter.drawText(room, side | Qt.AlignmentFlag.AlignTop, text)
        painter.setFont(fonts.small())
        painter.setPen(QColor(tokens.muted))
        painter.drawText(room, side | Qt.AlignmentFlag.AlignBottom, str(note or ""))
        painter.restore()


class RuleDetails(QWidget):
    """One line: the field of the criterion in force; hidden where it needs none.

    Emits `threshold_edited(float)` and `target_edited(Criterion, share)`.
    """

    threshold_edited = Signal(object)
    target_edited = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._snapshot: Snapshot | None = None
        self._name = text_label(tone="muted")
        self._fields: list[QWidget] = []  # those that a criterion needed so far
        self._targets: dict[Criterion, NumberField] = {}
        self._row = QHBoxLayout()
        self._lines = QVBoxLayout(self)
        self._build()

    @cached_property
    def threshold(self) -> NumberField:
        """The field of a threshold set by hand."""
        field = NumberField("manual_threshold", tr("Threshold"))
        field.set_hint(tr("The score from which cases are acted on"))
        field.committed.connect(self._report_threshold)
        self._add_number(field)
        return field

    @cached_property
    def classifier(self) -> ChoiceBox:
        """The classifiers of a family, of which one is chosen by hand."""
        box = ChoiceBox("manual_classifier", tr("Classifier"))
        box.activated.connect(lambda row: self.threshold_edited.emit(float(row)))
        self._add(box, stretch=1)
        return box

    def show_snapshot(self, snapshot: Snapshot, key: str) -> None:
        """Show the field of another snapshot's criterion, for one model."""
        self._snapshot = snapshot
        field = self._filled(snapshot, key)
        for one in self._fields:
            one.setVisible(one is field)
        name = "" if field is None else field.accessibleName()
        if name != self._name.text():
            self._name.setText(name)
        if self.isHidden() == bool(name):
            self.setVisible(bool(name))

    def forget(self) -> None:
        """Let go of the snapshot on show: it has every case of its file."""
        self._snapshot = None

    def _filled(self, snapshot: Snapshot, key: str) -> QWidget | None:
        """Return the field that the criterion needs, with what is in force; None for most."""
        selection, policy = snapshot.settings.selection, snapshot.models[key].policy
        criterion = selection.criterion
        if criterion.target is not None:
            target = self._target_of(criterion, criterion.target)
            target.show_text(policy_text.target_text(criterion, selection.target(criterion)))
            return target
        if criterion is not MANUAL:
            return None
        curves = vocabulary.model_curves_of(snapshot.curve_set, key)
        family = vocabulary.family_of(curves)
        if family is not None:
            self._show_classifiers(family, policy)
            return self.classifier
        self.threshold.show_text(vocabulary.threshold_text(curves, policy.index, policy.threshold))
        return self.threshold

    def _show_classifiers(self, family: FamilyTable, policy: Policy) -> None:
        shown = [self.classifier.itemText(at) for at in range(self.classifier.count())]
        wanted = [vocabulary.classifier_text(name) for name in family.names]
        if shown != wanted:
            self.classifier.clear()
            self.classifier.addItems(wanted)
        self.classifier.setCurrentIndex(policy.index)

    def _target_of(self, criterion: Criterion, target: Target) -> NumberField:
        if criterion not in self._targets:
            field = self._targets[criterion] = target_field(criterion.key, target)
            field.committed.connect(partial(self.target_edited.emit, criterion))
            self._add_number(field)
        return self._targets[criterion]

    def _build(self) -> None:
        self._row.setSpacing(8)
        self._row.addWidget(self._name)
        self._row.addStretch(1)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(4)
        self._lines.addLayout(self._row)
        self.hide()

    def _add_number(self, field: NumberField) -> None:
        field.setFixedWidth(fonts.scaled(110))
        self._add(field)
        self._lines.addWidget(fault_line(field))

    def _add(self, field: QWidget, stretch: int = 0) -> None:
        field.hide()
        self._fields.append(field)
        self._row.insertWidget(self._row.count() - 1, field, stretch)

    def _report_threshold(self, typed: float) -> None:
        snapshot = self._snapshot
        key = None if snapshot is None else snapshot.selected
        if snapshot is not None and key is not None:
            sign = vocabulary.score_sign(vocabulary.model_curves_of(snapshot.curve_set, key))
            self.threshold_edited.emit(sign * typed)


def target_field(name: str, target: Target) -> NumberField:
    """Return the field that a target is typed into, as a rate or in percent."""
    read = numbers.parse_share if target.as_percent else read_rate
    check = partial(_check_percent, target.noun) if target.as_percent else check_rate
    field = NumberField(name, target.name, read=read, check=check, accepted=RATE_ACCEPTED)
    field.set_hint(target.hint)
    return field


def _check_percent(noun: str, value: float) -> str:
    """Say what is wrong with a share that is typed in percent."""
    return "" if 0 <= value <= 1 else tr("A {noun} lies between 0 and 100 %.", noun=noun)


def fault_line(field: NumberField) -> QWidget:
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
