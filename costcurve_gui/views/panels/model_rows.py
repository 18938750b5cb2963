"""What the list of models shows, as a table for Qt's views."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.intervals.new_cases import (
    cautions_on_new_cases,
    expects_models_on_new_cases,
    models_on_new_cases,
    new_cases_request,
)
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.model_row import (
    AUC,
    FIGURE,
    INTERVAL,
    MODEL,
    ModelRow,
    figure_note,
    model_row,
    read_aloud,
)
from costcurve_gui.views.text import numbers, uncertainty_text, vocabulary
from costcurve_gui.views.text.bounds_text import broken_bound
from costcurve_gui.views.text.names import TRIVIAL, partial_auc_over, ranked_column
from costcurve_gui.views.widgets.item_views import TableModel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
    from costcurve_gui.views.text.names import Column
    from costcurve_gui.views.widgets.item_views import Index

ROW_ROLE = Qt.ItemDataRole.UserRole


class ModelRows(TableModel):
    """Lists the models of a curve set and the two trivial classifiers.

    Emits `shown_toggled(key, bool)` when the user switches a line on or off, and
    `name_typed(key, str)`.
    """

    shown_toggled = Signal(object, bool)
    name_typed = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[ModelRow] = []
        self._titles = [tr("Model"), "AUC", "90 %", tr("Profit")]
        self.scale = (0.0, 1.0)
        self._snapshot: Snapshot | None = None
        self.headings: dict[int, tuple[str, str]] = {}  # over lines: a file and how many models
        self._arrows: dict[int, str] = {}  # at the title of the column that the list is sorted by

    @property
    def rows(self) -> list[ModelRow]:
        """The lines on show."""
        return self._rows

    @property
    def figures(self) -> list[str]:
        """The title and the figures of the column that the models are ranked by, as written."""
        title = self._titles[FIGURE] + self._arrows.get(FIGURE, "")
        return [title, *(self._text(row, FIGURE) for row in self._rows if not row.broken)]

    @property
    def snapshot(self) -> Snapshot | None:
        """What the figures are of."""
        return self._snapshot

    def row_of(self, key: str | None) -> int:
        """Return the line of a model, or -1."""
        return next((at for at, row in enumerate(self._rows) if row.key == key), -1)

    def show_curves(self, curve_set: CurveSet | None) -> None:
        """List the models of another curve set; their figures follow with the next snapshot."""
        if curve_set is None:
            self._snapshot = None  # it has every case of the file that was closed
        before = {row.key: row for row in self._rows}
        rows = [] if curve_set is None else self._curve_rows(curve_set)
        kept = [self._keep_figures(row, before.get(row.key)) for row in rows]
        if [row.key for row in kept] != [row.key for row in self._rows]:
            self.beginResetModel()
            self._rows = kept
            self._set_scale()
            self.endResetModel()
            return
        self._set_scale(kept)
        self._replace(kept)

    def show_order(self, column: int | None, *, backwards: bool) -> None:
        """Mark the title of the column that the list is sorted by."""
        arrows = {} if column is None else {column: "\u00a0\u2191" if backwards else "\u00a0\u2193"}
        if arrows != self._arrows:
            self._arrows = arrows
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, MODEL, FIGURE)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show what the models are ranked by, the best line and whose curves are shown."""
        self._snapshot = snapshot
        terms = vocabulary.vocabulary_of(snapshot)
        hidden, best = snapshot.hidden, _best_key(snapshot)
        here = {row.key: model_ranking.figure_of(snapshot, row.key) for row in self._rows}
        found = models_on_new_cases(snapshot)
        figures = here if found is None else {**here, **_estimates(found)}
        column = ranked_column(snapshot, figures.values(), found)
        expected = found is None and expects_models_on_new_cases(snapshot)
        flattered = set() if expected or found is not None else _flattered(snapshot)
        cautions = {} if found is None else cautions_on_new_cases(snapshot)
        intervals = {} if found is None else _intervals(snapshot, found, column)
        column_here = ranked_column(snapshot, here.values())
        candidates = {*TRIVIAL, *snapshot.candidates}
        self._show_title(column.title)
        rows = [
            replace(
                row,
                name=terms.all_of(row.key) if not row.slot else row.name,
                figure=figures[row.key] if row.key in candidates else None,
                interval=intervals.get(row.key, ""),
                here=_on_this_sample(column_here, here[row.key]) if row.key in intervals else "",
                left_out=row.key not in candidates,
                broken="" if row.slot else broken_bound(snapshot, row.key),
                expected=expected and bool(row.slot),
                flattered=row.key in flattered,
                caution=cautions.get(row.key, ""),
                column=column,
                shown=row.key not in hidden,
                best=row.key == best,
            )
            for row in self._rows
        ]
        self._replace(rows)

    @property
    def table_shape(self) -> tuple[int, int]:
        """How many lines and columns there are."""
        return len(self._rows), len(self._titles)

    def section_data(self, section: int, orientation: Qt.Orientation, role: int) -> Any:
        """Return the titles of the columns."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section] + self._arrows.get(section, "")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == MODEL else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def cell_flags(self, row: int, column: int) -> Qt.ItemFlag:
        """Every line is switched on and off; only models are selected."""
        flags = Qt.ItemFlag.ItemIsEnabled
        if self._rows[row].slot:
            flags |= Qt.ItemFlag.ItemIsSelectable
        if column == MODEL:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        if column == MODEL and self._rows[row].slot:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def cell_data(self, row: int, column: int, role: int) -> Any:
        """Return what a cell shows and how it is read aloud."""
        line = self._rows[row]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column)
        if role == ROW_ROLE:
            return line
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return read_aloud(line, self._text(line, column), column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(line, column)
        if role == Qt.ItemDataRole.CheckStateRole and column == MODEL:
            return Qt.CheckState.Checked if line.shown else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Report a switch or a name; the line changes when the new snapshot comes."""
        if not self.has_cell(index):
            return False
        if role == Qt.ItemDataRole.EditRole:
            self.name_typed.emit(self._rows[index.row()].key, str(value))
            return True
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        checked = Qt.CheckState(value) == Qt.CheckState.Checked
        self.shown_toggled.emit(self._rows[index.row()].key, checked)
        return True

    def _text(self, row: ModelRow, column: int) -> str:
        if column == MODEL:
            return row.name
        if column == AUC:
            return "" if row.auc is None else numbers.rate(row.auc)
        if column == FIGURE:
            if row.broken:
                return tr("breaks the bound")
            if row.left_out:
                return tr("left out")
            return "" if row.figure is None else row.column.short(row.figure)
        return ""

    def _show_title(self, title: str) -> None:
        if title != self._titles[FIGURE]:
            self._titles[FIGURE] = title
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIGURE, FIGURE)

    def _tooltip(self, row: ModelRow, column: int) -> str:
        if column == FIGURE:
            return figure_note(row)
        if column == MODEL or not row.slot:
            renamed = row.file_column and row.name not in row.file_column
            read_from = tr("Column {file_column}", file_column=row.file_column) if renamed else ""
            said = (row.name, row.origin, row.turned, read_from, row.file)
            return "\n".join(filter(None, said))
        return "\n".join(filter(None, (row.note, row.turned, self._partial(row))))

    def _partial(self, row: ModelRow) -> str:
        """Say the partial AUC, which is computed only when it is shown."""
        if self._snapshot is None or row.key not in self._snapshot.models:
            return ""
        return partial_auc_over(self._snapshot, row.key)

    def _curve_rows(self, curve_set: CurveSet) -> list[ModelRow]:
        self._titles[INTERVAL] = uncertainty_text.share(curve_set.level)
        models = [model_row(model, curve_set) for model in curve_set.models]
        return [*models, *(ModelRow(key, key) for key in TRIVIAL)]

    def _keep_figures(self, row: ModelRow, before: ModelRow | None) -> ModelRow:
        if before is None:
            return row
        name = row.name if row.slot else before.name
        return replace(
            row,
            name=name,
            figure=before.figure,
            interval=before.interval,
            here=before.here,
            expected=before.expected,
            flattered=before.flattered,
            column=before.column,
            shown=before.shown,
            best=before.best,
            left_out=before.left_out,
            broken=before.broken,
        )

    def _set_scale(self, rows: list[ModelRow] | None = None) -> None:
        ends = [
            end
            for row in (self._rows if rows is None else rows)
            for end in (row.auc, row.low, row.high)
            if end is not None
        ]
        self.scale = (min(ends), max(ends)) if ends else (0.0, 1.0)

    def _replace(self, rows: list[ModelRow]) -> None:
        """Take new lines and announce only the cells that changed."""
        old, self._rows = self._rows, rows
        for position, (before, after) in enumerate(zip(old, rows, strict=True)):
            if before == after:
                continue
            with_figure = replace(
                before, figure=after.figure, interval=after.interval, here=after.here
            )
            only_figure = with_figure == after
            first = self.index(position, FIGURE if only_figure else MODEL)
            self.dataChanged.emit(first, self.index(position, FIGURE))


def _estimates(found: Mapping[str, NewCasesFigure]) -> dict[str, float]:
    return {key: one.estimate for key, one in found.items() if one.estimate is not None}


def _intervals(
    snapshot: Snapshot, found: Mapping[str, NewCasesFigure], column: Column
) -> dict[str, str]:
    """Write the intervals of figures for new cases, with their level, as precise as the figures."""
    level = uncertainty_text.level(snapshot.settings.bands.spec)
    return {
        key: f"{level}: {numbers.interval(one.low, one.high, column.end)}"
        for key, one in found.items()
        if one.estimate is not None and one.low is not None and one.high is not None
    }


def _on_this_sample(column: Column, figure: float | None) -> str:
    """Write what stands beside a figure for new cases."""
    return "" if figure is None else tr("{figure} on this sample", figure=column.whole(figure))


def _flattered(snapshot: Snapshot) -> set[str]:
    """Return the models whose thresholds were chosen on the cases that their figures are of."""
    return {key for key in snapshot.models if new_cases_request(snapshot, key) is not None}


def _best_key(snapshot: Snapshot) -> str | None:
    """Return the best line, if anything in the column can be the best."""
    best = snapshot.best
    chosen = best if best is not None and snapshot.compares(best) else None
    return model_ranking.winning_trivial(snapshot) or chosen
