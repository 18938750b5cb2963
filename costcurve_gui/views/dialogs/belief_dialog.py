"""The belief over PC(+) typed exactly, and what every model on show is worth under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.requests import caution_under_belief, costs_under_belief
from costcurve_gui.analysis.settings import WIDE_BELIEF
from costcurve_gui.engine.cost.belief import UNIFORM, over_pc
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import comparison_text, new_cases_text, numbers
from costcurve_gui.views.text.inflection import sentence_case
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.item_views import figure_row, figure_table
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure

_KINDS = (
    ("condition", tr("Of the condition")),
    ("triangular", tr("Triangular")),
    ("beta", tr("Beta")),
    ("uniform", tr("Uniform")),
)
_FIELDS = {"triangular": ("lo", "mode", "hi"), "beta": ("a", "b")}
_COLUMNS = (
    (tr("Model"), ""),
    (
        tr("Expected cost"),
        tr("Mean of the normalized expected cost under the belief, on new cases"),
    ),
    (tr("Here"), tr("The same on this sample, whose thresholds were chosen on it")),
    (
        tr("Area"),
        tr("Area under the cost curve here: its mean where every PC(+) is equally likely"),
    ),
    (tr("H measure"), tr("Share of the loss of guessing that the model saves (Hand 2009)")),
    (
        tr("LC index"),
        tr("Selected model against this one, on the same cases: \u22121 to 1, above 0 for it"),
    ),
)
_FIELD_WIDTH = 84


class BeliefDialog(PlainDialog):
    """Shows the belief over PC(+), and what every model is worth under it.

    Emits `belief_edited(belief)`, None for that of the condition, and `export_requested(table)` for
    a table of the report.
    """

    help_page = "superiority"
    belief_edited = Signal(object)
    export_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("belief", tr("Belief and expected costs"), parent)
        self._belief: BetaBelief | TriangularBelief | None = None
        self._kind = SegmentedControl(_KINDS, "belief_kind", tr("Kind of belief over PC(+)"))
        self._fields = {part: self._field(part) for part in ("lo", "mode", "hi", "a", "b")}
        self._labels = {part: text_label(part, tone="muted") for part in self._fields}
        self._fault = text_label(tone="danger", wrap=True, name="belief_fault")
        self._verdict = text_label(wrap=True, name="belief_verdict")
        self._table = figure_table(
            _COLUMNS, "belief_table", tr("What every model is worth under the belief")
        )
        self._build()
        self._kind.chosen.connect(self._choose_kind)

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show the belief and the figures of another snapshot."""
        if snapshot is None:
            self.reject()
            return
        self._show_belief(snapshot.settings.belief)
        found = cost_comparisons(snapshot).comparison
        few = sentence_case(caution_under_belief(snapshot))
        verdict = "" if found is None else f"{comparison_text.lc_sentence(snapshot, found)}."
        self._verdict.setText(f"{verdict} {few}.".lstrip() if few else verdict)
        self._table.clear()
        on_new_cases = costs_under_belief(snapshot)
        for key, figures in cost_comparisons(snapshot).figures.items():
            index = figures.lc_index
            cells = [
                snapshot.models[key].info.name,
                _on_new_cases(on_new_cases.get(key)),
                *map(numbers.rate, (figures.expected_cost, figures.area, figures.h_measure)),
                "selected" if index is None else numbers.difference(index),
            ]
            self._table.addTopLevelItem(figure_row(cells, bold=key == snapshot.selected))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter finish a number; it would press Close as well."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (enter and any(field.hasFocus() for field in self._fields.values())):
            super().keyPressEvent(event)

    def _show_belief(self, belief: BetaBelief | TriangularBelief | None) -> None:
        kind, values = _parts(belief)
        self._belief = belief
        self._kind.set_value(kind)
        self._fault.hide()
        for part, field in self._fields.items():
            in_use = part in values
            field.setVisible(in_use)
            self._labels[part].setVisible(in_use)
            if in_use:
                field.show_text(numbers.plain(values[part]))

    def _choose_kind(self, kind: object) -> None:
        if kind == _parts(self._belief)[0]:
            return
        beliefs: dict[object, object] = {
            "condition": None,
            "triangular": WIDE_BELIEF,
            "beta": BetaBelief(2.0, 2.0),
            "uniform": UNIFORM,
        }
        self.belief_edited.emit(beliefs[kind])

    def _take(self, part: str, value: float) -> None:
        """Report the belief with one number changed, or say why there is no such belief."""
        kind, values = _parts(self._belief)
        values[part] = value
        try:
            belief = TriangularBelief(**values) if kind == "triangular" else BetaBelief(**values)
            belief = over_pc(belief)
        except ConstraintError as error:
            self._fault.setText(str(error))
            self._fault.show()
            return
        self.belief_edited.emit(belief)

    def _field(self, part: str) -> NumberField:
        field = NumberField(
            f"belief_{part}", tr("Belief over PC(+): {part}", part=part), dense=True
        )
        field.setFixedWidth(_FIELD_WIDTH)
        field.committed.connect(lambda value: self._take(part, value))
        return field

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._kind)
        for part, field in self._fields.items():
            row.addWidget(self._labels[part])
            row.addWidget(field)
        row.addStretch()
        self.contents.addLayout(row)
        self.contents.addWidget(self._fault)
        self.contents.addWidget(self._table, 1)
        self.contents.addWidget(self._verdict)
        for table, words in (
            ("expected_cost", tr("Save costs\u2026")),
            ("lc_index", tr("Save LC\u2026")),
        ):
            button = QPushButton(words)
            button.setAutoDefault(False)
            name_widget(button, f"belief_save_{table}", tr("Save {table}.csv", table=table))
            button.clicked.connect(lambda _=False, table=table: self.export_requested.emit(table))
            self.foot.insertWidget(self.foot.count() - 2, button)
        self._fault.hide()
        self.resize(fonts.scaled(680), fonts.scaled(380))


def _on_new_cases(figure: NewCasesFigure | None) -> str:
    """Write an estimate with its interval: 0.258 (0.222 to 0.290)."""
    told = None if figure is None else new_cases_text.written(figure, signed=False)
    return numbers.MISSING if told is None else f"{told.value} ({told.interval})"


def _parts(belief: BetaBelief | TriangularBelief | None) -> tuple[str, dict[str, float]]:
    """Return the kind of a belief and its numbers by name."""
    if belief is None:
        return "condition", {}
    if belief == UNIFORM:
        return "uniform", {}
    kind = "triangular" if isinstance(belief, TriangularBelief) else "beta"
    return kind, {part: getattr(belief, part) for part in _FIELDS[kind]}
