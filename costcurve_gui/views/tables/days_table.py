"""Ways to use the places of a day side by side: the threshold with its queue, and the highest."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.operations import day_column, days_key, known_days
from costcurve_gui.translation import tr
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource
from costcurve_gui.views.text import days_text, numbers
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.view import TRY_AGAIN, ChoiceGroup, EmptyState, Entry, Switch

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from costcurve_gui.analysis.day_results import ModelDays
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.operations.daily_capacity import DailyUse

_NOTHING = TableContent("", (), ())
_OFFERED = 12
_WIDGET = "costcurve_gui.views.tables.days_view"
"""Imported when it is first shown: it reads this module."""


class DaysTable(TableSource):
    """Cases over the threshold day by day, where so many can be seen."""

    name = "days"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say what is plotted."""
        known = known_days(snapshot)
        if known is None or known.found is None:
            return day_column(snapshot)
        return tr("cases by day")

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""
        known = snapshot.results.days
        found = None if known is None else known.found
        return _NOTHING if found is None else days_content(snapshot, found)

    def widget(self) -> QWidget:
        """Return bars, backlog and table."""
        return cast("QWidget", import_module(_WIDGET).DaysView())

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
        """Offer the first columns, all of which are in the view."""
        columns = snapshot.curve_set.dataset.day_columns[:_OFFERED]
        entries = tuple(Entry(column, column, tr("day date time")) for column in columns)
        return (ChoiceGroup("day", tr("Days by"), entries),) if columns else ()

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is no column, or why nothing was computed."""
        if not snapshot.curve_set.dataset.day_columns:
            return EmptyState(
                tr("No days"),
                tr("No column has dates, or numbers under a name such as day."),
                tr("Open another file\u2026"),
                "open",
            )
        known = known_days(snapshot)
        if known is not None and known.fault:
            if known.fault == CANCELLED:
                return EmptyState(
                    tr("Cancelled"), tr("This was not computed."), tr("Try again"), TRY_AGAIN
                )
            return EmptyState(tr("Could not be computed"), known.fault, tr("Try again"), TRY_AGAIN)
        if days_key(snapshot) is not None and snapshot.results.days is None:
            return EmptyState(tr("Computing"), tr("Computing the days …"), awaited=True)
        return None


def days_content(snapshot: Snapshot, found: ModelDays) -> TableContent:
    """Return a column for each way to use the places."""
    places, size = days_text.places(found), found.choices.size
    unit = vocabulary_of(snapshot).unit
    titles = (
        tr("threshold {threshold}", threshold=numbers.threshold(found.threshold)),
        tr("top {places} over it", places=places),
        tr("top {places} of a day", places=places),
    )

    def days(count: int) -> str:
        return (
            tr("{count} of {size}", count=numbers.count(count), size=numbers.count(size))
            if count
            else days_text.NONE
        )

    def row(title: str, *cells: str) -> TableRow:
        return TableRow(title, cells)

    uses: tuple[DailyUse, ...] = tuple(found.ways.values())
    return TableContent(
        tr("Ways to use {places} places", places=places),
        tuple(TableColumn(title, chosen=not at) for at, title in enumerate(titles)),
        (
            row(tr("Cases seen"), *(numbers.count(int(use.seen.sum())) for use in uses)),
            row(tr("Overflow days"), *(days(use.overflow_days) for use in uses)),
            row(tr("Days with idle time"), *(days(use.idle_days) for use in uses)),
            row(tr("Places left empty"), *(numbers.count(use.empty_places) for use in uses)),
            row(tr("Longest queue"), *(_queue(use) for use in uses)),
            row(
                tr("Lost to waiting"),
                *(numbers.money_total(float(use.lost.sum()), unit, signed=False) for use in uses),
            ),
            row(tr("Recall"), *(numbers.rate(use.recall) for use in uses)),
            row(
                tr("Profit a day, on this sample"),
                *(numbers.money(use.profit_a_day, unit) for use in uses),
            ),
        ),
        names=True,
    )


def _queue(use: DailyUse) -> str:
    most = use.longest_queue
    if not most:
        return days_text.NONE
    return tr("{most} case{word}", most=numbers.count(most), word="" if most == 1 else "s")
