"""What a rule needs beside the objective: a threshold by hand, or a target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.models.state import Rule
from costcurve_gui.views import fonts, members, numbers, words
from costcurve_gui.views.panels.bounds_editor import check_rate, check_share, read_rate
from costcurve_gui.views.widgets.choice_box import ChoiceBox
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.text import text_label

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame


class RuleDetails(QWidget):
    """One line: the field of the rule in force; hidden where the rule needs none.

    Emits `threshold_edited(float)`, `target_recall_edited(rate)` and
    `target_precision_edited(share)`.
    """

    threshold_edited = Signal(object)
    target_recall_edited = Signal(object)
    target_precision_edited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._frame: Frame | None = None
        self._name = text_label(tone="muted")
        self.threshold = NumberField("manual_threshold", "Threshold")
        self.member = ChoiceBox("manual_member", "Member")
        self.recall = NumberField(
            "target_recall", "Target recall", read=read_rate, check=check_rate
        )
        self.precision = NumberField(
            "target_precision", "Target precision", read=numbers.parse_share, check=check_share
        )
        self._fields = (self.threshold, self.recall, self.precision)
        self._build()
        self._connect()

    def show_frame(self, frame: Frame, key: str) -> None:
        """Show the field of another frame's rule, for one model."""
        self._frame = frame
        selection = frame.settings.selection
        family = members.family_of(words.model_scene(frame.scene, key))
        by_hand = selection.rule is Rule.MANUAL
        shown = {
            self.threshold: by_hand and family is None,
            self.member: by_hand and family is not None,
            self.recall: selection.rule is Rule.TARGET_RECALL,
            self.precision: selection.rule is Rule.TARGET_PRECISION,
        }
        for widget, visible in shown.items():
            widget.setVisible(visible)
        self.recall.show_text(numbers.rate(selection.target_recall))
        self.precision.show_text(numbers.percent(selection.target_precision))
        self._show_by_hand(frame, key, family)
        name = next((widget.accessibleName() for widget, on in shown.items() if on), "")
        if name != self._name.text():
            self._name.setText(name)
        if self.isHidden() == bool(name):
            self.setVisible(bool(name))

    def _show_by_hand(self, frame: Frame, key: str, family: FamilyTable | None) -> None:
        policy = frame.models[key].policy
        if family is not None:
            self._show_members(family, policy)
            return
        scene = words.model_scene(frame.scene, key)
        self.threshold.show_text(words.threshold_text(scene, policy.index, policy.threshold))

    def _show_members(self, family: FamilyTable, policy: Policy) -> None:
        shown = [self.member.itemText(at) for at in range(self.member.count())]
        wanted = [words.member_text(name) for name in family.names]
        if shown != wanted:
            self.member.clear()
            self.member.addItems(wanted)
        self.member.setCurrentIndex(policy.index)

    def _build(self) -> None:
        self.threshold.set_hint("The score from which cases are acted on")
        self.recall.set_hint("The least share of positives acted on: 0.8 or 80 %")
        self.precision.set_hint("The least share of positives among those acted on: 50 %")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._name)
        for field in self._fields:
            field.setFixedWidth(fonts.scaled(110))
            row.addWidget(field)
        row.addWidget(self.member, 1)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row)
        for field in self._fields:
            layout.addWidget(fault_line(field))
        self.hide()

    def _connect(self) -> None:
        self.threshold.committed.connect(self._report_threshold)
        self.member.activated.connect(lambda row: self.threshold_edited.emit(float(row)))
        self.recall.committed.connect(self.target_recall_edited)
        self.precision.committed.connect(self.target_precision_edited)

    def _report_threshold(self, typed: float) -> None:
        frame = self._frame
        key = None if frame is None else frame.selected
        if frame is not None and key is not None:
            sign = words.score_sign(words.model_scene(frame.scene, key))
            self.threshold_edited.emit(sign * typed)


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
