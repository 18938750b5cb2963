"""Figures of a threshold per case and per unit side by side, and those of the best one."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.unit_results import UnitFigures
from costcurve_gui.analysis.units import (
    has_threshold,
    known_fault,
    known_units,
    unit_column,
    units_key,
)
from costcurve_gui.translation import tr
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource
from costcurve_gui.views.text import numbers, units_text
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.view import TRY_AGAIN, ChoiceGroup, EmptyState, Entry, Switch

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.operations.unit_alarms import UnitCurve

_NOTHING = TableContent("", (), ())
_OFFERED = 12
_PROFIT = tr("Profit each, on this sample")
_WIDGET = "costcurve_gui.views.tables.units_view"
"""Imported when it is first shown: it reads this module."""


class UnitsTable(TableSource):
    """One alarm a card, a customer or a machine in place of one a row."""

    name = "units"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say what counts as one alarm."""
        noun = units_text.unit_noun(snapshot)
        return tr("one alarm per {noun}", noun=noun) if unit_column(snapshot) else ""

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""
        curve = (known_units(snapshot) or {}).get(snapshot.selected or "")
        return _NOTHING if curve is None else units_content(snapshot, curve)

    def widget(self) -> QWidget:
        """Return fields, chart and table."""
        return cast("QWidget", import_module(_WIDGET).UnitsView())

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
        """Offer the first columns, all of which are in the view."""
        columns = snapshot.curve_set.dataset.unit_columns[:_OFFERED]
        entries = tuple(Entry(column, column, tr("card customer machine")) for column in columns)
        return (ChoiceGroup("unit", tr("Units by"), entries),) if columns else ()

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is no column, or why nothing was computed."""
        if not snapshot.curve_set.dataset.unit_columns:
            return EmptyState(
                tr("No units"),
                tr(
                    "No column names units with several rows, such as a card, a customer or a "
                    "machine."
                ),
                tr("Open another file\u2026"),
                "open",
            )
        fault = known_fault(snapshot)
        if fault == CANCELLED:
            return EmptyState(
                tr("Cancelled"), tr("This was not computed."), tr("Try again"), TRY_AGAIN
            )
        if fault:
            return EmptyState(tr("Could not be computed"), fault, tr("Try again"), TRY_AGAIN)
        if units_key(snapshot) is not None and snapshot.results.units is None:
            return EmptyState(tr("Computing"), tr("Computing the units …"), awaited=True)
        return None


def units_content(snapshot: Snapshot, curve: UnitCurve) -> TableContent:
    """Return a column per case and one per unit, and one for the threshold of highest profit."""
    key, said = snapshot.selected, vocabulary_of(snapshot)
    noun, best = units_text.unit_noun(snapshot), UnitFigures.best(curve)
    columns, figures = (
        [
            tr(
                "per {noun}, best {threshold}",
                noun=noun,
                threshold=numbers.threshold(best.threshold),
            )
        ],
        [best],
    )
    by_row: tuple[str, ...] = ()
    if key is not None and has_threshold(snapshot, key):
        policy = snapshot.models[key].policy
        now = numbers.threshold(policy.threshold)
        columns = [
            tr("per {noun}, {now}", noun=said.noun, now=now),
            tr("per {noun}, {now}", noun=noun, now=now),
            *columns,
        ]
        figures.insert(0, UnitFigures.at(curve, policy.threshold))
        by_row = (
            numbers.percent(policy.fraction_targeted),
            *map(numbers.rate, (policy.tpr, policy.fpr, policy.precision)),
            numbers.money(policy.expected_profit, said.unit),
        )
    titles = (
        tr("Share with an alarm"),
        tr("Recall"),
        tr("False positive rate"),
        tr("Precision"),
        _PROFIT,
    )
    cells = [by_row] if by_row else []
    cells += [_cells(one, curve, said.unit) for one in figures]
    return TableContent(
        "",
        tuple(
            TableColumn(title, chosen=at == len(columns) - 2) for at, title in enumerate(columns)
        ),
        tuple(
            TableRow(title, tuple(column[at] for column in cells))
            for at, title in enumerate(titles)
        ),
        names=True,
    )


def _cells(figures: UnitFigures, curve: UnitCurve, unit: str) -> tuple[str, ...]:
    return (
        numbers.percent(figures.share(curve.prior)),
        *map(numbers.rate, (figures.tpr, figures.fpr, figures.precision)),
        numbers.money(figures.profit, unit),
    )
