"""The two lists over a decision: what is made best, and by what kind of rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.models.state import Rule, Start
from costcurve_gui.views import bound_words, fonts, verbs, words
from costcurve_gui.views.theme import tokens_in_use
from costcurve_gui.views.widgets.choice_box import ChoiceBox

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame

RULES = {
    Rule.THRESHOLD: "One threshold",
    Rule.MANUAL: "Manual threshold",
    Rule.TARGET_RECALL: "Target recall",
    Rule.TARGET_PRECISION: "Target precision",
    Rule.PERFORMANCE_INDEPENDENT: "Performance-independent",
    Rule.YOUDEN: "Youden index",
    Rule.CLOSEST_TO_CORNER: "Closest to (0, 1)",
}
_RULE_HINTS = {
    Rule.THRESHOLD: "The best threshold by the objective, within the bounds",
    Rule.MANUAL: "The threshold that you set, for each model",
    Rule.TARGET_RECALL: "The highest threshold that finds the wanted share of positives",
    Rule.TARGET_PRECISION: "Most positives found at the wanted precision",
    Rule.PERFORMANCE_INDEPENDENT: "What the condition alone prescribes",
    Rule.YOUDEN: "Largest tpr \u2212 fpr: knows neither costs nor prior",
    Rule.CLOSEST_TO_CORNER: "Nearest to the upper left corner of ROC space",
}
_USES_OBJECTIVE = (Rule.THRESHOLD, Rule.MANUAL, Rule.PERFORMANCE_INDEPENDENT)
_NOTE_ROLE = Qt.ItemDataRole.UserRole + 1
_MARGIN, _GAP = 8, 3
_Index = QModelIndex | QPersistentModelIndex


class ObjectiveChoice(ChoiceBox):
    """Emits `objective_chosen(Objective)`, and `start_requested(Start)` for what sets a bound too.

    Nothing else in the window changes the objective.
    """

    objective_chosen = Signal(object)
    start_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__("objective", "Objective")
        self._objective: Objective | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setItemDelegate(_TwoLines(self))
        self._fill()
        self.activated.connect(self._report)

    def show_frame(self, frame: Frame) -> None:
        """Show the objective of another frame, in the words of its file."""
        selection, said = frame.settings.selection, words.vocabulary(frame)
        self._objective = frame.settings.objective
        self._show(Objective.TPR, f"Most {said.most} caught")
        for start in Start:
            limit = selection.bounds.limits.get(start.kind)
            if limit is None:
                limit = start.limit_for(selection.population)
            name = (
                "fpr" if start.kind is BoundKind.FPR else bound_words.bound_name(frame, start.kind)
            )
            limit_said = f"\u2264 {bound_words.limit_text(start.kind, limit)}"
            note = f"most {said.most} caught, {verbs.decapitalised(name)} {limit_said}"
            self._show(start, start.text, note)
        uses = selection.rule in _USES_OBJECTIVE
        if self.isEnabled() != uses:
            self.setEnabled(uses)
        self.setToolTip("" if uses else f"{RULES[selection.rule]} uses no objective")
        self._select()

    def _show(self, choice: Objective | Start, text: str, note: str = "") -> None:
        at = self.findData(choice)
        if self.itemText(at) != text:
            self.setItemText(at, text)
        if note:
            self.setItemData(at, note, _NOTE_ROLE)

    def _select(self) -> None:
        at = self.findData(self._objective)
        if at != self.currentIndex():
            self.setCurrentIndex(at)

    def _fill(self) -> None:
        for objective, text, note in (
            (Objective.PROFIT, "Highest profit", "money, from the payoffs"),
            (Objective.COST, "Lowest cost", "normalized expected cost"),
            (Objective.TPR, "Most positives caught", "counts decide; money stays in view"),
        ):
            self.addItem(text, objective)
            self.setItemData(self.count() - 1, note, _NOTE_ROLE)
        self.insertSeparator(self.count())
        heading = QStandardItem("Start from")
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        model = self.model()
        if isinstance(model, QStandardItemModel):
            model.appendRow(heading)
        for start in Start:
            self.addItem(start.text, start)

    def _report(self, index: int) -> None:
        chosen = self.itemData(index)
        self._select()  # until the new frame comes
        if chosen in list(Start):
            self.start_requested.emit(Start(chosen))
        elif chosen != self._objective:
            self.objective_chosen.emit(Objective(chosen))


class RuleChoice(ChoiceBox):
    """Emits `rule_chosen(Rule)`."""

    rule_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("rule", "Rule")
        for rule, text in RULES.items():
            self.addItem(text, rule)
            self.setItemData(self.count() - 1, _RULE_HINTS[rule], Qt.ItemDataRole.ToolTipRole)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.activated.connect(lambda at: self.rule_chosen.emit(Rule(self.itemData(at))))

    def show_rule(self, rule: Rule) -> None:
        """Show another rule."""
        at = self.findData(rule)
        if at != self.currentIndex():
            self.setCurrentIndex(at)


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
