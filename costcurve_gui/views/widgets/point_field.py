"""One operating point to choose: a model and its threshold, or its member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from costcurve_gui.views import fonts, words
from costcurve_gui.views.members import family_of
from costcurve_gui.views.widgets.choice_box import ChoiceBox
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.text import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame


class PointField(QWidget):
    """Emits `model_chosen(key)` and `dial_edited(float)`; see `ModelScene.dial`."""

    model_chosen = Signal(str)
    dial_edited = Signal(object)

    def __init__(self, name: str, accessible: str) -> None:
        super().__init__()
        self._sign = 1
        self._model, self._member = ChoiceBox(), ChoiceBox()
        self.threshold = NumberField(f"{name}_threshold", f"{accessible}: threshold")
        name_widget(self._model, f"{name}_model", f"{accessible}: model")
        name_widget(self._member, f"{name}_member", f"{accessible}: member")
        self._build()
        self._model.activated.connect(lambda at: self.model_chosen.emit(self._model.itemData(at)))
        self._member.activated.connect(lambda row: self.dial_edited.emit(float(row)))
        self.threshold.committed.connect(lambda typed: self.dial_edited.emit(self._sign * typed))

    def show_point(self, frame: Frame, key: str, policy: Policy) -> None:
        """Show a point of a model; the models switched on can be chosen in its place."""
        model = words.model_scene(frame.scene, key)
        family = family_of(model)
        infos = [one.info for one in frame.scene.models if one.info.key in {key, *frame.models}]
        _fill(self._model, [(info.name, info.key) for info in infos])
        self._model.setCurrentIndex(self._model.findData(key))
        self._sign = words.score_sign(model)
        self.threshold.setVisible(family is None)
        self._member.setVisible(family is not None)
        if family is None:
            text = words.threshold_text(model, policy.index, policy.threshold)
            self.threshold.show_text(text)
        else:
            _fill(self._member, [(words.member_text(name), name) for name in family.names])
            self._member.setCurrentIndex(policy.index)

    def _build(self) -> None:
        for field in (self.threshold, self._member):
            field.setFixedWidth(fonts.scaled(110))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._model, 1)
        row.addWidget(text_label("at", tone="muted"))
        row.addWidget(self.threshold)
        row.addWidget(self._member)


def _fill(box: QComboBox, entries: Sequence[tuple[str, str]]) -> None:
    """Fill a box, unless it has these entries already: it may be open."""
    if [(box.itemText(at), box.itemData(at)) for at in range(box.count())] != list(entries):
        box.clear()
        for text, data in entries:
            box.addItem(text, data)
