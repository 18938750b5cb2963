"""The panel of payoffs and of the condition under which the models will work."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.models.state import DragChanges
from costcurve_gui.views import fonts, numbers
from costcurve_gui.views.panels.condition_editor import DRAG_WORDS, ConditionEditor
from costcurve_gui.views.panels.payoff_matrix import PayoffMatrixEditor
from costcurve_gui.views.widgets.rename_label import RenameLabel
from costcurve_gui.views.widgets.segmented import SegmentedControl
from costcurve_gui.views.widgets.text import ElidedLabel, name_widget, rule, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.state import AnalysisState, PayoffSpec

CUSTOM = "Own payoffs"
TURNED = "Same matrix, sign turned. A negative cost is a gain."


class PerCase(QWidget):
    """Says in which unit and for what a payoff counts; emits `renamed(field, word)`."""

    renamed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        small = fonts.small()
        self.words = {
            "unit": RenameLabel(
                "unit", "Unit of money", font=small, tone="muted", widths=(14, 60), blank="Units"
            ),
            "case_noun": RenameLabel(
                "case_noun", "Word for a case", font=small, tone="muted", widths=(14, 76)
            ),
        }
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self.words["unit"])
        layout.addWidget(text_label("per", font=small, tone="muted"))
        layout.addWidget(self.words["case_noun"])
        for field, label in self.words.items():
            label.renamed.connect(partial(self.renamed.emit, field))

    def show_words(self, unit: str, noun: str) -> None:
        """Show another unit and another word for a case."""
        self.words["unit"].show_word(unit)
        self.words["case_noun"].show_word(noun)


class PayoffPanel(QWidget):
    """Shows and edits the payoff matrix and the condition.

    Emits `cell_edited(cell, gain)`, `preset_chosen(key)`, `costs_toggled(bool)`,
    `action_renamed(field of PayoffSpec, word)`, `prior_edited(share)`,
    `prior_unit_chosen(PriorUnit)`, `cost_ratio_edited(ratio)` and
    `drag_mode_chosen(DragChanges)`. Gains are reported whichever sign is on show. It asks by
    `rows_requested()` for the rows at fault, and by `comparison_requested()` for the matrix
    beside the one relative to doing nothing.
    """

    cell_edited = Signal(str, str)
    preset_chosen = Signal(str)
    costs_toggled = Signal(bool)
    action_renamed = Signal(str, str)
    prior_edited = Signal(object)
    prior_unit_chosen = Signal(object)
    cost_ratio_edited = Signal(object)
    drag_mode_chosen = Signal(object)
    rows_requested = Signal()
    comparison_requested = Signal()
    subtitle_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._spec: PayoffSpec | None = None
        self._dataset: object = None
        self._means: tuple[object, bool] = (None, False)
        self._compact = False
        self.preset = QComboBox()
        self.sign = SegmentedControl(
            ((False, "Gains"), (True, "Costs")), "payoff_sign", "Payoffs as"
        )
        self.matrix = PayoffMatrixEditor()
        self.condition = ConditionEditor()
        self._units = PerCase()
        self._errors = ElidedLabel(font=fonts.small(), tone="muted")
        self._errors_row = QWidget()
        self._turned = ElidedLabel(TURNED, font=fonts.small(), tone="muted")
        self.drag_action = QAction(DRAG_WORDS, self, checkable=True, checked=True)
        self._build()
        self._connect()

    def set_presets(
        self, presets: Sequence[tuple[str, str]], hints: Mapping[str, str] | None = None
    ) -> None:
        """Offer matrices to start from: key and name of each, and hints on some by key."""
        self.preset.clear()
        for key, name in presets:
            self.preset.addItem(name, key)
            hint = (hints or {}).get(key, "")
            self.preset.setItemData(self.preset.count() - 1, hint, Qt.ItemDataRole.ToolTipRole)
        self._show_preset()

    def set_completions(self, completions: Sequence[tuple[str, str, str]]) -> None:
        """Set what the cells propose while somebody types."""
        self.matrix.set_completions(completions)

    def set_compact(self, compact: bool) -> None:
        """Fold what a low window has no height for."""
        self._compact = compact
        self.condition.set_compact(compact)
        self.drag_action.setVisible(compact)
        self._errors_row.setVisible(not compact)

    def fill_menu(self, menu: QMenu) -> None:
        """Put the settings of the panel into the menu of its dock."""
        for action, words in (
            ("positive_action", "Rename the first decision"),
            ("negative_action", "Rename the second decision"),
        ):
            entry = menu.addAction(words, self.matrix.decisions[action].edit)
            entry.setObjectName(f"rename_{action}")
        for field, words in (("unit", "Change the unit of money"), ("case_noun", "Rename a case")):
            entry = menu.addAction(words, partial(self._edit_unit, field))
            entry.setObjectName(f"rename_{field}")
        menu.addAction(self.drag_action)
        menu.addSeparator()
        entry = menu.addAction("Compare with doing nothing\u2026", self.comparison_requested.emit)
        entry.setObjectName("compare_with_baseline")

    def show_state(self, state: AnalysisState) -> None:
        """Show the payoffs of another state."""
        spec, dataset = state.current.payoff, state.dataset
        if dataset is None or (spec is self._spec and dataset == self._dataset):
            return
        self._spec, self._dataset = spec, dataset
        self.matrix.show_spec(spec, dataset)
        self.sign.set_value(spec.typed_as_costs)
        self._turned.setVisible(spec.typed_as_costs)
        self._units.show_words(spec.unit, spec.case_noun)
        self._show_preset()
        kind = "cost" if spec.typed_as_costs else "gain"
        self.subtitle_changed.emit(f"{kind} per {spec.case_noun}")

    def show_frame(self, frame: Frame | None) -> None:
        """Show means and condition of another frame."""
        if frame is None:
            return
        as_cost = frame.settings.payoff.typed_as_costs
        if self._means != (frame.scene.payoff_means, as_cost):
            self._means = (frame.scene.payoff_means, as_cost)
            self.matrix.show_means(frame.scene.payoff_means, as_cost=as_cost)
        means = frame.condition.means
        alarm = numbers.money(means.fp_cost, signed=False)
        miss = numbers.money(means.fn_cost, signed=False)
        errors = f"false alarm {alarm}  \u00b7  miss {miss}"
        if errors != self._errors.full_text:
            self._errors.set_full_text(errors)
            self._errors.setAccessibleName(errors)
        self.condition.show_frame(frame)
        self.drag_action.setChecked(frame.settings.condition.drag is DragChanges.PRIOR)

    def show_error(self, cell: str, error: Exception) -> None:
        """Mark a cell with what is wrong; everything else stays.

        An error may carry `message`, `position` and `suggestion` for a repair, and `of_rows`
        where rows of the file can be shown.
        """
        message = getattr(error, "message", None) or str(error)
        suggestion = getattr(error, "suggestion", None) or ""
        position, of_rows = getattr(error, "position", None), getattr(error, "of_rows", False)
        self.matrix.show_error(cell, message, position, suggestion, of_rows=of_rows)

    def _edit_unit(self, field: str) -> None:
        self._errors_row.show()
        self._units.words[field].edit()

    def _show_preset(self) -> None:
        wanted = self._spec.preset if self._spec is not None else ""
        self.preset.setPlaceholderText(CUSTOM)
        self.preset.setCurrentIndex(self.preset.findData(wanted))
        hint = self.preset.currentData(Qt.ItemDataRole.ToolTipRole)
        self.preset.setToolTip(hint or "")

    def _report_preset(self, index: int) -> None:
        key = self.preset.itemData(index)
        self._show_preset()
        self.preset_chosen.emit(key)

    def _report_drag(self, prior: bool) -> None:
        self.drag_mode_chosen.emit(DragChanges.PRIOR if prior else DragChanges.COST_RATIO)

    def _build(self) -> None:
        name_widget(self, "payoff_panel", "Payoffs")
        name_widget(self.preset, "payoff_preset", "Payoffs to start from")
        self.preset.setPlaceholderText(CUSTOM)
        self.preset.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.preset.setMaximumWidth(fonts.scaled(170))
        self.drag_action.setObjectName("drag_mode_action")
        self.drag_action.setVisible(False)
        self._turned.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 8)
        layout.setSpacing(9)
        layout.addLayout(self._first_row())
        layout.addWidget(self.matrix)
        layout.addWidget(self._turned)
        layout.addWidget(self._build_errors())
        layout.addWidget(rule())
        layout.addWidget(self.condition)
        layout.addStretch(1)

    def _first_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.preset, 1)
        row.addStretch(1)
        row.addWidget(self.sign)
        return row

    def _build_errors(self) -> QWidget:
        row = QHBoxLayout(self._errors_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self._errors.elide = Qt.TextElideMode.ElideRight
        self._errors.setObjectName("error_costs")
        self._errors.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._units)
        row.addWidget(self._errors, 1)
        return self._errors_row

    def _connect(self) -> None:
        self.preset.activated.connect(self._report_preset)
        self.sign.chosen.connect(lambda costs: self.costs_toggled.emit(bool(costs)))
        self.matrix.cell_edited.connect(self.cell_edited)
        self.matrix.action_renamed.connect(self.action_renamed)
        self.matrix.rows_requested.connect(self.rows_requested)
        self._units.renamed.connect(self.action_renamed)
        self.drag_action.triggered.connect(self._report_drag)
        self.condition.prior_edited.connect(self.prior_edited)
        self.condition.prior_unit_chosen.connect(self.prior_unit_chosen)
        self.condition.cost_ratio_edited.connect(self.cost_ratio_edited)
        self.condition.drag_mode_chosen.connect(self.drag_mode_chosen)
