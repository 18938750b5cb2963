"""Check the costs of errors: rows that violate the payoff matrix, and stability."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from costcurve_gui.analysis.payoffs import payoff_matrix
from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.cost_stability import CostStability, cost_sample, cost_stability
from costcurve_gui.engine.cost.instance_costs import sign_violations
from costcurve_gui.engine.cost.payoff import error_costs
from costcurve_gui.engine.resampling.bootstrap import by_groups

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.cost.cost_stability import CostChange, CostSample
    from costcurve_gui.engine.progress import Progress


@dataclass(frozen=True, slots=True, eq=False)
class RefusedRows:
    """Rows in which a wrong decision would pay more than the right one, in order of the file.

    `numbers` count the rows of the file from 1; `costs` are what the error costs there.
    """

    dataset: DatasetInfo
    payoff: PayoffSpec
    numbers: NDArray[np.int64]
    positives: NDArray[np.bool_]
    costs: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CostPart:
    """Some rows of an open file: those where `by` lies between two values, both included.

    `by` "row" counts the cases from 0, "fold" takes the positions of the folds, "column" the
    values of `column`.
    """

    dataset_id: str
    label: str
    by: Literal["row", "fold", "column"] = "row"
    column: str = ""
    low: float = -math.inf
    high: float = math.inf


@dataclass(frozen=True, slots=True)
class Division:
    """A way to part cases into samples, by name."""

    name: str
    parts: tuple[CostPart, ...]


@dataclass(frozen=True, slots=True)
class CostComparison:
    """How the costs of errors differ between two parts; `payoff` has the words and the unit.

    `method` names the test, with what its cases were grouped by.
    """

    first: CostPart
    second: CostPart
    stability: CostStability
    payoff: PayoffSpec
    method: str = "Smirnov"


MOST_VALUES = 12
"""A column with more of them is split at its median."""


def refused_rows(
    info: DatasetInfo, dataset: Dataset, payoff: PayoffSpec, *, progress: Progress
) -> RefusedRows:
    """List every row that violates a payoff matrix."""
    progress.advance(0, 1)
    found = sign_violations(payoff_matrix(payoff, dataset), dataset.y_true)
    rows = np.concatenate([part.rows for part in found])
    costs = np.concatenate([part.costs for part in found])
    order = np.argsort(rows)
    rows = rows[order]
    numbers = rows + 1 if dataset.row_numbers is None else dataset.row_numbers[rows]
    return RefusedRows(
        info, payoff, read_only(numbers), read_only(dataset.y_true[rows]), read_only(costs[order])
    )


def divisions(
    active: DatasetInfo,
    files: Sequence[tuple[DatasetInfo, Dataset]],
    *,
    progress: Progress,
) -> tuple[Division, ...]:
    """Return the ways to part the file on screen, and the open files where there are several."""
    dataset = next(data for info, data in files if info.id == active.id)
    ways = [_halves(active, dataset)]
    if dataset.fold is not None:
        names = enumerate(dataset.fold_names)
        folds = (CostPart(active.id, name, "fold", "", at, at) for at, name in names)
        ways.append(Division("Folds", tuple(folds)))
    if len(files) > 1:
        others = sorted(files, key=lambda file: file[0].id != active.id)
        ways.append(Division("Open files", tuple(CostPart(i.id, i.name) for i, _ in others)))
    ways.extend(_by_columns(active, dataset, progress))
    return tuple(ways)


def compare(
    first: tuple[CostPart, Dataset],
    second: tuple[CostPart, Dataset],
    payoff: PayoffSpec,
    miss_factor: float,
    *,
    progress: Progress,
) -> CostComparison:
    """Compare what errors cost in two parts under one payoff matrix.

    Raises
    ------
    PayoffCellError, EngineError
        Where the matrix does not fit one of the files, or a part has no row of a class.
    """
    samples = []
    for done, (part, dataset) in enumerate((first, second)):
        progress.advance(done, 3, part.label)
        samples.append(_sample(part, dataset, payoff))
    progress.advance(2, 3)
    found = cost_stability(*samples)
    misses = _scaled(found.fn_costs, miss_factor)
    stability, method = CostStability(misses, found.fp_costs), _method(first[1], second[1])
    return CostComparison(first[0], second[0], stability, payoff, method)


def _method(*samples: Dataset) -> str:
    """Name the test: weighted cases, and cases in groups, count as fewer independent ones."""
    groups = [one.group_column for one in samples if one.group_column is not None]
    if groups:
        return f"Smirnov, effective sizes, {by_groups(groups[0])}"
    weighted = any(one.weight is not None for one in samples)
    return "Smirnov, effective sizes" if weighted else "Smirnov"


def _sample(part: CostPart, dataset: Dataset, payoff: PayoffSpec) -> CostSample:
    costs = error_costs(payoff_matrix(payoff, dataset), dataset.y_true, dataset.weight)
    rows = _rows_of(part, dataset)
    return cost_sample(costs, dataset.y_true, dataset.weight, rows, dataset.group)


def stability_between(
    first: Dataset, second: Dataset, payoff: PayoffSpec, miss_factor: float
) -> CostStability:
    """Compare what errors cost in two samples; misses cost `miss_factor` times as much.

    Raises
    ------
    PayoffCellError, EngineError
        Where the matrix does not fit one of them, or one has no row of a class.
    """
    samples = []
    for data in (first, second):
        costs = error_costs(payoff_matrix(payoff, data), data.y_true, data.weight)
        samples.append(cost_sample(costs, data.y_true, data.weight, None, data.group))
    found = cost_stability(*samples)
    return CostStability(_scaled(found.fn_costs, miss_factor), found.fp_costs)


def _scaled(change: CostChange, factor: float) -> CostChange:
    """Return the change of costs that are all scaled by a factor; the distance stays."""
    return replace(
        change, first_mean=factor * change.first_mean, second_mean=factor * change.second_mean
    )


def _rows_of(part: CostPart, dataset: Dataset) -> NDArray[np.bool_]:
    values: NDArray[np.generic]
    if part.by == "row":
        values = np.arange(dataset.rows)
    elif part.by == "fold" and dataset.fold is not None:
        values = dataset.fold
    else:
        values = dataset.numeric[part.column]
    inside: NDArray[np.bool_] = (values >= part.low) & (values <= part.high)
    return inside


def _halves(info: DatasetInfo, dataset: Dataset) -> Division:
    half = dataset.rows // 2
    first = CostPart(info.id, "first half", high=half - 1)
    return Division("Rows in order", (first, CostPart(info.id, "second half", low=half)))


def _by_columns(info: DatasetInfo, dataset: Dataset, progress: Progress) -> Iterator[Division]:
    columns = [column for column in dataset.numeric if column not in dataset.scores]
    for done, column in enumerate(columns):
        progress.advance(done, len(columns), column)
        known = dataset.numeric[column]
        values = np.unique(known[np.isfinite(known)])
        if values.size > 1:
            yield Division(column, tuple(_parts(info, column, values, known)))


def _parts(
    info: DatasetInfo, column: str, values: NDArray[np.float64], known: NDArray[np.float64]
) -> Iterator[CostPart]:
    if values.size <= MOST_VALUES:
        for value in values.tolist():
            yield CostPart(info.id, f"{column} {value:g}", "column", column, value, value)
        return
    # The largest value up to the median, so that the label is one of the file.
    middle = float(values[np.searchsorted(values, np.nanmedian(known), side="right") - 1])
    middle = min(middle, float(values[-2]))
    yield CostPart(info.id, f"{column} up to {middle:g}", "column", column, high=middle)
    above = float(np.nextafter(middle, np.inf))
    yield CostPart(info.id, f"{column} above {middle:g}", "column", column, low=above)
