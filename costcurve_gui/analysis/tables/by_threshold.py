"""Tables with a row a threshold: each column is a quantity of a model, which tables share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.dataio.csv_tables import Block
from costcurve_gui.engine.arrays import chunks, wide
from costcurve_gui.engine.curves.calibration import isotonic_map
from costcurve_gui.engine.curves.confusion_rates import ConfusionRates
from costcurve_gui.engine.curves.det import det_curve, log_rate, probit
from costcurve_gui.engine.curves.profit import profit_curve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.engine.arrays import Bools, Counts, Floats, Indices

    Quantity = Callable[[TableModel, Indices], NDArray[Any]]


@dataclass(frozen=True, slots=True)
class ThresholdColumns:
    """What a table has of every threshold.

    Attributes
    ----------
    quantities : mapping of str to str
        The quantity in each column after the name of the model.
    by_score : bool
        Whether rows ascend by score, without the one at +inf; else thresholds descend.
    """

    quantities: Mapping[str, str]
    by_score: bool = False

    @property
    def header(self) -> tuple[str, ...]:
        """Names of its columns."""
        return ("model", *self.quantities)

    def rows(self, model: TableModel) -> Indices:
        """Return the rows of a model in the order of the table."""
        rows = model.rows
        return rows[:0:-1] if self.by_score else rows


def _same(*quantities: str) -> dict[str, str]:
    return {name: name for name in quantities}


COLUMNS: Mapping[str, ThresholdColumns] = {
    "roc": ThresholdColumns(_same("threshold", "fpr", "tpr", "fp", "tp", "on_hull")),
    "rates": ThresholdColumns(
        _same(
            *("threshold", "tp", "fp", "fn", "tn", "tpr", "fpr"),
            *("precision", "npv", "accuracy", "specificity"),
        )
    ),
    "rociv": ThresholdColumns(
        _same("threshold", "fp_cost_rate", "tp_benefit_rate") | {"on_hull": "on_rociv_hull"}
    ),
    "profit": ThresholdColumns(_same("threshold", "fraction_targeted", "expected_profit")),
    "pr": ThresholdColumns({"threshold": "threshold", "recall": "tpr", "precision": "precision"}),
    "det": ThresholdColumns(
        _same("threshold", "fpr", "fnr", "probit_fpr", "probit_fnr", "log_fpr", "log_fnr")
    ),
    "gain": ThresholdColumns(
        _same("threshold", "fraction_targeted") | {"gain": "tpr", "lift": "lift"}
    ),
    "isotonic": ThresholdColumns({"score": "threshold", "calibrated": "calibrated"}, by_score=True),
}


def threshold_table(name: str, snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a table at every threshold of its subset, or of all where there is none."""
    columns = COLUMNS[name]
    parts = (
        (
            model.name,
            tuple(quantity(model, one, columns.rows(model)) for one in columns.quantities.values()),
        )
        for model in models_of(snapshot, options)
    )
    return Table.of_parts(columns.header, parts)


BLOCK: Final = 1 << 15
"""Rows whose columns are in memory at once where a table is written in parts."""


def threshold_blocks(
    models: Iterable[TableModel], tables: Sequence[ThresholdColumns]
) -> Iterator[Callable[[], Block]]:
    """Yield what computes each quantity of some tables of one order once for some rows."""
    names = sorted({name for table in tables for name in table.quantities.values()})
    for model in models:
        for rows in _row_blocks(model, by_score=tables[0].by_score):
            yield partial(_block, model, names, rows)


def _row_blocks(model: TableModel, *, by_score: bool) -> Iterator[Indices]:
    size = model.listed
    if by_score:
        for start, stop in reversed(list(chunks(1, size, BLOCK))):
            yield model.rows_between(start, stop)[::-1]
    else:
        for start, stop in chunks(0, size, BLOCK):
            yield model.rows_between(start, stop)


def _block(model: TableModel, names: Sequence[str], rows: Indices) -> Block:
    return Block(model.name, {name: quantity(model, name, rows) for name in names})


def quantity(model: TableModel, name: str, rows: Indices) -> NDArray[Any]:
    """Return a quantity at some rows of the threshold table of a model."""
    return _QUANTITIES[name](model, rows)


def _threshold(model: TableModel, rows: Indices) -> Floats:
    return model.table.thresholds[rows]


def _fp(model: TableModel, rows: Indices) -> Counts:
    return model.table.fps_at(rows)


def _tp(model: TableModel, rows: Indices) -> Counts:
    return model.table.tps_at(rows)


def _fn(model: TableModel, rows: Indices) -> Counts:
    return _rest(model.table.tps_at(rows), model.table.positives)


def _tn(model: TableModel, rows: Indices) -> Counts:
    return _rest(model.table.fps_at(rows), model.table.negatives)


def _rest(sums: Counts, total: float) -> Counts:
    """Return what is left of a class, in whole numbers where there are no weights."""
    seen = wide(sums)
    rest: Counts = seen.dtype.type(total) - seen
    return rest


def _specificity(model: TableModel, rows: Indices) -> Floats:
    # Not 1 - fpr, which near 0 would be left with the rounding of fpr.
    return _tn(model, rows) / model.table.negatives


def _on_hull(model: TableModel, rows: Indices) -> Bools:
    return model.evaluation.roc_hull.are_vertices(rows)


def _on_rociv_hull(model: TableModel, rows: Indices) -> Bools:
    return model.evaluation.rociv_hull.are_vertices(rows)


def _of_confusion(rate: str) -> Quantity:
    def at(model: TableModel, rows: Indices) -> Floats:
        fpr, tpr = model.table.fpr_at(rows), model.table.tpr_at(rows)
        found: Floats = getattr(ConfusionRates(fpr, tpr, model.condition.prior), rate)
        return found

    return at


def _expected_profit(model: TableModel, rows: Indices) -> Floats:
    rates = model.evaluation.rates
    return profit_curve(model.table, rates, model.condition, rows).expected_profit


def _calibrated(model: TableModel, rows: Indices) -> Floats:
    fitted = isotonic_map(model.table, model.evaluation.roc_hull)
    return fitted.apply(model.table.thresholds[rows])


_QUANTITIES: Mapping[str, Quantity] = {
    "threshold": _threshold,
    "fp": _fp,
    "tp": _tp,
    "fn": _fn,
    "tn": _tn,
    "fpr": lambda model, rows: model.table.fpr_at(rows),
    "tpr": lambda model, rows: model.table.tpr_at(rows),
    "fnr": lambda model, rows: det_curve(model.table, rows).fnr,
    "specificity": _specificity,
    "on_hull": _on_hull,
    "on_rociv_hull": _on_rociv_hull,
    "fp_cost_rate": lambda model, rows: model.evaluation.rates.fpr_at(rows),
    "tp_benefit_rate": lambda model, rows: model.evaluation.rates.tpr_at(rows),
    "fraction_targeted": _of_confusion("fraction_targeted"),
    "expected_profit": _expected_profit,
    "precision": _of_confusion("precision"),
    "npv": _of_confusion("npv"),
    "accuracy": _of_confusion("accuracy"),
    "lift": _of_confusion("lift"),
    "probit_fpr": lambda model, rows: probit(model.table.fpr_at(rows)),
    "probit_fnr": lambda model, rows: probit(det_curve(model.table, rows).fnr),
    "log_fpr": lambda model, rows: log_rate(model.table.fpr_at(rows)),
    "log_fnr": lambda model, rows: log_rate(det_curve(model.table, rows).fnr),
    "calibrated": _calibrated,
}
