"""The widget of the days: fields, the chart, and the ways to use the places."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.analysis.operations import day_column, known_days
from costcurve_gui.translation import tr
from costcurve_gui.views.plots.days import DayBars
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.charted_view import (
    ChartedView,
    chart_and_figures,
    offer_columns,
    row_of,
    use_button,
    with_button,
)
from costcurve_gui.views.tables.days_table import days_content
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.tables.table_view import TableView
from costcurve_gui.views.text import days_text, numbers
from costcurve_gui.views.widgets.day_chart import DayChart
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField
from costcurve_gui.views.widgets.figures import ParagraphLabel
from costcurve_gui.views.widgets.labels import text_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from costcurve_gui.analysis.day_results import ModelDays
    from costcurve_gui.views.shell.theme import Tokens

CHOOSE = tr("Choose a column of days.")
_ROOMY, _FIELD, _LEAST_CHOICE = 560, 54, 112


class DaysView(ChartedView):
    """Shows days as tables show theirs, and takes the same orders.

    Emits `column_chosen(str)`, `places_chosen(int)` and `delay_chosen(float)`, a share; and what
    the decision is to use, `share_used(float)` of the cases or `threshold_used(float)`.
    """

    column_chosen = Signal(str)
    places_chosen = Signal(int)
    delay_chosen = Signal(float)
    share_used = Signal(float)
    threshold_used = Signal(float)

    def __init__(self) -> None:
        super().__init__("days_view", tr("Days"), _ROOMY)
        self._column = ChoiceBox("day_column", tr("Column of the days"))
        self._column.setPlaceholderText(tr("Choose a column"))
        self._column.setMinimumWidth(fonts.scaled(_LEAST_CHOICE))
        self.places = NumberField(
            *("day_places", tr("Cases that can be seen a day")),
            check=_no_places,
            accepted=tr("a whole number of at least 1"),
            dense=True,
        )
        self.delay = NumberField(
            *("day_delay", tr("Share of its gain that a case loses with each day that it waits")),
            check=_no_share,
            accepted=tr("0 to 100 %"),
            dense=True,
        )
        self._hint = text_label(CHOOSE, tone="muted", wrap=True)
        self.chart = DayChart()
        self.table = TableView("days", tr("Days"), lambda _: NOTHING)
        self.lead = ParagraphLabel("day_lead", fonts.body())
        self.late = ParagraphLabel("day_late", fonts.small())
        self.use_places = use_button("use_day_places", tr("Bound the decision to these places"))
        self.use_fitting = use_button("use_day_threshold", tr("Decide by this threshold"))
        self._found = QWidget()
        self._build()
        self._column.activated.connect(
            lambda at: self.column_chosen.emit(self._column.itemData(at))
        )
        self.places.committed.connect(lambda value: self.places_chosen.emit(int(value)))
        self.delay.committed.connect(lambda value: self.delay_chosen.emit(value / 100))
        self.chart.places_chosen.connect(self.places_chosen)
        self.use_places.clicked.connect(lambda: self._use(self.share_used, days_text.share))
        self.use_fitting.clicked.connect(
            lambda: self._use(self.threshold_used, lambda found: found.fitting)
        )

    def set_tokens(self, tokens: Tokens) -> None:
        """Apply another theme."""
        self.table.set_tokens(tokens)
        self.chart.update()

    def _show(self) -> None:
        snapshot = self._newest
        result = None if snapshot is None else snapshot.results.days
        found = None if result is None else result.found
        self._show_choices(found)
        chosen = snapshot is not None and bool(day_column(snapshot))
        self._hint.setVisible(not chosen)
        self._found.setVisible(chosen and found is not None)
        if snapshot is None or found is None or not chosen:
            self.table.show_content(NOTHING)
            return
        self.table.setEnabled(known_days(snapshot) is not None)
        self.chart.show_bars(DayBars(found, days_text.places(found)))
        self.chart.setAccessibleDescription(days_text.accessible_summary(found))
        self.table.show_content(days_content(snapshot, found))
        self._fit_table()
        self.lead.show_sentence(days_text.lead_sentence(snapshot, found))
        late = days_text.late_sentence(found)
        self.late.setVisible(bool(late))
        self.use_places.setVisible(days_text.better_way(found)[1] > 0)
        self.use_fitting.setVisible(bool(late) and math.isfinite(found.fitting))
        for button in (self.use_places, self.use_fitting):
            button.setEnabled(self.table.isEnabled())
        self.late.show_sentence(late)

    def _use(self, used: SignalInstance, figure: Callable[[ModelDays], float]) -> None:
        known = None if self._newest is None else known_days(self._newest)
        if known is not None and known.found is not None:
            used.emit(figure(known.found))

    def _show_choices(self, found: ModelDays | None) -> None:
        snapshot = self._newest
        columns = () if snapshot is None else snapshot.curve_set.dataset.day_columns
        offer_columns(self._column, columns, "" if snapshot is None else day_column(snapshot))
        if snapshot is None:
            return
        views = snapshot.settings.views
        places = views.day_places or (days_text.places(found) if found is not None else 0)
        self.places.show_text(str(places) if places else "")
        self.delay.show_text(numbers.plain(100 * views.day_delay))

    def _build(self) -> None:
        for field in (self.places, self.delay):
            field.setFixedWidth(fonts.scaled(_FIELD))
        self._head = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._head.setSpacing(8)
        self._head.addLayout(
            row_of(text_label(tr("Time")), self._column, text_label(tr("Capacity")), self.places)
        )
        waits = text_label(tr("a day; what waits loses")), self.delay, text_label(tr("% a day"))
        self._head.addLayout(row_of(*waits), 1)
        ways = QVBoxLayout()
        ways.addWidget(self.table)
        ways.addLayout(with_button(self.lead, self.use_places))
        ways.addLayout(with_button(self.late, self.use_fitting))
        ways.addStretch(1)
        self._parts = chart_and_figures(self._found, self.chart, ways)
        self._lay_out("days", self._hint, self._found)
        self.setFocusProxy(self._column)


def _no_places(value: float) -> str:
    if value >= 1 and value == int(value):
        return ""
    return tr("Accepted: a whole number of at least 1.")


def _no_share(value: float) -> str:
    return "" if 0 <= value <= 100 else tr("Accepted: 0 to 100 %.")
