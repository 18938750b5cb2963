"""Both rules of every segment side by side: cases acted on, their share, profit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.segments import (
    known_segments,
    segment_column,
    segments_key,
    terms_fault,
)
from costcurve_gui.translation import tr
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.inflection import listed
from costcurve_gui.views.text.vocabulary import scaled_note, vocabulary_of
from costcurve_gui.views.view import TRY_AGAIN, ChoiceGroup, EmptyState, Entry, Switch

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.snapshot import Snapshot

_NOTHING = TableContent("segment", (), ())
_OFFERED = 12
_WIDGET = "costcurve_gui.views.tables.segments_view"
"""Imported when it is first shown: it reads this module."""


class SegmentsTable(TableSource):
    """One common threshold against own ones, by region, product or group."""

    name = "segments"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Name the column, and the cases that figures are of."""
        known = known_segments(snapshot)
        if known is None or known.found is None:
            return segment_column(snapshot)
        by = tr("by {column}", column=known.found.column)
        return listed(by, scaled_note(snapshot) or tr("this sample"))

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""
        known = snapshot.results.segments
        found = None if known is None else known.found
        return _NOTHING if found is None else segments_content(snapshot, found)

    def widget(self) -> QWidget:
        """Return charts, table and gaps."""
        return cast("QWidget", import_module(_WIDGET).SegmentsView())

    def choices(self, snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
        """Offer the first columns, all of which are in the view, and which rule stands out."""
        columns = snapshot.curve_set.dataset.segment_columns[:_OFFERED]
        if not columns:
            return ()
        entries = tuple(Entry(column, column, tr("region product group")) for column in columns)
        return (
            ChoiceGroup("segment", tr("Segments by"), entries),
            Switch("own_thresholds", tr("Own thresholds, one budget"), "segments"),
        )

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is no column, or why nothing was computed."""
        if not snapshot.curve_set.dataset.segment_columns:
            return EmptyState(
                tr("No segments"),
                tr("No column has 2 to 50 values, such as regions, products or groups."),
                tr("Open another file\u2026"),
                "open",
            )
        known = known_segments(snapshot)
        if known is not None and known.fault and not terms_fault(snapshot):
            if known.fault == CANCELLED:
                return EmptyState(
                    tr("Cancelled"), tr("This was not computed."), tr("Try again"), TRY_AGAIN
                )
            return EmptyState(tr("Could not be computed"), known.fault, tr("Try again"), TRY_AGAIN)
        if segments_key(snapshot) is not None and snapshot.results.segments is None:
            return EmptyState(tr("Computing"), tr("Computing the segments …"), awaited=True)
        return None


def segments_content(snapshot: Snapshot, found: ModelSegments) -> TableContent:
    """Return both rules of every segment and their sums, for the cases to decide about."""
    own = snapshot.settings.views.own_thresholds
    nouns = vocabulary_of(snapshot).nouns
    columns = tuple(
        TableColumn(f"{name}, {rule}", chosen=(rule == "own") == own)
        for rule in ("common", "own")
        for name in (nouns, tr("share"), tr("profit"))
    )
    gains = [
        float(curve.gain[b] - curve.gain[a])
        for curve, a, b in zip(found.curves, found.rules.common.rows, found.own.rows, strict=True)
    ]
    rows = [_row(snapshot, found, at, gain) for at, gain in enumerate(gains)]
    return TableContent(
        found.column,
        (*columns, TableColumn(tr("gain"))),
        (*rows, _sum_row(snapshot, found)),
        names=True,
    )


def _row(snapshot: Snapshot, found: ModelSegments, at: int, gain: float) -> TableRow:
    population, curve = snapshot.settings.selection.population, found.curves[at]
    cells: list[str] = []
    for rule in (found.rules.common, found.own):
        row = rule.rows[at]
        cells += (
            numbers.count(population * float(curve.share[row])),
            numbers.percent(float(curve.rate("share", row))),
            numbers.money_total(population * float(curve.gain[row] + curve.left)),
        )
    hint = tr("{rows} cases in the sample", rows=numbers.count(curve.rows))
    if not curve.has_both_classes:
        hint += tr("; only one class, so that it keeps the common threshold")
    return TableRow(curve.name, (*cells, numbers.money_total(population * gain)), hint)


def _sum_row(snapshot: Snapshot, found: ModelSegments) -> TableRow:
    population, rules = snapshot.settings.selection.population, found.rules
    cells: list[str] = []
    for rule in (rules.common, found.own):
        cells += (
            numbers.count(population * rule.share),
            numbers.percent(rule.share),
            numbers.money_total(population * (rule.gain + found.left)),
        )
    gain = numbers.money_total(population * (found.own.gain - rules.common.gain))
    return TableRow(tr("All"), (*cells, gain), chosen=True)
