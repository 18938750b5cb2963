"""The panel of payoffs and of the condition under which the models will work."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.analysis.conditions import means_in_force
from costcurve_gui.analysis.settings import DragChanges
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.condition_editor import DRAG_WORDS, ConditionEditor
from costcurve_gui.views.panels.error_costs import ErrorCosts, ScaledNotice
from costcurve_gui.views.panels.payoff_matrix import PayoffMatrixEditor, PerCase
from costcurve_gui.views.panels.payoff_proposals import PayoffProposals
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import formulas, numbers
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.frames import scrolling
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, rule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.settings import AnalysisState
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.panels.belief_summary import BeliefSummary
    from costcurve_gui.views.panels.parameter_editor import ParameterEditor

CUSTOM = tr("Own payoffs")
_RELEASE_MS = 50  # how soon it is looked again whether the mouse was released
_MARGINS = (12, 6, 12, 8)
TURNED = tr("Same matrix, sign turned. A negative cost is a gain.")
_SHORT = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
_LETTERS = 10  # of a preset, at least


class PayoffPanel(QWidget):
    """Shows and edits the payoff matrix and the condition.

    Emits `cell_edited(cell, gain)`, `cells_used(gains by cell)` for what was proposed,
    `preset_chosen(key)`, `costs_toggled(bool)`,
    `action_renamed(field of PayoffSpec, word)`, `prior_edited(share)`,
    `prior_unit_chosen(PriorUnit)`, `cost_ratio_edited(ratio)`, `ratio_reset_requested()`,
    `factor_written()` and `drag_mode_chosen(DragChanges)`. Gains are reported whichever sign is
    on show. It asks by `rows_requested()` for the rows at fault, and by `comparison_requested()`
    for the matrix beside the one relative to doing nothing, by `parameter_wanted()` for a named
    parameter, by `uncertainty_wanted(name)` for a range or belief of the prior or the cost ratio.
    The first one makes `parameters` and `beliefs`: `parameters_made(editor, summary)`.

    What is wrong with a field stands at the foot, outside of what scrolls, so that no field moves
    under the mouse that is about to press it.
    """

    cell_edited = Signal(str, str)
    cells_used = Signal(object)
    preset_chosen = Signal(str)
    costs_toggled = Signal(bool)
    action_renamed = Signal(str, str)
    prior_edited = Signal(object)
    prior_unit_chosen = Signal(object)
    cost_ratio_edited = Signal(object)
    ratio_reset_requested = Signal()
    factor_written = Signal()
    drag_mode_chosen = Signal(object)
    rows_requested = Signal()
    comparison_requested = Signal()
    subtitle_changed = Signal(str)
    parameter_wanted = Signal()
    uncertainty_wanted = Signal(str)
    parameters_made = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._spec: PayoffSpec | None = None
        self._completions: Sequence[tuple[str, str, str]] = ()
        self._shown: object = None
        self._means: tuple[object, ...] = ()
        self._factor = 1.0
        self._subtitle = ""
        self._compact = False
        self.preset = ChoiceBox()
        # The switch beside it needs the rest, and a scroll bar may take its part of the panel.
        self.preset.setSizeAdjustPolicy(_SHORT)
        self.preset.setMinimumContentsLength(_LETTERS)
        self.sign = SegmentedControl(
            ((False, tr("Gains")), (True, tr("Costs"))), "payoff_sign", tr("Payoffs as")
        )
        self.matrix = PayoffMatrixEditor()
        self.condition = ConditionEditor()
        self._units = PerCase()
        self.errors = ErrorCosts()
        self._notice_rule, self._errors_rule = rule(), rule()
        self._fields_layout = QVBoxLayout()
        self.notice = ScaledNotice()
        self.proposals = PayoffProposals(self.matrix.cells)
        self.parameters: ParameterEditor | None = None
        self.beliefs: BeliefSummary | None = None
        self._settling = QTimer(self, singleShot=True, interval=_RELEASE_MS)
        self.foot = QWidget()
        self._turned = ElidedLabel(TURNED, font=fonts.small(), tone="muted")
        self.drag_action = QAction(DRAG_WORDS, self, checkable=True, checked=True)
        self._build()
        self._connect()

    def set_presets(
        self, presets: Sequence[tuple[str, str]], hints: Mapping[str, str] | None = None
    ) -> None:
        """Offer matrices to start from: key and name of each, and hints on some by key."""
        self.preset.offer((name, key, (hints or {}).get(key, "")) for key, name in presets)
        self._show_preset()

    def set_completions(self, completions: Sequence[tuple[str, str, str]]) -> None:
        """Set what the cells propose while the user types."""
        if completions is not self._completions:
            self._completions = completions
            self._offer_names()

    def _offer_names(self) -> None:
        parameters = () if self._spec is None else self._spec.parameters
        named = ((one.name, "parameter", numbers.plain(one.value)) for one in parameters)
        self.matrix.set_completions((*named, *self._completions))

    def set_compact(self, compact: bool) -> None:
        """Fold what a low window has no height for."""
        self._compact = compact
        self.condition.set_compact(compact)
        self.notice.set_brief(compact)
        self.drag_action.setVisible(compact)
        self._fold_errors()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold what there is no height for any more."""
        super().resizeEvent(event)
        self._fold_errors()

    def fill_menu(self, menu: QMenu) -> None:
        """Put the settings of the panel into the menu of its dock."""
        for action, words in (
            ("positive_action", tr("Rename the first decision")),
            ("negative_action", tr("Rename the second decision")),
        ):
            entry = menu.addAction(words, self.matrix.decisions[action].edit)
            entry.setObjectName(f"rename_{action}")
        unit = tr("Change the unit of money")
        for field, words in (("unit", unit), ("case_noun", tr("Rename a case"))):
            entry = menu.addAction(words, partial(self._edit_unit, field))
            entry.setObjectName(f"rename_{field}")
        entry = menu.addAction(tr("Add a named parameter"), self.parameter_wanted.emit)
        entry.setObjectName("add_named_parameter")
        for name in ("prior", "cost ratio"):
            words = tr("Range or belief of the {name}", name=name)
            entry = menu.addAction(words, partial(self.uncertainty_wanted.emit, name))
            entry.setObjectName(f"believe_{name.replace(' ', '_')}")
        menu.addAction(self.drag_action)
        menu.addSeparator()
        entry = menu.addAction(
            tr("Compare with doing nothing\u2026"), self.comparison_requested.emit
        )
        entry.setObjectName("compare_with_baseline")

    def show_state(self, state: AnalysisState) -> None:
        """Show the payoffs of another state."""
        spec, dataset = state.current.payoff, state.dataset
        self.drag_action.setEnabled(dataset is not None)
        wanted = spec, dataset, numbers.decimal_mark()
        if dataset is None or wanted == self._shown:
            return
        self._spec, self._shown = spec, wanted
        self._show_parameters(spec)
        self.matrix.show_spec(spec, dataset)
        self.proposals.show_state(spec, dataset)
        self.sign.set_value(spec.typed_as_costs)
        self._turned.setVisible(spec.typed_as_costs)
        self._units.show_words(spec.unit, spec.case_noun)
        self._show_preset()
        self._show_subtitle()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show means and condition of another snapshot."""
        as_cost = snapshot.settings.payoff.typed_as_costs
        means, factor = snapshot.curve_set.payoff_means, snapshot.miss_factor
        written_of = means, as_cost, factor, numbers.decimal_mark()
        if self._means != written_of:
            self._means = written_of
            self.matrix.show_means(means_in_force(means, factor), as_cost=as_cost)
            self._factor = factor
            self._show_subtitle()
        self.matrix.show_factor(snapshot)
        self.errors.show_snapshot(snapshot)
        self.notice.show_snapshot(snapshot)
        self._settle()
        self.condition.show_snapshot(snapshot)
        self._show_condition_numbers(snapshot)
        self.drag_action.setChecked(snapshot.settings.condition.drag is DragChanges.PRIOR)

    def show_error(self, cell: str, error: Exception) -> None:
        """Mark a cell with what is wrong; everything else stays.

        An error may carry `message`, `position` and `suggestion` for a repair, and `of_rows`
        where rows of the file can be shown.
        """
        message = formulas.fault(getattr(error, "message", None) or str(error))
        suggestion = getattr(error, "suggestion", None) or ""
        position, of_rows = getattr(error, "position", None), getattr(error, "of_rows", False)
        unknown = getattr(error, "unknown", "")
        self.matrix.show_error(
            cell, message, position, suggestion, of_rows=of_rows, unknown=unknown
        )

    def _settle(self) -> None:
        """Make room for what a scaled matrix has to say, but never during a drag or a click."""
        if self.notice.isHidden() == (self._factor == 1):
            return
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._settling.start()
            return
        self.notice.setVisible(self._factor != 1)
        self.errors.show_factor(self._factor != 1)
        self._fold_errors()

    def _fold_errors(self) -> None:
        """Leave out the costs of errors where that shows more of the fields."""
        fits = not self._compact and self._height_with_errors() <= self.height()
        for widget in (self.errors, self._errors_rule):
            widget.setVisible(fits)
        self._notice_rule.setVisible(fits or self.notice.isHidden())

    def _height_with_errors(self) -> int:
        layout = self._fields_layout
        hidden = (one for one in (self.errors, self._errors_rule) if one.isHidden())
        more = sum(one.sizeHint().height() + layout.spacing() for one in hidden)
        width = self.width()
        wraps = layout.hasHeightForWidth()
        return more + (
            layout.totalHeightForWidth(width) if wraps else layout.totalSizeHint().height()
        )

    def _show_subtitle(self) -> None:
        if self._spec is None:
            return
        kind = tr("cost") if self._spec.typed_as_costs else tr("gain")
        note = (
            ""
            if self._factor == 1
            else tr("misses {factor}, ", factor=numbers.factor(self._factor))
        )
        subtitle = tr(
            "{note}{kind} per {case_noun}", note=note, kind=kind, case_noun=self._spec.case_noun
        )
        if subtitle != self._subtitle:
            self._subtitle = subtitle
            self.subtitle_changed.emit(subtitle)

    def _show_parameters(self, spec: PayoffSpec) -> None:
        """Show the parameters; what edits them is made for the first one."""
        if self.parameters is None and not spec.parameters:
            return
        self._parameter_editor().show_parameters(spec.parameters)
        self._offer_names()

    def _show_condition_numbers(self, snapshot: Snapshot) -> None:
        """Show what is said of prior and cost ratio, where something is."""
        spec = snapshot.settings.condition
        if self.parameters is None and not (spec.prior_belief or spec.ratio_belief):
            return
        from costcurve_gui.analysis.uncertain_conditions import condition_numbers

        self._parameter_editor().show_condition(condition_numbers(snapshot))

    def _parameter_editor(self) -> ParameterEditor:
        if self.parameters is None:
            from costcurve_gui.views.panels.belief_summary import BeliefSummary
            from costcurve_gui.views.panels.parameter_editor import ParameterEditor

            self.parameters, self.beliefs = ParameterEditor(), BeliefSummary()
            at = self._fields_layout.indexOf(self.proposals)
            self._fields_layout.insertWidget(at, self.parameters)
            self._fields_layout.insertWidget(at + 1, self.beliefs)
            self.parameters_made.emit(self.parameters, self.beliefs)
        return self.parameters

    def _edit_unit(self, field: str) -> None:
        self._units.show()
        self._units.words[field].edit()

    def _fold_units(self) -> None:
        self._units.setVisible(any(label.editing for label in self._units.words.values()))

    def _keep_width(self, _low: int, high: int) -> None:
        """Let a scroll bar take its room from the margin, so that it moves no field."""
        bar = self._area.verticalScrollBar().sizeHint().width() if high else 0
        left, top, _, bottom = _MARGINS
        self._fields_layout.setContentsMargins(left, top, max(_MARGINS[2] - bar, 0), bottom)

    def _show_foot(self) -> None:
        faults = (self.matrix.fault, self.condition.fault)
        self.foot.setHidden(all(fault.isHidden() for fault in faults))
        self.matrix.fault.set_brief(False)
        wanted = self._height_with_errors() + self.foot.sizeHint().height()
        self.matrix.fault.set_brief(self._compact or wanted > self.height())

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
        name_widget(self, "payoff_panel", tr("Payoffs"))
        name_widget(self.preset, "payoff_preset", tr("Payoffs to start from"))
        self.preset.setPlaceholderText(CUSTOM)
        self.preset.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.preset.setMaximumWidth(fonts.scaled(170))
        self.drag_action.setObjectName("drag_mode_action")
        self.drag_action.setVisible(False)
        self.drag_action.setEnabled(False)
        self._turned.hide()
        self._units.hide()
        both = QVBoxLayout(self)
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(0)
        self._area = scrolling(self._build_fields(), "payoffs")
        self._area.verticalScrollBar().rangeChanged.connect(self._keep_width)
        both.addWidget(self._area, 1)
        both.addWidget(self._build_foot())

    def _build_fields(self) -> QWidget:
        fields = QWidget()
        layout = self._fields_layout
        fields.setLayout(layout)
        layout.setContentsMargins(*_MARGINS)
        layout.setSpacing(9)
        layout.addLayout(self._first_row())
        above: tuple[QWidget, ...] = (self.matrix, self._turned, self._units, self.notice)
        below = (self._notice_rule, self.errors, self._errors_rule, self.condition)
        for widget in (*above, self.proposals, *below):
            layout.addWidget(widget)
        layout.addStretch(1)
        return fields

    def _first_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.preset, 1)
        row.addStretch(1)
        row.addWidget(self.sign)
        return row

    def _build_foot(self) -> QWidget:
        self.foot.setObjectName("payoff_faults")
        layout = QVBoxLayout(self.foot)
        layout.setContentsMargins(12, 0, 12, 8)
        layout.setSpacing(5)
        for widget in (rule(), self.matrix.fault, self.condition.fault):
            layout.addWidget(widget)
        self.foot.hide()
        return self.foot

    def _connect(self) -> None:
        self.preset.activated.connect(self._report_preset)
        self.sign.chosen.connect(lambda costs: self.costs_toggled.emit(bool(costs)))
        self.matrix.cell_edited.connect(self.cell_edited)
        self.proposals.used.connect(self.cells_used)
        self.matrix.action_renamed.connect(self.action_renamed)
        self.matrix.rows_requested.connect(self.rows_requested)
        self._units.renamed.connect(self.action_renamed)
        for label in self._units.words.values():
            label.currentChanged.connect(self._fold_units)
        self._settling.timeout.connect(self._settle)
        notice, condition = self.notice, self.condition
        links = (notice.reset_requested, notice.write_requested, condition.reset_requested)
        for link in links:  # which goes with the factor, and would leave the focus to chance
            link.connect(self.condition.ratio.setFocus)
        self.notice.reset_requested.connect(self.ratio_reset_requested)
        self.notice.write_requested.connect(self.factor_written)
        self.condition.reset_requested.connect(self.ratio_reset_requested)
        self.matrix.fault_changed.connect(self._show_foot)
        self.condition.fault_changed.connect(self._show_foot)
        self.drag_action.triggered.connect(self._report_drag)
        self.condition.prior_edited.connect(self.prior_edited)
        self.condition.prior_unit_chosen.connect(self.prior_unit_chosen)
        self.condition.cost_ratio_edited.connect(self.cost_ratio_edited)
        self.condition.drag_mode_chosen.connect(self.drag_mode_chosen)
        self.condition.uncertainty_wanted.connect(self.uncertainty_wanted)
