"""cost_stability.csv: what errors cost in two samples, as ROCIV curves take for granted."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.cost_checks import CostPart, compare, divisions
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.dataio.errors import all_of
from costcurve_gui.engine.errors import ConstraintError, SingleClassError
from costcurve_gui.engine.progress import NO_PROGRESS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.cost.cost_stability import CostChange

    Sample = tuple[CostPart, Dataset]

_FIGURES = (
    *("first_rows", "second_rows", "first_mean", "second_mean"),
    *("ratio", "statistic", "p_value"),
)
STABILITY_HEADER = ("positive", "first", "second", "error", *_FIGURES, "method")
_WAYS = {"Rows in order": "rows", "Folds": "folds"}


def stability_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return how the costs of misses (fn) and false alarms (fp) differ between two samples.

    Those are the parts that a column makes, each with each other, and the file with another one.

    Raises
    ------
    ConstraintError
        Where the cases cannot be split like that.
    PayoffCellError, EngineError
        Where the payoffs do not fit the other file.
    """
    rows = (
        (snapshot.curve_set.dataset.positive_label, *row)
        for pair in _pairs(snapshot, options)
        for row in _compared(snapshot, *pair)
    )
    return Table.of_rows(STABILITY_HEADER, rows)


def has_stability(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether there are samples to compare."""
    del snapshot
    return bool(options.stability) or options.stability_sample is not None


def _pairs(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[Sample, Sample]]:
    cases, info = snapshot.curve_set.cases, snapshot.curve_set.dataset
    if cases is None:
        return
    if options.stability:
        for one, other in combinations(_parts(snapshot, cases.dataset, options.stability), 2):
            yield (one, cases.dataset), (other, cases.dataset)
    second = options.stability_sample
    if second is not None:
        first, file = CostPart(info.id, "this file"), CostPart("", second.info_name)
        yield (first, cases.dataset), (file, second)


def _parts(snapshot: Snapshot, dataset: Dataset, way: str) -> Sequence[CostPart]:
    info = snapshot.curve_set.dataset
    ways = divisions(info, [(info, dataset)], progress=NO_PROGRESS)
    found = {_WAYS.get(one.name, one.name): one.parts for one in ways}
    if way not in found:
        raise ConstraintError(
            f"The cases cannot be split by {way!r}. There are {all_of([*found])}."
        )
    return found[way]


def _compared(snapshot: Snapshot, first: Sample, second: Sample) -> Iterable[tuple[Any, ...]]:
    payoff, labels = snapshot.settings.payoff, (first[0].label, second[0].label)
    try:
        found = compare(first, second, payoff, snapshot.miss_factor, progress=NO_PROGRESS)
    except SingleClassError:  # a part without positives, or without negatives
        nothing = (None,) * (len(_FIGURES) + 1)
        return ((*labels, error, *nothing) for error in ("fn", "fp"))
    return (
        (*labels, "fn", *_figures(found.stability.fn_costs), found.method),
        (*labels, "fp", *_figures(found.stability.fp_costs), found.method),
    )


def _figures(change: CostChange) -> tuple[float, ...]:
    return tuple(getattr(change, name) for name in _FIGURES)
