"""The widget of the units: fields, the curves of profit per unit, and the figures side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.analysis.operations import day_column
from costcurve_gui.analysis.units import known_units, unit_column
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.units import UnitsPlot
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.charted_view import (
    ChartedView,
    chart_and_figures,
    offer_columns,
    row_of,
    use_button,
    with_button,
)
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.tables.table_view import TableView
from costcurve_gui.views.tables.units_table import units_content
from costcurve_gui.views.text import numbers, units_text
from costcurve_gui.views.widgets.drawn_chart import DrawnChart
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField
from costcurve_gui.views.widgets.figures import ParagraphLabel
from costcurve_gui.views.widgets.labels import text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.operations.unit_alarms import UnitCurve
    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.plotting.plot_view import Axis
    from costcurve_gui.views.shell.theme import Tokens

CHOOSE = tr("Choose a column of units.")
_ROOMY, _FIELD = 620, 64


class UnitChart(DrawnChart):
    """Paints the picture of the units of a snapshot."""

    def __init__(self) -> None:
        super().__init__("unit_chart", tr("Profit per unit over the share with an alarm"))
        self._plot = UnitsPlot()
        self._snapshot: Snapshot | None = None

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show the units of another snapshot, or none."""
        self._snapshot = snapshot
        self.update()

    def _axes(self) -> tuple[Axis, Axis] | None:
        return None if self._snapshot is None else self._plot.axes(self._snapshot)

    def _bounds(self) -> Bounds:
        return self._plot.bounds(self._known)

    def _marks(self, tokens: Tokens) -> Sequence[Mark]:
        snapshot = self._known
        still = self._plot.static_items(snapshot, tokens)
        return [*still, *self._plot.dynamic_items(snapshot, tokens)]

    @property
    def _known(self) -> Snapshot:
        if self._snapshot is None:
            raise LookupError("there are no units")
        return self._snapshot


class UnitsView(ChartedView):
    """Shows units as tables show theirs, and takes the same orders.

    Emits `column_chosen(str)`, `times_chosen(str)` and `horizon_chosen(float)`; and
    `rule_used()` where the decision is to follow the profit per unit.
    """

    column_chosen = Signal(str)
    times_chosen = Signal(str)
    horizon_chosen = Signal(float)
    rule_used = Signal()

    def __init__(self) -> None:
        super().__init__("units_view", tr("Units"), _ROOMY)
        self._column = ChoiceBox("unit_column", tr("Column of the units"))
        self._times = ChoiceBox("unit_times", tr("Column of the time of a row"))
        self._time_label = text_label(tr("Time"))
        for box in (self._column, self._times):
            box.setPlaceholderText(tr("Choose a column"))
        self.horizon = NumberField(
            *("unit_horizon", tr("How long after its first row a unit gives no second alarm")),
            read=lambda text: numbers.parse_number(text) if text.strip() else 0.0,
            check=_no_horizon,
            accepted=tr("a number above 0, or nothing"),
            dense=True,
        )
        self._measure = text_label(tr("rows"))
        self._hint = text_label(CHOOSE, tone="muted", wrap=True)
        self.chart = UnitChart()
        self.table = TableView("units", tr("Units"), lambda _: NOTHING)
        self.counted = text_label(tone="muted", wrap=True)
        self.lead = ParagraphLabel("unit_lead", fonts.body())
        self.use_best = use_button("use_unit_threshold", tr("Decide by the profit per unit"))
        self._found = QWidget()
        self._build()
        self._column.activated.connect(
            lambda at: self.column_chosen.emit(self._column.itemData(at))
        )
        self._times.activated.connect(lambda at: self.times_chosen.emit(self._times.itemData(at)))
        self.horizon.committed.connect(lambda value: self.horizon_chosen.emit(float(value)))
        self.use_best.clicked.connect(lambda _: self.rule_used.emit())

    def set_tokens(self, tokens: Tokens) -> None:
        """Apply another theme."""
        self.table.set_tokens(tokens)
        self.chart.update()

    def _curve(self) -> UnitCurve | None:
        snapshot = self._newest
        known = None if snapshot is None else known_units(snapshot)
        return None if snapshot is None else (known or {}).get(snapshot.selected or "")

    def _show(self) -> None:
        snapshot, curve = self._newest, self._curve()
        self._show_choices()
        chosen = snapshot is not None and bool(unit_column(snapshot))
        self._hint.setVisible(not chosen)
        if snapshot is None or not chosen:
            self.chart.show_snapshot(None)
            self.table.show_content(NOTHING)
        self._found.setVisible(chosen and (curve is not None or self.table.rows.rowCount() > 0))
        self._found.setEnabled(curve is not None)  # what is shown belongs to other settings
        if snapshot is None or curve is None:
            return
        self.chart.show_snapshot(snapshot)
        self.chart.setAccessibleDescription(units_text.accessible_summary(snapshot, curve))
        self.table.show_content(units_content(snapshot, curve))
        self._fit_table()
        self.counted.setText(units_text.counted(snapshot, curve))
        self.lead.show_sentence(units_text.lead_sentence(snapshot, curve))
        self.use_best.setVisible(units_text.lead_of_best(snapshot, curve) != 0)

    def _show_choices(self) -> None:
        snapshot = self._newest
        data = None if snapshot is None else snapshot.curve_set.dataset
        times = () if data is None else data.day_columns
        if snapshot is None or data is None:
            return
        offer_columns(self._column, data.unit_columns, unit_column(snapshot))
        offer_columns(self._times, times, day_column(snapshot))
        for widget in (self._times, self._time_label):
            widget.setVisible(len(times) > 1)
        horizon = snapshot.settings.views.unit_horizon
        self.horizon.show_text(numbers.plain(horizon) if horizon else "")
        self._measure.setText(units_text.horizon_measure(snapshot))

    def _build(self) -> None:
        self.horizon.setFixedWidth(fonts.scaled(_FIELD))
        self._head = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._head.setSpacing(8)
        self._head.addLayout(
            row_of(text_label(tr("Unit")), self._column, self._time_label, self._times)
        )
        self._head.addLayout(row_of(text_label(tr("One alarm in")), self.horizon, self._measure), 1)
        figures = QVBoxLayout()
        figures.addWidget(self.counted)
        figures.addWidget(self.table)
        figures.addLayout(with_button(self.lead, self.use_best))
        figures.addStretch(1)
        self._parts = chart_and_figures(self._found, self.chart, figures)
        self._lay_out("units", self._hint, self._found)
        self.setFocusProxy(self._column)


def _no_horizon(value: float) -> str:
    return "" if value >= 0 else tr("Accepted: a number above 0, or nothing.")
