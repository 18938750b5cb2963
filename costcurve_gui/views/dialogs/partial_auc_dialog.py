"""The range of the partial AUC, typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from costcurve_gui.analysis.view_settings import PartialAxis
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.labels import text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.settings import AnalysisState
    from costcurve_gui.analysis.view_settings import ViewChoices

_AXES = (
    (PartialAxis.OFF, tr("Off")),
    (PartialAxis.FPR, tr("False positive rate")),
    (PartialAxis.TPR, tr("True positive rate")),
)


class PartialDialog(PlainDialog):
    """Shows and edits the range; emits `axis_chosen(PartialAxis)` and `range_edited(low, high)`."""

    help_page = "roc"
    axis_chosen = Signal(object)
    range_edited = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("partial", tr("Partial AUC"), parent)
        self._range = (0.0, 1.0)
        self._axis = SegmentedControl(_AXES, "partial_axis", tr("Range of"))
        self._low = NumberField("partial_low", tr("From"), check=self._check_low)
        self._high = NumberField("partial_high", tr("To"), check=self._check_high)
        self._fault = text_label(tone="danger", wrap=True, name="partial_fault")
        self._build()
        self._connect()

    def show_state(self, state: AnalysisState) -> None:
        """Show the range of another state."""
        self.show_choices(state.current.views)

    def show_choices(self, choices: ViewChoices) -> None:
        """Show the range in force; while it is off there is nothing to type."""
        self._range = choices.partial_range
        self._axis.set_value(choices.partial_axis)
        for field, value in zip((self._low, self._high), self._range, strict=True):
            field.setEnabled(choices.partial_axis is not PartialAxis.OFF)
            field.show_text(numbers.plain(value))

    def _check_low(self, low: float) -> str:
        high = self._range[1]
        return (
            ""
            if 0 <= low < high
            else tr("It begins at 0 or above, below {high}.", high=numbers.plain(high))
        )

    def _check_high(self, high: float) -> str:
        low = self._range[0]
        return (
            ""
            if low < high <= 1
            else tr("It ends above {low}, at 1 or below.", low=numbers.plain(low))
        )

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        for row, (words, field) in enumerate(((tr("From"), self._low), (tr("To"), self._high))):
            label = text_label(words)
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 2)
        self._fault.hide()
        self._close.setDefault(False)  # Enter takes what is typed
        self._close.setAutoDefault(False)
        self.contents.addWidget(self._axis)
        self.contents.addLayout(grid)
        self.contents.addWidget(self._fault)

    def _connect(self) -> None:
        self._axis.chosen.connect(self.axis_chosen)
        self._low.committed.connect(lambda low: self.range_edited.emit(low, self._range[1]))
        self._high.committed.connect(lambda high: self.range_edited.emit(self._range[0], high))
        for field in (self._low, self._high):
            field.fault_changed.connect(self._show_fault)

    def _show_fault(self) -> None:
        text = self._low.fault or self._high.fault
        self._fault.setText(text)
        self._fault.setVisible(bool(text))
